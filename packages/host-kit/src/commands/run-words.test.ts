import { CatalogError } from '@hostspec/spec';
import { expect, test, vi } from 'vitest';
import { runWords } from './run-words.js';

const output = new Uint8Array([1]);
const runOf = (answer: () => never | { rc: number; output: Uint8Array } = () => ({ rc: 0, output })) => {
  const ran = vi.fn(async () => answer());
  return { ran, run: runWords(ran) };
};

test('a line is run by its words, and words as they are', async () => {
  const { ran, run } = runOf();
  const options = { timeout: 3 };
  expect(await run("/bin/echo 'a b'", options)).toEqual({ rc: 0, output });
  expect(ran).toHaveBeenLastCalledWith(['/bin/echo', 'a b'], options);
  await run(['/bin/echo', "'a b'"]);
  expect(ran).toHaveBeenLastCalledWith(['/bin/echo', "'a b'"], {});
});

test('a line that cannot be split fails with the reason, and nothing is run', async () => {
  const { ran, run } = runOf();
  const { reason, ...rest } = await run("/bin/echo 'a");
  expect(rest).toEqual({ rc: undefined, output: new Uint8Array(), problem: 'failed' });
  expect(reason).toMatch(/command line .* has no closing '/);
  expect(ran).not.toHaveBeenCalled();
});

test.each([new TypeError('a defect'), new CatalogError('UNKNOWN_TOKEN', 'another error')])(
  'another error is thrown: %s',
  async (error) => {
    const { run } = runOf(() => {
      throw error;
    });
    await expect(run('/bin/true')).rejects.toBe(error);
  },
);
