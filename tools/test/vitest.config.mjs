import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { pageTextOfTests } from '../build/page-text.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { filesApart } from './isolation.mjs';
import { isSmall } from './small.mjs';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const script = process.env.npm_lifecycle_event?.replaceAll(':', '-') ?? 'test';

// These install, build, pack or publish, and each runs in a task of its own. Programs that they start are to find other tests.
const endToEnd = /^test-(publish|package|contributing)$/.exec(script)?.[1];
if (endToEnd) delete process.env.npm_lifecycle_event;

// Vitest leaves one processor to others. With two, the longest suites would have one, and end long after the others.
const isLong = process.cwd() === join(packages, 'cli') || /^test-(kit|peer|tools)$/.test(script);
const workers = isLong ? { maxWorkers: Math.max(2, availableParallelism() - 1) } : {};

// What run-again.mjs wrote: only these files run, without the tests that passed elsewhere. Runs that tests start have all of theirs.
const { HOSTSPEC_TEST_AGAIN: again, TURBO_HASH: byTurbo } = process.env;
delete process.env.HOSTSPEC_TEST_AGAIN;
delete process.env.TURBO_HASH;
const passedElsewhere = Object.entries(again ? JSON.parse(readFileSync(again, 'utf8')) : {}).map(
  ([file, names]) => [join(packages, '..', file), names],
);
// As those of a package in its own folder, these tests share a process.
const small = script === 'test-small' ? packagesOf().filter(isSmall) : [];
const chosen = passedElsewhere
  .map(([file]) => relative(process.cwd(), file))
  .filter((file) => !file.startsWith('..'))
  .filter((file) => small.length === 0 || small.some(({ folder }) => file.startsWith(`packages/${folder}/`)));

const own =
  small.length > 0
    ? small.map(({ folder }) => `packages/${folder}/src/**/*.test.ts`)
    : endToEnd
      ? ['tools/**/*.e2e.mjs']
      : ['src/**/*.test.ts', 'tools/**/*.test.mjs', 'tools/**/*.test.ts'];
const include = again ? chosen : own;
const apart = filesApart(process.cwd());
const provide = { passedElsewhere: Object.fromEntries(passedElsewhere) };
// Each part reads this file again, without the variables that are deleted above.
const part = (name, test) => ({ extends: true, test: { name, provide, ...test } });
// A list of Vitest's is added to the one that it extends.
const files =
  apart.length === 0
    ? { include }
    : {
        projects: [
          part('together', { include, exclude: apart }),
          part('apart', { include: apart.filter((file) => !again || chosen.includes(file)), isolate: true }),
        ],
      };

const limit = endToEnd ? 1_800_000 : 180_000;

// turbo keeps the report with the cached result; a run by hand must not replace it with a part of the tests.
const report = ['json', { outputFile: `.reports/${script}.json` }];

const secondTries = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [first] = test.result().errors ?? [];
    const why = first?.message.split('\n')[0].slice(0, 300);
    console.log(`passed at the second try: ${test.module.relativeModuleId}: ${test.fullName}: ${why}`);
  },
};

// Node loads what turbo built before in a fraction of the time that Vitest needs for the source of all packages. By hand, nothing has to be built.
const loaded = (path, built) =>
  join(path, byTurbo && path !== process.cwd() ? built : built.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts'));

export default defineConfig({
  plugins: [pageTextOfTests],
  resolve: {
    alias: packagesOf().flatMap(({ path, manifest: { name, exports } }) =>
      Object.entries(exports).map(([entry, { default: built = entry }]) => ({
        find: new RegExp(`^${join(name, entry)}$`),
        replacement: loaded(path, built),
      })),
    ),
  },
  test: {
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    ...files,
    globalSetup: fileURLToPath(new URL('machine-guard.mjs', import.meta.url)),
    provide,
    setupFiles: ['seed.ts', 'limited-starts.ts', 'passed-elsewhere.ts'].map((file) =>
      fileURLToPath(new URL(file, import.meta.url)),
    ),
    // The workspace's own tools start programs and change directories, so each file of their tests has a process of its own.
    isolate: !process.cwd().startsWith(packages) && small.length === 0,
    ...workers,
    // CI's report has the message of a failure, not the difference.
    chaiConfig: { truncateThreshold: 1000 },
    // Programs that other tests start ask no other machine, and Node would take longer to read these certificates than for all else at its
    // start. Commands take over LANG from the machine.
    env: endToEnd ? {} : { NODE_EXTRA_CA_CERTS: '', LANG: '' },
    // The tests of a release or of a guide build on each other.
    bail: endToEnd && endToEnd !== 'package' ? 1 : 0,
    passWithNoTests: true,
    // A limit for tests that never end, even on a busy machine.
    testTimeout: limit,
    // Many tests start processes and wait for the kernel, and a loaded machine makes one in some ten thousand fail. A second failure is the code's;
    // what passes at the second try is named.
    retry: 1,
    hookTimeout: limit,
    // What a test waits for takes longer than Vitest's one second on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default', secondTries, ...(byTurbo ? [report] : [])],
  },
});
