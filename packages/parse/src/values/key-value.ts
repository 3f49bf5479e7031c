/** A named value of a content. A type, not an interface, so that it can be a row of any columns. */
export type KeyValue = {
  /** The section, object, row of a table or directory that the key is in; undefined at the top. */
  readonly section?: string | undefined;
  readonly key: string;
  /** At most 2000 characters of it. */
  readonly value: string;
  /** The value as a number, if it is one. */
  readonly number?: number | undefined;
  /** Number of its line, from 1. */
  readonly line: number;
};

/** A content has at most this many values. */
export const mostValues = 50_000;

const longestName = 500;
const longestValue = 2000;

/** Creates a row, with texts cut to their longest. */
export function keyValue(section: string | undefined, key: string, value: string, line: number): KeyValue {
  const number = /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
  return {
    ...(section !== undefined && { section: section.slice(0, longestName) }),
    key: key.slice(0, longestName),
    value: value.slice(0, longestValue),
    ...(number !== undefined && { number }),
    line,
  };
}
