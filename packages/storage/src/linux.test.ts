import type { Provider } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { btrfsMounts, nvmeControllers } from './providers.js';

const of = (provider: Provider, host: FakeHostDescription) =>
  provider.definition.evaluate(fakeContext(fakeHost(host)));

test('a btrfs file system that is mounted several times is asked once, under its first mount point', async () => {
  const mounts = `/dev/sdb / btrfs rw,subvol=/@ 0 0
/dev/sdb /home btrfs rw,subvol=/@home 0 0
/dev/sdc /srv/two\\040words btrfs rw 0 0
/dev/sdd /var xfs rw 0 0
`;
  expect(await of(btrfsMounts, { files: { '/proc/mounts': mounts } })).toEqual(['/', '/srv/two words']);
  expect(await of(btrfsMounts, {})).toEqual({ nothing: 'no btrfs file system is mounted' });
});

test('NVMe controllers, not their namespaces and partitions', async () => {
  const files = { '/dev/nvme1': '', '/dev/nvme0': '', '/dev/nvme0n1': '', '/dev/nvme0n1p1': '' };
  expect(await of(nvmeControllers, { files })).toEqual(['/dev/nvme0', '/dev/nvme1']);
  expect(await of(nvmeControllers, { files: { '/dev/nvme-fabrics': '' } })).toEqual({
    nothing: 'no NVMe drive',
  });
});
