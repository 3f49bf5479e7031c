import { readdirSync } from 'node:fs';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { connected, openedHost, ownRunner, shellAfter, whereItRan } from './testing/connected.js';

const itRuns = needs(...(ownRunner ? [] : ['a runner']), 'root', 'a mount namespace');

/** A command that mounts, then starts a shell with this directory as XDG_RUNTIME_DIR. */
const after = (directory: string, ...lines: readonly string[]): readonly string[] => [
  'unshare',
  '-m',
  ...shellAfter(['set -e', 'exec 3>&1 >&2', ...lines, 'exec >&3'].join('\n'), {
    XDG_RUNTIME_DIR: directory,
    HOME: directory,
  }),
];

const places = ['/dev/shm', '/var/tmp', '/tmp', '/run'];
const mountAll = (options: string, all = places) =>
  all.map((place) => `mount -t tmpfs -o ${options} none ${place}`);

describe('the directory for the runner', () => {
  itRuns('is another one if the first must not execute', async () => {
    const directory = temporaryDirectory();
    const command = after(directory, `mount -t tmpfs -o noexec none ${directory}`);
    const { host } = await openedHost(command);
    const { output } = await host.run(['/bin/sh', '-c', whereItRan]);
    expect(new TextDecoder().decode(output)).toMatch(
      /^\/dev\/shm\/\.hostspec-\w+\/hostspec-runner \(deleted\)/,
    );
  });

  itRuns('is another one if the first has no room', async () => {
    const directory = temporaryDirectory();
    const { host } = await openedHost(after(directory, `mount -t tmpfs -o size=1M none ${directory}`));
    const { output } = await host.run(['/bin/sh', '-c', whereItRan]);
    expect(new TextDecoder().decode(output)).toMatch(/^\/dev\/shm\//);
  });

  itRuns('is /run for root if all others are noexec, as on a hardened machine', async () => {
    const shared = places.filter((place) => place !== '/run');
    const mounts = ['mount -t tmpfs none /run', ...mountAll('noexec', ['/opt', ...shared])];
    const { host } = await openedHost(after('/opt', ...mounts));
    const { output } = await host.run(['/bin/sh', '-c', whereItRan]);
    expect(new TextDecoder().decode(output)).toMatch(/^\/run\/\.hostspec-/);
  });

  itRuns('is the home directory if no other can be used', async () => {
    const { host } = await openedHost(after('/opt', 'mount -t tmpfs none /opt', ...mountAll('ro')));
    expect(await host.hostname()).not.toBe('');
  });

  itRuns('must be one of them', async () => {
    const command = after('/opt', 'mount -t tmpfs -o ro none /opt', ...mountAll('noexec'));
    await expect(connected(command)).rejects.toThrow(
      /: no directory there can hold and run the runner; tried: .*noexec$/,
    );
  });

  itRuns('holds the runner until its end if /proc is missing', async () => {
    const directory = temporaryDirectory();
    const { host, connection } = await openedHost(after(directory, 'umount -l /proc'));
    expect(await host.hostname()).not.toBe('');
    expect(readdirSync(directory)).toHaveLength(1);
    // Such a command executes the runner again.
    const { output } = await host.run(['/usr/bin/id', '-u'], { as: { uid: 4217, gid: 4217 } });
    expect(new TextDecoder().decode(output)).toBe('4217\n');
    await connection.close();
    expect(readdirSync(directory)).toEqual([]);
  });
});
