import { describe, expect, test } from 'vitest';
import {
  all,
  any,
  defineCondition,
  defineSetting,
  diffByName,
  not,
  settingKind,
  settingProblem,
  writtenCondition,
} from '../index.js';
import { sameData } from './slice-data.js';

describe('the difference of two records', () => {
  test('is what was added, removed and changed, sorted by name', () => {
    const from = { same: { a: 1, b: [2] }, z: 1, gone: 1, a: 1 };
    const difference = diffByName<unknown>(from, { a: 2, z: 2, same: { b: [2], a: 1 }, new: 3 });
    expect(difference).toEqual({
      added: { new: 3 },
      removed: { gone: 1 },
      changed: { a: { from: 1, to: 2 }, z: { from: 1, to: 2 } },
    });
    expect(Object.keys(difference.changed)).toEqual(['a', 'z']);
    // A name that every object has counts only if it was given.
    expect(diffByName<unknown>({}, { toString: 1 }).added).toEqual({ toString: 1 });
    expect(diffByName<unknown>({ toString: 1 }, {}).removed).toEqual({ toString: 1 });
  });

  test.each([
    [1, 1, true],
    ['1', 1, false],
    [null, {}, false],
    [{}, null, false],
    [null, null, true],
    [{}, 1, false],
    [1, {}, false],
    [{ a: 1, b: 1 }, { a: 1, b: 2 }, false],
    [[], {}, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ a: { b: [1] } }, { a: { b: [1] } }, true],
    [{ a: { b: [1] } }, { a: { b: [2] } }, false],
  ])('%j and %j are the same data: %s', (a, b, same) => {
    expect(sameData(a, b)).toBe(same);
  });
});

describe('settings', () => {
  const check = (value: string) => (value.startsWith('bad') ? 'must be good' : undefined);
  const of = (usual: string | boolean | string[]) =>
    defineSetting({ name: 's', doc: 'S', default: usual, check });

  test.each([
    [true, 'true or false', false, 'yes'],
    ['x', 'a string', 'y', ['y']],
    [['x'], 'a list of strings', [], 'y'],
  ] as const)('with the default %j take %s', (usual, kind, good, bad) => {
    const setting = of(Array.isArray(usual) ? [...usual] : (usual as string));
    expect(settingKind(setting)).toBe(kind);
    expect(settingProblem(setting, good)).toBeUndefined();
    expect(settingProblem(setting, bad)).toEqual({ value: bad, problem: `allowed: ${kind}` });
    expect(settingProblem(setting, undefined)).toEqual({ value: undefined, problem: `allowed: ${kind}` });
  });

  test('may do without a check', () => {
    const free = defineSetting({ name: 'free', doc: 'Free', default: ['x'] });
    expect(settingProblem(free, ['bad'])).toBeUndefined();
    expect(settingProblem(of(true), false)).toBeUndefined();
  });

  test('have no NUL character, and what their check refuses is named', () => {
    expect(settingProblem(of('x'), 'a\0')).toMatchObject({ problem: 'allowed: a string' });
    expect(settingProblem(of(['x']), ['a', 'b\0'])).toMatchObject({ problem: 'allowed: a list of strings' });
    expect(settingProblem(of('x'), 'bad')).toEqual({ value: 'bad', problem: 'must be good' });
    expect(settingProblem(of(['x']), ['a', 'bad'])).toEqual({
      value: 'bad',
      problem: 'must be good',
      index: 1,
    });
  });
});

describe('the written form', () => {
  const [a, b] = ['A', 'B'].map((name) =>
    defineCondition({ name, doc: name, evaluate: () => ({ holds: true, reason: 'x' }) })(),
  ) as [{ condition: string }, { condition: string }];

  test('of a condition has parentheses where they are needed', () => {
    expect(writtenCondition(not(a))).toBe('not A');
    expect(writtenCondition(not(all(a, b)))).toBe('not (A and B)');
    expect(writtenCondition(any(a, not(b)))).toBe('A or not B');
    expect(writtenCondition(all(any(a, b), a))).toBe('(A or B) and A');
  });
});
