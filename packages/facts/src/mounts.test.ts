import { mountRows, rowsOf } from '@hostspec/parse';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { mounts } from './mounts.js';

const table = `proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0
/dev/mapper/rhel-root / xfs rw,relatime,attr2,inode64 0 0
/dev/sda1 /boot ext4 rw 0 0
/dev/sdb1 /mnt/my\\040data\\011x xfs rw,noquota 0 0
//nas/share\\040one /srv/share cifs rw 0 0
#weird /srv/hash ext3 ro 0 0
`;

describe('mounts', () => {
  it('reads device, path, type and options in order', async () => {
    const rows = await mounts(fakeHost({ files: { '/proc/mounts': table } }));
    expect(rows.map(({ path }) => path)).toEqual([
      '/proc',
      '/',
      '/boot',
      '/mnt/my data\tx',
      '/srv/share',
      '/srv/hash',
    ]);
    expect(rows[1]).toEqual({
      device: '/dev/mapper/rhel-root',
      path: '/',
      type: 'xfs',
      options: ['rw', 'relatime', 'attr2', 'inode64'],
    });
    expect(rows[4]?.device).toBe('//nas/share one');
    expect(rows[5]?.device).toBe('#weird');
  });

  it('keeps an unescaped blank in the mount point', () => {
    expect(rowsOf(mountRows, 'fuse /mnt/two words fuse.x rw 0 0')[0]?.path).toBe('/mnt/two words');
  });

  it('decodes escapes of several bytes as UTF-8 and leaves other backslashes', () => {
    expect(rowsOf(mountRows, '/dev/sdc /mnt/caf\\303\\251\\134n xfs rw 0 0')[0]?.path).toBe('/mnt/café\\n');
  });

  it('is empty if the table cannot be read, and drops invalid rows', async () => {
    expect(await mounts(fakeHost())).toEqual([]);
    const rows = ['/dev/sda1 /a xfs rw 0 0 x', '/dev/sda1 /a xfs rw 0', ' /dev/sda1 /a xfs rw 0 0'];
    expect(rowsOf(mountRows, rows.join('\n'))).toEqual([]);
    expect(rowsOf(mountRows, '/dev/sda1 /a xfs rw 10 12 ')).toHaveLength(1);
    expect(rowsOf(mountRows, '\0\u0001 garbage\n/dev/sda1 relative xfs rw 0 0\n\n/dev/sda1\n')).toEqual([]);
  });

  it('reads the table once per host', async () => {
    const host = fakeHost({ files: { '/proc/mounts': table } });
    expect(await mounts(host)).toBe(await mounts(host));
    expect(await mounts(fakeHost())).toEqual([]);
  });
});
