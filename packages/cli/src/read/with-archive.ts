import { resolve } from 'node:path';
import { type Archive, openArchive } from '@hostspec/archive';
import { HostspecError } from '@hostspec/spec';
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

/** Checks that an archive tells of specs, where one is asked for. @throws HostspecError for files that nothing is told of. */
export function checkOutcomes({ path, outcomes }: Archive): void {
  if (outcomes.size > 0) return;
  throw new HostspecError(
    'INVALID_ARCHIVE',
    `${path} tells of no specs; hostspec collect --archive ${path} makes an archive that does`,
    { subject: path },
  );
}
