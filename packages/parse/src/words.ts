import { linesOf, type Text } from './table.js';

/** The words of a line. Linear in its length. */
export function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== '');
}

/** The value of each `key: value` line, by key; the first one for each key counts. */
export function valuesOf(text: Text): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of linesOf(text)) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const key = line.slice(0, at).trim();
    if (!values.has(key)) values.set(key, line.slice(at + 1).trim());
  }
  return values;
}

/** A whole number from 0, as text has it; undefined for anything else. */
export function countOf(word: string | undefined): number | undefined {
  return word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : undefined;
}

/** A percentage with one decimal; undefined if there is no whole. */
export function percentOf(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.round((part / whole) * 1000) / 10 : undefined;
}

/** Decodes the octal escapes (`\040`) with which the kernel and fstab write blanks in a field; bytes are UTF-8. */
export function decodeOctal(field: string): string {
  return field.replace(/(?:\\[0-3][0-7]{2})+/g, (escapes) => {
    const bytes = escapes.slice(1).split('\\');
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 8)));
  });
}

/** The IPv6 address of 32 hexadecimal digits, in its shortest form. */
export function ipv6Of(digits: string): string {
  const groups = (digits.match(/.{4}/g) ?? []).map((group) => Number.parseInt(group, 16).toString(16));
  return groups.join(':').replace(/(?:^|:)0(?::0)+(?:$|:)/, '::');
}
