import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { isTrusted, ownsSafely } from './owners.js';

const unmappedOwner = vi.hoisted(() => vi.fn());
vi.mock('./unmapped-owner.js', () => ({ unmappedOwner }));
beforeEach(() => {
  vi.spyOn(process, 'geteuid').mockReturnValue(1000);
});

test('root, the account itself and nobody else are trusted', () => {
  expect([0, 1000, 4242, 65_534].map(isTrusted)).toEqual([true, true, false, false]);
  expect([0, 1000, 4242, 65_534].map((uid) => ownsSafely(uid, '/etc/x'))).toEqual([true, true, false, false]);
});

test('in a user namespace the owner of unmapped files is trusted where rights are the limit anyway', () => {
  unmappedOwner.mockReturnValue(65_534);
  expect([65_534, 65_535].map(isTrusted)).toEqual([true, false]);
});

// The runner is tested with the same table.
const { unmapped } = JSON.parse(
  readFileSync(new URL('../../../testing/src/tables/rights.json', import.meta.url), 'utf8'),
);

test.each<{ readonly path: string; readonly trusted: boolean }>(unmapped)(
  'what is done is decided by what an unmapped owner has at $path: $trusted',
  ({ path, trusted }) => {
    unmappedOwner.mockReturnValue(65_534);
    expect(ownsSafely(65_534, path)).toBe(trusted);
    expect([ownsSafely(0, path), ownsSafely(1000, path), ownsSafely(4242, path)]).toEqual([
      true,
      true,
      false,
    ]);
    vi.spyOn(process, 'geteuid').mockReturnValue(65_534);
    expect(ownsSafely(65_534, path)).toBe(true);
  },
);
