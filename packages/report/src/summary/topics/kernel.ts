import { bytesText } from '@hostspec/host-kit';
import {
  countOf,
  type KernelEvent,
  type KilledProcess,
  kernelEventKinds,
  kernelEvents,
  killedProcesses,
  ofKernel,
  type Parameter,
  parameters,
  rowsOf,
  taintsOf,
  type Unit,
  units,
} from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { countsOf, someOf } from '../words.js';

/** Processes that were killed for memory, errors of the kernel, its taints, and whether it can write a crash dump. */
export async function kernelFacts({ text, rows, end, missing }: Evidence): Promise<Finding[]> {
  const logs: Record<string, readonly KilledProcess[]> = {};
  for (const spec of ['messages', 'syslog', 'journal_kernel'] as const) {
    const log = await end(spec);
    if (log !== undefined) logs[spec] = rowsOf(ofKernel(killedProcesses), log);
  }
  const hasLog = (await text('dmesg')) !== undefined;
  return [
    ...killedFacts({
      ...(hasLog && { dmesg: await rows('dmesg', killedProcesses) }),
      ...logs,
    }),
    ...(hasLog ? eventFacts(await rows('dmesg', kernelEvents), missing('dmesg') === undefined) : []),
    ...taintFacts(await rows('sysctl', parameters)),
    ...kdumpFacts({
      size: await text('kexec_crash_size'),
      isWanted: (await text('kdump_conf')) !== undefined,
      unit: (await rows('systemctl_list_units', units)).find(({ name }) => name === 'kdump.service'),
    }),
  ];
}

/** The kernel's own log is short: the system log has what is no longer in it. */
function killedFacts(logs: Readonly<Record<string, readonly KilledProcess[]>>): Finding[] {
  const known = Object.entries(logs);
  if (known.length === 0) return [];
  const killed = new Map<string, KilledProcess>();
  const sources = new Set<string>();
  for (const [spec, rows] of known)
    for (const one of rows) {
      const key = `${one.pid} ${one.name}`;
      if (killed.has(key)) continue;
      killed.set(key, one);
      sources.add(spec);
    }
  const all = [...killed.values()];
  const names = countsOf(all.map(({ name }) => name)).map(([name, count]) =>
    count > 1 ? `${name} (${count} times)` : name,
  );
  return [
    {
      label: 'killed for memory',
      text: all.length === 0 ? 'none' : someOf(names, 8),
      from: (all.length === 0 ? known.map(([spec]) => spec) : [...sources]).join(', '),
      ...(all.length > 0 ? { attention: true } : { whole: true }),
      data: all.slice(0, 100),
    },
  ];
}

function eventFacts(events: readonly KernelEvent[], isWhole: boolean): Finding[] {
  if (events.length === 0)
    return [{ label: 'kernel errors', text: 'none', from: 'dmesg', whole: true, data: [] }];
  return kernelEventKinds.flatMap((kind): Finding[] => {
    const all = events.filter((event) => event.kind === kind);
    const [count, last] = [all.length, all.at(-1)?.line];
    if (last === undefined) return [];
    const text = count === 1 ? last : `${isWhole ? '' : 'at least '}${count} times, last: ${last}`;
    return [{ label: kind, text, from: 'dmesg', attention: true, data: { count, last } }];
  });
}

function taintFacts(all: readonly Parameter[]): Finding[] {
  const value = countOf(all.find(({ key }) => key === 'kernel.tainted')?.value);
  if (value === undefined) return [];
  const taints = taintsOf(value);
  return [
    {
      label: 'tainted',
      text: value === 0 ? 'no' : taints.join(', '),
      from: 'sysctl',
      ...(value !== 0 && { attention: true }),
      data: { value, taints },
    },
  ];
}

/** What is known about crash dumps. */
interface Kdump {
  /** The content of `kexec_crash_size`: bytes. */
  readonly size: string | undefined;
  /** The host has a configuration for crash dumps. */
  readonly isWanted: boolean;
  readonly unit: Unit | undefined;
}

function kdumpFacts({ size, isWanted, unit }: Kdump): Finding[] {
  const bytes = countOf(size?.trim());
  if (bytes === undefined) return [];
  const stopped = unit !== undefined && unit.active !== 'active';
  const memory =
    bytes === 0 ? 'no memory is reserved, so no crash dump can be written' : `${bytesText(bytes)} reserved`;
  return [
    {
      label: 'kdump',
      text: stopped ? `${memory}; kdump.service is ${unit.active}` : memory,
      from: stopped ? 'kexec_crash_size, systemctl_list_units' : 'kexec_crash_size',
      // A host that was never prepared for crash dumps, such as most of Debian, is not in trouble.
      ...((stopped || (bytes === 0 && isWanted)) && { attention: true }),
      data: bytes,
    },
  ];
}
