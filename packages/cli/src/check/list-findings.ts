import { counted, defined } from '@hostspec/host-kit';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { columns } from '../table.js';
import { printable } from '../text.js';
import { bothGiven } from '../usage-error.js';
import { fitted, widthFor } from '../width.js';
import { chosenFindings } from './chosen-findings.js';
import type { options } from './options.js';
import { isAtLeast } from './print-problems.js';

/** Prints what is looked for. @throws UsageError for what says where to look. */
export async function listFindings(
  [archive]: readonly string[],
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  const { json, format = json ? 'json' : 'text', severity = 'notice' } = values;
  if (archive !== undefined) throw bothGiven('--list', `ARCHIVE ${archive}`, '--list');
  for (const name of ['test', 'host', 'via', 'hosts'] as const)
    if (values[name] !== undefined) throw bothGiven('--list', `--${name} ${values[name]}`, '--list');
  if (format !== 'text' && format !== 'json') throw bothGiven('--list', `--format ${format}`, '--list');
  const rows = (await chosenFindings(values, io))
    .filter(({ decision }) => !decision?.skip)
    .map(({ id, title, link, ...each }) =>
      defined({ id, severity: each.decision?.severity ?? each.severity, title, link }),
    )
    .filter(isAtLeast(severity));
  if (format === 'json') io.out.write(`${JSON.stringify(rows, undefined, 2)}\n`);
  else {
    const lines = columns(rows.map((row) => [row.id, row.severity, printable(row.title)]));
    const width = widthFor(io.out);
    io.out.write(
      `${[...lines.map((line) => fitted(line, width)), '', counted(rows.length, 'finding')].join('\n')}\n`,
    );
  }
  return exitStatus.done;
}
