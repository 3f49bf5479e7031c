import { counted, someOf } from '@hostspec/host-kit';
import { journalEntries, rowsOf, seLinuxOf, units } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { countsOf, textFact, timeText } from '../words.js';

/** How many units systemd has, and errors in its journal. */
export async function serviceFacts(evidence: Evidence): Promise<Finding[]> {
  return [...(await unitFacts(evidence)), ...(await errorFacts(evidence))];
}

const mostPrograms = 6;

async function errorFacts({ archive, end }: Evidence): Promise<Finding[]> {
  const from = 'journal_errors';
  const errors = rowsOf(journalEntries, (await end(from)) ?? '');
  const last = errors.at(-1);
  if (last === undefined)
    return archive.outcomes.get(from)?.status === 'empty'
      ? [{ label: 'errors', text: 'none in the journal', from, data: { count: 0 } }]
      : [];
  const programs = countsOf(errors.map(({ program }) => program));
  const time = Date.parse(last.time);
  const when = Number.isNaN(time) ? last.time : timeText(time);
  const names = programs.map(([program, count]) => `${program} (${count})`);
  return [
    {
      label: 'errors',
      text: `${errors.length} in the journal: ${someOf(names, mostPrograms)}; last: ${when}, ${last.program}: ${last.message}`,
      from,
      data: { count: errors.length, programs: programs.slice(0, 100), last },
    },
  ];
}

async function unitFacts({ rows }: Evidence): Promise<Finding[]> {
  const all = await rows('systemctl_list_units', units);
  if (all.length === 0) return [];
  const failed = all.filter(({ active }) => active === 'failed');
  const from = 'systemctl_list_units';
  return [
    {
      label: 'units',
      text: `${counted(all.length, 'unit')}, ${failed.length === 0 ? 'none failed' : `${failed.length} failed`}`,
      from,
      whole: true,
      data: { count: all.length, failed: failed.length },
    },
  ];
}

/** Whether SELinux is enforcing, and how many profiles AppArmor enforces. */
export async function securityFacts({ text }: Evidence): Promise<Finding[]> {
  return [...(await seLinuxFacts(text)), ...appArmorFacts((await text('apparmor_status')) ?? '')];
}

function appArmorFacts(status: string): Finding[] {
  const [loaded, enforced] = ['are loaded', 'are in enforce mode'].map(
    (state) => new RegExp(`^(\\d{1,6}) profiles ${state}`, 'm').exec(status)?.[1],
  );
  if (loaded === undefined) return [];
  return textFact('AppArmor', 'apparmor_status', `${enforced ?? 0} of ${loaded} profiles enforced`);
}

async function seLinuxFacts(text: Evidence['text']): Promise<Finding[]> {
  const state = seLinuxOf((await text('sestatus')) ?? '');
  if (state) {
    const { status, mode, configured } = state;
    const differs =
      mode !== undefined && configured !== undefined && mode !== configured
        ? `, ${configured} after the next boot`
        : '';
    return textFact('SELinux', 'sestatus', `${mode ?? status}${differs}`);
  }
  const mode = (await text('getenforce'))?.trim().toLowerCase();
  return mode && /^[a-z]+$/.test(mode) ? textFact('SELinux', 'getenforce', mode) : [];
}
