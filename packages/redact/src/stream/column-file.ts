import type { ContentRedactor } from '@hostspec/spec';
import { type Span, withoutHalfLetters } from '../match/bytes.js';
import { lowerPattern } from '../match/lower-pattern.js';
import { overlapsMask } from '../match/mask-form.js';
import { oncePer } from '../match/once.js';
import type { SecretColumns } from '../rules/column-row.js';
import { mixedCase } from '../rules/fragments.js';
import { countingMask, type OnSecret, type Shared } from './content.js';
import { inQuotes } from './emitter.js';
import { createLineStage, longestRead } from './line-stage.js';
import { createSecretTable } from './secret-table.js';

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

/** An expression for any of these words. */
const anyOf = oncePer(
  (words: readonly string[]) => new RegExp(words.map((word) => word.replace(/[^\w\s]/g, '\\$&')).join('|')),
);

/** True if text in lower case contains one of the words without which a row cannot match. */
function hasWord({ words }: SecretColumns, lower: string): boolean {
  return words === undefined || anyOf(words).test(lower);
}

/** In texts of at most this many characters, each word is searched for once: many rows share words, and no expression needs to be compiled. */
const fewCharacters = 8192;

/** The expression for the line that gives a row its place; undefined if its secrets can be anywhere. */
const placeOf = ({ after, within }: SecretColumns): RegExp | undefined => after ?? within;

/** An expression for any line of a text. */
const inLines = oncePer((line: RegExp) => new RegExp(line, line.ignoreCase ? 'im' : 'm'));

/** Creates a test for words in a text. */
function wordsIn(text: string): (words: readonly string[] | undefined) => boolean {
  const lower = text.toLowerCase();
  const known = new Map<string, boolean>();
  const isIn = (word: string): boolean => {
    const isKnown = known.get(word) ?? lower.includes(word);
    known.set(word, isKnown);
    return isKnown;
  };
  return (words) =>
    words === undefined || (text.length <= fewCharacters ? words.some(isIn) : anyOf(words).test(lower));
}

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
      (after === undefined || before.some((line) => after.test(line))) &&
      (within === undefined || within.test(section) || within.test(block)),
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

/** Masks the secret columns in each line, then passes the lines to `inner`, which applies the rules. */
export function createColumnFile(
  shared: Shared,
  rows: readonly SecretColumns[],
  inner: ContentRedactor,
  onSecret?: OnSecret,
): ContentRedactor {
  let isFolded = false;
  const place = createPlace();
  const placed = rows.filter(placeOf);
  const table = createSecretTable();
  let line = 1;
  const { mask, masked } = countingMask('secret-column', shared, onSecret);
  const counted = (secret: string): string => mask(secret, line);

  const maskedLine = (content: string, wanted: readonly SecretColumns[]): string => {
    if (isFolded && /^ \S/.test(content)) return ` ${counted(content.slice(1))}`;
    isFolded = false;
    // The rules mask what follows it, line by line.
    if (keyBlockStart.test(content)) return content;
    let text = content;
    let [plain, lower] = formsOf(text);
    for (const row of wanted) {
      // Takes much less time than most expressions, and most lines have no word.
      const has = () => hasWord(row, lower);
      if (!row.table && (!has() || !place.isFor(row))) continue;
      const found = row.table ? table.spans(plain, row.line, has) : spansOf(row.line, plain, lower);
      const spans = found.filter((span) => isSecret(row, text, span));
      if (spans.length === 0) continue;
      isFolded ||= row.folded === true && spans.at(-1)?.[1] === text.length;
      for (const [from, to] of spans.reverse())
        text = text.slice(0, from) + inQuotes(text, from, to, counted) + text.slice(to);
      [plain, lower] = formsOf(text);
    }
    return text;
  };

  const maskedText = (text: string): string => {
    const has = wordsIn(text);
    const near = placed.filter(
      (row) => place.isFor(row) || (has(row.placeWords) && inLines(placeOf(row) as RegExp).test(text)),
    );
    const wanted = rows.filter(
      (row) => (row.table || has(row.words)) && (placeOf(row) === undefined || near.includes(row)),
    );
    if (near.length === 0) place.leave();
    if (wanted.length === 0 && !isFolded && near.length === 0) {
      if (onSecret) line += text.split('\n').length - 1;
      return text;
    }
    const changedLine = (content: string): string => {
      if (content.length > longestRead) return content;
      if (content.endsWith('\r')) return `${changedLine(content.slice(0, -1))}\r`;
      if (near.length === 0) return maskedLine(content, wanted);
      place.enter(content);
      const result = maskedLine(content, wanted);
      place.pass(content);
      return result;
    };
    let out = '';
    let copied = 0;
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const end = found === -1 ? text.length : found;
      const content = text.slice(at, end);
      const result = changedLine(content);
      if (result !== content) {
        out += text.slice(copied, at) + result;
        copied = end;
      }
      if (found !== -1) line++;
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
