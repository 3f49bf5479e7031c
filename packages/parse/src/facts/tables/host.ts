import {
  bootTimeOf,
  clockOf,
  cpuinfoOf,
  dmiOf,
  kernelOf,
  memoryOf,
  osReleaseOf,
  type Processors,
  processorsOf,
  seLinuxOf,
  uptimeOf,
} from '../../system.js';
import type { Table } from '../../table.js';
import { countOf, percentOf } from '../../words.js';
import { type Columns, factTable, type ValuesOf } from '../declaration.js';

const columns = {
  hostname: { type: 'text', doc: 'The name', identity: true },
  machine_id: { type: 'text', doc: 'The id that systemd gave the installation', identity: true },
  os_id: { type: 'text', doc: 'The distribution, such as debian or rhel' },
  os_version: { type: 'text', doc: 'The version of the distribution, such as 12 or 9.4' },
  os_name: { type: 'text', doc: 'Name and version of the distribution, for people' },
  support_end: {
    type: 'time',
    doc: 'When the support of the distribution ends, if the system says it itself',
  },
  kernel: { type: 'text', doc: 'The release of the kernel that runs' },
  architecture: { type: 'text', doc: 'The architecture of the machine' },
  tainted: { type: 'integer', doc: "The kernel's taints, as the sum of their bits" },
  vendor: { type: 'text', doc: 'Who made the machine' },
  product: { type: 'text', doc: 'The model of the machine' },
  uuid: { type: 'text', doc: 'The id of the machine in its firmware', identity: true },
  bios_version: { type: 'text', doc: 'The version of the firmware' },
  processors: { type: 'integer', unit: 'count', doc: 'The processors that the system sees' },
  processor_model: { type: 'text', doc: 'The model of the processors' },
  sockets: { type: 'integer', unit: 'count', doc: 'The sockets of the processors' },
  hypervisor: { type: 'text', doc: 'Who made the hypervisor; only on a virtual machine' },
  memory: { type: 'integer', unit: 'bytes', doc: 'The memory' },
  memory_available: { type: 'integer', unit: 'bytes', doc: 'Memory that programs can get', volatile: true },
  memory_available_percent: {
    type: 'real',
    unit: 'percent',
    doc: 'The share of the memory that programs can get',
    volatile: true,
  },
  huge_pages: { type: 'integer', unit: 'bytes', doc: 'Memory that is reserved for huge pages' },
  huge_pages_unused: {
    type: 'integer',
    unit: 'bytes',
    doc: 'Memory reserved for huge pages that no program uses or has been promised',
    volatile: true,
  },
  huge_pages_unused_percent: {
    type: 'real',
    unit: 'percent',
    doc: 'The share of the memory that huge pages hold unused',
    volatile: true,
  },
  swap: { type: 'integer', unit: 'bytes', doc: 'The swap space' },
  swap_used: { type: 'integer', unit: 'bytes', doc: 'The swap space in use', volatile: true },
  swap_used_percent: {
    type: 'real',
    unit: 'percent',
    doc: 'The share of the swap space in use; none without swap space',
    volatile: true,
  },
  boot_time: { type: 'time', doc: 'When the host booted' },
  load_1: { type: 'real', doc: 'Processes that run or wait, on average over one minute', volatile: true },
  load_5: { type: 'real', doc: 'Processes that run or wait, on average over five minutes', volatile: true },
  load_15: {
    type: 'real',
    doc: 'Processes that run or wait, on average over fifteen minutes',
    volatile: true,
  },
  time_zone: { type: 'text', doc: 'The time zone' },
  clock_synchronized: { type: 'boolean', doc: 'The clock follows another one' },
  selinux: { type: 'text', doc: 'The mode of SELinux: enforcing, permissive or disabled' },
  selinux_configured: { type: 'text', doc: 'The mode of SELinux after the next boot' },
} as const satisfies Columns;

type Values = ValuesOf<typeof columns>;

/** A part of the host's row for which the whole content is needed. */
function record(form: (text: string) => Values | undefined): Table<Values> {
  return () => {
    const lines: string[] = [];
    return {
      line(text) {
        if (lines.length < mostLines) lines.push(text);
        return undefined;
      },
      end: () => form(`${lines.join('\n')}\n`),
      begin: () => 1,
    };
  };
}

// Firmware of a large machine has many lines: it describes each memory module and slot.
const mostLines = 100_000;

function name(text: string): Values | undefined {
  const hostname = text.trim().split('\n').at(-1);
  return hostname ? { hostname } : undefined;
}

function release(text: string): Values | undefined {
  const { ID, VERSION_ID, PRETTY_NAME, NAME, SUPPORT_END } = osReleaseOf(text);
  const end = /^\d{4}-\d\d-\d\d$/.test(SUPPORT_END ?? '') ? Date.parse(`${SUPPORT_END}`) : Number.NaN;
  return ID === undefined && NAME === undefined
    ? undefined
    : {
        os_id: ID,
        os_version: VERSION_ID,
        os_name: PRETTY_NAME ?? NAME,
        support_end: Number.isNaN(end) ? undefined : end,
      };
}

function kernel(text: string): Values | undefined {
  const known = kernelOf(text);
  return known && { kernel: known.release, architecture: known.machine };
}

function processors(found: Processors | undefined): Values | undefined {
  if (!found) return undefined;
  const { count, model, sockets, hypervisor } = found;
  return { processors: count, processor_model: model, sockets, hypervisor };
}

function memory(text: string): Values | undefined {
  const found = memoryOf(text);
  if (!found) return undefined;
  const { total, available, swapTotal, swapFree, hugePages, unusedHugePages } = found;
  return {
    memory: total,
    memory_available: available,
    memory_available_percent: available === undefined ? undefined : percentOf(available, total),
    huge_pages: hugePages,
    huge_pages_unused: unusedHugePages,
    huge_pages_unused_percent: unusedHugePages === undefined ? undefined : percentOf(unusedHugePages, total),
    swap: swapTotal,
    swap_used: swapTotal - swapFree,
    swap_used_percent: percentOf(swapTotal - swapFree, swapTotal),
  };
}

function firmware(text: string): Values | undefined {
  const { systemVendor, productName, uuid, biosVersion } = dmiOf(text);
  return systemVendor === undefined && productName === undefined && uuid === undefined
    ? undefined
    : { vendor: systemVendor, product: productName, uuid, bios_version: biosVersion };
}

function load(text: string): Values | undefined {
  const found = uptimeOf(text);
  const [load_1, load_5, load_15] = found?.load ?? [];
  return load_1 === undefined ? undefined : { load_1, load_5, load_15 };
}

function clock(text: string): Values | undefined {
  const { zone, synchronized } = clockOf(text);
  return zone === undefined && synchronized === undefined
    ? undefined
    : { time_zone: zone, clock_synchronized: synchronized };
}

function shownClock(text: string): Values | undefined {
  const values = new Map(text.split('\n').map((line) => line.split('=', 2) as [string, string]));
  const answer = values.get('NTPSynchronized');
  return answer === undefined
    ? undefined
    : { time_zone: values.get('Timezone'), clock_synchronized: answer === 'yes' };
}

function seLinux(text: string): Values | undefined {
  const state = seLinuxOf(text);
  return state && { selinux: state.mode ?? state.status, selinux_configured: state.configured };
}

function mode(text: string): Values | undefined {
  const selinux = text.trim().toLowerCase();
  return /^(?:enforcing|permissive|disabled)$/.test(selinux) ? { selinux } : undefined;
}

function boot(text: string): Values | undefined {
  const boot_time = bootTimeOf(text);
  return boot_time === undefined ? undefined : { boot_time };
}

function taints(text: string): Values | undefined {
  const tainted = countOf(/^(?:kernel\.tainted = )?(\d{1,15})$/m.exec(text.trim())?.[1]);
  return tainted === undefined ? undefined : { tainted };
}

function machineId(text: string): Values | undefined {
  const machine_id = /^[\da-f]{32}$/.exec(text.trim())?.[0];
  return machine_id === undefined ? undefined : { machine_id };
}

const processorColumns = ['processors', 'processor_model', 'sockets', 'hypervisor'] as const;
const memoryColumns = [
  'memory',
  'memory_available',
  'memory_available_percent',
  'huge_pages',
  'huge_pages_unused',
  'huge_pages_unused_percent',
  'swap',
  'swap_used',
  'swap_used_percent',
] as const;

/** The host itself. */
export const host = factTable({
  name: 'host',
  doc: 'The host: system, machine, memory, load and clock',
  columns,
  key: [],
  parts: [
    [
      { spec: 'hostname_default', rows: record(name), gives: ['hostname'] },
      { spec: 'hostname', rows: record(name), gives: ['hostname'] },
    ],
    [{ spec: 'etc_machine_id', rows: record(machineId), gives: ['machine_id'] }],
    [{ spec: 'os_release', rows: record(release), gives: ['os_id', 'os_version', 'os_name', 'support_end'] }],
    [{ spec: 'uname', rows: record(kernel), gives: ['kernel', 'architecture'] }],
    [
      { spec: 'kernel_tainted', rows: record(taints), gives: ['tainted'] },
      { spec: 'sysctl', rows: record(taints), gives: ['tainted'] },
    ],
    [{ spec: 'dmidecode', rows: record(firmware), gives: ['vendor', 'product', 'uuid', 'bios_version'] }],
    [
      { spec: 'lscpu', rows: record((text) => processors(processorsOf(text))), gives: processorColumns },
      { spec: 'cpuinfo', rows: record((text) => processors(cpuinfoOf(text))), gives: processorColumns },
    ],
    [{ spec: 'meminfo', rows: record(memory), gives: memoryColumns }],
    [{ spec: 'proc_stat', rows: record(boot), gives: ['boot_time'] }],
    [{ spec: 'uptime', rows: record(load), gives: ['load_1', 'load_5', 'load_15'] }],
    [
      { spec: 'timedatectl_status', rows: record(clock), gives: ['time_zone', 'clock_synchronized'] },
      { spec: 'timedatectl_show', rows: record(shownClock), gives: ['time_zone', 'clock_synchronized'] },
    ],
    [
      { spec: 'sestatus', rows: record(seLinux), gives: ['selinux', 'selinux_configured'] },
      // Every host with SELinux has this program.
      { spec: 'getenforce', rows: record(mode), gives: ['selinux'], noneWithoutProgram: true },
    ],
  ],
});
