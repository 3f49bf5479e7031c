import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRunnerHost } from '@hostspec/runner';
import { filesOnDisk, hostSuite, itNeeds, needs } from '@hostspec/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { connectTarget } from './connect.js';
import { parseTarget } from './target.js';
import {
  type BusyboxContainer,
  busyboxContainer,
  lacksContainers,
  podman,
} from './testing/busybox-container.js';
import { ownRunner } from './testing/connected.js';

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
