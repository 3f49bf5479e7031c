import { eachLine, type Table } from './table.js';

/** Something in a kernel log that a person should look at. */
export interface KernelEvent {
  /** One of `kernelEventKinds`. */
  readonly kind: string;
  /** At most 2000 characters of it. */
  readonly line: string;
}

/** Every pattern is linear in the length of a line. */
const patterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'processor or memory error',
    /\bHardware Error\b(?!.{0,60}\b[Cc]orrected\b)|\bMachine check events logged\b|\bEDAC .{1,40}\bUE\b/,
  ],
  [
    'kernel bug',
    /\bkernel BUG at\b|\bBUG: (?!soft lockup|workqueue lockup)|\bOops: |general protection fault[:,]/,
  ],
  ['kernel warning', /\bWARNING: CPU: /],
  ['hung task', /blocked for more than \d+ seconds/],
  ['lockup', /soft lockup|hard LOCKUP|workqueue lockup|detected (?:expedited )?stalls? on CPU/],
  // A drive without a disk in it reports errors, although the host is in order.
  [
    'I/O error',
    /^(?!.*(?:\bdev(?:ice)? (?:fd|sr)\d|\[sr\d)).*(?:\bI\/O error\b|\bMedium Error\b|\bUnrecovered read error\b)/,
  ],
  [
    'file system error',
    /(?:EXT[234]-fs|XFS|BTRFS)[ :(].{0,80}(?:error(?!s=)|[Cc]orruption|[Ss]hutdown)|Remounting filesystem read-only/,
  ],
  [
    'crashed program',
    /\bsegfault at\b|\btrap (?:invalid opcode|divide error)\b|\bgeneral protection(?: fault)? ip:/,
  ],
  ['table full', /table full, dropping packet|neighbou?r table overflow/i],
];

/** Every kind of event, the more serious first. */
export const kernelEventKinds: readonly string[] = patterns.map(([kind]) => kind);

const longestLine = 2000;

/** The events in a kernel log (spec `dmesg`), each with the first kind that it matches. */
export const kernelEvents: Table<KernelEvent> = eachLine((text) => {
  const line = text.slice(0, longestLine);
  const kind = patterns.find(([, pattern]) => pattern.test(line))?.[0];
  return kind === undefined ? undefined : { kind, line };
});

/** By kind: the subject in its messages. */
const subjects: Readonly<Record<string, RegExp>> = {
  'processor or memory error': /\b(EDAC MC\d{1,4}|CPU \d{1,5})\b/,
  'kernel warning': /\bWARNING: CPU: \d{1,5} PID: \d{1,10} at (\S{1,200} [^\s+]{1,100})/,
  lockup: /\b(CPU ?#?\d{1,5})\b/,
  'I/O error': /\bdev(?:ice)? ([\w!-]{1,32})|\[([\w!-]{1,32})\]/,
  'file system error': /\((?:device )?([\w!.-]{1,64})\)/,
  'table full': /\b(nf_conntrack|ip_conntrack|arp_cache|ndisc_cache|neighbou?r table)\b/i,
};

/** The subject of a message, such as a disk; undefined if the message does not name it. */
export function subjectOf(kind: string, message: string): string | undefined {
  return subjects[kind]
    ?.exec(message)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** A process that the kernel killed because memory ran out. */
export interface KilledProcess {
  readonly pid: number;
  readonly name: string;
  /** True if a control group ran out of its memory, not the host. */
  readonly inGroup: boolean;
}

/** The processes that the kernel killed because memory ran out (specs `dmesg`, `messages`). */
export const killedProcesses: Table<KilledProcess> = eachLine((line) => {
  const [, pid, name] = /\bKilled process (\d{1,10})[ ,]+\(?([^),]{1,64})/.exec(line) ?? [];
  return pid === undefined || name === undefined
    ? undefined
    : { pid: Number(pid), name, inGroup: line.includes('Memory cgroup out of memory') };
});

/** The same table over the kernel's lines in a system log (spec `messages`), because other programs write similar lines. */
export function ofKernel<Row>(table: Table<Row>): Table<Row> {
  return () => {
    const reader = table();
    return {
      ...reader,
      line: (text) => (text.slice(0, longestLine).includes(' kernel: ') ? reader.line(text) : undefined),
    };
  };
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

/** The meaning of the number in `kernel.tainted` (spec `sysctl`), in words. */
export function taintsOf(value: number): string[] {
  const known = taints.filter((_, bit) => Math.floor(value / 2 ** bit) % 2 === 1);
  const rest = value - (value % 2 ** taints.length);
  return rest === 0 ? known : [...known, `others (${rest})`];
}

/** An entry of the journal. */
export interface JournalEntry {
  readonly time: string;
  /** The program or unit that wrote it, without a process id. */
  readonly program: string;
  /** The first line of the message. */
  readonly message: string;
}

const longestMessage = 300;

/** The entries of `journalctl -o short-iso` (such as spec `journal_errors`). */
export const journalEntries: Table<JournalEntry> = eachLine((line) => {
  const [, time, program, message] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:?\d\d) \S+ ([^\s:[]{1,100})(?:\[\d+\])?: (.*)/.exec(line) ?? [];
  return time === undefined || program === undefined || message === undefined
    ? undefined
    : { time, program, message: message.slice(0, longestMessage) };
});
