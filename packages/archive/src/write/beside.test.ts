import { expect, test } from 'vitest';
import { takeFreeName } from './beside.js';
import type { OutputPlace } from './output-place.js';

const place = { find: (name: string) => `/out/${name}` } as OutputPlace;
const failing = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['host.tar.gz', ['host.tar.gz', 'host~2.tar.gz', 'host~3.tar.gz']],
  ['host', ['host', 'host~2', 'host~3']],
])('%s is taken, or the first free name beside it', (name, names) => {
  const taken: string[] = [];
  for (const _ of names)
    takeFreeName(place, name, (free) => {
      if (taken.includes(free)) throw failing('EEXIST');
      taken.push(free);
    });
  expect(taken).toEqual(names);
  expect(takeFreeName(place, 'other', () => {})).toBe('/out/other');
});

test('any other problem ends the search', () => {
  const attempt = () => {
    throw failing('EACCES');
  };
  expect(() => takeFreeName(place, 'a', attempt)).toThrow('EACCES');
});
