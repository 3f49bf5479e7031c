import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findRunner } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { bin, directoryOf, hostspec } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { typeAt } from '../testing/terminal.js';

/** An sshd in a network of its own, and how to run commands beside it. */
interface SshHost {
  /** A command line to put before a command, which then knows the hosts `web01` (the user tester) and `web01-root`. */
  readonly before: readonly string[];
  readonly home: string;
  readonly directory: string;
}

/** How the sshd of a test differs from a usual one. */
interface SshHostOptions {
  /** The login shell of the user. Default /bin/sh. */
  readonly shell?: string;
  /** Files in the home directory of the user. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the client knows the key of the host. Default true. */
  readonly isKnown?: boolean;
  /** Whether the host knows the key of the client. Default true. */
  readonly isAdmitted?: boolean;
  /** Lines of sudoers. */
  readonly sudoers?: string;
  /** The hash of the user's password. */
  readonly shadow?: string;
}

const user = 54_321;
const port = 2222;

/** The components of the machine that it needs. */
const sshComponents = [
  'root',
  'a mount namespace',
  'a network namespace',
  'ssh',
  'ssh-keygen',
  '/usr/sbin/sshd',
];

/**
 * Makes an sshd that runs as long as each command beside it. It changes no file of the machine: mounts hide some, and a home directory of
 * its own the startup files of root's shell.
 */
function sshHost(options: SshHostOptions = {}): SshHost {
  const { shell = '/bin/sh', files = {}, isKnown = true, isAdmitted = true } = options;
  const directory = directoryOf(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`home/${name}`, text])),
  );
  const at = (name: string): string => join(directory, name);
  const home = at('home');
  mkdirSync(home, { recursive: true });
  for (const path of [home, ...Object.keys(files).map((name) => join(home, name))])
    chownSync(path, user, user);
  chmodSync(directory, 0o755);
  for (const key of ['host', 'client', 'stranger'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', key, '-f', at(key)]);
  const write = (name: string, text: string, mode = 0o644): void => {
    writeFileSync(at(name), text);
    chmodSync(at(name), mode);
  };
  write('authorized', readFileSync(at(isAdmitted ? 'client.pub' : 'stranger.pub'), 'utf8'));
  write('known', isKnown ? `[127.0.0.1]:${port} ${readFileSync(at('host.pub'), 'utf8')}` : '');
  write('banner', 'Welcome to the host!\n');
  write(
    'sshd_config',
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('host')}`,
      'PidFile none',
      `AuthorizedKeysFile ${at('authorized')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin prohibit-password',
      `Banner ${at('banner')}`,
      '',
    ].join('\n'),
  );
  write(
    'ssh_config',
    [
      'Host web01 web01-root',
      '  HostName 127.0.0.1',
      `  Port ${port}`,
      `  IdentityFile ${at('client')}`,
      '  IdentitiesOnly yes',
      `  UserKnownHostsFile ${at('known')}`,
      '  GlobalKnownHostsFile none',
      'Host web01',
      '  User tester',
      '',
    ].join('\n'),
  );
  mkdirSync(at('root'));
  const accounts = readFileSync('/etc/passwd', 'utf8').replace(
    /^(root:(?:[^:]*:){4})[^:]*/m,
    `$1${at('root')}`,
  );
  write('passwd', `${accounts}tester:x:${user}:${user}::${home}:${shell}\n`);
  write('group', `${readFileSync('/etc/group', 'utf8')}tester:x:${user}:\n`);
  write('shadow', `root:*:19000::::::\ntester:${options.shadow ?? '*'}:19000:0:99999:7:::\n`, 0o600);
  write('sudoers', `${options.sudoers ?? 'root ALL=(ALL) ALL'}\n`, 0o440);
  write('enter', enter(directory));
  return { before: ['unshare', '-m', '-n', 'sh', at('enter')], home, directory };
}

const enter = (directory: string): string => `set -e
ip link set lo up
for name in passwd group shadow sudoers; do
  if [ -e /etc/$name ]; then mount --bind ${directory}/$name /etc/$name; fi
done
mount -t tmpfs -o mode=755 none /run
mkdir /run/sshd
mount --bind ${directory}/ssh_config /etc/ssh/ssh_config
true >${directory}/sshd.log
/usr/sbin/sshd -D -e -f ${directory}/sshd_config </dev/null >>${directory}/sshd.log 2>&1 &
sshd=$!
until grep -q 'Server listening' ${directory}/sshd.log; do kill -0 $sshd; sleep 0.02; done
status=0
"$@" || status=$?
kill $sshd
exit $status
`;

// The hash of the password of sudo, by openssl passwd -6 -salt hostspec.
const secret = "pass'word with spaces";
const shadow =
  '$6$hostspec$RFEYhsuWteDt6WKlNV97BidB7.mRVqWSdJG.zzpr1YVPKVgxSKyG4O29I17egGaghWpbJRoe3mFU7Q1uS.ci4.';

const isTime = /^(time|started|ended|modified|seconds|wall|cpu|memory|duration|durationMs|milliseconds)$/;

const runner = typeof findRunner() === 'string' ? ['a runner'] : [];
const itConnects = needs(...runner, ...sshComponents);
const itRuns = needs(...runner);

describe('options that exclude each other are one sentence', () => {
  test.each([
    [['--host', 'web01', '--via', 'sh'], '--host cannot be combined with --via; give only one of them'],
    [['--host', 'web01', '--root', '/'], '--host cannot be combined with --root; give only one of them'],
    [['--via', 'sh', '--archive', 'x'], '--via cannot be combined with --archive; give only one of them'],
    [['--via', 'sh', '--in-process'], '--via cannot be combined with --in-process; give only one of them'],
    [['--sudo'], '--sudo is not allowed without --host or --via; name the host'],
    [['--keep-runner'], '--keep-runner is not allowed without --host or --via; name the host'],
    [
      ['--host', 'web01', '--sudo-password-file', 'x'],
      '--sudo-password-file is not allowed without --sudo; give both',
    ],
  ])('%j', async (options, sentence) => {
    for (const command of [['collect'], ['plan'], ['explain', 'hosts']]) {
      if (command[0] === 'explain' && /archive|in-process/.test(sentence)) continue;
      expect(await runInProcess([...command, ...options], { cwd: temporaryDirectory() })).toEqual({
        status: 2,
        stdout: '',
        stderr: `hostspec: ${sentence}\n`,
      });
    }
  });

  test('an archive to explain excludes another host', async () => {
    const { status, stderr } = await runInProcess(['explain', 'hosts', 'a.tar.gz', '--host', 'web01']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'hostspec: --host web01 cannot be combined with ARCHIVE a.tar.gz; give only one of them\n',
    });
  });

  test('an invalid target', async () => {
    const { status, stderr } = await runInProcess(['plan', '--only', 'hosts', '--host', '-oProxyCommand']);
    expect(status).toBe(2);
    expect(stderr).toContain('--host needs a value');
    expect(await runInProcess(['plan', '--only', 'hosts', '--host=-oProxyCommand=x'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^hostspec: the target "-oProxyCommand=x" has no valid host name; .*\n$/),
    });
  });
});

describe('the file with the password of sudo', () => {
  const refused = async (path: string, problem: string): Promise<void> => {
    const words = ['plan', '--only', 'hosts', '--via', 'sh', '--sudo', '--sudo-password-file', path];
    const { stderr } = await runInProcess(words);
    expect(stderr).toBe(`hostspec: --sudo-password-file ${path} ${problem}\n`);
  };

  test('must be there, for its owner only, and one line', async () => {
    const directory = directoryOf({ open: 'a\n', two: 'a\nb\n', empty: '' });
    await refused(join(directory, 'none'), 'does not exist; allowed: a file with the password');
    await refused(
      join(directory, 'open'),
      'can be read or changed by other users; allowed: a file for its owner only (chmod 600)',
    );
    for (const name of ['two', 'empty']) {
      const path = join(directory, `private-${name}`);
      writeFileSync(path, readFileSync(join(directory, name)), { mode: 0o600 });
      await refused(path, 'is not a password; allowed: one line');
    }
  });
});

needs('root')('root uses no password of sudo that another user can replace', () => {
  const cwd = directoryOf({ 'theirs/password': 'a\n' });
  chmodSync(cwd, 0o755);
  chmodSync(join(cwd, 'theirs/password'), 0o600);
  spawnSync('chown', ['12345', join(cwd, 'theirs')]);
  const file = join(cwd, 'theirs/password');
  expect(
    hostspec(['plan', '--only', 'hosts', '--via', 'sh', '--sudo', '--sudo-password-file', file]),
  ).toMatchObject({ status: 2, stderr: expect.stringContaining('theirs belongs to user 12345; ') });
});

/** Runs the command beside an sshd. */
const onHost = (options: SshHostOptions, args: readonly string[]) => {
  const host = sshHost(options);
  return { ...host, ...hostspec(args, { before: host.before, cwd: temporaryDirectory() }) };
};

describe('over ssh', () => {
  for (const shell of ['bash', 'dash', 'zsh', 'tcsh', 'fish'])
    needs(
      ...runner,
      ...sshComponents,
      `/usr/bin/${shell}`,
    )(`a host is planned if its login shell is ${shell}`, () => {
      const hello = 'echo Hello from the login shell\n';
      const { status, stdout, stderr } = onHost(
        {
          shell: `/usr/bin/${shell}`,
          files: { '.bashrc': hello, '.zshenv': hello, '.tcshrc': hello, '.profile': hello },
        },
        ['plan', '--only', 'hosts', '--host', 'web01'],
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^runner \S+ \(\w+, protocol 3\) on web01, uploaded\n\nwould be collected\n/);
    });

  itConnects('a spec is explained', () => {
    const { status, stdout } = onHost({}, ['explain', 'hosts', '--host', 'web01-root']);
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('/etc/hosts') });
  });

  itConnects(
    'the archive equals one made on the host itself, times and durations aside',
    () => {
      const { before } = sshHost();
      const collected = (...options: string[]): Map<string, unknown> => {
        const what = ['--offline', '--domain', 'system,security,software,services'];
        const args = ['collect', ...what, '--format', 'ndjson', '--output', '-', '--quiet', ...options];
        const { status, stdout, stderr } = hostspec(args, { before, cwd: temporaryDirectory() });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        const lines = stdout.trim().split('\n').map(withoutTimes);
        return new Map(lines.map((line) => [line.name ?? line.type ?? '', line]));
      };
      // What is the same before and after was the same in between.
      const here = collected();
      const there = collected('--host', 'web01-root');
      const again = collected();
      const same = [...here].filter(
        ([name, line]) => !isChanging.test(name) && isDeepStrictEqual(line, again.get(name)),
      );
      expect(same.length).toBeGreaterThan(0.8 * here.size);
      for (const [name, line] of same) expect(there.get(name)).toEqual(line);
      expect([...there.keys()].sort()).toEqual([...here.keys()].sort());
    },
    180_000,
  );

  itConnects('sudo with a password file collects as root', () => {
    const password = join(temporaryDirectory(), 'password');
    writeFileSync(password, `${secret}\n`, { mode: 0o600 });
    const args = [
      'collect',
      '--only',
      'hosts',
      '--host',
      'web01',
      '--format',
      'ndjson',
      '--output',
      '-',
      '--quiet',
    ];
    const sudoers = 'tester ALL=(ALL) ALL';
    const { status, stdout, stderr } = onHost({ sudoers, shadow }, [
      ...args,
      '--sudo',
      '--sudo-password-file',
      password,
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toContain('with spaces');
    expect(onHost({ sudoers, shadow }, [...args, '--sudo'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^hostspec: web01: sudo asks for a password; name a file that has it .*\n$/,
      ),
    });
  });

  describe('sudo at a terminal', () => {
    const itTypes = needs(...runner, ...sshComponents, 'sudo', 'python3');
    const asked = 'password for sudo on web01: ';
    const collectTyping = (password: string, archive: string) => {
      const { before } = sshHost({ sudoers: 'tester ALL=(ALL) ALL', shadow });
      const args = [
        '--only',
        'hosts',
        '--host',
        'web01',
        '--sudo',
        '--format',
        'ndjson',
        '--output',
        archive,
      ];
      const argv = [...before, process.execPath, bin, 'collect', ...args];
      return typeAt({ argv, first: asked, last: `${password}\r`, secret: password });
    };

    itTypes('asks once, and shows the password nowhere', () => {
      const archive = join(temporaryDirectory(), 'archive.ndjson');
      const { rest, status, isSeen } = collectTyping(secret, archive);
      expect({ status, isSeen }).toEqual({ status: 0, isSeen: false });
      expect(rest).not.toContain(asked);
      expect(rest).not.toContain(secret);
      expect(readFileSync(archive, 'utf8')).not.toContain(secret);
      expect(readFileSync(archive, 'utf8')).toContain('/etc/hosts');
    });

    itTypes('says that the password is wrong', () => {
      const archive = join(temporaryDirectory(), 'archive.ndjson');
      const { rest, status, isSeen } = collectTyping('wrong-password', archive);
      expect({ status, isSeen }).toEqual({ status: 1, isSeen: false });
      expect(rest).toContain('web01: sudo did not accept the password; check it and try again');
      expect(rest).not.toMatch(new RegExp(`wrong-password|${asked}`));
      expect(existsSync(archive)).toBe(false);
    });
  });

  itConnects('a runner that is kept is found again', () => {
    const host = sshHost();
    const planned = (...options: string[]): string =>
      hostspec(['plan', '--only', 'hosts', '--host', 'web01', ...options], { before: host.before }).stdout;
    expect(planned('--keep-runner')).toContain(' on web01, uploaded\n');
    expect(planned()).toContain(' on web01, kept\n');
  });

  const refused = (options: SshHostOptions, target: string): string => {
    const { status, stdout, stderr } = onHost(options, ['collect', '--only', 'hosts', '--host', target]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return stderr;
  };
  itConnects('a host whose key is unknown is not believed', () =>
    expect(refused({ isKnown: false }, 'web01')).toMatch(
      /^hostspec: web01: no shell answered: .*Host key verification failed\.; connect once with ssh web01 and compare/,
    ),
  );
  itConnects('a refused key is one sentence', () =>
    expect(refused({ isAdmitted: false }, 'web01')).toMatch(
      /^hostspec: web01: no shell answered: .*tester@127\.0\.0\.1: Permission denied \(publickey.*\)\.; check that ssh web01 logs in/,
    ),
  );
  itConnects('an account without a shell is one sentence', () =>
    expect(refused({ shell: '/usr/sbin/nologin' }, 'web01')).toContain(
      'This account is currently not available.',
    ),
  );
  itConnects('a port at which nothing listens is one sentence', () =>
    expect(refused({}, 'ssh://127.0.0.1:1')).toContain('Connection refused; check the name and the port'),
  );
});

itRuns('a command that gives no shell is one sentence', () => {
  const { status, stderr } = hostspec(['plan', '--only', 'hosts', '--via', 'echo no']);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'hostspec: echo no: no shell answered: no; check that the command gives a shell there\n',
  });
});

itRuns(
  'a command has LANG of the caller in both kinds of hosts, and on another host LANG of the user there',
  () => {
    const folder = directoryOf({
      'site.json': JSON.stringify({
        name: 'site',
        add: { own_env: { type: 'simple_command', command: '/usr/bin/env', doc: 'The environment' } },
      }),
    });
    const langOf = (...options: string[]): string[] => {
      const words = [
        'collect',
        '--catalog',
        'site.json',
        '--only',
        'own_env',
        '--quiet',
        '--format',
        'directory',
      ];
      const output = join(temporaryDirectory(), 'archive');
      const env = { ...process.env, LANG: 'tr_TR.UTF-8' };
      const { status, stderr } = hostspec([...words, '--output', output, ...options], { cwd: folder, env });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const text = readFileSync(join(output, 'data/insights_commands/env'), 'utf8');
      return text.split('\n').filter((line) => line.startsWith('LANG='));
    };
    expect(langOf()).toEqual(['LANG=tr_TR.UTF-8']);
    expect(langOf('--in-process')).toEqual(['LANG=tr_TR.UTF-8']);
    expect(langOf('--via', 'env LANG=de_DE.UTF-8 sh')).toEqual(['LANG=de_DE.UTF-8']);
    expect(langOf('--via', 'env LANG=/tmp/x sh')).toEqual([]);
  },
);

/** What a connection or another session changes on the host: the lists of processes and mounts, and what was used last. */
const isChanging = /^(ls_|ps_|lsof|last|mount)/;

interface Line {
  readonly type?: string;
  readonly name?: string;
}

/** A line of NDJSON without what differs between any two runs. */
function withoutTimes(line: string): Line {
  return JSON.parse(line, (key, value: unknown) => (isTime.test(key) ? undefined : value));
}
