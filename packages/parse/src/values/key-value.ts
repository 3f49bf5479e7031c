/** One value of a content that names its values. No interface, so that it fits a row of any columns. */
export type KeyValue = {
  /** The section, object, row of a table or directory that the key is in; undefined at the top. */
  readonly section?: string | undefined;
  readonly key: string;
  /** At most 2000 characters of it. */
  readonly value: string;
  /** The value, if it is one number. */
  readonly number?: number | undefined;
  /** The line of the content that the value is in, from 1. */
  readonly line: number;
};

/** A content has at most this many values. */
export const mostValues = 50_000;

const longestName = 500;
const longestValue = 2000;

/** A row with its texts cut to their longest. */
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
