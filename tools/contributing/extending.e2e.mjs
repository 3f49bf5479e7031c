import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vitestWords } from '../test/vitest.mjs';
import { execute, git } from '../workspace/execute.mjs';
import { root } from '../workspace/root.mjs';
import { scratchWorkspace } from '../workspace/scratch.mjs';
import { archiveFormat } from './archive-format.mjs';
import { collectionType } from './collection-type.mjs';
import { hostKind } from './host-kind.mjs';

const minutes = 60_000;
const env = { TURBO_CACHE_DIR: join(root, '.turbo/cache'), npm_config_prefer_offline: 'true' };

let workspace;
const file = (path) => join(workspace, path);
const run = (folder, ...argv) => execute(file(folder), env, ...argv);
const npm = (...args) => run('', 'npm', 'run', '--silent', ...args);
const vitest = (folder, ...args) =>
  run(folder, process.execPath, ...vitestWords(workspace), '--reporter', 'dot', ...args);
const changed = () => {
  git(workspace, 'add', '.');
  return git(workspace, 'diff', '--cached', '--name-only').trim().split('\n');
};

/** Adds the files of examples to the copy. */
const addFiles = (...examples) => {
  for (const { files } of examples)
    for (const [path, text] of Object.entries(files)) writeFileSync(file(path), text);
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
    await run(folder, process.execPath, file('node_modules/typescript/bin/tsc'), '-b');
    return [];
  } catch (error) {
    return [...new Set([...String(error.message).matchAll(/^(src\/\S+\.ts)\(/gm)].map(([, path]) => path))];
  }
};

/** The test files of the package archive that go through the formats. */
const testsOfFormats = () => {
  const cwd = file('packages/archive');
  return glob
    .sync('src/**/*.test.ts', { cwd })
    .filter((name) => /\(formats\)|of formats\b/.test(readFileSync(join(cwd, name), 'utf8')));
};

/** The files of an example and of its lines, and what is generated from them. */
const filesOf = ({ files, generated = [] }, ...tables) =>
  [...new Set([...Object.keys(files), ...tables.flat().map(([path]) => path), ...generated])].sort();

beforeAll(async () => {
  workspace = scratchWorkspace();
  // Some tests run the command as another user.
  chmodSync(workspace, 0o755);
  await npm('setup');
}, 10 * minutes);
afterAll(() => rmSync(workspace, { recursive: true }));

describe('an eleventh collection type, in a copy of the workspace', () => {
  const { type, table, resolver } = collectionType;

  test(
    'the compiler names each table that has no line for it',
    async () => {
      addFiles(collectionType);
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
      await npm('format', '--', 'packages/spec', 'packages/engine');
      await npm('build', '--', '--filter=@hostspec/spec');
      await vitest('packages/cli', 'src/catalog-file/catalog-file', '--update', '-t', 'JSON Schema');
      expect(changed()).toEqual(filesOf(collectionType, type, table, resolver));
      git(workspace, 'commit', '--quiet', '-m', 'Add a collection type');
    },
    5 * minutes,
  );

  test(
    'the tests of what changed pass',
    async () => {
      await vitest('packages/spec');
      await vitest('packages/engine', 'read-link', 'nested', 'plan-data');
      await vitest('packages/cli', 'src/catalog-file/fuzz');
      await vitest('', 'tools/docs', '-t', 'collection type');
    },
    10 * minutes,
  );
});

describe('an archive format and a kind of host, in the same copy', () => {
  const { facts, code } = archiveFormat;
  const { table } = hostKind;

  test(
    'the compiler names the table of formats that has no line for it',
    async () => {
      addFiles(archiveFormat, hostKind);
      addLines(facts);
      expect(await refusedBy('packages/archive')).toEqual(['src/file-formats.ts']);
      addLines([...code, ...table]);
      expect(await refusedBy('packages/archive')).toEqual([]);
      expect(await refusedBy('packages/local-host')).toEqual([]);
    },
    2 * minutes,
  );

  test(
    'only their own files and lines in tables change',
    async () => {
      await npm('format', '--', 'packages/archive', 'packages/local-host');
      await npm('build', '--', '--filter=hostspec');
      expect(changed()).toEqual([...filesOf(archiveFormat, facts, code), ...filesOf(hostKind, table)].sort());
    },
    5 * minutes,
  );

  test(
    'the command collects into the format, and reads and verifies it',
    async () => {
      const hostspec = (...args) => run('', process.execPath, 'packages/cli/bin/hostspec.cjs', ...args);
      expect(await hostspec('collect', '--help')).toMatch(/--format \S*\btar\|/);
      const archive = file('host.tar');
      const only = ['--domain', 'kernel', '--only', 'cmdline'];
      await hostspec('collect', ...only, '--format', 'tar', '--output', archive);
      expect(await hostspec('read', archive, 'cmdline')).toBe(readFileSync('/proc/cmdline', 'utf8'));
      await hostspec('verify', archive);
      expect(await run('', 'tar', '-tf', archive)).toContain('host/data/proc/cmdline\n');
      rmSync(archive);
    },
    2 * minutes,
  );

  test(
    'the tests of what changed pass, among them those for every format and every host',
    async () => {
      await vitest('packages/archive', ...testsOfFormats());
      await vitest('packages/local-host', 'remembered');
      await vitest('packages/cli', 'src/run.test', 'src/redact/redact-options');
    },
    10 * minutes,
  );

  test(
    'types and style are right with all three',
    async () => {
      await npm('types');
      await npm('lint');
    },
    10 * minutes,
  );
});
