import { zeroBytes } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { passingZeros } from './passing-zeros.js';

/** A redactor that logs the sizes of its pieces; it keeps zeros only, and masks, as it is told. */
function logged() {
  const state = { sizes: [] as number[], keepsZeros: true, keepsAfter: true, masks: 0, more: 0 };
  const redactor = passingZeros(
    {
      push(piece) {
        state.sizes.push(piece.length);
        state.keepsZeros = state.keepsAfter;
        state.masks += state.more;
        return new Uint8Array(1);
      },
      end: () => new Uint8Array(2),
      masked: () => ({ one: state.masks, two: 1 }),
      keepsZeros: () => state.keepsZeros,
    },
    100,
  );
  const push = (...sizes: readonly number[]) => sizes.map((size) => redactor.push(zeroBytes(size)).length);
  return { state, redactor, push };
}

test('once zeros changed nothing, more of them are not looked at', () => {
  const { state, redactor, push } = logged();
  expect(push(100, 100, 5000)).toEqual([1, 100, 5000]);
  expect(state.sizes).toEqual([100]);
  expect(redactor.end()).toHaveLength(2);
  expect(redactor.masked()).toEqual({ one: 0, two: 1 });
});

test('fewer zeros than a window are looked at, and other bytes', () => {
  const { state, redactor, push } = logged();
  push(99, 99);
  redactor.push(Buffer.alloc(100));
  redactor.push(Buffer.alloc(100, 'x'));
  expect(state.sizes).toEqual([99, 99, 100, 100]);
  push(100, 100);
  expect(state.sizes).toEqual([99, 99, 100, 100, 100]);
  redactor.push(Buffer.alloc(100, 'x'));
  push(100);
  expect(state.sizes).toHaveLength(7);
});

test('zeros are looked at as long as they change something', () => {
  for (const change of [{ keepsZeros: false, keepsAfter: false }, { keepsAfter: false }, { more: 1 }]) {
    const { state, push } = logged();
    Object.assign(state, change);
    expect(push(100, 100, 100)).toEqual([1, 1, 1]);
    Object.assign(state, { keepsZeros: true, keepsAfter: true, more: 0 });
    expect(push(100, 100, 100)).toEqual([1, 100, 100]);
  }
});
