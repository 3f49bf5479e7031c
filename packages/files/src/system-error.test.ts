import { openSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, errorWords, isNoDescriptor, isNoSpace, pathProblemOf } from './index.js';

const failed = (code: string, errno: number) =>
  Object.assign(new Error(`${code}: its own words, open '/x'`), { code, errno, syscall: 'open' });

function thrown(task: () => unknown): unknown {
  try {
    task();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test.each([
  ['ENOENT', 'absent', 'no such file or directory', () => openSync('/nothing/here', 'r')],
  ['ENOTDIR', 'absent', 'a part of the path is not a directory', () => readdirSync('/proc/self/stat/x')],
  ['ENAMETOOLONG', 'failed', 'the name is too long', () => openSync(`/${'x'.repeat(300)}`, 'r')],
])('%s is %s: %s', (code, problem, words, task) => {
  const error = thrown(task);
  expect([codeOf(error), pathProblemOf(error)]).toEqual([code, { problem, words }]);
});

test.each([
  ['EDQUOT', -122, true, 'disk quota exceeded'],
  ['EUCLEAN', -117, false, 'the file system is damaged'],
])('%s has a code, which Node does not give it', (code, errno, noSpace, words) => {
  const error = failed(`Unknown system error ${errno}`, errno);
  expect([codeOf(error), isNoSpace(error), errorWords(error)]).toEqual([code, noSpace, words]);
});

test('too many open files are temporary, and no lack of space', () => {
  const error = failed('EMFILE', -24);
  expect([isNoDescriptor(error), isNoSpace(error)]).toEqual([true, false]);
  expect(errorWords(error)).toBe('too many open files');
});

test('other errors keep their message', () => {
  expect([codeOf('x'), errorWords('x'), errorWords(new Error('broken'))]).toEqual([undefined, 'x', 'broken']);
});
