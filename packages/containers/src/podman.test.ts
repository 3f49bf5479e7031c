import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rpmQueryFormat } from '@hostspec/facts';
import { compose, insideContainer, splitWords } from '@hostspec/spec';
import { type Collected, collectLive, lackingOf, liveHost, needs } from '@hostspec/testing';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { writeFiles } from '../../../tools/test/folder.js';
import { containers } from './index.js';

const components = ['podman', '/usr/sbin/runc', 'busybox', 'root'];
const isThere = lackingOf(components).length === 0;
const itNeedsPodman = needs(...components);

// The test machine has no systemd, and its limits are lower than podman's defaults.
const engine = ['--cgroup-manager=cgroupfs', '--events-backend=file', '--runtime=/usr/sbin/runc'];
const run = ['--network=none', '--ulimit=nofile=1024:4096', '--ulimit=nproc=4096:8192'];
const podman = (args: readonly string[], input?: Uint8Array) =>
  execFileSync('/usr/bin/podman', [...engine, ...args], {
    ...(input ? { input } : {}),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
    .toString()
    .trim();

const name = `hostspec-test-${process.pid}`;
const applets = ['cat', 'sleep', 'find'];
const rhel = 'Red Hat Enterprise Linux release 9.4 (Plow)\n';
const release = { '/etc/redhat-release': rhel };

interface Guest {
  readonly files: Readonly<Record<string, string>>;
  readonly fifos?: readonly string[];
  readonly applets?: readonly string[];
  readonly command?: readonly string[];
}

const guests: Readonly<Record<string, Guest>> = {
  web: {
    applets: [...applets, 'sh', 'ps'],
    command: ['sh', '-c', 'sleep 900\n# a second line\tand a tab  Exited (0)'],
    files: {
      ...release,
      '/etc/nginx/nginx.conf': 'events {}\n',
      '/etc/nginx/conf.d/a b.conf': 'server {}\n',
      '/opt/rh/rh-nginx118/root/etc/nginx/nginx.conf': 'events { }\n',
      '/etc/sysctl.conf': 'x\n',
      '/etc/vsftpd/vsftpd.conf': 'anonymous_enable=NO\n',
      '/var/log/nginx/error.log': '2026/01/01 [error] upstream\n',
      '/usr/bin/rpm': `#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n`,
    },
  },
  bare: { files: release },
  debian: { files: { '/etc/redhat-release': 'Debian GNU/Linux 12\n', '/etc/nginx/nginx.conf': 'x\n' } },
  flood: { files: { '/etc/redhat-release': rhel.repeat(20_000) } },
  silent: { files: {} },
  hanging: { files: release, fifos: ['/etc/vsftpd/vsftpd.conf', '/tmp/fifo'] },
};

const ids: Record<string, string> = {};

function start(guest: string, { files, fifos = [], applets: programs = applets, command }: Guest): string {
  const tree = mkdtempSync(join(tmpdir(), 'hostspec-image-'));
  try {
    for (const directory of ['bin', 'proc', 'sys', 'dev', 'etc', 'opt', 'tmp'])
      mkdirSync(join(tree, directory));
    copyFileSync('/bin/busybox', join(tree, 'bin/busybox'));
    for (const program of programs) symlinkSync('busybox', join(tree, 'bin', program));
    writeFiles(tree, files);
    for (const path of Object.keys(files))
      if (path.startsWith('/usr/bin/')) chmodSync(join(tree, path), 0o755);
    for (const path of fifos) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      execFileSync('mkfifo', [join(tree, path)]);
    }
    const image = `localhost/${name}-${guest}:1`;
    podman(
      ['import', '-', image],
      execFileSync('tar', ['-C', tree, '-c', '.'], { maxBuffer: 64 * 1024 * 1024 }),
    );
    return podman(['run', '-d', `--name=${name}-${guest}`, ...run, image, ...(command ?? ['sleep', '900'])]);
  } finally {
    // After rmSync looks at a FIFO, Node 20 does not resolve the symbolic link of the next module that it loads.
    execFileSync('rm', ['-r', tree]);
  }
}

let collected: Readonly<Record<string, Collected>> = {};

beforeAll(async () => {
  if (!isThere) return;
  for (const [guest, description] of Object.entries(guests))
    ids[guest] = start(guest, description).slice(0, 12);
  podman(['create', `--name=${name}-created`, ...run, `localhost/${name}-web:1`, 'sleep', '1']);
  collected = await collectLive(compose(containers), { only: ['container_*', 'podman_*'] });
}, 120_000);

afterAll(() => {
  if (!isThere) return;
  for (const guest of [...Object.keys(guests), 'created'])
    podman(['rm', '-f', '-t', '0', `${name}-${guest}`]);
  for (const guest of Object.keys(guests)) podman(['rmi', '-f', `localhost/${name}-${guest}:1`]);
});

/** The result of an entry for one of the test's containers: the path inside it, and the content. */
function fromGuest(entry: string, guest: string): readonly (readonly [unknown, string])[] {
  const { outcome, contents = [] } = collected[entry] ?? {};
  return (outcome?.items ?? []).flatMap((item, index) =>
    item.container?.id === ids[guest] ? [[item.element, contents[index] ?? ''] as const] : [],
  );
}

describe('containers of a real podman', () => {
  itNeedsPodman('are found among those that run, by their release file', () => {
    expect(fromGuest('container_redhat_release', 'web')).toEqual([
      [[`localhost/${name}-web:1`, 'podman', ids.web], rhel],
    ]);
    expect(fromGuest('container_redhat_release', 'bare')).toHaveLength(1);
    for (const other of ['debian', 'flood', 'silent'])
      expect(fromGuest('container_redhat_release', other)).toEqual([]);
  });

  itNeedsPodman('are all in the list, which is collected from the same command', () => {
    const list = collected.podman_list_containers?.contents[0];
    for (const guest of [...Object.keys(guests), 'created']) expect(list).toContain(`${name}-${guest}`);
  });

  itNeedsPodman('give their files, also without a shell', () => {
    expect(fromGuest('container_vsftpd_conf', 'web').map(([, content]) => content)).toEqual([
      'anonymous_enable=NO\n',
    ]);
    expect(fromGuest('container_nginx_error_log', 'web').map(([, content]) => content)).toEqual([
      '2026/01/01 [error] upstream\n',
    ]);
    expect(fromGuest('container_cpu_online', 'bare').map(([, content]) => content)).toEqual([
      expect.stringMatching(/^\d/),
    ]);
  });

  itNeedsPodman('give their nginx configuration, names with blanks too', () => {
    const image = `localhost/${name}-web:1`;
    expect(fromGuest('container_nginx_conf', 'web')).toEqual([
      [[image, 'podman', ids.web, '/etc/nginx/conf.d/a b.conf'], 'server {}\n'],
      [[image, 'podman', ids.web, '/etc/nginx/nginx.conf'], 'events {}\n'],
      [[image, 'podman', ids.web, '/opt/rh/rh-nginx118/root/etc/nginx/nginx.conf'], 'events { }\n'],
    ]);
    expect(fromGuest('container_nginx_conf', 'debian')).toEqual([]);
  });

  itNeedsPodman('run commands with their quotes intact', () => {
    const words = splitWords(`-qa --qf '${rpmQueryFormat}'`);
    expect(fromGuest('container_installed_rpms', 'web').map(([, content]) => content)).toEqual([
      `${words.join('\n')}\n`,
    ]);
    expect(fromGuest('container_ps_aux', 'web')[0]?.[1]).toContain('sleep 900');
  });

  itNeedsPodman('in which a command hangs hide nothing of the others', () => {
    expect(fromGuest('container_redhat_release', 'hanging')).toHaveLength(1);
    const misses = collected.container_vsftpd_conf?.outcome.misses ?? [];
    expect(misses.map(({ status }) => status)).toContain('timed out');
    expect(misses.every(({ source, container }) => source.kind === 'file' && container !== undefined)).toBe(
      true,
    );
    expect(fromGuest('container_vsftpd_conf', 'web')).toHaveLength(1);
  });

  itNeedsPodman(
    'leave no process of a hanging command behind when the run ends',
    async () => {
      const running = () => podman(['top', `${name}-hanging`, 'args']).includes('cat /tmp/fifo');
      const host = await liveHost({ timeout: 60 });
      const words = insideContainer({ engine: 'podman', id: String(ids.hanging) }, ['cat', '/tmp/fifo']);
      const result = host.run(words);
      await vi.waitFor(() => expect(running()).toBe(true), { timeout: 60_000, interval: 100 });
      expect(await host.stop('the test is over')).toBeGreaterThan(0);
      await vi.waitFor(() => expect(running()).toBe(false), { timeout: 60_000, interval: 100 });
      expect((await result).problem).toBeDefined();
    },
    40_000,
  );

  itNeedsPodman('that lack a program are missed with the reason', () => {
    const misses = collected.container_installed_rpms?.outcome.misses ?? [];
    const reasons = misses.filter(
      ({ source }) => source.kind === 'command' && source.argv.includes(String(ids.bare)),
    );
    expect(reasons).toHaveLength(1);
    expect(reasons[0]?.reason).toMatch(/rpm/);
  });
});
