import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directorySink, ndjsonSink, openArchive, tarGzSink, verifyArchive } from '../index.js';
import { command, file, outcomeOf, planned, runOf, startOf } from '../testing/run.js';

const binary = Uint8Array.from({ length: 700_000 }, (_, at) => (at * 7919) % 251);
const pieces = {
  hosts: [file('/etc/hosts', '127.0.0.1 localhost\r\n')],
  absent: [],
  logs: [
    file('/var/log/\udcff', 'bytes'),
    file('/var/log/a\nb', binary),
    file('/var/log/a', 'x'),
    file('/var/log/a', 'y'),
  ],
  ip_addr: [command('/sbin/ip addr', '1: lo\n')],
};
const specs = [
  planned('hosts'),
  planned('absent'),
  planned('logs', { type: 'glob_file' }),
  planned('ip_addr', { type: 'simple_command' }),
];

async function made(kind: string): Promise<string> {
  const parent = temporaryDirectory();
  if (kind === 'directory')
    return (await runOf(directorySink({ path: join(parent, 'd') }), pieces, { specs })).path;
  if (kind === 'NDJSON')
    return (await runOf(ndjsonSink({ path: join(parent, 'x.ndjson') }), pieces, { specs })).path;
  const { path } = await runOf(tarGzSink({ path: join(parent, 'x.tar.gz') }), pieces, { specs });
  if (kind === 'tar.gz') return path;
  execFileSync('gunzip', [path]);
  const tar = join(parent, 'x.tar');
  if (kind === 'tar') return tar;
  execFileSync(kind, [tar]);
  return join(parent, readdirSync(parent)[0] ?? '');
}

const kinds = ['directory', 'NDJSON', 'tar.gz', 'tar', ...['xz', 'bzip2', 'zstd'].filter(isInstalled)];

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.each(['directory', 'tar.gz', 'NDJSON'])(
  'an archive as %s can be named by a link to it',
  async (kind) => {
    const path = await made(kind);
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(path, link);
    expect(await verifyArchive(link)).toEqual([]);
  },
);

describe.each(kinds)('an archive made by hostspec as %s', (kind) => {
  test('can be read with any PATH', async () => {
    const path = await made(kind);
    vi.stubEnv('PATH', '/no/such/directory');
    expect(await verifyArchive(path)).toEqual([]);
  });

  test('is read by spec, piece by piece, and is complete', async () => {
    const path = await made(kind);
    const temporary = temporaryDirectory();
    const archive = await openArchive(path, { temporaryDirectory: temporary });
    expect(archive.kind).toBe('hostspec');
    expect(archive.skipped).toEqual([]);
    expect(archive.manifest?.hostname).toBe('host.example');
    expect([...archive.outcomes.keys()]).toEqual(['hosts', 'absent', 'logs', 'ip_addr']);
    expect(archive.outcomes.get('absent')).toMatchObject({
      status: 'absent',
      reason: 'there is no such file',
    });
    for (const [spec, expected] of Object.entries(pieces)) {
      const items = archive.items(spec);
      expect(items.map((item) => item.record.source)).toEqual(expected.map((piece) => piece.source));
      for (const [index, item] of items.entries()) {
        const content = Buffer.from(expected[index]?.content ?? '');
        expect(item.bytes).toBe(content.length);
        expect(Buffer.from(await item.read()).equals(content)).toBe(true);
        const hash = createHash('sha256');
        for await (const part of item.stream()) {
          expect(part.length).toBeLessThanOrEqual(256 * 1024);
          hash.update(part);
        }
        expect(hash.digest('hex')).toBe(item.record.sha256);
      }
    }
    expect([...archive.files.keys()].sort()).toEqual([
      'etc/hosts',
      'insights_commands/ip_addr',
      'var/log/%FF',
      'var/log/a',
      'var/log/a%0Ab',
      'var/log/a~2',
    ]);
    expect(Buffer.from((await archive.find('//etc/./hosts')?.read()) ?? []).toString()).toBe(
      '127.0.0.1 localhost\r\n',
    );
    expect(archive.find('etc')).toBeUndefined();
    expect(() => archive.items('host')).toThrow('contains no spec named "host"; did you mean hosts');
    expect(readdirSync(temporary)).toEqual([]);
    await archive.close();
    expect(await verifyArchive(path)).toEqual([]);
  });
});

describe('verifyArchive', () => {
  async function damaged(damage: (path: string) => void): Promise<string[]> {
    const path = await made('directory');
    damage(path);
    return await verifyArchive(path);
  }
  const edit =
    (change: (manifest: { outcomes: { name: string; status?: string; items: unknown[] }[] }) => void) =>
    (path: string) => {
      const name = join(path, 'manifest.json');
      const manifest = JSON.parse(readFileSync(name, 'utf8'));
      change(manifest);
      writeFileSync(name, JSON.stringify(manifest));
    };

  test.each<[string, (path: string) => void, string | RegExp]>([
    [
      'a changed byte',
      (path) => writeFileSync(join(path, 'data/etc/hosts'), '127.0.0.2 localhost\r\n'),
      /^data\/etc\/hosts of spec hosts has sha256 [0-9a-f]{64}, but the manifest says [0-9a-f]{64}$/,
    ],
    [
      'a missing byte',
      (path) => writeFileSync(join(path, 'data/etc/hosts'), '127.0.0.1 localhost\n'),
      'data/etc/hosts of spec hosts has 20 bytes, but the manifest says 21',
    ],
    [
      'a missing file',
      (path) => rmSync(join(path, 'data/etc/hosts')),
      'data/etc/hosts of spec hosts is missing',
    ],
    [
      'a file too many',
      (path) => writeFileSync(join(path, 'data/etc/extra'), ''),
      'data/etc/extra is not explained by the manifest',
    ],
    [
      'a link too many',
      (path) => symlinkSync('hosts', join(path, 'data/etc/link')),
      'data/etc/link is not explained by the manifest',
    ],
    [
      'a file of its own too many',
      (path) => writeFileSync(join(path, 'x'), ''),
      'x is not explained by the manifest',
    ],
    [
      'missing metadata',
      (path) => rmSync(join(path, 'meta_data/insights.specs.Specs.hosts.json')),
      'meta_data/insights.specs.Specs.hosts.json is missing',
    ],
    [
      'a spec with two outcomes',
      edit(({ outcomes }) => outcomes.push({ ...(outcomes[1] as { name: string; items: [] }) })),
      'spec absent has two outcomes',
    ],
    [
      'two items of one file',
      edit(({ outcomes }) => outcomes[0]?.items.push(outcomes[0].items[0])),
      'data/etc/hosts is claimed by two items',
    ],
    [
      'an unknown status',
      edit(({ outcomes }) => Object.assign(outcomes[0] ?? {}, { status: 'fine' })),
      'spec hosts is "fine", which is not a status',
    ],
    [
      'a status that does not fit',
      edit(({ outcomes }) => Object.assign(outcomes[0] ?? {}, { status: 'absent' })),
      'spec hosts is "absent" with 1 items',
    ],
    [
      'a status of content without items',
      edit(({ outcomes }) => Object.assign(outcomes[1] ?? {}, { status: 'truncated' })),
      'spec absent is "truncated" with 0 items',
    ],
    [
      'a member that is skipped',
      (path) => execFileSync('mkfifo', [join(path, 'data/etc/fifo')]),
      /^data\/etc\/fifo is skipped: \S/,
    ],
    [
      'an outcome that is not one',
      edit(({ outcomes }) => outcomes.splice(1, 0, null as never)),
      /^manifest.json: outcome 2 is skipped: outcomes\[1\] is null/,
    ],
    [
      'an item without source',
      edit(({ outcomes }) =>
        outcomes.push({ ...outcomes[1], name: 'other', items: [{ path: '', bytes: 0, sha256: '' }] }),
      ),
      /^manifest.json: outcome \d+ is skipped: outcomes\[\d+\].items\[0\].source is not a source/,
    ],
    [
      'a reason that is missing',
      edit(({ outcomes }) => Object.assign(outcomes[1] ?? {}, { reason: '' })),
      'spec absent is "absent" without a reason',
    ],
  ])('%s is reported', async (_, damage, problem) => {
    expect(await damaged(damage)).toEqual([expect.stringMatching(problem)]);
  });

  test('an archive without a manifest cannot be verified', async () => {
    expect(await damaged((path) => rmSync(join(path, 'manifest.json')))).toEqual([
      'it cannot be verified: an archive of kind insights has no manifest',
    ]);
  });
});

function manifestWith(outcomes: unknown): string {
  const { specs: _, ...head } = startOf([]);
  const end = { finished: 1, notEntered: [], notes: [] };
  return JSON.stringify({ kind: 'hostspec', formatVersion: 1, ...head, ...end, outcomes });
}

test('an outcome that is wrong costs nothing but itself in NDJSON, too', async () => {
  const absent = outcomeOf(planned('absent'), []);
  const path = join(temporaryDirectory(), 'run.ndjson');
  const large = { ...absent, name: 'a-b', items: [{ text: 'x'.repeat(1000) }] };
  const lines = [absent, large].map((outcome) => JSON.stringify(outcome));
  const { outcomes: _, ...head } = JSON.parse(manifestWith([]));
  const end = { type: 'summary', statuses: { absent: 2 } };
  writeFileSync(
    path,
    [JSON.stringify({ type: 'run', ...head }), ...lines, `${JSON.stringify(end)}\n`].join('\n'),
  );
  const archive = await openArchive(path, { limits: { jsonBytes: 1000 } });
  expect([...archive.outcomes.keys()]).toEqual(['absent']);
  expect(archive.skipped).toEqual([{ path: 'line 3', reason: expect.stringContaining('it.name is "a-b"') }]);
  await archive.close();
});

/** An archive as insights-core writes it. */
function insightsDirectory(): string {
  const path = join(temporaryDirectory(), 'insights-h-20250101000000');
  const write = (name: string, content: string): void => {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), content);
  };
  const metadata = (name: string, results: unknown, errors: string[] = []): void =>
    write(
      `meta_data/insights.specs.Specs.${name}.json`,
      JSON.stringify({ name: `insights.specs.Specs.${name}`, exec_time: 0, errors, results, ser_time: 0 }),
    );
  const provider = (type: string, object: object): object => ({
    type: `insights.core.spec_factory.${type}`,
    object,
  });
  write('insights_archive.txt', '');
  write('data/etc/hosts', '127.0.0.1 localhost');
  write('data/insights_commands/ethtool_eth0', 'eth0');
  write('data/insights_commands/ethtool_eth1', 'eth1');
  write('data/insights_containers/0123456789ab/etc/release', 'RHEL');
  metadata('hosts', provider('TextFileProvider', { save_as: false, relative_path: 'etc/hosts', rc: null }));
  metadata(
    'ethtool',
    ['eth0', 'eth1'].map((args) =>
      provider('CommandOutputProvider', {
        rc: null,
        cmd: null,
        args,
        save_as: false,
        relative_path: `insights_commands/ethtool_${args}`,
      }),
    ),
  );
  metadata('release', [
    provider('ContainerFileProvider', {
      save_as: false,
      relative_path: 'insights_containers/0123456789ab/etc/release',
      rc: null,
      image: 'i',
      engine: 'podman',
      container_id: '0123456789ab',
    }),
  ]);
  metadata('nothing', null, [
    'Traceback (most recent call last):\n  File "x.py"\ninsights.core.exceptions.ContentException: Command not found: /bin/nothing\n',
  ]);
  write('meta_data/broken.json', '{');
  return path;
}

describe('an archive of insights-core', () => {
  test.each(['directory', 'tar.gz'])('%s: what its metadata describe', async (kind) => {
    let path = insightsDirectory();
    if (kind === 'tar.gz') {
      execFileSync('tar', ['czSf', `${path}.tar.gz`, '-C', join(path, '..'), 'insights-h-20250101000000']);
      path = `${path}.tar.gz`;
    }
    const archive = await openArchive(path);
    expect(archive.kind).toBe('insights');
    expect(archive.manifest).toBeUndefined();
    expect(Object.fromEntries(archive.outcomes)).toEqual({
      ethtool: {
        name: 'ethtool',
        status: 'collected',
        items: ['eth0', 'eth1'].map((element) => ({
          path: `insights_commands/ethtool_${element}`,
          element,
          bytes: 4,
        })),
      },
      hosts: {
        name: 'hosts',
        status: 'collected',
        items: [{ path: 'etc/hosts', source: { kind: 'file', path: '/etc/hosts' }, bytes: 19 }],
      },
      nothing: {
        name: 'nothing',
        status: 'absent',
        reason: 'command not found: /bin/nothing',
        errors: [expect.stringMatching(/^Traceback/)],
        items: [],
      },
      release: {
        name: 'release',
        status: 'collected',
        items: [
          {
            path: 'insights_containers/0123456789ab/etc/release',
            source: { kind: 'file', path: '/etc/release' },
            container: { image: 'i', engine: 'podman', id: '0123456789ab' },
            bytes: 4,
          },
        ],
      },
    });
    expect(Buffer.from((await archive.items('ethtool')[1]?.read()) ?? []).toString()).toBe('eth1');
    expect(archive.skipped).toEqual([
      { path: expect.stringContaining('meta_data/broken.json'), reason: 'it is not the metadata of a spec' },
    ]);
    await archive.close();
  });

  test('reports missing content', async () => {
    const path = insightsDirectory();
    rmSync(join(path, 'data/etc/hosts'));
    rmSync(join(path, 'data/insights_commands/ethtool_eth0'));
    const archive = await openArchive(path);
    expect(archive.outcomes.get('hosts')).toMatchObject({
      status: 'failed',
      reason: 'data/etc/hosts is not in the archive',
    });
    expect(archive.items('hosts')).toEqual([]);
    expect(archive.outcomes.get('ethtool')).toMatchObject({
      status: 'collected',
      reason: 'data/insights_commands/ethtool_eth0 is not in the archive',
    });
    expect(archive.items('ethtool')).toMatchObject([{ record: { element: 'eth1' } }]);
    await archive.close();
  });

  test('one made by hostspec gives the same without its manifest', async () => {
    const path = await made('directory');
    rmSync(join(path, 'manifest.json'));
    const archive = await openArchive(path);
    expect(archive.kind).toBe('insights');
    expect(archive.outcomes.get('ip_addr')?.items).toEqual([
      {
        path: 'insights_commands/ip_addr',
        source: { kind: 'command', argv: ['/sbin/ip', 'addr'] },
        commandLine: '/sbin/ip addr',
        rc: 0,
        bytes: expect.any(Number),
      },
    ]);
    expect(Buffer.from((await archive.items('logs')[0]?.read()) ?? []).toString()).toBe('bytes');
  });
});

describe('other trees', () => {
  const tree = (names: readonly string[], links: Readonly<Record<string, string>> = {}): string => {
    const path = join(temporaryDirectory(), 'top');
    for (const name of names) {
      mkdirSync(join(path, name, '..'), { recursive: true });
      writeFileSync(join(path, name), name);
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(path, name));
    return path;
  };

  test.each<[string, string[], string]>([
    ['insights-host', ['insights_commands/ip_addr', 'etc/hosts'], 'insights_commands/ip_addr'],
    ['sos', ['sos_commands/networking/ip_addr', 'etc/hosts'], 'sos_commands/networking/ip_addr'],
    ['tree', ['etc/hosts', 'etc/fstab'], 'etc/fstab'],
    ['tree', ['etc/hosts'], 'etc/hosts'],
  ])('%s with %j', async (kind, names, name) => {
    const path = tree(names);
    const tar = `${path}.tar.gz`;
    execFileSync('tar', ['czf', tar, '-C', join(path, '..'), 'top']);
    const flat = `${path}.flat.tar`;
    execFileSync('tar', ['cf', flat, '-C', path, '.']);
    for (const place of [path, tar, flat]) {
      const archive = await openArchive(place);
      expect(archive.kind).toBe(kind);
      expect([...archive.files.keys()].sort()).toEqual([...names].sort());
      expect(Buffer.from((await archive.find(name)?.read()) ?? []).toString()).toBe(name);
      await archive.close();
    }
  });

  test('links inside are followed as on the host, links that lead out are ignored, and loops end', async () => {
    const path = tree(['sos_commands/a', 'etc/hosts', 'usr/lib/os-release', 'srv/f'], {
      'etc/absolute': '/usr/lib/os-release',
      'etc/relative': '../usr/lib/os-release',
      'etc/twice': 'relative',
      'etc/out': '../../../canary/secret',
      'etc/dangling': 'nowhere',
      'etc/loop': 'loop',
      directory: 'srv',
    });
    const tar = `${path}.tar.gz`;
    execFileSync('tar', ['czf', tar, '-C', join(path, '..'), 'top']);
    for (const place of [path, tar]) {
      const archive = await openArchive(place);
      const read = async (name: string): Promise<string | undefined> => {
        const found = archive.find(name);
        return found && Buffer.from(await found.read()).toString();
      };
      for (const name of ['absolute', 'relative', 'twice'])
        expect(await read(`etc/${name}`)).toBe('usr/lib/os-release');
      expect(await read('directory/f')).toBe('srv/f');
      for (const name of ['out', 'dangling', 'loop', 'loop/x', 'hosts/x'])
        expect(archive.find(`etc/${name}`)).toBeUndefined();
      expect(archive.skipped).toEqual([
        {
          path: expect.stringMatching(/etc\/out$/),
          reason: 'it is a symbolic link that leads out of the archive, to ../../../canary/secret',
        },
      ]);
      await archive.close();
    }
  });

  test('a file that was replaced is not read', async () => {
    const path = tree(['etc/hosts', 'etc/other', 'other/hosts']);
    const archive = await openArchive(path);
    rmSync(join(path, 'etc/hosts'));
    symlinkSync('other', join(path, 'etc/hosts'));
    await expect(archive.find('etc/hosts')?.read()).rejects.toThrow();
    renameSync(join(path, 'etc'), join(path, 'was'));
    symlinkSync('other', join(path, 'etc'));
    await expect(archive.find('etc/hosts')?.read()).rejects.toThrow(
      'the file was replaced while it was read',
    );
    await archive.close();
  });

  test('an unreadable directory is ignored, but not that of the archive itself', async () => {
    const path = tree(['etc/hosts', 'var/x']);
    for (const directory of [dirname(path), path]) chmodSync(directory, 0o755);
    chmodSync(join(path, 'etc'), 0);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      const archive = await openArchive(path);
      expect(archive.skipped).toEqual([{ path: 'etc/', reason: 'it cannot be read: permission denied' }]);
      process.seteuid?.(0);
      chmodSync(path, 0);
      if (isRoot) process.seteuid?.(65534);
      await archive.close();
      // What kind of archive it is cannot be said, so it is none.
      await expect(openArchive(path)).rejects.toThrow(`cannot read ${path}: permission denied`);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(path, 'etc'), 0o700);
    }
  });

  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'it is empty'],
    ['text', 'x'.repeat(600), 'it is not a tar archive'],
    ['invalid NDJSON', '{"type":"run"}\nx\n', 'line 2: it is not JSON; copy or download it again'],
    [
      'NDJSON without its end',
      '{"type":"run"}\n',
      'it is truncated: the summary at its end is missing; copy or download it again',
    ],
    ['a zip file', 'PK\x03\x04\x14', 'it is a zip file; unpack it, and give the directory'],
    ['an empty zip file', 'PK\x05\x06\0', 'it is a zip file; unpack it, and give the directory'],
    [
      'NDJSON without one of its lines',
      '{"type":"run"}\n{"type":"summary","statuses":{"collected":1}}\n',
      'it has 0 outcomes, but its summary says 1',
    ],
    [
      'NDJSON with lines after its end',
      '{"type":"run"}\n{"type":"summary"}\n{}\n',
      'line 3 comes after the summary',
    ],
    ['NDJSON of another', '{"type":"run"}\n{"type":"summary"}\n', 'manifest.json is not a hostspec manifest'],
    ['compressed text', gzipSync('x'.repeat(600)), 'it is not a tar archive'],
  ])('%s is refused', async (_, content, message) => {
    const path = join(temporaryDirectory(), 'x');
    writeFileSync(path, content);
    await expect(openArchive(path)).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      subject: path,
      message: expect.stringContaining(message),
    });
  });

  test('untrusted NDJSON reads and writes nothing outside', async () => {
    const path = join(temporaryDirectory(), 'x.ndjson');
    const source = { kind: 'file', path: '/etc/x' };
    const item = (at: string): object => ({ path: at, source, bytes: 1, sha256: '', duration: 0, text: at });
    const canary = join(path, '../canary');
    const paths = [canary, '../../canary', 'etc/x', './etc/x'];
    const outcome = {
      name: 'x',
      domain: 'd',
      type: 't',
      status: 'collected',
      misses: [],
      started: 0,
      duration: 0,
      items: paths.map(item),
    };
    const { specs: _, ...run } = startOf([]);
    const lines = [
      { type: 'run', kind: 'hostspec', formatVersion: 1, ...run },
      outcome,
      { type: 'summary', finished: 1, notEntered: [], notes: [] },
    ];
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const archive = await openArchive(path);
    expect([...archive.files.keys()]).toEqual(['etc/x']);
    expect(archive.skipped).toEqual([
      { path: canary, reason: 'its path is absolute' },
      { path: '../../canary', reason: 'its path contains ..' },
      { path: './etc/x', reason: 'an earlier member has the same path' },
    ]);
    await archive.close();
    await expect(openArchive(path, { limits: { bytes: 3 } })).rejects.toThrow(
      'bytes of content (limit bytes)',
    );
  });

  test.each([
    ['/nowhere', 'no such file or directory'],
    ['/dev/null', 'it is not a regular file or a directory'],
    ['/dev/null/x', 'not a directory'],
  ])('%s is not an archive', async (path, message) => {
    await expect(openArchive(path)).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: expect.stringContaining(message),
    });
  });
});
