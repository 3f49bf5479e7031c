import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { rootDirectory } from '../host.js';

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
