import { chmodSync, chownSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openArchivesDirectory } from './archives-directory.js';

test('makes a directory for its owner only, or opens one', () => {
  const path = join(temporaryDirectory(), 'x');
  openArchivesDirectory('--output', path).close();
  expect(lstatSync(path).mode & 0o777).toBe(0o700);
  writeFileSync(join(path, 'a'), '');
  mkdirSync(join(path, '.a.0123456789ab.partial'));
  const directory = openArchivesDirectory('--output', `${path}/`);
  expect(directory.names()).toEqual(['a']);
  directory.close();
});

test('names lead into the directory even if its path leads elsewhere by now', () => {
  const path = join(temporaryDirectory(), 'x');
  const directory = openArchivesDirectory('--output', path);
  renameSync(path, `${path}-moved`);
  mkdirSync(path);
  writeFileSync(directory.at('a'), '');
  expect(lstatSync(`${path}-moved/a`).isFile()).toBe(true);
  directory.close();
});

test.each([
  ['a link', (path: string) => symlinkSync('.', path), 'is a symbolic link'],
  ['a file', (path: string) => writeFileSync(path, ''), 'is not a directory'],
  [
    'a directory that others can write to',
    (path: string) => {
      mkdirSync(path);
      chmodSync(path, 0o770);
    },
    'is not safe',
  ],
])('refuses %s', (_what, make, said) => {
  const path = join(temporaryDirectory(), 'x');
  make(path);
  expect(() => openArchivesDirectory('--output', path)).toThrow(said);
});

test.each(['', '/', '\0', '/nowhere/x'])('refuses the path %j', (path) => {
  expect(() => openArchivesDirectory('--output', path)).toThrow(
    /^--output .* (cannot be used|cannot be made)/,
  );
});

test('refuses a new directory with the name of one archive', () => {
  const path = join(temporaryDirectory(), 'x.tar.gz');
  expect(() => openArchivesDirectory('--output', path)).toThrow(
    'x.tar.gz" ends in .tar.gz, which is for one archive; allowed: a directory',
  );
  mkdirSync(path, 0o700);
  openArchivesDirectory('--output', path).close();
});

needs('root', '/proc/self/fd')('refuses a directory of another user', () => {
  const path = join(temporaryDirectory(), 'x');
  mkdirSync(path, 0o700);
  chownSync(path, 65534, 65534);
  expect(() => openArchivesDirectory('--output', path)).toThrow(/is not safe: .*belongs to user 65534/);
});
