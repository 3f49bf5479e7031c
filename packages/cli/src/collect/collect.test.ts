import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import { archiveName } from '@hostspec/archive/formats';
import { anotherUser, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { randomContent } from '../../../../tools/test/seed.js';
import { specCount } from '../testing/catalog-size.js';
import {
  bin,
  type CliResult,
  directoryOf,
  fakeRoot,
  hostspec,
  startHostspec,
  withoutNetwork,
} from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** The manifest of an archive, with tar and gzip. */
function manifestOf(path: string): Manifest {
  if (lstatSync(path).isDirectory()) return JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
  const member = members(path).find((name) => /^[^/]+\/manifest\.json$/.test(name)) ?? '';
  return JSON.parse(execFileSync('tar', ['xzOf', path, member], { encoding: 'utf8' }));
}

function members(path: string): string[] {
  return execFileSync('tar', ['tzf', path], { encoding: 'utf8' }).trimEnd().split('\n');
}

const small = ['--variant', 'b', '--domain', 'kernel,networking'];

/** A result, with the manifest of the archive that it left at a path. */
function withManifest(result: CliResult, path: string) {
  const manifest = manifestOf(path);
  return {
    ...result,
    path,
    manifest,
    of: (spec: string) => manifest.outcomes.find(({ name }) => name === spec),
  };
}

/** Collects a root into x.tgz, in this process. */
async function collectedRoot(root: string, ...args: readonly string[]) {
  const cwd = temporaryDirectory();
  const result = await runInProcess(['collect', '--root', root, ...args, '--output', 'x.tgz'], { cwd });
  return withManifest(result, join(cwd, 'x.tgz'));
}

/** Collects this machine into x.tgz. */
function collected(args: readonly string[], options: Parameters<typeof hostspec>[1] = {}) {
  const cwd = options.cwd ?? temporaryDirectory();
  const result = hostspec(['collect', ...args, '--output', 'x.tgz'], { ...options, cwd });
  return withManifest(result, join(cwd, 'x.tgz'));
}

/** Collects with a catalog file of these specs. */
const collectedWith = (
  specs: string,
  args: readonly string[] = [],
  options: Parameters<typeof hostspec>[1] = {},
) =>
  collected(['--catalog', 'c.yaml', ...args], {
    cwd: directoryOf({ 'c.yaml': `add:\n${specs}` }),
    ...options,
  });

describe('a root file system in a directory', () => {
  test('produces an archive in the current directory and prints its path as the last line', () => {
    const cwd = temporaryDirectory();
    const { status, stdout, stderr } = hostspec(['collect', '--root', fakeRoot(), ...small], { cwd });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const path = lastLine(stdout);
    expect(path).toMatch(new RegExp(`/${archiveName('web1.example', '\\d{14}')}\\.tar\\.gz$`));
    expect(readdirSync(cwd)).toEqual([path.slice(cwd.length + 1)]);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    const top = path.slice(cwd.length + 1).replace('.tar.gz', '');
    expect(members(path)).toEqual(
      expect.arrayContaining([
        `${top}/insights_archive.txt`,
        `${top}/data/proc/cmdline`,
        `${top}/manifest.json`,
      ]),
    );
    const { hostname, outcomes, tool, domains } = manifestOf(path);
    expect(hostname).toBe('web1.example');
    expect(tool).toMatch(/^hostspec \d/);
    expect(domains.map(({ name }) => name)).toEqual(['kernel', 'networking']);
    expect(outcomes.find(({ name }) => name === 'cmdline')?.status).toBe('collected');
    expect(stdout).toMatch(/^web1\.example in \S+: 3 items, \d+ B, from \d+ specs in .* s$/m);
    expect(stdout).toMatch(/^Outcomes: 3 collected, .*\d+ absent/m);
  });

  test('--json prints one object, --quiet prints only the path, --verbose a line for each selected spec', async () => {
    const cwd = temporaryDirectory();
    const args = ['collect', '--root', fakeRoot(), ...small];
    const { stdout } = await runInProcess([...args, '--json'], { cwd });
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      hostname: 'web1.example',
      variant: 'b',
      items: 3,
      counts: { collected: 3 },
    });
    expect(existsSync(summary.archive)).toBe(true);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect((await runInProcess([...args, '-qo', 'x.tgz'], { cwd })).stdout).toBe(`${cwd}/x.tgz\n`);
    const { stderr } = await runInProcess([...args, '--only', 'cmdline,lsmod', '-v'], { cwd });
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      'cmdline: collected',
      expect.stringMatching(/^lsmod: absent, \S/),
    ]);
  });

  test('--format directory creates a directory, or fills an empty one', async () => {
    const cwd = temporaryDirectory();
    const args = ['collect', '--root', fakeRoot(), ...small, '--format', 'directory', '--output'];
    mkdirSync(join(cwd, 'empty'));
    for (const output of ['new', 'empty']) {
      const { status, stdout } = await runInProcess([...args, output], { cwd });
      expect(status).toBe(0);
      expect(lastLine(stdout)).toBe(join(cwd, output));
      expect(readFileSync(join(cwd, output, 'data/proc/cmdline'), 'utf8')).toBe('root=/dev/vda1 quiet\n');
      expect(manifestOf(join(cwd, output)).outcomes.length).toBeGreaterThan(100);
    }
    const { status, stderr } = await runInProcess([...args, 'new'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(`"${cwd}/new" is not empty`);
  });

  test('--format ndjson writes to a file, or to standard output with the summary on standard error', () => {
    const cwd = temporaryDirectory();
    const args = ['collect', '--root', fakeRoot(), ...small, '--format', 'ndjson'];
    const file = lastLine(hostspec(args, { cwd }).stdout);
    expect(file).toMatch(new RegExp(`/${archiveName('web1.example', '\\d{14}')}\\.ndjson$`));
    const { stdout, stderr, status } = hostspec([...args, '--output', '-'], { cwd });
    expect(status).toBe(0);
    expect(stderr).toContain('3 items');
    for (const text of [readFileSync(file, 'utf8'), stdout]) {
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines[0]).toMatchObject({ type: 'run', hostname: 'web1.example' });
      expect(lines.find(({ name }) => name === 'cmdline')).toMatchObject({ status: 'collected' });
    }
    expect(readdirSync(cwd)).toEqual([file.slice(cwd.length + 1)]);
  });

  const noCommands = 'commands are not run on a root that is not the running machine';
  test.each([
    ['--skip *', 'deselected by --skip \\*'],
    ['--only cmdline --skip cmdline', 'deselected by --only'],
    ['--only lsmod', noCommands],
    ['--only lsmod --format ndjson --output -', noCommands],
    ['--only lsmod --quiet', noCommands],
  ])('%s collects nothing and says why', (given, reason) => {
    const args = ['collect', '--root', fakeRoot(), ...given.split(' ')];
    const { status, stderr } = hostspec(args, { cwd: temporaryDirectory() });
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^hostspec: nothing was collected: ${reason} \\(.*specs?\\)$`, 'm'));
  });

  test('--only and --skip select specs, and the others give that reason', async () => {
    const args = ['--only', 'h*,cmdline', '--skip', 'hostname*'];
    const { manifest, of } = await collectedRoot(fakeRoot(), ...args);
    expect(of('hosts')?.status).toBe('collected');
    expect(of('hostname')).toMatchObject({ status: 'skipped', reason: 'deselected by --skip hostname*' });
    expect(of('lsmod')).toMatchObject({ status: 'skipped', reason: 'deselected by --only' });
    expect(manifest.outcomes).toHaveLength(specCount);
  });

  test('--variant a and --brand reach the plan and the manifest', async () => {
    const root = fakeRoot({ 'etc/acme-release': 'Acme Linux 9\n' });
    const args = ['--variant', 'a', '--brand', 'vendor=acme,client=probe'];
    const { status, path, manifest } = await collectedRoot(root, ...args);
    expect(status).toBe(0);
    expect(members(path)).toContain('x/data/etc/acme-release');
    expect(manifest).toMatchObject({ variant: 'a', brand: { vendor: 'acme', client: 'probe' } });
  });

  test('collecting nothing is a failure, and the archive explains why', async () => {
    const cwd = temporaryDirectory();
    const { status, stdout } = await runInProcess(['collect', '--root', directoryOf({}), ...small], { cwd });
    expect(status).toBe(1);
    expect(manifestOf(lastLine(stdout)).outcomes.every(({ items }) => items.length === 0)).toBe(true);
  });

  test('--max-bytes ends a run, and unreached specs give that reason', async () => {
    const root = fakeRoot({ 'etc/sysconfig/network-scripts/ifcfg-eth0': 'x'.repeat(5000) });
    const { status, stdout, manifest } = await collectedRoot(root, '--max-bytes', '10');
    expect(status).toBe(0);
    expect(stdout).toContain('ended early: the 10 bytes for the whole run are used up');
    const { outcomes, interrupted } = manifest;
    expect(interrupted).toBe('the 10 bytes for the whole run are used up');
    expect(outcomes.filter(({ reason }) => reason?.startsWith('not reached: ')).length).toBeGreaterThan(100);
  });

  test('--max-item-bytes cuts an item, and the summary shows it', async () => {
    const root = fakeRoot({ 'etc/hosts': '127.0.0.1 localhost\n'.repeat(200) });
    const { stdout, of } = await collectedRoot(root, '--max-item-bytes', '1K');
    expect(stdout).toMatch(/^ {2}truncated: hosts$/m);
    expect(of('hosts')?.items[0]?.bytes).toBeLessThanOrEqual(1024);
  });

  test('two concurrent runs in one directory use different names', async () => {
    const cwd = temporaryDirectory();
    const root = fakeRoot();
    const runs = Array.from(
      { length: 3 },
      () => startHostspec(['collect', '--root', root, ...small], { cwd }).ended,
    );
    const paths = (await Promise.all(runs)).map(({ stdout }) => lastLine(stdout));
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) expect(manifestOf(path).outcomes.length).toBeGreaterThan(100);
  });
});

needs('root', 'a mount namespace')(
  'running out of space has its own exit status and keeps the collected data',
  () => {
    const root = fakeRoot({ 'var/log/messages': randomContent(2_000_000).toString('base64') });
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'disk'));
    const script = `mount -t tmpfs -o size=1m none disk && "$@"; status=$?; cp -a disk left; exit $status`;
    const args = ['collect', '--root', root, '--output', 'disk/x.tar.gz'];
    const { status, stdout, stderr } = hostspec(args, {
      cwd,
      before: ['unshare', '-m', 'sh', '-c', script, 'sh'],
    });
    expect(status).toBe(3);
    expect(stderr).toMatch(/no space left .*, \d+ bytes are free/);
    expect(lastLine(stdout)).toBe(join(cwd, 'disk/x.tar.gz'));
    expect(readdirSync(join(cwd, 'left'))).toEqual(['x.tar.gz']);
    expect(manifestOf(join(cwd, 'left/x.tar.gz')).outcomes).toHaveLength(specCount);
  },
);

needs('root', 'a mount namespace')('suggests --output if the current directory is not writable', () => {
  const cwd = temporaryDirectory();
  const script = 'mount -t tmpfs -o ro none . && cd "$PWD" && exec "$@"';
  const before = ['unshare', '-m', 'sh', '-c', script, 'sh'];
  const { status, stderr } = hostspec(['collect', '--root', fakeRoot()], { cwd, before });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `hostspec: cannot write the archive to the current directory, ${cwd}; name another place with --output\n`,
  });
});

describe('an error explains the problem of a command line', () => {
  const long = 'x'.repeat(5000);
  const cut = `${long.slice(0, 999)}…`;
  test.each([
    [['--root', '/nix'], '--root /nix does not exist; allowed: a directory with a root file system'],
    [['--root', '/etc/hosts'], '--root /etc/hosts is not a directory'],
    [['--root', long], `--root ${cut} cannot be used: `],
    [['--profile', long], `--profile ${cut} is neither a profile of hostspec nor an installed package`],
    [['--domain', long], `--domain ${cut} is not installed; available: `],
    [['--output', '-'], '--output - is not allowed with --format tar.gz'],
    [
      ['--output', '/nix/x.tgz'],
      '--output "/nix/x.tgz" cannot be made: /nix does not exist; allowed: a path in an existing directory',
    ],
    [['--output', '.'], 'is a directory; allowed: a new path, or an archive of hostspec to replace'],
    [['--output', 'x/'], '--output "x/" names a directory; allowed with --format tar.gz: the path of a file'],
    [
      ['--output', 'x.zip'],
      'x.zip" ends in .zip, which no format has; allowed for the format tar.gz: a name that ends in .tar.gz or .tgz, or has no ending',
    ],
    [
      ['--output', 'x.NDJSON'],
      'ends in .ndjson, which is for the format ndjson; allowed for the format tar.gz: ',
    ],
    [['--format', 'ndjson', '--output', 'x.tgz'], 'ends in .tgz, which is for the format tar.gz'],
    [
      ['--format', 'directory', '--output', 'x.tar.gz'],
      'ends in .tar.gz, which is for the format tar.gz; allowed for the format directory: a name without this ending',
    ],
    [['--brand', 'color=red'], '--brand "color=red" is not allowed; allowed: vendor=NAME, client=NAME'],
    [['--brand', 'vendor=../x'], '--brand vendor "../x" is not allowed; allowed: letters, digits'],
    [['--only', 'ethtol'], '--only ethtol matches no spec in the catalog; did you mean ethtool or '],
    [['--domain', 'kernels'], '--domain kernels is not installed; did you mean kernel?'],
  ])('%j', async (args, message) => {
    const cwd = temporaryDirectory();
    const { status, stdout, stderr } = await runInProcess(['collect', ...args], { cwd });
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

describe('the running machine', () => {
  needs('uptime')('can be collected by root and by other users', () => {
    const cwd = temporaryDirectory();
    const { status, stdout } = hostspec(['collect', '--domain', 'system', '--offline'], {
      cwd,
      before: withoutNetwork,
    });
    expect(status).toBe(0);
    const { root, outcomes } = manifestOf(lastLine(stdout));
    expect(root).toBe('/');
    expect(outcomes.find(({ name }) => name === 'uptime')).toMatchObject({
      status: 'collected',
      items: [{ source: { kind: 'command', argv: ['/usr/bin/uptime'] }, rc: 0 }],
    });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s completes the archive with what is collected so far',
    async (signal) => {
      const cwd = temporaryDirectory();
      const { child, ended } = startHostspec(['collect', '--output', 'x.tgz'], {
        cwd,
        before: withoutNetwork,
      });
      await until(() => readdirSync(cwd).some((name) => name.endsWith('.partial')));
      child.kill(signal);
      const { status, stdout, stderr } = await ended;
      expect(status).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
      expect(stderr).toContain(`hostspec: ${signal}: completing the archive with what was collected so far`);
      expect(lastLine(stdout)).toBe(join(cwd, 'x.tgz'));
      const { interrupted, outcomes } = manifestOf(join(cwd, 'x.tgz'));
      expect(interrupted).toBe(`interrupted by ${signal}`);
      expect(outcomes).toHaveLength(specCount);
      expect(readdirSync(cwd).filter((name) => name.endsWith('.partial'))).toEqual([]);
    },
  );

  needs('ps')(
    'neither a command that leaves descendants behind nor one that takes too long delays the run',
    () => {
      const { status, stdout, manifest } = collectedWith(`
  left: {type: simple_command, command: "/bin/sh -c 'setsid sleep 300 & until test $(ps -o sid= -p $!) = $!; do sleep 0.02; done; echo started'", doc: d}
  slow: {type: simple_command, command: /bin/sleep 300, timeout: 1, doc: d}
  hosts: {type: simple_file, path: /etc/hosts, doc: d}
`);
      expect(status).toBe(0);
      expect(stdout).toContain('1 process(es) that commands left behind were ended');
      expect(stdout).toMatch(/^ {2}timed out: slow$/m);
      expect(manifest.outcomes.map(({ name, status: became }) => [name, became])).toEqual([
        ['left', 'collected'],
        ['slow', 'timed out'],
        ['hosts', 'collected'],
      ]);
    },
  );

  test('--max-time ends a run, and unreached specs give that reason', () => {
    const slow = '  slow: {type: simple_command, command: /bin/sleep 300, timeout: 300, doc: d}\n';
    const hosts = '  hosts: {type: simple_file, path: /etc/hosts, doc: d}\n';
    const { status, stdout, of } = collectedWith(slow + hosts, ['--max-time', '10']);
    expect(status).toBe(0);
    expect(stdout).toContain('ended early: the run reached its time limit of 10 s');
    expect(of('slow')?.reason).toContain('the run reached its time limit of 10 s');
  });

  test('a spec has a time limit of its own, and the summary says how to give commands more time', () => {
    const limits = ['--max-spec-time', '1', '--timeout', '1', '--jobs', '2'];
    const specs = `
  naps:
    type: foreach_execute
    command: /bin/sleep %s
    provider: { type: simple_command, command: "/usr/bin/printf '0.1\\n60\\n61\\n62\\n63\\n64\\n65\\n66\\n67\\n68\\n69\\n'" }
    keepRc: true
    doc: d
  hosts: {type: simple_file, path: /etc/hosts, doc: d}
`;
    const { status, stdout, of } = collectedWith(specs, limits);
    expect(status).toBe(0);
    expect(stdout).toContain('hostspec collect --timeout SECONDS');
    const naps = of('naps');
    expect(naps?.status).toBe('timed out');
    const reasons = naps?.misses.map(({ reason }) => reason);
    expect(reasons).toContain('took longer than 1 s');
    expect(reasons).toContain('not reached: the 1 s for one spec are over');
  });

  needs(...anotherUser)('an ordinary user gets what that user may read', () => {
    const secret = join(directoryOf({ secret: 'canary' }), 'secret');
    chmodSync(join(secret, '..'), 0o755);
    chmodSync(secret, 0o600);
    const cwd = directoryOf({
      'c.yaml': `
add:
  shadow: {type: simple_file, path: ${secret}, doc: d}
  hosts: {type: simple_file, path: /etc/hosts, doc: d}
  id: {type: simple_command, command: /usr/bin/id -u, doc: d}
  reads: {type: simple_command, command: /bin/cat ${secret}, doc: d}
`,
    });
    chownSync(cwd, 65534, 65534);
    const before = [...withoutNetwork, 'setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const { status, stdout } = hostspec(['collect', '--catalog', 'c.yaml', '--output', 'x.tgz'], {
      cwd,
      before,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^To collect them, run hostspec as root\.\n {2}reads, shadow$/m);
    const { outcomes } = manifestOf(join(cwd, 'x.tgz'));
    expect(outcomes.map(({ status: became }) => became)).toEqual([
      'denied',
      'collected',
      'collected',
      'denied',
    ]);
  });

  needs(...anotherUser)('explains which files cannot be read', () => {
    const cwd = directoryOf({ 'closed/x.tgz': '', 'root/sys/devices/x': '' });
    chmodSync(cwd, 0o1777);
    for (const name of ['closed', 'root/sys']) chmodSync(join(cwd, name), 0o700);
    const before = [...withoutNetwork, 'setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const run = (...args: string[]) => hostspec(args, { cwd, before });
    const denied = { status: 1, stderr: `hostspec: cannot read ${cwd}/closed/x.tgz: permission denied\n` };
    expect(run('read', 'closed/x.tgz')).toMatchObject(denied);
    expect(run('collect', '--archive', 'closed/x.tgz')).toMatchObject(denied);
    expect(run('finish', 'closed').stderr).toBe(
      `hostspec: cannot complete ${cwd}/closed: permission denied\n`,
    );
    expect(run('collect', '--root', 'root', '--only', 'cpu_vulns').stdout).toMatch(
      /^Not searched, or not to the end:\n {2}\/sys\/devices\S*: permission denied\n/m,
    );
  });

  needs('script')('a terminal gets a progress line and bold text, NO_COLOR turns bold text off', () => {
    const cwd = temporaryDirectory();
    const args = `collect --root ${fakeRoot()} --domain kernel`;
    const onTerminal = (env: NodeJS.ProcessEnv): string =>
      execFileSync('script', ['-qec', `${process.execPath} ${bin} ${args}`, '/dev/null'], {
        cwd,
        env: { ...process.env, TERM: 'xterm', NO_COLOR: undefined, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    expect(onTerminal({})).toMatch(/\r\x1b\[K\d+\/\d+ specs, .*\x1b\[1mweb1\.example/s);
    const plain = onTerminal({ NO_COLOR: '1' });
    expect(plain).toContain('\r\x1b[K');
    expect(plain).not.toContain('\x1b[1m');
  });

  test('a reader that closes the pipe does not damage the archive', () => {
    const command = `"$0" "$@" | true; exit "\${PIPESTATUS[0]}"`;
    const before = [...withoutNetwork, 'bash', '-c', command];
    const { status, manifest } = collected([...small, '--offline'], { before });
    expect(status).toBe(0);
    expect(manifest.outcomes.length).toBeGreaterThan(100);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
