import { expect, test } from 'vitest';
import { visible, visibleParts } from './dom.js';

test.each([
  ['plain\ttext\n', 'plain\ttext\n'],
  ['\u202eevil', '\\u{202e}evil'],
  ['\u200b\u2066x\u2069', '\\u{200b}\\u{2066}x\\u{2069}'],
  ['\x1b[31m\x9b\x7f', '\\x1b[31m\\x9b\\x7f'],
  ['a\ud800b', 'a\\u{d800}b'],
  ['\u{e0041}', '\\u{e0041}'],
  ['é 漢 😀', 'é 漢 😀'],
])('%j is shown as %j', (text, shown) => expect(visible(text)).toBe(shown));

test('escapes are separate parts', () => {
  expect(visibleParts('a\u202eb')).toEqual([
    { text: 'a', escaped: false },
    { text: '\\u{202e}', escaped: true },
    { text: 'b', escaped: false },
  ]);
});
