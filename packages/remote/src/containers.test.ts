import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunnerHost } from '@hostspec/runner';
import { filesOnDisk, hostSuite, itNeeds, lackingOf, needs } from '@hostspec/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { connectTarget } from './connect.js';
import { parseTarget } from './target.js';
import { ownRunner } from './testing/connected.js';

/** podman without systemd and network. */
const podmanOptions = ['--cgroup-manager=cgroupfs', '--events-backend=file', '--runtime=/usr/sbin/runc'];

const components = ['root', 'podman', '/usr/sbin/runc', '/usr/bin/busybox'];

/** A podman container with nothing but busybox. */
interface BusyboxContainer {
  readonly name: string;
  /** Stops and removes the container. */
  end(): void;
}

/** Runs podman. Throws an error with its output if it fails. */
function podman(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('podman', [...podmanOptions, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`podman ${args[0]} failed: ${stderr}`);
  return stdout.trim();
}

/** Starts a container with the programs of busybox. `directory` has the same path inside. */
function busyboxContainer(name: string, directory?: string): BusyboxContainer {
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

/** What this machine lacks to run such a container; empty if nothing. */
function lacksContainers(): string {
  return lackingOf(components).join(', ') || (isAble() ? '' : 'a podman that can run a container');
}

function isAble(): boolean {
  try {
    busyboxContainer(`hostspec-probe-${process.pid}`).end();
    return true;
  } catch {
    return false;
  }
}

const lacking = [...(ownRunner ? [] : ['a runner']), lacksContainers()]
  .filter((each) => each !== '')
  .join(', ');

if (!ownRunner || lacking !== '') {
  itNeeds(lacking, false)('the tests that every kind of host must pass, in a container', () => {});
} else {
  const runner = ownRunner;
  const name = `hostspec-remote-${process.pid}`;
  let container: BusyboxContainer | undefined;
  afterAll(() => container?.end());

  const connect = (target: string) => {
    container ??= busyboxContainer(name, realpathSync(tmpdir()));
    return connectTarget(parseTarget(target), { runners: () => runner });
  };

  hostSuite(
    'a container of podman with nothing but busybox',
    async ({ files }) => {
      const { path, end } = filesOnDisk(files, { linksInside: true });
      const { stream, close } = await connect(`podman://${name}`);
      const host = await createRunnerHost(stream);
      const hostname = podman('exec', name, '/bin/hostname');
      return {
        host,
        prefix: path,
        hostname,
        end: async () => {
          await close();
          end();
        },
      };
    },
    {
      lacks: {
        'denied files': 'root in the container may read every file',
        Python: 'the container has only busybox',
      },
      executes: true,
    },
  );

  // podman takes the same command line for exec; it is docker only for the process that connects.
  needs('docker', 'a mount namespace')('docker:// connects by the program docker', () => {
    container ??= busyboxContainer(name, realpathSync(tmpdir()));
    const script = `import('@hostspec/remote').then(async ({ connectTarget, parseTarget }) => {
      const runners = () => (${JSON.stringify(runner)});
      const { facts, close } = await connectTarget(parseTarget('docker://${name}'), { runners });
      console.log(JSON.stringify(facts));
      await close();
    })`;
    const asDocker = 'mount --bind "$(command -v podman)" "$(command -v docker)" && exec "$@"';
    const { stdout, stderr } = spawnSync(
      'unshare',
      ['-m', 'sh', '-c', asDocker, 'sh', process.execPath, '-e', script],
      { encoding: 'utf8', cwd: import.meta.dirname },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ runner: 'uploaded', stays: false });
  });

  describe('after a connection to a container', () => {
    test('nothing is left there', async () => {
      const { stream, close } = await connect(`podman://${name}`);
      const host = await createRunnerHost(stream);
      expect(await host.hostname()).toMatch(/^[0-9a-f]{12}$/);
      expect(await host.list('/bin')).toContain('busybox');
      await close();
      expect(podman('exec', name, '/bin/ls', '-A', '/dev/shm')).not.toContain('hostspec');
      expect(podman('exec', name, '/bin/ps')).not.toContain('hostspec-runner');
    });
  });
}
