import type { Stats } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anyone } from './accounts.js';
import { controllerOf, isSticky, lacksAccess, type rightsOfFile, rightsOfLink } from './control.js';

const own = process.geteuid?.() ?? 0;
const eve = { uid: 4242, gid: 4242, name: 'eve' };
const accountOf = (uid: number) => ({ uid, gid: uid, ...(uid === eve.uid && { name: 'eve' }) });
const stats = (uid: number, mode: number, rest: Partial<Stats> = {}): Stats =>
  ({ uid, mode, nlink: 1, isDirectory: () => false, ...rest }) as Stats;

afterEach(() => {
  vi.restoreAllMocks();
});
const asUser = (uid: number) => vi.spyOn(process, 'geteuid').mockReturnValue(uid);

describe('who controls a file or directory', () => {
  test.each([
    [0, 0o755, undefined],
    [own, 0o1755, undefined],
    [0, 0o775, anyone],
    [0, 0o757, anyone],
    [own, 0o1777, anyone],
    [4242, 0o700, eve],
    [4242, 0o777, eve],
  ])('owned by %i with mode %i', (uid, mode, controller) => {
    expect(controllerOf(stats(uid, mode), accountOf)).toEqual(controller);
  });

  test('only the sticky bit keeps names from being removed by others', () => {
    expect([0o1777, 0o777, 0o6777].map((mode) => isSticky(stats(0, mode)))).toEqual([true, false, false]);
  });
});

describe('the rights to follow a link with', () => {
  const rights = (link: Stats, directory: Stats) => rightsOfLink('/x', link, directory, accountOf);

  test.each([
    ['another user', stats(4242, 0o777), stats(0, 0o755), eve],
    ['this account, in a directory of another user', stats(0, 0o777), stats(4242, 0o1777), eve],
    ['this account, where others may write', stats(0, 0o777), stats(0, 0o777), anyone],
    ['this account, where others may only add names', stats(0, 0o777), stats(0, 0o1777), undefined],
    ['this account', stats(0, 0o777), stats(0, 0o755), undefined],
  ])('of %s', (_, link, directory, expected) => {
    asUser(0);
    expect(rights(link, directory)).toEqual(expected);
  });

  test('are refused if this process is not root', () => {
    asUser(1000);
    expect(rights(stats(1000, 0o777), stats(0, 0o755))).toBeUndefined();
    expect(() => rights(stats(4242, 0o777), stats(0, 0o755))).toThrow(
      expect.objectContaining({
        problem: 'refused',
        message: '/x: eve decides where a link on the way leads',
      }),
    );
  });
});

describe('the rights to read a file with several names', () => {
  /** The function on a kernel whose setting has this text. */
  async function rightsIf(setting: string | undefined): Promise<typeof rightsOfFile> {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => ({
      ...(await original<object>()),
      readFileSync(path: string) {
        expect(path).toBe('/proc/sys/fs/protected_hardlinks');
        if (setting === undefined) throw new Error('ENOENT');
        return setting;
      },
    }));
    const here = await import('./control.js');
    vi.doUnmock('node:fs');
    return here.rightsOfFile;
  }

  test.each([
    ['protects them', '1\n', undefined],
    ['does not protect them', '0\n', eve],
    ['does not tell whether it protects them', undefined, eve],
  ])('if the kernel %s', async (_, setting, rights) => {
    asUser(0);
    expect((await rightsIf(setting))(stats(4242, 0o644, { nlink: 2 }), eve)).toEqual(rights);
  });

  test('are those of this process for one name, a directory, or another user', async () => {
    const rights = await rightsIf('0');
    asUser(0);
    expect(rights(stats(4242, 0o644), eve)).toBeUndefined();
    expect(rights(stats(4242, 0o644, { nlink: 2, isDirectory: () => true }), eve)).toBeUndefined();
    asUser(1000);
    expect(rights(stats(4242, 0o644, { nlink: 2 }), eve)).toBeUndefined();
  });
});

test('a reason names the account', () => {
  expect(lacksAccess('/x', { uid: 7, gid: 7 })).toBe(
    '/x: user 7 decides where it leads, but has no permission to read the target',
  );
});
