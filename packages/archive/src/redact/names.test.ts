import type { Redaction } from '@hostspec/spec';
import { expect, test, vi } from 'vitest';
import { maskedNames } from './names.js';

const replacing = (pattern: RegExp, mask = 'mask') =>
  ({ text: (text: string) => text.replaceAll(pattern, mask) }) as Redaction;

test('a name is masked by itself, and as a part of its path', () => {
  const { path } = maskedNames(replacing(/^SECRET$|in\/mask/g));
  expect(path('in/SECRET/x')).toBe('mask/x');
  expect(path('a/b')).toBe('a/b');
});

test('what is below a tree is masked as a path that counts from it', () => {
  const redaction = replacing(/^etc/g);
  expect(maskedNames(redaction, 'top/data/').path('top/data/etc/a')).toBe('top/data/mask/a');
  expect(maskedNames(replacing(/^etc\/a/g)).path('top/data/etc/a')).toBe('top/data/etc/a');
  expect(maskedNames(replacing(/^etc\/a/g), 'top/data/').path('top/data/etc/a')).toBe('top/data/mask');
  expect(maskedNames(replacing(/^etc\/a/g), 'top/data/').path('etc/a')).toBe('mask');
});

test('a name that a mask makes longer than the system allows is cut', () => {
  const { path } = maskedNames(replacing(/x/g, 'mask'.repeat(100)));
  expect(
    path('a/x/b')
      .split('/')
      .map((name) => name.length),
  ).toEqual([1, 255, 1]);
  const long = 'y'.repeat(300);
  expect(path(long)).toBe(long);
});

test('no two members have the same path, but directories may', () => {
  const { member, path } = maskedNames(replacing(/\d/g, 'n'));
  expect(member('d1', 'directory')).toBe('dn');
  expect(member('d2', 'directory')).toBe('dn');
  expect([1, 2, 3].map((number) => member(`a${number}`, 'file'))).toEqual(['an', 'an~2', 'an~3']);
  expect(member('a4', 'symlink')).toBe('an~4');
  expect(path('a5')).toBe('an');
});

test('many members that want the same path take linear time', () => {
  const { member } = maskedNames(replacing(/\d+/g, 'n'));
  const count = 300;
  const looked = vi.spyOn(Set.prototype, 'has');
  const names = Array.from({ length: count }, (_, number) => member(`a${number}`, 'file'));
  const looks = looked.mock.calls.length;
  looked.mockRestore();
  expect(names.at(-1)).toBe(`an~${count}`);
  expect(new Set(names).size).toBe(count);
  expect(looks).toBeLessThan(3 * count);
});

test('a number that a member has by itself is not given again', () => {
  const { member } = maskedNames(replacing(/x\d/g, 'x'));
  expect(['a/x~2', 'a/x', 'a/x1', 'a/x2', 'a/x~2'].map((name) => member(name, 'file'))).toEqual([
    'a/x~2',
    'a/x',
    'a/x~3',
    'a/x~4',
    'a/x~2~2',
  ]);
});
