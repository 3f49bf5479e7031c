import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunnerHost, firstRequests } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { connected, ownRunner, relay, temporaryDirectory } from './testing/connected.js';

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
