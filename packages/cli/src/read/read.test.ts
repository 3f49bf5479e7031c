import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { archiveOf, ok, runInProcess } from '../testing/in-process.js';

describe.each(['tar.gz', 'directory'])('an archive as %s', (format) => {
  test('lists every outcome, or the selected ones', async () => {
    const archive = await archiveOf({}, format);
    const list = await ok('read', archive);
    expect(list).toMatch(/^web1\.example, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, by hostspec \d/);
    expect(list).toMatch(/^cmdline +collected +1 item, 21 B$/m);
    expect(list).toMatch(/^lsmod +absent +commands are not run/m);
    expect(list).toMatch(/^\d+ specs: \d+ collected, .*\d+ absent/m);
    expect(await ok('read', archive, '--status', 'collected')).not.toContain('absent');
    expect(await ok('read', archive, '--status', 'timed out')).toMatch(
      /^[^\n]*\n\nno spec of the archive matches\n$/,
    );
    expect(await ok('read', archive, '--only', 'host*')).not.toContain('cmdline');
    const data = JSON.parse(await ok('read', archive, '--json', '--only', 'cmdline'));
    expect(data).toMatchObject({ archive, kind: 'hostspec', hostname: 'web1.example', skipped: [] });
    expect(data.outcomes).toMatchObject([{ name: 'cmdline', status: 'collected', items: [{ bytes: 21 }] }]);
  });

  test("prints a spec's content byte for byte", async () => {
    const hosts = 'one\r\ntwo \0 \xff';
    const archive = await archiveOf({ 'etc/hosts': hosts }, format);
    const content = execFileSync(process.execPath, [
      ...[new URL('../../bin/hostspec.cjs', import.meta.url).pathname, 'read', archive, 'hosts'],
    ]);
    expect(content.equals(Buffer.from(hosts))).toBe(true);
    expect(JSON.parse(await ok('read', archive, 'hosts', '--json'))).toMatchObject({
      status: 'collected',
      items: [{ source: { kind: 'file', path: '/etc/hosts' } }],
    });
  });

  test('passes verify', async () => {
    const archive = await archiveOf({}, format);
    expect(await ok('verify', archive)).toBe(
      `${archive}: complete; every item has the size and SHA-256 in the manifest\n`,
    );
    expect(JSON.parse(await ok('verify', archive, '--json'))).toEqual({ archive, whole: true, problems: [] });
  });
});

test('prints the path of each item if there are several', async () => {
  const archive = await archiveOf({
    'etc/sysconfig/network-scripts/ifcfg-eth0': 'a',
    'etc/sysconfig/network-scripts/ifcfg-eth1': 'b\n',
  });
  expect(await ok('read', archive, 'ifcfg')).toBe(
    '==> etc/sysconfig/network-scripts/ifcfg-eth0 <==\na\n\n==> etc/sysconfig/network-scripts/ifcfg-eth1 <==\nb\n\n',
  );
});

test('explains why a spec has no content, and rejects an unknown spec', async () => {
  const archive = await archiveOf({});
  expect(await runInProcess(['read', archive, 'lsmod'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^hostspec: lsmod has no content: absent: commands are not run/),
  });
  const { status, stderr } = await runInProcess(['read', archive, 'lsmid']);
  expect(status).toBe(1);
  expect(stderr).toContain('contains no spec named "lsmid"; did you mean lsmod?');
  expect((await runInProcess(['read', archive, '--status', 'timedout'])).stderr).toContain(
    '--status "timedout" is not allowed; allowed: collected, truncated, empty, ',
  );
  expect(await runInProcess(['read', archive, '--only', 'lsmid'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('--only lsmid matches no spec in the archive; did you mean lsmod?'),
  });
});

test('rejects a file that is not an archive', async () => {
  const cwd = directoryOf({ 'x.tar.gz': 'not a tar', 'empty/.x': '' });
  for (const command of ['read', 'verify'])
    for (const name of ['x.tar.gz', 'nix'])
      expect(await runInProcess([command, name], { cwd })).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(`hostspec: cannot read ${cwd}/${name}: `),
      });
});

test('lists the files of other directories', async () => {
  const cwd = directoryOf({ 'host/sos_commands/kernel/lsmod': 'x\n', 'host/etc/hosts': 'y\n' });
  expect(await ok('read', join(cwd, 'host'))).toBe(
    'sos report\n\n2 B  etc/hosts\n2 B  sos_commands/kernel/lsmod\n',
  );
  for (const args of [['hosts'], ['--only', 'hosts'], ['--status', 'failed']])
    expect(await runInProcess(['read', 'host', ...args], { cwd })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `hostspec: ${cwd}/host contains no outcomes of specs; to make an archive that does, run hostspec collect --archive ${cwd}/host\n`,
    });
});

const below = 'etc/sysconfig/network-scripts';

/** An archive with two items of one spec. */
async function collected(): Promise<string> {
  const root = fakeRoot({ [`${below}/ifcfg-eth0`]: 'first\n', [`${below}/ifcfg-eth1`]: 'second\n' });
  const output = join(directoryOf({}), 'a');
  const args = ['collect', '--in-process', '--root', root, '--only', 'ifcfg', '--format', 'directory'];
  expect((await runInProcess([...args, '--output', output])).status).toBe(0);
  return output;
}

test.each([
  [
    'the first item, with as many bytes',
    'ifcfg-eth0',
    'FIRST\n',
    /was changed: it has sha256 [0-9a-f]{64}, /,
  ],
  [
    'the last item, with as many bytes',
    'ifcfg-eth1',
    'SECOND\n',
    /was changed: it has sha256 [0-9a-f]{64}, /,
  ],
  ['the first item, with other bytes', 'ifcfg-eth0', 'more than it was\n', /was changed: it has 17 bytes, /],
  ['the last item, with nothing', 'ifcfg-eth1', '', /was changed: it has 0 bytes, /],
])('read prints %s, and names the change', async (_, name, content, problem) => {
  const archive = await collected();
  expect(await runInProcess(['read', archive, 'ifcfg'])).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(join(archive, 'data', below, name), content);
  const { status, stdout, stderr } = await runInProcess(['read', archive, 'ifcfg']);
  expect(stdout).toContain(content);
  expect(stdout.match(/^==> /gm)).toHaveLength(2);
  expect(stderr).toMatch(problem);
  expect(stderr).toContain(`data/${below}/${name} `);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(status).toBe(1);
});

test.each([
  ['facts', ['reading']],
  ['verify', ['reading', 'checking']],
  ['report', ['reading', 'writing']],
  ['redact', ['reading']],
])('on a terminal, %s shows how much was done in each of its parts', async (command, parts) => {
  const archive = await archiveOf({ 'etc/hosts': '127.0.0.1 localhost\n' });
  const output = ['report', 'redact'].includes(command)
    ? ['--output', join(temporaryDirectory(), 'out')]
    : [];
  const { now } = performance;
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1000 * seconds++);
  const { status, stderr } = await runInProcess([command, archive, ...output], { isTTY: true });
  vi.restoreAllMocks();
  expect(status).toBe(0);
  for (const part of parts)
    expect(stderr).toMatch(new RegExp(`\\r\\x1b\\[K${part}, [1-9][\\d.]* \\w+, \\d+`));
  expect(stderr).toMatch(/\r\x1b\[K$/);
});

test('without a terminal, nothing is shown', async () => {
  const archive = await archiveOf({ 'etc/hosts': '127.0.0.1 localhost\n' });
  expect((await runInProcess(['verify', archive])).stderr).toBe('');
});
