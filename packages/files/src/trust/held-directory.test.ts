import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';
import { holdDirectory } from './held-directory.js';
import { Untrusted } from './judge.js';
import { isUsablePlace, openOutputPlace, unsafePlace } from './output.js';

let parent: string;
beforeEach(() => {
  parent = temporaryDirectory();
  mkdirSync(join(parent, 'a/b'), { recursive: true });
  writeFileSync(join(parent, 'a/file'), '');
  symlinkSync('a', join(parent, 'relative'));
  symlinkSync(join(parent, 'relative/b'), join(parent, 'absolute'));
});
afterEach(() => expect(openedBelow(parent)).toEqual([]));

describe('a directory that is held', () => {
  const steps = (path: string): string[] => {
    const seen: string[] = [];
    holdDirectory(join(parent, path), (step) => {
      if (step.path.startsWith(`${parent}/`))
        seen.push(`${step.path.slice(parent.length + 1)}${step.stats.isSymbolicLink() ? ' (link)' : ''}`);
    }).close();
    return seen;
  };

  test('is judged step by step, with the links on the way', () => {
    expect(steps('a/b')).toEqual(['a', 'a/b']);
    expect(steps('relative/b')).toEqual(['relative (link)', 'a', 'a/b']);
    expect(steps('absolute')).toEqual(['absolute (link)', 'relative (link)', 'a', 'a/b']);
  });

  test('is not held if the judge refuses a step', () => {
    const judge = ({ path }: { readonly path: string }): void => {
      if (path === join(parent, 'a')) throw new Error('refused');
    };
    expect(() => holdDirectory(join(parent, 'relative/b'), judge)).toThrow('refused');
  });

  test('must be one, and is found behind 40 links at most', () => {
    expect(() => holdDirectory(join(parent, 'a/file'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    expect(() => holdDirectory(join(parent, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    symlinkSync('a', join(parent, '1'));
    for (let index = 2; index <= 41; index++) symlinkSync(String(index - 1), join(parent, String(index)));
    holdDirectory(join(parent, '40')).close();
    expect(() => holdDirectory(join(parent, '41'))).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  });

  test('is still the same when it has moved', () => {
    const held = holdDirectory(join(parent, 'a'));
    expect(held.path).toBe(join(parent, 'a'));
    expect(held.find('x')).toBe(join(parent, 'a/x'));
    renameSync(join(parent, 'a'), join(parent, 'moved'));
    mkdirSync(join(parent, 'a'));
    writeFileSync(held.at('x'), 'text');
    expect(readFileSync(join(parent, 'moved/x'), 'utf8')).toBe('text');
    expect(held.find('x')).toBe(join(parent, 'moved/x'));
    held.close();
  });

  test('without /proc, a directory that was replaced is no longer used', async () => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      const lstatSync = (path: string, options: object): unknown =>
        String(path).startsWith('/proc/') ? undefined : fs.lstatSync(path, options);
      return { ...fs, lstatSync };
    });
    const { holdDirectory: hold } = await import('./held-directory.js');
    const directory = join(parent, 'held');
    mkdirSync(directory);
    const held = hold(directory);
    expect([held.at('x'), held.find('x')]).toEqual([`${directory}/x`, `${directory}/x`]);
    renameSync(directory, `${directory}.moved`);
    mkdirSync(directory);
    expect(() => held.at('x')).toThrow(`${directory} was replaced by something else`);
    held.close();
    vi.doUnmock('node:fs');
  });
});

describe('a directory for archives', () => {
  const opened = (path: string, rules = {}) => {
    const place = openOutputPlace(join(parent, path), rules);
    place.close();
    return place.shared;
  };
  const refusal = (path: string, rules = {}): string => {
    try {
      opened(path, rules);
    } catch (error) {
      expect(error).toBeInstanceOf(Untrusted);
      return (error as Error).message;
    }
    throw new Error('it was accepted');
  };
  const change = (mode: number, group = 4242): void => {
    if (process.geteuid?.() === 0) chownSync(join(parent, 'a'), 0, group);
    chmodSync(join(parent, 'a'), mode);
  };

  test('is one that nobody else can change', () => {
    expect(opened('a')).toBe(false);
    expect(opened('absolute')).toBe(false);
    expect(opened('a', { alone: true })).toBe(false);
  });

  needs('root')('is not one that others can write to, nor below it', () => {
    for (const path of ['a', 'a/b', 'relative/b']) {
      change(0o770);
      expect(refusal(path)).toBe(`${parent}/a can be written to by group 4242`);
      for (const mode of [0o757, 0o777]) {
        change(mode);
        expect(refusal(path)).toBe(`${parent}/a can be written to by everybody`);
      }
    }
  });

  needs('root')('may be sticky, and is then shared, but not for an archive alone', () => {
    for (const [mode, writers] of [
      [0o1777, 'everybody'],
      [0o1770, 'group 4242'],
    ] as const) {
      change(mode);
      expect(opened('a')).toBe(true);
      expect(opened('a/b')).toBe(false);
      expect(refusal('a', { alone: true })).toBe(`${parent}/a can be written to by ${writers}`);
    }
  });

  needs('root')('is not one of another user, nor behind that user’s link', () => {
    lchownSync(join(parent, 'relative'), 4242, 0);
    expect(refusal('relative')).toBe(`the symbolic link ${parent}/relative belongs to user 4242`);
    expect(refusal('absolute')).toContain('the symbolic link');
    chownSync(join(parent, 'a'), 4242, 0);
    expect(refusal('a/b')).toBe(`${parent}/a belongs to user 4242`);
    expect([isUsablePlace(join(parent, 'a')), isUsablePlace(parent)]).toEqual([false, true]);
  });
});

test('the error for an unsafe place says who may change a safe one', () => {
  const said = (user: number): string => {
    const asked = vi.spyOn(process, 'geteuid').mockReturnValue(user);
    const error = unsafePlace('path', '/x/out', 'out', '/x can be written to by everybody');
    asked.mockRestore();
    expect(error).toMatchObject({ code: 'INVALID_OPTION', subject: 'path', value: '/x/out' });
    return error.message;
  };
  const start =
    'path "/x/out" is not safe: /x can be written to by everybody; allowed: a path in a directory that ';
  expect(said(0).startsWith(`${start}only root can change`)).toBe(true);
  expect(said(1000).startsWith(`${start}only you and root can change`)).toBe(true);
});
