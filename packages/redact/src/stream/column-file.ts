import type { ContentRedactor } from '@hostspec/spec';
import { type Span, withoutHalfLetters } from '../match/bytes.js';
import { lowerPattern } from '../match/lower-pattern.js';
import { overlapsMask } from '../match/mask-form.js';
import { oncePer } from '../match/once.js';
import { wordFinder } from '../match/word-finder.js';
import type { SecretColumns } from '../rules/column-row.js';
import { mixedCase } from '../rules/fragments.js';
import { countingMask, type OnSecret, type Shared } from './content.js';
import { inQuotes } from './emitter.js';
import { createLineStage, longestRead } from './line-stage.js';
import { createSecretTable, type SecretTable } from './secret-table.js';

/** The text that expressions are matched against, and the same in lower case. */
function formsOf(text: string): [plain: string, lower: string] {
  const plain = withoutHalfLetters(text);
  return [plain, plain.toLowerCase()];
}

/** The first line of a private key. */
const keyBlockStart = /^\s*-----BEGIN /;

/** An expression that finds all its matches, in text in lower case if it ignores case. Made once, because each line needs it. */
const globalOf = oncePer((expression: RegExp) => new RegExp(lowerPattern(expression), 'dg'));

/** Whether a part of a text is a secret that a row allows to be masked. */
function isSecret({ allowed }: SecretColumns, text: string, [start, end]: Span): boolean {
  const value = text.slice(start, end);
  return (!allowed?.test(value) || mixedCase.test(value)) && !overlapsMask(text, start, end);
}

/** Masks parts of a text, the last one first, so that the positions of the others stay right. */
function withMasks(text: string, spans: readonly Span[], masked: (secret: string) => string): string {
  let result = text;
  for (const [from, to] of [...spans].reverse())
    result = result.slice(0, from) + inQuotes(result, from, to, masked) + result.slice(to);
  return result;
}

/** What a row finds in a line, which is also given in lower case. */
function spansOf(expression: RegExp, content: string, lower: string): Span[] {
  const line = globalOf(expression);
  const text = expression.ignoreCase ? lower : content;
  const found: Span[] = [];
  // `matchAll` copies the expression, which takes longer than most lines.
  line.lastIndex = 0;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    for (const span of (match.indices ?? []).slice(1) as readonly (Span | undefined)[])
      if (span !== undefined) found.push(span);
    if (match[0] === '') line.lastIndex++;
  }
  return found;
}

/** An expression for any line of a text. It is also used for single lines, because to compile it takes long. */
const inLines = oncePer((line: RegExp) => new RegExp(line, line.ignoreCase ? 'im' : 'm'));

/** Whether a text is the name of a column with secrets. */
function isColumn(expression: RegExp, text: string): boolean {
  const names = globalOf(expression);
  names.lastIndex = 0;
  return names.exec(`${expression.ignoreCase ? text.toLowerCase() : text} `)?.index === 0;
}

/** The expression for the line that gives a row its place; undefined if its secrets can be anywhere. */
const placeOf = ({ after, within }: SecretColumns): RegExp | undefined => after ?? within;

/** What is prepared once for all contents with the same rows, which are known by their numbers. */
const preparedOf = oncePer((rows: readonly SecretColumns[]) => {
  const numbersOf = (isWanted: (row: SecretColumns) => boolean): readonly number[] =>
    [...rows.keys()].filter((number) => isWanted(rows[number] as SecretColumns));
  return {
    /** Finds the words of rows, and those of their places. The numbers of the places come after those of the rows. */
    find: wordFinder([...rows.map(({ words }) => words), ...rows.map(({ placeWords }) => placeWords)]),
    /** Any line may match. */
    wordless: new Set(numbersOf(({ words }) => words === undefined)),
    placed: numbersOf((row) => placeOf(row) !== undefined),
    tables: numbersOf(({ table }) => table === true),
  };
});

/** The last character of a line that begins a block. */
const blockStart = /[{[(:]/;

/** The place of a line: after two others, unmasked, and in a section of an INI file or a block of lines that are further to the right. */
function createPlace() {
  let before: readonly string[] = [];
  let section = '';
  let block = '';
  let indent = 0;

  return {
    isFor: ({ after, within }: SecretColumns): boolean =>
      (after === undefined || before.some((line) => inLines(after).test(line))) &&
      (within === undefined || [section, block].some((line) => line !== '' && inLines(within).test(line))),
    /** Leaves the block if the next line is not part of it. In YAML, the elements of a list may stand below the first letter of its name. */
    enter(line: string): void {
      const start = block === '' ? -1 : line.search(/\S/);
      if (start !== -1 && (start < indent || (start === indent && line[start] !== '-'))) block = '';
    },
    pass(line: string): void {
      before = [before.at(-1) ?? '', line];
      if (line.startsWith('[')) section = line;
      if (blockStart.test(line.trimEnd().at(-1) ?? '')) [block, indent] = [line, line.search(/\S/)];
    },
    /** Passes text that has no place for a row. */
    leave(): void {
      before = [];
      section = '';
      block = '';
    },
  };
}

/** The rows that a text needs, and where. */
interface Wanted {
  readonly rows: readonly number[];
  /** Whether the place of its lines must be known. */
  readonly hasPlace: boolean;
  /** Whether lines without words must be read, too: for the place of others, or because a row may match in them. */
  readonly inEachLine: boolean;
  /** The rows with words in a line, by the start of the line. */
  readonly lines: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Creates a choice of rows for one text after the other. `tables` has the state of each row of tables. */
function createChoice(
  rows: readonly SecretColumns[],
  place: ReturnType<typeof createPlace>,
  tables: ReadonlyMap<number, SecretTable>,
): (text: string) => Wanted {
  const { find, wordless, placed } = preparedOf(rows);
  return (text) => {
    const { lines, lists } = find(text.toLowerCase());
    const near = placed.filter((number) => {
      const row = rows[number] as SecretColumns;
      if (place.isFor(row)) return true;
      const canBegin = row.placeWords === undefined || lists.has(rows.length + number);
      return canBegin && inLines(placeOf(row) as RegExp).test(text);
    });
    if (near.length === 0) place.leave();
    const inTables: number[] = [];
    for (const [row, table] of tables)
      if (table.isOpen() || lists.has(row) || wordless.has(row)) inTables.push(row);
      else table.pass(text);
    const wanted = [...new Set([...wordless, ...lists, ...inTables])]
      .filter((row) => row < rows.length && (!placed.includes(row) || near.includes(row)))
      .sort((a, b) => a - b);
    return {
      rows: wanted,
      hasPlace: near.length > 0,
      inEachLine: near.length > 0 || inTables.length > 0 || wanted.some((row) => wordless.has(row)),
      lines,
    };
  };
}

/** Masks the secret columns in each line, then passes the lines to `inner`, which applies the rules. */
export function createColumnFile(
  shared: Shared,
  rows: readonly SecretColumns[],
  inner: ContentRedactor,
  onSecret?: OnSecret,
): ContentRedactor {
  let isFolded = false;
  const place = createPlace();
  const { wordless, tables: tableRows } = preparedOf(rows);
  const tables = new Map(tableRows.map((row) => [row, createSecretTable()]));
  const wantedIn = createChoice(rows, place, tables);
  let line = 1;
  const { mask, masked } = countingMask('secret-column', shared, onSecret);
  const counted = (secret: string): string => mask(secret, line);

  const maskedLine = (content: string, wanted: readonly number[], words?: ReadonlySet<number>): string => {
    if (isFolded && /^ \S/.test(content)) return ` ${counted(content.slice(1))}`;
    isFolded = false;
    // The rules mask what follows it, line by line.
    if (keyBlockStart.test(content)) return content;
    let text = content;
    let [plain, lower] = formsOf(text);
    for (const number of wanted) {
      const row = rows[number] as SecretColumns;
      // Takes much less time than most expressions, and most lines have no word.
      const hasWord = wordless.has(number) || words?.has(number) === true;
      const table = tables.get(number);
      if (table === undefined && !(hasWord && place.isFor(row))) continue;
      const found =
        table?.spans(plain, (name) => isColumn(row.line, name), hasWord) ?? spansOf(row.line, plain, lower);
      const spans = found.filter((span) => isSecret(row, text, span));
      if (spans.length === 0) continue;
      isFolded ||= row.folded === true && spans.at(-1)?.[1] === text.length;
      text = withMasks(text, spans, counted);
      [plain, lower] = formsOf(text);
    }
    return text;
  };

  const changedLine = (content: string, wanted: Wanted, start: number): string => {
    if (content.length > longestRead) return content;
    if (content.endsWith('\r')) return `${changedLine(content.slice(0, -1), wanted, start)}\r`;
    if (wanted.hasPlace) place.enter(content);
    const result = maskedLine(content, wanted.rows, wanted.lines.get(start));
    if (wanted.hasPlace) place.pass(content);
    return result;
  };

  const maskedText = (text: string): string => {
    const wanted = wantedIn(text);
    const starts =
      wanted.inEachLine || wanted.rows.length === 0 ? [] : [...wanted.lines.keys()].sort((a, b) => a - b);
    let out = '';
    let copied = 0;
    for (let at = 0, next = 0; at < text.length; ) {
      if (!wanted.inEachLine && !isFolded) {
        while ((starts[next] ?? text.length) < at) next++;
        const start = starts[next] ?? text.length;
        if (onSecret) line += text.slice(at, start).split('\n').length - 1;
        if (start === text.length) break;
        at = start;
      }
      const lineEnd = text.indexOf('\n', at);
      const end = lineEnd === -1 ? text.length : lineEnd;
      const content = text.slice(at, end);
      const result = changedLine(content, wanted, at);
      if (result !== content) {
        out += text.slice(copied, at) + result;
        copied = end;
      }
      if (lineEnd !== -1) line++;
      at = end + 1;
    }
    return copied === 0 ? text : out + text.slice(copied);
  };

  const lines = createLineStage(maskedText, () => line++);
  return {
    push: (piece) => inner.push(lines.push(piece)),
    end() {
      const rest = Buffer.from(inner.push(lines.end()));
      return Buffer.concat([rest, inner.end()]);
    },
    masked: () => ({ ...masked(), ...inner.masked() }),
  };
}
