import { resolve } from 'node:path';
import { comparisonHtml } from '@hostspec/report';
import { compareArchives, warnOfHosts } from '../diff/compare-archives.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import { printable } from '../text.js';
import type { options } from './options.js';
import { writeNew } from './write-new.js';

/** Writes what changed between two archives into a new file. */
export async function writeComparison(
  before: string,
  after: string,
  { output = 'report.html' }: Values<typeof options>,
  io: Io,
): Promise<number> {
  return withArchive(before, io, (from) =>
    withArchive(after, io, async (to) => {
      const { createArchiveHost } = await import('@hostspec/archive-host');
      const diff = await compareArchives(from, to, {});
      warnOfHosts(diff, io);
      const [one, other] = [
        { archive: from, host: await createArchiveHost(from) },
        { archive: to, host: await createArchiveHost(to) },
      ];
      const target = resolve(io.cwd, output);
      await writeNew(target, comparisonHtml(one, other, diff), io);
      io.out.write(`${printable(target)}\n`);
      return exitStatus.done;
    }),
  );
}
