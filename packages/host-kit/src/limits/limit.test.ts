import { maxSeconds } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { checkLimits, forEachOf, limiter } from './limit.js';

/** Tasks that end when told, with what has begun and how many ran at once at most. */
const tasks = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let running = 0;
  let most = 0;
  const task = async (name: string): Promise<string> => {
    begun.push(name);
    running++;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    running--;
    return name.toUpperCase();
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { begun, task, end, settle, most: () => most };
};

test('a limiter runs as many tasks at once as allowed, the others in the order of their arrival', async () => {
  const { begun, task, end, settle } = tasks();
  const limit = limiter(2);
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => limit(() => task(name)));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd', 'e']) await end(name);
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('a limiter is free again once all tasks have ended, and not for more than before', async () => {
  const { begun, task, end, settle } = tasks();
  const limit = limiter(1);
  const first = limit(() => task('a'));
  await settle();
  await end('a');
  expect(await first).toBe('A');
  const later = ['b', 'c'].map((name) => limit(() => task(name)));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  for (const name of ['b', 'c']) await end(name);
  await Promise.all(later);
});

test('a task that fails makes room for the next, and its error is thrown', async () => {
  const limit = limiter(1);
  const failed = limit(async () => {
    throw new Error('no');
  });
  const next = limit(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('each element has its result in its place, however long its task takes', async () => {
  const { begun, task, end, settle, most } = tasks();
  const results = forEachOf(['a', 'b', 'c'], 2, task);
  await settle();
  expect(begun).toEqual(['a', 'b']);
  for (const name of ['b', 'c', 'a']) await end(name);
  expect(await results).toEqual(['A', 'B', 'C']);
  expect(most()).toBe(2);
});

test('nothing is called for no elements', async () => {
  expect(await forEachOf([], 3, () => expect.unreachable('there is no element'))).toEqual([]);
});

test.each([
  {},
  { jobs: undefined },
  { jobs: 1, maxItemBytes: 1, maxBytes: 1.5 },
  { timeout: 0.1, maxTime: maxSeconds },
])('%j is allowed', (limits) => {
  expect(() => checkLimits(limits)).not.toThrow();
});

const seconds = `seconds, more than 0 and at most ${maxSeconds}`;
const bytes = 'bytes, 1 or more';
const count = 'a whole number, 1 or more';

test.each([
  ['jobs', 0, count],
  ['jobs', 1.5, count],
  ['jobs', null, count],
  ['timeout', 0, seconds],
  ['timeout', maxSeconds + 1, seconds],
  ['maxTime', Number.NaN, seconds],
  ['maxItemBytes', 0.5, bytes],
  ['maxBytes', -1, bytes],
  ['maxBytes', true, bytes],
])('%s %s is refused with what is allowed', (name, value, allowed) => {
  expect(() => checkLimits({ [name]: value })).toThrow(
    expect.objectContaining({
      code: 'INVALID_OPTION',
      message: `${name} ${value} is not allowed; allowed: ${allowed}`,
      subject: name,
      value,
    }),
  );
});

test('a text is refused in quotes, even if it looks like a number', () => {
  expect(() => checkLimits({ jobs: '4' })).toThrow(`jobs "4" is not allowed; allowed: ${count}`);
});

test('every limit is checked, not only the first', () => {
  expect(() => checkLimits({ jobs: 1, timeout: 1, maxBytes: 0 })).toThrow('maxBytes 0 is not allowed');
});
