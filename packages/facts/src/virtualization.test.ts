import { dmiOf } from '@hostspec/parse';
import { type FakeHostDescription, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { isBareMetal } from './conditions.js';
import { dmi, virtualization } from './virtualization.js';

const dmidecode = (vendor: string, product: string, family = 'Not Specified'): string => `# dmidecode 3.3
Getting SMBIOS data from sysfs.
SMBIOS 2.8 present.

Handle 0x0000, DMI type 0, 24 bytes
BIOS Information
\tVendor: Dell Inc.
\tVersion: 2.1.5
\tCharacteristics:
\t\tPCI is supported
Handle 0x0001, DMI type 1, 27 bytes
System Information
\tManufacturer: ${vendor}
\tProduct Name: ${product}
\tVersion: Not Specified
\tUUID: 4c4c4544-0050-3710-8033-b4c04f4d3132
\tFamily: ${family}
Handle 0x0300, DMI type 3, 22 bytes
Chassis Information
\tManufacturer: Dell Inc.
\tAsset Tag: 7783-7084-3265-9085-8269-3286-77
Handle 0x0301, DMI type 3, 22 bytes
Chassis Information
\tAsset Tag: second
`;

const verdict = async (description: FakeHostDescription) =>
  (await virtualization(fakeHost(description))).virtual;

describe('dmi', () => {
  it('takes only fields of a section, without blanks around them', () => {
    const lines = [
      'System Information ',
      '\tManufacturer:\t Dell Inc.  ',
      '\t\tProduct Name: not a field',
      'note\tVersion: 1',
      ' \tVersion: 1',
      'BIOS Information',
      '\tVendor: Dell',
      'BIOS Information',
      '\tVersion: of the second',
    ];
    expect(dmiOf(lines)).toEqual({ systemVendor: 'Dell Inc.', biosVendor: 'Dell' });
  });

  it('reads the sections of dmidecode', async () => {
    const host = fakeHost({ commands: { '/usr/sbin/dmidecode': dmidecode('Dell Inc.', 'PowerEdge R630') } });
    expect(await dmi(host)).toEqual({
      biosVendor: 'Dell Inc.',
      biosVersion: '2.1.5',
      systemVendor: 'Dell Inc.',
      productName: 'PowerEdge R630',
      productVersion: 'Not Specified',
      productFamily: 'Not Specified',
      uuid: '4c4c4544-0050-3710-8033-b4c04f4d3132',
      assetTag: '7783-7084-3265-9085-8269-3286-77',
    });
  });

  it('reads sysfs if dmidecode fails, and for values that it lacks', async () => {
    const files = { '/sys/class/dmi/id/sys_vendor': 'QEMU\n', '/sys/class/dmi/id/bios_version': '\n' };
    const denied = { rc: 1, output: '/dev/mem: Permission denied\n' };
    expect(await dmi(fakeHost({ files, commands: { '/usr/sbin/dmidecode': denied } }))).toEqual({
      systemVendor: 'QEMU',
    });
    expect(await dmi(fakeHost({ commands: { '/usr/sbin/dmidecode': '\0\n\t:\n\tVendor: x\n' } }))).toEqual(
      {},
    );
  });
});

describe('the processor', () => {
  const of = (cpuinfo: string, more: Readonly<Record<string, string>> = {}) =>
    virtualization(fakeHost({ files: { '/proc/cpuinfo': cpuinfo, ...more } }));

  it('tells by its hypervisor flag, if it has flags', async () => {
    expect(await of('flags\t\t: fpu\thypervisor  sse\n')).toEqual({
      virtual: true,
      reason: 'the processor has the hypervisor flag',
    });
    expect(await of('flags : fpu sse\n')).toEqual({
      virtual: false,
      reason: 'the processor has no hypervisor flag',
    });
    expect(await of('vmx flags : hypervisor\n')).toEqual({
      virtual: undefined,
      reason: 'virt-what, firmware and CPU flags give no answer',
    });
  });

  it('has no flag, and the firmware has a name', async () => {
    for (const name of ['sys_vendor', 'bios_vendor'])
      expect(await of('flags : fpu\n', { [`/sys/class/dmi/id/${name}`]: 'Dell Inc.\n' })).toEqual({
        virtual: false,
        reason: 'the firmware names Dell Inc.',
      });
  });
});

describe('virtualization', () => {
  it('trusts virt-what first, even if it prints nothing', async () => {
    const firmware = { '/usr/sbin/dmidecode': dmidecode('QEMU', 'Standard PC') };
    expect(await verdict({ commands: { ...firmware, '/usr/sbin/virt-what': '' } })).toBe(false);
    expect(await verdict({ commands: { '/usr/sbin/virt-what': 'kvm\naws\n' } })).toBe(true);
  });

  it('takes the first line of virt-what without the blanks around it', async () => {
    const say = (output: string) => virtualization(fakeHost({ commands: { '/usr/sbin/virt-what': output } }));
    for (const output of ['kvm\n', ' kvm \r\naws\r\n', '\nkvm\n'])
      expect(await say(output)).toEqual({ virtual: true, reason: 'virt-what says kvm' });
  });

  it.each([
    ['virt-what: this script must be run as root', 1],
    ['virt-what: virt-what-cpuid-helper program not found in $PATH', 0],
  ])('asks the firmware if virt-what says %j', async (output, rc) => {
    const commands = {
      '/usr/sbin/virt-what': { rc, output },
      '/usr/sbin/dmidecode': dmidecode('Dell Inc.', 'PowerEdge R630'),
    };
    expect(await verdict({ commands })).toBe(false);
  });

  it.each([
    ['VMware, Inc.', 'VMware Virtual Platform', true],
    ['Red Hat', 'KVM', true],
    ['Xen', 'HVM domU', true],
    ['Microsoft Corporation', 'Virtual Machine', true],
    ['Microsoft Corporation', 'Surface Laptop', false],
    ['innotek GmbH', 'VirtualBox', true],
    ['Parallels Software International Inc.', 'Parallels Virtual Platform', true],
    ['QEMU', 'Standard PC (Q35 + ICH9, 2009)', true],
    ['Amazon EC2', 'm5.large', true],
    ['Amazon EC2', 'm5.metal', false],
    ['Google', 'Google Compute Engine', true],
    ['HPE', 'ProLiant DL380 Gen10', false],
    ['oVirt', 'oVirt Node', true],
    ['RHEV', 'Hypervisor', true],
    ['Xen', 'other', true],
    ['other', 'VirtualBox', true],
    ['other', 'HVM domU', true],
    ['Bochs', 'Bochs', true],
    ['FreeBSD', 'BHYVE', true],
    ['OpenStack Foundation', 'OpenStack Nova', true],
    ['Nutanix', 'AHV', true],
    ['Alibaba Cloud', 'Alibaba Cloud ECS', true],
    ['Alibaba Cloud', 'bare metal', false],
    ['Google', 'Server', false],
    ['Amazon EC2', 'metal', true],
    ['other', 'm5.metal', false],
    ['QEMU', 'm5.metal', true],
    ['Xenon', 'Ovirtual', false],
  ])('of %s %s: %s', async (vendor, product, virtual) => {
    expect(await verdict({ commands: { '/usr/sbin/dmidecode': dmidecode(vendor, product) } })).toBe(virtual);
  });

  it('trusts the product family', async () => {
    const commands = {
      '/usr/sbin/virt-what': { rc: 1, output: 'virt-what: this script must be run as root\n' },
      '/usr/sbin/dmidecode': dmidecode('other', 'other', 'Red Hat Enterprise Linux'),
    };
    expect(await verdict({ commands })).toBe(true);
    const files = {
      '/sys/class/dmi/id/sys_vendor': 'other\n',
      '/sys/class/dmi/id/product_family': 'Red Hat Enterprise Linux\n',
    };
    expect(await verdict({ files })).toBe(true);
  });

  it('asks the processor last, and says if nothing is known', async () => {
    expect(await verdict({ files: { '/proc/cpuinfo': 'Features : fp asimd\n' } })).toBeUndefined();
    const files = { '/proc/cpuinfo': 'flags : fpu hypervisor\n', '/sys/class/dmi/id/sys_vendor': 'Unknown' };
    expect(await verdict({ files })).toBe(true);
  });

  it('decides IsBareMetal, which does not hold if nothing is known', async () => {
    const ask = (description: FakeHostDescription) =>
      isBareMetal.definition.evaluate(fakeContext(fakeHost(description)));
    expect(await ask({ commands: { '/usr/sbin/virt-what': '' } })).toEqual({
      holds: true,
      reason: 'virt-what finds no hypervisor',
    });
    expect(await ask({ commands: { '/usr/sbin/virt-what': 'kvm\n' } })).toEqual({
      holds: false,
      reason: 'not bare metal: virt-what says kvm',
    });
    expect((await ask({})).holds).toBe(false);
  });
});
