import { listingEntry } from '../noise/listing-keys.js';
import { type KeyValue, keyValue, mostValues } from './key-value.js';

const longestLine = 4000;
const headWord = /^[A-Z][A-Z0-9_%/.#:()+-]*$/;

/** The cells of a table with a header in capital letters, such as `NAME TYPE SIZE`. The section is the first cell of the row. */
export function tableValues(lines: readonly string[]): KeyValue[] | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  const rest = lines.slice(start + 1);
  const form = forms.find(({ gap, fits }) => {
    const names = cellsOf(lines[start] ?? '', gap);
    return (
      names.length >= 2 && names.every(isHead) && isMost(rest, (line) => fits(cellsOf(line, gap), names))
    );
  });
  if (!form) return undefined;
  const columns = cellsOf(lines[start] ?? '', form.gap);
  const rows: KeyValue[] = [];
  for (const [index, line] of rest.entries()) {
    if (rows.length >= mostValues) break;
    const cells = cellsOf(line, form.gap);
    if (!form.fits(cells, columns)) continue;
    const [first = ''] = cells;
    const name = first.replace(/^[\u251c\u2514\u2502\u2500|`-]+/, '');
    for (const [at, column] of columns.entries()) {
      const value = at === columns.length - 1 ? cells.slice(at).join(' ') : cells[at];
      if (at > 0 && value) rows.push(keyValue(name, column, value, start + index + 2));
    }
  }
  return rows;
}

interface Form {
  /** Matches the space between two cells. */
  readonly gap: RegExp;
  fits(cells: readonly string[], columns: readonly string[]): boolean;
}

const forms: readonly Form[] = [
  { gap: / {2,}/, fits: (cells, columns) => cells.length === columns.length },
  // The last column may be empty, or contain spaces.
  { gap: /[ \t]+/, fits: (cells, columns) => cells.length >= Math.max(2, columns.length - 1) },
];

function isHead(name: string): boolean {
  return name.split(' ').every((word) => headWord.test(word));
}

function cellsOf(line: string, gap: RegExp): string[] {
  return line.slice(0, longestLine).trim().split(gap);
}

const most = 0.8;

function isMost(lines: readonly string[], wanted: (line: string) => boolean): boolean {
  const judged = lines.slice(0, 400).filter((line) => line.trim() !== '');
  return judged.length > 0 && judged.filter(wanted).length / judged.length >= most;
}

/** A line as the noise rule for listings leaves it. */
const stableEntry =
  /^(?<mode>[-bcdlps][-rwxsStT]{9}[.+@]?) (?<owners>\S+ \S+)(?: \d+(?:, +\d+)? [A-Z][a-z]{2} \d+)? (?<name>.*)$/;

/** The modes and owners in a listing of `ls -l`. The section is the directory, the key is the name. */
export function listingValues(lines: readonly string[]): KeyValue[] {
  const rows: KeyValue[] = [];
  let directory: string | undefined;
  for (const [index, whole] of lines.entries()) {
    if (rows.length >= mostValues) break;
    const line = whole.slice(0, longestLine);
    if (/^\/.*:$/.test(line)) directory = line.slice(0, -1);
    const { mode, owners, name } = (listingEntry.exec(line) ?? stableEntry.exec(line))?.groups ?? {};
    if (mode !== undefined && owners !== undefined && name)
      rows.push(keyValue(directory, name, `${mode} ${owners.replace(/ +/g, ' ')}`, index + 1));
  }
  return rows;
}
