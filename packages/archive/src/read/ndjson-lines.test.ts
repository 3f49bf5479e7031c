import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesWithoutContent } from './ndjson-lines.js';

/** Reads a text in chunks of so many bytes; the lines, with what went to the content in its place. */
async function read(text: string, sizes: readonly number[], most = 1e6) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }
  const contents: Buffer[][] = [];
  const content = {
    begin: () => void contents.push([]),
    write: async (piece: Buffer) => void contents.at(-1)?.push(piece),
    end: () => String(contents.length - 1),
  };
  const lines: string[] = [];
  for await (const line of linesWithoutContent(chunks(), content, most, () => new Error('too long')))
    lines.push(line);
  return { lines, contents: contents.map((pieces) => Buffer.concat(pieces)) };
}

const itemLine = (...items: object[]) => `${JSON.stringify({ type: 'file', name: 'a "text":', items })}\n`;

describe('lines with content', () => {
  test('are read as JSON.parse does, wherever chunks and pieces end', async () => {
    const piece = fc.constantFrom(
      'a',
      '\\',
      '"',
      '\n',
      '\u0000',
      'é',
      '😀',
      '\ud83d',
      '\u2028',
      '\\u0041',
      '"text":"',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom(1, 1, 1, 40_000),
        fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (parts, times, sizes, isEscaped) => {
          const text = parts.join('').repeat(times);
          const bytes = Buffer.from(text);
          const written = itemLine(
            { path: '\\"', text, text2: 'x' },
            { base64: bytes.toString('base64'), path: 'b' },
          );
          const line = isEscaped
            ? written.replace(
                /[^\x20-\x7e\n]/g,
                (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
              )
            : written;
          const many = times === 1 ? sizes.map((size) => Math.ceil(size / 10_000)) : sizes;
          const { lines, contents } = await read(line + line, many);
          expect(contents.map((each) => each.equals(bytes))).toEqual([true, true, true, true]);
          expect(lines.map((each) => JSON.parse(each).items)).toEqual([
            [
              { path: '\\"', text: '0', text2: 'x' },
              { base64: '1', path: 'b' },
            ],
            [
              { path: '\\"', text: '2', text2: 'x' },
              { base64: '3', path: 'b' },
            ],
          ]);
        },
      ),
      {
        numRuns: 25,
        // Many first halves of surrogate pairs in a row: none of them waits for more than the next piece.
        examples: [
          [['\ud83d', '\ud83d'], 40_000, [70_000], false],
          [['\ud83d', '😀'], 40_000, [8443], true],
        ],
      },
    );
  });

  test('keep every other text, whatever its key', async () => {
    const line = `${JSON.stringify({ text: 'a', items: ['text', { of: { text: 'b' } }, [{ text: 'c' }]], others: [{ text: 'd' }] })}\n`;
    expect(await read(line, [1])).toEqual({ lines: [line.trimEnd()], contents: [] });
  });

  test('have a limit without their content, whatever its form', async () => {
    const long = 'x'.repeat(5000);
    expect((await read(itemLine({ text: long }), [100], 1000)).contents[0]?.length).toBe(5000);
    for (const line of [itemLine({ path: long }), '['.repeat(5000), `{"items":[{"text":${' '.repeat(5000)}`])
      await expect(read(line, [100], 1000)).rejects.toThrow('too long');
  });

  test.each([
    ['{"items":[{"text":"\\x"}]}', 'it is not JSON'],
    ['{"items":[{"text":"a\nb"}]}', 'it is not JSON'],
  ])('with %j are refused', (line, said) => expect(read(line, [3])).rejects.toThrow(said));

  test('that end within content are cut there', async () => {
    const { lines } = await read('{"items":[{"text":"abc', [4]);
    expect(lines).toEqual(['{"items":[{"text":"']);
  });
});
