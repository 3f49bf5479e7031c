import { expect, test } from 'vitest';
import { fromFileSystem, toFileSystem } from './path-bytes.js';

test.each([
  ['plain', 'plain'],
  ['c3a4', 'ä', true],
  ['f09f9880', '😀', true],
  // The character that stands for lost bytes may be in a name itself.
  ['efbfbd', '\ufffd', true],
  ['efbfbdff', '\ufffd\udcff', true],
  ['80', '\udc80', true],
  ['61ff62', 'a\udcffb', true],
  // Sequences that end too early.
  ['e4', '\udce4', true],
  ['61c3', 'a\udcc3', true],
  ['e282', '\udce2\udc82', true],
  ['e28261', '\udce2\udc82a', true],
  ['f09f98', '\udcf0\udc9f\udc98', true],
  // Longer than necessary, and half of a pair.
  ['c080', '\udcc0\udc80', true],
  ['eda080', '\udced\udca0\udc80', true],
  ['ffe282ac', '\udcff€', true],
  ['fff09f9880c3a4', '\udcff😀ä', true],
])('the name %s is %j', (bytes, name, isHex = false) => {
  const buffer = Buffer.from(bytes, isHex ? 'hex' : 'utf8');
  expect(fromFileSystem(buffer)).toBe(name);
  expect(Buffer.from(toFileSystem(name)).equals(buffer)).toBe(true);
});

test('a path without such bytes stays a text', () => {
  expect(toFileSystem('/etc/ä')).toBe('/etc/ä');
  expect(toFileSystem('/etc/\udce4')).toEqual(Buffer.from('2f6574632fe4', 'hex'));
});
