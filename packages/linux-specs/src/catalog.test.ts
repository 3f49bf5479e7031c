import { DefaultSpecs } from '@hostspec/default-specs';
import type { Specs } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { LinuxSpecs, linuxSpecs } from './index.js';

const all = LinuxSpecs as unknown as Specs;
const specified = DefaultSpecs as unknown as Specs;

test('has every spec of variant B, unchanged except for the distributions that it is for and the part of logs that is kept', () => {
  const same = Object.keys(specified).map((name) => {
    const { for: _, log: __, ...spec } = all[name] ?? {};
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

const logDirectory = /^\/?var\/(log|opt\/.*\/log)\/.*(log|messages|secure|cron|error)/;

test('no text log is collected whole, whatever its size', () => {
  const whole = Object.entries(all).filter(
    ([name, { type, ...spec }]) =>
      !name.startsWith('dmesg') &&
      type === 'simple_file' &&
      spec.log === undefined &&
      'path' in spec &&
      logDirectory.test(spec.path),
  );
  expect(whole.map(([name]) => name)).toEqual([]);
});

test('LinuxSpecs are the specs of the catalog', () => {
  expect(LinuxSpecs).toBe(linuxSpecs.specs);
});
