import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type HostLine, type HostLines, openHostLines } from '@hostspec/archive';
import { HostspecError } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openHost } from '../hosts/host.js';
import { hostspec, startHostspec } from '../testing/cli.js';
import { ok, runInProcess, silentIo } from '../testing/in-process.js';
import { collectFleet } from './collect-fleet.js';

/** Hosts that are all this machine. */
function localHosts(...names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { ansible_connection: 'local' }]));
}

/** The names `PREFIX1`, `PREFIX2`, …. */
function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

let cwd: string;
beforeEach(() => {
  cwd = temporaryDirectory();
});

const file = (path: string): string => join(cwd, path);
/** Writes what `ansible-inventory --list` prints for these hosts with their variables. */
const inventory = (hosts: Readonly<Record<string, object>>): void => {
  const ungrouped = { hosts: Object.keys(hosts) };
  const list = { _meta: { hostvars: hosts }, all: { children: ['ungrouped'] }, ungrouped };
  writeFileSync(file('inv'), JSON.stringify(list));
};
const collect = (...args: string[]) =>
  runInProcess(['collect', '--hosts', 'inv', '--output', 'out', '--only', 'cmdline,meminfo', ...args], {
    cwd,
  });
const linesOf = (directory = 'out'): HostLine[] =>
  readFileSync(file(`${directory}/hosts.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const three = localHosts('web1', 'web2', 'podman://x');

describe('a fleet', () => {
  test('warns once of a name in the file of denials that no spec matches', async () => {
    inventory(three);
    writeFileSync(file('d.yaml'), 'specs: [meminf]\n');
    const { status, stderr } = await collect('--deny', 'd.yaml', '--quiet');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `hostspec: ansible_connection=local of web1 and 2 more means this machine: it is collected under these names\nhostspec: warning: ${file('d.yaml')}: no spec of this catalog matches "meminf", so it leaves out nothing; did you mean meminfo?\n`,
    });
  });

  test('has an archive and a line for each host', async () => {
    inventory(three);
    const { status, stdout, stderr } = await collect();
    const [note, ...lines] = stderr.trimEnd().split('\n');
    expect(note).toMatch(/^hostspec: ansible_connection=local of web1 and 2 more means this machine/);
    expect({ status, lines: lines.sort() }).toEqual({
      status: 0,
      lines: ['podman://x', 'web1', 'web2'].map((name) =>
        expect.stringMatching(new RegExp(`^${name}: collected, 2 items, .* s$`)),
      ),
    });
    expect(stdout).toMatch(/^3 of 3 hosts collected in .* s\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(file('out'));
    expect(readdirSync(file('out')).sort()).toEqual([
      'hosts.ndjson',
      'podman%3A%2F%2Fx.tar.gz',
      'web1.tar.gz',
      'web2.tar.gz',
    ]);
    for (const { archive = '', sha256, counts, outcome, name } of linesOf()) {
      const bytes = readFileSync(file(`out/${archive}`));
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect({ outcome, collected: counts?.collected, name }).toEqual({
        outcome: 'collected',
        collected: 2,
        name,
      });
      await ok('verify', file(`out/${archive}`));
    }
  });

  test.each(['ndjson', 'directory'])('can be in the format %s', async (format) => {
    inventory(localHosts('web1'));
    expect(await collect('--format', format, '--quiet')).toEqual({
      status: 0,
      stdout: `${file('out')}\n`,
      stderr:
        'hostspec: ansible_connection=local of web1 means this machine: it is collected under that name\n',
    });
    const [{ archive = '', sha256 } = {}] = linesOf() as [HostLine];
    const digested = format === 'directory' ? `out/${archive}/manifest.json` : `out/${archive}`;
    expect(sha256).toBe(
      createHash('sha256')
        .update(readFileSync(file(digested)))
        .digest('hex'),
    );
  });

  test('says which hosts failed, collects the others, and --resume collects only what is missing', async () => {
    inventory({ ...three, bad: { ansible_connection: 'winrm' } });
    const first = await collect();
    expect(first.status).toBe(1);
    expect(first.stdout).toContain('3 of 4 hosts collected');
    expect(first.stdout).toContain('To collect the rest, run the same command with --resume.');
    expect(linesOf().find(({ name }) => name === 'bad')).toMatchObject({
      outcome: 'failed',
      reason: 'ansible_connection="winrm" is not supported; allowed: ssh, podman, docker, local',
    });
    const kept = readFileSync(file('out/web1.tar.gz'));
    rmSync(file('out/web2.tar.gz'));
    inventory({ ...three, ...localHosts('bad') });
    const second = await collect('--resume', '--json');
    expect({ ...JSON.parse(second.stdout), status: second.status }).toMatchObject({
      status: 0,
      directory: file('out'),
      hosts: 4,
      before: 2,
      collected: 2,
      failed: 0,
    });
    expect(readFileSync(file('out/web1.tar.gz'))).toEqual(kept);
    expect(
      linesOf()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['bad', 'podman://x', 'web1', 'web2']);
    expect(await collect('--resume')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^[^\n]+ means this machine: [^\n]+\n$/),
    });
  });

  test('has one key: equal secrets of its hosts have equal masks', async () => {
    inventory(localHosts(...numbered('web', 2)));
    const text =
      'name: own\nversion: 1.0.0\nadd:\n  args: { type: simple_command, command: /bin/echo password=hunter22hunter22, doc: x }\n';
    writeFileSync(file('catalog.yaml'), text);
    chmodSync(file('catalog.yaml'), 0o600);
    const args = ['collect', '--hosts', 'inv', '--output', 'out', '--catalog', 'catalog.yaml'];
    const { status, stderr } = await runInProcess(args, { cwd });
    expect(stderr).not.toMatch(/hostspec: (?!ansible_connection)/);
    expect(status).toBe(0);
    const content = await ok('read', file('out/web1.tar.gz'), 'args');
    expect(content).toMatch(/__secret_\w+?_[0-9a-f]{8}__/);
    expect(await ok('read', file('out/web2.tar.gz'), 'args')).toBe(content);
  });

  test('reads the hosts from standard input', () => {
    const args = ['collect', '--hosts', '-', '--output', 'out', '--only', 'cmdline', '--quiet'];
    inventory(localHosts('localhost'));
    const before = ['sh', '-c', '"$@" < inv', 'sh'];
    expect(hostspec(args, { cwd, before })).toEqual({ status: 0, stdout: `${file('out')}\n`, stderr: '' });
  });

  test('says which variables of an inventory are not used', async () => {
    const variables = {
      ansible_connection: 'local',
      ansible_become_password: 'hunter2',
      ansible_become_user: 'root',
      ansible_ssh_common_args: '-4',
    };
    inventory({ web1: variables, web2: variables, web3: variables });
    const { stderr } = await collect();
    for (const name of ['ansible_become_password', 'ansible_ssh_common_args'])
      expect(stderr).toContain(`hostspec: ${name} of web1 and 2 more is not used; ssh takes options`);
    expect(stderr).not.toMatch(/hunter2|become_user/);
  });
});

const slowCatalog =
  'name: own\nversion: 1.0.0\nadd:\n  slow: { type: simple_command, command: /bin/sleep 1, doc: x }\n  args: { type: simple_command, command: /bin/echo x, doc: x }\n';

/** Starts to collect with commands that take a second, and waits until one host is collected. */
async function startedSlowly(parallel: number): Promise<ReturnType<typeof startHostspec>> {
  writeFileSync(file('catalog.yaml'), slowCatalog);
  chmodSync(file('catalog.yaml'), 0o600);
  const options = ['--hosts', 'inv', '--output', 'out', '--catalog', 'catalog.yaml'];
  const started = startHostspec(['collect', ...options, '--parallel', String(parallel)], { cwd });
  await new Promise<void>((resolve) =>
    started.child.stderr.on('data', (text) => /^\S+: collected/m.test(String(text)) && resolve()),
  );
  return started;
}

describe('an interrupt', () => {
  test('keeps what is done, completes what runs, and says how to resume', async () => {
    inventory(localHosts(...numbered('web', 40)));
    const { child, ended } = await startedSlowly(2);
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toContain('completing the archives of the hosts that are running; no more are started');
    expect(stdout).toMatch(/, \d+ not started\nThe run ended early: interrupted by SIGINT\.\n/);
    expect(stdout).toContain('To collect the rest, run the same command with --resume.');
    const lines = linesOf();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(40);
    for (const { archive, outcome, reason = '' } of lines) {
      expect(reason).toMatch(outcome === 'collected' ? /^$/ : /^interrupted by SIGINT/);
      if (archive !== undefined) await ok('read', file(`out/${archive}`));
    }
    expect(lines.some(({ outcome }) => outcome === 'collected')).toBe(true);
  });
});

describe('the directory', () => {
  test('must be new or empty, unless --resume or --force is given', async () => {
    inventory(localHosts('web1'));
    mkdirSync(file('out'));
    writeFileSync(file('out/notes.txt'), 'mine');
    expect(await collect()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        '--output "out" is not empty; allowed: a new or an empty directory, --resume',
      ),
    });
    expect(await collect('--resume', '--force')).toMatchObject({
      status: 2,
      stderr: 'hostspec: --force cannot be combined with --resume; give only one of them\n',
    });
    expect((await collect('--force')).status).toBe(0);
    expect(readFileSync(file('out/notes.txt'), 'utf8')).toBe('mine');
  });

  test('belongs to one run at a time, and the second says which', async () => {
    inventory(localHosts(...numbered('web', 9)));
    const { child, ended } = await startedSlowly(1);
    const { status, stderr } = await collect('--resume');
    child.kill('SIGKILL');
    await ended;
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/--output \S+ is in use: process \d+ uses it; wait until it has ended/),
    });
    expect((await collect('--resume')).status).toBe(0);
  });

  test('an archive that is a directory is never replaced: the next one takes a name beside it', async () => {
    inventory(localHosts('web1'));
    expect((await collect('--format', 'directory')).status).toBe(0);
    const before = readFileSync(file('out/web1/manifest.json'));
    expect((await collect('--format', 'directory', '--force')).status).toBe(0);
    expect(linesOf()).toMatchObject([{ archive: 'web1~2', outcome: 'collected' }]);
    expect(readFileSync(file('out/web1/manifest.json'))).toEqual(before);
    // The name asked for, which the host's own may differ from, and the processes that are of the run.
    expect(JSON.parse(before.toString())).toMatchObject({
      target: 'web1',
      bootId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      processes: expect.arrayContaining([expect.any(Number)]),
    });
  });

  test('a file that is not an archive is not replaced without --force', async () => {
    inventory(localHosts('web1'));
    mkdirSync(file('out'));
    writeFileSync(file('out/web1.tar.gz'), 'mine');
    expect((await collect('--resume')).status).toBe(1);
    expect(linesOf()[0]?.reason).toContain('is a file of 4 bytes that is not an archive of hostspec');
    expect(readFileSync(file('out/web1.tar.gz'), 'utf8')).toBe('mine');
  });

  test('a link, a file and a directory that others can change are refused', async () => {
    inventory(localHosts('web1'));
    mkdirSync(file('real'));
    symlinkSync('real', file('out'));
    expect(await collect()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is a symbolic link'),
    });
    rmSync(file('out'));
    writeFileSync(file('out'), '');
    expect(await collect()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not a directory'),
    });
    rmSync(file('out'));
    mkdirSync(file('out'));
    chmodSync(file('out'), 0o777);
    expect(await collect()).toMatchObject({ status: 2, stderr: expect.stringContaining('is not safe') });
    expect(readdirSync(file('real'))).toEqual([]);
    expect(readdirSync(file('out'))).toEqual([]);
  });

  describe('without space for a line,', () => {
    /** Runs on a file system of its own, and shows what is left in the directory. */
    const onSmallDisk = (size: string, ...args: string[]) => {
      mkdirSync(file('out'));
      const script = `mount -t tmpfs -o size=${size},mode=700 none out && echo > out/filler && "$@"; s=$?; ls -A out | sed 's/^/left: /'; wc -c < out/hosts.ndjson; exit $s`;
      const all = ['collect', '--hosts', 'inv', '--output', 'out', '--only', 'cmdline', '--force', ...args];
      return hostspec(all, { cwd, before: ['unshare', '-m', 'sh', '-c', script, 'sh'] });
    };

    needs('root', 'a mount namespace')(
      'the run ends with its summary, status 3 and no part of a line',
      () => {
        inventory(localHosts(...numbered('web', 3)));
        const { status, stdout } = onSmallDisk('4k', '--parallel', '1');
        expect(status).toBe(3);
        expect(stdout).toMatch(
          /^0 of 3 hosts collected in .*, 1 failed, 2 not started\nThe run ended early: no space left for .*hosts\.ndjson, \d+ bytes are free\.\n/,
        );
        expect(stdout).toContain(
          'hosts.ndjson has no line for 1 host, and --resume collects it again:\n  web1: no archive\n',
        );
        expect(stdout).toContain('To collect the rest, run the same command with --resume.');
        expect(stdout).toContain('left: filler\nleft: hosts.ndjson\n0\n');
      },
    );
  });
});

describe('a command line is refused', () => {
  test.each([
    [['--hosts', 'inv'], '--hosts needs --output: a directory for the archives'],
    [['--hosts', 'inv', '--output', '-'], '--hosts needs --output'],
    [['--hosts', 'inv', '--output', 'out', '--root', '/'], '--root / cannot be combined with --hosts'],
    [['--hosts', 'none', '--output', 'out'], '/none cannot be read'],
    [
      ['--hosts', 'inv', '--output', 'out', '--limit', 'x'],
      '--limit x matches no host and no group; available: all, ungrouped, web1',
    ],
    [
      ['--hosts', 'empty', '--output', 'out'],
      '--hosts empty names no hosts; allowed: a list with one target on each line',
    ],
    [['--limit', 'x'], '--limit is not allowed without --hosts'],
    [['--resume'], '--resume is not allowed without --hosts'],
    [['--parallel', '2'], '--parallel is not allowed without --hosts'],
  ])('%j', async (args, said) => {
    inventory(localHosts('web1'));
    writeFileSync(file('empty'), '# nobody\n');
    const { status, stderr, stdout } = await runInProcess(['collect', ...args], { cwd });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(file('out'))).toBe(false);
  });
});

test('an inventory of 2,000 hosts is read and refused in one sentence at its fault', async () => {
  inventory(localHosts(...numbered('h', 2000), 'h h'));
  const { status, stderr } = await collect();
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `hostspec: ${file('inv')}: the host "h h" has " " in its name; allowed: one host name or target\n`,
  });
  expect(readdirSync(cwd)).toEqual(['inv']);
});

needs('ansible-inventory')('an inventory that never ends is ended with the command', async () => {
  const cwd = temporaryDirectory();
  const text = `#!/bin/sh\necho $$ > ${cwd}/running\nexec sleep 600\n`;
  writeFileSync(join(cwd, 'inv'), text, { mode: 0o755 });
  const script = `"$@" & c=$!; while [ ! -s ${cwd}/running ]; do sleep 0.1; done; kill -TERM $c; wait $c; echo status $?; sleep 0.5; grep State: /proc/$(cat ${cwd}/running)/status`;
  const { stdout } = hostspec(['collect', '--hosts', 'inv', '--output', 'out'], {
    cwd,
    before: ['sh', '-c', script, 'sh'],
  });
  expect(stdout).toMatch(/^status 143\n(?:State:\tZ.*\n)?$/);
  expect(readFileSync(join(cwd, 'running'), 'utf8')).toMatch(/^\d+\n$/);
});

describe('line keeper', () => {
  /** A file of lines on a disk that is full from the first line of these hosts on, until `hasRoom`. */
  const fullFrom = (names: string[], hasRoom: (failures: number) => boolean, code = 'NO_SPACE') => {
    let failures = 0;
    let isFull = false;
    return (...args: Parameters<typeof openHostLines>): HostLines => {
      const lines = openHostLines(...args);
      return {
        ...lines,
        append(line) {
          isFull ||= names.includes(line.name);
          if (isFull && !hasRoom(failures)) {
            failures++;
            throw new HostspecError(code as 'NO_SPACE', 'no space left for hosts.ndjson', { subject: 'x' });
          }
          lines.append(line);
        },
      };
    };
  };

  /** Collects four hosts of which the third has nothing; returns the status, the output, and the names in hosts.ndjson. */
  async function collected(openLines: ReturnType<typeof fullFrom>, more: object = {}) {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'inv'), 'web1\nweb2\nweb3\nweb4\n');
    const values = { hosts: 'inv', output: 'out', only: ['cmdline'], parallel: 1, ...more };
    const said: string[] = [];
    const io = {
      ...silentIo,
      cwd,
      out: { write: (text: string | Uint8Array) => void said.push(String(text)) },
    };
    const open = async () => {
      const { host, elsewhere } = await openHost({ 'in-process': true }, {}, silentIo);
      return { host, elsewhere, close: async () => {} };
    };
    const status = await collectFleet(values, io, () => open, openLines);
    const text = readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8');
    const names = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).name);
    return { status, stdout: said.join(''), names, files: readdirSync(join(cwd, 'out')).sort() };
  }

  test('a run that cannot write a line ends with its summary, the names of the archives, and how to go on', async () => {
    const { status, stdout, names, files } = await collected(fullFrom(['web2'], () => false));
    expect({ status, names }).toEqual({ status: 3, names: ['web1'] });
    expect(files).toEqual(['hosts.ndjson', 'web1.tar.gz', 'web2.tar.gz']);
    expect(stdout).toMatch(/^2 of 4 hosts collected in .*, 2 not started\n/);
    expect(stdout).toContain('The run ended early: no space left for hosts.ndjson.\n');
    expect(stdout).toContain(
      'hosts.ndjson has no line for 1 host, and --resume collects it again:\n  web2: a complete archive, web2.tar.gz\n',
    );
    expect(stdout).toContain('To collect the rest, run the same command with --resume.\n');
  });

  test('hosts that run meanwhile are completed and named, too, in JSON as well', async () => {
    const { status, stdout, names } = await collected(
      fullFrom(['web1', 'web2'], () => false),
      { parallel: 2, json: true },
    );
    const { unwritten, interrupted, notStarted } = JSON.parse(stdout);
    expect({ status, names, interrupted, notStarted }).toEqual({
      status: 3,
      names: [],
      interrupted: 'no space left for hosts.ndjson',
      notStarted: 2,
    });
    expect(unwritten.map(({ name }: { name: string }) => name).sort()).toEqual(['web1', 'web2']);
  });

  test('a line is written at the end if there is room again', async () => {
    const { status, stdout, names } = await collected(fullFrom(['web2'], (failures) => failures > 0));
    expect({ status, names }).toEqual({ status: 3, names: ['web1', 'web2'] });
    expect(stdout).not.toContain('has no line');
  });

  test('another error of the disk ends the run alike, with status 1', async () => {
    const { status, stdout } = await collected(fullFrom(['web2'], () => false, 'SINK'));
    expect(status).toBe(1);
    expect(stdout).toContain('web2: a complete archive, web2.tar.gz');
  });
});
