import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const files = {
  'host/sos_commands/host/uptime': ' 10:15:00 up 1 day,  2:15,  3 users,  load average: 0.12, 7.50, 3.01\n',
  'host/sos_commands/filesys/df_-al_-x_autofs':
    'Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/sda2       71645184 68062925   3582259  96% /srv/\x1b[2Jred\u202e\n',
  'host/etc/hostname': 'web1\n',
};

test('the problems come first, each with what to do', async () => {
  const { stdout } = await runInProcess(['summary', join(directoryOf(files), 'host')]);
  expect(stdout).toMatch(
    /^error {4}\/srv\/\\x1b\[2Jred\\u202e is 96 % full\n {9}Find what is large: `du .*` \(only on the host\)\n\n\d+ checks: 1 error; \d+ found nothing; \d+ lack data \(.*\)\nhostspec check \S+\/host /,
  );
});

test('prints a line for each fact, with the spec it comes from', async () => {
  const { status, stdout, stderr } = await runInProcess(['summary', join(directoryOf(files), 'host')]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/\n\nHost\n {2}name +web1 {2}hostname_default\n(?: .*\n)*\nTime\n/);
  expect(stdout).toMatch(/^ {2}load +0\.12 7\.50 3\.01 {2}uptime$/m);
  expect(stdout).toMatch(
    /^ {2}\/srv\/\\x1b\[2Jred\\u202e +64\.9 GiB used, 3\.4 GiB free of 68\.3 GiB {2}df__alP$/m,
  );
});

test('a narrow terminal gets whole answers, in several lines with at most 80 characters', async () => {
  const repositories = Array.from({ length: 9 }, (_, at) => `repository-${at}-for-x86_64`);
  const archive = directoryOf({
    'etc/hostname': 'web1\n',
    'etc/os-release': `PRETTY_NAME="${'long '.repeat(190)}"\n`,
    'sos_commands/yum/yum_-d_2_-C_--noplugins_repolist': `repo id  repo name\n${repositories.map((name) => `${name}  x\n`).join('')}`,
  });
  const { stdout } = await runInProcess(['summary', archive], { isTTY: true, env: { NO_COLOR: '1' } });
  const lines = stdout.split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  for (const name of repositories) expect(stdout).toContain(name);
  expect(lines.filter((line) => line.includes('long long'))).toHaveLength(8);
  expect(stdout).toMatch(/… {2}os_release$/m);
  // A program that reads it gets each fact in one line.
  const piped = await runInProcess(['summary', archive]);
  expect(piped.stdout).toMatch(/^ {2}repositories +repository-0.*repository-8-for-x86_64 {2}yum_repolist$/m);
});

test('--json prints the data', async () => {
  const { stdout } = await runInProcess(['summary', '--json', join(directoryOf(files), 'host')]);
  const { kind, sections } = JSON.parse(stdout);
  expect(kind).toBe('sos');
  type Section = { readonly name: string; readonly facts: readonly object[] };
  const factsOf = (wanted: string) => sections.find(({ name }: Section) => name === wanted)?.facts;
  expect(factsOf('software')).toMatchObject([{ label: 'not known', data: { specs: expect.any(Array) } }]);
  expect(factsOf('storage')).toContainEqual({
    label: '/srv/\x1b[2Jred\u202e',
    text: expect.any(String),
    from: 'df__alP',
    data: expect.objectContaining({ percent: 96, available: 3_582_259 * 1024 }),
  });
});

test('an archive that cannot be read is one sentence', async () => {
  const path = directoryOf({ 'broken.tar.gz': '\x1f\x8bbroken' });
  const { status, stdout, stderr } = await runInProcess(['summary', join(path, 'broken.tar.gz')]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^hostspec: cannot read .+\n$/);
});
