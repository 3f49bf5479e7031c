import { expect, test } from 'vitest';
import { type BootReason, boots, resetReasonOf } from './boot.js';
import { rowsOf } from './table.js';

const bootReasonOf = (text: string): BootReason | undefined => rowsOf(boots, text).at(-1)?.reason;

const boot = 'Jun  3 10:00:02 web01 kernel: Linux version 5.14.0-427.el9.x86_64';
const log = (...lines: string[]): string =>
  `${['Jun  3 09:00:00 web01 app: one', ...lines, boot].join('\n')}\n`;

test.each([
  ['restart', 'Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.'],
  ['restart', 'Jun  3 09:59:01 web01 systemd[1]: Reached target System Reboot.'],
  ['shutdown', 'Jun  3 09:59:01 web01 systemd-logind[801]: System is powering down.'],
  ['shutdown', 'Jun  3 09:59:01 web01 systemd: Shutting down.'],
  ['shutdown', 'Jun  3 09:59:01 web01 rsyslogd: [origin software="rsyslogd"] exiting on signal 15.'],
  ['panic', 'Jun  3 09:59:01 web01 kernel: Kernel panic - not syncing: Fatal exception'],
  [
    'temperature',
    'Jun  3 09:59:01 web01 kernel: thermal thermal_zone0: critical temperature reached, shutting down',
  ],
  ['unknown', 'Jun  3 09:59:01 web01 app: two'],
])('%s: %s', (kind, line) => expect(bootReasonOf(log(line))).toEqual({ kind, line }));

test('a restart that also logs a shutdown is a restart', () => {
  const line = 'Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.';
  expect(bootReasonOf(log(line, 'Jun  3 09:59:02 web01 systemd[1]: Shutting down.'))).toEqual({
    kind: 'restart',
    line,
  });
});

test('only the run before the last boot counts', () => {
  const old = log('Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.');
  const line = 'Jun  4 07:00:00 web01 app: three';
  expect(bootReasonOf(`${old}${line}\n${boot}\nJun  4 08:00:00 web01 systemd[1]: Shutting down.\n`)).toEqual({
    kind: 'unknown',
    line,
  });
});

test('no boot, or nothing before it, gives no reason', () => {
  expect(bootReasonOf('Jun  3 09:00:00 web01 app: one\n')).toBeUndefined();
  expect(bootReasonOf(`${boot}\nJun  3 10:00:03 web01 app: one\n`)).toBeUndefined();
  expect(bootReasonOf('')).toBeUndefined();
});

test.each([
  ['Jun  3 10:00:00 web01 rsyslogd: start', 'Jun  3 09:59:59 web01 app: one', boot],
  [
    '2026-11-27T10:26:34.860263+00:00 web01 rsyslogd: start',
    '2026-11-27T10:26:33.860263+00:00 web01 app: one',
    '2026-11-27T10:26:36.860291+00:00 web01 kernel: [    0.000000] Linux version 6',
  ],
])(
  'what is written just before the first line of the kernel is of the same boot: %s',
  (line, before, first) => {
    expect(bootReasonOf(`${line}\n${first}\n`)).toBeUndefined();
    expect(bootReasonOf(`${before}\n${line}\n${first}\n`)).toEqual({ kind: 'unknown', line: before });
  },
);

test('the reset reason of the processor', () => {
  const line =
    '[    0.31] x86/amd: Previous system reset reason [0x00080800]: software wrote 0x6 to reset control register 0xCF9\n';
  expect(resetReasonOf(line)).toBe('software wrote 0x6 to reset control register 0xCF9');
  expect(resetReasonOf('x86/amd: nothing')).toBeUndefined();
});

test('a long run needs little memory: only its last lines count', () => {
  const line = 'Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.';
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => `Jun  3 09:59:02 web01 app: ${at}`);
  expect(bootReasonOf(log(line, ...others(1999)))).toEqual({ kind: 'restart', line });
  expect(bootReasonOf(log(line, ...others(2000)))?.kind).toBe('unknown');
  expect(bootReasonOf(log(...others(9000), line, ...others(1999)))).toEqual({ kind: 'restart', line });
});
