import { type Archive, openArchive } from '@hostspec/archive';
import { HostspecError } from '@hostspec/spec';
import type { Io } from '../io.js';
import { archivePath } from './archive-path.js';

/** Opens an archive, uses it and closes it. */
export async function withArchive<T>(
  path: string,
  io: Pick<Io, 'cwd'>,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(archivePath(path, io));
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

/** Checks that an archive contains outcomes of specs. @throws HostspecError if it has only files. */
export function checkOutcomes({ path, outcomes }: Archive): void {
  if (outcomes.size > 0) return;
  throw new HostspecError(
    'INVALID_ARCHIVE',
    `${path} contains no outcomes of specs; to make an archive that does, run hostspec collect --archive ${path}`,
    { subject: path },
  );
}
