/** Another command whose stored output can replace one that is not stored. */
export interface Equivalent {
  /** Its arguments; a program without a directory matches any. */
  readonly command: string;
  /** Converts its output to that of the requested command; if left out, they are the same except for details. */
  readonly convert?: (output: string) => string;
}

/** By command line: commands with another name in a sos report, and commands of providers that no archive stores. */
const equivalents: Readonly<Record<string, readonly Equivalent[]>> = {
  '/bin/hostname -s': [{ command: 'hostname', convert: (output) => output.replace(/\.\S+/, '') }],
  '/bin/mount': [{ command: 'mount -l', convert: withoutLabels }],
  '/bin/netstat -agn': [{ command: 'netstat -W -agn' }],
  '/bin/netstat -neopa': [{ command: 'netstat -W -neopa' }],
  '/bin/ps aux': [{ command: 'ps auxwww' }],
  '/bin/ps auxww': [{ command: 'ps auxwww' }, { command: 'ps aux' }],
  '/sbin/ip -o link': [
    { command: 'ip -s -d link', convert: joinContinued },
    { command: 'ip -d address', convert: joinContinued },
    { command: 'ip addr', convert: joinContinued },
    { command: 'ip address', convert: joinContinued },
  ],
  '/sbin/ip addr': [{ command: 'ip -d address' }, { command: 'ip address' }],
  '/usr/bin/chronyc sources': [{ command: 'chronyc -n sources' }],
  '/usr/bin/docker ps --all --no-trunc': [{ command: 'docker ps -a' }],
  '/usr/bin/nmcli conn show': [{ command: 'nmcli con' }],
  '/usr/bin/lsof': [{ command: "lsof -b +M -n -l -c ''" }, { command: 'lsof -b +M -n -l' }],
  '/usr/bin/ovs-vsctl list bridge': [{ command: 'ovs-vsctl -t 5 list bridge' }],
  '/usr/bin/ovs-vsctl list-br': [{ command: 'ovs-vsctl -t 5 list-br' }],
  '/usr/bin/ovs-vsctl show': [{ command: 'ovs-vsctl -t 5 show' }],
  '/usr/bin/podman ps --all --no-trunc': [{ command: 'podman ps -a' }],
  '/usr/bin/timedatectl status': [{ command: 'timedatectl' }],
  '/usr/bin/virsh --readonly list --all': [{ command: 'virsh -r list --all' }],
  '/usr/sbin/dmsetup info -C': [{ command: 'dmsetup info -c' }],
  '/usr/bin/yum -d 2 -C --noplugins repolist': [{ command: 'yum -C repolist' }],
};

const byLine = new Map(Object.entries(equivalents));

/** Commands that can replace one, in the order of preference. */
export function equivalentsOf(line: string): readonly Equivalent[] {
  return byLine.get(line) ?? [];
}

/** The lines of `mount -l` without the label at their end, such as ` [root]`. */
function withoutLabels(output: string): string {
  return output
    .split('\n')
    .map((line) => {
      const start = line.lastIndexOf(' [');
      return start !== -1 && line.indexOf(']', start) === line.length - 1 ? line.slice(0, start) : line;
    })
    .join('\n');
}

/** The lines of one interface as one, with backslashes between, as `ip -o` prints them. */
function joinContinued(output: string): string {
  return output.replaceAll('\n    ', '\\    ');
}
