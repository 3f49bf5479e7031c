import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { compileFlags } from '../../packages/runner/go/flags.mjs';
import { itNeeds, lackingOf } from '../../packages/testing/dist/index.js';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';

const runner = join(root, 'packages/runner');
const module = join(runner, 'go');
const timeout = 900_000;

const oldest = 22;
const goVersion = spawnSync('go', ['env', 'GOVERSION'], { cwd: tmpdir(), encoding: 'utf8' }).stdout ?? '';
const hasGo = Number(/^go1\.(\d+)/.exec(goVersion)?.[1]) >= oldest;
const itWithGo = itNeeds(`go 1.${oldest}`, hasGo);

// Nothing is fetched, and Go's own packages are compiled once for the programs and the tests.
const offline = { GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: compileFlags.join(' ') };

const runIn = (folder, words, env = {}) => {
  const [command, ...args] = words;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...offline, ...env },
  });
  // In the message, which the sum of a run shows for a test that passes at its second try.
  expect({ status, error }, `${stdout}${stderr}`).toEqual({ status: 0, error: undefined });
  return stdout;
};

itWithGo(
  'go vet has no complaint',
  () => void runIn(module, ['go', 'vet', './...'], { CGO_ENABLED: '0' }),
  timeout,
);

const canRace = existsSync('/usr/bin/gcc') && ['x64', 'arm64', 's390x', 'ppc64'].includes(process.arch);
itWithGo(
  `the tests of the runner pass${canRace ? ', without data races' : ''}`,
  () => {
    const race = canRace ? ['-race'] : [];
    // The test above vets them.
    runIn(module, ['go', 'test', '-vet=off', ...race, './...'], { CGO_ENABLED: canRace ? '1' : '0' });
    // Tests of what the race detector's program cannot do.
    if (canRace)
      runIn(module, ['go', 'test', '-vet=off', '-run=Stand|Lazily', './internal/command'], {
        CGO_ENABLED: '0',
      });
  },
  timeout,
);

const fuzzTargets = [
  ['pattern', 'FuzzName'],
  ['session', 'FuzzFrames'],
  ['wire', 'FuzzText'],
  ['wire', 'FuzzParseText'],
  ['wire', 'FuzzFrame'],
];
// Counted, because a time limit that ends an execution is reported as a failure.
const fuzzTime = process.env.CI ? '20000x' : '2000x';
for (const [name, target] of fuzzTargets)
  itWithGo(
    `${target} finds nothing`,
    () => {
      // What fuzzing finds is written beside the source.
      const copy = temporaryDirectory();
      cpSync(module, copy, { recursive: true });
      const words = ['-run=^$', `-fuzz=^${target}$`, `-fuzztime=${fuzzTime}`, `./internal/${name}`];
      runIn(copy, ['go', 'test', '-vet=off', ...words]);
    },
    timeout,
  );

itWithGo(
  'the runner is built for all architectures, and for this one with the same bytes each time',
  () => {
    const copy = temporaryDirectory();
    // A build in the workspace would replace the runner that other tests use.
    cpSync(runner, copy, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    });
    expect(runIn(copy, [process.execPath, 'build.mjs', '--check'])).toMatch(/^the same bytes again for /m);
    expect(
      runIn(copy, [process.execPath, 'build.mjs', '--all']).match(/^[0-9a-f]{64} {2}linux-/gm),
    ).toHaveLength(4);
  },
  timeout,
);

// The one whose bytes are in the other order. Every program runs whole in the tests of @hostspec/remote.
const emulator = 'qemu-s390x-static';
(lackingOf([emulator]).length === 0 ? itWithGo : itNeeds(emulator, false))(
  'the packages without system calls pass their tests on s390x',
  () => {
    const words = ['go', 'test', '-vet=off', `-exec=${emulator}`, './internal/pattern', './internal/wire'];
    runIn(module, words, { GOARCH: 's390x', CGO_ENABLED: '0' });
  },
  timeout,
);
