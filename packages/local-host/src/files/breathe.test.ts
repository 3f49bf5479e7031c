import { expect, test, vi } from 'vitest';
import { breathe } from './host-files.js';

test('others run meanwhile, at most once per millisecond', async () => {
  const now = vi.spyOn(performance, 'now');
  const othersRan = async (time: number): Promise<boolean> => {
    let ran = false;
    now.mockReturnValue(time);
    setImmediate(() => {
      ran = true;
    });
    await breathe();
    const answer = ran;
    await new Promise(setImmediate);
    return answer;
  };
  expect(await othersRan(1e9)).toBe(true);
  expect(await othersRan(1e9 + 0.9)).toBe(false);
  expect(await othersRan(1e9 + 1)).toBe(true);
  expect(await othersRan(1e9 + 1.5)).toBe(false);
});
