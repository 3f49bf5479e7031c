import { expect, test } from 'vitest';
import { onceFor } from './once-for.js';

test('each key is asked once, but again if the answer was an error', async () => {
  const asked: string[] = [];
  const answer = onceFor(
    (word: string) => word.toLowerCase(),
    async (word) => {
      asked.push(word);
      if (asked.length === 1) throw new Error('not now');
      return word;
    },
  );
  await expect(answer('A')).rejects.toThrow('not now');
  expect(await Promise.all([answer('A'), answer('a'), answer('b')])).toEqual(['A', 'A', 'b']);
  expect(await answer('B')).toBe('b');
  expect(asked).toEqual(['A', 'A', 'b']);
});
