import { HostspecError } from '@hostspec/spec';
import { expect, test, vi } from 'vitest';
import { NotOpened, readable, Unreadable, unreadable } from './content-start.js';

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  [new HostspecError('INVALID_ARCHIVE', 'it ends too early'), 'it ends too early'],
  [coded('ENOENT', "ENOENT: no such file or directory, open '/a'"), 'no such file or directory'],
])('why content cannot be read is in words: %s', (error, words) => {
  const found = unreadable(error);
  expect(found).toBeInstanceOf(Unreadable);
  expect(found).toMatchObject({ name: 'Unreadable', message: `it cannot be read: ${words}`, cause: error });
});

test.each([
  ['unexpected end of file', 'it is truncated: its end is missing'],
  ['incorrect header check', 'it is damaged, as gzip says: incorrect header check'],
])('why content cannot be unpacked is in words: %s', (said, words) => {
  const { message } = unreadable(coded('Z_ERROR', said));
  expect(message).toBe(`${words}; copy or download it again`);
});

test('an error that says so stays as it is', () => {
  const error = new NotOpened('no');
  expect(unreadable(error)).toBe(error);
});

async function* pieces(error?: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a');
  if (error) throw error;
  yield Buffer.from('b');
}

const read = async (content: AsyncIterable<Uint8Array>, most = Number.POSITIVE_INFINITY) => {
  const all: string[] = [];
  for await (const piece of readable(content)) {
    all.push(Buffer.from(piece).toString());
    if (all.length === most) break;
  }
  return all;
};

test('content is given on, and its errors are unreadable content', async () => {
  expect(await read(pieces())).toEqual(['a', 'b']);
  await expect(read(pieces(coded('EIO', 'EIO: i/o error, read')))).rejects.toThrow(Unreadable);
});

test('content that nobody reads to its end is closed', async () => {
  const content = pieces();
  const close = vi.spyOn(content, 'return');
  expect(await read(content, 1)).toEqual(['a']);
  expect(close).toHaveBeenCalledTimes(1);
});
