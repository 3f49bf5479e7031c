import { type CheckResult, check, type Severity, severities } from '@hostspec/findings';
import { archiveFacts } from '@hostspec/report';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import { styleOf } from '../style.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { chosenFindings } from './chosen-findings.js';
import { installedPlaces } from './installed-places.js';
import type { options } from './options.js';
import { countText, problemText, undecidedText } from './problem-text.js';
import { type Checked, junitText, sarifText } from './reports.js';

type CheckValues = Values<typeof options>;

/** Prints the problems that an archive shows; of several, after the archive's path. */
export async function printProblems(
  path: string,
  values: CheckValues,
  io: Io,
  isOneOfSeveral = false,
): Promise<number> {
  const { format } = values;
  if (isOneOfSeveral && (format === 'junit' || format === 'sarif'))
    throw usageError(
      `--format ${format} takes one archive; for several, use --format json`,
      '--format',
      format,
    );
  const { findings, decisions } = await chosenFindings(values, io);
  return withArchive(path, io, async (archive) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const facts = archiveFacts(archive, await createArchiveHost(archive), installedPlaces(archive));
    const result = atLeast(values.severity, await check(findings, facts, decisions));
    const checked = { archive: archive.path, kind: archive.kind, result, findings };
    io.out.write(formatted(checked, values, isOneOfSeveral, io));
    return statusOf(result, values.severity ?? 'warning');
  });
}

/** Prints the problems of this host, or of the one that the options name. */
export async function printHost(values: CheckValues, io: Io): Promise<number> {
  const { withCollected } = await import('./collected.js');
  const { findings, decisions } = await chosenFindings(values, io);
  const wanted = findings.filter(({ id }) => !decisions.has(id));
  return withCollected(values, wanted, io, (archive) => printProblems(archive, values, io));
}

function formatted(checked: Checked, { format, json }: CheckValues, isOneOfSeveral: boolean, io: Io): string {
  const { archive, kind, result } = checked;
  if (format === 'junit') return junitText(checked);
  if (format === 'sarif') return sarifText(checked);
  if (json || format === 'json')
    return `${JSON.stringify({ archive, kind, ...result }, undefined, isOneOfSeveral ? 0 : 2)}\n`;
  const text = resultText(result, io);
  return isOneOfSeveral ? `${printable(archive)}\n\n${text}\n` : text;
}

function atLeast(wanted: Severity | undefined, result: CheckResult): CheckResult {
  if (wanted === undefined) return result;
  const isWanted = ({ severity }: { readonly severity: Severity }): boolean =>
    severities.indexOf(severity) <= severities.indexOf(wanted);
  return { ...result, found: result.found.filter(isWanted), undecided: result.undecided.filter(isWanted) };
}

function statusOf({ found, undecided }: CheckResult, from: Severity): number {
  if (found.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(from)))
    return exitStatus.failure;
  return undecided.length > 0 ? exitStatus.incomplete : exitStatus.done;
}

function resultText(result: CheckResult, io: Io): string {
  const { found, undecided, skipped: left } = result;
  const width = io.out.isTTY ? (io.out.columns ?? 80) : Number.POSITIVE_INFINITY;
  const style = styleOf(io.out, io);
  const blocks = [
    ...found.map((each) => problemText(each, style, width)),
    undecidedText(undecided, style, width),
    left.map(({ id, reason }) => `Not looked for: ${printable(id)}, ${printable(reason)}\n`).join(''),
    countText(result),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}
