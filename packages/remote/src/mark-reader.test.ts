import { expect, test } from 'vitest';
import { markReader, maxLine, maxNoise } from './mark-reader.js';

const mark = 'abcdef012345 ';

/** A reader, and the words of the lines that it found; `run` is the last. */
function reading() {
  const words: string[] = [];
  const reader = markReader(mark, (each) => {
    words.push(each);
    return each === 'run';
  });
  return { words, reader };
}

test('marked lines are found however the bytes are split', () => {
  const bytes = Buffer.from(`Welcome!\nno line end${mark}start\nnoise\n${mark}run\nmagic ${mark}not read\n`);
  for (let size = 1; size < bytes.length; size++) {
    const { words, reader } = reading();
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(words).toEqual(['start', 'run']);
    expect(reader.noise()).toBe('Welcome!\nno line endnoise\n');
    expect(reader.rest().toString()).toBe(`magic ${mark}not read\n`);
  }
});

test('before the last line, nothing is left over', () => {
  const { reader } = reading();
  reader.push(Buffer.from(`${mark}start\nrest`));
  expect(reader.rest()).toHaveLength(0);
  expect(reader.noise()).toBe('rest');
});

test('more noise than a banner has is an error, in one piece or in many', () => {
  const line = Buffer.alloc(64 * 1024, 'x');
  const { reader } = reading();
  const pushAll = (): void => {
    for (let bytes = 0; bytes <= maxNoise + line.length; bytes += line.length) reader.push(line);
  };
  expect(pushAll).toThrow('that do not belong to the connection');
  expect(() => reading().reader.push(Buffer.alloc(maxNoise + 100))).toThrow('that do not belong');
  expect(reader.noise().length).toBeLessThan(2 * line.length);
});

test('a marked line that does not end is an error', () => {
  expect(() => reading().reader.push(Buffer.from(mark + 'x'.repeat(maxLine + 1)))).toThrow(
    'a line of more than',
  );
  expect(() => reading().reader.push(Buffer.from(`${mark}${'x'.repeat(maxLine + 1)}\n`))).toThrow(
    'a line of more than',
  );
});
