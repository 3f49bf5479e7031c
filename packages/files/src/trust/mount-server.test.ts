import { beforeEach, expect, test, vi } from 'vitest';
import { servingUser } from './mount-server.js';

const read = vi.hoisted(() => vi.fn());
vi.mock('node:fs', async (original) => ({ ...(await original<object>()), readFileSync: read }));

const table = (...lines: string[]) => read.mockReturnValue(`${lines.join('\n')}\n`);
const line = (device: string, system: string) => `36 35 ${device} / /mnt rw shared:1 - ${system}`;
const device = (8 << 8) | 1;

beforeEach(() => read.mockReset());

test.each([
  ['fuse.sshfs', 'user@host rw,user_id=1000,group_id=100', 1000],
  ['fuse', 'x user_id=7', 7],
  ['fuseblk', 'x rw,user_id=12', 12],
  // Root, if it does not say: another option may end like that.
  ['fuse.a', 'x rw,my_user_id=5', 0],
  ['fuse.a', 'x rw', 0],
])('a file system %s with %j is served by the user %i', (type, rest, user) => {
  table(line('8:1', `${type} ${rest}`));
  expect(servingUser(device)).toBe(user);
});

test('any other file system, or device, is served by nobody', () => {
  table(line('8:1', 'ext4 /dev/sda1 rw,user_id=5'), line('8:2', 'fuse.a x user_id=5'), '', 'broken');
  expect(servingUser(device)).toBeUndefined();
});

test('a device has the numbers that the C library takes from it', () => {
  table(line('4097:65537', 'fuse.a x user_id=5'));
  const large = (4096n << 32n) | (1n << 8n) | (65536n << 12n) | 1n;
  expect(servingUser(Number(large))).toBe(5);
});
