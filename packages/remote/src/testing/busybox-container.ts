import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lackingOf } from '@hostspec/testing';

/** podman without systemd and network. */
const podmanOptions = ['--cgroup-manager=cgroupfs', '--events-backend=file', '--runtime=/usr/sbin/runc'];

const components = ['root', 'podman', '/usr/sbin/runc', '/usr/bin/busybox'];

/** A podman container with nothing but busybox. */
export interface BusyboxContainer {
  readonly name: string;
  /** Stops and removes the container. */
  end(): void;
}

/** Runs podman. Throws an error with its output if it fails. */
export function podman(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('podman', [...podmanOptions, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`podman ${args[0]} failed: ${stderr}`);
  return stdout.trim();
}

/** Starts a container with the programs of busybox. `directory` has the same path inside. */
export function busyboxContainer(name: string, directory?: string): BusyboxContainer {
  const scratch = mkdtempSync(join(tmpdir(), 'hostspec-container-'));
  try {
    const root = join(scratch, 'root');
    for (const made of ['bin', 'tmp', 'etc']) mkdirSync(join(root, made), { recursive: true });
    copyFileSync('/usr/bin/busybox', join(root, 'bin/busybox'));
    mkdirSync(join(root, 'usr'));
    symlinkSync('../bin', join(root, 'usr/bin'));
    const programs = spawnSync('/usr/bin/busybox', ['--list'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    for (const each of programs) if (each !== 'busybox') symlinkSync('busybox', join(root, 'bin', each));
    const tree = join(scratch, 'tree.tar');
    spawnSync('tar', ['-C', root, '-cf', tree, '.']);
    const image = podman('import', '--quiet', tree);
    const limits = ['--ulimit=nofile=1024:4096', '--ulimit=nproc=4096:8192'];
    const volume = directory === undefined ? [] : [`--volume=${directory}:${directory}`];
    const options = ['--detach', '--network=none', ...limits, ...volume, '--name', name];
    podman('run', ...options, image, '/bin/sleep', '600');
    return {
      name,
      end() {
        podman('rm', '--force', '--time=0', name);
        podman('rmi', '--force', image);
      },
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

let lacking: string | undefined;

/** What this machine lacks to run such a container; empty if nothing. */
export function lacksContainers(): string {
  lacking ??= lackingOf(components).join(', ') || (isAble() ? '' : 'a podman that can run a container');
  return lacking;
}

function isAble(): boolean {
  try {
    busyboxContainer(`hostspec-probe-${process.pid}`).end();
    return true;
  } catch {
    return false;
  }
}
