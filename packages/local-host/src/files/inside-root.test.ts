import { closeSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openedBelow, sharedDirectory } from '../../../../tools/test/folder.js';
import { rootDirectory } from '../host.js';
import { insideRoot, withDirectory } from './inside-root.js';
import { opener } from './open.js';

const folder = sharedDirectory();
let root: string;
beforeAll(() => {
  root = join(folder, 'root');
  for (const name of ['root/etc', 'root2/etc']) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'a'), name);
  }
  symlinkSync(join(folder, 'root2/etc'), join(root, 'out'));
  symlinkSync(join(folder, 'root2/etc/a'), join(root, 'file-out'));
});

/** What this process has open of these files. */
const opened = (): string[] => openedBelow(folder);
afterEach(() => expect(opened()).toEqual([]));

describe('the check of what was opened', () => {
  const checked = (path: string): void => {
    const fd = openSync(path, 'r');
    try {
      insideRoot(root)?.(fd, path);
    } finally {
      closeSync(fd);
    }
  };

  test('accepts the root and what is below it', () => {
    checked(root);
    checked(join(root, 'etc'));
    checked(join(root, 'etc/a'));
  });

  test.each(['root2', 'root2/etc/a', 'root/out', 'root/file-out', '.', '..'])(
    'refuses %s, whose path may begin like the root',
    (name) => {
      const path = join(folder, name);
      expect(() => checked(path)).toThrow(
        expect.objectContaining({
          problem: 'refused',
          message: `${path}: led outside the root ${root} when it was opened`,
        }),
      );
    },
  );

  test('is not needed on the running machine', () => {
    expect(insideRoot('/')).toBeUndefined();
  });
});

describe('a directory', () => {
  test('is used by a path that leads only to it', () => {
    let used: string | Buffer = '';
    const names = withDirectory(join(root, 'etc'), insideRoot(root), (at) => {
      used = at;
      return readdirSync(at);
    });
    expect(names).toEqual(['a']);
    expect(used).toMatch(/^\/proc\/self\/fd\/\d+$/);
  });

  test('outside the root is not used', () => {
    const use = (): never => {
      throw new Error('it was used');
    };
    expect(() => withDirectory(join(root, 'out'), insideRoot(root), use)).toThrow('led outside the root');
  });

  test('of the running machine is used by its own path', () => {
    expect(withDirectory(join(root, 'etc'), undefined, (at) => at)).toBe(join(root, 'etc'));
  });

  test('that is a file is not used', () => {
    expect(() => withDirectory(join(root, 'etc/a'), insideRoot(root), () => {})).toThrow('ENOTDIR');
  });
});

describe.each([
  ['below a root', () => root],
  ['on the running machine', () => '/'],
])('an opener %s', (_, of) => {
  test('opens a regular file', () => {
    const fd = opener(of()).file(join(root, 'etc/a'));
    expect(opened()).toEqual([join(root, 'etc/a')]);
    closeSync(fd);
  });

  test('refuses what is not a regular file, or is not there', () => {
    const open = opener(of());
    expect(() => open.file(join(root, 'etc'))).toThrow(
      expect.objectContaining({ problem: 'refused', message: expect.stringContaining('is a directory') }),
    );
    expect(() => open.file(join(root, 'none'), undefined, () => 'NAMED')).toThrow(
      expect.objectContaining({ problem: 'absent', message: 'NAMED: no such file or directory' }),
    );
    expect(() => open.file(join(root, 'etc/a/b'))).toThrow('a directory');
  });

  test('uses a directory, and tells facts', () => {
    const open = opener(of());
    expect(open.directory(join(root, 'etc'), (at) => readdirSync(at))).toEqual(['a']);
    expect(open.stats(join(root, 'etc/a')).stats.size).toBe('root/etc'.length);
    expect(open.controller(join(root, 'etc/a'))).toBeUndefined();
  });
});

test('an opener below a root opens nothing outside it', () => {
  expect(() => opener(root).file(join(root, 'file-out'))).toThrow('led outside the root');
  expect(() => opener(root).directory(join(root, 'out'), () => {})).toThrow('led outside the root');
});

test('without /proc, an opener below a root opens no link by its path', async () => {
  symlinkSync('etc/a', join(root, 'file-in'));
  closeSync(opener(root).file(join(root, 'file-in')));
  vi.resetModules();
  vi.doMock('@hostspec/files', async (original) => ({
    ...(await original<object>()),
    heldPath: () => join(folder, 'no-proc'),
  }));
  const { opener: withoutProc } = await import('./open.js');
  vi.doUnmock('@hostspec/files');
  closeSync(withoutProc(root).file(join(root, 'etc/a')));
  expect(() => withoutProc(root).file(join(root, 'file-in'))).toThrow('ELOOP');
});

describe('the root of a host', () => {
  const folder = sharedDirectory();
  beforeAll(() => {
    mkdirSync(join(folder, 'root'));
    symlinkSync('root', join(folder, 'link'));
    writeFileSync(join(folder, 'file'), '');
  });

  test('is that of the machine, or a directory by its real path', () => {
    expect(rootDirectory()).toBe('/');
    expect(rootDirectory(join(folder, 'link'))).toBe(join(folder, 'root'));
  });

  const refused = (root: unknown, problem: string) =>
    expect(() => rootDirectory(root)).toThrow(
      expect.objectContaining({
        code: 'INVALID_OPTION',
        subject: 'root',
        value: root,
        message: `root ${JSON.stringify(root)} ${problem}; allowed: a directory with a root file system`,
      }),
    );

  test.each([7, null, '', '/a\0'])('%j is not a path', (root) => refused(root, 'is not a path'));

  test('anything but a directory is refused', () => {
    refused(join(folder, 'file'), 'is not a directory');
    refused(join(folder, 'none'), 'cannot be used: no such file or directory');
    refused(join(folder, 'file/below'), 'cannot be used: not a directory');
  });
});
