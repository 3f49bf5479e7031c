import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunnerHost, firstRequests } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { connected, ownRunner, temporaryDirectory } from './testing/connected.js';

/** A program that passes a command's input and output on, and counts how often input came after output: each time somebody waited for an answer. */
const relay = `
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const [file, program, ...args] = process.argv.slice(1);
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
let answered = true;
let trips = 0;
process.stdin.on('data', (piece) => {
  if (answered) writeFileSync(file, String(++trips));
  answered = false;
  child.stdin.write(piece);
});
process.stdin.on('end', () => child.stdin.end());
child.stdin.on('error', () => {});
child.stdout.on('data', (piece) => {
  answered = true;
  process.stdout.write(piece);
});
child.on('close', () => process.exit());
`;

describe('the first answer of the runner takes', () => {
  const itRuns = needs(...(ownRunner ? [] : ['a runner']));
  const directory = (): string => temporaryDirectory();

  const tripsOf = async (cache: string, keepRunner: boolean): Promise<number> => {
    const file = join(directory(), 'trips');
    const command = ['/usr/bin/env', `XDG_CACHE_HOME=${cache}`, '/bin/sh'];
    const options = { timeout: 7, ahead: ['etc/passwd'] };
    const { stream, close } = await connected([process.execPath, '-e', relay, '--', file, ...command], {
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
