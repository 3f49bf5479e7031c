import { expect, test } from 'vitest';
import { normalize } from './normalize.js';

test.each([
  ['etc/hosts', '/etc/hosts'],
  ['/etc//./hosts/.', '/etc/hosts'],
  ['/etc/../usr/./lib/..', '/usr'],
  ['../../etc', '/etc'],
  ['/etc/.hidden/..x', '/etc/.hidden/..x'],
  ['', '/'],
])('%s is %s', (path, normal) => {
  expect(normalize(path)).toBe(normal);
});

test('a NUL byte is refused', () => {
  expect(() => normalize('/etc\0')).toThrow(
    expect.objectContaining({ problem: 'refused', message: 'path "/etc\\u0000" contains a NUL byte' }),
  );
});
