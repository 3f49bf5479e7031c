import { createHash } from 'node:crypto';
import { type FactTable, factsOf, factTables, hostFacts, keyValuesOf } from '@hostspec/parse/facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addArchives, newBatch } from './add.js';
import { changingRows } from './changing-rows.js';
import { compactFleet } from './compact.js';
import { fleetViews } from './define-views.js';
import { type Engine, openEngine } from './engine.js';
import { readState } from './fleet-state.js';
import { itemFacts, stableContent } from './item-facts.js';
import { queryFleet } from './query.js';
import { readRun } from './read-run.js';
import { keptFacts } from './tables.js';
import { newFleet, removeDirectories, type TestRun, writeArchive } from './testing/archives.js';

afterAll(removeDirectories);

// 2026-03-04 is a Wednesday: the days have a Sunday.
const firstDay = Date.UTC(2026, 2, 4);
const dayLength = 86_400_000;
const days = [...Array(9).keys()].map((index) =>
  new Date(firstDay + index * dayLength).toISOString().slice(0, 10),
);
const now = firstDay + 10 * dayLength;

const compact = (path: string, mostAtOnce?: number) =>
  changingRows(path, (root, engine) => compactFleet(root, engine, mostAtOnce));

/** The run of a host on a day; what changes is little, and different for each host. */
const runOf = (host: number, day: number): TestRun => {
  const started = firstDay + day * dayLength + 3_600_000 + host;
  const changed = (every: number): number => Math.floor((day + host) / every);
  const config = Object.fromEntries(
    [...Array(3 + (changed(6) % 2)).keys()].map((at) => [`etc/conf.d/${at}`, `port = ${at}\n`]),
  );
  const specs: Record<string, Record<string, string>> = {
    hostname: { 'etc/hostname': `web${host}\n` },
    sysctl: { sysctl: `fs.file-nr = ${day}\nnet.ipv4.ip_forward = ${changed(4) % 2}\n` },
    meminfo: {
      'proc/meminfo': `MemTotal: 1000 kB\nMemAvailable: ${(day * 7 + host) % 900} kB\nSwapTotal: 9 kB\n`,
    },
    df__alP: {
      df: `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 100 ${day} 9 ${day * 10}% /\n${changed(5) % 2 ? '/dev/vdb1 9 9 0 100% /srv\n' : ''}`,
    },
    mounts: { 'proc/mounts': `/dev/vda1 / ext4 ${changed(3) % 2 ? 'ro' : 'rw'} 0 0\n` },
    uptime: { uptime: ` 10:00:00 up 1 day, 1 user,  load average: 0.1${day}, 0.2, 0.3\n` },
    proc_stat: { 'proc/stat': `cpu ${day}\nbtime ${1_700_000_000 + changed(4)}\n` },
    cgroup_slice_limits: {
      'sys/fs/cgroup/user.slice/pids.current': `${day * 7 + host}\n`,
      'sys/fs/cgroup/user.slice/pids.max': `${1000 + changed(5)}\n`,
    },
    config,
    crash: changed(5) % 2 === 0 ? {} : { 'var/crash': 'x\n' },
  };
  // Every seventh host has days without a run, and runs that ended early.
  if (host % 7 === 3 && day % 3 === 2) {
    const { config: _, df__alP: __, ...others } = specs;
    return { target: `web${host}`, started, specs: others, interrupted: 'signal SIGTERM' };
  }
  return { target: `web${host}`, started, specs };
};

const runs: TestRun[] = [];
for (let day = 0; day < days.length; day++)
  for (let host = 0; host < 20; host++) if (host % 7 !== 5 || day % 4 !== 1) runs.push(runOf(host, day));
// Two hosts of one image say that they are the same machine, and one of them is interrupted each second day.
for (let day = 0; day < days.length; day++)
  for (const [at, name] of ['clone-a', 'clone-b'].entries()) {
    const { specs, ...run } = runOf(40 + at, day);
    const isWhole = at === 0 || day % 2 === 0;
    runs.push({
      ...{ ...run, target: name, machineId: 'one image', bootId: name },
      ...(isWhole ? { specs } : { specs: { hostname: specs.hostname ?? {} }, interrupted: 'signal SIGTERM' }),
    });
  }
// A second run on a day counts, and a first one that it replaces does not.
runs.push({
  ...runOf(2, 4),
  started: runOf(2, 4).started + 5000,
  specs: { hostname: { 'etc/hostname': 'other\n' } },
});

interface Known {
  readonly key: string;
  readonly target: string;
  readonly spec: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** What the archives themselves say: the last known files of each spec of each host up to a day. */
const stateOn = (day: string): Known[] => {
  const known = new Map<string, Known>();
  for (const { target, started, specs, interrupted } of runs) {
    const own = new Date(started).toISOString().slice(0, 10);
    if (own > day) continue;
    for (const [spec, files] of Object.entries(specs)) {
      const key = `${own} ${interrupted === undefined ? 1 : 0} ${String(started)}`;
      const found = known.get(`${target} ${spec}`);
      if (!found || found.key <= key) known.set(`${target} ${spec}`, { key, target, spec, files });
    }
  }
  return [...known.values()];
};

/** What differs from run to run in noise only is the same; all other content is that of the archive to the byte. */
const expected = (day: string): string[] =>
  stateOn(day)
    .flatMap(({ target, spec, files }) => {
      const rows = Object.entries(files).map(([path, content]) => {
        const { id, exact } = stableContent(spec, path, Buffer.from(content));
        const digest = exact ? createHash('sha256').update(content).digest('hex') : 'other bytes';
        return `${target} ${spec} ${path} ${id} ${digest}`;
      });
      return [...rows, `${target} ${spec} ${rows.length > 0 ? 'collected' : 'absent there is none'}`];
    })
    .sort();

/** The lines of all content, without its noise. */
const expectedLines = (day: string): string[] =>
  stateOn(day)
    .flatMap(({ target, spec, files }) =>
      Object.entries(files).flatMap(([path, content]) =>
        stableContent(spec, path, Buffer.from(content))
          .text.split('\n')
          .map((text, at) => [target, spec, path, at + 1, text] as const),
      ),
    )
    .filter((row) => row[4] !== '')
    .map((row) => JSON.stringify(row))
    .sort();

/** A kernel parameter that is a counter, and so is not in the tables. */
const changesByItself = (row: object): boolean => 'key' in row && row.key === 'fs.file-nr';

/** The rows of a table of facts that the archives say. */
const expectedFacts = (table: FactTable, day: string): string[] => {
  const state = stateOn(day);
  return [...new Set(state.map(({ target }) => target))]
    .flatMap((target) => {
      const read = state
        .filter((each) => each.target === target)
        .flatMap(({ spec, files }) =>
          Object.entries(files).flatMap(([path, content]) =>
            [...factsOf(spec, String(content))]
              .filter(({ row }) => !changesByItself(row))
              .map((fact) => ({ ...fact, spec, path })),
          ),
        );
      return hostFacts(table, read).map(({ values, spec, path, line }) =>
        JSON.stringify([
          target,
          ...Object.keys(table.columns).map((name) => values[name] ?? null),
          spec,
          path,
          line,
        ]),
      );
    })
    .sort();
};

/** The volatile numbers that the archives say. */
const expectedMeasures = (day: string): string[] =>
  stateOn(day)
    .flatMap(({ target, spec, files }) =>
      Object.entries(files).flatMap(([path, content]) =>
        itemFacts(spec, path, stableContent(spec, path, Buffer.from(content)), undefined).measures.map(
          ({ key, item, number }) => JSON.stringify([target, spec, key, item, number]),
        ),
      ),
    )
    .sort();

/** The named values that the archives say. */
const expectedValues = (day: string): string[] =>
  stateOn(day)
    .flatMap(({ target, spec, files }) =>
      Object.entries(files).flatMap(([path, content]) =>
        [...keyValuesOf(spec, stableContent(spec, path, Buffer.from(content)).text)].map(
          ({ section, key, value, number, line }) =>
            JSON.stringify([target, spec, path, section ?? null, key, value ?? null, number ?? null, line]),
        ),
      ),
    )
    .sort();

interface Operator {
  readonly operator_cardinality?: number;
  readonly extra_info?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Operator[];
}

/** How many rows the scans of a table's files gave in a plan. */
const rowsRead = (
  { operator_cardinality = 0, extra_info, children = [] }: Operator,
  table: string,
): number => {
  const isScan = String(extra_info?.['Filename(s)']).includes(`/${table}.`);
  return children.reduce((sum, child) => sum + rowsRead(child, table), isScan ? operator_cardinality : 0);
};

/** Asks about the rows of a fleet, with one engine for all questions. */
const asking = async (fleet: string, ask: (rows: Engine['rows']) => Promise<void>): Promise<void> => {
  const engine = await openEngine(fleet);
  // The tables are small: more threads only wait for each other, and each begins a scan before it knows that no row is wanted.
  await engine.run('SET threads = 1');
  const views = fleetViews(engine, fleet, readState(fleet));
  await ask(async (sql) => {
    await views.defineNamed(sql);
    return engine.rows(sql);
  });
  engine.close();
};

/** The rows of a view as JSON, each with its host and these columns. */
const rowsIn = async (rows: Engine['rows'], view: string, columns: readonly string[]): Promise<string[]> => {
  const cells = ['h.name', ...columns].map((column) => `to_json(${column})`).join(', ');
  const found = await rows(`SELECT to_json([${cells}]) AS row FROM ${view} s JOIN hosts h USING (host_id)`);
  return found.map(({ row }) => JSON.stringify(JSON.parse(String(row)))).sort();
};

const rowsOn = (rows: Engine['rows'], table: string, columns: readonly string[], day: string) =>
  rowsIn(rows, `snapshot_${table}(DATE '${day}')`, columns);

const factColumns = ({ columns }: FactTable): string[] => [
  ...Object.entries(columns).map(([column, { type }]) =>
    type === 'time' ? `epoch_ms(s.${column})` : `s.${column}`,
  ),
  ...['s.spec', 's.item', 's.line'],
];

const snapshot = async (rows: Engine['rows'], day: string): Promise<unknown[]> => {
  const found = await rows(
    `SELECT h.name || ' ' || i.spec || ' ' || i.path || ' ' || i.stable_id || ' ' || CASE WHEN c.exact = 1 THEN i.sha256 ELSE 'other bytes' END AS row
     FROM snapshot_items(DATE '${day}') i JOIN hosts h USING (host_id) JOIN contents c ON c.stable_id = i.stable_id
     UNION ALL SELECT h.name || ' ' || o.spec || ' ' || concat_ws(' ', o.status, o.reason) FROM snapshot_outcomes(DATE '${day}') o JOIN hosts h USING (host_id)`,
  );
  return found.map(({ row }) => row).sort();
};

const lineColumns = ['s.spec', 's.path', 'CAST(s.n AS INTEGER)', 's.text'];
const measureColumns = ['s.spec', 's.key', 's.item', 's.number'];
const valueColumns = ['s.spec', 's.item', 's.section', 's.key', 's.value', 's.number', 's.line'];

/** Compares the items of all days, and what they say on some. */
const expectSnapshots = (fleet: string, someDays: readonly string[] = days) =>
  asking(fleet, async (rows) => {
    for (const day of days) expect(await snapshot(rows, day), day).toEqual(expected(day));
    for (const day of someDays) {
      for (const table of keptFacts)
        expect(await rowsOn(rows, table.name, factColumns(table), day), `${table.name} ${day}`).toEqual(
          expectedFacts(table, day),
        );
      expect(await rowsOn(rows, 'measures', measureColumns, day), `measures ${day}`).toEqual(
        expectedMeasures(day),
      );
      expect(await rowsOn(rows, 'facts_kv', valueColumns, day), `facts_kv ${day}`).toEqual(
        expectedValues(day),
      );
      expect(await rowsOn(rows, 'lines', lineColumns, day), `lines ${day}`).toEqual(expectedLines(day));
    }
    const last = days.at(-1) ?? '';
    expect(await rowsIn(rows, 'latest_host', factColumns(factTables.host)), 'latest_host').toEqual(
      expectedFacts(factTables.host, last),
    );
    const disks = `SELECT host_id, CAST(max(used_percent) AS INTEGER) AS disk FROM snapshot_filesystem(DATE '${last}') GROUP BY host_id`;
    expect(await rowsIn(rows, 'overview', ['CAST(disk AS INTEGER)']), 'overview').toEqual(
      await rowsIn(rows, `(${disks})`, ['disk']),
    );
    for (const [at, to] of [...someDays.filter((_, nth) => nth % 3 === 2), last].entries()) {
      const from = days[Math.max(0, days.indexOf(to) - 1 - at)];
      expect(await changedIn(rows, `changes(DATE '${from}', DATE '${to}')`), `${from} to ${to}`).toEqual(
        await changedIn(rows, differenceOf(`DATE '${from}'`, `DATE '${to}'`)),
      );
    }
  });

/** What is in one of two snapshots only, of hosts that are in the first one. */
const differenceOf = (from: string, to: string): string => {
  const lines = (day: string): string => `SELECT host_id, spec, path, text FROM snapshot_lines(${day})`;
  const statuses = (day: string): string =>
    `SELECT host_id, spec, NULL AS path, status AS text FROM snapshot_outcomes(${day})`;
  const both = [lines, statuses].flatMap((rows) => [
    `(${rows(from)} EXCEPT ${rows(to)})`,
    `(${rows(to)} EXCEPT ${rows(from)})`,
  ]);
  return `(SELECT * FROM (${both.join(' UNION ALL ')}) JOIN hosts USING (host_id) WHERE first_day <= ${from})`;
};

/** Where something changed, by host, spec and path. */
const changedIn = async (rows: Engine['rows'], from: string): Promise<unknown[]> => {
  const found = await rows(
    `SELECT DISTINCT concat_ws(' ', host_id, spec, path) AS place FROM ${from} WHERE spec IS NOT NULL ORDER BY place`,
  );
  return found.map(({ place }) => place);
};

describe('the state of each day is that of the archives', () => {
  const paths: string[] = [];
  beforeAll(() => {
    paths.push(...runs.map(writeArchive));
  });

  // Reads all archives several times: beside other suites, that takes minutes.
  test('if they come day by day, before and after compact, and again', { timeout: 600_000 }, async () => {
    const fleet = newFleet();
    for (let day = 0; day < days.length; day++) {
      const own = paths.filter(
        (_, at) => Math.floor(((runs[at]?.started ?? 0) - firstDay) / dayLength) === day,
      );
      const { refused } = await addArchives(fleet, own, { now });
      expect(refused).toEqual([]);
      // Some days are filed in ranges of few specs.
      if (day % 4 !== 2) await compact(fleet, day % 2 === 0 ? 100 : undefined);
    }
    await compact(fleet);
    await expectSnapshots(fleet, days.slice(-1));
    expect(await addArchives(fleet, paths, { now })).toEqual({ added: 0, known: paths.length, refused: [] });
    await compact(fleet);
    await expectSnapshots(
      fleet,
      days.filter((_, nth) => nth % 2 === 0),
    );
  });

  test('if they come all at once, and if some come late', async () => {
    const fleet = newFleet();
    const late = (at: number): boolean => at % 11 === 3;
    await addArchives(
      fleet,
      paths.filter((_, at) => !late(at)),
      { now },
    );
    await compact(fleet);
    await addArchives(
      fleet,
      paths.filter((_, at) => late(at)),
      { now },
    );
    await expectSnapshots(fleet, days.slice(2, 4));
    await compact(fleet);
    await expectSnapshots(fleet, days.slice(-2));
  });

  test('and reading its volatile numbers reads those of that day only', async () => {
    const fleet = newFleet();
    await addArchives(fleet, paths, { now });
    await compact(fleet);
    // On this day, each host has a run that was not interrupted.
    const day = days[7] ?? '';
    await asking(fleet, async (rows) => {
      const [{ most } = {}] = await rows(
        'SELECT max(n) AS most FROM (SELECT count(*) AS n FROM measures GROUP BY day)',
      );
      const [plan] = await rows(
        `EXPLAIN (ANALYZE, FORMAT json) SELECT * FROM snapshot_measures(DATE '${day}')`,
      );
      expect(rowsRead(JSON.parse(String(plan?.explain_value)), 'measures')).toBeLessThanOrEqual(
        2 * Number(most),
      );
    });
  });

  test('and what changed is read from the changes of those days only', async () => {
    const fleet = newFleet();
    await addArchives(fleet, paths, { now });
    await compact(fleet);
    const [day, next] = days.slice(5);
    await asking(fleet, async (rows) => {
      const [{ filed } = {}] = await rows(
        `SELECT count(*) AS filed FROM filed_outcomes WHERE day = DATE '${next}'`,
      );
      const [plan] = await rows(
        `EXPLAIN (ANALYZE, FORMAT json) SELECT * FROM changes(DATE '${day}', DATE '${next}')`,
      );
      const read = JSON.parse(String(plan?.explain_value));
      expect(Number(filed)).toBeGreaterThan(0);
      expect([rowsRead(read, 'outcomes'), rowsRead(read, 'full_outcomes')]).toEqual([Number(filed), 0]);
    });
  });
});

test('add files what came if it is as many runs as there are hosts', async () => {
  const fleet = newFleet();
  const paths = [...Array(200).keys()].map((host) =>
    writeArchive({
      target: `h${host}`,
      started: firstDay,
      specs: { hostname: { 'etc/hostname': `h${host}\n` } },
    }),
  );
  const add = async (...own: readonly string[]): Promise<readonly string[]> => {
    await addArchives(fleet, own, { now });
    return readState(fleet).fullDays;
  };
  expect(await add(...paths.slice(1))).toEqual([]);
  expect(await add(...paths)).toEqual([days[0]]);
});

test('what an add that was ended left of a late day is not the latest state', async () => {
  const fleet = newFleet();
  const run = (day: number): string =>
    writeArchive({
      target: 'web1',
      started: firstDay + day * dayLength,
      specs: { motd: { 'etc/motd': `day ${day}\n` } },
    });
  await addArchives(fleet, [run(1)], { now });
  await compact(fleet);
  await changingRows(fleet, async (root, engine) => {
    const batch = newBatch(root, engine, undefined);
    await batch.take(await readRun(run(0), readState(root), now));
    await batch.end();
  });
  const textsIn = async (view: string): Promise<readonly unknown[]> =>
    (await queryFleet(fleet, `SELECT text FROM ${view}`)).rows;
  expect(await textsIn('lines')).toEqual([{ text: 'day 1' }]);
  expect(await textsIn(`snapshot_lines(DATE '${days[0]}')`)).toEqual([{ text: 'day 0' }]);
});

test('changes name spec, path and line, with the old and the new one', async () => {
  const fleet = newFleet();
  const run = (day: number, value: number): string =>
    writeArchive({
      target: "'; drop table",
      started: firstDay + day * dayLength,
      specs: { sysctl: { 'sysctl_-a': `fs.file-nr = ${day}\nvm.swappiness = ${value}\n` } },
    });
  await addArchives(fleet, [run(0, 1), run(1, 60)], { now, group: 'web' });
  const { rows } = await queryFleet(fleet, `SELECT * FROM changes(DATE '${days[0]}', DATE '${days[1]}')`);
  expect(rows).toEqual([
    {
      ...{ host_id: expect.stringMatching(/^[0-9a-f]{32}$/), name: "'; drop table", spec: 'sysctl' },
      ...{ path: 'sysctl_-a', line: '2', key: 'vm.swappiness' },
      ...{ old: 'vm.swappiness = 1', new: 'vm.swappiness = 60' },
    },
  ]);
  const { rows: hosts } = await queryFleet(fleet, 'SELECT name, groups FROM hosts');
  expect(hosts).toEqual([{ name: "'; drop table", groups: 'web' }]);
});

test.each([
  ['Nov 30 08:13:33 web01 app: x=1', 'Nov 30 08:13:33 web01 app: x=1'],
  ['2026-11-30T08:13:32.5+00:00 web01 app: x', '2026-11-30T08:13:32.5+00:00 web01 app: x'],
  ['a=12:30', 'a'],
  ['a: 12:30', 'a'],
  ['1:a', '1'],
])('a time does not end the key of a changed line: %s', async (line, key) => {
  const fleet = newFleet();
  const run = (day: number, text: string): string =>
    writeArchive({
      ...{ target: 'web', started: firstDay + day * dayLength },
      specs: { syslog: { 'var/log/syslog': text } },
    });
  await addArchives(fleet, [run(0, 'first\n'), run(1, `first\n${line}\n`)], { now });
  const { rows } = await queryFleet(
    fleet,
    `SELECT key, new FROM changes(DATE '${days[0]}', DATE '${days[1]}')`,
  );
  expect(rows).toEqual([{ key, new: line }]);
});

test('specs that a run was not asked for stay as they were', async () => {
  const fleet = newFleet();
  const run = (day: number, specs: TestRun['specs'], skipped: TestRun['skipped'] = {}): string =>
    writeArchive({ target: 'web', started: firstDay + day * dayLength, specs, skipped });
  const [sysctl, mounts] = [{ sysctl: 'vm.swappiness = 1\n' }, { mounts: '/dev/vda1 / ext4 rw 0 0\n' }];
  const onlyMounts = run(1, { mounts }, { sysctl: 'deselected by --only' });
  await addArchives(fleet, [run(0, { sysctl, mounts }), onlyMounts], { now });
  const { rows: changes } = await queryFleet(
    fleet,
    `SELECT * FROM changes(DATE '${days[0]}', DATE '${days[1]}')`,
  );
  expect(changes).toEqual([]);
  const { rows } = await queryFleet(fleet, 'SELECT spec, status FROM latest_outcomes ORDER BY spec');
  expect(rows).toEqual(['mounts', 'sysctl'].map((spec) => ({ spec, status: 'collected' })));
});

// Each run masks the same secret with another key, or a secret that changed with the same one.
test.each([
  [undefined, []],
  ['0123abcd', [{ old: 'pass = __secret_password_00000001__', new: 'pass = __secret_password_00000002__' }]],
])('masks are compared if runs had a key in common: %s', async (maskKey, changes) => {
  const fleet = newFleet();
  const [one, other] = [1, 2].map((day) =>
    writeArchive({
      ...{ target: 'web1', started: firstDay + day * dayLength, secrets: 1, ...(maskKey && { maskKey }) },
      specs: { config: { 'etc/app.conf': `pass = __secret_password_0000000${day}__\n` } },
    }),
  ) as [string, string];
  await addArchives(fleet, [one], { now });
  await addArchives(fleet, [other], { now });
  const sql = `SELECT old, new FROM changes(DATE '${days[1]}', DATE '${days[2]}')`;
  expect((await queryFleet(fleet, sql)).rows).toEqual(changes);
  const digits = maskKey === undefined ? '00000000' : '00000002';
  expect((await queryFleet(fleet, 'SELECT text, exact FROM lines')).rows).toEqual([
    { text: `pass = __secret_password_${digits}__`, exact: true },
  ]);
});
