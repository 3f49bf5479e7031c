import { expect, it } from 'vitest';
import { parseIni } from './ini.js';

it('treats lines that begin with ; or # as comments', () => {
  const look = parseIni('[a]\n;x=1\n  # x=2\nx = 3;4 # 5\n; [b]\ny: 6\n');
  expect(look('a', 'x')).toBe('3;4 # 5');
  expect(look('a', 'X')).toBe('3;4 # 5');
  expect(look('a', 'y')).toBe('6');
  expect(look('a', ';x')).toBeUndefined();
  expect(look('b', 'y')).toBeUndefined();
});

it('applies options of [DEFAULT] to every existing section', () => {
  const look = parseIni('z=0\n[DEFAULT]\nx=1\n[a]\n[c]\nx=2\nx=3\n');
  expect(look('a', 'x')).toBe('1');
  expect(look('c', 'x')).toBe('3');
  expect(look('b', 'x')).toBeUndefined();
  expect(look('a', 'z')).toBeUndefined();
});

it('reads names and values up to the first sign, and leaves out lines without one', () => {
  const look = parseIni(' [a] \n  x  =  1=2:3  \nword\n= 5\nundefined\n');
  expect(look('a', 'x')).toBe('1=2:3');
  for (const name of ['word', '', 'undefined']) expect(look('a', name)).toBeUndefined();
});
