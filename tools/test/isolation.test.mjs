import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isIsolated } from './isolation.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isolation-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path, source) => writeFileSync(join(folder, path), source);

test('files of tests share a process', () => {
  write('src/a.test.ts', "test('a', () => { vi.useFakeTimers(); });");
  write('src/deep/b.test.ts', "test('b', () => {});");
  expect(isIsolated(folder)).toBe(false);
});

test.each(["vi.mock('node:fs');", "vi.doMock('node:fs', async () => ({}));"])(
  'each has a process of its own if one of them replaces modules: %s',
  (source) => {
    write('src/a.test.ts', "test('a', () => {});");
    write('src/deep/b.test.ts', source);
    expect(isIsolated(folder)).toBe(true);
  },
);

test('and outside packages', () => {
  expect(isIsolated(folder)).toBe(true);
});
