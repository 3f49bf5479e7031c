import { joinWords, splitWords } from '@hostspec/spec';
import type { StoredOutput } from './stored-output.js';
import type { ArchiveView } from './view.js';

/** Another command whose stored output can replace a missing one. */
interface Equivalent {
  /** Its command line. A program without a directory matches in any directory. */
  readonly command: string;
  /** Converts its output to that of the requested command. Default: the outputs are the same, except for details. */
  readonly convert?: (output: string) => string;
}

/** By command line: commands that a sos report runs in another form, and commands of providers that no archive stores. */
const equivalents = new Map<string, readonly Equivalent[]>(
  Object.entries({
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
  }),
);

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

/** Joins the lines of each interface with backslashes, as `ip -o` prints them. */
function joinContinued(output: string): string {
  return output.replaceAll('\n    ', '\\    ');
}

/** A stored output. `from` and `convert` are set if it is another command's. */
export type Output = StoredOutput & {
  readonly from?: string;
  readonly convert?: (output: string) => string;
};

/** The output of a command, or of an equivalent one; the reason if the archive has neither. */
export async function outputOf(view: ArchiveView, argv: readonly string[]): Promise<Output> {
  const stored = await view.output(argv);
  if (stored?.rc !== undefined) return stored;
  const line = joinWords(argv);
  for (const { command, convert } of equivalents.get(line) ?? []) {
    const other = await view.output(splitWords(command));
    if (other?.file) return { ...other, from: command, ...(convert && { convert }) };
  }
  return stored ?? { problem: 'absent', reason: `the archive has no output of ${line}` };
}
