import type { Outcome } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { outcomeQueue } from './outcome-queue.js';

const outcome = (name: string) => ({ name }) as Outcome;

test('outcomes arrive in the order in which they were pushed, before and while one waits', async () => {
  const queue = outcomeQueue();
  queue.push(outcome('a'));
  queue.push(outcome('b'));
  const read: string[] = [];
  const reading = (async () => {
    for await (const { name } of queue.outcomes) read.push(name);
  })();
  await new Promise(setImmediate);
  expect(read).toEqual(['a', 'b']);
  queue.push(outcome('c'));
  await new Promise(setImmediate);
  expect(read).toEqual(['a', 'b', 'c']);
  expect(queue.ended()).toBe(false);
  queue.push(outcome('d'));
  queue.end();
  await reading;
  expect(read).toEqual(['a', 'b', 'c', 'd']);
  expect(queue.ended()).toBe(true);
});

test('an error is thrown after the outcomes before it', async () => {
  const queue = outcomeQueue();
  queue.push(outcome('a'));
  queue.fail(new Error('a defect'));
  const read: string[] = [];
  const reading = async () => {
    for await (const { name } of queue.outcomes) read.push(name);
  };
  await expect(reading()).rejects.toThrow('a defect');
  expect(read).toEqual(['a']);
  expect(queue.ended()).toBe(true);
});
