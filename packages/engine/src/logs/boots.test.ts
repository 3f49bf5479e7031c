import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { bootWindow } from './boots.js';

const option = (name: string): string => `--${name}`;
const ids = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
const old = [
  ` -1 ${ids[0]} Thu 2026-11-19 08:00:01 UTC—Fri 2026-11-20 09:00:02 UTC`,
  `  0 ${ids[1]} Fri 2026-11-20 09:01:00 UTC—Fri 2026-11-20 10:00:00 UTC`,
].join('\n');
const recent = [
  'IDX BOOT ID                          FIRST ENTRY                 LAST ENTRY',
  ` -1 ${ids[0]} Thu 2026-11-19 08:00:01 UTC Fri 2026-11-20 09:00:02 UTC`,
  `  0 ${ids[1]} Fri 2026-11-20 09:01:00 UTC Fri 2026-11-20 10:00:00 UTC`,
].join('\n');

const hostWith = (boots: string, files = {}) => ({
  ...fakeHost({ files, commands: { '/usr/bin/journalctl -q --no-pager --list-boots': `${boots}\n` } }),
  executes: true,
});

test.each([old, recent])('a boot is a window, by number or id', async (boots) => {
  const window = {
    since: Date.UTC(2026, 10, 19, 8, 0, 1),
    until: Date.UTC(2026, 10, 20, 9, 0, 2) + 999,
  };
  expect(await bootWindow(hostWith(boots), '-1', option)).toEqual({ ...window, asked: '--boot -1' });
  expect(await bootWindow(hostWith(boots), `${ids[0]}`, option)).toMatchObject(window);
});

test('the current boot has no end, and is known without a journal', async () => {
  const stat = { '/proc/stat': 'cpu 1\nbtime 1795160000\n' };
  const current = { since: 1_795_160_000_000, asked: '--boot 0' };
  expect(await bootWindow(hostWith(old, stat), '0', option)).toEqual(current);
  expect(await bootWindow(hostWith('', stat), '0', option)).toEqual(current);
  expect(await bootWindow(hostWith(old), '0', option)).toEqual({
    since: Date.UTC(2026, 10, 20, 9, 1),
    asked: '--boot 0',
  });
});

test('an unknown boot is an error that says which are known', async () => {
  await expect(bootWindow(hostWith(old), '-7', option)).rejects.toThrow(
    '--boot -7 is not a boot that the host knows: its journal has -1, 0; give a window by --since and --until instead',
  );
  const many = Array.from({ length: 9 }, (_, index) => old.split('\n')[0]?.replace('-1', `${index - 8}`));
  await expect(bootWindow(hostWith(many.join('\n')), `${ids[2]}`, option)).rejects.toThrow(
    'its journal has 9 boots, from -8 to 0;',
  );
  await expect(bootWindow(hostWith('hello'), '-1', option)).rejects.toThrow('its journal names no boot');
  await expect(bootWindow(fakeHost(), '0', option)).rejects.toThrow(
    'its journal is not read, because it is not the running machine;',
  );
});
