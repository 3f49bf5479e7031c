import { type Archive, openArchive } from '@hostspec/archive';
import { HostspecError } from '@hostspec/spec';
import { byteProgress } from '../collect/progress.js';
import type { Io } from '../io.js';
import { archivePath } from './archive-path.js';

/** Opens an archive, uses it and closes it; shows how much of its file was read. */
export async function withArchive<T>(
  path: string,
  io: Pick<Io, 'cwd' | 'err'>,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const { add, end } = byteProgress(io, 'reading');
  const archive = await openArchive(archivePath(path, io), { read: add }).finally(end);
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
