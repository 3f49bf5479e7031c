import type { ArchiveFile } from '@hostspec/archive';
import { bytesText } from '@hostspec/host-kit';
import type { NoiseRule } from '@hostspec/parse/noise';
import { type StructuredPatchHunk, structuredPatch } from 'diff';

const maxBytes = 4 * 1024 * 1024;
// The work grows with the square of the inserted and deleted lines, and nobody reads longer diffs.
const maxEdits = 4000;
// However much was compared before, small differences are shown.
const leastEdits = 100;

/** How much work is left for the contents of two archives, as the sum of the squares of their edits. */
export interface DiffWork {
  left: number;
}

/** The work for two archives: that of sixteen contents of which nothing can be shown. */
export const newDiffWork = (): DiffWork => ({ left: 16 * maxEdits ** 2 });

/** The lines that differ between two files, as a unified diff; or the reason for having none. */
export interface LineDiff {
  /** Empty if only noise differs. */
  readonly text?: string;
  readonly noText?: string;
  /** How many lines were left out. Default 0. */
  readonly noiseLines?: number;
}

/** Compares two files line by line; leaves out what the rule calls noise. */
export async function lineDiff(
  before: ArchiveFile,
  after: ArchiveFile,
  work: DiffWork,
  rule?: NoiseRule,
): Promise<LineDiff> {
  if (Math.max(before.bytes, after.bytes) > maxBytes) return { noText: `larger than ${bytesText(maxBytes)}` };
  const [a, b] = [textOf(await before.read()), textOf(await after.read())];
  if (a === undefined || b === undefined) return { noText: 'not text' };
  return rule?.keys ? diffOfKeys(a, b, work, rule) : diffOfText(a, b, work);
}

function diffOfText(before: string, after: string, work: DiffWork): LineDiff {
  const hunks = hunksOf(before, after, 2, work);
  if (!Array.isArray(hunks)) return hunks;
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: hunk }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...hunk,
  ]);
  return { text: lines.join('\n') };
}

/** Compares the keys of lines and shows the lines, or the keys if the rule says so. */
function diffOfKeys(before: string, after: string, work: DiffWork, rule: NoiseRule): LineDiff {
  const [from, to] = [before, after].map(linesOf) as [string[], string[]];
  const [allA, allB] = [keyedLines(from, rule), keyedLines(to, rule)];
  const [a, b] = rule.showsKeys ? [folded(allA, allB), folded(allB, allA)] : [allA, allB];
  const hunks = hunksOf(keysOf(a), keysOf(b), rule.unordered ? 0 : 2, work);
  if (!Array.isArray(hunks)) return hunks;
  const found = hunks.map((hunk) => shownLines(hunk, a, b));
  const shown = hunks.flatMap((hunk, at) => {
    const lines = (found[at] ?? []).map(({ mark, text }) => mark + text);
    const start = (all: readonly KeyedLine[], number: number): number =>
      (all[number - 1]?.line ?? all.length) + 1;
    return rule.unordered
      ? lines
      : [`@@ -${start(a, hunk.oldStart)} +${start(b, hunk.newStart)} @@`, ...lines];
  });
  const changed = (wanted: string): number => linesIn(found.flat().filter(({ mark }) => mark === wanted));
  const noiseLines = Math.max(
    missingFrom(from, to) - changed('-') - (linesIn(allA) - linesIn(a)),
    missingFrom(to, from) - changed('+') - (linesIn(allB) - linesIn(b)),
    0,
  );
  return { text: shown.join('\n'), noiseLines };
}

/** The lines of a hunk of keys, as they are in the files, with their marks. */
function shownLines({ oldStart, newStart, lines }: Hunk, a: readonly KeyedLine[], b: readonly KeyedLine[]) {
  let old = oldStart - 1;
  let next = newStart - 1;
  return lines.map((shown) => {
    const mark = shown.charAt(0);
    const { text = '', line = 0 } = (mark === '-' ? a[old] : b[next]) ?? {};
    if (mark !== '+') old++;
    if (mark !== '-') next++;
    return { mark, text, line };
  });
}

/** How many lines of a file these are: one that is split counts once. */
function linesIn(keyed: readonly Pick<KeyedLine, 'line'>[]): number {
  return new Set(keyed.map(({ line }) => line)).size;
}

interface KeyedLine {
  readonly key: string;
  readonly text: string;
  /** Counted from 0. */
  readonly line: number;
}

function keyedLines(
  lines: readonly string[],
  { keys, unordered, showsKeys, split = (key) => [key] }: NoiseRule,
): KeyedLine[] {
  const all = keys?.(lines) ?? lines;
  const keyed = lines.flatMap((each, line) => {
    const key = all[line];
    if (key === undefined) return [];
    return split(key).map((part) => ({ key: part, text: showsKeys ? part : each, line }));
  });
  return unordered ? keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)) : keyed;
}

/** Puts one line in place of all lines about what the other content does not name. */
function folded(lines: readonly KeyedLine[], others: readonly KeyedLine[]): KeyedLine[] {
  const known = new Set(others.map(nameOf));
  const own = new Map<string, Set<number>>();
  for (const each of lines) own.set(nameOf(each), (own.get(nameOf(each)) ?? new Set()).add(each.line));
  return lines.flatMap((each) => {
    const name = nameOf(each);
    if (name === '' || known.has(name)) return [each];
    const all = own.get(name);
    own.delete(name);
    const text = `${name}: all ${all?.size} lines`;
    return all ? [{ ...each, key: text, text }] : [];
  });
}

function nameOf({ key }: KeyedLine): string {
  return key.slice(0, Math.max(key.indexOf(': '), 0));
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

type Hunk = Pick<StructuredPatchHunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'>;

/** The hunks, or the reason for having none. */
function hunksOf(a: string, b: string, context: number, work: DiffWork): Hunk[] | LineDiff {
  const most = Math.min(maxEdits, Math.max(leastEdits, Math.floor(Math.sqrt(work.left))));
  const hunks = structuredPatch('', '', a, b, '', '', { context, maxEditLength: most })?.hunks;
  const edits = hunks?.reduce((sum, { lines }) => sum + lines.filter((line) => /^[-+]/.test(line)).length, 0);
  work.left = Math.max(0, work.left - (edits ?? most) ** 2);
  return hunks ?? { noText: `more than ${most} lines differ` };
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
