import { comparisonHtml } from '@hostspec/report';
import { chosenFindings } from '../check/chosen-findings.js';
import { compare, withBoth } from '../diff/compare.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { options } from './options.js';
import { pageName } from './page-name.js';
import { writePage } from './write-new.js';

/** Writes what changed between two archives to `--output`. */
export async function writeComparison(
  before: string,
  after: string,
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  const { output, force = false } = values;
  const findings = await chosenFindings(values, io);
  return withBoth([before, after], io, async (from, to) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const diff = await compare(from, to, {}, io);
    const [one, other] = [
      { archive: from, host: await createArchiveHost(from) },
      { archive: to, host: await createArchiveHost(to) },
    ];
    const file = output ?? (await pageName(to, other.host, '-changes.html'));
    await writePage({ file, force }, comparisonHtml(one, other, diff, findings), io);
    return exitStatus.done;
  });
}
