import { hostError } from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import type { Mounted } from '../mounted/mounted.js';
import type { Location } from './locate.js';
import { namer, placeFinder } from './place.js';

describe('the way to a path', () => {
  const mount = { path: '/net', type: 'nfs' };
  const onMount: Location = { kind: 'mount', path: '/net/a', mount };
  const refusal = hostError('refused', '/a: is not entered');
  const finder = (location: Location, through?: Mounted) => {
    const notEntered = vi.fn();
    const mounts = { enter: () => through, refusal: () => refusal };
    return { find: placeFinder(() => location, mounts, notEntered), notEntered };
  };

  test('is through the file system if no mount is on it that can hang', () => {
    const { find, notEntered } = finder({ kind: 'real', path: '/a', leadsTo: '/b' });
    expect(find('/a')).toEqual({ real: '/a', leadsTo: '/b' });
    expect(notEntered).not.toHaveBeenCalled();
  });

  test('is through the mount if that may be entered', () => {
    const through = {} as Mounted;
    expect(finder(onMount, through).find('/a')).toEqual({ real: '/net/a', leadsTo: '/net/a', through });
  });

  test('is refused, and noted, if not', () => {
    const { find, notEntered } = finder(onMount);
    expect(() => find('/a')).toThrow(refusal);
    expect(notEntered.mock.calls).toEqual([['/a: is not entered']]);
  });
});

test.each([
  ['/', '/etc/a', '/etc/a', '/etc/a'],
  ['/', 'etc//a', '/etc/a', 'etc//a'],
  ['/', '/etc/a', '/usr/a', '/etc/a, which leads to /usr/a'],
  ['/srv/root', '/etc/a', '/srv/root/etc/a', '/etc/a'],
  ['/srv/root', '/etc/a', '/srv/root/usr/a', '/etc/a, which leads to /usr/a'],
  ['/srv/root', '/link', '/srv/root', '/link, which leads to /'],
])('below %s, %s at %s is named %s', (root, path, leadsTo, name) => {
  expect(namer(root)(path, leadsTo)).toBe(name);
});
