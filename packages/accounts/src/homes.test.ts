import { type Account, type CollectingHost, hostError } from '@hostspec/spec';
import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { homeAuthorizedKeys, homeShellFiles, homes } from './providers.js';

const line = (name: string, uid: number | string, home = `/home/${name}`, shell = '/bin/bash'): string =>
  `${name}:x:${uid}:${uid}::${home}:${shell}\n`;

interface Machine {
  readonly passwd: string;
  readonly files?: Readonly<Record<string, FakeFile>>;
  /** Who owns a directory; nobody but root by default. */
  readonly owners?: Readonly<Record<string, number>>;
  readonly executes?: boolean;
  /** Directories on mounts that are not entered. */
  readonly mounts?: readonly string[];
}

function machine({ passwd, files = {}, owners = {}, executes = true, mounts = [] }: Machine) {
  const fake = fakeHost({ files: { '/etc/passwd': passwd, ...files } });
  const asked: string[] = [];
  const refuse = (path: string): void => {
    const mount = mounts.find((each) => path === each || path.startsWith(`${each}/`));
    if (mount) throw hostError('refused', `${path}: on the nfs4 mount ${mount}, which is not entered`);
  };
  const host: Partial<CollectingHost> = {
    ...fake,
    executes,
    user: () => ({ uid: 0, gid: 0 }),
    async stat(path) {
      asked.push(path);
      try {
        refuse(path);
      } catch {
        return undefined;
      }
      return fake.stat(path);
    },
    async list(path) {
      refuse(path);
      return fake.list(path);
    },
    controller: async (path): Promise<Account | undefined> => {
      const uid = owners[path];
      return uid === undefined ? undefined : { uid, gid: uid, groups: [7] };
    },
  };
  return { host: host as CollectingHost, asked };
}

const homesOf = (described: Machine, setting: readonly string[] = ['all']) =>
  homes.definition.evaluate(fakeContext(machine(described).host, { homes: setting }));

const home = (uid: number, path: string) => ({
  value: path,
  by: { uid, gid: uid, groups: [7], within: path },
});
const there = (...paths: string[]) => Object.fromEntries(paths.map((path) => [`${path}/x`, '']));

describe('homes', () => {
  test('are those of people and of root, with their rights and not beyond', async () => {
    const passwd = [
      line('root', 0, '/root'),
      line('bob', 1001),
      line('alice', 1000),
      line('daemon', 1, '/usr/sbin'),
      line('robot', 1002, '/home/robot', '/usr/sbin/nologin'),
      line('ftp', 1003, '/home/ftp', '/bin/false'),
      line('nobody', 65_534, '/home/nobody'),
      line('gone', 1004),
      '+nis::::::\nbroken:x:eve:1::/home/broken:/bin/sh\n',
    ].join('');
    const files = there(
      '/root',
      '/home/alice',
      '/home/bob',
      '/home/robot',
      '/home/ftp',
      '/home/nobody',
      '/home/broken',
    );
    const owners = { '/home/alice': 1000, '/home/bob': 1001, '/home/robot': 1002, '/home/ftp': 1003 };
    expect(await homesOf({ passwd, files, owners })).toEqual([
      home(1000, '/home/alice'),
      home(1001, '/home/bob'),
      { value: '/root', by: { uid: 0, gid: 0, name: 'root', within: '/root' } },
    ]);
  });

  test('have the range of login.defs', async () => {
    const passwd = line('old', 500) + line('new', 1000);
    const files = {
      ...there('/home/old', '/home/new'),
      '/etc/login.defs': '#UID_MIN 1\nUID_MIN  500\nUID_MAX 999\n',
    };
    expect(await homesOf({ passwd, files, owners: { '/home/old': 500, '/home/new': 1000 } })).toEqual([
      home(500, '/home/old'),
    ]);
  });

  test('that belong to somebody else are left out: a line of passwd gives nobody the rights of another', async () => {
    const passwd = [
      line('alice', 1000),
      // Somebody with the rights of root, whose home is in the hands of eve.
      line('toor', 0, '/home/eve'),
      line('bob', 1001),
      line('file', 1002),
    ].join('');
    const files = { ...there('/home/alice', '/home/eve', '/home/bob'), '/home/file': 'a file' };
    const owners = { '/home/alice': 1000, '/home/eve': 4242, '/home/bob': 4242 };
    expect(await homesOf({ passwd, files, owners })).toEqual({
      elements: [home(1000, '/home/alice')],
      leftOut:
        '/home/eve: does not belong to toor alone; /home/bob: does not belong to bob alone; /home/file: is not a directory',
    });
  });

  test.each([
    '',
    '/',
    'home/a',
    '/home/../etc',
    '/home/./a',
    '/home//a',
    '/home/*',
    '/home/[a]',
    '/home/a/..',
  ])('are never %j', async (path) => {
    const files = there('/home/a', '/etc');
    const found = await homesOf({
      passwd: line('a', 1000, path),
      files,
      owners: { '/home/a': 1000, '/etc': 1000 },
    });
    expect(found).toEqual({ nothing: 'no account has a home directory' });
  });

  test('on mounts that are not entered are named, and nothing there is looked at', async () => {
    const passwd = line('alice', 1000) + line('far', 1001, '/net/far') + line('off', 1002, '/net/off');
    const described = {
      passwd,
      files: there('/home/alice', '/net/far', '/net/off'),
      owners: { '/home/alice': 1000, '/net/far': 1001 },
      mounts: ['/net'],
    };
    expect(await homesOf(described)).toEqual({
      elements: [home(1000, '/home/alice')],
      leftOut:
        '/net/far: on the nfs4 mount /net, which is not entered; /net/off: on the nfs4 mount /net, which is not entered',
    });
    const { host, asked } = machine(described);
    await homeShellFiles.definition.evaluate(fakeContext(host));
    expect(asked.filter((path) => path.startsWith('/net/far/'))).toEqual([]);
  });

  test('are at most two hundred, the first in order', async () => {
    const names = Array.from({ length: 203 }, (_, index) => `u${String(index).padStart(3, '0')}`);
    const found = await homesOf({
      passwd: names.map((name, index) => line(name, 1000 + index)).join(''),
      files: there(...names.map((name) => `/home/${name}`)),
      owners: Object.fromEntries(names.map((name, index) => [`/home/${name}`, 1000 + index])),
    });
    expect(found).toMatchObject({ leftOut: 'the first 200 of 203 home directories' });
    expect((found as { elements: readonly { value: string }[] }).elements.map(({ value }) => value)).toEqual(
      names.slice(0, 200).map((name) => `/home/${name}`),
    );
  });

  test('of a root that does not run have the account of passwd, whose directory they stay in', async () => {
    const by = { uid: 1000, gid: 1000, name: 'alice', within: '/home/alice' };
    const described = { passwd: line('alice', 1000), files: there('/home/alice'), executes: false };
    expect(await homesOf(described)).toEqual([{ value: '/home/alice', by }]);
  });

  test('are those that the setting names, whatever their shell; unknown names are said', async () => {
    const described = {
      passwd: line('alice', 1000) + line('postgres', 110, '/var/lib/postgresql', '/usr/sbin/nologin'),
      files: there('/home/alice', '/var/lib/postgresql'),
      owners: { '/home/alice': 1000, '/var/lib/postgresql': 110 },
    };
    expect(await homesOf(described, ['postgres', 'bbo'])).toEqual({
      elements: [home(110, '/var/lib/postgresql')],
      leftOut: 'bbo: not in /etc/passwd',
    });
    expect(await homesOf(described, ['none'])).toEqual({ nothing: 'the setting homes is none' });
    expect(await homesOf(described, [])).toEqual({ nothing: 'no account has a home directory' });
  });
});

describe('files in homes', () => {
  const described = {
    passwd: line('alice', 1000) + line('bob', 1001),
    owners: { '/home/alice': 1000, '/home/bob': 1001 },
    files: {
      '/home/alice/.ssh/authorized_keys': 'ssh-ed25519 AAAA\n',
      '/home/alice/.bash_history': 'secret\n',
      '/home/alice/.bashrc': 'x\n',
      '/home/bob/.ssh/authorized_keys': 'x'.repeat(1024 * 1024 + 1),
      '/home/bob/.ssh/authorized_keys2': { kind: 'fifo' },
      '/home/bob/.profile': '',
      '/home/bob/.zshrc': { content: 'z\n' },
    } as const,
  };
  const context = fakeContext(machine(described).host);

  test('keys are those of regular files that are not huge', async () => {
    expect(await homeAuthorizedKeys.definition.evaluate(context)).toEqual({
      elements: [{ ...home(1000, '/home/alice'), value: '/home/alice/.ssh/authorized_keys' }],
      leftOut: '/home/bob/.ssh/authorized_keys: larger than 1 MiB',
    });
  });

  test('files of shells are those of a fixed list, never histories', async () => {
    expect(await homeShellFiles.definition.evaluate(context)).toEqual([
      { ...home(1000, '/home/alice'), value: '/home/alice/.bashrc' },
      { ...home(1001, '/home/bob'), value: '/home/bob/.zshrc' },
    ]);
  });
});
