import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MountGuard } from '@hostspec/files/host';
import { beforeAll, expect, test } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { isReal, locator } from './locate.js';

const base = sharedDirectory();
beforeAll(() => {
  mkdirSync(join(base, 'etc'));
  mkdirSync(join(base, 'net'));
  writeFileSync(join(base, 'etc/a'), '');
  symlinkSync('/etc/a', join(base, 'link'));
  symlinkSync('/net/share', join(base, 'out'));
  symlinkSync('loop', join(base, 'loop'));
});

const guard = (path?: string): MountGuard => ({
  any: () => path !== undefined,
  at: (place) => (path !== undefined && place === path ? { path, type: 'nfs' } : undefined),
  withoutSetuid: () => undefined,
});

test('without mounts that can hang, paths of the machine are not looked at', () => {
  expect(locator('/', guard())('nowhere/../at//all')).toEqual({
    kind: 'real',
    path: '/at/all',
    leadsTo: '/at/all',
  });
});

test('below a root, links lead where they would if it were that of the system', () => {
  const locate = locator(base, guard());
  expect(locate('/link')).toEqual({ kind: 'real', path: `${base}/etc/a`, leadsTo: `${base}/etc/a` });
  expect(locate('/')).toEqual({ kind: 'real', path: base, leadsTo: base });
  expect(locate('/none/b')).toMatchObject({ path: `${base}/none/b` });
});

test('on the machine, a path keeps its links, and where it leads is known', () => {
  const locate = locator('/', guard('/elsewhere'));
  expect(locate(`${base}/etc/../etc/a`)).toEqual({
    kind: 'real',
    path: `${base}/etc/a`,
    leadsTo: `${base}/etc/a`,
  });
});

test('the root is where it is', () => {
  expect(locator('/', guard('/elsewhere'))('/')).toEqual({ kind: 'real', path: '/', leadsTo: '/' });
  expect(locator(base, guard('/elsewhere'))('/')).toEqual({ kind: 'real', path: base, leadsTo: base });
});

test('a path that leads to a mount is not followed into it', () => {
  const locate = locator(base, guard(`${base}/net`));
  const mount = { path: `${base}/net`, type: 'nfs' };
  expect(locate('/out/b/c')).toEqual({ kind: 'mount', path: `${base}/net/share/b/c`, mount });
  expect(locate('/net')).toEqual({ kind: 'mount', path: `${base}/net`, mount });
  expect(locate('/etc/a').kind).toBe('real');
});

test('a root on a mount is on it with all its paths', () => {
  const above = join(base, '..');
  for (const path of [base, above]) {
    const found = locator(base, guard(path))('/etc/a');
    expect(found).toEqual({ kind: 'mount', path: `${base}/etc/a`, mount: { path, type: 'nfs' } });
  }
});

test('only what is on no such mount, and can be found, is real', () => {
  const real = isReal(locator(base, guard(`${base}/net`)));
  expect(['/etc/a', '/none', '/net/x', '/out', '/loop', '/a\0'].map(real)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
