import { seLinuxOf } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { textFact } from '../words.js';

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
