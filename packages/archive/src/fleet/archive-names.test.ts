import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archiveNameOf } from './archive-names.js';

test.each([
  ['web01.example', 'web01.example.tar.gz'],
  ['podman://db', 'podman%3A%2F%2Fdb.tar.gz'],
  ['-x', '%2Dx.tar.gz'],
  ['..', '%2E..tar.gz'],
  ['2001:db8::1', '2001%3Adb8%3A%3A1.tar.gz'],
  ['a%2Fb', 'a%252Fb.tar.gz'],
])('%s becomes %s', (host, name) => expect(archiveNameOf(host, 'tar.gz')).toBe(name));

test('no host takes the name of the file of lines', () => {
  expect(archiveNameOf('hosts', 'ndjson')).toBe('%68osts.ndjson');
  expect(archiveNameOf('hosts.ndjson', 'directory')).toBe('%68osts.ndjson');
});

test('every name is safe, and different hosts have different names', () => {
  const host = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.string({ minLength: 190, maxLength: 260 }),
  );
  fc.assert(
    fc.property(host, host, (one, other) => {
      const name = archiveNameOf(one, 'tar.gz');
      expect(name).toMatch(/^[A-Za-z0-9_@%][A-Za-z0-9._@%~-]*\.tar\.gz$/);
      expect(name.length).toBeLessThanOrEqual(240);
      expect(name === archiveNameOf(other, 'tar.gz')).toBe(one === other);
    }),
  );
});
