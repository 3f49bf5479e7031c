import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { type MountGuard, mountGuard, mountsNotEntered } from './mounts.js';

const folder = sharedDirectory();

const mount = (path: string, type: string, options = 'rw'): string =>
  `36 35 98:0 / ${path} ${options} shared:1 - ${type} source rw`;

let count = 0;
function guard(...lines: readonly string[]): MountGuard {
  const table = join(folder, String(count++));
  writeFileSync(table, `${lines.join('\n')}\n`, 'latin1');
  return mountGuard(table);
}

describe('mounts that can hang', () => {
  test.each([
    ...[
      'autofs',
      'nfs',
      'nfs4',
      'cifs',
      'smb3',
      'smbfs',
      'ncpfs',
      'afs',
      'ceph',
      'fuse',
      'fuseblk',
      'fuse.sshfs',
    ],
    ...[
      'glusterfs',
      '9p',
      'lustre',
      'gpfs',
      'beegfs',
      'orangefs',
      'pvfs2',
      'coda',
      'davfs',
      'sshfs',
      'virtiofs',
    ],
    ...['gfs', 'gfs2', 'ocfs2'],
  ])('%s', (type) => {
    const mounts = guard(mount('/', 'ext4'), mount('/srv/x', type));
    expect(mounts.any()).toBe(true);
    expect(mounts.at('/srv/x')).toEqual({ path: '/srv/x', type });
    for (const other of ['/srv', '/srv/x/y', '/']) expect(mounts.at(other)).toBeUndefined();
  });

  test.each([
    'ext4',
    'xfs',
    'tmpfs',
    'proc',
    'fusectl',
    'nfsd',
    'nfs44',
    'xnfs',
    'autofs2',
    'overlay',
    'my9p',
    '',
  ])('not %s', (type) => {
    const mounts = guard(mount('/srv/x', type));
    expect([mounts.any(), mounts.at('/srv/x')]).toEqual([false, undefined]);
  });

  test('are found at paths with blanks and other bytes', () => {
    const mounts = guard(mount('/a\\040b\\134c\\303\\244', 'nfs'));
    expect(mounts.at('/a b\\cä')).toBeDefined();
  });

  test('do not include the root, or lines without a path', () => {
    expect(guard(mount('/', 'nfs'), 'x - nfs', '').any()).toBe(false);
    expect(mountGuard(join(folder, 'absent')).any()).toBe(false);
    expect(mountsNotEntered(join(folder, 'absent'))).toEqual([]);
  });

  test('are looked up again after a fifth of a second', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const table = join(folder, 'changing');
    writeFileSync(table, mount('/a', 'nfs'));
    const mounts = mountGuard(table);
    expect(mounts.any()).toBe(true);
    expect(mountsNotEntered(table)).toEqual([{ path: '/a', type: 'nfs' }]);
    writeFileSync(table, '');
    now.mockReturnValue(1200);
    expect(mounts.at('/a')).toBeDefined();
    now.mockReturnValue(1200.1);
    expect(mounts.at('/a')).toBeUndefined();
  });

  test('are those of the machine without a table', () => {
    expect(mountGuard().at('/')).toBeUndefined();
  });
});

describe('a mount without setuid', () => {
  const withoutSetuid = (path: string, ...lines: string[]) => guard(...lines).withoutSetuid(path);
  const root = mount('/', 'ext4', 'rw,nosuid');
  const usb = mount('/media/usb', 'vfat', 'rw,nosuid,nodev');

  test('is that of paths at or below it', () => {
    for (const path of ['/media/usb', '/media/usb/bin/a'])
      expect(withoutSetuid(path, root, usb)).toBe('/media/usb');
    for (const path of ['/media', '/media/usb2', '/bin/a', '/'])
      expect(withoutSetuid(path, root, usb)).toBeUndefined();
  });

  test('is the last and longest one', () => {
    const path = '/media/usb/bin/a';
    expect(withoutSetuid(path, usb, mount('/media/usb', 'ext4'))).toBeUndefined();
    expect(withoutSetuid(path, mount('/media/usb', 'ext4'), usb)).toBe('/media/usb');
    expect(withoutSetuid(path, usb, mount('/media', 'ext4'))).toBe('/media/usb');
    expect(withoutSetuid(path, usb, mount('/media/usb/bin', 'ext4'))).toBeUndefined();
  });

  test('is not one with other options, or in memory', () => {
    for (const options of ['rw', 'rw,suid', 'rw,nosuidx'])
      expect(withoutSetuid('/m/a', mount('/m', 'ext4', options))).toBeUndefined();
    for (const type of ['tmpfs', 'ramfs'])
      expect(withoutSetuid('/m/a', mount('/m', type, 'nosuid'))).toBeUndefined();
    for (const type of ['xtmpfs', 'tmpfsx'])
      expect(withoutSetuid('/m/a', mount('/m', type, 'nosuid'))).toBe('/m');
    expect(mountGuard(join(folder, 'absent')).withoutSetuid('/m/a')).toBeUndefined();
  });
});
