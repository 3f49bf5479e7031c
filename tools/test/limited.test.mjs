import { execFileSync, execSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { limited } from './limited.ts';

test('a program that a test waits for has less time than the test', { timeout: 8000 }, () => {
  expect(() => spawnSync('sleep', ['1000'])).toThrow('sleep 1000 did not end within 6 s');
});

test.each([execFileSync, execSync, spawnSync])('%o has a limit', ({ isLimited }) => {
  expect(isLimited).toBe(true);
});

/** What a limited function passes on. */
const passedOn = (...args) =>
  limited(
    (...given) => given,
    () => 5,
  )(...args);

test('the limit joins what the caller gives, and its own wins', () => {
  const options = { killSignal: 'SIGKILL', timeout: 5 };
  expect(passedOn('a')).toEqual(['a', options]);
  expect(passedOn('a', undefined)).toEqual(['a', options]);
  expect(passedOn('a', ['b'])).toEqual(['a', ['b'], options]);
  expect(passedOn('a', { cwd: '/' })).toEqual(['a', { cwd: '/', ...options }]);
  expect(passedOn('a', ['b'], { cwd: '/' })).toEqual(['a', ['b'], { cwd: '/', ...options }]);
  expect(passedOn('a', ['b'], { timeout: 7 })).toEqual(['a', ['b'], { timeout: 7 }]);
});

test('what fails in another way is as it was', () => {
  expect(spawnSync('/no/such/program').error).toMatchObject({ code: 'ENOENT' });
  expect(() => execFileSync('false')).toThrow('Command failed: false');
  expect(execFileSync('echo', ['x'], { encoding: 'utf8' })).toBe('x\n');
});
