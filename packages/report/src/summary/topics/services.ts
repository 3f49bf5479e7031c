import { unitsOf } from '../../parse/units.js';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { counted } from '../words.js';

const most = 20;

/** Units of systemd that failed. */
export async function serviceFacts({ text }: Evidence): Promise<Finding[]> {
  const units = unitsOf((await text('systemctl_list_units')) ?? '');
  if (units.length === 0) return [];
  const failed = units.filter(({ active }) => active === 'failed');
  const from = 'systemctl_list_units';
  return [
    {
      label: 'units',
      text: `${counted(units.length, 'unit')}, ${failed.length === 0 ? 'none failed' : `${failed.length} failed`}`,
      from,
      whole: true,
      data: { count: units.length, failed: failed.length },
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
