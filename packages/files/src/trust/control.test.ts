import { readFileSync, type Stats } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anyone } from '../account/accounts.js';
import { controllerOf, lacksAccess, type rightsOfFile, rightsOfLink } from './control.js';
import { isSticky } from './judge.js';

const own = process.geteuid?.() ?? 0;
const eve = { uid: 4242, gid: 4242, name: 'eve' };
const accountOf = (uid: number) => ({ uid, gid: uid, ...(uid === eve.uid && { name: 'eve' }) });
const stats = (uid: number, mode: number, rest: Partial<Stats> = {}): Stats =>
  ({ uid, mode, nlink: 1, isDirectory: () => false, ...rest }) as Stats;

afterEach(() => {
  vi.restoreAllMocks();
});
const asUser = (uid: number) => vi.spyOn(process, 'geteuid').mockReturnValue(uid);

type Who = 'root' | 'own' | 'eve' | 'bob' | 'anyone';
interface Table {
  readonly controllers: readonly { readonly owner: Who; readonly mode: string; readonly by: Who | null }[];
  readonly links: readonly {
    readonly of: Who;
    readonly in: Who;
    readonly mode: string;
    readonly by: Who | null;
  }[];
  readonly hardLinks: readonly {
    readonly setting: string | null;
    readonly names: number;
    readonly kind: 'file' | 'directory';
    readonly root: boolean;
    readonly by: Who | null;
  }[];
}
// The runner is tested with the same table.
const table: Table = JSON.parse(
  readFileSync(new URL('../../../testing/src/tables/rights.json', import.meta.url), 'utf8'),
);
const uids = { root: 0, own, eve: 4242, bob: 4243, anyone: -1 };
const whose = (who: Who | null) => (who === null ? undefined : who === 'anyone' ? anyone : eve);
const octal = (mode: string): number => Number.parseInt(mode, 8);

describe('who controls a file or directory', () => {
  test.each(table.controllers)('owned by $owner with mode $mode', ({ owner, mode, by }) => {
    expect(controllerOf(stats(uids[owner], octal(mode)), accountOf)).toEqual(whose(by));
  });

  test('only the sticky bit keeps names from being removed by others', () => {
    expect([0o1777, 0o777, 0o6777].map((mode) => isSticky(stats(0, mode)))).toEqual([true, false, false]);
  });
});

describe('the rights to follow a link with', () => {
  const rights = (link: Stats, directory: Stats) => rightsOfLink('/x', link, directory, accountOf);

  test.each(table.links)('of $of in a directory of $in with mode $mode', ({ of, in: where, mode, by }) => {
    asUser(0);
    expect(rights(stats(uids[of], 0o777), stats(uids[where], octal(mode)))).toEqual(whose(by));
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
  async function rightsIf(setting: string | null): Promise<typeof rightsOfFile> {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => ({
      ...(await original<object>()),
      readFileSync(path: string) {
        expect(path).toBe('/proc/sys/fs/protected_hardlinks');
        if (setting === null) throw new Error('ENOENT');
        return setting;
      },
    }));
    const here = await import('./control.js');
    vi.doUnmock('node:fs');
    return here.rightsOfFile;
  }

  test.each(table.hardLinks)('%j', async ({ setting, names, kind, root, by }) => {
    asUser(root ? 0 : 1000);
    const file = stats(4242, 0o644, { nlink: names, isDirectory: () => kind === 'directory' });
    expect((await rightsIf(setting))(file, eve)).toEqual(whose(by));
  });
});

test('a reason names the account', () => {
  expect(lacksAccess('/x', { uid: 7, gid: 7 })).toBe(
    '/x: user 7 decides where it leads, but has no permission to read the target',
  );
});
