import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, writeFiles } from '../test/folder.ts';
import { isFresh } from './setup.mjs';

const before = new Date('2026-01-01T00:00:00Z');
const built = new Date('2026-01-02T00:00:00Z');
const after = new Date('2026-01-03T00:00:00Z');

const files = [
  'package.json',
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'tools/build/base.json',
  'packages/a/package.json',
  'packages/a/src/inner/index.ts',
  'packages/a/go/main.go',
  'packages/a/findings.yaml',
  'packages/docs/package.json',
];
const made = ['packages/a/dist/index.js', 'packages/a/findings.json'];

let root;
let stamp;
const touch = (path, time) => utimesSync(join(root, path), time, time);

beforeEach(() => {
  root = temporaryDirectory();
  stamp = join(root, 'stamp');
  const all = [...files, ...made];
  writeFiles(root, Object.fromEntries(all.map((file) => [file, ''])));
  for (const file of all) touch(file, before);
  touch('packages/a/go', before);
  touch('packages/a/src', before);
  touch('packages/a/src/inner', before);
  writeFileSync(stamp, '');
  utimesSync(stamp, built, built);
});

test('a workspace built after its last change is fresh', () => {
  expect(isFresh(root, stamp)).toBe(true);
});

test('a workspace that was never set up is not fresh', () => {
  rmSync(stamp);
  expect(isFresh(root, stamp)).toBe(false);
});

test.each(files)('a later %s makes it stale', (file) => {
  touch(file, after);
  expect(isFresh(root, stamp)).toBe(false);
});

test('a removed source makes it stale', () => {
  rmSync(join(root, 'packages/a/src/inner/index.ts'));
  expect(isFresh(root, stamp)).toBe(false);
});

test.each(made)('a removed %s makes it stale', (file) => {
  rmSync(join(root, file));
  expect(isFresh(root, stamp)).toBe(false);
});
