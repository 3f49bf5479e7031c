import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { notRunBy } from './process-program.js';

const program = realpathSync(process.execPath);

test('a process counts as one that runs the program that it executes', () => {
  expect(notRunBy(undefined, '/bin/other')).toBeUndefined();
  expect(notRunBy(process.pid, program)).toBeUndefined();
  expect(notRunBy(process.pid, '/bin/other')).toBe(
    `process ${process.pid} runs ${program}, whatever its command line says`,
  );
});

test('a process that has ended runs nothing', () => {
  const { pid } = spawnSync('/bin/true');
  expect(notRunBy(pid, '/bin/true')).toBe(`process ${pid} has ended`);
});

const inNamespace = needs('root', 'a mount namespace', 'setpriv');

inNamespace('one in a namespace of its own does not count, whatever it runs', async () => {
  const child = spawn('unshare', ['--mount', 'sh', '-c', 'echo; exec sleep 100'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  expect(notRunBy(pid, realpathSync('/bin/sleep'))).toBe(
    `process ${pid} is in a mnt namespace of its own, as in a container`,
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
});
