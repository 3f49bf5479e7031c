import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { plainJson, readWithPositions } from './plain-json.js';
import { readOptionFile } from './yaml-file.js';

function directory(): string {
  const path = temporaryDirectory();
  return path;
}

test.each([
  ['{"a": 1, "b": {"a": [true, null]}}', { a: 1, b: { a: [true, null] } }],
  [' \n{"a\\": b": "c\\": d", "e" : "f:"}', { 'a": b': 'c": d', e: 'f:' }],
  ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
])('is JSON: %s', (text, value) => {
  expect(plainJson(text)).toEqual(value);
});

test.each([
  ['a key twice', '{"a": 1, "a": 2}'],
  ['a key written in two ways', '{"a": {"b": 1, "\\u0062": 2}}'],
  ['a list', '[{"a": 1}]'],
  ['YAML in braces', '{a: 1}'],
  ['an open brace', '{"a": 1'],
  ['a comment', '{"a": 1} # a comment'],
  ['YAML', 'a: 1'],
  ['nothing', ''],
  ['deep nesting', `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('is left to the parser of YAML: %s', (_, text) => {
  expect(plainJson(text)).toBeUndefined();
});

test('a JSON file has the values that the parser of YAML finds', () => {
  const path = join(directory(), 'file.json');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      writeFileSync(path, text);
      expect(plainJson(text)).toEqual(readOptionFile(path, '--config').value);
    }),
    { numRuns: 50 },
  );
});

test('a problem in a JSON file is reported with its place', async () => {
  const path = join(directory(), 'file.json');
  writeFileSync(path, '{\n  "a": 1,\n  "b": 2\n}');
  const refusal = await readWithPositions(path, '--config', async (file) => {
    throw file.refuse(['b'], 'is 2');
  }).catch((error: unknown) => error);
  expect(String(refusal)).toContain(`${path}:3:8: is 2`);
});

test('an error that has nothing to do with places is thrown as it is', async () => {
  const path = join(directory(), 'file.json');
  writeFileSync(path, '{}');
  let calls = 0;
  await expect(
    readWithPositions(path, '--config', async () => {
      calls++;
      throw new RangeError('a bug');
    }),
  ).rejects.toThrow('a bug');
  expect(calls).toBe(1);
});
