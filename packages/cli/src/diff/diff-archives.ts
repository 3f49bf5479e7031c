import { type Archive, outcomesCommand } from '@hostspec/archive';
import { type CheckResult, check, type Finding } from '@hostspec/findings';
import { bytesText, counted } from '@hostspec/host-kit';
import {
  type AlteredItem,
  type ArchiveDiff,
  archiveFacts,
  differText,
  type ItemDiff,
  noMasksCompared,
  type ProblemChange,
  type ProblemChanges,
  problemChanges,
  type SpecDiff,
} from '@hostspec/report';
import { checkSelection, nameMatcher } from '@hostspec/spec';
import { chosenFindings } from '../check/chosen-findings.js';
import { skippedText } from '../check/problem-text.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';
import { compare, withBoth } from './compare.js';
import type { options } from './options.js';

const mostLines = 60;

const mostAltered = 20;

const marks = { added: '+', removed: '-', changed: '~' } as const;

/** Prints the differences between two archives. */
export async function diffArchives(
  before: string,
  after: string,
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  const findings = await chosenFindings(values, io);
  return withBoth([before, after], io, async (from, to) => {
    const { brief = false, all = false, json, only } = values;
    const diff = await compare(from, to, { isWanted: selection([from, to], values), lines: !brief, all }, io);
    const problems = await problemsBetween(from, to, findings);
    if (json) io.out.write(`${JSON.stringify({ problems, ...diff }, undefined, 2)}\n`);
    else io.out.write(problemsText(problems, io) + diffText(diff, { brief, whole: only !== undefined }, io));
    return exitStatus.done;
  });
}

/** Tells the wanted specs. @throws HostspecError if a pattern matches no spec of the archives. */
function selection(
  archives: readonly Archive[],
  { only, skip }: Pick<Values<typeof options>, 'only' | 'skip'>,
): (spec: string) => boolean {
  const names = archives.flatMap(({ outcomes }) => [...outcomes.keys()]);
  checkSelection('--only', only, names, 'the archives', outcomesCommand);
  checkSelection('--skip', skip, names, 'the archives', outcomesCommand);
  return (name) =>
    (only === undefined || only.some((pattern) => nameMatcher(pattern)(name))) &&
    !skip?.some((pattern) => nameMatcher(pattern)(name));
}

/** The problems that only one of two archives shows. */
async function problemsBetween(
  from: Archive,
  to: Archive,
  findings: readonly Finding[],
): Promise<ProblemChanges> {
  return problemChanges(await problemsOf(from, findings), await problemsOf(to, findings));
}

async function problemsOf(archive: Archive, findings: readonly Finding[]): Promise<CheckResult> {
  const { createArchiveHost } = await import('@hostspec/archive-host');
  return check(findings, archiveFacts(archive, await createArchiveHost(archive)));
}

/** New problems, then those that are gone, and what was not looked for. */
function problemsText({ added, resolved, skipped }: ProblemChanges, io: Io): string {
  const style = styleOf(io.out, io);
  const block = (title: string, problems: readonly ProblemChange[]): string =>
    problems.length === 0
      ? ''
      : `${style.bold(title)}\n${problems
          .flatMap(({ severity, hits }) =>
            hits.map((hit) => `  ${severity.padEnd(7)}  ${printable(hit.title)}\n`),
          )
          .join('')}\n`;
  const left = skippedText(skipped);
  return block('New problems', added) + block('Resolved problems', resolved) + (left && `${left}\n`);
}

/** How much is printed. */
interface DiffTextOptions {
  readonly brief: boolean;
  /** Print all lines of every item. */
  readonly whole: boolean;
}

/** The differences as text. */
function diffText(
  { specs, leftOut, comparesMasks, compared, onlyBefore, onlyAfter, altered }: ArchiveDiff,
  { brief, whole }: DiffTextOptions,
  io: Io,
): string {
  const style = styleOf(io.out, io);
  const told = new Map<string, string>();
  const lines = specs.flatMap((spec) => [
    ...specLines(spec, { brief, whole, told }, style),
    ...(brief ? [] : ['']),
  ]);
  if (brief && specs.length > 0) lines.push('');
  lines.push(differText(specs.length, compared));
  lines.push(...noiseText(leftOut));
  if (!comparesMasks) lines.push(noMasksCompared);
  if (onlyBefore.length > 0) lines.push(`${counted(onlyBefore.length, 'spec')} only in the first archive`);
  if (onlyAfter.length > 0) lines.push(`${counted(onlyAfter.length, 'spec')} only in the second archive`);
  return `${[...lines, ...alteredLines(altered)].join('\n')}\n`;
}

function noiseText({ specs, lines }: ArchiveDiff['leftOut']): string[] {
  const left = [
    ...(specs.length > 0 ? [counted(specs.length, 'more spec')] : []),
    ...(lines > 0 ? [`${counted(lines, 'line')} of the specs above`] : []),
  ];
  return left.length === 0
    ? []
    : [`left out, because they change by themselves: ${left.join(', ')}; --all shows them`];
}

function alteredLines(altered: readonly AlteredItem[]): string[] {
  const lines = altered
    .slice(0, mostAltered)
    .map(({ archive, path, problem }) => printable(`${archive}: data/${path} ${problem}`));
  const more = altered.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more that do not match the manifest; --json lists all`] : lines;
}

function specLines(
  { name, before, after, items }: SpecDiff,
  options: DiffTextOptions & Told,
  style: Style,
): string[] {
  const isOther = before.status !== after.status;
  const status = isOther ? `: ${printable(before.status)} -> ${printable(after.status)}` : '';
  const reason = isOther && after.reason !== undefined ? ` (${printable(after.reason)})` : '';
  const head = style.bold(`${printable(name)}${status}`) + reason;
  return [head, ...items.flatMap((item) => itemLines(item, name, options, style))];
}

/** The differences that were shown. */
interface Told {
  /** The spec that showed a text first. */
  readonly told: Map<string, string>;
}

function itemLines(
  item: ItemDiff,
  spec: string,
  { brief, whole, told }: DiffTextOptions & Told,
  style: Style,
): string[] {
  const { path, change, bytesBefore, bytesAfter, text, noText } = item;
  const sizes = new Set([bytesBefore, bytesAfter].filter((bytes) => bytes !== undefined).map(bytesText));
  const head = `  ${marks[change]} ${printable(path)} (${[...sizes].join(' -> ')}${noText === undefined ? '' : `; ${noText}`})`;
  if (brief || text === undefined) return [head];
  const first = whole ? undefined : told.get(text);
  if (first !== undefined) return [head, style.dim(`    the same lines as ${printable(first)}`)];
  told.set(text, spec);
  const lines = text.split('\n').map((line) => `    ${printable(line)}`);
  const shown = whole ? lines : lines.slice(0, mostLines);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [style.dim(`    and ${counted(rest, 'more line')}; --only NAME prints all`)] : [];
  return [head, ...shown, ...more];
}
