import { DefaultSpecs } from '@hostspec/default-specs';
import type { Specs } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { LinuxSpecs, linuxSpecs } from './index.js';

const all = LinuxSpecs as unknown as Specs;
const specified = DefaultSpecs as unknown as Specs;

test('has every spec of variant B, unchanged except for the distributions that it is for', () => {
  const same = Object.keys(specified).map((name) => {
    const { for: _, ...spec } = all[name] ?? {};
    return [name, spec];
  });
  expect(Object.fromEntries(same)).toEqual(specified);
});

test('every other spec says where it comes from', () => {
  const without = Object.entries(all).filter(
    ([name, { origin }]) => !(name in specified) && origin === undefined,
  );
  expect(without.map(([name]) => name)).toEqual([]);
});

test('LinuxSpecs are the specs of the catalog', () => {
  expect(LinuxSpecs).toBe(linuxSpecs.specs);
});
