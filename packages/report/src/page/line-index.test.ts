import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeOf } from '../testing/line-store.js';
import { lineIndex } from './line-index.js';
import { type Marks, markMaker, marksOf, numbersOf, rowBytes } from './line-marks.js';

async function rowsOf(text: string, blockBytes = 7): Promise<{ rows: string[]; lines: number }> {
  const { store, bytes } = storeOf(text, blockBytes);
  const index = lineIndex(store, { offset: 0, bytes });
  const size = await index.size();
  const rows = await index.rows(0, size.rows);
  expect(rows).toHaveLength(size.rows);
  return { rows: rows.map((row) => `${row.line}${row.continued ? '+' : ''} ${row.text}`), lines: size.lines };
}

test('rows are the lines of a text', async () => {
  expect(await rowsOf('one\ntwo\r\n\nlast')).toEqual({
    rows: ['1 one', '2 two\\r', '3 ', '4 last'],
    lines: 4,
  });
  expect(await rowsOf('one\n')).toEqual({ rows: ['1 one'], lines: 1 });
  expect(await rowsOf('')).toEqual({ rows: [], lines: 0 });
});

test('a range is only its own part of the content', async () => {
  const { store } = storeOf('before\nmine\nours\nafter');
  const index = lineIndex(store, { offset: 7, bytes: 9 });
  expect((await index.rows(0, 9)).map(({ text }) => text)).toEqual(['mine', 'ours']);
});

test('a long line has several rows, and no character is divided', async () => {
  const line = `${'x'.repeat(rowBytes - 1)}é${'y'.repeat(rowBytes)}`;
  const { rows } = await rowsOf(`a\n${line}\nb\n`, 1000);
  expect(rows[0]).toBe('1 a');
  expect(rows[1]?.endsWith('xé')).toBe(true);
  expect(rows[2]?.startsWith('2+ yy')).toBe(true);
  expect(
    rows
      .slice(1, -1)
      .map((row) => row.replace(/^\S+ /, ''))
      .join(''),
  ).toBe(line);
  expect(rows.at(-1)).toBe('3 b');
});

test('a very long line is read only at the rows that are asked for', async () => {
  const long = 'z'.repeat(rowBytes * 500);
  const { store, bytes } = storeOf(`first\n${long}\nlast\n`, 10_000);
  const index = lineIndex(store, { offset: 0, bytes });
  expect(await index.size()).toEqual({ rows: 502, lines: 3 });
  let read = 0;
  const { read: readAll } = store;
  store.read = async (range) => {
    read += range.bytes;
    return await readAll(range);
  };
  const rows = await index.rows(250, 3);
  expect(rows.map(({ line, continued, text }) => [line, continued, text.length])).toEqual(
    Array.from({ length: 3 }, () => [2, true, rowBytes]),
  );
  expect(read).toBeLessThan(rowBytes * 10);
  expect((await index.rows(500, 10)).map(({ line, text }) => [line, text.slice(0, 4)])).toEqual([
    [2, 'zzzz'],
    [3, 'last'],
  ]);
});

test('finds the row of a line, whatever is around it', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) =>
    at % 900 === 7 ? 'w'.repeat(rowBytes * 40) : `line ${at + 1}`,
  );
  const { store, bytes } = storeOf(`${lines.join('\n')}\n`, 65_536);
  const index = lineIndex(store, { offset: 0, bytes });
  for (const line of [1, 2, 8, 9, 907, 908, 909, 1000, 2500, 5000]) {
    const [row] = await index.rows(await index.rowOfLine(line), 1);
    expect(row).toMatchObject({ line, continued: false });
  }
});

/** The marks of a text, as a report has them. */
function storedMarks(text: string): Marks | undefined {
  const made = markMaker();
  made.add(Buffer.from(text));
  const end = made.end();
  return marksOf(numbersOf({ marks: made.marks, end }));
}

test('with the marks of a report, a jump reads only what is around the line', async () => {
  const text = Array.from({ length: 200_000 }, (_, at) => `line ${at + 1} of a log\n`).join('');
  const { store, bytes } = storeOf(text, 65_536);
  let read = 0;
  const { parts } = store;
  store.parts = async function* (range) {
    for await (const part of parts(range)) {
      read += part.length;
      yield part;
    }
  };
  const { read: readAll } = store;
  store.read = async (range) => {
    read += range.bytes;
    return await readAll(range);
  };
  const jump = async (marks: Marks | undefined) => {
    read = 0;
    const index = lineIndex(store, { offset: 0, bytes }, Promise.resolve(marks));
    // The marks come before the page asks.
    await undefined;
    const size = await index.size();
    const row = await index.rowOfLine(150_000);
    return { size, rows: await index.rows(row, 2) };
  };
  const scanned = await jump(undefined);
  expect(read).toBeGreaterThan(bytes);
  expect(scanned).toMatchObject({ size: { lines: 200_000 }, rows: [{ line: 150_000 }, { line: 150_001 }] });
  expect(await jump(storedMarks(text))).toEqual(scanned);
  expect(read).toBeLessThan(bytes / 10);
  // Those of other content are not used.
  expect(await jump(storedMarks(`${text}more`))).toEqual(scanned);
});

test('marks that come while the content is scanned end the scan', async () => {
  const text = 'one line\n'.repeat(100_000);
  const { store, bytes } = storeOf(text, 4096);
  const { parts } = store;
  let scanned = 0;
  let give = (_marks: Marks | undefined): void => {};
  const index = lineIndex(store, { offset: 0, bytes }, new Promise((resolve) => (give = resolve)));
  store.parts = async function* (range) {
    for await (const part of parts(range)) {
      if (++scanned === 3) give(storedMarks(text));
      yield part;
    }
  };
  // Both wait at once.
  expect(await Promise.all([index.size(), index.rowOfLine(90_000)])).toEqual([
    { rows: 100_000, lines: 100_000 },
    89_999,
  ]);
  expect(scanned).toBeLessThan(10);
});

test('the marks of nothing but line ends are few', () => {
  const bytes = 1_000_000;
  expect(storedMarks('\n'.repeat(bytes))?.marks.length).toBeLessThan(bytes / 30_000);
});

test('any text in any blocks: rows put together are its lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' })),
      fc.integer({ min: 1, max: 50 }),
      async (parts, size) => {
        const lines = parts.map((part) => part.replace(/[\r\n\p{Cs}]/gu, ''));
        const { rows } = await rowsOf(lines.map((line) => `${line}\n`).join(''), size);
        expect(rows).toEqual(lines.map((line, at) => `${at + 1} ${line}`));
      },
    ),
  );
});
