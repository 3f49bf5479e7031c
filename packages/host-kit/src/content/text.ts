import type { MaskedCounts } from '@hostspec/spec';

/** The text that every mask of a secret starts with. */
export const maskStart = '__secret_';

/** Most characters that the id of a rule has in a mask. */
export const longestMaskId = 40;

/** The form of a mask as a regular expression. Its group is the id of the rule, with underscores. */
export const maskForm = `${maskStart}([a-z0-9_]{1,${longestMaskId}}?)_[0-9a-f]{8}__`;

/** Finds every mask in a text. */
export const everyMask = new RegExp(maskForm, 'g');

/** The first of some texts, and then how many more there are. */
export function atMost(texts: readonly string[], most: number): readonly string[] {
  return texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : texts;
}

/** The first of some words in one line, and how many more there are: `a, b and 3 more`. */
export function someOf(words: readonly string[], most: number): string {
  const rest = words.length - most;
  return rest > 0 ? `${words.slice(0, most).join(', ')} and ${rest} more` : words.join(', ');
}

/** The units of bytes, each 1024 times the one before. */
export const byteUnits: readonly string[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A number of bytes as people read it: `512 B`, `3.5 MiB`. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${byteUnits[unit]}`;
}

/** A count with its noun: `1 file`, `3 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Rows as CSV, as in RFC 4180, but with the line ends of Unix. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A part of a sentence: plain text, or a command without the backquotes around it. */
export interface SentencePart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** The parts of a sentence that has commands between backquotes, in order. */
export function sentenceParts(sentence: string): SentencePart[] {
  return sentence.split('`').map((text, at) => ({ text, isCommand: at % 2 === 1 }));
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Shows a stranger's text in a message: on one line, at most `limit` characters, with control and format characters escaped. */
export function shown(text: string, limit: number): string {
  return shortened(text, limit).replace(
    hidden,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** At most `limit` characters of a text; the last one is `…` if some are missing. */
export function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** A value as JSON, cut to about `limit` characters. A text that is cut ends with `…` before its closing quote. */
export function jsonShown(value: unknown, limit: number): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value, limit));
  return shortened(JSON.stringify(value) ?? 'missing', limit);
}

/** Why a regular expression cannot be used, from the error that RE2 throws. */
export function expressionProblem(error: unknown): string {
  const { error: what, input } = error as { readonly error: string; readonly input: string };
  // Of the other mistakes, RE2 speaks in its own terms.
  const isPlain = /^(missing closing|unexpected|trailing)/.test(what);
  return `cannot be used: ${isPlain ? what : `${shown(input, 100)} is not possible`}; allowed: RE2, without look-ahead, look-behind, back-references and counts above 1000`;
}

/** Gives all masks of a rule the same digits, to compare text that was masked with different keys. */
export const withoutMaskDigits = (text: string): string =>
  text.replace(everyMask, `${maskStart}$1_00000000__`);

/** Adds counts to a sum, which it changes and returns. */
export function addMasked(sum: Record<string, number>, counts: MaskedCounts): Record<string, number> {
  // A manifest of a stranger may name a rule like a property that every object has.
  for (const [rule, count] of Object.entries(counts))
    sum[rule] = (Object.hasOwn(sum, rule) ? (sum[rule] as number) : 0) + count;
  return sum;
}
