import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { expect, test } from 'vitest';
import { hostspecArchive } from '../testing/archives.js';
import { summarize } from './summarize.js';

const host = [
  {
    name: 'dpkg_packages',
    source: 'dpkg-query -W',
    content:
      'ii \tapt\tamd64\t2.6.1\nhi \tlinux-image-amd64\tamd64\t6.1\niF \tgrub-pc\tamd64\t2.06\nrc \tmlocate\tall\t1\n',
  },
  {
    name: 'apt_policy',
    source: 'apt-cache policy',
    content: ' 500 http://deb.debian.org/debian bookworm/main amd64 Packages\n     release v=12\n',
  },
  {
    name: 'systemctl_list_units',
    source: 'systemctl list-units',
    content:
      '* nginx.service loaded failed failed A web server\n  ssh.service loaded active running OpenSSH\n',
  },
  {
    name: 'journal_errors',
    source: 'journalctl -p err',
    content:
      '2026-11-24T01:00:00+0000 web1 sshd[7]: error: one\n    more of it\n2026-11-24T02:00:00+00:00 web1 kernel: I/O error\n2026-11-24T03:00:00+0000 web1 sshd[8]: error: two\n',
  },
];

async function linesOf(specs: Parameters<typeof hostspecArchive>[0], ...wanted: readonly string[]) {
  const archive = await openArchive(hostspecArchive(specs));
  try {
    const { sections } = await summarize(archive, await createArchiveHost(archive));
    return sections
      .filter(({ name }) => wanted.includes(name))
      .flatMap(({ facts }) => facts.map(({ label, text }) => `${label}: ${text}`));
  } finally {
    await archive.close();
  }
}

test('a Debian host shows its packages, sources, units and errors', async () => {
  expect(await linesOf(host, 'services', 'software')).toEqual([
    'units: 2 units, 1 failed',
    'errors: 3 in the journal: sshd (2), kernel (1); last: 2026-11-24T03:00:00+0000 sshd: error: two',
    'packages: 2',
    'on hold: linux-image-amd64',
    'repositories: http://deb.debian.org/debian bookworm/main',
  ]);
});

test('a journal without errors says so', async () => {
  const quiet = [{ name: 'journal_errors', status: 'empty', reason: 'journalctl found no entries' }];
  expect(await linesOf(quiet, 'services')).toContain('errors: none in the journal');
});

test('AppArmor counts as SELinux does, and what is not known names specs that are for the host', async () => {
  const apparmor = {
    name: 'apparmor_status',
    source: '/usr/sbin/aa-status --verbose',
    content:
      'apparmor module is loaded.\n34 profiles are loaded.\n33 profiles are in enforce mode.\n   cupsd\n',
  };
  const others = ['yum_repolist', 'yum_repos_d'].map((name) => ({
    name,
    status: 'skipped',
    reason: 'not for this distribution (for rhel; this is debian 12)',
  }));
  const archive = [apparmor, ...others];
  expect(await linesOf(archive, 'security')).toEqual(['AppArmor: 33 of 34 profiles enforced']);
  expect(await linesOf([], 'security')).toEqual(['not known: no state of SELinux or AppArmor was collected']);
  const opened = await openArchive(hostspecArchive(archive));
  const { sections } = await summarize(opened, await createArchiveHost(opened));
  await opened.close();
  const software = sections.find(({ name }) => name === 'software');
  expect(software?.facts.find(({ label }) => label === 'not known')?.from).toBe('installed_rpms, apt_policy');
});
