import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
 * `hung*` never answers. Nothing of that is outside, and everything ends with the command. With `roundTrip`, the bytes to and from `far*`
 * take half as many milliseconds; connections to `*shared*` use the login of the first. With `host`, the words that run a command on
 * another host, every connection is to that one, and so is what runs under `folder/inner`.
 */
export const sshHosts = (folder, { roundTrip = 0, host } = {}) => {
  const at = (name) => join(folder, name);
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)], { stdio: 'pipe' });
  writeFileSync(at('authorized'), readFileSync(at('user.pub')));
  writeFileSync(at('known'), `* ${readFileSync(at('host.pub'), 'utf8')}`);
  writeFileSync(at('sshd_config'), serverOf(at) + (host ? `ForceCommand ${at('inner')} /bin/sh\n` : ''));
  writeFileSync(at('ssh_config'), clientOf(at));
  writeFileSync(at('passwd'), accountsOf(at));
  writeFileSync(at('inner'), innerOf(at));
  writeFileSync(at('enter'), scriptOf(at, roundTrip / 2, host));
  for (const script of ['inner', 'enter']) chmodSync(at(script), 0o755);
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
Host far*
  Port 2222
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

// A process that stays there keeps the other host, and its number is for nsenter.
const stay = `const fs = require('fs'); fs.writeFileSync(process.argv[1], ''); setInterval(() => {}, 1e9)`;

const innerOf = (at) => `#!/bin/sh
exec nsenter --target $(cat ${at('pid')}) --mount --pid --root --wd -- "$@"
`;

const hostOf = (at, words) => `${words.join(' ')} ${process.execPath} -e "${stay}" ${at('ready')} &
while ! [ -e ${at('ready')} ]; do sleep 0.05; done
cat /proc/$!/task/$!/children > ${at('pid')}
`;

const delay = fileURLToPath(new URL('delay.mjs', import.meta.url));

const scriptOf = (at, milliseconds, host) => `#!/bin/sh
ip link set lo up || exit 99
mount -t tmpfs none /run && mkdir /run/sshd || exit 99
mount --bind ${at('ssh_config')} /etc/ssh/ssh_config || exit 99
mount --bind ${at('passwd')} /etc/passwd || exit 99
${host ? hostOf(at, host) : ''}
/usr/sbin/sshd -D -f ${at('sshd_config')} -E ${at('log')} &
${milliseconds > 0 ? `${process.execPath} ${delay} 2222 22 ${milliseconds} &` : ''}
for try in 1 2 3 4 5 6 7 8 9 10; do
  ssh -oBatchMode=yes root@first true 2> /dev/null && break
  sleep 0.2
done
exec "$@"
`;
