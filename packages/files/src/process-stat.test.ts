import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processStat } from './process-stat.js';

test('a process with an odd name has a state and the time of its start', async () => {
  const child = spawn('/bin/sh', ['-c', 'printf ") Z 1 (" > /proc/self/comm; echo; exec sleep 100'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const stat = processStat(child.pid ?? 0);
  expect(stat?.state).toMatch(/^[RSD]$/);
  expect(Number(stat?.start)).toBeGreaterThan(0);
  expect(processStat(child.pid ?? 0)?.start).toBe(stat?.start);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('the start is a whole field', async () => {
  const child = spawn('/bin/sleep', ['100'], { stdio: 'ignore' });
  await once(child, 'spawn');
  // The name of this one has no spaces.
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(' ');
  expect(processStat(child.pid ?? 0)?.start).toBe(fields[21]);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('a process that has ended has none', () => {
  expect(processStat(spawnSync('/bin/true').pid)).toBeUndefined();
});
