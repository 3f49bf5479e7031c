import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { liveHost, needs } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { sharedDirectory } from '../../../tools/test/folder.js';
import { blkid, hostNames, mounts, osRelease, processes, runningPrograms, virtualization } from './index.js';

const directory = sharedDirectory();

needs('ps')('finds this process among the running ones', async () => {
  const own = (await processes(await liveHost())).find(({ pid }) => pid === process.pid);
  expect(own?.command).toContain('node');
});

it('reads the machine that the test runs on', async () => {
  const host = await liveHost();
  expect((await mounts(host)).map(({ path }) => path)).toContain('/proc');
  expect((await hostNames(host)).default).toBe(hostname());
  if (existsSync('/etc/os-release')) {
    const id = /^ID="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
    expect((await osRelease(host)).ID).toBe(id);
  }
  expect((await virtualization(host)).reason).not.toBe('');
});

needs('ps', 'root')('accepts a running program only if nobody but root can replace it', async () => {
  const program = join(directory, 'hostspec-probe');
  copyFileSync('/bin/sleep', program);
  const running = spawn(program, ['60'], { stdio: 'ignore' });
  try {
    await once(running, 'spawn');
    const found = async () => (await runningPrograms(await liveHost(), 'hostspec-probe')).paths;
    expect(await found()).toEqual([program]);
    chmodSync(directory, 0o777);
    expect(await found()).toEqual([]);
    chmodSync(directory, 0o755);
    chownSync(program, 65534, 65534);
    expect(await found()).toEqual([]);
  } finally {
    running.kill('SIGKILL');
  }
});

needs(
  'mkfs.ext4',
  '/dev/loop-control',
  'root',
)('reads a label with quotes and colons as blkid prints it', async () => {
  const image = join(directory, 'label.img');
  const label = 'a": UUID="b: \\';
  writeFileSync(image, '');
  truncateSync(image, 4 * 2 ** 20);
  execFileSync('/sbin/mkfs.ext4', ['-q', '-L', label, image], { stdio: 'ignore' });
  const device = execFileSync('losetup', ['-f', '--show', image], { encoding: 'utf8' }).trim();
  try {
    const found = (await blkid(await liveHost())).find((known) => known.device === device);
    expect(found?.attributes).toMatchObject({ LABEL: label, TYPE: 'ext4' });
  } finally {
    execFileSync('losetup', ['-d', device]);
  }
});
