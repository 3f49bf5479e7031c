import { posix } from 'node:path';
import { execa } from 'execa';
import glob from 'fast-glob';
import { beforeAll, expect, test } from 'vitest';
import { root } from './root.mjs';
import { withPnpm } from './run.mjs';

const tasks = [
  'test',
  'test:kit',
  'test:peer',
  'test:publish',
  'test:package',
  'test:runner',
  'test:tools',
  'test:contributing',
];

let planned;
beforeAll(async () => {
  const words = ['run', 'sources', ...tasks, '--only', '--dry=json'];
  const { stdout } = await execa('turbo', words, { cwd: root, env: withPnpm() });
  planned = new Map(JSON.parse(stdout).tasks.map((task) => [task.taskId, task]));
});

/** The tasks that one waits for, directly or not, and itself. */
const withDependencies = (id, found = new Set()) => {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of planned.get(id).dependencies) withDependencies(next, found);
  return found;
};

const filesOf = (id) => {
  const { directory, inputs } = planned.get(id);
  return Object.keys(inputs).map((file) => posix.join(directory, file));
};

const isCode = (file) => /\.(ts|js|mjs|go|json)$/.test(file) && !file.includes('/examples/');

// turbo would start a task that waits for the sources of other packages after the tests of these, so what takes long names their files. It waits for
// those of spec, which nothing precedes, so that what works in one process for minutes (the command, publish, package, contributing) starts before it.
const all = ['hostspec', '@hostspec/testing'];
test.each([
  ['@hostspec/cli#test', all],
  ...['fleet', 'remote', 'report'].map((name) => [`@hostspec/${name}#test`, [`@hostspec/${name}`]]),
  ['//#test:kit', all],
  ['//#test:peer', all],
  ['//#test:tools', all],
  ['//#test:publish', all],
  ['//#test:package', all],
  ['//#test:contributing', all],
  ['//#test:runner', ['@hostspec/testing']],
])('a result of %s is not used again after a change of a source that it builds on', (id, packages) => {
  const known = new Set([...withDependencies(id)].flatMap(filesOf));
  const sources = packages.flatMap((name) => [...withDependencies(`${name}#sources`)].flatMap(filesOf));
  expect(sources).toContain('packages/spec/src/index.ts');
  expect(sources.filter((file) => isCode(file) && !known.has(file))).toEqual([]);
});

test('nor one of a package after a change in another that it uses', () => {
  const sources = new Set([...withDependencies('@hostspec/web#test')].flatMap(filesOf));
  expect(sources).toContain('packages/facts/src/index.ts');
  expect(sources).toContain('packages/spec/src/index.ts');
  expect(sources).not.toContain('packages/kernel/src/specs.ts');
});

const testsOf = (id) =>
  filesOf(id).filter((file) => file.startsWith('packages/') && file.endsWith('.test.ts'));

test.each([
  ['@hostspec/cli#test', 'cli'],
  ['@hostspec/archive-host#test', 'archive-host'],
  ['@hostspec/testing#test', 'testing'],
  ...['fleet', 'remote', 'report'].map((name) => [`@hostspec/${name}#test`, name]),
  ['hostspec#test', 'hostspec'],
])("but %s not after a change in another package's test", (id, folder) => {
  const tests = glob.sync(`packages/${folder}/src/**/*.test.ts`, { cwd: root });
  expect(testsOf(id).sort()).toEqual(tests.sort());
});

test('what is published does not depend on tests, and the steps of the guide only on those that they run', () => {
  expect(testsOf('//#test:publish')).toEqual([]);
  const tests = testsOf('//#test:contributing');
  expect(tests.filter((file) => file.startsWith('packages/spec/'))).toEqual([]);
  for (const folder of ['cli', 'default-specs', 'kernel'])
    expect(tests).toEqual(
      expect.arrayContaining(glob.sync(`packages/${folder}/src/**/*.test.ts`, { cwd: root })),
    );
});
