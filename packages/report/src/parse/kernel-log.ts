/** Something in a kernel log that a person should look at: how often, and the line of the last time. */
export interface KernelEvent {
  readonly kind: string;
  readonly count: number;
  readonly last: string;
}

/** By kind; every pattern is linear in the length of a line. */
const patterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['processor or memory error', /\bHardware Error\b|\bMachine check events logged\b|\bEDAC .{1,40}\b[CU]E\b/],
  ['kernel bug', /\bkernel BUG at\b|\bBUG: |\bOops: |general protection fault/],
  ['kernel warning', /\bWARNING: CPU: /],
  ['hung task', /blocked for more than \d+ seconds/],
  ['lockup', /soft lockup|hard LOCKUP|detected stalls? on CPUs/],
  ['I/O error', /\bI\/O error\b|\bMedium Error\b|\bUnrecovered read error\b/],
  [
    'file system error',
    /(?:EXT[234]-fs|XFS|BTRFS)[ :(].{0,80}(?:error|[Cc]orruption|[Ss]hutdown)|Remounting filesystem read-only/,
  ],
  ['crashed program', /\bsegfault at\b|\btrap (?:invalid opcode|divide error)\b/],
  ['table full', /table full, dropping packet|neighbou?r table overflow/i],
];

/** What a kernel log has of each kind of event, in the order of the kinds. */
export function kernelEventsOf(text: string): KernelEvent[] {
  const found = new Map<string, { count: number; last: string }>();
  for (const line of text.split('\n')) {
    const kind = patterns.find(([, pattern]) => pattern.test(line.slice(0, longestLine)))?.[0];
    if (kind === undefined) continue;
    found.set(kind, { count: (found.get(kind)?.count ?? 0) + 1, last: line.slice(0, longestLine) });
  }
  return patterns.flatMap(([kind]) => {
    const event = found.get(kind);
    return event ? [{ kind, ...event }] : [];
  });
}

const longestLine = 2000;

/** A process that the kernel killed because memory ran out. */
export interface KilledProcess {
  readonly pid: string;
  readonly name: string;
  /** A control group ran out of its memory, not the host. */
  readonly inGroup: boolean;
}

/** The processes that the kernel killed because memory ran out, in order. */
export function killedProcessesOf(text: string): KilledProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, name] = /\bKilled process (\d{1,10})[ ,]+\(?([^),]{1,64})/.exec(line) ?? [];
    return pid === undefined || name === undefined
      ? []
      : [{ pid, name, inGroup: line.includes('Memory cgroup out of memory') }];
  });
}

/** The lines of the kernel in a system log: other programs write about killed processes, too. */
export function kernelLinesOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.slice(0, longestLine).includes(' kernel: '))
    .join('\n');
}

const taints: readonly string[] = [
  'proprietary module (P)',
  'module forced in (F)',
  'out of specification (S)',
  'module forced out (R)',
  'machine check (M)',
  'bad page (B)',
  'requested by a user (U)',
  'oops or bug (D)',
  'ACPI table overridden (A)',
  'warning (W)',
  'staging driver (C)',
  'firmware workaround (I)',
  'module from outside the kernel (O)',
  'unsigned module (E)',
  'lockup (L)',
  'live patch (K)',
  'auxiliary (X)',
  'randomized structures (T)',
];

/** What the number in `kernel.tainted` means, in words. */
export function taintsOf(value: number): string[] {
  const known = taints.filter((_, bit) => Math.floor(value / 2 ** bit) % 2 === 1);
  const rest = value - (value % 2 ** taints.length);
  return rest === 0 ? known : [...known, `others (${rest})`];
}
