import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns } from './collect-one.js';

test('works take turns in their order, also after one failed', async () => {
  const turn = inTurns(2, 60);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const works = [...Array(9).keys()].map((each) =>
    turn(async () => {
      begun.push(each);
      most = Math.max(most, ++running);
      await setTimeout(1);
      running--;
      if (each === 1) throw new Error('no');
      return each;
    }),
  );
  const ends = await Promise.allSettled(works);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(most).toBe(2);
  expect(ends.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
});

test('one that hangs does not delay the others for ever', async () => {
  const turn = inTurns(1, 0.01);
  const hung = turn(() => new Promise(() => {}));
  expect(await turn(async () => 'done')).toBe('done');
  expect(await Promise.race([hung, setTimeout(1, 'hangs')])).toBe('hangs');
});
