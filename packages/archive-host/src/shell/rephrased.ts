import { programOf } from '../same-command.js';

/** The words of a command that shows the same; undefined if the arguments ask for something else. */
type Rephrase = (args: readonly string[]) => readonly string[] | undefined;

const always =
  (...words: string[]): Rephrase =>
  () =>
    words;

/** For no arguments, or the lines given: the words in their place. */
const lines =
  (words: Readonly<Record<string, string>>): Rephrase =>
  (args) => {
    const line = args.join(' ');
    return Object.hasOwn(words, line) ? words[line]?.split(' ') : undefined;
  };

/** The disk of a partition; undefined for anything else. */
const wholeDisk = (device: string): string | undefined =>
  /^(\/dev\/(?:[hsv]d|xvd)[a-z]+)\d+$/.exec(device)?.[1] ??
  /^(\/dev\/(?:nvme\d+n\d+|mmcblk\d+))p\d+$/.exec(device)?.[1];

const isInterface = (word: string): boolean => /^[a-z][\w.:-]*$/i.test(word);

/** By program: others that show the same in another form, mostly because the program is an older one. */
const rephrases: Readonly<Record<string, Rephrase>> = {
  arch: always('uname', '-m'),
  arp: (args) => (args.every((word) => /^-[aenv]+$/.test(word)) ? ['ip', 'neigh'] : undefined),
  chkconfig: lines({ '': 'systemctl list-unit-files', '--list': 'systemctl list-unit-files' }),
  dmesg: (args) => {
    const level = /^(?:-l|--level)[ =](\w+)$/.exec(args.join(' '))?.[1];
    return level === undefined ? undefined : ['journalctl', '-k', '-p', level.replace(/^warn$/, 'warning')];
  },
  dpkg: ([option, name, ...more]) =>
    /^(?:-s|--status)$/.test(option ?? '') && name !== undefined && more.length === 0
      ? ['dpkg', '-l', name]
      : undefined,
  docker: lines({ 'ps -a': 'docker ps --all --no-trunc' }),
  dnf: (args) => ['yum', ...args],
  'firewall-cmd': lines({ '--list-all': 'firewall-cmd --list-all-zones' }),
  groups: ([user, ...more]) => (user !== undefined && more.length === 0 ? ['id', user] : undefined),
  htop: always('top'),
  ifconfig: (args) => {
    const names = args.filter((word) => word !== '-a');
    return names.length <= 1 && names.every(isInterface) ? ['ip', 'addr', 'show', ...names] : undefined;
  },
  iptables: (args) => (args.every((word) => /^-[LSnv]+$/.test(word)) ? ['iptables-save'] : undefined),
  journalctl: (args) => {
    const others = args.filter((word) => word !== '-f' && word !== '--follow');
    return others.length < args.length ? ['journalctl', ...others] : undefined;
  },
  lspci: lines({ '-nnk': 'lspci -nnvv' }),
  lvdisplay: always('lvs'),
  netstat: (args) => {
    if (args.join() === '-i') return ['ip', '-s', 'link'];
    return args.every((word) => /^-[antulpW46]+$/.test(word)) && args.length > 0
      ? ['ss', ...(/[tu]/.test(args.join('')) ? [] : ['-tu']), ...args.map((word) => word.replace('W', ''))]
      : undefined;
  },
  nmcli: lines({ '': 'nmcli general status', device: 'nmcli dev show', d: 'nmcli dev show' }),
  ntpq: lines({ '-p': 'ntpq -pn' }),
  podman: lines({ 'ps -a': 'podman ps --all --no-trunc' }),
  ps: lines({ auxf: 'ps aux', axf: 'ps aux', axjf: 'ps alxwww', '-ejH': 'ps alxwww' }),
  pstree: always('ps', '-eo', 'pid,ppid,args'),
  pvdisplay: always('pvs'),
  route: lines({ '': 'route -n' }),
  runlevel: always('systemctl', 'get-default'),
  service: ([name = '', action]) => {
    if (name === '--status-all') return ['systemctl', 'list-units', '--type=service'];
    return action === 'status' ? ['systemctl', 'status', name] : undefined;
  },
  smartctl: (args) => {
    const disk = wholeDisk(args.at(-1) ?? '');
    return disk === undefined ? undefined : ['smartctl', ...args.slice(0, -1), disk];
  },
  sudo: (args) => (args.length > 0 && !args[0]?.startsWith('-') ? args : undefined),
  swapon: lines({ '-s': 'swapon --show' }),
  'systemd-analyze': lines({ '': 'systemd-analyze time' }),
  w: always('who', '-a'),
  who: lines({ '-b': 'who -a' }),
  yum: lines({ 'list installed': 'rpm -qa' }),
};

/** The words of a command that shows the same as another in another form. */
export function rephrased([path = '', ...args]: readonly string[]): readonly string[] | undefined {
  const program = programOf(path);
  return Object.hasOwn(rephrases, program) ? rephrases[program]?.(args) : undefined;
}
