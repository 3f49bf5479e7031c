/** A part of a text, from its start to before its end. */
export type Span = readonly [start: number, end: number];

/** The same memory as a `Buffer`. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The UTF-8 bytes of a text, each as one character of Latin-1. */
export const latin1Of = (text: string): string => Buffer.from(text).toString('latin1');

/** Replaces each byte A0 of a UTF-8 letter, such as `à`, in Latin-1 text. There it is a no-break space, which `\s` would match. */
export const withoutHalfLetters = (text: string): string =>
  text.includes('\xa0') ? text.replace(/(?<!\xc2)\xa0/g, '\x9f') : text;

/** Lowers ASCII letters only: other bytes of a Latin-1 text may be parts of UTF-8 characters. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (each) => each.toLowerCase());

/** The small form of an ASCII capital; any other byte as it is. */
export const smallOf = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** Writes hexadecimal digits in capitals if `like` has some. */
export const casedLike = (digits: string, like: string): string =>
  /[A-F]/.test(like) ? digits.toUpperCase() : digits;

/** Escapes a Latin-1 text for use in a regular expression. */
export const escapedBytes = (text: string): string =>
  text.replace(/[^A-Za-z0-9]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** For each byte: 1 if the pattern matches it as Latin-1, else 0. */
export const byteClass = (pattern: RegExp): Uint8Array =>
  new Uint8Array(256).map((_, byte) => (pattern.test(String.fromCharCode(byte)) ? 1 : 0));
