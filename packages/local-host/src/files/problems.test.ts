import { readFileSync } from 'node:fs';
import { hostError } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { problemOf } from './problems.js';

const thrown = (task: () => unknown): unknown => {
  try {
    return task();
  } catch (error) {
    return error;
  }
};

test('an error of a host stays as it is', () => {
  const error = hostError('denied', 'no');
  expect(problemOf(error, '/a')).toBe(error);
});

test('an error of the system has its problem, and names the path', () => {
  const error = thrown(() => readFileSync('/nowhere/at/all'));
  expect(problemOf(error, '/a')).toMatchObject({
    code: 'HOST',
    problem: 'absent',
    message: '/a: no such file or directory',
  });
});

test.each([new TypeError('a defect'), 'a defect'])('any other is a failure: %s', (error) => {
  expect(problemOf(error, '/a')).toMatchObject({ problem: 'failed', message: '/a: a defect' });
});
