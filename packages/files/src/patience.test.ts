import { expect, test } from 'vitest';
import { whileNoDescriptor } from './index.js';

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
