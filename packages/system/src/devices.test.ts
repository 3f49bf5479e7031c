import type { SettingValue } from '@hostspec/spec';
import { isNothing } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost, garbageTexts } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { listWithLdH } from './providers.js';

const pvs =
  '/sbin/pvs --nameprefixes --noheadings --separator=\'|\' -a -o pv_all,vg_name --config="global{locking_type=0}"';
const row = (name: string): string =>
  `  LVM2_PV_FMT='lvm2'|LVM2_PV_UUID='WdKg73-1234'|LVM2_DEV_SIZE='7.51g'|LVM2_PV_NAME='${name}'|LVM2_VG_NAME='rhel'`;

const blkid = `/dev/sda1: LABEL="boot: one" UUID="3676157d-F2F5" TYPE="xfs" PARTUUID="AB-01" PARTLABEL="EFI System"
/dev/sda2: UUID="7B77-95E7" TYPE="vfat"
`;

const of = (host: FakeHostDescription, items: readonly string[]) => {
  const settings: Record<string, SettingValue> = { ls_ldH_items: items };
  return listWithLdH.definition.evaluate(fakeContext(fakeHost(host), settings));
};
const ofFstab = (fstab: string, more: FakeHostDescription['files'] = {}) =>
  of({ files: { ...more, '/etc/fstab': fstab }, commands: { '/sbin/blkid -c /dev/null': blkid } }, [
    '/dev/null',
    'fstab_mounted.devices',
  ]);

describe('fstab_mounted.devices', () => {
  it.each([
    ['UUID=3676157d-f2f5', '/dev/sda1'],
    ['UUID="7b77-95e7"', '/dev/sda2'],
    ["LABEL='boot:\\040one'", '/dev/sda1'],
    ['LABEL=boot:\\040one', '/dev/sda1'],
    ['PARTUUID=ab-01', '/dev/sda1'],
    ['PARTLABEL="EFI\\040System"', '/dev/sda1'],
    ['/dev/mapper/rhel-root', '/dev/mapper/rhel-root'],
    ['/swapfile', '/swapfile'],
    ['/dev/UUID=7B77-95E7', '/dev/UUID=7B77-95E7'],
  ])('resolves %s', async (device, path) => {
    expect(await ofFstab(`${device} /mnt xfs defaults 0 0\n`)).toEqual(['/dev/null', path].sort());
  });

  it.each([
    ['UUID=unknown /mnt xfs defaults'],
    ['LABEL=Boot:\\040one /mnt xfs defaults'],
    ['xUUID=7B77-95E7 /mnt xfs defaults'],
    ['LABEL= /mnt xfs defaults'],
    ['/srv/data /mnt none rw,bind'],
    ['/srv/data /mnt none rbind'],
    ['nas:/export /mnt nfs defaults'],
    ['//nas/share /mnt cifs defaults'],
    ['tmpfs /tmp tmpfs defaults'],
  ])('leaves out %s', async (line) => {
    expect(await ofFstab(`${line} 0 0\n`)).toEqual(['/dev/null', '_non_existing_']);
  });

  it('looks below /dev/disk for devices that blkid does not list', async () => {
    const links = { '/dev/disk/by-label/new\\x20disk': { kind: 'block' } as const };
    expect(await ofFstab('LABEL=new\\040disk /mnt xfs\n', links)).toEqual([
      '/dev/disk/by-label/new\\x20disk',
      '/dev/null',
    ]);
  });

  it.each(['nobind', 'bindings', 'xbind'])('does not take the option %s for a bind mount', async (option) => {
    expect(await ofFstab(`/dev/sda9 /mnt xfs rw,${option} 0 0\n`)).toEqual(['/dev/null', '/dev/sda9']);
  });

  it('asks blkid for a tag among devices without one', async () => {
    expect(await ofFstab('/dev/sda9 / xfs\nUUID=7B77-95E7 /mnt xfs\n')).toEqual([
      '/dev/null',
      '/dev/sda2',
      '/dev/sda9',
    ]);
  });

  it('looks for each byte of a character that udev encodes', async () => {
    const link = '/dev/disk/by-label/a\\xe2\\x82\\xac\\x07';
    const links = { [link]: { kind: 'block' } as const };
    expect(await ofFstab('LABEL=a€\\007 /mnt xfs\n', links)).toEqual([link, '/dev/null']);
  });

  it('runs blkid only if a row has a tag', async () => {
    const host = fakeHost({ files: { '/etc/fstab': '/dev/sda1 / ext4\n' } });
    await listWithLdH.definition.evaluate(fakeContext(host, { ls_ldH_items: ['fstab_mounted.devices'] }));
    expect(host.ran).toEqual([]);
  });
});

describe('list_with_ldH', () => {
  it('gives the devices of LVM, distinct', async () => {
    const commands = { [pvs]: `${row('/dev/sda2')}\n${row('/dev/sda2')}\n${row('[unknown]')}\ngarbage\n` };
    expect(await of({ commands }, ['pvs.devices', '/dev/null'])).toEqual(['/dev/null', '/dev/sda2']);
    expect(await of({ commands }, ['pvs.devices'])).toEqual(['/dev/sda2', '_non_existing_']);
  });

  it('drops the special words if their input is missing', async () => {
    expect(await of({}, ['pvs.devices', 'fstab_mounted.devices', '/dev/null', '/etc/mtab'])).toEqual([
      '/dev/null',
      '/etc/mtab',
    ]);
    expect(await of({}, ['pvs.devices'])).toEqual({
      nothing: 'the setting ls_ldH_items leads to nothing but directories',
    });
  });

  it('leaves out directories, but not missing paths', async () => {
    const files = { '/srv/x/file': '', '/etc/mtab': '' };
    expect(await of({ files }, ['/srv/x', '/srv/x/', '/etc/mtab', '/absent'])).toEqual([
      '/absent',
      '/etc/mtab',
    ]);
    expect(await of({ files }, ['/srv/x'])).toEqual({
      nothing: 'the setting ls_ldH_items leads to nothing but directories',
    });
  });

  it('gives only paths, whatever is on the host', async () => {
    const pieces = [
      ...blkid.split(/(?<=[":])/),
      ...row('/dev/sda2').split(/(?<=[|'])/),
      'UUID=',
      'LABEL=',
      '/x',
      ' xfs ',
    ];
    for (const output of garbageTexts(pieces)) {
      const commands = { [pvs]: { output }, '/sbin/blkid -c /dev/null': { output } };
      const host = { commands, files: { '/etc/fstab': output } };
      const value = await of(host, ['pvs.devices', 'fstab_mounted.devices']);
      if (isNothing(value) || 'leftOut' in value) continue;
      for (const element of value) expect(element).toMatch(/^\/|^_non_existing_$/);
    }
  });
});
