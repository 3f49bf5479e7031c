import { expect, test } from 'vitest';
import { oneATurn } from './pace.js';

test('each caller gets a turn of the event loop for itself, in order', async () => {
  const turn = oneATurn();
  const seen: string[] = [];
  const turns = ['a', 'b', 'c'].map(async (name) => {
    await turn();
    seen.push(name);
  });
  let between = 0;
  const count = (): void => {
    if (seen.length > between) seen.push(String(++between));
    if (between < 3) setImmediate(count);
  };
  count();
  await Promise.all(turns);
  expect(seen.slice(0, 5)).toEqual(['a', '1', 'b', '2', 'c']);
  // One that comes later does not wait for those before.
  await turn();
});
