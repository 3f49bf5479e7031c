import { dmiOf, kernelOf, osReleaseOf } from '@hostspec/parse';
import type { Evidence } from '../evidence.js';
import { type InContainer, inContainer } from '../in-container.js';
import type { Finding } from '../summary.js';
import { timeText } from '../words.js';

/** Which host it is, and when it was collected. */
export async function hostFacts(evidence: Evidence): Promise<Finding[]> {
  const { text, archive } = evidence;
  const facts: Finding[] = [];
  const add = (label: string, from: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') facts.push({ label, text: value, from, data: value });
  };
  const name = (await text('hostname_default'))?.trim().split('\n').at(-1);
  if (name) add('name', 'hostname_default', name);
  else add('name', 'manifest', archive.manifest?.hostname);
  const release = osReleaseOf((await text('os_release')) ?? '');
  add('system', 'os_release', release.PRETTY_NAME ?? release.NAME);
  const kernel = kernelOf((await text('uname')) ?? '');
  if (kernel) add('kernel', 'uname', [kernel.release, kernel.machine].filter(Boolean).join(' '));
  const { systemVendor, productName } = dmiOf((await text('dmidecode')) ?? '');
  add('machine', 'dmidecode', [systemVendor, productName].filter(Boolean).join(' '));
  add('virtual', 'virt_what', (await text('virt_what'))?.trim().split('\n').join(', '));
  const container = await inContainer(evidence);
  if (container) add('container', container.from, containerText(container));
  const { manifest } = archive;
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
