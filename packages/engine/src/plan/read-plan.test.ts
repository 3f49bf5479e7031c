import { simpleFile } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { plan, readPlan } from '../index.js';
import { catalogOf } from '../testing/collect-specs.js';
import { canonicalJson } from './fingerprint.js';

const catalog = catalogOf({ file: simpleFile('/etc/app', { doc: 'A file' }) });

const changed = async (change: (data: Record<string, unknown>) => object) => {
  const data = JSON.parse(JSON.stringify(await plan(catalog, { host: fakeHost() })));
  return readPlan({ ...data, ...change(data) });
};

test('a plan from JSON is read as it was written', async () => {
  const made = await plan(catalog, { host: fakeHost() });
  expect(readPlan(JSON.parse(JSON.stringify(made)))).toEqual(JSON.parse(JSON.stringify(made)));
});

test.each([true, false, 'text', '', [], ['a', 'b']])('a setting can be %j', async (value) => {
  expect((await changed(() => ({ settings: { one: value } }))).settings).toEqual({ one: value });
});

test.each([1, null, {}, [1], ['a', 1]])('a setting cannot be %j', async (value) => {
  await expect(changed(() => ({ settings: { one: value } }))).rejects.toThrow(
    expect.objectContaining({
      code: 'INVALID_PLAN',
      message: expect.stringMatching(/plan.settings.one is .*; allowed: a list of strings, true or false/),
    }),
  );
});

test.each([
  [{ format: 'one' }, 'INVALID_PLAN', /the plan.format is "one"; allowed: \d+/],
  [{ fingerprint: 'A'.repeat(64) }, 'INVALID_PLAN', /fingerprint is .*; allowed: a sha256 in hexadecimal/],
  [{ fingerprint: `${'a'.repeat(64)}b` }, 'INVALID_PLAN', /fingerprint is /],
  [
    { specs: [{ name: 'a', domain: 'b', spec: {}, undecided: false }] },
    'INVALID_PLAN',
    /true, or no such key/,
  ],
  [{ specs: [{ name: 'a', domain: 'b', spec: [] }] }, 'INVALID_PLAN', /spec is a list; allowed: an object/],
])('a plan with %j is refused', async (change, code, message) => {
  await expect(changed(() => change)).rejects.toThrow(
    expect.objectContaining({ code, subject: 'plan', message: expect.stringMatching(message) }),
  );
});

test.each([null, [], 'plan', {}])('%j is no plan', (data) => {
  expect(() => readPlan(data)).toThrow(expect.objectContaining({ code: 'INVALID_PLAN' }));
});

describe('the fingerprint of data', () => {
  test('the same data has the same text, in whatever order its keys are', () => {
    const text = '{"a":[1,{"b":null,"c":"x"}],"d":true}';
    expect(canonicalJson({ d: true, a: [1, { c: 'x', b: null }] })).toBe(text);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });

  test('the order of a list counts', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
  });

  test('values that JSON cannot hold are left out of objects, and null in lists', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([undefined])).toBe('[null]');
  });
});
