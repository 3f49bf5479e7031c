import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
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
