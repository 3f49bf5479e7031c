import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openEngine } from './engine.js';
import { engineFailure } from './engine-error.js';
import { fleetPage } from './fleet-page.js';
import { askingFleet, queryAsParquet, queryFleet } from './query.js';
import { type FleetAction, type FleetOptions, runFleet } from './run-fleet.js';
import { newDirectory, removeDirectories, type TestRun, writeArchive } from './testing/archives.js';

afterAll(removeDirectories);

// To start a process that loads the engine takes longer than most answers. ask-apart.test.ts has the tests of that process.
vi.mock('./ask-apart.js', async () => ({ askApart: (await import('./ask-here.js')).askHere }));

const run = async (words: readonly string[], options: FleetOptions = {}) => {
  const said = { stdout: '', stderr: '', bytes: Buffer.alloc(0) };
  const [action = '', fleet = '', ...others] = words;
  const status = await runFleet(action as FleetAction, fleet, others, options, {
    out: {
      write(content) {
        if (typeof content === 'string') said.stdout += content;
        else said.bytes = Buffer.from(content);
      },
    },
    err: { write: (text) => (said.stderr += text) },
    cwd: '/',
  });
  return { status, ...said };
};

const started = Date.UTC(2026, 2, 4);
const archive = (target: string, more: Partial<TestRun> = {}): string =>
  writeArchive({ target, started, specs: { hostname: { 'etc/hostname': `${target}\n` } }, ...more });

const newFleet = async (): Promise<string> => {
  const path = join(newDirectory(), 'fleet');
  expect(await run(['init', path])).toMatchObject({ status: 0 });
  return path;
};

const namesIn = async (fleet: string): Promise<unknown[]> => {
  const { stdout } = await run(['query', fleet, 'SELECT name FROM hosts ORDER BY name'], { format: 'json' });
  return JSON.parse(stdout).map(({ name }: { name: string }) => name);
};

test('what is damaged or hostile is refused by name, and the others are added', async () => {
  const fleet = await newFleet();
  const changed = archive('changed');
  writeFileSync(join(changed, 'data/etc/hostname'), 'x');
  const outside = archive('outside');
  symlinkSync('/etc/hostname', join(outside, 'data/etc/link'));
  const bytes = archive('bytes', { specs: { motd: { 'etc/motd': Uint8Array.of(0x61, 0xff, 0, 0x0a) } } });
  const past = archive('past', { started: 0 });
  const file = join(newDirectory(), 'not-an-archive.tar.gz');
  writeFileSync(file, 'nothing');
  const added = await run([
    'add',
    fleet,
    archive('good'),
    changed,
    outside,
    bytes,
    past,
    file,
    archive('last'),
  ]);
  expect(added).toMatchObject({ status: 1, stdout: '4 added, 0 known already, 3 refused\n' });
  for (const path of [changed, outside, file]) expect(added.stderr).toContain(path);
  expect(await namesIn(fleet)).toEqual(['bytes', 'good', 'last', 'past']);
  const { stdout } = await run(['query', fleet, "SELECT text FROM lines WHERE name = 'bytes'"], {
    format: 'csv',
  });
  expect(stdout).toBe('text\na\\xff\\x00\n');
  const { stdout: clock } = await run(['query', fleet, 'SELECT name FROM runs WHERE finding IS NOT NULL'], {
    format: 'csv',
  });
  expect(clock).toBe('name\npast\n');
});

test('a value is kept with its line, also one that is cut within a character or has quotes', async () => {
  const fleet = await newFleet();
  const content = `long = ${'x'.repeat(1999)}\u{1f600}\nquotes = "a\\b"\n`;
  await run(['add', fleet, archive('one', { specs: { sysctl: { sysctl: content } } })]);
  const { stdout } = await run(['query', fleet, 'SELECT key, value, line FROM facts_kv ORDER BY line'], {
    format: 'json',
  });
  expect(JSON.parse(stdout)).toEqual([
    { key: 'long', value: `${'x'.repeat(1999)}\ufffd`, line: '1' },
    { key: 'quotes', value: '"a\\b"', line: '2' },
  ]);
});

/** An archive of a host with another manifest. */
const withManifest = (target: string, change: (manifest: ManifestToChange) => unknown): string => {
  const path = archive(target);
  const file = join(path, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, ...Object(change(manifest)) }));
  return path;
};

interface ManifestToChange {
  readonly outcomes: { readonly items: Record<string, unknown>[] }[];
}

const large = 4 * 1024 ** 3;

test('one hostile archive of many is refused by name, or is one host with what it says', async () => {
  const fleet = await newFleet();
  const itemOf = ({ outcomes }: ManifestToChange) => outcomes[0]?.items[0] ?? {};
  const refused = {
    'a million items': withManifest('x', ({ outcomes }) => {
      const items = outcomes[0]?.items ?? [];
      for (let more = 0; more < 1_000_000; more++) items.push({ ...items[0], path: `etc/${more}` });
    }),
    'a line of 4 GB': withManifest('x', (manifest) => Object.assign(itemOf(manifest), { bytes: large })),
    'a path that leads out': withManifest('x', (manifest) =>
      Object.assign(itemOf(manifest), { path: '../../../etc/hostname' }),
    ),
    'an invalid time': withManifest('x', () => ({ started: 'never' })),
  };
  truncateSync(join(refused['a line of 4 GB'], 'data/etc/hostname'), large);
  const wrongClock = 'the clock of the host was wrong; filed under the day of adding';
  const added = {
    '../../x': null,
    'a\0b': null,
    "'; drop table runs": null,
    'year 1970': wrongClock,
    'year 9999': wrongClock,
  };
  const paths = Object.keys(added).map((name) =>
    archive(name, {
      ...(name.startsWith('year') && { started: Date.UTC(Number(name.slice(5)), 0, 1) }),
    }),
  );
  const good = [...Array(20).keys()].map((host) => archive(`good${host}`));
  const others = [...paths, ...Object.values(refused)];
  const words = good.flatMap((path, at) => [path, ...others.slice(at, at + 1)]);
  const { status, stdout, stderr } = await run(['add', fleet, ...words]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '25 added, 0 known already, 4 refused\n' });
  for (const [what, path] of Object.entries(refused)) expect(stderr, what).toContain(path);
  const { rows } = await queryFleet(
    fleet,
    "SELECT name, finding, (SELECT count(*) FROM latest_items i WHERE i.host_id = r.host_id) AS items FROM runs r WHERE name NOT LIKE 'good%' ORDER BY name",
  );
  const expected = Object.entries(added).map(([name, finding]) => ({ name, finding, items: '1' }));
  expect(rows).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)));
  // The newest day of all is that of adding.
  const { rows: last } = await queryFleet(fleet, 'SELECT CAST(max(last_day) AS VARCHAR) AS day FROM hosts');
  expect(last).toEqual([{ day: new Date().toISOString().slice(0, 10) }]);
});

test('a directory, a pattern and the hosts.ndjson of a run name archives', async () => {
  const fleet = await newFleet();
  const [one, two] = [archive('one'), archive('two')];
  const lines = join(newDirectory(), 'hosts.ndjson');
  symlinkSync(two, join(lines, '../two'));
  writeFileSync(
    lines,
    '{"name":"two","outcome":"collected","archive":"two"}\n{"name":"x","outcome":"failed"}\n',
  );
  expect(await run(['add', fleet, `${one}*`, one, lines])).toMatchObject({ status: 0 });
  expect(await namesIn(fleet)).toEqual(['one', 'two']);
  writeFileSync(lines, '{"name":"two","outcome":"collected","archive":"../../etc"}\n');
  await expect(run(['add', fleet, lines])).rejects.toThrow('something else than a host in line 1');
  await expect(run(['add', fleet, '/nonexistent'])).rejects.toThrow('is not there');
});

test('a run that collected no host has nothing to add, however it is named', async () => {
  const directory = newDirectory();
  const lines = join(directory, 'hosts.ndjson');
  writeFileSync(lines, '{"name":"x","outcome":"failed"}\n');
  for (const named of [directory, lines])
    await expect(run(['add', await newFleet(), named])).rejects.toMatchObject({
      name: 'HostspecError',
      message: `${named} has no archives: the run collected no host; run hostspec collect with --resume`,
    });
});

test('adding archives makes a fleet where nothing is', async () => {
  const fleet = join(newDirectory(), 'fleet');
  await expect(run(['add', fleet, '/nonexistent'])).rejects.toThrow('is not there');
  expect(existsSync(fleet)).toBe(false);
  expect(await run(['add', fleet, archive('one')])).toMatchObject({
    status: 0,
    stderr: `hostspec: created the fleet "${fleet}"\n`,
  });
  expect((await run(['add', fleet, archive('two')])).stderr).toBe('');
  expect(await namesIn(fleet)).toEqual(['one', 'two']);
});

test('what a killed process began to make becomes a fleet, and a fleet without its list does not', async () => {
  for (const action of [['init'], ['add', archive('one')]]) {
    const begun = newDirectory();
    mkdirSync(join(begun, 'data'));
    writeFileSync(join(begun, '.fleet.json.0123456789ab'), '{');
    symlinkSync('1 2 3 4 other', join(begun, '.hosts.lock.0123456789ab'));
    const [word = '', ...words] = action;
    expect(await run([word, begun, ...words])).toMatchObject({ status: 0 });
    expect(await run(['add', begun, archive('two')])).toMatchObject({ status: 0 });
    await expect(run(['init', begun])).rejects.toThrow('is a fleet already; allowed: a new or empty');
    rmSync(join(begun, 'fleet.json'));
    await expect(run(['init', begun])).rejects.toThrow('has "data" in it');
    await expect(run(['add', begun, archive('two')])).rejects.toThrow('is not a fleet');
  }
});

test('an archive that is there twice counts once, with its content', async () => {
  const fleet = await newFleet();
  const [one, copy] = [archive('one'), join(newDirectory(), 'copy')];
  cpSync(one, copy, { recursive: true });
  const { stdout } = await run(['add', fleet, one, copy, archive('two'), copy]);
  expect(stdout).toBe('2 added, 1 known already, 0 refused\n');
  const lines = await run(['query', fleet, 'SELECT name, text FROM lines ORDER BY name'], { format: 'csv' });
  expect(lines.stdout).toBe('name,text\none,one\ntwo,two\n');
});

describe('a query', () => {
  test('cannot read other files, change anything, or be more than a question', async () => {
    const fleet = await newFleet();
    await run(['add', fleet, archive('web1')]);
    const secret = join(newDirectory(), 'secret.csv');
    writeFileSync(secret, 'secret\n');
    const target = join(fleet, 'data/written.csv');
    symlinkSync(secret, join(fleet, 'data/fleet-link'));
    const refused = [
      `SELECT * FROM read_text('${secret}')`,
      `SELECT * FROM '${secret}'`,
      `SELECT * FROM read_text('${fleet}/fleet.json')`,
      `SELECT * FROM read_text('${fleet}/data/../fleet.json')`,
      `SELECT * FROM glob('${secret}')`,
      `SELECT * FROM query('SELECT * FROM read_csv(''${secret}'')')`,
      `SELECT * FROM sniff_csv('${secret}')`,
      `SELECT * FROM parquet_metadata('${secret}')`,
      `SELECT count(write_log('x' || a || (SELECT count(*) FROM enable_logging(storage = 'file', storage_path = '${target}')), level := 'ERROR', scope := 'database')) FROM range(9999) t(a)`,
      `SELECT * FROM read_text('${fleet}/data/fleet-link')`,
      `CALL enable_logging(storage = 'file', storage_path = '${target}')`,
      `PREPARE x AS COPY hosts TO '${target}'`,
      `EXPORT DATABASE '${target}'`,
      `IMPORT DATABASE '${target}'`,
      "LOAD 'httpfs'",
      "PRAGMA temp_directory = '/tmp'",
      'CREATE TEMP MACRO hosts() AS 1',
      `COPY hosts TO '${target}'`,
      `EXPLAIN ANALYZE COPY (SELECT 1) TO '${target}'`,
      `EXPLAIN (ANALYZE) COPY (SELECT 1) TO '${target}'`,
      `explain /* */ analyze copy (SELECT 1) TO '${target}'`,
      `ATTACH '${fleet}/data/x.db'`,
      'SELECT 1; SELECT 2',
      'SET enable_external_access = true',
      'CREATE TABLE x (a INTEGER)',
      'INSTALL httpfs',
      'SELECT nothing FROM nowhere',
      '',
    ];
    await askingFleet(fleet, {}, async (ask) => {
      for (const sql of refused) await expect(ask(sql), sql).rejects.toThrow('the query was not answered');
    });
    await expect(run(['query', fleet, `SELECT * FROM '${secret}'`])).rejects.toThrow(
      'the query was not answered',
    );
    for (const sql of [
      `SELECT * FROM read_text('${secret}')`,
      `SELECT 1) TO '${target}' (FORMAT csv); --`,
      `SELECT 1) TO '${target}' (FORMAT csv) --`,
    ])
      await expect(run(['query', fleet, sql], { format: 'parquet' }), sql).rejects.toThrow(
        'the query was not answered',
      );
    expect(existsSync(target)).toBe(false);
    expect(await run(['verify', fleet])).toMatchObject({ status: 0 });
  });

  test('ends after its time, however long it would take', async () => {
    const fleet = await newFleet();
    for (const sql of [
      'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n FROM t) SELECT count(*) FROM t',
      'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range + b.range = -1',
    ])
      for (const format of ['json', 'parquet'] as const)
        await expect(run(['query', fleet, sql], { format, timeout: 0.2 })).rejects.toThrow(
          'the query was not answered within 0.2 s',
        );
  });

  test('takes no more memory, space or answer than it may', async () => {
    const fleet = await newFleet();
    const scratch = () => readdirSync(join(fleet, 'data'));
    const sql = 'SELECT count(*) FROM (SELECT DISTINCT md5(CAST(a AS VARCHAR)) FROM range(1500000) t(a))';
    const memory = '40MB';
    expect((await queryFleet(fleet, sql, { memory })).rows).toHaveLength(1);
    for (const ask of [queryFleet, queryAsParquet])
      await expect(ask(fleet, sql, { memory, spill: '1MB' })).rejects.toThrow(
        'this needs more than the 40MB of memory and 1MB of space',
      );
    const endless = 'SELECT random() AS a FROM range(1000000000000)';
    for (const ask of [queryFleet, queryAsParquet])
      await expect(ask(fleet, endless, { answer: 1024 ** 2 })).rejects.toThrow(
        'the answer is larger than 1 MiB',
      );
    expect(scratch()).toEqual([]);
  });

  test('is answered as a table, CSV, JSON and Parquet', async () => {
    const fleet = await newFleet();
    await run(['add', fleet, archive('web,1')]);
    const ask = (format: 'table' | 'csv' | 'json' | 'parquet') =>
      run(['query', fleet, 'SELECT name, 1 AS n FROM hosts;'], { format });
    expect((await ask('table')).stdout).toBe('name   n\nweb,1  1\n');
    expect((await ask('csv')).stdout).toBe('name,n\n"web,1",1\n');
    expect(JSON.parse((await ask('json')).stdout)).toEqual([{ name: 'web,1', n: 1 }]);
    expect((await ask('parquet')).bytes.subarray(0, 4).toString()).toBe('PAR1');
    for (const sql of ['SHOW TABLES', 'DESCRIBE hosts', 'EXPLAIN SELECT 1', 'EXPLAIN ANALYZE SELECT 1'])
      expect((await run(['query', fleet, sql])).status, sql).toBe(0);
  });

  test('can name a view in any way, and a name that is almost right is suggested', async () => {
    const fleet = await newFleet();
    await run(['add', fleet, archive('web1')]);
    await askingFleet(fleet, {}, async (ask) => {
      expect((await ask('SELECT name FROM "OVERVIEW"')).rows).toEqual([{ name: 'web1' }]);
      await expect(ask('SELECT * FROM latest_item')).rejects.toThrow('latest_items');
      await expect(ask('SELECT load_1 FROM host')).rejects.toThrow(
        'column "load_1" not found in FROM clause, but in latest_host, latest_state, overview; allowed: ',
      );
      await expect(ask('SELECT nam FROM hosts')).rejects.toThrow(/nam" not found .* bindings: "name"/);
      const { rows } = await ask("SELECT count(*) > 0 AS found FROM query_table('latest_' || 'items')");
      expect(rows).toEqual([{ found: true }]);
    });
  });
});

/** A host with a disk, in use by this many percent, and parameters. */
const server = (target: string, percent: number, sysctl: string, more: Partial<TestRun> = {}): string =>
  archive(target, {
    specs: {
      os_release: { 'etc/os-release': 'ID=debian\nPRETTY_NAME="Debian 12"\n' },
      df__alP: {
        df: `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 100 9 9 ${percent}% /\ntmpfs 1 1 0 100% /run\n`,
      },
      sysctl: { sysctl },
      sshd_config: { 'etc/ssh/sshd_config': `Port ${target === 'web7' ? 2222 : 22}\n` },
    },
    ...more,
  });

test('hosts are found by what they said last', async () => {
  const fleet = await newFleet();
  const later = { started: started + 86_400_000 };
  await run(['add', fleet, server('web1', 95, ''), server('web2', 20, ''), server('web1', 40, '', later)]);
  const ask = async (where?: string) =>
    (await run(['hosts', fleet], { where, format: 'csv' })).stdout.split('\n').slice(1, -1);
  expect(await ask()).toEqual(['web1,,2026-03-05,Debian 12,,40,,', 'web2,,2026-03-04,Debian 12,,20,,']);
  expect(await ask("disk > 30 AND os_id = 'debian'")).toHaveLength(1);
  expect(await ask('disk > 90')).toEqual([]);
  await expect(ask('nothing > 1')).rejects.toThrow(
    /^the query was not answered: .*"nothing".*; allowed: --where with a condition in SQL over the view overview, such as "disk > 90"$/,
  );
  await expect(ask("true) FROM read_text('/etc/hostname'")).rejects.toThrow('the query was not answered');
  for (const action of ['hosts', 'changes', 'outliers'])
    await expect(run([action, fleet], { group: 'db' }), action).rejects.toThrow(
      '--group "db" is not in the fleet; available: none',
    );
});

test('changes are those to the newest state, or each step with its day', async () => {
  const fleet = await newFleet();
  const values = ['a', 'b', 'a', 'c'];
  const runs = values.map((value, day) =>
    archive('web1', { started: started + day * 86_400_000, specs: { sysctl: { sysctl: `x = ${value}\n` } } }),
  );
  await run(['add', fleet, ...runs]);
  const ask = async (since: string, each?: boolean) => {
    const { stdout } = await run(['changes', fleet], { since, each, format: 'json' });
    const found = JSON.parse(stdout) as Record<string, string>[];
    return found.map((row) => [row.day, row.old, row.new].filter((cell) => cell).join(' '));
  };
  const steps = ['2026-03-05 x = a x = b', '2026-03-06 x = b x = a', '2026-03-07 x = a x = c'];
  expect(await ask('2026-03-04')).toEqual(['x = a x = c']);
  expect(await ask('2026-03-04', true)).toEqual(steps);
  await run(['compact', fleet]);
  expect(await ask('2026-03-04', true)).toEqual(steps);
  expect(await ask('2026-03-05', true)).toEqual(steps.slice(1));
  expect(await ask('2026-03-07', true)).toEqual([]);
  const first = 'first collected on 2026-03-04';
  expect(await ask('2026-03-03')).toEqual([first]);
  expect(await ask('2026-03-03', true)).toEqual([`2026-03-04 ${first}`, ...steps]);
});

test('outliers are values that few hosts of a group have, with spec, path and line', async () => {
  const fleet = await newFleet();
  const values = (host: number): string =>
    `kernel.hostname = web${host}\nnet.ipv4.ip_forward = ${host === 3 ? 1 : 0}\nvm.swappiness = ${host % 2}\n`;
  const hosts = [...Array(20).keys()].map((host) => server(`web${host}`, host, values(host)));
  await run(['add', fleet, ...hosts], { group: 'web' });
  await run(['add', fleet, ...[...Array(9).keys()].map((host) => server(`db${host}`, 1, values(host)))], {
    group: 'db',
  });
  const ask = async (options: FleetOptions = {}) =>
    JSON.parse((await run(['outliers', fleet], { ...options, format: 'json' })).stdout);
  const forward = {
    ...{
      group: 'web',
      spec: 'sysctl',
      path: 'sysctl',
      line: '2',
      subject: 'net.ipv4.ip_forward',
      key: 'value',
    },
    ...{ value: '1', usual: '0', hosts: '1', of_hosts: '20', host: 'web3' },
  };
  const found = await ask();
  expect(found).toContainEqual(forward);
  expect(found).toContainEqual(
    expect.objectContaining({ spec: 'sshd_config', key: 'Port', value: '2222', usual: '22' }),
  );
  // Values without a usual one, and groups of few hosts, have none.
  expect(found.map(({ subject, group }: Record<string, string>) => `${group} ${subject}`)).not.toContain(
    'web kernel.hostname',
  );
  expect(new Set(found.map(({ group }: Record<string, string>) => group))).toEqual(new Set(['web']));
  expect((await ask({ spec: 'sysctl' })).map(({ spec }: Record<string, string>) => spec)).not.toContain(
    'sshd_config',
  );
  expect(await ask({ group: 'db' })).toEqual([]);
  expect(await ask({ spec: 'sysctl', share: '50' })).toContainEqual(forward);
  await expect(ask({ spec: 'sysclt' })).rejects.toThrow('"sysclt" is not in the fleet; did you mean sysctl?');
  await expect(ask({ share: 'x' })).rejects.toThrow('"x" is not a share');
});

test('another engine has the same views by the statements of schema', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, server("it's", 95, 'x = 1\n'), archive('web2')]);
  await run(['compact', fleet]);
  await run(['add', fleet, server("it's", 40, 'x = 2\n', { started: started + 86_400_000 })]);
  // The engine can see the directory at another path.
  const location = join(newDirectory(), "engine's");
  cpSync(fleet, location, { recursive: true });
  const { stdout: statements } = await run(['schema', fleet], { location });
  expect(statements).not.toContain(fleet);
  const engine = await openEngine(newDirectory());
  try {
    // Again, as after another archive was added.
    for (let time = 0; time < 2; time++) await engine.run(statements);
    const day = "DATE '2026-03-04'";
    const calls = [`changes(${day}, ${day} + 1)`, `snapshot_lines(${day})`, "history('it''s')"];
    await askingFleet(fleet, {}, async (ask) => {
      const { rows } = await ask('SELECT name FROM (SHOW TABLES)');
      const tables = rows.map(({ name }) => `"${name}"`);
      expect(tables).toContain('"overview"');
      for (const table of [...tables, ...calls]) {
        const sql = `SELECT * FROM ${table} ORDER BY ALL`;
        expect(await engine.rows(sql), table).toEqual((await ask(sql)).rows);
      }
    });
  } finally {
    engine.close();
  }
});

test('the schema for ClickHouse reads files at a path, an address or a bucket', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, archive('web1')]);
  const schema = (location?: string, dialect = 'clickhouse') => run(['schema', fleet], { dialect, location });
  const hosts = async (location?: string) =>
    /VIEW "hosts" .* FROM (\w+\('.*?)hosts\./.exec((await schema(location)).stdout)?.[1];
  expect(await hosts()).toBe(`file('${fleet}/data/`);
  expect(await hosts("/a/b'c\\d")).toBe("file('/a/b\\'c\\\\d/data/");
  expect(await hosts('http://files.example/fleet/')).toBe("url('http://files.example/fleet/data/");
  expect(await hosts('s3://bucket/fleet')).toBe("s3('s3://bucket/fleet/data/");
  await expect(schema('/fleets/{a}')).rejects.toThrow('is a pattern for ClickHouse');
  await expect(schema(undefined, 'sqlite')).rejects.toThrow(
    '"sqlite" is not a dialect; allowed: duckdb, clickhouse, spark',
  );
});

test('the schema for Spark reads files at a path or an address', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, archive('web1')]);
  const schema = (location?: string) => run(['schema', fleet], { dialect: 'spark', location });
  const hosts = async (location?: string) =>
    /VIEW `hosts` .* FROM (\w+\.`.*?)hosts\./.exec((await schema(location)).stdout)?.[1];
  expect(await hosts()).toBe(`parquet.\`${fleet}/data/`);
  expect(await hosts('/a/b`c')).toBe('parquet.`/a/b``c/data/');
  expect(await hosts('s3a://bucket/fleet')).toBe('parquet.`s3a://bucket/fleet/data/');
  await expect(schema('/fleets/[a]')).rejects.toThrow('is a pattern for Spark');
});

test('files and directories are only for their owner', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, archive('web1')]);
  await run(['compact', fleet]);
  const all = readdirSync(fleet, { recursive: true }).map((name) => join(fleet, String(name)));
  expect(all.length).toBeGreaterThan(4);
  for (const path of [fleet, ...all]) expect(statSync(path).mode & 0o077, path).toBe(0);
});

test('verify names a damaged file, and what is left of a process that was ended', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, archive('web1')]);
  writeFileSync(join(fleet, 'data/items.0123456789ab.parquet'), 'half');
  for (const name of ['old', 'new']) {
    mkdirSync(join(fleet, 'data', `.scratch.${name}`));
    writeFileSync(join(fleet, 'data', `.scratch.${name}`, 'x'), '');
  }
  utimesSync(join(fleet, 'data/.scratch.old'), 0, 0);
  const left = await run(['verify', fleet]);
  expect(left).toMatchObject({ status: 0 });
  expect(left.stdout).toContain('data/items.0123456789ab.parquet is not part of the fleet');
  await run(['compact', fleet]);
  expect((await run(['verify', fleet])).stdout).not.toContain('not part');
  // One that is new may be that of a question that is being answered.
  expect(readdirSync(join(fleet, 'data'))).toContain('.scratch.new');
  expect(readdirSync(join(fleet, 'data'))).not.toContain('.scratch.old');
  const [path = ''] = readdirSync(join(fleet, 'data')).filter((name) => name.endsWith('.parquet'));
  writeFileSync(join(fleet, 'data', path), 'changed');
  const damaged = await run(['verify', fleet]);
  expect(damaged).toMatchObject({ status: 1 });
  expect(damaged.stdout).toContain(path);
});

test('too little memory is reported as such', async () => {
  const fleet = await newFleet();
  const engine = await openEngine(fleet);
  await engine.run("SET memory_limit = '20MB'");
  const failed = await engine.run('SELECT list(a) FROM range(10000000) t(a)').catch((error) => error);
  engine.close();
  expect(await engineFailure(fleet, [], failed)).toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining('ask for fewer days, hosts or columns'),
  });
});

test('a damaged file is reported as such, not as a wrong query', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, archive('web1')]);
  await expect(run(['query', fleet, "SELECT error('x')"])).rejects.toThrow('the query was not answered');
  const [name = ''] = readdirSync(join(fleet, 'data')).filter((each) => each.startsWith('items.'));
  const file = join(fleet, 'data', name);
  const damages = [() => writeFileSync(file, 'x'.repeat(statSync(file).size)), () => rmSync(file)];
  for (const damage of damages) {
    damage();
    for (const words of [
      ['query', fleet, 'SELECT * FROM latest_items'],
      ['changes', fleet],
      ['compact', fleet],
    ]) {
      const failed = run(words);
      await expect(failed, words[0]).rejects.toThrow(`the fleet cannot be read: data/${name} `);
      await expect(failed, words[0]).rejects.toMatchObject({
        name: 'HostspecError',
        code: 'INVALID_ARCHIVE',
      });
    }
  }
});

test('forget removes a host and what only it had; old days go, and what is needed of them stays', async () => {
  const fleet = await newFleet();
  await run(['add', fleet, archive('web1'), archive('web2')]);
  await run(['compact', fleet]);
  await run(['forget', fleet, 'web1']);
  expect(await namesIn(fleet)).toEqual(['web2']);
  const texts = async () =>
    (await run(['query', fleet, 'SELECT text FROM contents ORDER BY text'], { format: 'csv' })).stdout;
  expect(await texts()).not.toContain('web1');
  const later = started + 30 * 86_400_000;
  await run([
    'add',
    fleet,
    archive('web2', { started: later, specs: { hostname: { 'etc/hostname': 'new\n' } } }),
  ]);
  await run(['compact', fleet], { keep: '1d' });
  expect(await namesIn(fleet)).toEqual(['web2']);
  expect(await texts()).toBe('text\n"new\n"\n');
  await expect(run(['forget', fleet, 'web9'])).rejects.toThrow('is not in the fleet');
});

test('only a fleet is used, and only what is empty becomes one', async () => {
  const around = newDirectory();
  const path = join(around, 'fleet');
  mkdirSync(path);
  for (const folder of [around, path]) writeFileSync(join(folder, 'x'), '');
  await expect(run(['init', path])).rejects.toThrow('allowed: a new or empty directory');
  for (const other of [path, join(path, 'x')])
    await expect(run(['add', other, archive('a')])).rejects.toThrow(
      /is not a fleet: it has no fleet\.json; .*; for an archive, use hostspec check ARCHIVE$/,
    );
  await expect(run(['query', path])).rejects.toThrow('0 words after DIR; allowed: one question in SQL');
  writeFileSync(join(path, 'fleet.json'), '{"files":[{"path":"../x"}]}');
  await expect(run(['query', path, 'SELECT 1'])).rejects.toThrow('does not describe a fleet');
  await expect(run(['hosts', join(path, 'x'.repeat(300))])).rejects.toThrow(
    /^cannot read .*: the name is too long$/,
  );
  const nothing = join(around, 'nothing');
  await expect(run(['hosts', nothing])).rejects.toThrow('does not exist; allowed: a directory that');
  expect(existsSync(nothing)).toBe(false);
});

test('changes since a day to come are refused', async () => {
  const since = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await expect(run(['changes', await newFleet()], { since })).rejects.toThrow(
    `"${since}" is a day to come; allowed: today, or a day before`,
  );
});

test('the page has what changed on the last day, by group, and the state of each host', async () => {
  const fleet = await newFleet();
  const later = { started: started + 86_400_000 };
  const before = [1, 2, 3].map((host) => server(`web${host}`, 20, 'net.ipv4.ip_forward = 0\n'));
  const lines = (count: number): string => 'a.b = '.concat([...Array(count).keys()].join('\na.b = '), '\n');
  const after = [1, 2].map((host) =>
    server(`web${host}`, 90, `net.ipv4.ip_forward = 1\n${lines(host === 1 ? 6 : 1)}`, later),
  );
  await run(
    ['add', fleet, ...before, ...after, server('new', 1, 'a = 1\n', { ...later, mapped: ['host'] })],
    {
      group: 'web',
    },
  );
  let html = '';
  for await (const piece of await fleetPage(fleet, { beside: ['web2.html', 'x.html'] })) html += piece;
  const [, json = ''] = /id="index">(.*?)<\/script>/.exec(html) ?? [];
  const index = JSON.parse(json);
  expect(index).toMatchObject({
    from: '2026-03-04',
    to: '2026-03-05',
    mapping: 'Names and addresses of 1 of 4 hosts were mapped.',
    moreChanges: 0,
    outliers: [],
    failedSpecs: [],
  });
  expect(index.changes).toEqual([
    {
      ...{ group: 'web', spec: 'sysctl', path: 'sysctl', line: '1', key: 'net.ipv4.ip_forward' },
      ...{ old: 'net.ipv4.ip_forward = 0', new: 'net.ipv4.ip_forward = 1' },
      ...{ hosts: 2, ofHosts: 4, names: ['web1', 'web2'] },
    },
    {
      ...{ group: 'web', spec: 'sysctl', path: 'sysctl', line: '2', key: 'a.b', old: '', new: '6 lines' },
      ...{ hosts: 1, ofHosts: 4, names: ['web1'] },
    },
    {
      ...{ group: 'web', spec: 'sysctl', path: 'sysctl', line: '2', key: 'a.b', old: '', new: 'a.b = 0' },
      ...{ hosts: 1, ofHosts: 4, names: ['web2'] },
    },
    {
      ...{ group: 'web', spec: '', path: '', line: '', key: 'host' },
      ...{ old: '', new: 'first collected on 2026-03-05', hosts: 1, ofHosts: 4, names: ['new'] },
    },
  ]);
  const host = { group: 'web', system: 'Debian 12', kernel: '', failed: 0, interrupted: '', finding: '' };
  expect(index.hosts).toEqual([
    { ...host, name: 'new', lastDay: '2026-03-05', disk: 1 },
    { ...host, name: 'web1', lastDay: '2026-03-05', disk: 90 },
    { ...host, name: 'web2', lastDay: '2026-03-05', disk: 90, report: 'web2.html' },
    { ...host, name: 'web3', lastDay: '2026-03-04', disk: 20 },
  ]);
});
