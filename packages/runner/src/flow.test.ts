import { expect, test } from 'vitest';
import { createFlow, maxHeld } from './flow.js';

test('answers that are not complete may fill the memory for them, and no more', () => {
  const flow = createFlow();
  flow.hold(maxHeld);
  flow.release(1);
  flow.hold(1);
  expect(() => flow.hold(1)).toThrow(`answers of more than ${maxHeld} bytes`);
});

test('requests get what is left of the content on its way, and give it back', () => {
  const flow = createFlow();
  const all = flow.widen(Number.MAX_SAFE_INTEGER);
  expect(flow.widen(1)).toBe(0);
  flow.narrow(all);
  expect([flow.widen(1), flow.widen(all)]).toEqual([1, all - 1]);
});
