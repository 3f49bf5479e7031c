import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { needs } from '@hostspec/testing';
import { afterEach, expect, test, vi } from 'vitest';
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

const isRoot = process.geteuid?.() === 0;
afterEach(() => {
  vi.doUnmock('node:fs');
  if (isRoot) process.seteuid?.(0);
});

test('the claim of a process counts if this user may not look at it, but not that of one that has ended', () => {
  const { pid } = spawnSync('/bin/true');
  if (isRoot) process.seteuid?.(65534);
  expect(notRunBy(1, '/bin/other')).toBeUndefined();
  expect(notRunBy(pid, '/bin/true')).toBe(`process ${pid} has ended`);
});

test.each([
  ['ESRCH', 0, 'process 7 has ended'],
  ['ENOENT', 0, 'process 7 has ended'],
  ['EACCES', 0, 'process 7 cannot be inspected: EACCES'],
  ['EPERM', 0, 'process 7 cannot be inspected: EPERM'],
  ['EIO', 0, 'process 7 cannot be inspected: EIO'],
  ['EACCES', 1000, undefined],
  ['EPERM', 1000, undefined],
  ['EIO', 1000, 'process 7 cannot be inspected: EIO'],
  ['ESRCH', 1000, 'process 7 has ended'],
])('after %s, for user %i, the answer is: %s', async (code, user, answer) => {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<object>()),
    readlinkSync() {
      throw Object.assign(new Error(code), { code });
    },
  }));
  const { notRunBy: failing } = await import('./process-program.js');
  if (process.geteuid) vi.spyOn(process, 'geteuid').mockReturnValue(user);
  expect(failing(7, '/bin/true')).toBe(answer);
});
