import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory, writeFiles } from '../test/folder.ts';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { isFresh } from './setup.mjs';

describe('what was set up', () => {
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
  const made = 'packages/a/dist/index.js';

  let root;
  let stamp;
  const touch = (path, time) => utimesSync(join(root, path), time, time);

  beforeEach(() => {
    root = temporaryDirectory();
    stamp = join(root, 'stamp');
    const all = [...files, made];
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

  test('a removed build makes it stale', () => {
    rmSync(join(root, made));
    expect(isFresh(root, stamp)).toBe(false);
  });
});

describe('the pinned pnpm', () => {
  let workspace;
  let cache;

  const pin = (version) =>
    writeFileSync(join(workspace, 'package.json'), JSON.stringify({ packageManager: `pnpm@${version}` }));

  /** What a program of the workspace prints where npx cannot be started. */
  const withoutNpx = (script) => {
    const { HOSTSPEC_PNPM: _, ...env } = process.env;
    const code = `import { keepPnpm, withPnpm } from '${workspace}/tools/workspace/run.mjs'; ${script}`;
    const words = ['--input-type=module', '--eval', code, 'a-program'];
    const { stdout, stderr } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env: { ...env, PATH: '/nonexistent', HOSTSPEC_TEST_CACHE: cache },
    });
    return stdout + stderr;
  };

  beforeEach(() => {
    workspace = temporaryDirectory();
    for (const name of ['root.mjs', 'run.mjs'])
      cpSync(join(root, 'tools/workspace', name), join(workspace, 'tools/workspace', name));
    cache = join(temporaryDirectory(), '_npx/1/node_modules/.bin');
    for (const folder of [join(workspace, 'node_modules'), cache]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(cache, 'pnpm'), '');
    pin('1.0.0');
    // As a program that npx started.
    const said = withoutNpx(
      "Object.assign(process.env, { HOSTSPEC_PNPM: 'pnpm@1.0.0', PATH: process.env.HOSTSPEC_TEST_CACHE }); keepPnpm();",
    );
    expect(said).toBe('');
  });

  const path = 'console.log(withPnpm().PATH)';

  test('npx is not asked again where the pinned pnpm is', () => {
    expect(withoutNpx(path)).toBe(`${workspace}/node_modules/.bin:${cache}:/nonexistent\n`);
  });

  test('npx is asked if another pnpm is pinned, or its cache was removed', () => {
    rmSync(join(cache, 'pnpm'));
    expect(withoutNpx(path)).toContain('npx cannot start pnpm@1.0.0');
    writeFileSync(join(cache, 'pnpm'), '');
    pin('2.0.0');
    expect(withoutNpx(path)).toContain('npx cannot start pnpm@2.0.0');
  });

  test('a program that is run has the variables of this one, and those that are given', async () => {
    const code = "process.exit(process.env.PATH && process.env.HOSTSPEC_GIVEN === 'x' ? 0 : 1)";
    expect(await run(process.execPath, ['--eval', code], { env: { HOSTSPEC_GIVEN: 'x' } })).toBe(0);
  });
});
