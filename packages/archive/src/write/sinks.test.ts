import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Item, Outcome, Sink } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import {
  archiveSink,
  directorySink,
  type Manifest,
  ndjsonSink,
  openArchive,
  tarGzSink,
  verifyArchive,
} from '../index.js';
import {
  command,
  file,
  keepPiece,
  openNow,
  outcomeOf,
  planned,
  reportOf,
  runOf,
  startOf,
} from '../testing/run.js';

const binary = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251);
const container = { image: 'registry/i', engine: 'podman', id: '0123456789ab' };
const pieces = {
  hosts: [file('/etc/hosts', '127.0.0.1 localhost\r\n')],
  absent: [],
  ip_addr: [command('/sbin/ip addr', '1: lo\n', { rc: 3 })],
  ethtool: [
    command('/sbin/ethtool eth0', 'a', { element: 'eth0' }),
    command('/sbin/ethtool eth/0', 'b', { element: 'eth/0' }),
    command('/sbin/ethtool eth.0', 'c', { element: 'eth.0' }),
  ],
  odd: [
    file('/var/log/a\nb', 'newline'),
    file('/var/log/\udcff', binary),
    file('/var/log/a', 'file'),
    file('/var/log/a/b', 'below'),
    file(`/${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(255)}`, 'long'),
  ],
  pcp: [file('/var/log/pcp/x/1.0', binary, { raw: true, saveAs: 'var/log/pcp/pmlogger/' })],
  in_container: [
    file('/etc/release', 'RHEL', { container, element: ['registry/i', 'podman', '0123456789ab'] }),
    command('rpm -qa', 'bash', { container }),
  ],
  units: [{ source: { kind: 'listing', path: '/etc/units' } as const, content: 'a\nb' }],
};
const specs = [
  planned('hosts'),
  planned('absent'),
  planned('ip_addr', { type: 'simple_command' }),
  planned('ethtool', { type: 'foreach_execute' }),
  planned('odd', { type: 'glob_file' }),
  planned('pcp', { type: 'first_of', multiOutput: true }),
  planned('in_container', { type: 'foreach_execute' }),
  planned('units', { type: 'listdir' }),
];

/** Every path below a directory with its mode, the links not followed. */
function modesBelow(path: string, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(path, { withFileTypes: true }).map((entry) => {
      const name = prefix + entry.name;
      const mode = (lstatSync(join(path, entry.name)).mode & 0o7777).toString(8);
      return entry.isDirectory()
        ? { [`${name}/`]: mode, ...modesBelow(join(path, entry.name), `${name}/`) }
        : { [name]: mode };
    }),
  );
}

function checkContent(root: string, outcomes: readonly Outcome[]): void {
  const all = Object.values(pieces).flat();
  const items = outcomes.flatMap((outcome) => outcome.items);
  expect(items).toHaveLength(all.length);
  for (const [index, item] of items.entries())
    expect(readFileSync(join(root, 'data', item.path))).toEqual(Buffer.from(all[index]?.content ?? ''));
}

describe('the layout', () => {
  test('a directory: paths, modes, nothing left beside it', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'archive');
    const { path: where, outcomes } = await runOf(directorySink({ path }), pieces, { specs });
    expect(where).toBe(path);
    expect(readdirSync(parent)).toEqual(['archive']);
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('700');
    const modes = modesBelow(path);
    expect(Object.keys(modes).sort()).toMatchSnapshot();
    for (const [name, mode] of Object.entries(modes))
      expect(`${name} ${mode}`).toBe(`${name} ${name.endsWith('/') ? 700 : 600}`);
    checkContent(path, outcomes);
  });

  test('a tar.gz contains the same as the directory, as tar reads it', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'insights-host-20250101000000.tar.gz');
    const { path: where, outcomes } = await runOf(tarGzSink({ path }), pieces, { specs });
    expect(where).toBe(path);
    expect(readdirSync(parent)).toEqual(['insights-host-20250101000000.tar.gz']);
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('600');
    const extracted = join(parent, 'x');
    mkdirSync(extracted);
    execFileSync('tar', ['xzpf', path, '-C', extracted]);
    await runOf(directorySink({ path: join(parent, 'd') }), pieces, { specs });
    const top = join(extracted, 'insights-host-20250101000000');
    expect(modesBelow(top)).toEqual(modesBelow(join(parent, 'd')));
    checkContent(top, outcomes);
    expect(readdirSync(extracted)).toEqual(['insights-host-20250101000000']);
  });

  test('the caller chooses the top folder of a tar, which is always a single name', async () => {
    const path = join(temporaryDirectory(), 'x.tar.gz');
    await runOf(tarGzSink({ path, top: '../a/b\n' }), { hosts: [] });
    expect(execFileSync('tar', ['tzf', path], { encoding: 'utf8' }).split('\n')[0]).toBe('..%2Fa%2Fb%0A/');
  });

  test('the manifest has every outcome unchanged', async () => {
    const path = join(temporaryDirectory(), 'archive');
    const { outcomes } = await runOf(directorySink({ path }), pieces, {
      specs: [...specs, planned('never', { domain: 'storage', type: 'head' })].toReversed(),
      report: { interrupted: 'SIGTERM' },
    });
    const manifest: Manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
    expect(manifest).toEqual({
      kind: 'hostspec',
      formatVersion: 1,
      tool: 'hostspec 9.9.9',
      hostname: 'host.example',
      root: '/',
      started: 1_700_000_000_000,
      finished: 1_700_000_009_000,
      interrupted: 'SIGTERM',
      variant: 'b',
      brand: { vendor: 'redhat', client: 'insights' },
      domains: [{ name: 'kernel', version: '1.2.3' }],
      notEntered: ['/mnt/nfs: a network mount'],
      notes: ['a note'],
      outcomes,
    });
  });
});

function danglingLink(parent: string): string {
  const path = join(parent, 'link');
  symlinkSync('/nowhere', path);
  return path;
}

const sinks: [string, (path: string) => Sink][] = [
  ['directory', (path) => directorySink({ path })],
  ['tar.gz', (path) => tarGzSink({ path })],
  ['ndjson', (path) => ndjsonSink({ path })],
];

describe.each(sinks)('%s sink', (_, make) => {
  test('discarded content leaves nothing, and its path is free again', async () => {
    const path = join(temporaryDirectory(), 'out');
    const sink = make(path);
    const start = startOf([planned('a')]);
    sink.begin(start);
    const source = { kind: 'file', path: '/x/y' } as const;
    const before = readdirSync('/proc/self/fd').length;
    const opened = openNow(sink, { spec: 'a', source });
    void opened.write(Buffer.alloc(100_000));
    sink.discard(opened);
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
    const item = keepPiece(sink, 'a', file('/x/y', 'again'));
    expect(item.path).toBe('x/y');
    expect(Buffer.from(await sink.read(item)).toString()).toBe('again');
    await sink.write(outcomeOf(planned('a'), [item]));
    await sink.finish(reportOf(start));
  });

  test('content whose file another took the place of is not read', async () => {
    const parent = temporaryDirectory();
    const sink = make(join(parent, 'out'));
    sink.begin(startOf([planned('a')]));
    const item = keepPiece(sink, 'a', file('/x/y', 'content'));
    writeFileSync(join(parent, 'other'), 'another');
    const partial = readdirSync(parent).find((name) => name.endsWith('.partial')) ?? '';
    const stored = readdirSync(join(parent, partial), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes('content'));
    expect(stored).toHaveLength(1);
    for (const path of stored) {
      unlinkSync(path);
      symlinkSync(join(parent, 'other'), path);
    }
    await expect(sink.read(item)).rejects.toMatchObject({ code: 'ELOOP' });
    await sink.close();
  });

  test('content that was neither kept nor discarded is not in the archive', async () => {
    const parent = temporaryDirectory();
    const sink = make(join(parent, 'out'));
    const start = startOf([planned('a')]);
    sink.begin(start);
    const before = readdirSync('/proc/self/fd').length;
    const opened = openNow(sink, { spec: 'a', source: { kind: 'file', path: '/x/y' } });
    void opened.write(Buffer.alloc(100_000));
    await sink.finish(reportOf(start));
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before);
    expect(readdirSync(parent)).toEqual(['out']);
    if (statSync(join(parent, 'out')).isDirectory())
      expect(readdirSync(join(parent, 'out'))).not.toContain('data');
  });

  test('close leaves no files, and none stays open', async () => {
    const parent = temporaryDirectory();
    const before = readdirSync('/proc/self/fd').length;
    const sink = make(join(parent, 'out'));
    sink.begin(startOf([planned('a')]));
    keepPiece(sink, 'a', file('/kept', 'x'.repeat(3_000_000)));
    keepPiece(sink, 'a', file('/small', 'x'));
    sink.open({ spec: 'a', source: { kind: 'file', path: '/open' } });
    await sink.close();
    await sink.close();
    expect(readdirSync(parent)).toEqual([]);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
    expect(() => sink.open({ spec: 'a', source: { kind: 'file', path: '/x' } })).toThrow(
      expect.objectContaining({ code: 'SINK' }),
    );
  });

  test('a spec that was skipped has an outcome, and no metadata', async () => {
    const path = join(temporaryDirectory(), 'out');
    const sink = make(path);
    const start = startOf([planned('a')]);
    sink.begin(start);
    await sink.write(outcomeOf(planned('a'), [], { status: 'skipped', reason: 'not now' }));
    expect(await sink.finish(reportOf(start))).toBe(path);
    expect(await verifyArchive(path)).toEqual([]);
    const archive = await openArchive(path);
    await archive.close();
    expect(archive.outcomes.get('a')).toMatchObject({ status: 'skipped', reason: 'not now' });
    expect([...archive.own.keys()].filter((name) => name.startsWith('meta_data/'))).toEqual([]);
  });

  test('a run that ended leaves no file open', async () => {
    const sink = make(join(temporaryDirectory(), 'out'));
    const before = readdirSync('/proc/self/fd').length;
    await runOf(sink, { a: [file('/kept', 'x'.repeat(100_000)), file('/small', 'x')] });
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  });

  test('a journal that is cut short is an error, and what was collected is kept', async () => {
    const parent = temporaryDirectory();
    const sink = make(join(parent, 'out'));
    const start = startOf([planned('a')]);
    sink.begin(start);
    await sink.write(outcomeOf(planned('a'), [keepPiece(sink, 'a', file('/x', 'x'))]));
    const [work = ''] = readdirSync(parent);
    truncateSync(join(parent, work, 'journal.ndjson'), 3);
    await expect(sink.finish(reportOf(start))).rejects.toMatchObject({
      code: 'SINK',
      message: expect.stringMatching(/journal.ndjson ended at 3; what was collected is kept in .*partial$/),
    });
    expect(readdirSync(parent)).toEqual([work]);
  });

  test('a sink that was not started reports it and leaves nothing', async () => {
    const parent = temporaryDirectory();
    const sink = make(join(parent, 'out'));
    expect(() => sink.open({ spec: 'a', source: { kind: 'file', path: '/x' } })).toThrow(
      'has not been started',
    );
    await sink.close();
    expect(readdirSync(parent)).toEqual([]);
  });

  test('the remains of a killed run and a concurrent run do no harm', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'out');
    const [first, second] = [make(path), make(join(parent, 'other'))];
    first.begin(startOf([planned('a')]));
    keepPiece(first, 'a', file('/x', 'first'));
    await runOf(second, { a: [file('/x', 'second')] });
    const third = make(join(parent, 'third'));
    await runOf(third, { a: [file('/x', 'third')] });
    await first.finish(reportOf(startOf([planned('a')])));
    expect(readdirSync(parent).sort()).toEqual(['other', 'out', 'third']);
  });

  test('the work directory is beside the archive, and only the owner can read it and its files', async () => {
    const parent = temporaryDirectory();
    const mask = process.umask(0);
    try {
      const sink = make(join(parent, 'out'));
      sink.begin(startOf([planned('a')]));
      keepPiece(sink, 'a', file('/x/y', 'x'));
      const [work = ''] = readdirSync(parent);
      expect(work).toMatch(/^\.out\.[0-9a-f]{12}\.partial$/);
      expect((statSync(join(parent, work)).mode & 0o7777).toString(8)).toBe('700');
      for (const [name, mode] of Object.entries(modesBelow(join(parent, work))))
        expect(`${name} ${mode}`).toBe(`${name} ${name.endsWith('/') ? 700 : 600}`);
      await sink.close();
    } finally {
      process.umask(mask);
    }
  });

  test.each<[string, (parent: string) => string, string]>([
    ['a path in no directory', (parent) => join(parent, 'no', 'out'), 'does not exist'],
    ['an empty path', () => '', 'is not a path'],
    [
      'a name that is too long',
      (parent) => join(parent, 'a'.repeat(256)),
      `a…" is too long: the name has 256 bytes`,
    ],
    ['a device', () => '/dev/null', 'allowed'],
    ['a symbolic link to nothing', danglingLink, 'allowed'],
  ])('%s is refused', async (_name, pathIn, message) => {
    const path = pathIn(temporaryDirectory());
    const attempt = async () => {
      const sink = make(path);
      await runOf(sink, { a: [] });
    };
    await expect(attempt()).rejects.toMatchObject({ code: 'INVALID_OPTION', subject: 'path', value: path });
    await expect(attempt()).rejects.toThrow(message);
  });
});

describe('a directory’s place', () => {
  test('an empty folder is filled where it is, and keeps its mode', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'mine');
    mkdirSync(path, 0o755);
    mkdirSync(join(path, '.mine.0123456789ab.partial'));
    const { ino } = statSync(path);
    await runOf(directorySink({ path }), pieces, { specs });
    expect(statSync(path).ino).toBe(ino);
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('755');
    expect(readdirSync(path).sort()).toEqual([
      '.mine.0123456789ab.partial',
      'data',
      'insights_archive.txt',
      'manifest.json',
      'meta_data',
    ]);
    expect(readdirSync(parent)).toEqual(['mine']);
  });

  test('content that was not kept for an outcome is not in it', async () => {
    const path = join(temporaryDirectory(), 'out');
    const sink = directorySink({ path });
    const start = startOf([planned('a')]);
    sink.begin(start);
    keepPiece(sink, 'a', file('/x/y', 'x'));
    await sink.finish(reportOf(start));
    expect(await verifyArchive(path)).toEqual([]);
  });

  test('a link to a folder is refused, and named as one', () => {
    const path = join(temporaryDirectory(), 'link');
    symlinkSync('.', path);
    expect(() => directorySink({ path })).toThrow(
      `path "${path}" is a symbolic link; allowed: a new or an empty directory`,
    );
  });

  test('a folder that is not empty is refused', () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'x'), '');
    expect(() => directorySink({ path })).toThrow('is not empty; allowed: a new or an empty directory');
  });

  test('a folder that is no longer empty at the end is left alone, and the collected data is kept', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'out');
    const sink = directorySink({ path });
    const start = startOf([planned('a')]);
    sink.begin(start);
    await sink.write(outcomeOf(planned('a'), [keepPiece(sink, 'a', file('/x', 'mine'))]));
    mkdirSync(path);
    writeFileSync(join(path, 'theirs'), 'theirs');
    const error = await sink.finish(reportOf(start)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'SINK',
      message: expect.stringContaining('what was collected is kept in'),
    });
    expect(readdirSync(path)).toEqual(['theirs']);
    await sink.close();
    const kept = readdirSync(parent).find((name) => name.endsWith('.partial')) ?? '';
    expect(readFileSync(join(parent, kept, 'data/x'), 'utf8')).toBe('mine');
  });

  test('an empty folder that is filled by others meanwhile is left to them', async () => {
    const path = temporaryDirectory();
    const sink = directorySink({ path });
    const start = startOf([planned('a')]);
    sink.begin(start);
    writeFileSync(join(path, 'theirs'), 'theirs');
    await expect(sink.finish(reportOf(start))).rejects.toMatchObject({
      code: 'SINK',
      message: expect.stringContaining(`${path} is no longer empty; what was collected is kept in ${path}/.`),
    });
    expect(readdirSync(path)).toEqual([expect.stringMatching(/partial$/), 'theirs']);
  });
});

describe('a tar.gz’s place', () => {
  test('an old archive is replaced only at the end', async () => {
    const path = join(temporaryDirectory(), 'x.tar.gz');
    await runOf(tarGzSink({ path }), { old: [file('/old', 'old')] });
    const old = readFileSync(path);
    const sink = tarGzSink({ path });
    const start = startOf([planned('a')]);
    sink.begin(start);
    expect(readFileSync(path).equals(old)).toBe(true);
    await sink.finish(reportOf(start));
    expect(execFileSync('tar', ['tzf', path], { encoding: 'utf8' })).not.toContain('x/data/old');
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('600');
  });

  test.each([0, 9])('level %d is allowed', async (level) => {
    const path = join(temporaryDirectory(), 'x.tar.gz');
    await runOf(tarGzSink({ path, level }), { a: [file('/etc/a', 'x')] });
    expect(await verifyArchive(path)).toEqual([]);
  });

  test.each([-1, 10, 1.5, Number.NaN])('level %d is refused', (level) => {
    expect(() => tarGzSink({ path: '/tmp/x.tar.gz', level })).toThrow(
      `level ${level} is not allowed; allowed: an integer from 0 to 9`,
    );
  });

  test('many items, small, large and empty, arrive complete and in order', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'x.tar.gz');
    const sizes = [0, 1, 511, 512, 513, 65_536, 65_537, 262_144, 1_000_003, 5_000_000];
    const many = Array.from({ length: 400 }, (_, index) => {
      const size = index % 40 === 0 ? (sizes[(index / 40) % sizes.length] ?? 0) : index * 31;
      return file(`/dir${index % 7}/f${index}`, Buffer.alloc(size, `${index} `));
    });
    const { outcomes } = await runOf(tarGzSink({ path, level: 1 }), { many });
    execFileSync('tar', ['xzf', path, '-C', parent]);
    const items = outcomes[0]?.items as readonly Item[];
    for (const [index, piece] of many.entries())
      expect(
        readFileSync(join(parent, 'x/data', items[index]?.path ?? '')).equals(Buffer.from(piece.content)),
      ).toBe(true);
  });

  test('content of files and commands, small and large, can be read until the end', async () => {
    for (const [, make] of sinks) {
      const sink = make(join(temporaryDirectory(), 'out'));
      sink.begin(startOf([planned('a')]));
      const items = [0, 1, 4095, 4096, 65_536, 65_537, 300_000].flatMap((size) => [
        keepPiece(sink, 'a', file(`/f${size}`, Buffer.alloc(size, `f${size}`))),
        keepPiece(sink, 'a', command(`/bin/c ${size}`, Buffer.alloc(size, `c${size}`))),
      ]);
      for (const item of items) expect(sha256(await sink.read(item))).toBe(item.sha256);
      await sink.close();
    }
  });
});

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

test('a format that does not exist is refused', () => {
  expect(() => archiveSink('zip' as 'tar.gz', { path: '/tmp/x.zip' })).toThrow(
    'format zip is not allowed; allowed: tar.gz, directory, ndjson',
  );
});
