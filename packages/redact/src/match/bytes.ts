/** The UTF-8 bytes of a text, each as one character of Latin-1. */
export const latin1Of = (text: string): string => Buffer.from(text).toString('latin1');

/** Lowers ASCII letters only: other bytes of a Latin-1 text may be parts of UTF-8 characters. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (each) => each.toLowerCase());

/** Escapes a Latin-1 text for use in a regular expression. */
export const escapedBytes = (text: string): string =>
  text.replace(/[^A-Za-z0-9]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** For each byte: 1 if the pattern matches it as Latin-1, else 0. */
export const byteClass = (pattern: RegExp): Uint8Array =>
  new Uint8Array(256).map((_, byte) => (pattern.test(String.fromCharCode(byte)) ? 1 : 0));
