import { bytesText, counted, someOf } from '@hostspec/host-kit';
import {
  cpuinfoOf,
  cpuSharesOf,
  loadsOf,
  memoryOf,
  type Process,
  pressureOf,
  processorsOf,
  uptimeOf,
} from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import { type ProcessTable, processTable } from '../process-table.js';
import type { Finding } from '../summary.js';
import { countsOf, percentOf } from '../words.js';

/** Processors, load, memory and swap, and the processes that use most of them. */
export async function loadFacts(evidence: Evidence): Promise<Finding[]> {
  return [
    ...(await processorFacts(evidence)),
    ...shareFacts((await evidence.text('proc_stat')) ?? ''),
    ...pressureFacts(await evidence.pieces('pressure')),
    ...memoryFacts((await evidence.text('meminfo')) ?? ''),
    ...hugePageFacts((await evidence.text('thp_enabled')) ?? ''),
    ...processFacts(await processTable(evidence)),
  ];
}

async function processorFacts({ text, pieces }: Evidence): Promise<Finding[]> {
  const facts: Finding[] = [];
  const lscpu = processorsOf((await text('lscpu')) ?? '');
  const processors = lscpu ?? cpuinfoOf((await text('cpuinfo')) ?? '');
  if (processors) {
    const { count, model, sockets, hypervisor } = processors;
    const words = [
      count === undefined
        ? undefined
        : model === undefined
          ? `${count}, model not known`
          : `${count} × ${model}`,
      sockets === undefined ? undefined : counted(sockets, 'socket'),
      hypervisor === undefined ? undefined : `on ${hypervisor}`,
    ];
    const line = words.filter((word) => word !== undefined).join(', ') || (model ?? '');
    facts.push({ label: 'processors', text: line, from: lscpu ? 'lscpu' : 'cpuinfo', data: processors });
  }
  const uptime = uptimeOf((await text('uptime')) ?? '')?.load;
  const loadavg = (await pieces('vm_files')).find(({ name }) => name.endsWith('/loadavg'));
  const means = uptime ?? loadsOf(loadavg?.text ?? '');
  if (!means) return facts;
  const [load = 0] = means;
  const count = processors?.count;
  const each =
    count === undefined ? '' : `: ${(load / count).toFixed(1)} for each processor in the last minute`;
  return [
    ...facts,
    {
      label: 'load',
      text: `${means.map((mean) => mean.toFixed(2)).join(' ')}${each}`,
      from: uptime ? 'uptime' : 'vm_files',
      data: means,
    },
  ];
}

function shareFacts(stat: string): Finding[] {
  const shares = cpuSharesOf(stat);
  if (!shares) return [];
  const { user, system, iowait, steal, idle } = shares;
  const text = `${user} % user, ${system} % system, ${iowait} % waiting for disks, ${steal} % steal, ${idle} % idle`;
  return [{ label: 'CPU since boot', text, from: 'proc_stat', data: shares }];
}

const waitedFor: Readonly<Record<string, string>> = {
  cpu: 'a processor',
  io: 'a disk',
  irq: 'interrupts',
};

/** Pressure of each resource: cpu, io, irq, memory. */
function pressureFacts(pieces: readonly { readonly name: string; readonly text: string }[]): Finding[] {
  const shares = pieces.flatMap(({ name, text }) => {
    const share = pressureOf(text);
    return share === undefined ? [] : [[name.split('/').at(-1) ?? name, share] as const];
  });
  if (shares.length === 0) return [];
  const words = shares.map(([resource, share]) => `${waitedFor[resource] ?? resource} ${share} %`).join(', ');
  const text = `for ${words} of the last minute`;
  return [{ label: 'tasks waited', text, from: 'pressure', data: Object.fromEntries(shares) }];
}

const hugePageWords: Readonly<Record<string, string>> = {
  always: 'for all programs (THP always)',
  madvise: 'for programs that ask (THP madvise)',
  never: 'not made by the kernel (THP never)',
};

function hugePageFacts(enabled: string): Finding[] {
  const [, mode] = /\[(\w{1,20})\]/.exec(enabled) ?? [];
  return mode === undefined
    ? []
    : [{ label: 'huge pages', text: hugePageWords[mode] ?? mode, from: 'thp_enabled', data: mode }];
}

function memoryFacts(meminfo: string): Finding[] {
  const memory = memoryOf(meminfo);
  if (!memory) return [];
  const { total, available, swapTotal, swapFree, hugePages, slab, dirty } = memory;
  const free =
    available === undefined ? '' : `, ${bytesText(available)} (${percentOf(available, total)} %) available`;
  const huge = hugePages > 0 ? `, ${bytesText(hugePages)} in huge pages` : '';
  const swapUsed = swapTotal - swapFree;
  return [
    {
      label: 'memory',
      text: `${bytesText(total)}${free}${huge}`,
      from: 'meminfo',
      data: memory,
    },
    ...(slab > 0
      ? [
          {
            label: 'kernel memory',
            text: `${bytesText(slab)} of its own (slab); ${bytesText(dirty)} waits to be written to disks (dirty)`,
            from: 'meminfo',
            data: { slab, dirty },
          },
        ]
      : []),
    {
      label: 'swap',
      text:
        swapTotal === 0
          ? 'none'
          : `${bytesText(swapTotal)}, ${bytesText(swapUsed)} (${percentOf(swapUsed, swapTotal)} %) used`,
      from: 'meminfo',
      data: { total: swapTotal, used: swapUsed },
    },
  ];
}

const top = 3;

function processFacts(table: ProcessTable | undefined): Finding[] {
  if (!table) return [];
  const { processes, from } = table;
  const most = (label: string, sorted: readonly Process[], value: (one: Process) => string): Finding => ({
    label,
    text: sorted
      .slice(0, top)
      .map((one) => `${programOf(one.command)} ${value(one)}`)
      .join(', '),
    from,
    whole: true,
    data: sorted.slice(0, top),
  });
  const text = processes.length === 0 ? "none besides the collector's" : `${processes.length}`;
  const count: Finding = { label: 'processes', text, from, whole: true, data: processes.length };
  if (processes.length === 0) return [count];
  const waiting = processes.filter(({ state }) => state.startsWith('D'));
  const withCpu = processes
    .filter(({ cpu }) => cpu !== undefined)
    .sort((a, b) => (b.cpu ?? 0) - (a.cpu ?? 0));
  const users = countsOf(processes.map(({ user }) => user)).slice(0, top);
  return [
    count,
    ...(waiting.length > 0
      ? [
          {
            label: 'waiting (D)',
            text: `${waiting.length}: ${someOf(
              waiting.map(({ command }) => programOf(command)),
              top,
            )}`,
            from,
            data: waiting,
          },
        ]
      : []),
    {
      label: 'top users',
      text: users.map(([user, owned]) => `${user} ${owned}`).join(', '),
      from,
      whole: true,
      data: Object.fromEntries(users),
    },
    most(
      'most memory',
      [...processes].sort((a, b) => b.resident - a.resident),
      ({ resident }) => bytesText(resident),
    ),
    ...(withCpu.length > 0 ? [most('CPU since start', withCpu, ({ cpu }) => `${cpu} %`)] : []),
  ];
}

function programOf(command: string): string {
  // A service that sets its own title, such as "nginx: master process", puts a colon after its name.
  const word = (command.split(' ', 1)[0] ?? '').replace(/:$/, '');
  return word.startsWith('[') ? word : (word.split('/').at(-1) ?? word).slice(0, 40);
}
