import { longestName } from './name-token.js';
import type { Found, Place, View } from './view.js';

/** What the key of a serial number begins with. */
export const serialKey = 'serial';

// "Serial: 8250/16550 driver" is not a serial number: without the word "number", only quotes may follow the colon.
const keys = [
  /serial[ _-]?(?:number|num|no\.?|short)["']?[ \t]{0,40}[:=][ \t]{0,40}["']?/iy,
  /serial["']?[ \t]{0,8}(?:=[ \t]{0,8}["']?|:[ \t]{0,8}["'])/iy,
];
const value = /[a-z0-9](?:[^\s"',;<>]|(?<![ \t]) (?=[^\s"',;<>]))*/iy;
const word = /[a-z0-9][^\s"',;<>]*/iy;

/** Finds the serial number after the key that starts at a place. A number has a digit, and from 3 to 64 bytes. */
export function serialAfter(
  { text }: View,
  { at }: Place,
  map: (serial: string) => string,
): Found | undefined {
  const all = text();
  for (const key of keys) {
    key.lastIndex = at;
    const found = key.exec(all)?.[0];
    if (found === undefined) continue;
    const start = at + found.length;
    // Behind an equals sign there can be more values in the line.
    const pattern = found.includes('=') && !/["']$/.test(found) ? word : value;
    pattern.lastIndex = start;
    const serial = pattern.exec(all.slice(0, start + longestName + 1))?.[0] ?? '';
    if (serial.length < 3 || serial.length > longestName || !/[1-9]/.test(serial)) return undefined;
    return { start, end: start + serial.length, text: map(serial), kind: 'serial' };
  }
  return undefined;
}
