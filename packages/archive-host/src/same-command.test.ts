import { expect, test } from 'vitest';
import { extraWords } from './same-command.js';
import { createArchiveSession } from './shell/session.js';
import { archiveOf, outcomesOf } from './testing/archive-of.js';

/** Whether an archive that has only one command line answers another one with it. */
async function answers(recorded: string, asked: string): Promise<boolean> {
  const source = { kind: 'command', argv: recorded.split(' ') };
  const outcomes = outcomesOf({ items: [{ path: 'output', source, rc: 0 }] });
  const session = await createArchiveSession(archiveOf({ output: 'O' }, { kind: 'hostspec', outcomes }));
  const answer = await session.synonym(asked.split(' '));
  if (answer) expect(answer.recorded ?? asked).toBe(recorded);
  return answer !== undefined;
}

test.each([
  ['df -ahilT', 'df --print-type --local --inodes --human-readable --all'],
  ['df -H', '/bin/df --si'],
  ['df -P', 'df --portability'],
  ['df -k -l', 'df -lk'],
  ['df - -h', 'df -h -'],
  ['df -h -a /var b-c', 'df /var -ah b-c'],
  ['free -hltw', 'free --wide --total --lohi --human'],
  ['free -b', 'free --bytes'],
  ['free -k', 'free --kibi'],
  ['free -m', 'free --mebi'],
  ['free -g', 'free --gibi'],
  ['free -v -t', 'free -tv'],
  ['lsblk -abdfp', 'lsblk --paths --fs --nodeps --bytes --all'],
  ['lsblk -m', 'lsblk --perms'],
  ['lsblk -tp', 'lsblk -p -t'],
  ['lspci -nnvk', 'lspci -k -v -nn'],
  ['lspci -xD', 'lspci -D -x'],
  ['mdadm -D /dev/md0', 'mdadm --detail /dev/md0'],
  ['mdadm -E /dev/sda1', 'mdadm --examine /dev/sda1'],
  ['netstat -anprtuWl', 'netstat --listening --wide --udp --tcp --route --programs --numeric --all'],
  ['netstat -geosx', 'netstat -g -xeos'],
  [
    'ss -aeilmnopstuwx',
    'ss --unix --raw --udp --tcp --summary --processes --options --numeric --memory --listening --info --extended --all',
  ],
  ['ss -rH', 'ss -Hr'],
  ['uname -a', 'uname --all'],
  ['uname -nrm', 'uname --machine --kernel-release --nodename'],
  ['uname -svpio', 'uname -o -i -p -v -s'],
  [
    'ip -6 -s -d -br -o -j -N address',
    'ip --numeric --json --oneline --brief --details --stats -6 address list',
  ],
  ['ip -4 -s link', 'ip -statistics -4 l show'],
  ['ip link show up', 'ip link up'],
  ['ip address', 'ip a lst'],
  ['ip neighbour', 'ip neighbor'],
  ['aa-status --verbose', 'aa-status'],
  ['coredumpctl --no-pager list', 'coredumpctl list'],
  ['/usr/bin/hostnamectl status', 'hostnamectl'],
  ['loginctl --no-pager list-sessions', 'loginctl'],
  ['resolvectl --no-pager status', 'resolvectl status'],
  ['systemd-analyze --no-pager critical-chain', 'systemd-analyze critical-chain'],
  ['timedatectl --no-pager timesync-status', 'timedatectl timesync-status'],
  ['virsh --readonly list --all', 'virsh -r list --all'],
  ['zypper -n --no-refresh locks', 'zypper --non-interactive locks'],
])('%s has what %s prints, and the other way round', async (one, other) => {
  expect(await answers(one, other)).toBe(true);
  expect(await answers(other, one)).toBe(true);
});

test.each([
  ['df -h -k', 'df -k -h'],
  ['df -h -H', 'df -H -h'],
  ['df', 'df -'],
  ['df', 'df --unknown'],
  ['df --other', 'df --unknown'],
  ['df -h', 'df -- -h'],
  ['df a-h', 'df -h'],
  ['df -h -x autofs', 'df -x autofs -h'],
  ['free -m -g', 'free -g -m'],
  ['free -b -k', 'free -k -b'],
  ['free -h -m', 'free -m -h'],
  ['lsblk -f -m', 'lsblk -m -f'],
  ['lsblk -t -m', 'lsblk -m -t'],
  ['lspci -vv', 'lspci -v'],
  ['ss -t', 'ss -t -u'],
  ['ip -6 route', 'ip route'],
  ['ip -s link', 'ip -d link'],
  ['ip link', 'ip link shows'],
  ['ip link', 'ip link reshow'],
  ['ip -x link', 'ip link -x'],
  ['ip -s', 'ip'],
  ['ip -s -d', 'ip -d -s'],
  ['ip -- link', 'ip - link'],
  ['ip address', 'ip addresses'],
  ['ip tunnel', 'ip tunnel show'],
  ['ps aux', 'ps -aux'],
  ['zypper locks', 'zypper locks -n'],
  ['resolvectl --no-pager status', 'resolvectl statistics'],
  ['/usr/bin/hostnamectl status', 'hostnamectl --static'],
  ['resolvectl status', 'resolvectl --cache=no status'],
  ['ls -l -a', 'ls -la'],
  ['constructor -a -b', 'constructor -ab'],
  ['constructor', '/bin/constructor'],
])('%s does not have what %s prints', async (recorded, asked) => {
  expect(await answers(recorded, asked)).toBe(false);
});

test.each([
  ['vmstat', '/usr/bin/vmstat -w 1 3', 3],
  ['ipmitool sel elist', '/usr/bin/ipmitool sel elist last 500', 2],
  ['ceph health detail', '/usr/bin/ceph health detail -f json', 2],
  ['vmstat 5 5', '/usr/bin/vmstat -w 1 3', 3],
  ['vmstat -s', '/usr/bin/vmstat -w 1 3', undefined],
  ['iostat -x 1 3', '/usr/bin/iostat -xtz 1 2', 4],
  ['mdadm 1', 'mdadm 2', undefined],
  ['smartctl --all /dev/sda', '/usr/sbin/smartctl -n standby -x /dev/sda', 0],
  ['smartctl -x /dev/sdb', '/usr/sbin/smartctl -n standby -x /dev/sda', undefined],
  ['smartctl -i /dev/sda', '/usr/sbin/smartctl -n standby -x /dev/sda', undefined],
  ['chronyc -n sources -v', 'chronyc sources', 0],
  ['blkid', '/sbin/blkid -c /dev/null', 2],
  ['apt list --upgradable', 'apt -o Dir::Cache= list --upgradable', 2],
  ['ip link -s', 'ip -s -d link', 1],
  ['ufw status', 'ufw status verbose', 1],
  ['ip', 'ip -s link', undefined],
  ['podman', 'podman images', undefined],
  ['dmidecode -t memory', 'dmidecode', undefined],
  ['virsh b a', 'virsh a b', undefined],
  ['systemctl', 'systemctl --version', undefined],
  ['who', 'w -a', undefined],
])('%s: words that %s has beyond', (asked, recorded, extra) => {
  expect(extraWords(asked.split(' '), recorded.split(' '))).toBe(extra);
});

test.each([
  ['address', 'a'],
  ['link', 'l'],
  ['route', 'r'],
  ['rule', 'ru'],
  ['neighbour', 'n'],
])('each beginning of ip %s from %s stands for it, and for no other object', async (object, shortest) => {
  const beginnings = [...object].map((_, index) => object.slice(0, index + 1));
  const short = beginnings.slice(shortest.length - 1);
  for (const word of short) expect(await answers(`ip ${object}`, `ip ${word}`)).toBe(true);
  for (const other of ['address', 'link', 'route', 'rule', 'neighbour'].filter((name) => name !== object))
    for (const word of short) expect(await answers(`ip ${other}`, `ip ${word}`)).toBe(false);
});
