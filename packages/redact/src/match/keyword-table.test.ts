import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keywordTable, longestKeyword, perSlot, probesOf } from './keyword-table.js';

/** The keywords of a text, as `number@position`, and the positions at which the table had to look more closely. */
function search(keywords: readonly string[], text: string, length = text.length) {
  const table = keywordTable(keywords);
  const bytes = Buffer.from(text, 'latin1');
  const starts = new Set<string>();
  const probes: number[] = [];
  for (let at = table.next(bytes, 0, length); at < length; at = table.next(bytes, at + 2, length)) {
    probes.push(at);
    const range = table.candidates(bytes, at);
    const count = range % perSlot;
    for (let each = (range - count) / perSlot; each < (range - count) / perSlot + count; each++) {
      const start = table.startOf(each, bytes, at, length, -1);
      if (start >= 0) starts.add(`${table.numberOf(each)}@${start}`);
    }
  }
  return { starts: [...starts].sort(), probes };
}

const letters = fc.constantFrom(...'abAB:\n\x00 \xe9');
const keyword = fc.array(letters, { minLength: 3, maxLength: 8 }).map((all) => all.join(''));

test('keywords are found wherever they start, without case', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(keyword, { minLength: 1, maxLength: 6, selector: (each) => each.toLowerCase() }),
      fc.array(letters, { maxLength: 40 }),
      (keywords, all) => {
        // One byte before, and three after, which no keyword needs.
        const text = ` ${all.join('')}...`;
        const lower = text.toLowerCase();
        const wanted = keywords.flatMap((each, number) =>
          [...text].flatMap((_, at) => (lower.startsWith(each.toLowerCase(), at) ? [`${number}@${at}`] : [])),
        );
        expect(search(keywords, text).starts).toEqual(wanted.sort());
      },
    ),
    { numRuns: 500 },
  );
});

test('a keyword that goes on behind the end is not found', () => {
  for (const word of ['abc', 'abcd', 'abcdefgh'])
    for (const shift of ['', ' ']) {
      const text = `${shift} ${word}....`;
      const end = text.indexOf('.');
      expect(search([word], text, end).starts).toEqual([`0@${end - word.length}`]);
      expect(search([word], text, end - 1).starts).toEqual([]);
    }
});

test.each([
  ['of frequent letters', 'statezjq'],
  ['of spaces', '    zjq'],
  ['of digits', '=10-kjq'],
  ['of digits and a colon', '1:0:{{{{{'],
  ['with one rare letter', 'zeteteqxkj'],
])('text that shares only the start of a keyword is passed over: %s', (_, word) => {
  const start = word.slice(0, 4);
  expect(search([word], `  ${start.repeat(9)} ${start} ${start}.`).probes).toEqual([]);
  for (const text of [`  ${word}...`, `   ${word}...`])
    expect(search([word], text).probes.length).toBeGreaterThan(0);
});

test('a fourth byte that differs is passed over', () => {
  expect(search(['zjqx'], ' zjqa zjqa  zjqb ').probes).toEqual([]);
});

test('keywords that are too short or too long are refused', () => {
  for (const [word, is] of [
    ['ab', 2],
    ['x'.repeat(longestKeyword + 1), 65],
  ] as const)
    expect(() => keywordTable([word])).toThrow(`a keyword has ${is} bytes; allowed: 3 to 64`);
  const longest = 'x'.repeat(longestKeyword);
  expect(search([longest], ` ${longest}...`).starts).toEqual(['0@1']);
});

test('a keyword is looked for where a sample of text has other letters', () => {
  const keywords = ['qualityneeded'];
  const text = 'quality of the queue, quality of the quota';
  const looksWith = (sample?: string) => {
    const table = keywordTable(keywords, probesOf(keywords, sample));
    return table.next(Buffer.from(`${text}...`, 'latin1'), 0, text.length) < text.length;
  };
  expect(looksWith()).toBe(true);
  expect(looksWith(text)).toBe(false);
});
