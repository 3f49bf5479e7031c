import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MountGuard } from '@hostspec/files/host';
import { type CommandEnd, hostError } from '@hostspec/spec';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';
import type { Mounted } from '../mounted/mounted.js';
import { mountEntry } from '../mounted/mounted.js';
import { breathe, type FileTools, hostFiles, namer, placeFinder, whileLeased } from './host-files.js';
import { type Location, locator } from './locate.js';

let folder = '';
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  folder = temporaryDirectory();
  for (const name of ['net/sub', 'etc']) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, content] of [
    ['etc/a', 'first\nlast\n'],
    ['etc/b', 'b'],
    ['net/1', 'on the mount\n'],
    ['net/2', '2'],
    ['net/sub/3', '3'],
  ] as const) {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), 1, 1);
  }
  utimesSync(join(folder, 'net/2'), 9, 9);
});
afterEach(() => expect(openedBelow(folder)).toEqual([]));

/** Runs a command, as the host does, but without its judge. */
const runInto = async ([program = '', ...words]: readonly string[], to: number): Promise<CommandEnd> => {
  asked.push(words.at(-1) ?? '');
  const { status } = spawnSync(program, words, { stdio: ['ignore', to, to], env: { LC_ALL: 'C' } });
  return { rc: status ?? 1 };
};
const scratch = async (): Promise<number> => openSync(join(folder, 'output'), 'w+');

const kinds = [
  ['the running machine', () => '/'],
  ['a root directory', () => folder],
] as const;

/** Files of a host, of which `net` and the file `etc/cpuinfo` are mounts that can hang. */
const made = (root: string, enter: boolean, more: Partial<FileTools> = {}) => {
  const risky = [join(folder, 'net'), join(folder, 'etc/cpuinfo')];
  const guard: MountGuard = {
    any: () => true,
    at: (path) => (risky.includes(path) ? { path, type: 'nfs' } : undefined),
    withoutSetuid: () => undefined,
  };
  const files = hostFiles({
    root,
    guard,
    locate: locator(root, guard),
    mounts: mountEntry(enter, root, runInto, scratch),
    timeout: 20,
    maxItemBytes: 1000,
    stopped: () => undefined,
    ...more,
  });
  const at = (path: string): string => (root === '/' ? join(folder, path) : path);
  const content = async (path: string, how = {}) => {
    const pieces: Buffer[] = [];
    const cut = await files.readInto(at(path), (piece) => void pieces.push(Buffer.from(piece)), how);
    return { text: Buffer.concat(pieces).toString(), cut };
  };
  return { files, at, content };
};

describe.each(kinds)('a mount that can hang, on %s,', (_, rootOf) => {
  test('is not touched, and named once', async () => {
    const { files, at, content } = made(rootOf(), false);
    const net = join(folder, 'net');
    const refusal = (path: string) => ({
      problem: 'refused',
      message: `${at(path)}: on the nfs mount ${net}, which is not entered`,
    });
    for (const path of ['/net', '/net/1', '/net/none']) {
      await expect(files.readFile(at(path))).rejects.toMatchObject(refusal(path));
      await expect(content(path)).rejects.toMatchObject(refusal(path));
      await expect(files.list(at(path))).rejects.toMatchObject(refusal(path));
      await expect(files.look(at(path))).rejects.toMatchObject(refusal(path));
      expect(await files.stat(at(path))).toBeUndefined();
      expect(await files.controller(at(path))).toBeUndefined();
    }
    expect(files.notEntered()).toEqual(['/net', '/net/1', '/net/none'].map((path) => refusal(path).message));
    expect(await files.glob([at('/net/*'), at('/net/1'), at('/etc/*')])).toEqual({
      paths: [at('/etc/a'), at('/etc/b')],
      notEntered: ['/net', '/net/1'].map((path) => refusal(path).message),
      problem: 'refused',
    });
    expect(asked).toEqual([]);
  });

  test('is entered by processes if that is wanted', async () => {
    const { files, at, content } = made(rootOf(), true);
    expect(Buffer.from(await files.readFile(at('/net/1'))).toString()).toBe('on the mount\n');
    expect(asked).toContain(join(folder, 'net/1'));
    expect(await content('/net/1')).toEqual({ text: 'on the mount\n', cut: undefined });
    expect(await content('/net/1', { maxBytes: 6, raw: true })).toEqual({
      text: 'mount\n',
      cut: { reason: 'the last 6 of 13 bytes', originalBytes: 13 },
    });
    expect(await files.look(at('/net/1'))).toEqual({ kind: 'file', size: 13, modified: 1000 });
    expect(await files.stat(at('/net/sub'))).toMatchObject({ kind: 'directory' });
    expect(await files.stat(at('/net/none'))).toBeUndefined();
    expect(await files.list(at('/net'))).toEqual(['1', '2', 'sub']);
    expect(await files.controller(at('/net/1'))).toBeUndefined();
    expect(files.notEntered()).toEqual([]);
  });

  test('is searched by processes if that is wanted', async () => {
    const { files, at } = made(rootOf(), true);
    const paths = async (patterns: readonly string[], newest?: number) =>
      (await files.glob(patterns.map(at), newest === undefined ? {} : { newest })).paths;
    expect(await paths(['/net/*', '/net/*/*'])).toEqual(['/net/1', '/net/2', '/net/sub/3'].map(at));
    expect(await paths(['/net/1', '/net/sub', '/net/none'])).toEqual([at('/net/1')]);
    expect(await paths(['/net/*'], 1)).toEqual([at('/net/2')]);
    expect(asked.length).toBeGreaterThan(0);
  });

  test('at a name in a directory is not asked for its age', async () => {
    writeFileSync(join(folder, 'etc/cpuinfo'), 'the newest of all');
    const { files, at } = made(rootOf(), false);
    expect(await files.glob([at('/etc/*')], { newest: 2 })).toEqual({
      paths: [at('/etc/a'), at('/etc/b')],
      matched: 3,
      notEntered: [],
    });
  });
});

describe.each(kinds)('a file of %s', (_, rootOf) => {
  test('is read to the limit of the host, or one that is lower', async () => {
    const { content } = made(rootOf(), false, { maxItemBytes: 6 });
    const cut = (bytes: number) => ({ reason: `the last ${bytes} of 11 bytes`, originalBytes: 11 });
    expect(await content('/etc/a')).toEqual({ text: 'last\n', cut: cut(5) });
    expect(await content('/etc/a', { maxBytes: 100, raw: true })).toEqual({ text: '\nlast\n', cut: cut(6) });
    expect(await content('/etc/a', { maxBytes: 2, raw: true })).toEqual({ text: 't\n', cut: cut(2) });
  });

  test('that a link leads to is named with its target if it cannot be read', async () => {
    symlinkSync('etc', join(folder, 'directory'));
    const { files, at } = made(rootOf(), false);
    await expect(files.readFile(at('/directory'))).rejects.toMatchObject({
      problem: 'refused',
      message: `${at('/directory')}, which leads to ${at('/etc')}: is a directory, not a regular file`,
    });
    await expect(files.look(at('/directory/none'))).rejects.toMatchObject({
      message: expect.stringContaining(`${at('/directory/none')}, which leads to ${at('/etc/none')}`),
    });
  });
});

test('what a mount does not answer is no missing file', async () => {
  const { files, at } = made('/', true, {
    mounts: mountEntry(true, '/', async () => ({ problem: 'timed out', reason: 'took too long' }), scratch),
  });
  await expect(files.stat(at('/net/1'))).rejects.toMatchObject({ problem: 'timed out' });
  expect(await files.glob([at('/net/*')])).toEqual({
    paths: [],
    notEntered: [`${at('/net')}: on the nfs mount ${at('/net')}, which did not answer before`],
    problem: 'timed out',
  });
});

describe('lease', () => {
  describe('a lease', () => {
    const leased = Object.assign(new Error('EAGAIN'), { code: 'EAGAIN', syscall: 'open' });

    test('is waited for, until the time or the run is over', async () => {
      let attempts = 0;
      const open = async (): Promise<string> => {
        if (++attempts < 4) throw leased;
        return 'opened';
      };
      const forever = async (): Promise<never> => {
        throw leased;
      };
      expect(await whileLeased('/a', open, { seconds: 60, stopped: () => undefined })).toBe('opened');
      const said = {
        problem: 'timed out',
        message: '/a: another process holds a lease on it and did not give it up within 0.1 s',
      };
      const seconds = 0.1;
      await expect(whileLeased('/a', forever, { seconds, stopped: () => undefined })).rejects.toMatchObject(
        said,
      );
      await expect(
        whileLeased('/a', forever, { seconds: 600, stopped: () => 'interrupted' }),
      ).rejects.toMatchObject({ problem: 'timed out' });
      const reading = Object.assign(new Error('EAGAIN'), { code: 'EAGAIN', syscall: 'read' });
      await expect(
        whileLeased('/a', () => Promise.reject(reading), { seconds: 600, stopped: () => undefined }),
      ).rejects.toBe(reading);
    });
  });
});

describe('place', () => {
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
});

describe('breathe', () => {
  test('others run meanwhile, at most once per millisecond', async () => {
    const now = vi.spyOn(performance, 'now');
    const othersRan = async (time: number): Promise<boolean> => {
      let ran = false;
      now.mockReturnValue(time);
      setImmediate(() => {
        ran = true;
      });
      await breathe();
      const answer = ran;
      await new Promise(setImmediate);
      return answer;
    };
    expect(await othersRan(1e9)).toBe(true);
    expect(await othersRan(1e9 + 0.9)).toBe(false);
    expect(await othersRan(1e9 + 1)).toBe(true);
    expect(await othersRan(1e9 + 1.5)).toBe(false);
  });
});
