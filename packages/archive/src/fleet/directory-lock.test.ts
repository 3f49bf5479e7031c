import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { lockDirectory, lockName } from './directory-lock.js';

describe('a directory of archives', () => {
  let path: string;
  beforeEach(() => {
    path = temporaryDirectory();
  });
  const lock = () => lockDirectory('--output', { path, at: (name) => join(path, name) });
  const fields = ['pid', 'start', 'boot', 'namespace', 'host'];
  /** Leaves the lock of another process. */
  const leave = (changes: Record<string, unknown>): void => {
    const unlock = lock();
    const words = readlinkSync(join(path, lockName)).split(' ');
    unlock();
    const changed = fields.map((field, index) => changes[field] ?? words[index]);
    symlinkSync(changed.join(' '), join(path, lockName));
  };

  test('is locked by one process at a time, which the second one names', () => {
    const unlock = lock();
    expect(lock).toThrow(
      `is in use: process ${process.pid} uses it; wait until it has ended, or remove ${lockName}`,
    );
    unlock();
    expect(readdirSync(path)).toEqual([]);
    lock()();
  });

  test('is free again when the process that locked it was killed', async () => {
    const child = spawn('sleep', ['1000']);
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    leave({ pid: child.pid, start });
    expect(lock).toThrow(`process ${child.pid} uses it`);
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    await ended;
    lock()();
    expect(readdirSync(path)).toEqual([]);
  });

  test.each([
    ['a number that another process has now', { start: '1' }],
    ['a process before the last boot', { boot: 'earlier' }],
  ])('is free after %s', (_, changes) => {
    leave(changes);
    lock()();
  });

  test.each([
    [{ namespace: 'pid:[1]', start: '1' }, `process ${process.pid} of another container uses it`],
    [{ host: 'web01', boot: 'x' }, `process ${process.pid} on "web01" uses it`],
    [{ pid: 'x' }, 'its lock cannot be read'],
  ])('stays locked as long as nobody knows: %j', (changes, said) => {
    expect(hostname()).not.toBe('web01');
    leave(changes);
    expect(lock).toThrow(said);
    expect(readdirSync(path)).toEqual([lockName]);
  });

  test('stays locked if something else has that name', () => {
    writeFileSync(join(path, lockName), '');
    expect(lock).toThrow('its lock cannot be read');
  });
});
