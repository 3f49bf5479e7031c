import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findRunner } from './find.js';

/** A directory with these subdirectories; it is removed at the end of the test. */
const folderWith = (...names: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
  return folder;
};

const built = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(readFileSync(new URL('../checksums.json', import.meta.url), 'utf8'));
  } catch {
    return {};
  }
};

const [[platform, sha256] = ['', '']] = Object.entries(built());
const name = `@hostspec/runner-${platform}`;

itNeeds('a runner', platform !== '')('a runner is taken from the first directory that has it', () => {
  const [other, first, second] = [
    folderWith('@hostspec/runner-linux-vax'),
    folderWith(name),
    folderWith(name),
  ];
  expect(findRunner([other, first, second], platform)).toEqual({
    program: join(first, name, 'hostspec-runner'),
    sha256,
  });
});

itNeeds('a runner', platform !== '')('a runner that is nowhere is named', () => {
  expect(findRunner([folderWith()], platform)).toBe(`${name} is not installed`);
  expect(findRunner([], platform)).toBe(`${name} is not installed`);
});

test('a machine for which no runner was built is named', () => {
  const folder = folderWith('@hostspec/runner-linux-vax');
  expect(findRunner([folder], 'linux-vax')).toBe('no runner was built for linux-vax');
});

itNeeds('a runner', `${process.platform}-${process.arch}` in built())(
  'the runner of this machine is the one that Node finds for this package',
  () => {
    const own = `${process.platform}-${process.arch}`;
    const path = createRequire(import.meta.url).resolve(`@hostspec/runner-${own}/package.json`);
    const found = findRunner();
    expect(typeof found === 'string' ? found : [readFileSync(found.program), found.sha256]).toEqual([
      readFileSync(join(path, '..', 'hostspec-runner')),
      built()[own],
    ]);
  },
);

test('without checksums, no runner is trusted', async () => {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<object>()),
    readFileSync: () => {
      throw new Error('ENOENT');
    },
  }));
  onTestFinished(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });
  const { findRunner: find } = await import('./find.js');
  expect(find([folderWith(name)], platform)).toBe(`no runner was built for ${platform}`);
});
