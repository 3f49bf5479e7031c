import { expect, test } from 'vitest';
import { absolutePath, normalize } from './normalize.js';

test.each([
  ['etc/hosts', '/etc/hosts'],
  ['/etc//./hosts/.', '/etc/hosts'],
  ['/etc/../usr/./lib/..', '/usr'],
  ['../../etc', '/etc'],
  ['/etc/.hidden/..x', '/etc/.hidden/..x'],
  ['/dev/disk/', '/dev/disk'],
  ['', '/'],
])('%s is %s', (path, normal) => {
  expect([normalize(path), absolutePath(path)]).toEqual([normal, normal]);
});

test('a NUL byte is refused, unless the path is only compared', () => {
  expect(absolutePath('etc/\0/')).toBe('/etc/\0');
  expect(() => normalize('/etc\0')).toThrow(
    expect.objectContaining({ problem: 'refused', message: 'path "/etc\\u0000" contains a NUL byte' }),
  );
});
