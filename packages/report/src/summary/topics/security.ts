import { seLinuxOf } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';

/** Whether SELinux is enforcing. */
export async function securityFacts({ text }: Evidence): Promise<Finding[]> {
  const state = seLinuxOf((await text('sestatus')) ?? '');
  if (state) {
    const { status, mode, configured } = state;
    const differs =
      mode !== undefined && configured !== undefined && mode !== configured
        ? `, ${configured} after the next boot`
        : '';
    return [seLinux(`${mode ?? status}${differs}`, 'sestatus')];
  }
  const mode = (await text('getenforce'))?.trim().toLowerCase();
  return mode && /^[a-z]+$/.test(mode) ? [seLinux(mode, 'getenforce')] : [];
}

function seLinux(text: string, from: string): Finding {
  return { label: 'SELinux', text, from, data: text };
}
