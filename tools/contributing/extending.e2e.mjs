import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vitestWords } from '../test/vitest.mjs';
import { execute, git } from '../workspace/execute.mjs';
import { root } from '../workspace/root.mjs';
import { scratchWorkspace } from '../workspace/scratch.mjs';
import { collectionType } from './collection-type.mjs';

const minutes = 60_000;
const env = { TURBO_CACHE_DIR: join(root, '.turbo/cache'), npm_config_prefer_offline: 'true' };

let workspace;
const file = (path) => join(workspace, path);
const npm = (...args) => execute(workspace, env, 'npm', 'run', '--silent', ...args);
const vitest = (folder, ...args) => {
  const words = [...vitestWords(workspace), '--reporter', 'dot', ...args];
  return execute(file(folder), env, process.execPath, ...words);
};
const changed = () => {
  git(workspace, 'add', '.');
  return git(workspace, 'diff', '--cached', '--name-only').trim().split('\n');
};

/** Adds the lines of an example to files of the copy, each after the line that contains a text. */
const addLines = (lines) => {
  for (const [path, after, line] of lines) {
    const text = readFileSync(file(path), 'utf8');
    const at = text.indexOf('\n', text.indexOf(after)) + 1;
    if (at === 0 || !text.includes(after)) throw new Error(`${path} has no ${JSON.stringify(after)}`);
    writeFileSync(file(path), `${text.slice(0, at)}${line}\n${text.slice(at)}`);
  }
};

/** The files that the compiler names when it builds a package. */
const refusedBy = async (folder) => {
  try {
    await execute(
      file(folder),
      env,
      process.execPath,
      join(workspace, 'node_modules/typescript/bin/tsc'),
      '-b',
    );
    return [];
  } catch (error) {
    return [...new Set([...String(error.message).matchAll(/^(src\/\S+\.ts)\(/gm)].map(([, path]) => path))];
  }
};

describe('an eleventh collection type, in a copy of the workspace', () => {
  const { files, type, table, resolver, generated } = collectionType;

  beforeAll(async () => {
    workspace = scratchWorkspace();
    // Some tests run the command as another user.
    chmodSync(workspace, 0o755);
    await npm('setup');
    for (const [path, text] of Object.entries(files)) writeFileSync(file(path), text);
  }, 10 * minutes);
  afterAll(() => rmSync(workspace, { recursive: true }));

  test(
    'the compiler names each table that has no line for it',
    async () => {
      addLines(type);
      expect(await refusedBy('packages/spec')).toContain('src/collection-types.ts');
      addLines(table);
      expect(await refusedBy('packages/spec')).toEqual([]);
      expect(await refusedBy('packages/engine')).toContain('src/resolve.ts');
      addLines(resolver);
      expect(await refusedBy('packages/engine')).toEqual([]);
    },
    2 * minutes,
  );

  test(
    'only its own files, lines in tables and generated files change',
    async () => {
      await npm('format');
      await npm('build', '--', '--filter=@hostspec/spec');
      await vitest('packages/cli', 'src/catalog-file/catalog-file', '--update', '-t', 'JSON Schema');
      const lines = [...type, ...table, ...resolver].map(([path]) => path);
      expect(changed()).toEqual([...new Set([...Object.keys(files), ...lines, ...generated])].sort());
    },
    5 * minutes,
  );

  test(
    'types, style and the tests of what changed pass',
    async () => {
      await npm('types');
      await npm('lint');
      await vitest('packages/spec');
      await vitest('packages/engine', 'read-link', 'nested', 'plan-data');
      await vitest('packages/archive', 'sinks');
      await vitest('packages/cli', 'src/catalog-file/fuzz');
      await vitest('', 'tools/docs', '-t', 'collection type');
    },
    10 * minutes,
  );
});
