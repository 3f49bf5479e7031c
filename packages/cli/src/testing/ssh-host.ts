import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryOf } from './cli.js';

/** An sshd in a network of its own, and how to run commands beside it. */
export interface SshHost {
  /** A command line to put before a command, which then knows the hosts `web01` (the user tester) and `web01-root`. */
  readonly before: readonly string[];
  readonly home: string;
  readonly directory: string;
}

/** How the sshd of a test differs from a usual one. */
export interface SshHostOptions {
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
export const sshComponents = [
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
export function sshHost(options: SshHostOptions = {}): SshHost {
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
