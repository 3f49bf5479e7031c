import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type HeldDirectory, holdDirectory } from '@hostspec/files/output';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../tools/test/folder.js';
import {
  createWorkDirectory,
  isWorkDirectoryName,
  openWorkDirectory,
  type WorkDirectory,
  writeNewFile,
} from './work-directory.js';
import { copyContent, moveIntoTree } from './write/into-tree.js';
import { packName } from './write/stores.js';

const modeOf = (path: string): string => (lstatSync(path).mode & 0o7777).toString(8);

let parent: string;
let held: HeldDirectory;
let work: WorkDirectory;
let mask: number;
beforeEach(() => {
  parent = temporaryDirectory();
  mask = process.umask(0);
  held = holdDirectory(parent);
  work = createWorkDirectory(held, 'x');
  writeFileSync(join(parent, 'canary'), 'secret');
});
afterEach(() => {
  process.umask(mask);
  work.release();
  held.close();
  expect(readFileSync(join(parent, 'canary'), 'utf8')).toBe('secret');
});

const add = (name: string, content = ''): void => writeNewFile(work, name, content);

describe('a new work directory', () => {
  test('is for its owner only, and so is what is made in it, whatever the umask', () => {
    add('content/deep/a', 'text');
    expect(modeOf(work.path)).toBe('700');
    expect(modeOf(join(work.path, 'content'))).toBe('700');
    expect(modeOf(join(work.path, 'content/deep'))).toBe('700');
    expect(modeOf(join(work.path, 'content/deep/a'))).toBe('600');
    expect(readFileSync(join(work.path, 'content/deep/a'), 'utf8')).toBe('text');
  });

  test('has a name of its own with a known form', () => {
    const other = createWorkDirectory(held, 'x');
    const names = readdirSync(parent).filter(isWorkDirectoryName);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^\.x\.[0-9a-f]{12}\.partial$/);
    other.destroy();
    expect(readdirSync(parent).filter(isWorkDirectoryName)).toHaveLength(1);
  });

  test('has files that are open for reading and writing', () => {
    const fd = work.create('a');
    writeSync(fd, 'text');
    expect(fstatSync(fd).size).toBe(4);
    expect(readFileSync(fd, 'utf8')).toBe('');
    closeSync(fd);
  });

  test('cannot be made in a directory that is missing', () => {
    expect(() => createWorkDirectory({ ...held, at: () => join(parent, 'none/x') }, 'x')).toThrow(
      expect.objectContaining({ code: 'SINK' }),
    );
  });
});

test.each([
  ['.x.0123456789ab.partial', true],
  ['.x\ny.0123456789ab.partial', true],
  ['..0123456789ab.partial', true],
  ['x.0123456789ab.partial', false],
  ['a.x.0123456789ab.partial', false],
  ['.x.0123456789a.partial', false],
  ['.x.0123456789abc.partial', false],
  ['.x.0123456789AB.partial', false],
  ['.x.0123456789ab.partial2', false],
  ['.x.0123456789ab-partial', false],
])('%j is the name of a work directory: %j', (name, expected) => {
  expect(isWorkDirectoryName(name)).toBe(expected);
});

describe('a file', () => {
  test('is not made in place of another, or through a link', () => {
    add('a', 'first');
    expect(() => work.create('a')).toThrow('EEXIST');
    symlinkSync(join(parent, 'canary'), join(work.path, 'link'));
    expect(() => work.create('link')).toThrow('EEXIST');
    symlinkSync(join(parent, 'new'), join(work.path, 'dangling'));
    expect(() => work.create('dangling')).toThrow('EEXIST');
    expect(existsSync(join(parent, 'new'))).toBe(false);
  });

  test('is moved, removed and listed', () => {
    for (const name of ['a', 'b', 'c/d']) add(name, name);
    work.move('a', 'e/f/a');
    work.remove('b');
    expect([...work.made()].sort()).toEqual(['c/d', 'e/f/a']);
    expect(readFileSync(work.file('e/f/a'), 'utf8')).toBe('a');
    expect(existsSync(join(work.path, 'b'))).toBe(false);
    writeFileSync(join(work.path, 'c/other'), '');
    expect(work.files().sort()).toEqual(['c/d', 'c/other', 'e/f/a']);
    expect([...work.made()].sort()).toEqual(['c/d', 'c/other', 'e/f/a']);
  });

  test('that cannot be written as a whole is not there', () => {
    expect(() => writeNewFile(work, 'a', { length: 5 } as unknown as Uint8Array)).toThrow();
    expect(existsSync(join(work.path, 'a'))).toBe(false);
    expect(work.made()).toEqual([]);
  });
});

describe('a work directory that is moved', () => {
  test('is still the one that is used', () => {
    const moved = join(parent, 'moved');
    renameSync(work.path, moved);
    mkdirSync(work.path);
    add('a', 'text');
    expect(readFileSync(join(moved, 'a'), 'utf8')).toBe('text');
    expect(readdirSync(work.path)).toEqual([]);
    expect([work.isAt(work.path), work.isAt(moved), work.isAt(join(parent, 'none'))]).toEqual([
      false,
      true,
      false,
    ]);
    work.destroy();
    expect(readdirSync(moved)).toEqual([]);
    expect(existsSync(work.path)).toBe(true);
  });
});

describe('the end of a work directory', () => {
  const opened = (): string[] => openedBelow(work.path);

  test('removes empty directories only', () => {
    for (const name of ['a/b/c', 'd/e']) add(name);
    work.remove('a/b/c');
    work.prune();
    expect(readdirSync(work.path)).toEqual(['d']);
    add('a/b/c');
    expect(readdirSync(join(work.path, 'a/b'))).toEqual(['c']);
  });

  test('removes everything, also what it did not make, but follows no link', () => {
    for (const name of ['journal.ndjson', 'a/b', 'c']) add(name);
    mkdirSync(join(work.path, 'more/deep'), { recursive: true });
    symlinkSync(parent, join(work.path, 'more/link'));
    work.destroy();
    expect(readdirSync(parent)).toEqual(['canary']);
    expect(opened()).toEqual([]);
    work.destroy();
    work.release();
  });

  test('closes it, once', () => {
    expect(opened()).toEqual([work.path]);
    work.release();
    work.release();
    expect(opened()).toEqual([]);
    expect(existsSync(work.path)).toBe(true);
    work.destroy();
    expect(existsSync(work.path)).toBe(true);
  });
});

describe('a work directory that was left behind', () => {
  beforeEach(() => {
    add('a', 'text');
    work.release();
  });

  test('is opened by its path, and everything is found in it', () => {
    work = openWorkDirectory(work.path);
    expect(work.made()).toEqual([]);
    expect(work.files()).toEqual(['a']);
    work.destroy();
    expect(existsSync(work.path)).toBe(false);
  });

  test.each([0o701, 0o702, 0o704, 0o710, 0o720, 0o740])('is refused with mode %i', (mode) => {
    chmodSync(work.path, mode);
    expect(() => openWorkDirectory(work.path)).toThrow(
      expect.objectContaining({
        code: 'SINK',
        message: `${work.path} is not private: its owner must be this user and its mode 0700`,
      }),
    );
  });

  needs('root')('is refused if it belongs to another user', () => {
    chownSync(work.path, 4242, 0);
    expect(() => openWorkDirectory(work.path)).toThrow('is not private');
  });

  test('is refused behind a link', () => {
    const link = join(parent, 'link');
    symlinkSync(work.path, link);
    expect(() => openWorkDirectory(link)).toThrow(/ELOOP|ENOTDIR/);
    expect(() => openWorkDirectory(join(work.path, 'a'))).toThrow('ENOTDIR');
  });
});

describe('content', () => {
  const stored = { path: 'etc/a', bytes: 6 };
  beforeEach(() => {
    mkdirSync(join(work.path, 'content'), { mode: 0o700 });
  });

  test.each([packName, 'content/0'])('is not copied through a link in place of %s', (name) => {
    symlinkSync(join(parent, 'canary'), join(work.path, name));
    const other = createWorkDirectory(held, 'y');
    const finder = { locate: () => ({ file: name, offset: 0 }), zeros: () => [] };
    expect(() => copyContent(work, finder, other, stored)).toThrow('ELOOP');
    other.destroy();
  });

  test('is not taken out of a pack that is a link', () => {
    symlinkSync(join(parent, 'canary'), join(work.path, packName));
    const finder = { locate: () => ({ file: packName, offset: 0 }), zeros: () => [] };
    expect(() => moveIntoTree(work, finder, new Map([[stored.path, stored.bytes]]))).toThrow('ELOOP');
  });
});
