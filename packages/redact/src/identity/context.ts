import type { IdentityKind } from './view.js';

/** A key that shows that the text after it is a value of a kind. */
export interface Context {
  readonly kind: IdentityKind;
  /** What each key begins with, in lower case: at least two characters. */
  readonly starts: readonly string[];
  /** From the start of the key to the value; without it, the value starts where the key does. Sticky. */
  readonly before?: RegExp;
  /** The value, of at most 64 bytes; with `behind`, what follows it, if that matters. Sticky. */
  readonly value?: RegExp;
  /** The line before the key, with the value as its first group, if the value stands there. It has the flag `d`. */
  readonly behind?: RegExp;
  /** Finds the single names in a value that is a list. */
  readonly each?: RegExp;
  /** Whether a text that looks like a value is one. */
  readonly isValue?: (value: string) => boolean;
  /** Maps a value that has several names. Default: a value is one name. */
  readonly mapValue?: (value: string, map: (name: string) => string) => string;
}
