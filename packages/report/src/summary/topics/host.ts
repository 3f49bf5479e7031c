import { bytesText } from '@hostspec/host-kit';
import {
  countOf,
  dmiOf,
  kernelOf,
  osReleaseOf,
  type Parameter,
  parameters,
  taintsOf,
  type Unit,
  units,
} from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import { type InContainer, inContainer } from '../in-container.js';
import type { Finding } from '../summary.js';
import { textFact, timeText } from '../words.js';

/** Which host it is, and when it was collected. */
export async function hostFacts(evidence: Evidence): Promise<Finding[]> {
  const { text, archive } = evidence;
  const { manifest } = archive;
  const name = (await text('hostname_default'))?.trim().split('\n').at(-1);
  const release = osReleaseOf((await text('os_release')) ?? '');
  const kernel = kernelOf((await text('uname')) ?? '');
  const { systemVendor, productName } = dmiOf((await text('dmidecode')) ?? '');
  const container = await inContainer(evidence);
  const facts = [
    ...(name ? textFact('name', 'hostname_default', name) : textFact('name', 'manifest', manifest?.hostname)),
    ...textFact('system', 'os_release', release.PRETTY_NAME ?? release.NAME),
    ...textFact('kernel', 'uname', [kernel?.release, kernel?.machine].filter(Boolean).join(' ')),
    ...textFact('machine', 'dmidecode', [systemVendor, productName].filter(Boolean).join(' ')),
    ...textFact('virtual', 'virt_what', (await text('virt_what'))?.trim().split('\n').join(', ')),
    ...(container ? textFact('container', container.from, containerText(container)) : []),
  ];
  if (!manifest) return facts;
  const early = manifest.interrupted === undefined ? '' : `; ended early: ${manifest.interrupted}`;
  return [
    ...facts,
    {
      label: 'collected',
      text: `${timeText(manifest.started)} by ${manifest.tool}${early}`,
      from: 'manifest',
      data: { started: manifest.started, finished: manifest.finished, tool: manifest.tool },
    },
  ];
}

function containerText({ by }: InContainer): string {
  const name = by === undefined ? 'yes' : `yes, of ${by}`;
  return `${name}; processors, load, memory, disks and kernel are those of the machine that it runs on`;
}

/** The kernel's command line and what taints it, and whether it can write a crash dump. */
export async function kernelFacts({ text, rows }: Evidence): Promise<Finding[]> {
  return [
    ...textFact('command line', 'cmdline', (await text('cmdline'))?.trim()),
    ...taintFacts(await rows('sysctl', parameters), await text('kernel_tainted')),
    ...kdumpFacts(
      await text('kexec_crash_size'),
      (await rows('systemctl_list_units', units)).find(({ name }) => name === 'kdump.service'),
    ),
  ];
}

function taintFacts(all: readonly Parameter[], file: string | undefined): Finding[] {
  const listed = countOf(all.find(({ key }) => key === 'kernel.tainted')?.value);
  const value = listed ?? countOf(file?.trim());
  if (value === undefined) return [];
  const taints = taintsOf(value);
  const text = value === 0 ? 'no' : taints.join(', ');
  const from = listed === undefined ? 'kernel_tainted' : 'sysctl';
  return [{ label: 'tainted', text, from, data: { value, taints } }];
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
