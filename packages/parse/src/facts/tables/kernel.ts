import { boots } from '../../boot.js';
import {
  type KernelEvent,
  type KilledProcess,
  kernelEvents,
  killedProcesses,
  ofKernel,
  subjectOf,
} from '../../logs.js';
import { type Parameter, parameters } from '../../parameters.js';
import { mapped, type Table } from '../../table.js';
import { factTable, type ValuesOf } from '../declaration.js';

/** Parameters of the kernel. */
export const sysctl = factTable({
  name: 'sysctl',
  doc: 'A parameter of the kernel',
  columns: {
    key: { type: 'text', doc: 'The parameter, such as net.ipv4.ip_forward' },
    value: { type: 'text', doc: 'The value' },
    number: { type: 'real', doc: 'The value, if it is one number' },
  },
  key: ['key'],
  parts: [
    [
      {
        spec: 'sysctl',
        rows: mapped(parameters, ({ key, value }: Parameter) => ({
          key,
          value,
          number: /^-?\d{1,15}$/.test(value) ? Number(value) : undefined,
        })),
      },
    ],
  ],
});

const columns = {
  kind: { type: 'text', doc: 'What happened, such as I/O error or hung task' },
  message: { type: 'text', doc: 'What the kernel wrote, without the time' },
  subject: { type: 'text', doc: 'The disk, processor, table or line of the kernel that the message names' },
  seconds: { type: 'real', unit: 'seconds', doc: 'When, in seconds since the boot', volatile: true },
  process: {
    type: 'text',
    doc: 'The process that was killed because memory ran out, that crashed, or that hangs',
  },
  pid: { type: 'integer', doc: 'The id of this process', identity: true },
  in_group: { type: 'boolean', doc: 'A control group ran out of its memory, not the host' },
} as const;

/** The kind of event of a process that was killed because memory ran out. */
const killedKind = 'killed for memory';

/** Both tables read each line; the more specific one comes first. */
const events: Table<ValuesOf<typeof columns>> = () => {
  const [killed, others] = [killedProcesses(), kernelEvents()];
  return {
    line(text) {
      const one: KilledProcess | undefined = killed.line(text);
      const other: KernelEvent | undefined = one === undefined ? others.line(text) : undefined;
      const kind = one === undefined ? other?.kind : killedKind;
      if (kind === undefined) return undefined;
      const [, seconds, message = text] =
        /^(?:.{0,200}? kernel: ?)?\[ *(\d{1,12}\.\d{1,9})\]:? ?(?:[\w-]{1,64} kernel: )?(.*)$/.exec(text) ??
        /^.{0,200}? kernel: ()(.*)$/.exec(text) ??
        [];
      return {
        kind,
        message: message.slice(0, 2000),
        seconds: seconds === undefined || seconds === '' ? undefined : Number(seconds),
        ...(one
          ? { process: one.name, pid: one.pid, in_group: one.inGroup }
          : { ...processOf(message), subject: subjectOf(kind, message) }),
      };
    },
  };
};

/** The process that crashed or hangs, by a message. */
function processOf(message: string): ValuesOf<typeof columns> {
  const [, process, pid] =
    /^(?:traps: )?(.{1,64}?)\[(\d{1,10})\]:? (?:segfault at|trap |general protection)/.exec(message) ??
    /^INFO: task (.{1,64}):(\d{1,10}) blocked for more than /.exec(message) ??
    [];
  return process === undefined ? {} : { process, pid: Number(pid) };
}

/** Keeps only the last boot in the log. */
const lastBoot: Table<{ readonly reason: string; readonly line_before: string }> = () => {
  const reader = boots();
  let [read, at] = [0, 0];
  let last: { readonly reason: string; readonly line_before: string } | undefined;
  return {
    line(text) {
      read++;
      const found = reader.line(text);
      if (found) {
        at = read;
        last = found.reason && { reason: found.reason.kind, line_before: found.reason.line };
      }
      return undefined;
    },
    end: () => last,
    begin: () => at,
  };
};

/** The last boot in the system log. */
export const boot = factTable({
  name: 'boot',
  doc: 'The last boot in the system log that has lines before it',
  columns: {
    reason: {
      type: 'text',
      doc: 'How the run before it ended: shutdown, restart, panic, temperature, or unknown: without a shutdown',
    },
    line_before: { type: 'text', doc: 'The line that says so, or the last one before the boot' },
  },
  key: [],
  parts: [
    [
      { spec: 'messages', rows: lastBoot },
      { spec: 'syslog', rows: lastBoot },
    ],
  ],
});

/** Events that a person should look at. */
export const kernelEvent = factTable({
  name: 'kernel_event',
  doc: 'Something in a kernel log that a person should look at',
  columns,
  key: ['kind', 'message'],
  parts: [
    [
      { spec: 'dmesg', rows: events },
      { spec: 'dmesg_log', rows: events },
    ],
    [{ spec: 'journal_kernel', rows: events }],
    [{ spec: 'messages', rows: ofKernel(events) }],
    [{ spec: 'syslog', rows: ofKernel(events) }],
  ],
});
