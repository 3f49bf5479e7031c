import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addArchives } from './add.js';
import { changingRows } from './changing-rows.js';
import { compactFleet } from './compact.js';
import { openEngine } from './engine.js';
import { createFleet, replaceFiles } from './fleet-directory.js';
import { fleetPage } from './fleet-page.js';
import { readState } from './fleet-state.js';
import { askingFleet, queryFleet } from './query.js';
import { newDirectory, removeDirectories, writeArchive } from './testing/archives.js';
import { verifyFleet } from './verify-fleet.js';

afterAll(removeDirectories);

async function filled(): Promise<string> {
  const fleet = join(newDirectory(), 'fleet');
  createFleet(fleet);
  await addArchives(fleet, [
    writeArchive({
      target: 'web1',
      started: Date.UTC(2026, 2, 4),
      specs: { hostname: { 'etc/hostname': 'web1\n' } },
    }),
  ]);
  return fleet;
}

const compact = (fleet: string): Promise<void> =>
  changingRows(fleet, async (root, engine) => compactFleet(root, engine));

const rowsOf = (fleet: string): string[] => readdirSync(join(fleet, 'data')).sort();

// The engine would wait for a writer, longer than any time limit.
test.each([
  ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path)],
  ['a link to a file', (path: string) => symlinkSync('/etc/hostname', path)],
])('%s in place of rows is not opened', async (_, put) => {
  const fleet = await filled();
  const [name = ''] = rowsOf(fleet).filter((each) => each.startsWith('hosts.'));
  rmSync(join(fleet, 'data', name));
  put(join(fleet, 'data', name));
  for (const use of [
    () => queryFleet(fleet, 'SELECT name FROM hosts'),
    () => fleetPage(fleet),
    () => compact(fleet),
  ])
    await expect(use()).rejects.toThrow(`${name} is not a regular file`);
  expect((await verifyFleet(fleet)).problems).toEqual([`data/${name} is not a regular file`]);
});

test('no bit of rows changes without notice', async () => {
  const fleet = await filled();
  for (const name of rowsOf(fleet)) {
    const path = join(fleet, 'data', name);
    const bytes = readFileSync(path);
    const [table = ''] = name.split('.');
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const changed = Buffer.from(bytes);
      const at = Math.floor(bytes.length * part);
      changed.writeUInt8(changed.readUInt8(at) ^ 4, at);
      writeFileSync(path, changed);
      const view = table === 'items' || table === 'outcomes' ? `latest_${table}` : table;
      const asked = queryFleet(fleet, `SELECT * FROM "${view}"`);
      await expect(asked, `${name} at ${at}`).rejects.toThrow(
        `data/${name} was changed: its SHA-256 differs`,
      );
      await expect(compact(fleet), name).rejects.toThrow(`data/${name} was changed: its SHA-256 differs`);
    }
    writeFileSync(path, bytes);
  }
  await compact(fleet);
  expect((await queryFleet(fleet, 'SELECT name FROM hosts')).rows).toEqual([{ name: 'web1' }]);
});

test('what another process replaces is read again, and is no damage', async () => {
  const fleet = await filled();
  let reads = 0;
  const change = async (): Promise<void> => {
    const { files } = readState(fleet);
    const copy = `data/runs.${String(++reads).padStart(12, '0')}.parquet`;
    const runs = files.find(({ table }) => table === 'runs') ?? expect.fail();
    writeFileSync(join(fleet, copy), readFileSync(join(fleet, runs.path)));
    replaceFiles(fleet, readState(fleet), { remove: [runs], add: [{ ...runs, path: copy }] });
  };
  const changedAtMost = (most: number) =>
    askingFleet(fleet, {}, async (ask) => {
      if (reads < most) await change();
      return (await ask('SELECT name FROM runs')).rows;
    });
  expect(await changedAtMost(2)).toEqual([{ name: 'web1' }]);
  await expect(changedAtMost(100)).rejects.toThrow(
    'was changed while it was read; run the same command again',
  );
  const verdict = verifyFleet(fleet);
  await change();
  expect((await verdict).problems).toEqual([]);
});

test('a fleet whose rows are a link does not remove those of another fleet', async () => {
  const victim = await filled();
  const before = rowsOf(victim);
  const fleet = join(newDirectory(), 'fleet');
  createFleet(fleet);
  rmSync(join(fleet, 'data'), { recursive: true });
  symlinkSync(join(victim, 'data'), join(fleet, 'data'));
  await expect(compact(fleet)).rejects.toThrow('data is not a directory');
  await expect(verifyFleet(fleet)).rejects.toThrow('data is not a directory');
  expect(rowsOf(victim)).toEqual(before);
});

test('in a fleet that others can change, a question makes no file', async () => {
  const fleet = await filled();
  const own = await openEngine(fleet);
  own.close();
  expect(own.scratch.startsWith(join(fleet, 'data'))).toBe(true);
  chmodSync(fleet, 0o777);
  const engine = await openEngine(fleet);
  try {
    expect(engine.scratch.startsWith(tmpdir())).toBe(true);
    expect(engine.scratch.startsWith(fleet)).toBe(false);
    expect((await queryFleet(fleet, 'SELECT name FROM hosts')).rows).toEqual([{ name: 'web1' }]);
  } finally {
    engine.close();
  }
  expect(readdirSync(tmpdir())).not.toContain(engine.scratch.slice(tmpdir().length + 1));
});
