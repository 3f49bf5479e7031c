import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createLocalHost } from '../../../packages/engine/dist/index.js';
import { timeInTurn } from './in-turn.mjs';

const { resolve } = createRequire(new URL('../../../packages/engine/package.json', import.meta.url));
const { execa } = await import(pathToFileURL(resolve('execa')).href);
const [stub, rounds] = process.argv.slice(2);
const count = 100;
const env = { LC_ALL: 'C' };
let number = 0;

/** Starts a program so many times, four at once. */
const times = (start) => async () => {
  let left = count;
  const next = async () => {
    while (left-- > 0) await start(String(number++));
  };
  await Promise.all([next(), next(), next(), next()]);
};
const intoFile = (start) => async (argument) => {
  const file = openSync('/mnt/output', 'w');
  await start(argument, file);
  closeSync(file);
};

await timeInTurn(
  {
    'node:child_process': times(
      intoFile(
        (argument, file) =>
          new Promise((resolve) => {
            spawn(stub, [argument], { env, stdio: ['ignore', file, file], detached: true }).on(
              'exit',
              resolve,
            );
          }),
      ),
    ),
    execa: times(
      intoFile((argument, file) =>
        execa(stub, [argument], {
          ...{ env, extendEnv: false, stdin: 'ignore', stdout: file, stderr: file, detached: true },
          ...{ buffer: false, reject: false, cleanup: false, stripFinalNewline: false },
        }),
      ),
    ),
    'host.run': () => {
      const host = createLocalHost({ jobs: 4 });
      return times((argument) => host.run([stub, argument]))();
    },
  },
  { rounds: Number(rounds), unit: 'µs for a program, four at once', per: count },
);
