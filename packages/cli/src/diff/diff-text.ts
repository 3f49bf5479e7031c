import { bytesText, counted } from '@hostspec/host-kit';
import {
  type AlteredItem,
  type ArchiveDiff,
  type ItemDiff,
  noMasksCompared,
  type SpecDiff,
} from '@hostspec/report';
import type { Io } from '../io.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';

/** How much is printed. */
export interface DiffTextOptions {
  readonly brief: boolean;
  /** Print all lines of every item. */
  readonly whole: boolean;
}

const mostLines = 60;

/** The differences as text. */
export function diffText(
  { specs, leftOut, comparesMasks, compared, onlyBefore, onlyAfter, altered }: ArchiveDiff,
  { brief, whole }: DiffTextOptions,
  io: Io,
): string {
  const style = styleOf(io.out, io);
  const lines = specs.flatMap((spec) => [...specLines(spec, brief, whole, style), ...(brief ? [] : [''])]);
  if (brief && specs.length > 0) lines.push('');
  lines.push(`${specs.length} of ${compared} specs differ`);
  lines.push(...noiseText(leftOut));
  if (!comparesMasks) lines.push(noMasksCompared);
  if (onlyBefore.length > 0) lines.push(`${counted(onlyBefore.length, 'spec')} only in the first archive`);
  if (onlyAfter.length > 0) lines.push(`${counted(onlyAfter.length, 'spec')} only in the second archive`);
  return `${[...lines, ...alteredLines(altered)].join('\n')}\n`;
}

/** What was left out, if anything was. */
function noiseText({ specs, lines }: ArchiveDiff['leftOut']): string[] {
  const left = [
    ...(specs.length > 0 ? [counted(specs.length, 'more spec')] : []),
    ...(lines > 0 ? [`${counted(lines, 'line')} of the specs above`] : []),
  ];
  return left.length === 0
    ? []
    : [`left out, because they change by themselves: ${left.join(', ')}; --all shows them`];
}

const mostAltered = 20;

function alteredLines(altered: readonly AlteredItem[]): string[] {
  const lines = altered
    .slice(0, mostAltered)
    .map(({ archive, path, problem }) => printable(`${archive}: data/${path} ${problem}`));
  const more = altered.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more that do not match the manifest; --json lists all`] : lines;
}

function specLines(
  { name, before, after, items }: SpecDiff,
  brief: boolean,
  whole: boolean,
  style: Style,
): string[] {
  const isOther = before.status !== after.status;
  const status = isOther ? `: ${printable(before.status)} -> ${printable(after.status)}` : '';
  const reason = isOther && after.reason !== undefined ? ` (${printable(after.reason)})` : '';
  const head = style.bold(`${printable(name)}${status}`) + reason;
  return [head, ...items.flatMap((item) => itemLines(item, brief, whole, style))];
}

function itemLines(item: ItemDiff, brief: boolean, whole: boolean, style: Style): string[] {
  const { path, change, bytesBefore, bytesAfter, text, noText } = item;
  const sizes = new Set([bytesBefore, bytesAfter].filter((bytes) => bytes !== undefined).map(bytesText));
  const head = `  ${marks[change]} ${printable(path)} (${[...sizes].join(' -> ')}${noText === undefined ? '' : `; ${noText}`})`;
  if (brief || text === undefined) return [head];
  const lines = text.split('\n').map((line) => `    ${printable(line)}`);
  const shown = whole ? lines : lines.slice(0, mostLines);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [style.dim(`    and ${counted(rest, 'more line')}; --only NAME prints all`)] : [];
  return [head, ...shown, ...more];
}

const marks = { added: '+', removed: '-', changed: '~' } as const;
