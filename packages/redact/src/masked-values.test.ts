import { expect, test } from 'vitest';
import { type MaskedValue, valueFinder } from './masked-values.js';

function valuesOf(original: string, masked: string): MaskedValue[] {
  const values: MaskedValue[] = [];
  const finder = valueFinder((value) => void values.push(value));
  for (const byte of Buffer.from(original)) finder.original(Uint8Array.of(byte));
  for (const byte of Buffer.from(masked)) finder.masked(Uint8Array.of(byte));
  finder.end();
  return values;
}

test('finds several values of a line, and none in a mask that was there', () => {
  const mask = '__secret_a_b_12ab12ab__';
  expect(valuesOf(`1\nx one, two; ${mask}\n3`, `1\nx ${mask}, ${mask}; ${mask}\n3`)).toEqual([
    { line: 2, rule: 'a-b', before: 'x ', value: 'one', after: `, two; ${mask}` },
    { line: 2, rule: 'a-b', before: 'x one, ', value: 'two', after: `; ${mask}` },
  ]);
});

test('a number of JSON is shown without the quotes of its mask', () => {
  const mask = '"__secret_a_12ab12ab__"';
  expect(valuesOf('{"password": 12345, "x": 1}', `{"password": ${mask}, "x": 1}`)).toEqual([
    { line: 1, rule: 'a', before: '{"password": ', value: '12345', after: ', "x": 1}' },
  ]);
});

test('a line that is too long is shown without its values', () => {
  const long = 'x'.repeat(70_000);
  expect(valuesOf(`secret ${long}\nb`, `__secret_a_12ab12ab__ ${long}\nb`)).toEqual([]);
  expect(valuesOf(`secret ${long}\nb c`, `__secret_a_12ab12ab__ x\nb __secret_d_12ab12ab__`)).toEqual([
    { line: 1, rule: 'a', before: '', value: '', after: '' },
    { line: 2, rule: 'd', before: 'b ', value: 'c', after: '' },
  ]);
});
