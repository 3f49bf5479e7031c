import {
  type BootReason,
  boots,
  bootTimeOf,
  clockOf,
  resetReasonOf,
  rowsOf,
  uptimeOf,
} from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { durationText, timeText } from '../words.js';

/** The host's clock, how long it runs, and why it booted. */
export async function timeFacts(evidence: Evidence): Promise<Finding[]> {
  const { text, archive } = evidence;
  const facts: Finding[] = [];
  const date = (await text('date'))?.trim();
  if (date) facts.push({ label: 'time', text: date, from: 'date', data: date });
  const boot = bootTimeOf((await text('proc_stat')) ?? '');
  const now = archive.manifest?.started;
  const uptime = uptimeOf((await text('uptime')) ?? '');
  if (boot !== undefined) {
    const up = now !== undefined && now > boot ? `, up ${durationText((now - boot) / 1000)}` : '';
    facts.push({ label: 'boot', text: timeText(boot) + up, from: 'proc_stat', data: boot });
  }
  if (uptime?.up !== undefined && (boot === undefined || now === undefined))
    facts.push({ label: 'uptime', text: uptime.up, from: 'uptime', data: uptime.up });
  facts.push(...(await reasonFacts(evidence)));
  const clock = clockOf((await text('timedatectl_status')) ?? '');
  const states = { true: 'synchronized', false: 'not synchronized', undefined };
  const known = [clock.zone, states[`${clock.synchronized}`]].filter((word) => word !== undefined);
  if (known.length > 0)
    facts.push({
      label: 'clock',
      text: known.join(', '),
      from: 'timedatectl_status',
      data: { zone: clock.zone, synchronized: clock.synchronized },
    });
  return facts;
}

const reasonWords: Readonly<Record<BootReason['kind'], string>> = {
  shutdown: 'after an orderly shutdown',
  restart: 'after an orderly restart',
  panic: 'after a kernel panic',
  temperature: 'after a shutdown because of the temperature',
  unknown: 'no shutdown in the log before it, so a crash, a reset or a power failure; last line',
};

async function reasonFacts({ text, end }: Evidence): Promise<Finding[]> {
  const facts: Finding[] = [];
  const reason = rowsOf(boots, (await end('messages')) ?? '').at(-1)?.reason;
  if (reason)
    facts.push({
      label: 'boot reason',
      text: `${reasonWords[reason.kind]}: ${reason.line}`,
      from: 'messages',
      whole: true,
      data: reason,
    });
  const reset = resetReasonOf((await text('dmesg')) ?? '');
  if (reset !== undefined) facts.push({ label: 'reset reason', text: reset, from: 'dmesg', data: reset });
  return facts;
}
