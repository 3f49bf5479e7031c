import { units } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { counted } from '../words.js';

const most = 20;

/** Units of systemd that failed. */
export async function serviceFacts({ rows }: Evidence): Promise<Finding[]> {
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
    ...failed.slice(0, most).map(
      (one): Finding => ({
        label: 'failed',
        text: `${one.name}: ${one.description}`,
        from,
        attention: true,
        data: one,
      }),
    ),
  ];
}
