import { expect, test } from 'vitest';
import { addMasked } from './masks.js';

test('counts are added by rule', () => {
  const sum = { password: 2 };
  expect(addMasked(sum, { password: 3, token: 1 })).toBe(sum);
  expect(sum).toEqual({ password: 5, token: 1 });
});

test('a rule may be named like a property of every object', () => {
  expect(addMasked(addMasked({}, { constructor: 1 }), { constructor: 2 })).toEqual({ constructor: 3 });
});
