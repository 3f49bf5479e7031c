import { hostError } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { isLinkLoop, resolveLinks } from './resolve-links.js';

const links: Readonly<Record<string, string>> = {
  '/lib': 'usr/lib',
  '/usr/lib/up': '../../etc',
  '/usr/doc': 'text/doc',
  '/usr/share': '/data/share',
  '/data/share/out': '../../../../../etc',
  '/a': 'b',
  '/b': './a',
};
const asked: string[] = [];
const linkAt = (path: string): string | undefined => {
  asked.push(path);
  return links[path];
};

test.each([
  ['/etc/hosts', '/etc/hosts'],
  ['etc//./hosts/', '/etc/hosts'],
  ['/lib/x', '/usr/lib/x'],
  ['/lib/up/hosts', '/etc/hosts'],
  ['/usr/doc/x', '/usr/text/doc/x'],
  ['/usr/share/x', '/data/share/x'],
  ['/usr/share/out/hosts', '/etc/hosts'],
  ['/lib/up/../hosts', '/usr/lib/hosts'],
  ['/../..', '/'],
])('%s leads to %s', (path, wanted) => {
  expect(resolveLinks(path, linkAt)).toEqual({ path: wanted, rest: [] });
});

test('links that lead in a circle are refused', () => {
  let error: unknown;
  try {
    resolveLinks('/a/x', linkAt);
  } catch (caught) {
    error = caught;
  }
  expect(error).toMatchObject({ code: 'HOST', problem: 'refused', message: '/a/x: too many symbolic links' });
  expect([isLinkLoop(error), isLinkLoop(hostError('refused', '/a: is a directory'))]).toEqual([true, false]);
  expect(() => resolveLinks('/a\0', linkAt)).toThrow('contains a NUL byte');
});

test('nothing is asked at a barrier or behind it', () => {
  asked.length = 0;
  expect(resolveLinks('/lib/up/x/y', linkAt, (path) => path === '/etc')).toEqual({
    path: '/etc',
    rest: ['x', 'y'],
  });
  expect(asked).toEqual(['/lib', '/usr', '/usr/lib', '/usr/lib/up']);
});
