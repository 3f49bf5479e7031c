import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathOnly } from '@hostspec/files';
import { itNeeds, needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';
import { factsOf, kindOf, opener } from './open.js';

const eve = { uid: 4242, gid: 4242, name: 'eve' };

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'public'), 'public', { mode: 0o644 });
  writeFileSync(join(folder, 'secret'), 'secret', { mode: 0o600 });
});
afterEach(() => {
  vi.doUnmock('node:fs');
  expect(opened()).toEqual([]);
});

/** What this process has open below the folder. */
const opened = (): string[] => openedBelow(folder);

const content = (fd: number): string => {
  try {
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
};

const refused = (problem: string, message: string) => expect.objectContaining({ problem, message });

describe('a file that an account names', () => {
  needs('root')('is opened with its rights, and so are its facts', () => {
    const open = opener('/');
    expect(content(open.file(join(folder, 'public'), eve))).toBe('public');
    const path = join(folder, 'secret');
    const denied = refused(
      'denied',
      'NAMED: eve decides where it leads, but has no permission to read the target',
    );
    expect(() => open.file(path, eve, () => 'NAMED')).toThrow(denied);
    expect(content(open.file(path))).toBe('secret');
    expect(open.stats(path, eve).stats.size).toBe('secret'.length);
    chmodSync(folder, 0o700);
    expect(() => open.stats(path, eve)).toThrow(expect.objectContaining({ problem: 'denied' }));
  });

  needs('root')('keeps an error that is not about its rights, such as too few descriptors', async () => {
    vi.resetModules();
    const used = Object.assign(new Error('all descriptors are used'), { code: 'EMFILE' });
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      const openSync = (at: string, how: number): number => {
        if ((how & pathOnly) === pathOnly) return fs.openSync(at, how);
        throw used;
      };
      return { ...fs, openSync };
    });
    const { opener: withoutDescriptors } = await import('./open.js');
    expect(() => withoutDescriptors('/').file(join(folder, 'public'), eve)).toThrow(used);
  });

  needs('root')('in a directory of that account has it as controller, and is opened', () => {
    const home = join(folder, 'home');
    writeFileSync(join(home, 'file'), 'of eve', { mode: 0o600 });
    for (const path of [home, join(home, 'file')]) chownSync(path, eve.uid, eve.gid);
    const open = opener('/');
    expect(open.controller(join(home, 'file'))).toMatchObject({ uid: eve.uid });
    expect(open.controller(join(folder, 'secret'))).toBeUndefined();
    expect(content(open.file(join(home, 'file')))).toBe('of eve');
    expect(open.directory(home, (at) => readdirSync(at))).toEqual(['file']);
    symlinkSync(join(folder, 'secret'), join(home, 'link'));
    lchownSync(join(home, 'link'), eve.uid, eve.gid);
    expect(() => open.file(join(home, 'link'))).toThrow(expect.objectContaining({ problem: 'denied' }));
  });
});

describe.each([
  ['on the running machine', () => '/'],
  ['below a root', () => folder],
])('what is no regular file %s', (_, rootOf) => {
  const canMake = spawnSync('mkfifo', ['--version']).status === 0;
  itNeeds('mkfifo', canMake)('is refused, and not opened for a moment', async () => {
    const path = join(folder, 'fifo');
    spawnSync('mkfifo', [path]);
    vi.resetModules();
    const flags: unknown[] = [];
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      const openSync = (at: string, how: number) => {
        flags.push(how);
        return fs.openSync(at, how);
      };
      return { ...fs, openSync };
    });
    const { opener: watched } = await import('./open.js');
    expect(() => watched(rootOf()).file(path, undefined, () => 'NAMED')).toThrow(
      refused('refused', 'NAMED: is a FIFO, not a regular file'),
    );
    expect(flags.filter((how) => (Number(how) & pathOnly) !== pathOnly)).toEqual([]);
  });
});

test('what takes the place of a regular file after the look at it is refused, and closed', async () => {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => {
    const fs = await original<typeof import('node:fs')>();
    const openSync = (at: string | Buffer, how: number) =>
      fs.openSync(String(at) === join(folder, 'public') ? join(folder, 'home') : at, how);
    return { ...fs, openSync };
  });
  const { opener: racing } = await import('./open.js');
  expect(() => racing('/').file(join(folder, 'public'), undefined, () => 'NAMED')).toThrow(
    refused('refused', 'NAMED: is a directory, not a regular file'),
  );
});

test('facts are those of the system', () => {
  const stats = statSync('/');
  expect(kindOf(statSync('/dev/null'))).toBe('character');
  expect(factsOf(stats)).toEqual({ kind: 'directory', size: stats.size, modified: stats.mtimeMs });
});
