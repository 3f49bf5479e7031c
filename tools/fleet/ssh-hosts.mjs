import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a test needs from the machine to use `sshHosts`. */
export const sshNeeds = [
  'root',
  'a mount namespace',
  'a network namespace',
  'a PID namespace',
  '/usr/sbin/sshd',
  '/etc/ssh/ssh_config',
  'ssh-keygen',
  'ip',
];

/**
 * Prepares sshd and the keys in a folder, and returns the words to put before a command line. The command then runs in namespaces of
 * its own, in which every host name leads to one sshd, except: `refused*` refuses connections, `stranger*` has an unknown key, and
 * `hung*` never answers. Connections to `*shared*` use the login of the first. Nothing of that is outside, and everything ends with the command.
 */
export const sshHosts = (folder) => {
  const at = (name) => join(folder, name);
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)], { stdio: 'pipe' });
  writeFileSync(at('authorized'), readFileSync(at('user.pub')));
  writeFileSync(at('known'), `* ${readFileSync(at('host.pub'), 'utf8')}`);
  writeFileSync(at('sshd_config'), serverOf(at));
  writeFileSync(at('ssh_config'), clientOf(at));
  writeFileSync(at('passwd'), accountsOf(at));
  writeFileSync(at('enter'), scriptOf(at));
  chmodSync(at('enter'), 0o755);
  return ['unshare', '-m', '-n', '-p', '-f', '--mount-proc', '--kill-child', at('enter')];
};

const serverOf = (at) => `Port 22
Port 2200
ListenAddress 127.0.0.1
ListenAddress ::1
HostKey ${at('host')}
AuthorizedKeysFile ${at('authorized')}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 2000
LogLevel ERROR
`;

// The startup files of this machine's root take their time at each login, and may write.
const accountsOf = (at) => {
  mkdirSync(at('home'), { recursive: true });
  return readFileSync('/etc/passwd', 'utf8').replace(/^(root:(?:[^:]*:){4})[^:]*/m, `$1${at('home')}`);
};

const clientOf = (at) => `Host refused*
  Port 1
Host stranger*
  UserKnownHostsFile /dev/null
Host hung*
  ProxyCommand sleep 1000
Host *shared*
  ControlMaster auto
  ControlPath ${at('%C')}
  ControlPersist yes
Host *
  HostName 127.0.0.1
  IdentityFile ${at('user')}
  IdentitiesOnly yes
  StrictHostKeyChecking yes
  UserKnownHostsFile ${at('known')}
`;

const scriptOf = (at) => `#!/bin/sh
ip link set lo up || exit 99
mount -t tmpfs none /run && mkdir /run/sshd || exit 99
mount --bind ${at('ssh_config')} /etc/ssh/ssh_config || exit 99
mount --bind ${at('passwd')} /etc/passwd || exit 99
/usr/sbin/sshd -D -f ${at('sshd_config')} -E ${at('log')} &
for try in 1 2 3 4 5 6 7 8 9 10; do
  ssh -oBatchMode=yes root@first true 2> /dev/null && break
  sleep 0.2
done
exec "$@"
`;
