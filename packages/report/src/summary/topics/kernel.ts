import { bytesText } from '@hostspec/host-kit';
import { countOf, type Parameter, parameters, taintsOf, type Unit, units } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { textFact } from '../words.js';

/** The kernel's command line and what taints it, and whether it can write a crash dump. */
export async function kernelFacts({ text, rows }: Evidence): Promise<Finding[]> {
  return [
    ...textFact('command line', 'cmdline', (await text('cmdline'))?.trim()),
    ...taintFacts(await rows('sysctl', parameters)),
    ...kdumpFacts(
      await text('kexec_crash_size'),
      (await rows('systemctl_list_units', units)).find(({ name }) => name === 'kdump.service'),
    ),
  ];
}

function taintFacts(all: readonly Parameter[]): Finding[] {
  const value = countOf(all.find(({ key }) => key === 'kernel.tainted')?.value);
  if (value === undefined) return [];
  const taints = taintsOf(value);
  const text = value === 0 ? 'no' : taints.join(', ');
  return [{ label: 'tainted', text, from: 'sysctl', data: { value, taints } }];
}

function kdumpFacts(size: string | undefined, unit: Unit | undefined): Finding[] {
  const bytes = countOf(size?.trim());
  if (bytes === undefined) return [];
  const stopped = unit !== undefined && unit.active !== 'active';
  const memory =
    bytes === 0 ? 'no memory is reserved, so no crash dump can be written' : `${bytesText(bytes)} reserved`;
  return [
    {
      label: 'kdump',
      text: stopped ? `${memory}; kdump.service is ${unit.active}` : memory,
      from: stopped ? 'kexec_crash_size, systemctl_list_units' : 'kexec_crash_size',
      data: bytes,
    },
  ];
}
