import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';
import { anyone, withRights } from '../account/accounts.js';
import { type Reached, reacher } from './reach.js';

const eve = { uid: 4242, gid: 4242, name: 'eve' };
const accountOf = (uid: number) => (uid === eve.uid ? eve : { uid, gid: uid });

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  chmodSync(folder, 0o755);
  for (const name of ['home', 'own/deep', 'shared']) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, mode] of [
    ['secret', 0o600],
    ['public', 0o644],
    ['own/deep/a', 0o644],
    ['home/file', 0o644],
    ['shared/of-root', 0o644],
  ] as const)
    writeFileSync(join(folder, name), name, { mode });
});
afterEach(() => {
  vi.doUnmock('node:fs');
  expect(openedBelow(folder)).toEqual([]);
});

/** Gives directories and links to the other user, after they were made. */
function toEve(...names: readonly string[]): void {
  for (const name of names) lchownSync(join(folder, name), eve.uid, eve.gid);
}

/** What a path leads to: its content, if it may be read with the rights found, and who controls it. */
function reached(name: string, by?: typeof eve, reach = reacher(accountOf)) {
  // `join` would leave out what `..` leads out of.
  const found: Reached = reach(name.startsWith('/') ? name : `${folder}/${name}`, by);
  try {
    const isFile = found.stats.isFile();
    const content = isFile ? withRights(found.rights, () => readFileSync(found.at, 'utf8')) : undefined;
    return { content, rights: found.rights, controller: found.controller };
  } finally {
    found.release();
  }
}

describe('a path that only this account controls', () => {
  test('is followed through links, . and ..', () => {
    symlinkSync('own', join(folder, 'relative'));
    symlinkSync(join(folder, 'relative/deep'), join(folder, 'absolute'));
    for (const name of [
      'own/deep/a',
      'relative/./deep/a',
      'absolute/a',
      'own/deep/../../absolute/a',
      '../../..',
    ])
      expect(reacher(accountOf)(`${folder}/${name}`).controller).toBeUndefined();
    expect(reached('absolute/a')).toEqual({ content: 'own/deep/a' });
    expect(reacher(accountOf)('/').stats.isDirectory()).toBe(true);
    expect(reacher(accountOf)(`${folder}/./own/../own//deep/../../public`).at).toBe(join(folder, 'public'));
  });

  test('ends with an error if it does not lead on', () => {
    expect(() => reached('none')).toThrow('ENOENT');
    expect(() => reached('public/a')).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    symlinkSync('loop', join(folder, 'loop'));
    expect(() => reached('loop')).toThrow('too many');
  });

  test('may have 40 links', () => {
    symlinkSync('public', join(folder, '1'));
    for (let index = 2; index <= 41; index++) symlinkSync(String(index - 1), join(folder, String(index)));
    expect(reached('40').content).toBe('public');
    expect(() => reached('41')).toThrow('too many');
  });
});

describe('a directory of another user', () => {
  needs('root')('controls what is in it', () => {
    toEve('home', 'home/file');
    writeFileSync(join(folder, 'home/of-root'), 'of root', { mode: 0o600 });
    expect(reached('home')).toMatchObject({ controller: eve });
    expect(reached('home/file')).toMatchObject({ content: 'home/file', controller: eve });
    expect(reached('home/./file').controller).toEqual(eve);
    for (const way of ['x', '.', '..', '../file'])
      expect(() => reached(`home/file/${way}`)).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    // Its own rights are not those to open a file of root with.
    expect(reached('home/of-root')).toEqual({ content: 'of root', rights: undefined, controller: eve });
  });

  needs('root')('is left by .., to where nobody else decides', () => {
    toEve('home');
    expect(reached('home/../secret')).toEqual({ content: 'secret' });
  });

  needs('root')('has links, which are followed with the rights of that user', () => {
    for (const name of ['secret', 'public']) symlinkSync(join(folder, name), join(folder, 'home', name));
    symlinkSync('/', join(folder, 'home/top'));
    toEve('home', 'home/secret', 'home/public', 'home/top');
    expect(() => reached('home/secret')).toThrow('EACCES');
    expect(reached('home/public')).toEqual({ content: 'public', rights: eve, controller: eve });
    expect(() => reached(`home/top${folder}/secret`)).toThrow('EACCES');
  });

  needs('root')('has links of root, which are followed with the rights of that user, too', () => {
    symlinkSync(join(folder, 'secret'), join(folder, 'home/secret'));
    toEve('home');
    expect(() => reached('home/secret')).toThrow('EACCES');
  });

  needs('root')('has links into closed directories and /proc, which are refused', () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    writeFileSync(join(folder, 'closed/a'), 'a');
    symlinkSync(join(folder, 'closed/a'), join(folder, 'home/closed'));
    symlinkSync('/proc/self/environ', join(folder, 'home/proc'));
    toEve('home', 'home/closed', 'home/proc');
    expect(() => reached('home/closed')).toThrow(
      expect.objectContaining({
        problem: 'denied',
        message: `${folder}/home/closed: eve decides where it leads, but has no permission to read the target`,
      }),
    );
    expect(() => reached('home/proc')).toThrow(
      expect.objectContaining({
        problem: 'refused',
        message: `${folder}/home/proc: eve made it lead into /proc`,
      }),
    );
  });

  needs('root')('that becomes a link while it is entered is not followed', async () => {
    mkdirSync(join(folder, 'home/sub'));
    toEve('home', 'home/sub');
    vi.resetModules();
    let looked = 0;
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      return {
        ...fs,
        lstatSync(path: string) {
          const stats = fs.lstatSync(path);
          // The first look finds who controls it, the second is that before it is opened.
          if (path === join(folder, 'home') && ++looked === 2) {
            fs.renameSync(path, join(folder, 'was'));
            fs.symlinkSync('own', path);
          }
          return stats;
        },
      };
    });
    const { reacher: racing } = await import('./reach.js');
    expect(() => racing(accountOf)(join(folder, 'home/deep/a'))).toThrow(/ELOOP|ENOTDIR/);
    expect(looked).toBe(2);
  });
});

describe('a directory that everybody may write to', () => {
  needs('root')('does not control the files of others in it if it is sticky', () => {
    writeFileSync(join(folder, 'shared/of-eve'), 'of-eve');
    symlinkSync(join(folder, 'secret'), join(folder, 'shared/link'));
    symlinkSync(join(folder, 'secret'), join(folder, 'shared/link-of-root'));
    toEve('shared/of-eve', 'shared/link');
    chmodSync(join(folder, 'shared'), 0o1777);
    expect(reached('shared/of-root')).toMatchObject({ content: 'shared/of-root', controller: undefined });
    expect(reached('shared/of-eve')).toMatchObject({ content: 'of-eve', controller: eve });
    expect(() => reached('shared/link')).toThrow('EACCES');
    expect(reached('shared/link-of-root').content).toBe('secret');
  });

  needs('root')('has directories of root, which others can make again after root removed them', () => {
    mkdirSync(join(folder, 'shared/cache'));
    writeFileSync(join(folder, 'shared/cache/a'), 'a');
    chmodSync(join(folder, 'shared'), 0o1777);
    const reach = reacher(accountOf);
    expect(reached('shared/cache/a', undefined, reach)).toEqual({ content: 'a' });
    rmSync(join(folder, 'shared/cache'), { recursive: true });
    mkdirSync(join(folder, 'shared/cache'));
    symlinkSync(join(folder, 'secret'), join(folder, 'shared/cache/b'));
    toEve('shared/cache', 'shared/cache/b');
    expect(() => reached('shared/cache/b', undefined, reach)).toThrow('EACCES');
  });

  needs('root')('is controlled by anyone if it is not sticky', () => {
    symlinkSync(join(folder, 'secret'), join(folder, 'shared/link'));
    chmodSync(join(folder, 'shared'), 0o777);
    expect(reached('shared/of-root').controller).toEqual(anyone);
    expect(() => reached('shared/link')).toThrow('EACCES');
  });
});

describe('a path that an account names', () => {
  needs('root')('is followed with its rights from the start', () => {
    expect(reached('public', eve)).toEqual({ content: 'public', rights: eve, controller: eve });
    expect(() => reached('secret', eve)).toThrow('EACCES');
    expect(() => reached('/proc/self/environ', eve)).toThrow('eve made it lead into /proc');
    expect(() => reached('none', eve)).toThrow('ENOENT');
  });
});

needs('root')('what only root controls is not looked at again, but what others could change is', () => {
  const reach = reacher(accountOf);
  expect(reached('own/deep/a', undefined, reach).controller).toBeUndefined();
  expect(reached('home/file', undefined, reach).controller).toBeUndefined();
  chownSync(join(folder, 'home/file'), eve.uid, eve.gid);
  expect(reached('home/file', undefined, reach).controller).toEqual(eve);
});

test('what only root controls is looked at once, but for its last name', async () => {
  vi.resetModules();
  const looked: string[] = [];
  vi.doMock('node:fs', async (original) => {
    const fs = await original<typeof import('node:fs')>();
    const lstatSync = (path: string) => {
      looked.push(path);
      const stats = fs.lstatSync(path);
      // The system's temporary directory, in which others can replace what root removes.
      if (folder.startsWith(`${path}/`)) stats.mode = 0o40755;
      return stats;
    };
    return { ...fs, lstatSync };
  });
  const { reacher: watched } = await import('./reach.js');
  const reach = watched(accountOf);
  const names = ['own', 'own/deep', 'own/deep/a'].map((name) => join(folder, name));
  reached('own/deep/a', undefined, reach);
  expect(looked.slice(-3)).toEqual(names);
  looked.length = 0;
  reached('own/deep/a', undefined, reach);
  expect(looked.filter((path) => names.includes(path))).toEqual(names.slice(2));
});

needs('root', 'setpriv')(
  'a process that gave up the rights of root leads no further than its user may go',
  async () => {
    const script = 'read -r line; exec setpriv --reuid=4242 --regid=4242 --clear-groups sleep 100';
    const child = spawn('/bin/sh', ['-c', script], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [reach, process] = [reacher(accountOf), `/proc/${child.pid}`];
    expect(reached(`${process}/cwd/secret`, undefined, reach).content).toBe('secret');
    child.stdin.write('\n');
    await vi.waitUntil(() => statSync(process).uid === eve.uid, { timeout: 60_000 });
    expect(() => reached(`${process}/cwd/secret`, undefined, reach)).toThrow('EACCES');
    expect(reached(`${process}/cwd/public`, undefined, reach)).toEqual({
      content: 'public',
      rights: eve,
      controller: eve,
    });
  },
);

needs('root')('without /proc, what another user controls is opened by its path, as that user', async () => {
  toEve('home', 'home/file');
  symlinkSync(join(folder, 'secret'), join(folder, 'home/link'));
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({ ...(await original<object>()), existsSync: () => false }));
  const { reacher: withoutProc } = await import('./reach.js');
  const reach = withoutProc(accountOf);
  expect(reached('home/file', undefined, reach)).toEqual({
    content: 'home/file',
    rights: eve,
    controller: eve,
  });
  expect(() => reached('home/link', undefined, reach)).toThrow('EACCES');
  expect(reached('public', eve, reach)).toEqual({ content: 'public', rights: eve, controller: eve });
  expect(() => reached('secret', eve, reach)).toThrow('EACCES');
});
