import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalHost } from '@hostspec/local-host';
import { type Catalog, commandWithArgs, compose, defineProvider, slice } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { chainOf } from '../explain/chain.js';
import { directoryOf, fakeRoot, hostspec, temporaryDirectory, withoutNetwork } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const small = ['--domain', 'kernel,networking'];

/** Makes an archive of a root with these files; returns its path. */
async function archiveOf(files: Readonly<Record<string, string>>, format = 'tar.gz'): Promise<string> {
  const output = join(temporaryDirectory(), format === 'directory' ? 'archive' : 'archive.tar.gz');
  const { status } = await runInProcess([
    'collect',
    '--root',
    fakeRoot(files),
    ...small,
    '--format',
    format,
    '--output',
    output,
  ]);
  expect(status).toBe(0);
  return output;
}

const ok = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await runInProcess(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};

describe.each(['tar.gz', 'directory'])('an archive as %s', (format) => {
  test('lists every outcome, or the selected ones', async () => {
    const archive = await archiveOf({}, format);
    const list = await ok('read', archive);
    expect(list).toMatch(/^web1\.example, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, by hostspec \d/);
    expect(list).toMatch(/^cmdline +collected +1 item, 21 B$/m);
    expect(list).toMatch(/^lsmod +absent +commands are not run/m);
    expect(list).toMatch(/^\d+ specs: 3 collected, \d+ absent/m);
    expect(await ok('read', archive, '--status', 'collected')).not.toContain('absent');
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

test('verify names every problem', async () => {
  const archive = await archiveOf({}, 'directory');
  writeFileSync(join(archive, 'data/etc/hosts'), '127.0.0.1 localhosT\n');
  writeFileSync(join(archive, 'data/etc/extra'), '');
  rmSync(join(archive, 'data/proc/cmdline'));
  const { status, stdout } = await runInProcess(['verify', archive]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/: data\/etc\/hosts of spec hosts has sha256 \w+, but the manifest says \w+\n/);
  expect(stdout).toContain(': data/etc/extra is not explained by the manifest\n');
  expect(stdout).toContain(': data/proc/cmdline of spec cmdline is missing\n');
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

describe('diff', () => {
  const before = { 'etc/hosts': 'a\nb\nc\n', 'etc/resolv.conf': 'same\n', 'etc/sysconfig/network': 'old\n' };
  const after = { 'etc/hosts': 'a\nB\nc\n', 'etc/resolv.conf': 'same\n', 'proc/meminfo': 'new\n' };

  test('prints changed lines, and new and removed items', async () => {
    const text = await ok('diff', await archiveOf(before), await archiveOf(after, 'directory'));
    expect(text).toContain(
      'hosts\n  ~ etc/hosts (6 B)\n    @@ -1,3 +1,3 @@\n     a\n    -b\n    +B\n     c\n',
    );
    expect(text).toContain('meminfo: absent -> collected\n  + proc/meminfo (4 B)\n');
    expect(text).toMatch(
      /^sysconfig_network: collected -> absent \(.*\)\n {2}- etc\/sysconfig\/network \(4 B\)$/m,
    );
    expect(text).not.toContain('resolv');
    expect(text).toMatch(/^3 of \d+ specs differ\n$/m);
  });

  test('--brief, --only, --json', async () => {
    const archives = [await archiveOf(before), await archiveOf(after)];
    expect(await ok('diff', ...archives, '--brief', '--only', 'hosts')).toBe(
      'hosts\n  ~ etc/hosts (6 B)\n\n1 of 1 specs differ\n',
    );
    expect(JSON.parse(await ok('diff', ...archives, '--json', '--skip', 'meminfo,sysconfig*'))).toEqual({
      before: archives[0],
      after: archives[1],
      compared: expect.any(Number),
      differentHosts: [],
      onlyBefore: [],
      onlyAfter: [],
      altered: [],
      leftOut: { specs: [], lines: 0 },
      specs: [
        {
          name: 'hosts',
          before: { status: 'collected' },
          after: { status: 'collected' },
          items: [
            {
              path: 'etc/hosts',
              change: 'changed',
              bytesBefore: 6,
              bytesAfter: 6,
              text: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c',
            },
          ],
        },
      ],
    });
    expect(await ok('diff', archives[0] ?? '', archives[0] ?? '')).toMatch(/^0 of \d+ specs differ\n$/);
  });

  test.each(['only', 'skip'])('--%s rejects a name that is in neither archive', async (option) => {
    const archives = [await archiveOf(before), await archiveOf(after)];
    expect(await runInProcess(['diff', ...archives, `--${option}`, 'host'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(`--${option} host matches no spec in the archives; did you mean hosts`),
    });
  });

  test('rejects an archive without outcomes', async () => {
    const cwd = directoryOf({ 'host/sos_commands/kernel/lsmod': 'x\n' });
    expect(hostspec(['diff', await archiveOf(before), 'host'], { cwd })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `hostspec: ${cwd}/host contains no outcomes of specs; to make an archive that does, run hostspec collect --archive ${cwd}/host\n`,
    });
  });

  test('ignores the last line end, which insights-core drops', async () => {
    const [kept, dropped, changed] = [
      await archiveOf(before, 'directory'),
      await archiveOf(before, 'directory'),
      await archiveOf(after, 'directory'),
    ];
    for (const archive of [`${dropped}`, `${changed}`]) {
      rmSync(join(archive, 'manifest.json'));
      for (const path of ['etc/hosts', 'etc/resolv.conf']) {
        const file = join(archive, 'data', path);
        writeFileSync(file, readFileSync(file, 'utf8').replace(/\n$/, ''));
      }
    }
    const diff = (a = '', b = '', ...options: string[]): Promise<string> =>
      ok('diff', a, b, '--only', 'hosts,resolv_conf', ...options);
    expect(await diff(kept, dropped)).toBe('0 of 2 specs differ\n');
    expect(await diff(dropped, kept)).toBe('0 of 2 specs differ\n');
    expect(JSON.parse(await diff(kept, changed, '--json')).specs).toMatchObject([
      {
        name: 'hosts',
        items: [
          {
            bytesBefore: 6,
            bytesAfter: 5,
            text: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\\ No newline at end of file',
          },
        ],
      },
    ]);
  });

  test('counts specs that are in only one archive separately', async () => {
    const [some, more] = [await archiveOf(before), join(temporaryDirectory(), 'x.tar.gz')];
    await runInProcess([
      'collect',
      '--root',
      fakeRoot(before),
      '--domain',
      'networking,storage',
      '--output',
      more,
    ]);
    const text = await ok('diff', some, more, '--brief');
    expect(text).toMatch(
      /^0 of \d+ specs differ\n\d+ specs only in the first archive\n\d+ specs only in the second archive\n$/,
    );
  });

  test('says if content is not text, or if too many lines differ', async () => {
    const many = (word: string): string => Array.from({ length: 5000 }, (_, i) => `${word}${i}\n`).join('');
    const text = await ok(
      'diff',
      await archiveOf({ 'etc/hosts': 'a\0b', 'etc/resolv.conf': many('a') }),
      await archiveOf({ 'etc/hosts': 'a\0c', 'etc/resolv.conf': many('b') }),
    );
    expect(text).toContain('~ etc/hosts (3 B; not text)');
    expect(text).toContain('; more than 4000 lines differ)');
  });
});

describe('explain', () => {
  test('shows condition, provider and sources on a host', async () => {
    const root = fakeRoot({ 'sys/class/net/eth0/address': '02:00\n' });
    const text = await ok('explain', 'mac_addresses', '--root', root);
    expect(text).toBe(
      `mac_addresses = glob_file(["/sys/class/net/*/address"])
  domain networking
  would be read or run
    /sys/class/net/eth0/address
`,
    );
    const aws = await ok('explain', 'aws_instance_id_doc', '--root', root);
    expect(aws).toMatch(/^ {2}only if IsAWS\n {4}IsAWS does not hold: \S/m);
    expect(aws).toMatch(/^ {2}skipped: IsAWS: /m);
    expect(await ok('explain', 'ethtool', '--root', root)).toMatch(
      /^ {2}provider interfaces returns nothing: \S/m,
    );
    const chain = JSON.parse(await ok('explain', 'ethtool', '--root', root, '--json'));
    expect(chain).toMatchObject({
      name: 'ethtool',
      chain: {
        domain: 'networking',
        providers: [{ name: 'interfaces', kind: 'nothing' }],
        gap: { status: 'skipped' },
      },
    });
  });

  test('a missing file is absent, not skipped, and every pattern is named', async () => {
    const root = fakeRoot({});
    const httpd = JSON.parse(await ok('explain', 'httpd_conf', '--root', root, '--json'));
    expect(httpd.chain.gap).toEqual({
      status: 'absent',
      reason: '/etc/httpd/conf/httpd.conf: no such file or directory',
    });
    const tomcat = JSON.parse(await ok('explain', 'tomcat_web_xml', '--root', root, '--json'));
    expect(tomcat.chain.gap.status).toBe('absent');
    expect(tomcat.chain.gap.reason).toMatch(/no file matches .*; no file matches /);
  });

  test('shows the outcome of a spec in an archive', async () => {
    const archive = await archiveOf({ 'etc/sysconfig/network-scripts/ifcfg-eth0': 'a' });
    const text = await ok('explain', 'ifcfg', archive);
    expect(text).toMatch(/^ifcfg: collected in /);
    expect(text).toContain(
      '  /etc/sysconfig/network-scripts/ifcfg-eth0 -> data/etc/sysconfig/network-scripts/ifcfg-eth0 (1 B)\n',
    );
    expect(text).toContain('ifcfg = glob_file(["/etc/sysconfig/network-scripts/ifcfg-*"])\n');
    expect(await runInProcess(['explain', 'lsmod', archive, '--root', '/'])).toMatchObject({
      status: 2,
      stderr: `hostspec: --root / cannot be combined with ARCHIVE ${archive}; give only one of them\n`,
    });
    expect(await ok('explain', 'lsmod', archive)).toMatch(/^lsmod: absent in .*\n {2}commands are not run/);
    expect(JSON.parse(await ok('explain', 'ifcfg', archive, '--json'))).toMatchObject({
      name: 'ifcfg',
      outcome: { status: 'collected' },
      chain: { written: expect.any(String) },
    });
  });

  test('rejects a name that is in neither catalog nor archive', async () => {
    expect((await runInProcess(['explain', 'ethtol'])).stderr).toContain(
      'named "ethtol"; did you mean ethtool?',
    );
    expect(await runInProcess(['explain', 'ethtol', await archiveOf({})])).toMatchObject({ status: 2 });
  });

  test('does not show a secret', async () => {
    const token = defineProvider({ name: 'token', doc: 'd', yields: 'string', evaluate: () => 'T0P-SECRET' });
    const command = '/usr/bin/curl -H "X-Token: %s" http://127.0.0.1:1/';
    const options = { doc: 'd', secret: 'curl-config' } as const;
    const site = slice({
      name: 'site',
      version: '1.0.0',
      specs: { asked: commandWithArgs(command, token(), options) },
      providers: [token],
    });
    const chain = await chainOf('asked', compose(site) as unknown as Catalog, { host: createLocalHost({}) });
    expect(chain.providers).toEqual([{ name: 'token', kind: 'value', reason: 'a secret, not shown' }]);
    expect(chain.sources).toHaveLength(1);
    expect(JSON.stringify(chain)).not.toContain('T0P-SECRET');
  });
});

describe('--archive', () => {
  test('collects and plans from another archive', async () => {
    const archive = await archiveOf({ 'etc/sysconfig/network-scripts/ifcfg-eth0': 'a' });
    const cwd = temporaryDirectory();
    const { status, stdout } = await runInProcess(
      ['collect', '--archive', archive, ...small, '--output', 'x.tgz'],
      {
        cwd,
      },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^web1\.example in \S+: 4 items, /);
    expect(await ok('diff', archive, join(cwd, 'x.tgz'))).toMatch(/^0 of \d+ specs differ\n$/);
    expect(await ok('plan', '--archive', archive, '--only', 'ifcfg')).toContain(
      '  ifcfg  /etc/sysconfig/network-scripts/ifcfg-eth0\n',
    );
  });

  test('takes outputs of commands from a sos report', async () => {
    const report = directoryOf({
      'sos/sos_commands/kernel/lsmod': 'Module Size\nxfs 1\n',
      'sos/etc/hostname': 'sos1\n',
    });
    const cwd = temporaryDirectory();
    const args = ['collect', '--archive', join(report, 'sos'), '--only', 'lsmod', '--output', 'x.tgz'];
    expect((await runInProcess(args, { cwd })).stdout).toMatch(/^sos1 in /);
    expect(await ok('read', join(cwd, 'x.tgz'), 'lsmod')).toBe('Module Size\nxfs 1\n');
  });

  test('an error explains the problem', async () => {
    const archive = await archiveOf({});
    expect(await runInProcess(['plan', '--archive', archive, '--root', '/'])).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(await runInProcess(['plan', '--archive', '/nix'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--archive /nix does not exist'),
    });
    expect(await runInProcess(['plan', '--archive', '/etc/hosts'])).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('finish', () => {
  const collectorKilledAt = (cwd: string, output: string, format: string): string => {
    // A slow command keeps the run open until hostspec is killed.
    const catalog = directoryOf({
      'c.yaml': `
add:
  hosts: {type: simple_file, path: /etc/hosts, doc: x}
  slow: {type: simple_command, command: /bin/sleep 60, timeout: 60, doc: x}
`,
    });
    const script = `"$@" & pid=$!
      until grep -qs '"outcome"' .*.partial/journal.ndjson ${output}/.*.partial/journal.ndjson; do sleep 0.05; done
      kill -9 $pid; wait $pid 2>/dev/null; exit 0`;
    const args = ['collect', '--catalog', join(catalog, 'c.yaml'), '--output', output, '--format', format];
    hostspec(args, { cwd, before: [...withoutNetwork, 'sh', '-c', script, 'sh'] });
    return readdirSync(cwd).find((name) => name.endsWith('.partial')) ?? '';
  };

  test('builds the archive of a run that was killed', async () => {
    const cwd = temporaryDirectory();
    const left = collectorKilledAt(cwd, 'x.tar.gz', 'tar.gz');
    expect(readdirSync(cwd)).toEqual([left]);
    const hint = await runInProcess(['finish', '.'], { cwd });
    expect(hint).toMatchObject({ status: 2, stdout: '' });
    expect(hint.stderr).toContain(`is not a work directory; name one of those in it: ${left}`);
    const catalog = directoryOf({ 'c.yaml': 'add: {hosts: {type: simple_file, path: /etc/hosts, doc: x}}' });
    const again = ['collect', '--catalog', join(catalog, 'c.yaml'), '--output', 'y.tar.gz'];
    expect(hostspec(again, { cwd, before: withoutNetwork }).stdout).toContain(
      `To complete it:\n  hostspec finish ${cwd}/${left}\n`,
    );
    rmSync(join(cwd, 'y.tar.gz'));
    expect(await runInProcess(['finish', left], { cwd })).toEqual({
      status: 0,
      stdout: `${cwd}/x.tar.gz\n`,
      stderr: '',
    });
    expect(readdirSync(cwd)).toEqual(['x.tar.gz']);
    expect(await runInProcess(['verify', 'x.tar.gz'], { cwd })).toMatchObject({
      status: 4,
      stdout: expect.stringContaining('the collecting process ended without completing the archive\n'),
    });
    const list = await ok('read', join(cwd, 'x.tar.gz'));
    expect(list).toMatch(/^hosts +collected/m);
    expect(list).toMatch(/^slow +skipped/m);
  });

  test('uses another format and another path', async () => {
    const cwd = temporaryDirectory();
    const left = collectorKilledAt(cwd, 'x.tar.gz', 'tar.gz');
    const args = ['finish', left, '--format', 'directory', '--output', 'y'];
    expect(await runInProcess(args, { cwd })).toEqual({ status: 0, stdout: `${cwd}/y\n`, stderr: '' });
    expect(readFileSync(join(cwd, 'y/data/etc/hosts'))).toEqual(readFileSync('/etc/hosts'));
  });

  test('rejects a path that is not a work directory', async () => {
    const none = temporaryDirectory();
    for (const mode of [0o700, 0o755]) {
      chmodSync(none, mode);
      expect(await runInProcess(['finish', '.'], { cwd: none })).toEqual({
        status: 1,
        stdout: '',
        stderr: `hostspec: cannot complete ${none}: it is not a work directory, which a run that was killed leaves behind as .NAME.RANDOM.partial\n`,
      });
    }
    expect(await runInProcess(['finish', '/nix'])).toMatchObject({ status: 1, stdout: '' });
  });
});
