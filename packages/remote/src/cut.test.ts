import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { randomNumbers } from '../../../tools/test/seed.js';
import { connected, ownRunner, relay } from './testing/connected.js';

/** Relays a command, and is gone after this many bytes of input or milliseconds. */
const cutAfter = (bytes: number, milliseconds: number): readonly string[] =>
  relay(
    `const cut = () => process.kill(process.pid, 'SIGKILL');
let left = Number(given[0]);
process.stdin.on('data', (piece) => {
  child.stdin.write(piece.subarray(0, left), () => left <= 0 && cut());
  left -= piece.length;
});
process.stdin.on('end', () => child.stdin.end());
setTimeout(cut, Number(given[1]));`,
    [bytes, milliseconds],
  );

/** The processes that have a text in their environment, or that run a program below that path. */
function processesOf(text: string): string[] {
  const belongs = (pid: string): boolean => {
    try {
      const isBelow = readlinkSync(`/proc/${pid}/exe`).startsWith(text);
      return isBelow || readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && belongs(name));
}

const rounds = 50;
// A little more than the upload has.
const uploadBytes = 1_100_000;

describe('nothing is left if the connection is cut', () => {
  const itRuns = needs(...(ownRunner ? [] : ['a runner']));

  /** Cuts the connection in every round; without an answer, the shell ends by itself. */
  const cutOften = async (
    cut: (round: number) => readonly string[],
    keepRunner: boolean,
  ): Promise<number> => {
    const directory = temporaryDirectory();
    const variables = ['XDG_RUNTIME_DIR', 'XDG_CACHE_HOME', 'HOME'].map((name) => `${name}=${directory}`);
    let begun = 0;
    for (let round = 0; round < rounds; round++)
      await connected([...cut(round), '/usr/bin/env', ...variables, '/bin/sh'], { keepRunner }).then(
        ({ close }) => {
          begun++;
          return close();
        },
        () => {},
      );
    await expect.poll(() => processesOf(directory)).toEqual([]);
    const left = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => !/^hostspec(\/runner-\w+)?$/.test(name))).toEqual([]);
    if (!keepRunner) expect(left).toEqual([]);
    return begun;
  };

  for (const keepRunner of [false, true]) {
    const which = keepRunner ? 'a runner that is to be kept' : 'a runner';
    itRuns(
      `after any number of bytes of ${which}`,
      async () => {
        const below = randomNumbers();
        // The first ends within the script. Later ones may find a runner that was kept, and need few bytes.
        const bytes = (round: number): number => (round === 0 ? 1000 : below(uploadBytes));
        const begun = await cutOften((round) => cutAfter(bytes(round), 60_000), keepRunner);
        expect(begun).toBeLessThan(rounds);
      },
      120_000,
    );
  }
  itRuns(
    'at any moment',
    async () => {
      const below = randomNumbers();
      await cutOften(() => cutAfter(Number.MAX_SAFE_INTEGER, below(150)), false);
    },
    120_000,
  );
});
