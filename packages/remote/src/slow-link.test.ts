import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunnerHost, firstRequests } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { connected, openedHost, ownRunner, relay } from './testing/connected.js';

/**
 * Relays the input of a command like a buffer before a slow link: takes all at once, and passes on this many bytes a second. After `most`
 * bytes, nothing arrives any more.
 */
const slowly = (
  { bytesPerSecond, most = 1e9 }: { readonly bytesPerSecond: number; readonly most?: number },
  ...command: readonly string[]
): readonly string[] =>
  relay(
    `const [rate, most] = given.map(Number);
let rest = most;
const pieces = [];
let isOver = false;
process.stdin.on('data', (piece) => void pieces.push(piece));
process.stdin.on('end', () => { isOver = true; });
setInterval(() => {
  for (let left = Math.min(rest, rate / 20); left > 0 && pieces.length > 0; ) {
    const piece = pieces.shift();
    child.stdin.write(piece.subarray(0, left));
    if (piece.length > left) pieces.unshift(piece.subarray(left));
    rest -= Math.min(left, piece.length);
    left -= Math.min(left, piece.length);
  }
  if (isOver && pieces.length === 0) child.stdin.end();
}, 50);`,
    [bytesPerSecond, most],
    ...command,
  );

// gzip writes its first bytes after a quarter of a megabyte of input.
const connectTimeout = 5;

describe('a link that is slow, but not silent,', () => {
  for (const shell of ['/bin/sh', '/bin/bash', '/usr/bin/busybox'])
    needs(...(ownRunner ? [] : ['a runner']), shell)(
      `has the time that the runner takes to arrive: ${shell}`,
      async () => {
        const words = shell.endsWith('busybox') ? [shell, 'sh'] : [shell];
        // About a megabyte arrives in twice the limit.
        const { connection, host } = await openedHost(slowly({ bytesPerSecond: 100_000 }, ...words), {
          connectTimeout,
        });
        expect(connection.facts.runner).toBe('uploaded');
        expect(await host.hostname()).not.toBe('');
      },
      60_000,
    );
});

test('a link on which nothing arrives is given up, whatever was sent', async () => {
  const cut = slowly({ bytesPerSecond: 100_000, most: 200_000 }, '/bin/sh');
  await expect(connected(cut, { connectTimeout })).rejects.toThrow(
    ownRunner ? `no answer for ${connectTimeout} s` : 'there is no runner',
  );
}, 60_000);

/** Relays a command, and counts in a file how often input follows output: each time, this side had waited for an answer. */
const counting = (file: string, ...command: readonly string[]): readonly string[] =>
  relay(
    `const { writeFileSync } = require('node:fs');
let answered = true;
let trips = 0;
process.stdin.on('data', (piece) => {
  if (answered) writeFileSync(given[0], String(++trips));
  answered = false;
  child.stdin.write(piece);
});
process.stdin.on('end', () => child.stdin.end());
child.stdout.on('data', () => { answered = true; });`,
    [file],
    ...command,
  );

describe('the first answer of the runner takes', () => {
  const itRuns = needs(...(ownRunner ? [] : ['a runner']));
  const directory = (): string => temporaryDirectory();

  const tripsOf = async (cache: string, keepRunner: boolean): Promise<number> => {
    const file = join(directory(), 'trips');
    const command = ['/usr/bin/env', `XDG_CACHE_HOME=${cache}`, '/bin/sh'];
    const options = { timeout: 7, ahead: ['etc/passwd'] };
    const { stream, close } = await connected(counting(file, ...command), {
      keepRunner,
      first: firstRequests(options),
    });
    const host = await createRunnerHost(stream, { ...options, isGiven: true });
    expect(Buffer.from(await host.readFile('etc/passwd')).toString()).toContain('root');
    await close();
    return Number(readFileSync(file, 'utf8'));
  };

  itRuns('two round trips, and one if the runner was kept', async () => {
    const cache = directory();
    expect(await tripsOf(cache, true)).toBe(2);
    expect(await tripsOf(cache, false)).toBe(1);
  });
});
