import type { Archive } from '@hostspec/archive';
import { type ArchiveDiff, type ComparisonOptions, compareArchives } from '@hostspec/report';
import type { Io } from '../io.js';
import { checkOutcomes, withArchive } from '../read/with-archive.js';
import { printable } from '../text.js';

/** Opens two archives of one host, uses them and closes them. @throws HostspecError if one has no outcomes. */
export async function withBoth<T>(
  [before, after]: readonly [before: string, after: string],
  io: Pick<Io, 'cwd' | 'err'>,
  use: (from: Archive, to: Archive) => Promise<T>,
): Promise<T> {
  return withArchive(before, io, (from) =>
    withArchive(after, io, (to) => {
      for (const archive of [from, to]) checkOutcomes(archive);
      return use(from, to);
    }),
  );
}

/** Compares two archives, and warns if they are of different hosts. */
export async function compare(
  from: Archive,
  to: Archive,
  options: ComparisonOptions,
  { err }: Io,
): Promise<ArchiveDiff> {
  const diff = await compareArchives(from, to, options);
  for (const text of diff.differentHosts)
    err.write(`hostspec: warning: the archives are of different hosts: ${printable(text)}\n`);
  return diff;
}
