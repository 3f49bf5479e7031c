import type { IdentityKind } from './view.js';

/** A key, such as `Serial Number:`, and where the value is that it announces. */
export interface Context {
  readonly kind: IdentityKind;
  /** The first characters of each spelling of the key, in lower case: at least two. */
  readonly starts: readonly string[];
  /** Matches from the start of the key to the value. Without it, the value starts where the key does. Sticky. */
  readonly before?: RegExp;
  /** Matches the value, of at most 64 bytes. With `behind`, matches the text after the key instead. Sticky. */
  readonly value?: RegExp;
  /** For a value before its key: matches the line up to the key, with the value as the first group. Needs the flag `d`. */
  readonly behind?: RegExp;
  /** Matches each name in a value that is a list. */
  readonly each?: RegExp;
  /** Rejects texts that only look like a value. */
  readonly isValue?: (value: string) => boolean;
  /** Maps a value that has several names. Default: a value is one name. */
  readonly mapValue?: (value: string, map: (name: string) => string) => string;
}
