import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describePlan, plan } from '@hostspec/engine';
import { linuxSpecs } from '@hostspec/linux-specs';
import { createLocalHost } from '@hostspec/local-host';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const planted = 'Vr7Lk2QpXw9sTn4YbM1cZd';

const secrets = [
  'etc/shadow',
  'etc/shadow-',
  'var/backups/shadow.bak',
  'etc/ssl/private/site.pem',
  'etc/ssh/ssh_host_rsa_key',
  'srv/app/tls.key',
  'etc/rancher/k3s/k3s.yaml',
  'etc/kubernetes/admin.conf',
  'var/lib/rancher/k3s/server/node-token',
  'var/lib/kubelet/pods/1/volumes/kubernetes.io~secret/db/password',
  'etc/mysql/debian.cnf',
  'etc/apt/auth.conf.d/site.conf',
  'var/lib/snapd/state.json',
  'var/cache/debconf/passwords.dat',
  'etc/krb5.keytab',
  'var/lib/cloud/instances/i-1/user-data.txt',
  'home/u/.bash_history',
  'root/.kube/config',
];

/** Globs that match them, and links to them that only root made. */
const patterns = secrets.map((path) => `/${path.replace(/[^/]+$/, (name) => `${name.slice(0, 2)}*`)}`);

test.each([
  ['a catalog of its own', ''],
  ['a part of the catalog', 'extends: [kernel]\n'],
  ['all of the catalog', 'extends: [linux-specs]\n'],
])('%s collects no secret, whatever its globs and links match', async (_, head) => {
  const root = fakeRoot(Object.fromEntries(secrets.map((path) => [path, `${planted} ${path}\n`])));
  secrets.forEach((path, index) => {
    symlinkSync(`/${path}`, join(root, `etc/link-${index}.conf`));
  });
  symlinkSync('/etc/rancher', join(root, 'etc/way'));
  const cwd = directoryOf({
    'site.yaml': `${head}add:
  found: { type: glob_file, patterns: ${JSON.stringify(patterns)}, doc: d }
  linked: { type: glob_file, patterns: ["/etc/link-*.conf"], doc: d }
  through: { type: simple_file, path: /etc/way/k3s/k3s.yaml, doc: d }
  raw: { type: glob_file, patterns: ["/etc/link-*.conf"], raw: true, doc: d }
  log: { type: glob_file, patterns: ["/etc/link-*.conf", "/etc/shadow*"], log: { newest: 100000 }, doc: d }
  allowed: { type: simple_file, path: /etc/hostname, doc: d }
`,
  });
  const output = join(temporaryDirectory(), 'archive');
  const names = 'found,linked,through,raw,log,allowed';
  const args = ['collect', '--catalog', 'site.yaml', '--root', root, '--only', names, '--keep-secrets'];
  const { status, stderr } = await runInProcess(
    [...args, '--format', 'directory', '--output', output, '--quiet'],
    { cwd },
  );
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(spawnSync('grep', ['-rl', planted, output], { encoding: 'utf8' })).toMatchObject({
    status: 1,
    stdout: '',
  });
  const manifest = readFileSync(join(output, 'manifest.json'), 'utf8');
  expect(manifest).toContain('/etc/shadow is never collected: it can hold secrets');
  expect(manifest).toContain('(links lead to /etc/kubernetes/admin.conf)');
  expect(readFileSync(join(output, 'data/etc/hostname'), 'utf8')).toBe('web1.example\n');
});

test('no spec of the catalog names what is never collected', async () => {
  const host = createLocalHost({ root: fakeRoot() });
  const names = Object.keys(linuxSpecs.specs);
  const planned = await plan(linuxSpecs, { host, only: names, allowStateChanges: true });
  const described = await describePlan(planned, { catalog: linuxSpecs, host });
  const denied = described.filter(({ gap, sources }) =>
    [gap, ...sources.map((source) => source.gap)].some((each) => each?.reason.includes('never collected')),
  );
  expect(denied.map(({ name }) => name)).toEqual([]);
  expect(described.length).toBe(names.length);
});
