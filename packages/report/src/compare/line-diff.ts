import type { ArchiveFile } from '@hostspec/archive';
import { bytesText } from '@hostspec/host-kit';
import type { NoiseRule } from '@hostspec/parse/noise';
import { type StructuredPatchHunk, structuredPatch } from 'diff';

const maxBytes = 4 * 1024 * 1024;
// The work grows with the square of the inserted and deleted lines, and nobody reads longer diffs.
const maxEdits = 4000;

/** The lines that differ between two files, as a unified diff; or the reason for having none. */
export interface LineDiff {
  /** Empty if only noise differs. */
  readonly text?: string;
  readonly noText?: string;
  /** How many lines were left out. Default 0. */
  readonly noiseLines?: number;
}

/** Compares two files line by line; leaves out what the rule calls noise. */
export async function lineDiff(before: ArchiveFile, after: ArchiveFile, rule?: NoiseRule): Promise<LineDiff> {
  if (Math.max(before.bytes, after.bytes) > maxBytes) return { noText: `larger than ${bytesText(maxBytes)}` };
  const [a, b] = [textOf(await before.read()), textOf(await after.read())];
  if (a === undefined || b === undefined) return { noText: 'not text' };
  return rule?.keys ? diffOfKeys(a, b, rule) : diffOfText(a, b);
}

function diffOfText(before: string, after: string): LineDiff {
  const hunks = hunksOf(before, after, 2);
  if (!hunks) return tooMany;
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: hunk }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...hunk,
  ]);
  return { text: lines.join('\n') };
}

/** Compares the keys of lines and shows the lines. */
function diffOfKeys(before: string, after: string, rule: NoiseRule): LineDiff {
  const [from, to] = [before, after].map(linesOf) as [string[], string[]];
  const [a, b] = [keyedLines(from, rule), keyedLines(to, rule)];
  const hunks = hunksOf(keysOf(a), keysOf(b), rule.unordered ? 0 : 2);
  if (!hunks) return tooMany;
  const shown = hunks.flatMap((hunk) => {
    const lines = shownLines(hunk, a, b);
    const start = (all: readonly KeyedLine[], number: number): number =>
      (all[number - 1]?.line ?? all.length) + 1;
    return rule.unordered
      ? lines
      : [`@@ -${start(a, hunk.oldStart)} +${start(b, hunk.newStart)} @@`, ...lines];
  });
  const counted = (mark: string): number => shown.filter((line) => line.startsWith(mark)).length;
  const noiseLines = Math.max(missingFrom(from, to) - counted('-'), missingFrom(to, from) - counted('+'), 0);
  return { text: shown.join('\n'), noiseLines };
}

/** The lines of a hunk of keys, as they are in the files. */
function shownLines(
  { oldStart, newStart, lines }: Hunk,
  a: readonly KeyedLine[],
  b: readonly KeyedLine[],
): string[] {
  let old = oldStart - 1;
  let next = newStart - 1;
  return lines.map((line) => {
    const mark = line.charAt(0);
    const { text = '' } = (mark === '-' ? a[old] : b[next]) ?? {};
    if (mark !== '+') old++;
    if (mark !== '-') next++;
    return mark + text;
  });
}

interface KeyedLine {
  readonly key: string;
  readonly text: string;
  /** Counted from 0. */
  readonly line: number;
}

function keyedLines(lines: readonly string[], { keys, unordered }: NoiseRule): KeyedLine[] {
  const all = keys?.(lines) ?? lines;
  const keyed = lines.flatMap((each, line) => {
    const key = all[line];
    return key === undefined ? [] : [{ key, text: each, line }];
  });
  return unordered ? keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)) : keyed;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function keysOf(lines: readonly KeyedLine[]): string {
  return lines.map(({ key }) => `${key}\n`).join('');
}

/** How many lines of the first text are not in the second. */
function missingFrom(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}

const tooMany: LineDiff = { noText: `more than ${maxEdits} lines differ` };

type Hunk = Pick<StructuredPatchHunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'>;

function hunksOf(a: string, b: string, context: number): readonly Hunk[] | undefined {
  return structuredPatch('', '', a, b, '', '', { context, maxEditLength: maxEdits })?.hunks;
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
