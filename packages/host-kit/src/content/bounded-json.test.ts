import { expect, test } from 'vitest';
import { jsonReader } from './bounded-json.js';

const read = (text: string, limits = {}): unknown => jsonReader(limits).read(text);

test.each([
  '0',
  '"a"',
  'null',
  '[]',
  '{}',
  '[1,[2,{"a":"[[[{{,,::"}]]',
  '{"a\\"[":"\\\\","b":"\\\\\\"]"}',
  '{"__proto__":{"x":1},"constructor":2}',
])('%s gives the same as JSON.parse', (text) => {
  expect(read(text)).toEqual(JSON.parse(text));
  expect(Object.getPrototypeOf(read('{"__proto__":{"x":1}}'))).toBe(Object.prototype);
});

test.each(['', '{', '[1,]', '"a', 'x', '{"a":1}}', '"\\'])('%j is not JSON', (text) => {
  expect(() => read(text)).toThrow('it is not JSON');
});

test('a text with too many values is refused before it is parsed', () => {
  expect(read('[1,2,3]', { values: 4 })).toEqual([1, 2, 3]);
  for (const text of ['[1,2,3,4]', '{"a":1,"b":2}', '[[],[]', ',,,,,'])
    expect(() => read(text, { values: 4 })).toThrow('it has more than 4 JSON values');
  // 6 MB of text that would use 130 MB of memory.
  expect(() => read(`[${'{},'.repeat(2_000_000)}0]`)).toThrow('it has more than 2000000 JSON values');
});

test('the content of strings does not count', () => {
  const text = JSON.stringify(['[{,:"\\'.repeat(1000)]);
  expect(read(text, { values: 2, depth: 1 })).toEqual(JSON.parse(text));
});

test('a text nested too deeply is refused', () => {
  expect(read('[[{"a":[]}]]', { depth: 4 })).toEqual([[{ a: [] }]]);
  expect(() => read('[[{"a":[[]]}]]', { depth: 4 })).toThrow('its JSON is nested more than 4 deep');
  expect(() => read('['.repeat(1_000_000))).toThrow('nested more than 64 deep');
});

test('the texts of one reader share its limits', () => {
  const reader = jsonReader({ values: 6, characters: 12 });
  reader.read('[1,2]');
  expect(() => jsonReader({ characters: 4 }).read('[1,2]')).toThrow('it has more than 4 characters of JSON');
  reader.read('[1,2]');
  expect(() => reader.read('[1]')).toThrow('it has more than 12 characters of JSON');
});

test('strings of escapes take linear time', () => {
  const text = `"${'\\\\\\"'.repeat(1_000_000)}"`;
  expect(read(text)).toHaveLength(2_000_000);
});
