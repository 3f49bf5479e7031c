import { afterAll, expect, test } from 'vitest';
import { addArchives } from './add.js';
import { changingRows } from './changing-rows.js';
import { compactFleet } from './compact.js';
import { readState } from './fleet-state.js';
import { queryFleet } from './query.js';
import { newFleet, removeDirectories, type TestRun, writeArchive } from './testing/archives.js';

afterAll(removeDirectories);

const dayLength = 86_400_000;
const firstDay = Date.UTC(2026, 2, 4);
const now = firstDay + 20 * dayLength;

/** A run of a host on a day, whose machine id is that of another one. */
const run = (target: string, day: number, bootId: string, files: TestRun['specs'] = {}): string =>
  writeArchive({
    ...{ target, started: firstDay + day * dayLength, machineId: 'one', bootId },
    specs: { hostname: { 'etc/hostname': 'same\n' }, ...files },
  });

const hostsOf = async (fleet: string): Promise<readonly unknown[]> =>
  (
    await queryFleet(
      fleet,
      'SELECT name, groups, CAST(first_day AS VARCHAR) AS first FROM hosts ORDER BY name',
    )
  ).rows;

test('a host that was renamed and booted again is one host', async () => {
  const fleet = newFleet();
  await addArchives(fleet, [run('a', 0, 'x'), run('a', 1, 'x'), run('b', 2, 'y'), run('b', 3, 'y')], { now });
  expect(await hostsOf(fleet)).toEqual([{ name: 'b', groups: null, first: '2026-03-04' }]);
  expect(readState(fleet).clones).toEqual([]);
});

test('hosts with one machine id whose boots overlap are clones: each has its own days and content', async () => {
  const fleet = newFleet();
  const motd = (text: string) => ({ motd: { 'etc/motd': text } });
  await addArchives(fleet, [run('a', 0, 'x', motd('a0\n')), run('b', 1, 'y', motd('b1\n'))], {
    now,
    group: 'web',
  });
  await changingRows(fleet, compactFleet);
  expect(await hostsOf(fleet)).toHaveLength(1);
  // Now the first one is known to have gone on while the other one ran.
  await addArchives(fleet, [run('a', 2, 'x', motd('a2\n')), run('b', 3, 'y', motd('b1\n'))], { now });
  const both = [
    { name: 'a', groups: 'web', first: '2026-03-04' },
    { name: 'b', groups: 'web', first: '2026-03-05' },
  ];
  expect(await hostsOf(fleet)).toEqual(both);
  const textsOn = async (day: number): Promise<readonly unknown[]> =>
    (
      await queryFleet(
        fleet,
        `SELECT name || ' ' || text AS t FROM snapshot_lines(DATE '2026-03-0${4 + day}') ORDER BY 1`,
      )
    ).rows.map(({ t }) => t);
  expect(await textsOn(0)).toEqual(['a a0', 'a same']);
  expect(await textsOn(1)).toEqual(['a a0', 'a same', 'b b1', 'b same']);
  expect(await textsOn(2)).toEqual(['a a2', 'a same', 'b b1', 'b same']);
  // A later run of each, and the same ones again, find the right host.
  await addArchives(fleet, [run('a', 4, 'z', motd('a4\n')), run('b', 1, 'y', motd('b1\n'))], { now });
  expect(await hostsOf(fleet)).toEqual(both);
  expect(await textsOn(4)).toEqual(['a a4', 'a same', 'b b1', 'b same']);
  const { rows } = await queryFleet(
    fleet,
    "SELECT count(*) AS n FROM runs WHERE finding LIKE '%several hosts'",
  );
  expect(rows).toEqual([{ n: '5' }]);
});

test('the boot that a host says tells clones at their first runs', async () => {
  const fleet = newFleet();
  const booted = (day: number) => ({
    proc_stat: { 'proc/stat': `btime ${(firstDay + day * dayLength) / 1000}\n` },
  });
  await addArchives(fleet, [run('a', 2, 'x', booted(0)), run('b', 3, 'y', booted(1))], { now });
  expect(await hostsOf(fleet)).toHaveLength(2);
});

test('clones that begin in the same millisecond have each item once', async () => {
  const fleet = newFleet();
  const booted = (day: number) => ({
    proc_stat: { 'proc/stat': `btime ${(firstDay + day * dayLength) / 1000}\n` },
  });
  await addArchives(fleet, [run('a', 2, 'x', booted(0)), run('b', 2, 'y', booted(1))], { now });
  const { rows } = await queryFleet(
    fleet,
    'SELECT h.name, count(*) AS items FROM latest_items i JOIN hosts h ON h.host_id = i.host_id GROUP BY h.name ORDER BY h.name',
  );
  expect(rows).toEqual([
    { name: 'a', items: '2' },
    { name: 'b', items: '2' },
  ]);
});
