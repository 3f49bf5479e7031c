import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { withoutMaskDigits } from '@hostspec/host-kit';
import { type FactTable, factsOf } from '@hostspec/parse/facts';
import { noiseRule } from '@hostspec/parse/noise';
import { keptColumns, keptFacts, type Row, type TableName, type Value } from './tables.js';

/** A volatile number of an item. */
export interface Measure {
  readonly key: string;
  readonly item: string;
  readonly number: number;
}

/** The facts in the content of one item. */
export interface ItemFacts {
  /** The same for contents with the same facts; undefined without facts. */
  readonly id: string | undefined;
  readonly rows: ReadonlyMap<TableName, readonly Row[]>;
  readonly measures: readonly Measure[];
}

/** The values of a row's key, as one text. */
export function itemOf({ key }: FactTable, row: Readonly<Record<string, unknown>>): string {
  return key.map((column) => String(row[column] ?? '')).join(' ');
}

const keptByName = new Map(
  keptFacts.map((table) => [
    table.name,
    {
      table,
      kept: keptColumns(table),
      volatile: Object.keys(table.columns).filter((column) => table.columns[column]?.volatile),
    },
  ]),
);

const specsOfKept = new Set(keptFacts.flatMap(({ parts }) => parts.flat().map(({ spec }) => spec)));

/** The typed facts of the content with this path, and its volatile numbers. `argv` is the command line whose output it is. */
export function itemFacts(
  spec: string,
  path: string,
  { whole, keys }: StableContent,
  argv: readonly string[] | undefined,
): ItemFacts {
  const rows = new Map<TableName, Row[]>();
  const said: string[] = [];
  const measures = numbersIn(spec, path, whole);
  if (!specsOfKept.has(spec)) return { id: undefined, rows, measures };
  for (const { table: name, part, row } of factsOf(spec, whole, argv)) {
    const found = keptByName.get(name);
    // The row of a host, which has no key, is made from all lines.
    if (!found || (found.table.key.length > 0 && keys && keys[row.line - 1] === undefined)) continue;
    const { table, kept, volatile } = found;
    const values = row as Row;
    for (const column of volatile) {
      const number = values[column];
      if (typeof number === 'number')
        measures.push({ key: `${name}.${column}`, item: itemOf(table, values), number });
    }
    if (kept.every((column) => values[column] === undefined)) continue;
    const own: Record<string, Value> = {
      part,
      rank: table.parts[part]?.findIndex((source) => source.spec === spec),
    };
    for (const column of kept) own[column] = values[column];
    said.push(JSON.stringify([name, own]));
    own.line = row.line;
    const others = rows.get(name as TableName);
    if (others) others.push(own);
    else rows.set(name as TableName, [own]);
  }
  return { id: said.length === 0 ? undefined : idOf(spec, ...said.sort()), rows, measures };
}

/** The numbers in a content that change by themselves, and are kept for each day: its only one, or those in lines. */
function numbersIn(spec: string, path: string, whole: string): Measure[] {
  const numbers = noiseRule(spec)?.numbers;
  if (!numbers) return [];
  const named = numbers.test(path)
    ? [/^()(\d{1,20})\s*$/.exec(whole)]
    : [...whole.matchAll(/^(\S+) = (\d{1,20})$/gm)].filter(([, name = '']) => numbers.test(name));
  return named.flatMap((found) =>
    found ? [{ key: spec, item: found[1] || path, number: Number(found[2]) }] : [],
  );
}

/** Content without its volatile parts. */
export interface StableContent {
  /** The same for contents of a spec that differ only in volatile parts. */
  readonly id: string;
  /** One line for each line of the content. */
  readonly text: string;
  /** True if the text is `whole`. */
  readonly exact: boolean;
  /** The whole content, with zeros for the digits of masks that no other run has. */
  readonly whole: string;
  /** The part of each line that is compared; undefined for a volatile line. Without it, all or none of the content is compared. */
  readonly keys?: readonly (string | undefined)[];
}

/** Removes the volatile parts from the content of a spec with this path. Masks are volatile if their key was only for this run. */
export function stableContent(
  spec: string,
  path: string,
  content: Uint8Array,
  hasOwnKey = false,
): StableContent {
  const whole = hasOwnKey ? withoutMaskDigits(textOf(content)) : textOf(content);
  const rule = noiseRule(spec, path);
  if (!rule) return { id: idOf(spec, whole), text: whole, exact: true, whole };
  if (!rule.keys) return { id: idOf(spec, ''), text: '', exact: false, whole };
  const keys = rule.keys(whole.split('\n'));
  const counted = keys.filter((key) => key !== undefined);
  const compared = (rule.unordered ? counted.sort() : counted).join('\n');
  const text = keys.map((key) => key ?? '').join('\n');
  return { id: idOf(spec, compared), text, exact: false, whole, keys };
}

/** A hash of words, as an id of 128 bits. */
export function idOf(...words: readonly string[]): string {
  return hash('sha256', `${words.join('\0')}\0`).slice(0, 32);
}

/** Decodes bytes. NUL, and the bytes of a line that is not UTF-8, are escaped. */
function textOf(content: Uint8Array): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : escapedLines(bytes);
  return text.replaceAll('\0', '\\x00');
}

function escapedLines(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const own = Buffer.from(line, 'latin1');
      return isUtf8(own)
        ? own.toString('utf8')
        : line.replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
    })
    .join('\n');
}
