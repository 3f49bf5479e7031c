import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  characterDevice,
  type Finished,
  fifo,
  type PathologicalHost,
  plainFile,
  racingExchange,
  smallDisk,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { type TarMember, tarOf } from '../../packages/archive/src/testing/tar.js';
import { hostspec, runHostspec } from './cli.js';
import { promiseNeeding } from './scene.js';

/** Writes a tar.gz with these members, whatever they say; returns its path. */
async function hostileTar(path: string, members: readonly TarMember[]): Promise<string> {
  return plainFile(path, gzipSync(await tarOf(members), { level: 9 }));
}

const promise = promiseNeeding('python3');

/** Far below what the attacks took, which is gigabytes. */
const littleMemory = { ...process.env, NODE_OPTIONS: '--max-old-space-size=320' } as Record<string, string>;

/** The command ended by itself, in a sentence if it failed; the commands of a shell say one for each path. */
function expectSentence({ overdue, status, signal, stderr }: Finished, what: string): void {
  const isShell = /^(run|shell) /.test(what);
  expect([what, overdue, signal], stderr).toEqual([what, false, null]);
  const statuses = isShell ? [0, 1, 2, 3, 127] : [0, 1, 2, 3];
  expect(statuses, `${what}: ${stderr}`).toContain(status);
  expect(stderr, what).toMatch(
    isShell ? /^((hostspec|cat|commands|find|grep|hostname|ip|ls|tail): .+\n)*$/ : /^(hostspec: .+\n)?$/,
  );
}

/** What is typed in the shell. */
const lines = 'commands\nls -lR /\nfind / -name h*\ncat /etc/hosts | tail -n 1\nhostname\n';

/** Commands that between them open an archive in every way. Opening a hostile one is slow, so the others need not. */
const openers = ['read', 'collect', 'summary', 'run'];

/** Each of these commands opens the first of several archives. All open archives in the same way, so one opens the others. */
const openersOf = (index: number): readonly string[] => (index === 0 ? openers : ['read']);

/** Those that handle the items of an archive each in its own way. */
const walkers = [...openers, 'verify', 'diff', 'explain', 'report', 'shell'];

/** Those that keep the names of an archive: as a list, and as a tree. */
const listers = ['read', 'run'];

/** Every command that reads an archive. */
const readers = (archive: string, output: string): readonly (readonly string[])[] => [
  ['read', archive],
  ['verify', archive],
  ['diff', archive, archive],
  ['explain', 'hosts', archive],
  ['plan', '--archive', archive, '--domain', 'web,observability,networking'],
  [
    'collect',
    '--archive',
    archive,
    '--domain',
    'web,observability',
    '--max-item-bytes',
    '64K',
    '--quiet',
    '--output',
    output,
  ],
  ['summary', archive],
  ['summary', archive, '--json'],
  ['report', archive, '--output', `${output}.html`],
  ['report', archive, archive, '--output', `${output}-2.html`],
  ['run', archive, '--', 'grep', '-rc', 'x', '/'],
  ['run', archive, '--', 'ip', 'addr'],
  ['shell', archive],
];

/** Runs commands that read an archive, every one unless told of some, which run in one way each; each must end in a sentence. */
async function expectSentences(
  host: PathologicalHost,
  archive: string,
  some?: readonly string[],
): Promise<Finished[]> {
  const results: Finished[] = [];
  const all = readers(archive, `${archive}-${Date.now()}.tgz`);
  const chosen = new Set(some?.map((name) => all.findIndex(([command]) => command === name)) ?? all.keys());
  for (const [index, args] of all.entries()) {
    if (!chosen.has(index)) continue;
    const result = await runHostspec(host, args, { env: littleMemory, deadline: 120, input: lines });
    expectSentence(result, readers('ARCHIVE', '')[index]?.join(' ') ?? '');
    results.push(result);
  }
  return results;
}

const head = {
  ...{ kind: 'hostspec', formatVersion: 1, tool: 't', hostname: 'h', root: '/', started: 0, finished: 0 },
  ...{ brand: { vendor: 'v', client: 'c' }, domains: [], notEntered: [], notes: [] },
};

const item = (path: string): object => ({
  ...{ path, source: { kind: 'file', path: `/${path}` }, bytes: 1, sha256: '', duration: 0 },
});

const outcome = (name: string, items: readonly object[]): object => ({
  ...{ name, domain: 'd', type: 't', status: 'collected', items, misses: [], started: 0, duration: 0 },
});

describe('Data of strangers', () => {
  promise(
    'JSON of a few kilobytes that expands to gigabytes is refused before it is in memory',
    async (host) => {
      const many = '{},'.repeat(20_000_000);
      const documents = {
        'manifest.json': `{"kind":"hostspec","formatVersion":1,"outcomes":[${many}0]}`,
        'meta_data/insights.specs.Specs.hosts.json': `{"name":"hosts","results":[${many}0]}`,
        'sos_reports/manifest.json': `{"components":[${many}0]}`,
        'deep/manifest.json': `{"kind":${'['.repeat(10_000_000)}`,
      };
      for (const [index, [name, content]] of Object.entries(documents).entries()) {
        const more = name.startsWith('meta_data') ? 'data/etc/hosts' : 'sos_commands/date/date';
        const members = [
          { name: name.replace('deep/', ''), content },
          { name: more, content: 'x' },
        ];
        const archive = await hostileTar(host.path(`${name.replaceAll('/', '-')}.tgz`), members);
        await expectSentences(host, archive, openersOf(index));
      }
    },
    { timeout: 600_000 },
  );

  promise('Countless items that point to one path, and keys of prototypes, do no harm', async (host) => {
    const items = Array.from({ length: 40_000 }, () => item('etc/a'));
    const outcomes = ['constructor', 'toString', 'hosts', 'dmesg', 'bond'].map((name) =>
      outcome(name, name in {} ? [item('__proto__'), item('constructor')] : items),
    );
    const manifest = JSON.stringify({ ...head, outcomes }).replace('{', '{"__proto__":{"outcomes":1},');
    const archive = await hostileTar(host.path('x.tgz'), [
      { name: 'manifest.json', content: manifest },
      { name: 'data/etc/a', content: 'x'.repeat(1_000_000) },
      { name: 'data/__proto__', content: 'x' },
      { name: 'data/constructor', content: 'x' },
    ]);
    const results = await expectSentences(host, archive, walkers);
    // A manifest with still more is refused, and would show nothing.
    for (const { stderr } of results) expect(stderr).not.toContain('manifest.json');
    // Specs that the summary reads as items, text, rows and a log, each with dozens of items as long as it reads.
    const read = ['bond', 'lscpu', 'mounts', 'messages'];
    const large = await hostileTar(host.path('y.tgz'), [
      {
        name: 'manifest.json',
        content: JSON.stringify({
          ...head,
          outcomes: read.map((name) => outcome(name, items.slice(0, 64))),
        }),
      },
      { name: 'data/etc/a', content: 'x \n'.repeat(3_000_000) },
    ]);
    const summary = await runHostspec(host, ['summary', large], { env: littleMemory, deadline: 120 });
    expectSentence(summary, 'summary');
    expect(summary.status).toBe(0);
  });

  promise(
    'Hundreds of sparse files that a configuration includes do not use up the memory',
    async (host) => {
      const root = host.makeDirectory('root');
      const mains = {
        'etc/httpd/conf/httpd.conf': 'Include /etc/more\n',
        'etc/rsyslog.conf': '$IncludeConfig /etc/rsyslog.d/*.conf\n',
        'etc/nginx/nginx.conf': 'include /etc/more/*;\n',
      };
      for (const [path, text] of Object.entries(mains)) plainFile(join(root, path), text);
      for (let number = 0; number < 300; number++)
        for (const directory of ['etc/more', 'etc/rsyslog.d'])
          truncateSync(plainFile(join(root, directory, `${number}.conf`), ''), 4 * 1024 ** 2);
      await expectSentences(host, root, ['collect']);
      const domains = ['--domain', 'web,observability'];
      const planned = await runHostspec(host, ['plan', '--root', root, ...domains], { env: littleMemory });
      expectSentence(planned, 'plan --root');
      for (const program of ['Apache below /etc/httpd', 'nginx', 'rsyslog'])
        expect(planned.stdout).toContain(`the configuration of ${program} has more than 16777216 characters`);
    },
    { timeout: 600_000 },
  );

  promise('An archive too large to unpack leaves free space for others', async (host) => {
    const disk = await smallDisk(host, 'temporary', 32 * 1024 ** 2);
    const bomb = await hostileTar(host.path('bomb.tgz'), [
      { name: 'etc/hosts', content: 'x'.repeat(100 * 1024 ** 2) },
    ]);
    const env = { ...littleMemory, TMPDIR: disk.path };
    const refused = await runHostspec(host, ['read', bomb], { env });
    expectSentence(refused, 'read');
    expect(refused.status).toBe(3);
    expect(refused.stderr).toMatch(
      /bytes were free, of which hostspec takes at most \d+; free space there, or set TMPDIR/,
    );
    expect(await disk.list()).toEqual([]);
    // Zeros take no room.
    const sparse = await hostileTar(host.path('sparse.tgz'), [
      { name: 'etc/hosts', content: Buffer.alloc(200 * 1024 ** 2) },
    ]);
    const read = await runHostspec(host, ['read', sparse], { env });
    expect([read.status, read.stdout]).toEqual([0, expect.stringContaining('200 MiB  etc/hosts')]);
  });

  promise('Gzip in gzip is content, not unpacked again', async (host) => {
    const inner = gzipSync(Buffer.alloc(50 * 1024 ** 2), { level: 9 });
    const archive = await hostileTar(host.path('x.tgz'), [{ name: 'etc/hosts', content: gzipSync(inner) }]);
    const { stdout } = await runHostspec(host, ['read', archive], { env: littleMemory });
    expect(stdout).toMatch(/^ *\d+ B +etc\/hosts$/m);
  });

  promise(
    'Members of a tar that are not files, alias other members or have endless names are ignored',
    async (host) => {
      const canary = plainFile(host.path('canary/secret'), 'secret');
      const archive = await hostileTar(host.path('x.tgz'), [
        { name: 'etc/hosts', content: 'good' },
        { name: 'etc/caf\u00e9', content: '1' },
        { name: 'etc/cafe\u0301', content: '2' },
        { name: 'etc/hard', type: 'link', linkname: canary },
        { name: 'etc/soft', type: 'symlink', linkname: `../../../../../../${canary}` },
        { name: 'dev/zero', type: 'character-device' },
        { name: 'etc/fifo', type: 'fifo' },
        { name: canary, content: 'evil' },
        { name: `${'../'.repeat(20)}${canary.slice(1)}`, content: 'evil' },
        { name: 'etc/pax', pax: { path: `../../../../../..${canary}` }, content: 'evil' },
        { name: `etc/${'x'.repeat(5000)}`, content: 'long' },
        { name: 'etc/target', type: 'symlink', linkname: 'y'.repeat(5000) },
      ]);
      const { stdout } = await runHostspec(host, ['read', archive, '--json']);
      const { skipped } = JSON.parse(stdout) as { skipped: { path: string; reason: string }[] };
      expect(skipped.map(({ path }) => path.slice(0, 10)).sort()).toHaveLength(8);
      expect(Math.max(...skipped.map(({ path }) => path.length))).toBeLessThan(300);
      await expectSentences(host, archive, openers);
      expect([readdirSync(dirname(canary)), readFileSync(canary, 'utf8')]).toEqual([['secret'], 'secret']);
    },
  );

  promise(
    'Endless paths in a tar or a manifest do not use up the memory',
    async (host) => {
      const deep = (number: number): string => `${'d/'.repeat(200)}${number}`;
      const names = Array.from({ length: 20_000 }, (_, number) => `${number}/${deep(number)}`);
      const members = [...names.map((name) => ({ name })), { name: 'etc/hosts', content: 'x' }];
      const outcomes = [outcome('hosts', [item('a/'.repeat(10_000_000)), item('/'.repeat(10_000_000))])];
      await expectSentences(host, await hostileTar(host.path('names.tgz'), members), listers);
      const manifest = JSON.stringify({ ...head, outcomes });
      const archive = await hostileTar(host.path('manifest.tgz'), [
        { name: 'manifest.json', content: manifest },
      ]);
      await expectSentences(host, archive, listers);
    },
    { timeout: 600_000 },
  );

  promise(
    'A line of 300 MB is shown, searched and written with little memory',
    async (host) => {
      const root = host.makeDirectory('archive');
      plainFile(join(root, 'etc/hostname'), 'web01\n');
      const log = plainFile(join(root, 'var/log/messages'), 'first\n');
      const piece = Buffer.alloc(30_000_000, 'x');
      for (let count = 0; count < 10; count++) appendFileSync(log, piece);
      appendFileSync(log, 'needle\nlast\n');
      const measured = [
        'python3',
        '-c',
        `import os, resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as out: out.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)`,
        host.path('kilobytes'),
      ];
      for (const [command, input, wanted] of [
        [['summary', root], '', 'Host'],
        [['report', root, '--output', host.path('long.html')], '', 'long.html'],
        [['run', root, '--', 'tail', '-n', '1', '/var/log/messages'], '', 'last\n'],
        [['run', root, '--', 'grep', '-c', 'needle', '/var/log/messages'], '', '1\n'],
        [['shell', root], 'wc -l /var/log/messages\nhead -n 1 /var/log/messages', 'first\n'],
      ] as const) {
        const result = await runHostspec(host, command, {
          enter: (argv) => [...measured, ...argv],
          deadline: 120,
          input,
        });
        expect([command, result.status, result.stdout]).toEqual([
          command,
          0,
          expect.stringContaining(wanted),
        ]);
        expect([command, Number(readFileSync(host.path('kilobytes'), 'utf8')) < 250_000]).toEqual([
          command,
          true,
        ]);
      }
    },
    { timeout: 300_000 },
  );

  promise('A FIFO or a device is opened neither as an archive nor as a file in one', async (host) => {
    for (const [index, path] of [fifo(host.path('fifo')), characterDevice(host.path('zero'))].entries()) {
      const results = await expectSentences(host, path, openersOf(index));
      for (const { stderr } of results) expect(stderr).toContain('it is not a regular file or a directory');
    }
    const directory = host.makeDirectory('archive');
    plainFile(
      `${directory}/manifest.json`,
      JSON.stringify({ ...head, outcomes: [outcome('hosts', [item('f')])] }),
    );
    fifo(`${directory}/data/f`);
    characterDevice(`${directory}/data/etc/hosts`);
    await expectSentences(host, directory);
    const work = host.makeDirectory('.x.0123456789ab.partial');
    await host.prepare('chmod', '700', work);
    fifo(`${work}/journal.ndjson`);
    expectSentence(await runHostspec(host, ['finish', work]), 'finish');
  });

  promise('A FIFO that replaces an archive between the check and the opening is not opened', async (host) => {
    const archive = await hostileTar(host.path('x.tgz'), [{ name: 'etc/hosts', content: 'x' }]);
    fifo(host.path('fifo'));
    const race = await racingExchange(archive, host.path('fifo'));
    host.defer(race.kill);
    for (let tries = 0; tries < 15; tries++) {
      const result = await runHostspec(host, ['read', archive], { deadline: 60 });
      expectSentence(result, 'read');
      if (result.status !== 0) expect(result.stderr).toContain('it is not a regular file or a directory');
    }
  });

  promise('finish neither reads nor writes outside a prepared work directory', async (host) => {
    const journal = (name: string, spec: string, path: string): string =>
      [
        { kind: 'hostspec journal', formatVersion: 1, format: 'directory', name, process: '' },
        { start: { ...head, specs: [{ name: spec, domain: 'd', type: 'simple_file' }] } },
        { outcome: outcome(spec, [{ ...item(path), bytes: 6 }]) },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('');
    const attempts: [journal: string, prepare: (work: string, canary: string) => void][] = [
      [journal('../../canary/evil', 'a', 'etc/a'), () => {}],
      [journal('out', '/../../../../canary/evil', 'etc/a'), () => {}],
      [journal('out', 'a', '../../../canary/secret'), () => {}],
      [
        journal('out', 'a', 'linked/secret'),
        (work, canary) => symlinkSync(canary, join(work, 'data/linked')),
      ],
      [journal('out', 'a', 'etc/a'), (work, canary) => symlinkSync(canary, join(work, 'meta_data'))],
    ];
    for (const [index, [text, prepare]] of attempts.entries()) {
      const parent = host.makeDirectory(`attempt-${index}`);
      const canary = dirname(plainFile(join(parent, 'canary/secret'), 'secret'));
      const work = join(parent, 'given/.out.0123456789ab.partial');
      plainFile(join(work, 'data/etc/a'), 'kept a');
      plainFile(join(work, 'journal.ndjson'), text);
      await host.prepare('chmod', '-R', 'go=', work);
      prepare(work, canary);
      const result = await runHostspec(host, ['finish', work]);
      expectSentence(result, `attempt ${index}`);
      expect([index, result.status, result.stdout]).toEqual([index, 1, '']);
      expect(readdirSync(canary)).toEqual(['secret']);
      expect(readdirSync(dirname(work))).toEqual(['.out.0123456789ab.partial']);
    }
  });

  promise('finish refuses the work directory of another user, and says why', async (host) => {
    const work = join(host.makeDirectory('given'), '.out.0123456789ab.partial');
    mkdirSync(work, { mode: 0o700 });
    plainFile(join(work, 'journal.ndjson'), '');
    chownSync(work, 65534, 65534);
    const result = await runHostspec(host, ['finish', work]);
    expectSentence(result, 'finish');
    expect([result.status, result.stderr]).toEqual([1, expect.stringContaining('is not private')]);
    expect(existsSync(work)).toBe(true);
  });

  promise(
    'Content of an archive does not control a terminal, and reaches a pipe byte for byte',
    async (host) => {
      const content = 'a\x1b[2J\x1b]0;owned\x07\u202eb\x9b31m\n';
      const archive = host.makeDirectory('archive');
      plainFile(`${archive}/data/etc/hosts`, content);
      writeFileSync(
        `${archive}/manifest.json`,
        JSON.stringify({ ...head, hostname: content, outcomes: [outcome('hosts', [item('etc/hosts')])] }),
      );
      const piped = await runHostspec(host, ['read', archive, 'hosts']);
      expect(piped.stdout).toBe(content);
      for (const args of [
        ['read', archive, 'hosts'],
        ['read', archive],
        ['read', archive, '--json'],
      ]) {
        const line = [...hostspec, ...args].join(' ');
        const shown = await host.run(['script', '-qec', line, '/dev/null'], {
          env: { ...process.env, TERM: 'xterm', NO_COLOR: '1' } as Record<string, string>,
        });
        expect(shown.stdout.replaceAll('\r\n', '\n')).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
        expect(shown.stdout).toMatch(/\\(x|u00)1b\[2J/);
      }
    },
    { needs: !existsSync('/usr/bin/script') && 'script' },
  );
});
