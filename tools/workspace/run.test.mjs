import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from './root.mjs';
import { run } from './run.mjs';

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
