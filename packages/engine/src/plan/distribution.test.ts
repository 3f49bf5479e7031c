import { isForOthers } from '@hostspec/host-kit';
import { type Host, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { type FakeFile, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { plan, specsForOthers } from '../index.js';

const doc = { doc: 'What it shows' };
const catalog = slice({
  name: 'all',
  version: '1.0.0',
  specs: {
    all: simpleFile('/etc/hosts', doc),
    debian: simpleCommand('/usr/bin/dpkg -l', { ...doc, for: ['debian'] }),
    debian12: simpleFile('/etc/apt/x', { ...doc, for: ['debian 12+'] }),
    ubuntu2404: simpleFile('/etc/x', { ...doc, for: ['ubuntu 24.04+'] }),
    rhel: simpleCommand('/bin/rpm -qa', { ...doc, for: ['rhel', 'suse'] }),
    rhel84: simpleFile('/etc/y', { ...doc, for: ['rhel 8.4+'] }),
    alpine: simpleFile('/etc/apk/world', { ...doc, for: ['alpine'] }),
    arch: simpleFile('/etc/pacman.conf', { ...doc, for: ['arch'] }),
    proxmox: simpleFile('/etc/pve/x', { ...doc, for: ['proxmox'] }),
    systemd: simpleCommand('/usr/bin/systemctl', { ...doc, for: ['systemd'] }),
    openrc: simpleCommand('/sbin/rc-status', { ...doc, for: ['openrc', 'suse'] }),
  },
});

const systemd = '/usr/lib/systemd/systemd';

/** A host that is a machine or its root, not an archive. */
const machine = (files: Readonly<Record<string, FakeFile>>): Host => ({
  ...fakeHost({ files }),
  user: () => ({ uid: 0, gid: 0 }),
});

const release = (text: string, ...more: readonly string[]): Host =>
  machine({ '/etc/os-release': text, ...Object.fromEntries(more.map((path) => [path, ''])) });

const chosenOn = async (host: Host): Promise<string> => {
  const { specs } = await plan(catalog, { host });
  return specs.flatMap(({ name, skip }) => (skip === undefined ? name : [])).join(' ');
};

test.each([
  ['ID=debian\nVERSION_ID="12"\n', [systemd], 'all debian debian12 systemd'],
  ['ID=debian\nVERSION_ID="11"\n', [], 'all debian'],
  ['ID=debian\n', ['/lib/systemd/systemd'], 'all debian debian12 systemd'],
  ['ID=debian\nVERSION_ID="12"\n', ['/usr/bin/pveversion'], 'all debian debian12 proxmox'],
  ['ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n', [], 'all debian debian12 ubuntu2404'],
  ['ID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"\n', [], 'all debian debian12'],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="21"\n', [], 'all debian debian12 ubuntu2404'],
  ['ID="rhel"\nID_LIKE="fedora"\nVERSION_ID="8.10"\n', [], 'all rhel rhel84'],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID="8.3"\n', [], 'all rhel'],
  ['ID=fedora\nVERSION_ID=41\n', [], 'all rhel rhel84'],
  ['ID="sles"\nID_LIKE="suse"\nVERSION_ID="15.6"\n', [], 'all rhel openrc'],
  ['ID=alpine\nVERSION_ID=3.20.1\n', ['/sbin/openrc'], 'all alpine openrc'],
  ['ID=arch\n', [systemd], 'all arch systemd'],
])('on %j with %j, the specs for it are planned', async (text, paths, names) => {
  expect(await chosenOn(release(text, ...paths))).toBe(names);
});

test.each([
  [{ '/etc/debian_version': '12.8\n' }, 'all debian debian12'],
  [{ '/etc/debian_version': 'trixie/sid\n' }, 'all debian debian12'],
  [{ '/etc/alpine-release': '3.20.1\n' }, 'all alpine'],
  [{ '/etc/SuSE-release': 'SUSE Linux Enterprise Server 11\n' }, 'all rhel openrc'],
  [{ '/etc/redhat-release': 'CentOS release 6.10 (Final)\n' }, 'all rhel'],
  [{ '/usr/lib/os-release': 'ID=debian\nVERSION_ID=12\n' }, 'all debian debian12'],
])('without /etc/os-release, %j decides', async (files, names) => {
  expect(await chosenOn(machine(files))).toBe(names);
});

test.each(['ID=plan9\n', 'ID=constructor\n', '', 'ID="$(reboot)"\n'])(
  'a host that nothing is known of (%j) runs everything',
  async (text) => {
    expect(await chosenOn(release(text))).toBe(Object.keys(catalog.specs).join(' '));
  },
);

test('an archive without programs of a service manager runs what is for one', async () => {
  const archive = fakeHost({ files: { '/etc/os-release': 'ID=debian\nVERSION_ID=12\n' } });
  expect(await chosenOn(archive)).toBe('all debian debian12 systemd openrc');
});

describe('a spec for others', () => {
  const host = release('ID=debian\nVERSION_ID="12"\n');

  test('is skipped, with what it is for and what this is', async () => {
    const { specs } = await plan(catalog, { host });
    const skip = specs.find(({ name }) => name === 'rhel')?.skip;
    expect(skip).toBe('not for this distribution (for rhel, suse; this is debian 12)');
    expect(isForOthers(skip)).toBe(true);
    expect(isForOthers('deselected by only')).toBe(false);
  });

  test('is planned if it is named, not if a glob matches it', async () => {
    const named = await plan(catalog, { host, only: ['rhel', 'alp*'] });
    expect(named.specs.flatMap(({ name, skip }) => (skip === undefined ? name : []))).toEqual(['rhel']);
  });

  test('is known without a plan', async () => {
    expect([...(await specsForOthers(catalog, host))]).toEqual([
      'ubuntu2404',
      'rhel',
      'rhel84',
      'alpine',
      'arch',
      'proxmox',
      'systemd',
      'openrc',
    ]);
  });
});

test('nothing is read for it if no spec says what it is for', async () => {
  const plain = slice({ name: 'plain', version: '1.0.0', specs: { all: simpleFile('/etc/hosts', doc) } });
  const read: string[] = [];
  const host = release('ID=debian\n');
  const counting = {
    ...host,
    readFile: (path: string) => {
      if (path.includes('release')) read.push(path);
      return host.readFile(path);
    },
  };
  await plan(plain, { host: counting });
  expect(read).toEqual(['etc/os-release']);
  await plan(catalog, { host: counting });
  expect(read).toEqual(['etc/os-release', 'etc/os-release']);
});

test('a spec on request is planned if it is named', async () => {
  const asked = slice({
    name: 'asked',
    version: '1.0.0',
    specs: { heavy: simpleFile('/etc/hosts', { ...doc, onRequest: true }), light: simpleFile('/etc/x', doc) },
  });
  const chosen = async (only?: readonly string[]) => {
    const planned = await plan(asked, { host: release(''), ...(only ? { only } : {}) });
    return planned.specs.map(({ skip }) => skip);
  };
  expect(await chosen()).toEqual(['on request: name it in only', undefined]);
  expect(await chosen(['*'])).toEqual(['on request: name it in only', undefined]);
  expect(await chosen(['heavy'])).toEqual([undefined, 'deselected by only']);
});
