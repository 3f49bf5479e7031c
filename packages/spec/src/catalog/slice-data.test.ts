import { describe, expect, test } from 'vitest';
import {
  defineCondition,
  defineProvider,
  defineSetting,
  foreachExecute,
  simpleCommand,
  simpleFile,
  slice,
  sliceData,
  specsOfData,
  variant,
} from '../index.js';

const pairs = defineProvider({
  name: 'pairs',
  doc: 'Pairs.',
  yields: 'list',
  width: 2,
  evaluate: () => [['a', 'b']],
});
const more = defineProvider({
  name: 'more',
  doc: 'More.',
  yields: 'string',
  timeout: 5,
  evaluate: () => 'x',
});
const isLab = defineCondition({
  name: 'IsLab',
  doc: 'In the lab.',
  evaluate: () => ({ holds: true, reason: 'it is' }),
});
const words = defineSetting({ name: 'words', doc: 'Words', default: ['a'] });

const lab = slice({
  name: 'lab',
  version: '1.2.3',
  specs: {
    a: simpleFile('/a', { doc: 'A', when: isLab() }),
    b: simpleFile('/b', { doc: 'B' }),
    each: foreachExecute('/bin/x %s %s', pairs(), { doc: 'Each' }),
  },
  providers: [pairs],
  conditions: [isLab],
  settings: [words],
});
const earlier = variant(lab, {
  override: { a: simpleFile('/old/a', { doc: 'A' }) },
  add: { c: simpleCommand('/bin/c', { doc: 'C' }), d: foreachExecute('/bin/d %s', more(), { doc: 'D' }) },
  omit: ['b'],
  providers: [more],
  values: { list: { doc: 'A list', value: ['x'] } },
});

describe('a slice as data', () => {
  const data = sliceData(lab, { a: earlier });

  test('has its specs and parts, and no version', () => {
    expect(data).toMatchObject({
      name: 'lab',
      specs: lab.specs,
      providers: { pairs: { doc: 'Pairs.', yields: 'list', width: 2 } },
      conditions: { IsLab: { doc: 'In the lab.' } },
      settings: { words: { doc: 'Words', default: ['a'] } },
      values: {},
    });
    expect(JSON.stringify(data)).not.toContain('1.2.3');
  });

  test('has only the differences of a variant', () => {
    expect(data.variants.a).toEqual({
      omit: ['b'],
      override: { a: earlier.specs.a },
      add: { c: earlier.specs.c, d: earlier.specs.d },
      providers: { more: { doc: 'More.', yields: 'string', timeout: 5 } },
      values: { list: { doc: 'A list', value: ['x'] } },
    });
  });

  test('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });

  test('gives back the specs of the slice and of each variant', () => {
    expect(specsOfData(data)).toEqual(lab.specs);
    expect(specsOfData(data, 'a')).toEqual(earlier.specs);
    expect(specsOfData(data, 'unknown')).toEqual(lab.specs);
  });
});
