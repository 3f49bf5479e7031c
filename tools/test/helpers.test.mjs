import { execFileSync, execSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { root } from '../workspace/root.mjs';
import { vitestWords } from '../workspace/run.mjs';
import { chosenTasks } from './chosen.mjs';
import { sharedDirectory, temporaryDirectory } from './folder.ts';
import { hostKey } from './host-key.mjs';
import { filesApart } from './isolation.mjs';
import { limited } from './limited-starts.ts';
import { changesSince, stateOf } from './machine-guard.mjs';
import { count } from './reports.mjs';

const tests = `
import fc from '${root}node_modules/fast-check/lib/fast-check.js';
import { needs } from '${root}packages/testing/src/needs.js';
import { expect, test } from 'vitest';
import { random, seedOfTest } from '${root}tools/test/seed.js';

needs('sh', '/')('runs', () => {});
needs('no-such-program', 'sh', '/no/such/path')('is left out', () => {});
test('samples', () => {
  console.log(['drawn', random(), ...fc.sample(fc.nat(), { numRuns: 3, seed: seedOfTest() })].join(' '));
  expect(random()).toBe('a number');
});
test('property', () => fc.assert(fc.property(fc.nat(), (number) => number < 0)));
`;

const folder = sharedDirectory();
beforeAll(() => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/helpers.test.ts'), tests);
});

const run = (env) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${join(folder, 'report.json')}`];
  const words = [...vitestWords(), '--root', folder, ...reporters];
  const { CI: _, HOSTSPEC_SEED: __, ...own } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...own, ...env },
  });
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return {
    report,
    output: stdout + stderr,
    results: report.testResults.flatMap(({ assertionResults }) => assertionResults),
  };
};

let first;
/** The result without a seed or CI, which several tests look at. */
const plain = () => {
  first ??= run({});
  return first;
};

const seedOfPlain = () =>
  /with HOSTSPEC_SEED=(\d+) to repeat/.exec(plain().results.at(-2).failureMessages[0])?.[1];

let second;
/** The result in CI, with the seed of the first. */
const again = () => {
  second ??= run({ CI: 'true', HOSTSPEC_SEED: seedOfPlain() });
  return second;
};

const drawn = ({ output }) => /drawn 0.*/.exec(output)?.[0];
const seedOf = ({ results }) => Number(/seed: (-?\d+)/.exec(results.at(-1).failureMessages[0])?.[1]);

test('a test that needs a missing component is skipped with its name, and fails in CI', () => {
  const [ran, leftOut] = plain().results;
  expect([ran.status, leftOut.status, leftOut.title]).toEqual([
    'passed',
    'skipped',
    'is left out (needs no-such-program, /no/such/path)',
  ]);
  const [, failed] = again().results;
  expect([failed.status, failed.title]).toEqual(['failed', 'is left out']);
  expect(failed.failureMessages[0]).toContain('missing: no-such-program, /no/such/path; CI must have it');
});

test('a random test that fails prints its seed, which repeats it', () => {
  expect(drawn(again())).toBe(drawn(plain()));
  expect(new Set(again().output.match(/drawn 0.*/g)).size).toBe(1);
  expect(seedOf(again())).toBe(Number(seedOfPlain()));
  expect(run({ HOSTSPEC_SEED: 'x' }).output).toContain('HOSTSPEC_SEED is x; allowed: a whole number');
});

test('what passed on another machine is left out, and counted there only; the rest of its file runs', () => {
  const list = join(folder, 'again.json');
  const file = relative(root, join(folder, 'src/helpers.test.ts'));
  writeFileSync(list, JSON.stringify({ [file]: ['runs', 'property'], 'packages/spec/src/x.test.ts': [] }));
  const otherSeed = String(Number(seedOfPlain()) + 1);
  const rest = run({ HOSTSPEC_TEST_AGAIN: list, HOSTSPEC_SEED: otherSeed });
  expect(rest.results.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'failed', 'skipped']);
  expect(count(rest.report)).toEqual({ passed: 0, failed: 1, skipped: 1 });
  expect(drawn(rest)).not.toBe(drawn(plain()));
});

describe('the tasks of npm test', () => {
  const tasks = ['lint', 'test', 'test:tools'];

  test.each([
    [[], tasks, [], []],
    [['--filter=@hostspec/kernel'], tasks, ['--filter=@hostspec/kernel'], []],
    [['--without=lint,test:tools', '--force'], ['test'], ['--force'], []],
    [['--without=lint', '--without=test'], ['test:tools'], [], []],
    [['--without=tests'], tasks, [], ['tests']],
    [['--without='], tasks, [], ['']],
    [['--only=test:tools,lint'], ['lint', 'test:tools'], [], []],
    [['--only=test', '--without=test'], [], [], []],
    [['--only=test:x'], [], [], ['test:x']],
  ])('the words %j', (words, wanted, flags, unknown) => {
    expect(chosenTasks(tasks, words)).toEqual({ wanted, flags, unknown });
  });
});

describe('the key of the host', () => {
  let folder;
  beforeEach(() => {
    folder = temporaryDirectory();
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  });

  /** A dpkg-query that knows the versions of these packages, and prints those that it is asked for. */
  const install = (versions) => {
    const lines = Object.entries(versions).map(([name, version]) => `${name}) echo ${name} ${version};;`);
    const script = `#!/bin/sh\nfor name; do case $name in ${lines.join(' ')} esac; done\n`;
    writeFileSync(join(folder, 'dpkg-query'), script, { mode: 0o755 });
  };

  test('only a component that tests name changes the key of kept results', () => {
    install({ podman: 4, cowsay: 1 });
    const before = hostKey();
    expect(before).toContain('podman 4');
    install({ podman: 4, cowsay: 2 });
    expect(hostKey()).toBe(before);
    install({ podman: 5, cowsay: 2 });
    expect(hostKey()).not.toBe(before);
  });
});

describe('programs that tests start', () => {
  test('a program that a test waits for has less time than the test', { timeout: 8000 }, () => {
    expect(() => spawnSync('sleep', ['1000'])).toThrow('sleep 1000 did not end within 6 s');
  });

  test.each([execFileSync, execSync, spawnSync])('%o has a limit', ({ isLimited }) => {
    expect(isLimited).toBe(true);
  });

  /** What a limited function passes on. */
  const passedOn = (...args) =>
    limited(
      (...given) => given,
      () => 5,
    )(...args);

  test('the limit joins what the caller gives, and its own wins', () => {
    const options = { killSignal: 'SIGKILL', timeout: 5 };
    expect(passedOn('a')).toEqual(['a', options]);
    expect(passedOn('a', undefined)).toEqual(['a', options]);
    expect(passedOn('a', ['b'])).toEqual(['a', ['b'], options]);
    expect(passedOn('a', { cwd: '/' })).toEqual(['a', { cwd: '/', ...options }]);
    expect(passedOn('a', ['b'], { cwd: '/' })).toEqual(['a', ['b'], { cwd: '/', ...options }]);
    expect(passedOn('a', ['b'], { timeout: 7 })).toEqual(['a', ['b'], { timeout: 7 }]);
  });

  test('what fails in another way is as it was', () => {
    expect(spawnSync('/no/such/program').error).toMatchObject({ code: 'ENOENT' });
    expect(() => execFileSync('false')).toThrow('Command failed: false');
    expect(execFileSync('echo', ['x'], { encoding: 'utf8' })).toBe('x\n');
  });
});

describe('the machine', () => {
  let directory;
  let home;
  let passwd;
  const state = () => stateOf([passwd, join(directory, 'none')], home);

  beforeEach(() => {
    directory = temporaryDirectory();
    home = join(directory, 'home');
    mkdirSync(join(home, '.ssh'), { recursive: true });
    passwd = join(directory, 'passwd');
    writeFileSync(passwd, 'root:x:0:0\n');
    writeFileSync(join(home, '.profile'), 'x');
    mkdirSync(join(home, '.npm'));
  });

  test('an unchanged machine has no changes, and caches do not count', () => {
    const before = state();
    writeFileSync(join(home, '.npm/x'), '');
    writeFileSync(join(home, '.bash_history'), '');
    expect(changesSince(before, state())).toEqual([]);
  });

  test.each([
    [
      'other content of the same size and time',
      () => writeFileSync(passwd, 'evil:x:0:0\n'),
      'passwd was changed',
    ],
    ['another mode', () => chmodSync(passwd, 0o666), 'passwd was changed'],
    ['a file that is gone', () => rmSync(join(home, '.profile')), '.profile is gone'],
    ['a new file', () => writeFileSync(join(home, '.forward'), ''), '.forward is new'],
    ['a new key', () => writeFileSync(join(home, '.ssh/authorized_keys'), ''), 'authorized_keys is new'],
    ['a file that came', () => writeFileSync(join(directory, 'none'), ''), 'none was changed'],
  ])('%s is a change', (_, change, message) => {
    for (const path of [passwd, join(home, '.profile')]) utimesSync(path, 1, 1);
    const before = state();
    change();
    if (message.startsWith('passwd')) utimesSync(passwd, 1, 1);
    expect(changesSince(before, state()).join()).toContain(message);
  });
});

describe('processes', () => {
  test.each(["vi.mock('node:fs');", "vi.doMock('node:fs', async () => ({}));", "hostSuite('a host');"])(
    'files of tests share a process, except those with %s',
    (source) => {
      const folder = temporaryDirectory();
      mkdirSync(join(folder, 'src/deep'), { recursive: true });
      writeFileSync(join(folder, 'src/a.test.ts'), "test('a', () => { vi.useFakeTimers(); });");
      writeFileSync(join(folder, 'src/deep/b.test.ts'), source);
      expect(filesApart(folder)).toEqual(['src/deep/b.test.ts']);
    },
  );
});
