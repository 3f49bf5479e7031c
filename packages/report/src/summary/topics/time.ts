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
import { durationText, textFact, timeText } from '../words.js';

/** The host's clock, how long it runs, and why it booted. */
export async function timeFacts(evidence: Evidence): Promise<Finding[]> {
  const { text, archive } = evidence;
  const facts = textFact('time', 'date', (await text('date'))?.trim());
  const boot = bootTimeOf((await text('proc_stat')) ?? '');
  const now = archive.manifest?.started;
  const uptime = uptimeOf((await text('uptime')) ?? '');
  if (boot !== undefined) {
    const up = now !== undefined && now > boot ? `, up ${durationText((now - boot) / 1000)}` : '';
    facts.push({ label: 'boot', text: timeText(boot) + up, from: 'proc_stat', data: boot });
  }
  if (boot === undefined || now === undefined) facts.push(...textFact('uptime', 'uptime', uptime?.up));
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
  const reset = textFact('reset reason', 'dmesg', resetReasonOf((await text('dmesg')) ?? ''));
  for (const from of ['messages', 'syslog'] as const) {
    const reason = rowsOf(boots, (await end(from)) ?? '').at(-1)?.reason;
    if (!reason) continue;
    const words = `${reasonWords[reason.kind]}: ${reason.line}`;
    return [{ label: 'boot reason', text: words, from, whole: true, data: reason }, ...reset];
  }
  return reset;
}
