import { fstabRows, rowsOf } from '@hostspec/parse';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { fstab } from './fstab.js';

it('reads rows, not comments', () => {
  const text = `# /etc/fstab
  # indented
UUID=0a3407de-014b-458b-b5c1-848e92a327a3 /     ext4  defaults  1 1
LABEL=a#b\t/data\\040one\txfs\tnoatime,nofail\t0 0 # trailing
/dev/sdb1 /srv # comment
/swapfile none swap sw 0 0
host:/a# /mnt/issue# nfs
lonely
`;
  expect(rowsOf(fstabRows, text)).toEqual([
    { device: 'UUID=0a3407de-014b-458b-b5c1-848e92a327a3', path: '/', type: 'ext4', options: ['defaults'] },
    { device: 'LABEL=a#b', path: '/data one', type: 'xfs', options: ['noatime', 'nofail'] },
    { device: '/dev/sdb1', path: '/srv', type: 'auto', options: ['defaults'] },
    { device: '/swapfile', path: 'none', type: 'swap', options: ['sw'] },
    { device: 'host:/a#', path: '/mnt/issue#', type: 'nfs', options: ['defaults'] },
  ]);
});

it('distinguishes an empty table from a missing one', async () => {
  expect(await fstab(fakeHost({ files: { '/etc/fstab': '\n' } }))).toEqual([]);
  expect(await fstab(fakeHost())).toBeUndefined();
});
