import { expect, test } from 'vitest';
import { codeOf, errorWords, isNoDescriptor, isNoSpace, pathProblemOf, whileNoDescriptor } from './index.js';

const failed = (code: string, errno: number) =>
  Object.assign(new Error(`${code}: its own words, open '/x'`), { code, errno, syscall: 'open' });

test.each([
  ['EDQUOT', -122, true, 'disk quota exceeded'],
  ['EUCLEAN', -117, false, 'the file system is damaged'],
])('%s has a code, which Node does not give it', (code, errno, noSpace, words) => {
  const error = failed(`Unknown system error ${errno}`, errno);
  expect([codeOf(error), isNoSpace(error), errorWords(error)]).toEqual([code, noSpace, words]);
});

test('other errors keep their message', () => {
  expect([codeOf('x'), errorWords('x'), errorWords(new Error('broken'))]).toEqual([undefined, 'x', 'broken']);
});

test.each([
  ['ENOENT', -2, 'absent', 'no such file or directory'],
  ['ENOTDIR', -20, 'absent', 'a part of the path is not a directory'],
  ['ENXIO', -6, 'absent', 'no such device or address'],
  ['ENODEV', -19, 'absent', 'no such device'],
  ['EACCES', -13, 'denied', 'permission denied'],
  ['EPERM', -1, 'denied', 'operation not permitted'],
  ['ELOOP', -40, 'refused', 'too many symbolic links'],
  ['ENAMETOOLONG', -36, 'failed', 'the name is too long'],
] as const)('a path with %s (%i) is %s: %s', (code, errno, problem, words) => {
  const error = failed(code, errno);
  expect(pathProblemOf(error)).toEqual({ problem, words });
  expect([isNoSpace(error), isNoDescriptor(error)]).toEqual([false, false]);
});

test.each([
  ['ENOSPC', -28, 'no space left on device'],
  ['EDQUOT', -122, 'disk quota exceeded'],
  ['EFBIG', -27, 'the maximum file size is reached'],
] as const)('with %s (%i) there is no space: %s', (code, errno, words) => {
  const error = failed(code, errno);
  expect([isNoSpace(error), isNoDescriptor(error), errorWords(error)]).toEqual([true, false, words]);
  expect(pathProblemOf(error)).toBeUndefined();
});

test.each(['EMFILE', 'ENFILE'])('with %s there is no descriptor', (code) => {
  const error = Object.assign(new Error('x'), { code });
  expect([isNoDescriptor(error), isNoSpace(error)]).toEqual([true, false]);
});

test('an error of hostspec can mean that there is no space, too', () => {
  const error = Object.assign(new Error('full'), { code: 'NO_SPACE' });
  expect([isNoSpace(error), isNoDescriptor(error), errorWords(error)]).toEqual([true, false, 'full']);
});

test('an error without a number has the words of its code', () => {
  expect(errorWords(Object.assign(new Error('x'), { code: 'EISDIR' }))).toBe(
    'illegal operation on a directory',
  );
});

test.each([new Error('broken'), Object.assign(new Error('broken'), { code: 5 }), 'x', undefined])(
  'what is no error of the system means nothing: %j',
  (error) => {
    expect([codeOf(error), pathProblemOf(error), isNoSpace(error), isNoDescriptor(error)]).toEqual([
      undefined,
      undefined,
      false,
      false,
    ]);
  },
);

test('a code that is the name of a method means nothing', () => {
  const error = Object.assign(new Error('x'), { code: 'toString' });
  expect([codeOf(error), pathProblemOf(error), errorWords(error)]).toEqual(['toString', undefined, 'x']);
});

const patience = { attempts: 3, pause: 1 };
const noDescriptor = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', errno: -24 });

/** A task that fails this often, and how often it was tried. */
function failing(times: number, error: Error): { readonly task: () => string; tried: number } {
  const state = {
    tried: 0,
    task() {
      if (++state.tried <= times) throw error;
      return 'done';
    },
  };
  return state;
}

test('a task that lacks a descriptor is tried again', async () => {
  const state = failing(2, noDescriptor);
  expect(await whileNoDescriptor(patience, state.task)).toBe('done');
  expect(state.tried).toBe(3);
});

test('the last error is thrown', async () => {
  const state = failing(3, noDescriptor);
  await expect(whileNoDescriptor(patience, state.task)).rejects.toBe(noDescriptor);
  expect(state.tried).toBe(3);
});

test('another error is thrown at once', async () => {
  const error = new Error('broken');
  const state = failing(1, error);
  await expect(whileNoDescriptor(patience, state.task)).rejects.toBe(error);
  expect(state.tried).toBe(1);
});
