import { resolve } from 'node:path';
import { type Archive, openArchive } from '@hostspec/archive';
import type { Io } from '../io.js';

/** Opens an archive for as long as something is done with it. */
export async function withArchive<T>(
  path: string,
  io: Pick<Io, 'cwd'>,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(resolve(io.cwd, path));
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}
