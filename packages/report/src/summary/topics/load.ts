import { bytesText } from '@hostspec/host-kit';
import { cpuinfoOf, memoryOf, type Process, processorsOf, uptimeOf } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import { type ProcessTable, processTable } from '../process-table.js';
import type { Finding } from '../summary.js';
import { counted, percentOf } from '../words.js';

/** Processors, load, memory and swap, and the processes that use most of them. */
export async function loadFacts(evidence: Evidence): Promise<Finding[]> {
  return [
    ...(await processorFacts(evidence)),
    ...memoryFacts((await evidence.text('meminfo')) ?? ''),
    ...processFacts(await processTable(evidence)),
  ];
}

async function processorFacts({ text }: Evidence): Promise<Finding[]> {
  const facts: Finding[] = [];
  const lscpu = processorsOf((await text('lscpu')) ?? '');
  const processors = lscpu ?? cpuinfoOf((await text('cpuinfo')) ?? '');
  if (processors) {
    const { count, model, sockets, hypervisor } = processors;
    const words = [
      count === undefined ? undefined : `${count} × ${model ?? 'unknown model'}`,
      sockets === undefined ? undefined : counted(sockets, 'socket'),
      hypervisor === undefined ? undefined : `on ${hypervisor}`,
    ];
    const line = words.filter((word) => word !== undefined).join(', ') || (model ?? '');
    facts.push({ label: 'processors', text: line, from: lscpu ? 'lscpu' : 'cpuinfo', data: processors });
  }
  const uptime = uptimeOf((await text('uptime')) ?? '');
  if (!uptime) return facts;
  const [load = 0] = uptime.load;
  const count = processors?.count;
  const share = count === undefined ? '' : `, ${percentOf(load, count)} % of the processors`;
  return [
    ...facts,
    {
      label: 'load',
      text: uptime.load.map((each) => each.toFixed(2)).join(' ') + share,
      from: 'uptime',
      data: uptime.load,
    },
  ];
}

function memoryFacts(meminfo: string): Finding[] {
  const memory = memoryOf(meminfo);
  if (!memory) return [];
  const { total, available, swapTotal, swapFree, hugePages } = memory;
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
  return [
    count,
    most(
      'most memory',
      [...processes].sort((a, b) => b.resident - a.resident),
      ({ resident }) => bytesText(resident),
    ),
    most(
      'CPU since start',
      [...processes].sort((a, b) => b.cpu - a.cpu),
      ({ cpu }) => `${cpu} %`,
    ),
  ];
}

function programOf(command: string): string {
  const word = command.split(' ', 1)[0] ?? '';
  return word.startsWith('[') ? word : (word.split('/').at(-1) ?? word).slice(0, 40);
}
