import { linesOf, type Text } from './table.js';
import { countOf, valuesOf, wordsOf } from './words.js';

/** The kernel's release and the machine's architecture. */
export interface Kernel {
  readonly release: string;
  readonly machine: string | undefined;
}

/** The kernel in the output of `uname -a` (spec `uname`). */
export function kernelOf(text: string): Kernel | undefined {
  const words = wordsOf(text);
  if (words[2] === undefined) return undefined;
  const machine = words
    .slice(3)
    .find((word) => /^(?:x86_64|i[3-6]86|aarch64|arm\w*|ppc64(?:le)?|s390x|riscv64)$/.test(word));
  return { release: words[2], machine };
}

/** The variables of `os-release` (spec `os_release`): shell-like assignments, with or without quotes. */
export function osReleaseOf(text: Text): Readonly<Record<string, string>> {
  const values: [string, string][] = [];
  for (const line of linesOf(text)) {
    const [, key, raw] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line.trimEnd()) ?? [];
    if (key !== undefined && raw !== undefined) values.push([key, unquoted(raw)]);
  }
  return Object.fromEntries(values);
}

function unquoted(raw: string): string {
  const [, quote, inner] = /^(["'])(.*)\1$/.exec(raw) ?? [];
  if (quote === undefined || inner === undefined) return raw;
  return quote === "'" ? inner : inner.replace(/\\(["\\$`])/g, '$1');
}

/** The uptime and load of a host. */
export interface Uptime {
  /** As printed by the program. */
  readonly up: string | undefined;
  /** Average number of processes that run or wait, over 1, 5 and 15 minutes. */
  readonly load: readonly number[];
}

/** Parses the output of `uptime` (spec `uptime`). */
export function uptimeOf(text: string): Uptime | undefined {
  const line = text.split('\n', 1)[0] ?? '';
  const load = /load averages?: ([\d., ]{1,60})/.exec(line)?.[1];
  if (load === undefined) return undefined;
  const up = /\bup +([^,]{1,40}(?:, +\d+:\d+)?)/.exec(line)?.[1];
  // Some locales have a comma in numbers.
  return {
    up: up?.replace(/ +/g, ' ').trim(),
    load: (load.match(/\d+[.,]\d+/g) ?? []).map((each) => Number(each.replace(',', '.'))),
  };
}

/** The average number of processes that run or wait, over 1, 5 and 15 minutes, in `/proc/loadavg` (spec `vm_files`). */
export function loadsOf(text: string): readonly number[] | undefined {
  const means = /^(\d{1,9}\.\d\d) (\d{1,9}\.\d\d) (\d{1,9}\.\d\d) /.exec(text)?.slice(1);
  return means?.map(Number);
}

/** The time of boot in `/proc/stat` (spec `proc_stat`), in milliseconds since the epoch. */
export function bootTimeOf(text: string): number | undefined {
  const seconds = countOf(/^btime (\d{1,12})$/m.exec(text)?.[1]);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** The processors of a host. */
export interface Processors {
  readonly count: number | undefined;
  readonly model: string | undefined;
  readonly sockets: number | undefined;
  readonly hypervisor: string | undefined;
}

/** The processors of `lscpu` (spec `lscpu`); undefined if it has neither a count nor a model. */
export function processorsOf(text: Text): Processors | undefined {
  const values = valuesOf(text);
  const count = countOf(values.get('CPU(s)'));
  const model = values.get('Model name') ?? values.get('BIOS Model name');
  if (count === undefined && model === undefined) return undefined;
  return {
    count,
    model,
    sockets: countOf(values.get('Socket(s)')),
    hypervisor: values.get('Hypervisor vendor'),
  };
}

/** The processors in `/proc/cpuinfo` (spec `cpuinfo`); undefined if it has none. */
export function cpuinfoOf(text: string): Processors | undefined {
  const count = text.match(/^processor\s*:/gm)?.length;
  if (count === undefined) return undefined;
  return {
    count,
    model: /^model name[ \t]*: (.+)$/m.exec(text)?.[1],
    sockets: undefined,
    hypervisor: undefined,
  };
}

/** The use of memory, in bytes. */
export interface Memory {
  readonly total: number;
  /** Undefined if the kernel is older than 3.14. */
  readonly available: number | undefined;
  readonly free: number;
  readonly buffers: number;
  /** Pages of files, without what is swapped. */
  readonly cached: number;
  /** tmpfs and shared memory, also counted as cached. */
  readonly shared: number;
  /** Objects of the kernel, of which it can free `reclaimable`. */
  readonly slab: number;
  readonly reclaimable: number;
  /** Memory to be written to disks. */
  readonly dirty: number;
  readonly swapTotal: number;
  readonly swapFree: number;
  /** Memory that is reserved for huge pages. */
  readonly hugePages: number;
  /** Huge pages that no program uses or has reserved; undefined if the kernel does not report them. */
  readonly unusedHugePages: number | undefined;
}

/** Parses `/proc/meminfo` (spec `meminfo`); undefined if it does not have the total. */
export function memoryOf(text: Text): Memory | undefined {
  const values = valuesOf(text);
  const number = (key: string): number | undefined => countOf(values.get(key)?.split(' ')[0]);
  const bytes = (key: string): number | undefined => {
    const size = number(key);
    return size === undefined ? undefined : size * 1024;
  };
  const total = bytes('MemTotal');
  if (total === undefined) return undefined;
  const free = number('HugePages_Free');
  return {
    total,
    available: bytes('MemAvailable'),
    free: bytes('MemFree') ?? 0,
    buffers: bytes('Buffers') ?? 0,
    cached: bytes('Cached') ?? 0,
    shared: bytes('Shmem') ?? 0,
    slab: bytes('Slab') ?? 0,
    reclaimable: bytes('SReclaimable') ?? 0,
    dirty: bytes('Dirty') ?? 0,
    swapTotal: bytes('SwapTotal') ?? 0,
    swapFree: bytes('SwapFree') ?? 0,
    hugePages: (number('HugePages_Total') ?? 0) * (bytes('Hugepagesize') ?? 0),
    unusedHugePages:
      free === undefined
        ? undefined
        : (free - (number('HugePages_Rsvd') ?? 0)) * (bytes('Hugepagesize') ?? 0),
  };
}

/** The firmware's description of the machine; absent if it has none, or if only root can read it. */
export interface Dmi {
  readonly systemVendor?: string;
  readonly productName?: string;
  readonly productVersion?: string;
  readonly productFamily?: string;
  readonly uuid?: string;
  readonly biosVendor?: string;
  readonly biosVersion?: string;
  /** The asset tag of the chassis. */
  readonly assetTag?: string;
}

const dmiFields: readonly (readonly [field: keyof Dmi, section: string, key: string])[] = [
  ['systemVendor', 'System Information', 'Manufacturer'],
  ['productName', 'System Information', 'Product Name'],
  ['productVersion', 'System Information', 'Version'],
  ['productFamily', 'System Information', 'Family'],
  ['uuid', 'System Information', 'UUID'],
  ['biosVendor', 'BIOS Information', 'Vendor'],
  ['biosVersion', 'BIOS Information', 'Version'],
  ['assetTag', 'Chassis Information', 'Asset Tag'],
];

/** The description in the output of `dmidecode` (spec `dmidecode`): the first section of each kind counts. */
export function dmiOf(text: Text): Dmi {
  const found: Partial<Record<keyof Dmi, string>> = {};
  const seen = new Set<string>();
  let section = '';
  for (const line of linesOf(text)) {
    if (/^\S/.test(line)) {
      const title = line.trim();
      section = seen.has(title) ? '' : title;
      seen.add(title);
      continue;
    }
    const [, key, value] = /^\t([^\t:][^:]*):\s*(.*)$/.exec(line.trimEnd()) ?? [];
    const field = dmiFields.find(([, title, name]) => title === section && name === key)?.[0];
    if (field && value) found[field] ??= value;
  }
  return found;
}

/** The state of the clock. */
export interface Clock {
  readonly zone: string | undefined;
  readonly synchronized: boolean | undefined;
}

/** The state of the clock in the output of `timedatectl` (spec `timedatectl_status`). */
export function clockOf(text: Text): Clock {
  const values = valuesOf(text);
  const answer = values.get('System clock synchronized') ?? values.get('NTP synchronized');
  return { zone: values.get('Time zone'), synchronized: answer === undefined ? undefined : answer === 'yes' };
}

/** The state of SELinux. */
export interface SeLinux {
  /** `enabled` or `disabled`. */
  readonly status: string;
  /** `enforcing` or `permissive`; undefined if it is disabled. */
  readonly mode: string | undefined;
  /** The mode after the next boot. */
  readonly configured: string | undefined;
}

/** The state of SELinux in the output of `sestatus` (spec `sestatus`). */
export function seLinuxOf(text: Text): SeLinux | undefined {
  const values = valuesOf(text);
  const status = values.get('SELinux status');
  return status
    ? { status, mode: values.get('Current mode'), configured: values.get('Mode from config file') }
    : undefined;
}

/** The processors' time since the boot, in percent. */
export interface CpuShares {
  /** Programs, including those with a low priority. */
  readonly user: number;
  /** The kernel, including interrupts. */
  readonly system: number;
  /** Idle, while something waited for a disk. */
  readonly iowait: number;
  /** Taken by other guests of the same machine. */
  readonly steal: number;
  readonly idle: number;
}

/** The shares of the processors' time in `/proc/stat` (spec `proc_stat`); undefined without its first line. */
export function cpuSharesOf(text: string): CpuShares | undefined {
  const [, line] = /^cpu {1,2}(\d[\d ]{0,300})$/m.exec(text) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = (line ?? '')
    .trim()
    .split(' ')
    .map(Number);
  const total = user + nice + system + idle + iowait + irq + softirq + steal;
  if (!(total > 0)) return undefined;
  const share = (part: number): number => Math.round((part / total) * 1000) / 10;
  return {
    user: share(user + nice),
    system: share(system + irq + softirq),
    iowait: share(iowait),
    steal: share(steal),
    idle: share(idle),
  };
}

/** The percentage of the last 60 seconds in which some task waited, from a file of `/proc/pressure`; undefined if it is not there. */
export function pressureOf(text: string): number | undefined {
  const [, share] = /^some avg10=\d+\.\d+ avg60=(\d{1,3}\.\d{1,2}) /m.exec(text) ?? [];
  return share === undefined ? undefined : Number(share);
}
