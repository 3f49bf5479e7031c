/** Returns a key for each line. Lines with the same key are equal; lines with `undefined` are left out. */
type KeysOf = (lines: readonly string[]) => readonly (string | undefined)[];

/** Describes which part of a content changes although nobody changes the host. */
export interface NoiseRule {
  /** The changing part in a few words, for `--json`. */
  readonly why: string;
  /** Selects the lines that count. Without it, all of the content is noise. */
  readonly keys?: KeysOf;
  /** The lines that count are kept as they are. */
  readonly wholeLines?: true;
  /** Names of numbers that are noise and of interest: paths of files with one number each, or what stands before ` = ` in a line. */
  readonly numbers?: RegExp;
  /** The order of the lines has no meaning. */
  readonly unordered?: true;
  /** Readers see the keys of lines that differ: a key begins with the name of what its line is about, and `: `. */
  readonly showsKeys?: true;
  /** Splits a key into parts that are compared each on its own, as the names in a list. */
  readonly split?: (key: string) => readonly string[];
}

/** All of the content changes by itself. */
export function whole(why: string): NoiseRule {
  return { why };
}

/** Lines that match change by themselves. */
export function lines(why: string, pattern: RegExp): NoiseRule {
  return { why, wholeLines: true, keys: (all) => all.map((line) => (pattern.test(line) ? undefined : line)) };
}

/** Parts of lines that match change by themselves, except for a group at their start. So does the width of columns. */
export function parts(why: string, ...patterns: readonly RegExp[]): NoiseRule {
  const withoutPart = (_: string, kept: unknown): string => (typeof kept === 'string' ? `${kept}#` : '#');
  const keyOf = (line: string): string =>
    collapsed(patterns.reduce((text, pattern) => text.replace(pattern, withoutPart), line));
  return { why, keys: (all) => all.map(keyOf) };
}

/** Ages of images and containers, such as `About a minute ago`. */
export const ages = parts(
  'ages',
  /\b(?:about )?(?:an?|\d+) (?:second|minute|hour|day|week|month|year)s?\b/gi,
);

/** Only these columns of a table count; a negative number counts from the end. */
export function columns(why: string, ...wanted: readonly number[]): NoiseRule {
  const keyOf = (line: string): string => {
    const words = collapsed(line).trim().split(' ');
    return wanted.map((column) => words.at(column) ?? '').join(' ');
  };
  return { why, keys: (all) => all.map(keyOf) };
}

/** The rule for lines whose order has no meaning. */
export function unordered(rule: NoiseRule): NoiseRule {
  return { ...rule, unordered: true };
}

/** Reduces the space between columns to one, because their width depends on the content. */
export function collapsed(line: string): string {
  return line.replace(/[ \t]{2,}|\t/g, ' ');
}
