import { chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { verifyArchive } from '@hostspec/archive';
import { LinuxSpecs } from '@hostspec/linux-specs';
import type { Spec } from '@hostspec/spec';
import { anotherUser } from '@hostspec/testing';
import {
  hostState,
  type PathologicalHost,
  plainFile,
  stateChanges,
  type ViewOptions,
  view,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { checkArchive } from './archive.js';
import { runHostspec } from './cli.js';
import { promise } from './scene.js';

const nobody = 65534;
const specs = LinuxSpecs as unknown as Readonly<Record<string, Spec>>;
const planned = Object.keys(specs);

// Files that programs write for themselves when they run.
const ownNotes = [
  /^\/var\/log\//,
  /^\/var\/cache\/dnf(\/|$)/,
  /^\/run\/(lock\/)?lvm(\/|$)/,
  /^\/etc\/(lvm\/(devices|cache)|multipath)(\/|$)/,
  /^\/root\/\.rpmdb\//,
  /\/rpm\/rpmdb\.sqlite-(shm|wal)$/,
  /^\/var\/lib\/containers\//,
  /^\/var\/lib\/dnf\//,
  // Files of a user other than root.
  /^\/tmp\/(containers-user|podman-run)-\d+(\/|$)/,
  /^\/var\/tmp\/dnf-[^/]+(\/|$)/,
  // Files of a container.
  /^\/run\/(\.containerenv|libpod\/|containers\/|user\/0$)/,
  /^\/(root\/\.config|etc)\/cni\//,
  // A temporary file was made there and removed.
  /^\/tmp$/,
];
const isOwnNote = (path: string): boolean =>
  ownNotes.some((note) => note.test(path) || note.test(`${path}/`));

const stateChanging = [
  ...['init_module', 'finit_module', 'delete_module', 'mount', 'umount2', 'move_mount', 'pivot_root'],
  ...['sethostname', 'setdomainname', 'settimeofday', 'clock_settime', 'reboot', 'kexec_load'],
  ...['swapon', 'swapoff', 'acct'],
];

type Enter = (argv: readonly string[]) => readonly string[];

/** Collects everything that is installed, with the network cut off, and checks the archive. */
async function collectAll(host: PathologicalHost, enter: Enter) {
  const output = host.path('archive.tar.gz');
  const finished = await runHostspec(host, ['collect', '--output', output, '--timeout', '5'], {
    enter,
    deadline: 300,
  });
  expect([finished.overdue, finished.status, finished.stderr]).toEqual([false, 0, expect.any(String)]);
  expect(await verifyArchive(output)).toEqual([]);
  return checkArchive(output, planned);
}

// The options podman needs without systemd and without a network.
const containersConf = `[containers]
default_ulimits=["nofile=1024:4096","nproc=4096:8192"]
netns="none"
[engine]
cgroup_manager="cgroupfs"
events_logger="file"
runtime="runc"
`;

const slow = { timeout: 600_000 };

/** The calls that strace recorded. For a process that ended while strace looked at it, strace records an unknown call. */
const callsIn = async (host: PathologicalHost, log: string): Promise<string> =>
  (await host.prepare('cat', log)).replaceAll(/^\d+ +\?{3}\( <detached \.{3}>\n/gm, '');

describe('A guest that leaves no trace', () => {
  promise(
    'A full run leaves modules, mounts, network, settings, processes, sessions and files unchanged, and no command of it makes a system call that changes the machine',
    async (host) => {
      const whole = await view(host, 'whole');
      const log = host.path('calls');
      const traced: Enter = (argv) => [
        ...['strace', '-f', '-qqq', '--seccomp-bpf', '-e', 'signal=none', '-o', log],
        ...['-e', `trace=${stateChanging.join()}`],
        ...whole.enter(argv),
      ];
      // The first podman of a machine makes its storage.
      await host.run(whole.enter(['podman', 'ps']));
      const before = await hostState(host, whole.enter);
      const { manifest } = await collectAll(host, traced);
      const after = await hostState(host, whole.enter);
      expect((await whole.changes()).filter((path) => !isOwnNote(path))).toEqual([]);
      // Other tests make loop devices meanwhile, and the kernel has one list of them for all.
      const isOfOthers = (change: string): boolean =>
        change.startsWith('loop devices: ') && change.includes(`(${tmpdir()}/`);
      expect(stateChanges(before, after).filter((change) => !isOfOthers(change))).toEqual([]);
      // Commands that always change the host were not started.
      for (const { name, status } of manifest.outcomes) {
        const change = specs[name]?.effects?.changesState;
        if (change && !change.arguments) expect([name, status]).toEqual([name, 'skipped']);
      }
      expect(await callsIn(host, log)).toBe('');
      // Check that the watch works.
      await host.run([...traced([]), 'mount', '-t', 'tmpfs', 'seen', '/mnt']);
      expect(await callsIn(host, log)).toContain('mount("seen"');
    },
    { ...slow, needs: ['strace'] },
  );

  // Each is a chroot, and combines restrictions that do not hide each other.
  const views: Readonly<Record<string, ViewOptions & { readonly user?: true; readonly environment?: true }>> =
    {
      'as nobody': { user: true },
      'on a read-only root': { readOnly: true },
      'without /proc, HOME and any other variable': { withoutProc: true, environment: true },
      'without /proc and /sys, as nobody': { withoutProc: true, withoutSys: true, user: true },
    };
  for (const [where, options] of Object.entries(views))
    promise(
      `Everything can be collected in a chroot ${where}`,
      async (host) => {
        const { user, environment, ...how } = options;
        const inside = await view(host, 'inside', how);
        if (user) chownSync(host.directory, nobody, nobody);
        const { manifest } = await collectAll(host, (argv) =>
          inside.enter([
            ...(user ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []),
            ...(environment ? ['env', '-i'] : []),
            ...argv,
          ]),
        );
        expect(manifest.outcomes.filter(({ status }) => status === 'collected').length).toBeGreaterThan(50);
        expect((await inside.changes()).filter((path) => !isOwnNote(path))).toEqual([]);
      },
      { ...slow, needs: options.user ? anotherUser : [] },
    );

  promise(
    'Everything can be collected in a container',
    async (host) => {
      const inside = await view(host, 'inside', { withoutProc: true, withoutSys: true });
      const configuration = plainFile(host.path('containers.conf'), containersConf);
      const store = host.makeDirectory('store');
      await host.prepare('mount', '-t', 'tmpfs', 'store', store);
      const { manifest } = await collectAll(host, (argv) => [
        ...['env', `CONTAINERS_CONF=${configuration}`],
        ...['podman', '--root', `${store}/root`, '--runroot', `${store}/run`, '--tmpdir', `${store}/tmp`],
        ...['run', '--rm', '--network', 'none', '-v', `${host.directory}:${host.directory}`],
        ...['--rootfs', inside.root, ...argv],
      ]);
      expect(manifest.outcomes.filter(({ status }) => status === 'collected').length).toBeGreaterThan(50);
      expect((await inside.changes()).filter((path) => !isOwnNote(path))).toEqual([]);
    },
    { ...slow, needs: ['podman', 'runc'] },
  );
});
