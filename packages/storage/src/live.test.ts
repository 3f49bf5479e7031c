import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeContext, namespacedHost, namespacedHostNeeds, needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { dumpdevList, xfsMounts } from './providers.js';

needs(
  'mkfs.ext4',
  'mkfs.xfs',
  '/dev/loop-control',
  ...namespacedHostNeeds,
)('finds XFS and ext4 images that are mounted, also below a path with blanks', async () => {
  const directory = temporaryDirectory();
  const inside = await namespacedHost();
  const image = (type: string, megabytes: number): string => {
    const path = join(directory, `${type}.img`);
    writeFileSync(path, '');
    truncateSync(path, megabytes * 2 ** 20);
    inside.prepare(`/usr/sbin/mkfs.${type}`, '-q', path);
    return path;
  };
  const mount = (path: string, name: string): string => {
    const point = join(directory, name);
    mkdirSync(point);
    inside.prepare('mount', '-o', 'loop', path, point);
    return point;
  };
  try {
    const xfs = mount(image('xfs', 320), 'two words\tand a tab');
    const ext4 = mount(image('ext4', 16), 'plain');
    const device = inside.prepare('findmnt', '-n', '-o', 'SOURCE', ext4).trim();
    inside.prepare('mount', '--bind', ext4, ext4);
    expect(await xfsMounts.definition.evaluate(fakeContext(inside.host))).toContain(xfs);
    const devices = await dumpdevList.definition.evaluate(fakeContext(inside.host));
    expect([devices].flat().filter((path) => path === device)).toEqual([device]);
  } finally {
    await inside.end();
  }
});
