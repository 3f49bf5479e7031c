import { type Dmi, dmiOf } from '@hostspec/parse';
import { type Host, readText, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The file of each field in `/sys/class/dmi/id`. */
const files: Readonly<Record<keyof Dmi, string>> = {
  systemVendor: 'sys_vendor',
  productName: 'product_name',
  productVersion: 'product_version',
  productFamily: 'product_family',
  uuid: 'product_uuid',
  biosVendor: 'bios_vendor',
  biosVersion: 'bios_version',
  assetTag: 'chassis_asset_tag',
};

/** The firmware's description of the machine: from `/usr/sbin/dmidecode`, with missing fields from `/sys/class/dmi/id`. */
export const dmi = fact(async (host): Promise<Dmi> => {
  const decoded = dmiOf((await runLines(host, '/usr/sbin/dmidecode')) ?? []);
  const pairs = Object.entries(files).map(async ([field, file]) => {
    const value = decoded[field as keyof Dmi] ?? (await readText(host, `/sys/class/dmi/id/${file}`))?.trim();
    return [field, value] as const;
  });
  return Object.fromEntries((await Promise.all(pairs)).filter(([, value]) => value));
});

/** Whether a host is a virtual machine or container, and the evidence. */
export interface Virtualization {
  /** Undefined if it cannot be determined. */
  readonly virtual: boolean | undefined;
  readonly reason: string;
}

/**
 * Whether the host is virtual: by the output of `/usr/sbin/virt-what` (none on bare metal), else by the firmware
 * (dmidecode or `/sys/class/dmi/id`), else by the hypervisor flag of an x86 processor.
 */
export const virtualization = fact(async (host): Promise<Virtualization> => {
  const said = await virtWhat(host);
  if (said) return said;
  const machine = await dmi(host);
  const hypervisor = hypervisorOf(machine);
  if (hypervisor) return { virtual: true, reason: `the firmware names ${hypervisor}` };
  const flags = /^flags\s*:(.*)$/m.exec((await readText(host, '/proc/cpuinfo')) ?? '')?.[1]?.split(/\s+/);
  if (flags?.includes('hypervisor') && !isMetal(machine))
    return { virtual: true, reason: 'the processor has the hypervisor flag' };
  if (machine.systemVendor ?? machine.biosVendor)
    return { virtual: false, reason: `the firmware names ${machine.systemVendor ?? machine.biosVendor}` };
  if (flags) return { virtual: false, reason: 'the processor has no hypervisor flag' };
  return { virtual: undefined, reason: 'virt-what, firmware and CPU flags give no answer' };
});

async function virtWhat(host: Host): Promise<Virtualization | undefined> {
  const { rc, output } = await host.run('/usr/sbin/virt-what');
  const [first = ''] = new TextDecoder().decode(output).trim().split('\n');
  if (rc !== 0 || /\s/.test(first.trim())) return undefined;
  return first === ''
    ? { virtual: false, reason: 'virt-what finds no hypervisor' }
    : { virtual: true, reason: `virt-what says ${first.trim()}` };
}

const vendors: readonly [pattern: RegExp, hypervisor: string][] = [
  [/vmware/i, 'VMware'],
  [/\bkvm\b|red hat|\bovirt\b|\brhev\b/i, 'KVM'],
  [/\bxen\b|\bdomu\b/i, 'Xen'],
  [/virtual machine/i, 'Hyper-V'],
  [/innotek gmbh|virtualbox/i, 'VirtualBox'],
  [/parallels/i, 'Parallels'],
  [/qemu/i, 'QEMU'],
  [/bochs|bhyve|openstack|nutanix|google compute engine|amazon ec2|alibaba cloud ecs/i, 'a virtual machine'],
];

/** The hypervisor that vendor, product and BIOS name; undefined if they do not name one. */
function hypervisorOf(machine: Dmi): string | undefined {
  if (isMetal(machine)) return undefined;
  const { systemVendor, productName, productVersion, productFamily, biosVendor, biosVersion } = machine;
  const text = [systemVendor, productName, productVersion, productFamily, biosVendor, biosVersion].join('\n');
  return vendors.find(([pattern]) => pattern.test(text))?.[1];
}

function isMetal({ systemVendor, productName }: Dmi): boolean {
  return systemVendor === 'Amazon EC2' && /\.metal\b/.test(productName ?? '');
}
