import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityFiles } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import {
  type Catalog,
  type CollectingHost,
  compose,
  defineCondition,
  defineProvider,
  firstFile,
  foreachCollect,
  foreachExecute,
  globFile,
  type Host,
  linuxSecrets,
  listdir,
  type Nothing,
  nothing,
  type Outcome,
  readText,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { collect, type Denials, describePlan, memorySink, plan } from '../index.js';
import { catalogOf } from '../testing/collect-specs.js';
import { denialOf, forbidden, neverRules } from './denials.js';
import { denyingHost } from './denying-host.js';

const catalog = catalogOf({
  file: simpleFile('/etc/app', { doc: 'A file' }),
  command: simpleCommand('show --all', { doc: 'A command' }),
  directory: listdir('/srv', { doc: 'A directory' }),
  spec: simpleCommand('list', { doc: 'A spec' }),
  allowed: simpleFile('/etc/other', { doc: 'Allowed' }),
});

/** The files of which a run asks for its manifest. */
const ofRun = ['/etc/hostname', ...identityFiles];

const denied = (what: string, name: string) => (given: string) => (given === name ? `no ${what}` : undefined);
const denials: Denials = {
  spec: denied('spec', 'spec'),
  command: denied('command', 'show --all'),
  file: (path) => denied('file', '/etc/app')(path) ?? denied('directory', '/srv')(path),
};

const watched = () => {
  const host = fakeHost({
    files: { '/etc/app': 'x', '/etc/other': 'x', '/srv/a': 'x' },
    commands: { 'show --all': 'x', list: 'x' },
  });
  const read: string[] = [];
  return {
    ran: host.ran,
    read,
    host: {
      ...host,
      readFile: (path: string) => {
        read.push(path);
        return host.readFile(path);
      },
      list: (path: string) => {
        read.push(path);
        return host.list(path);
      },
    },
  };
};

test('a denied file or command is neither read nor run, and the outcome says why', async () => {
  const { host, ran, read } = watched();
  const outcomes = new Map<string, Outcome>();
  const planned = await plan(catalog, { host });
  read.length = 0;
  for await (const outcome of collect(planned, { catalog, host, denials, sink: memorySink() }))
    outcomes.set(outcome.name, outcome);
  const told = [...outcomes].map(([name, { status, reason }]) => [name, status, reason]);
  expect(told.toSorted()).toEqual([
    ['allowed', 'collected', undefined],
    ['command', 'denied', 'no command'],
    ['directory', 'denied', 'no directory'],
    ['file', 'denied', 'no file'],
    ['spec', 'denied', 'no spec'],
  ]);
  expect(ran).toEqual([]);
  expect(read.filter((path) => !ofRun.includes(path))).toEqual(['/etc/other']);
});

const asks = defineProvider({
  name: 'asks',
  doc: 'Asks the host in every way',
  yields: 'list',
  async evaluate({ host }) {
    const { paths } = await host.glob(['/etc/*']);
    const { problem } = await host.run(['show', '--all']);
    const { rc } = await host.run('list');
    return [
      ...paths,
      `${problem} ${rc}`,
      `${(await readText(host, '/etc/app')) ?? 'no text'} ${await readText(host, '/etc/other')}`,
      `${await host.stat('/etc/app')} ${(await host.stat('/etc/other'))?.kind}`,
      await host.list('/srv').then(String, (error) => `${error.problem}: ${error.message}`),
      String(await host.list('/etc')),
    ];
  },
});

const gives = (name: string, evaluate: (host: Host) => Promise<readonly string[] | Nothing>) =>
  defineProvider({ name, doc: 'Asks the host', yields: 'list', evaluate: ({ host }) => evaluate(host) });

test('a provider that has nothing says so if something was denied to it', async () => {
  const without = gives('without', async (host) => {
    await host.run('show --all');
    return nothing('nothing is shown');
  });
  const other = gives('other', async () => nothing('nothing is there'));
  const catalog = catalogOf(
    {
      denied: foreachExecute('list %s', without(), { doc: 'Denied' }),
      nothing: foreachExecute('list %s', other(), { doc: 'Nothing' }),
    },
    { providers: [without, other] },
  );
  const { host } = watched();
  const described = await describePlan(await plan(catalog, { host }), { catalog, host, denials });
  expect(described.map(({ gap }) => gap)).toEqual([
    { status: 'denied', reason: 'nothing is shown; show --all: no command' },
    { status: 'skipped', reason: 'nothing is there' },
  ]);
});

const holds = defineCondition({
  name: 'Holds',
  doc: 'Whether a denied program says so',
  async evaluate({ host }) {
    const { reason = 'it ran' } = await host.run('show --all');
    return { holds: reason === 'it ran', reason };
  },
});

test('providers and conditions cannot use denied files and commands either', async () => {
  const asking = catalogOf(
    {
      provided: foreachExecute('list %s', asks(), { doc: 'By a provider' }),
      listed: foreachCollect('/srv/%s', listdir('/srv'), { doc: 'By a directory' }),
      printed: foreachCollect('/srv/%s', simpleCommand('show --all'), { doc: 'By a command' }),
      gated: simpleFile('/etc/other', { doc: 'By a condition', when: holds() }),
    },
    { providers: [asks], conditions: [holds] },
  );
  const { host, ran, read } = watched();
  const planned = await plan(asking, { host, denials });
  expect(planned.specs.find(({ name }) => name === 'gated')?.skip).toBe('no command; show --all: no command');
  const described = await describePlan(planned, { catalog: asking, host, denials });
  expect(described.find(({ name }) => name === 'provided')?.sources.map(({ element }) => element)).toEqual([
    '/etc/other',
    'refused 0',
    'no text x',
    'undefined file',
    'refused: /srv: no directory',
    'app,other',
  ]);
  const gaps = described.map(({ name, gap }) => [name, gap]);
  expect(Object.fromEntries(gaps)).toMatchObject({
    listed: { status: 'denied', reason: '/srv: no directory' },
    printed: { status: 'denied', reason: 'show --all: no command' },
  });
  for await (const _ of collect(await plan(asking, { host, denials, deferConditions: true }), {
    ...{ catalog: asking, host, denials, sink: memorySink() },
  }));
  expect(ran).not.toContain('show --all');
  expect(read).not.toContain('/etc/app');
  expect(read).not.toContain('/srv');
});

test('a file is asked about by its absolute path, however the spec has it', async () => {
  const asked: string[] = [];
  const watching: Denials = {
    ...denials,
    file: (path) => {
      asked.push(path);
      return undefined;
    },
  };
  const ground = { host: fakeHost(), denials: forbidden(watching, {}) };
  const container = { kind: 'command', argv: [], commandLine: '', options: {} } as const;
  await denialOf({ kind: 'file', path: 'etc//app', options: {} }, ground);
  await denialOf({ kind: 'listing', path: '/srv/./a/', options: {} }, ground);
  await denialOf({ ...container, containerPath: 'etc/app/' }, ground);
  await denialOf({ kind: 'file', path: '/etc/x/../app\0', options: {} }, ground);
  expect(asked).toEqual(['/etc/app', '/srv/a', '/etc/app', '/etc/app\0']);
});

test('a relative file and a directory with a slash at its end are denied, in the run and before it', async () => {
  const written = catalogOf({
    file: simpleFile('etc/app', { doc: 'A file' }),
    directory: listdir('/srv/', { doc: 'A directory' }),
  });
  const { host, read } = watched();
  const planned = await plan(written, { host });
  read.length = 0;
  const context = { catalog: written, host, denials };
  const described = await describePlan(planned, context);
  expect(described.map(({ sources }) => sources[0]?.gap?.reason)).toEqual(['no file', 'no directory']);
  const reasons: (string | undefined)[] = [];
  for await (const { reason } of collect(planned, { ...context, sink: memorySink() })) reasons.push(reason);
  expect(reasons.sort()).toEqual(['no directory', 'no file']);
  expect(read.filter((path) => !ofRun.includes(path))).toEqual([]);
});

test('a description says so before the run', async () => {
  const { host } = watched();
  const described = await describePlan(await plan(catalog, { host }), { catalog, host, denials });
  const gaps = described.map(({ name, gap, sources }) => [name, (gap ?? sources[0]?.gap)?.reason]);
  expect(Object.fromEntries(gaps)).toEqual({
    allowed: undefined,
    command: 'no command',
    directory: 'no directory',
    file: 'no file',
    spec: 'no spec',
  });
});

describe('never', () => {
  const secret = 'root:$6$x';

  const files = {
    '/etc/hosts': 'hosts',
    '/etc/shadow': secret,
    '/etc/shadow-': secret,
    '/etc/app/app.conf': 'plain',
    '/etc/app/tls.key': secret,
    '/etc/app/link.conf': { link: '../shadow' },
    '/etc/linked': { link: 'shadow' },
    '/etc/alternatives/app': { link: '/etc/app/app.conf' },
    '/etc/apt/auth.conf.d/site.conf': secret,
    '/srv/tree': { link: '/etc' },
  };
  const commands = {
    '/bin/cat /etc/shadow': secret,
    "/bin/sh -c 'cat </etc/shadow;ls'": secret,
    '/bin/cat /etc/linked': secret,
    '/bin/ls -l /etc/shadow': 'listed',
    '/bin/ip -s xfrm state list': secret,
    '/bin/ip xfrm policy': 'policy',
    '/bin/lines': '/etc/shadow\n/etc/hosts\n',
    '/bin/cat /etc/hosts': 'hosts',
  };

  const asks = defineProvider({
    name: 'asks',
    doc: 'Reads, runs and looks',
    yields: 'list',
    evaluate: async ({ host }) => [
      `${await readText(host, '/etc/shadow')} ${await readText(host, '/etc/linked')} ${await readText(host, '/etc/hosts')}`,
      `${(await host.run('/bin/cat /etc/linked')).problem} ${(await host.run(['/bin/cat', '/etc/shadow'])).problem}`,
      // Whether a file exists is no secret.
      `${(await host.stat('/etc/shadow'))?.kind} ${(await host.glob(['/etc/shadow*'])).paths}`,
    ],
  });

  const base = slice({
    name: 'base',
    version: '1.0.0',
    specs: { hosts: simpleFile('/etc/hosts', { doc: 'd' }) },
  }).extend({}, { neverCollected: linuxSecrets });

  const site = slice({
    name: 'site',
    version: '1.0.0',
    specs: {
      file: simpleFile('/etc/shadow', { doc: 'd' }),
      relative: simpleFile('etc/../etc/shadow-', { doc: 'd' }),
      glob: globFile(['/etc/*', '/etc/app/*'], { doc: 'd' }),
      link: simpleFile('/etc/linked', { doc: 'd' }),
      way: simpleFile('/srv/tree/shadow', { doc: 'd' }),
      first: firstFile(['/etc/linked', '/etc/shadow'], { doc: 'd' }),
      each: foreachCollect('%s', simpleCommand('/bin/lines'), { doc: 'd' }),
      log: globFile(['/etc/shadow*', '/etc/link*'], { doc: 'd', log: { newest: 1000 } }),
      names: listdir('/etc/apt/auth.conf.d', { doc: 'd' }),
      harmless: simpleFile('/etc/alternatives/app', { doc: 'd' }),
      cat: simpleCommand('/bin/cat /etc/shadow', { doc: 'd' }),
      shell: simpleCommand("/bin/sh -c 'cat </etc/shadow;ls'", { doc: 'd' }),
      printed: simpleCommand('/bin/cat /etc/linked', { doc: 'd' }),
      filled: foreachExecute('/bin/cat %s', simpleCommand('/bin/lines'), { doc: 'd' }),
      state: simpleCommand('/bin/ip -s xfrm state list', { doc: 'd' }),
      policy: simpleCommand('/bin/ip xfrm policy', { doc: 'd' }),
      shown: simpleCommand('/bin/ls -l /etc/shadow', { doc: 'd' }),
      provided: foreachExecute('/bin/lines %s', asks(), { doc: 'd' }),
    },
    providers: [asks],
  });

  const everything: Denials = { spec: () => undefined, file: () => undefined, command: () => undefined };
  // Only a host that runs commands follows links for them.
  const hostOf = () => ({ ...fakeHost({ files, commands }), executes: true });

  async function collected(catalog: Catalog<object>, denials?: Denials) {
    const host = hostOf();
    const sink = memorySink();
    const options = denials === undefined ? {} : { denials };
    const planned = await plan(catalog, { host, ...options, only: Object.keys(site.specs) });
    const outcomes = new Map<string, Outcome>();
    for await (const outcome of collect(planned, { catalog, host, sink, redaction: 'none', ...options }))
      outcomes.set(outcome.name, outcome);
    const items = [...outcomes.values()].flatMap((outcome) => outcome.items);
    const contents = await Promise.all(items.map((item) => sink.read(item)));
    return { host, outcomes, text: Buffer.concat(contents).toString() };
  }

  const catalogs: readonly (readonly [how: string, catalog: Catalog<object>])[] = [
    ['composed with it', compose(base, site)],
    ['extended', base.extend(site.specs as never, { providers: [asks] })],
    ['picked from', compose(base, site).pick(...(Object.keys(site.specs) as never[]))],
    ['composed twice', compose(compose(site), base.omit('hosts') as never)],
  ];

  describe.each(catalogs)('what a catalog never collects, if it is %s', (_, catalog) => {
    test.each([undefined, everything])('is neither read nor printed: %#', async (denials) => {
      const { outcomes, host, text } = await collected(catalog, denials);
      expect(text).not.toContain(secret);
      const never = / is never collected: it can hold secrets/;
      for (const name of [
        'file',
        'relative',
        'link',
        'way',
        'first',
        'log',
        'cat',
        'shell',
        'printed',
        'state',
      ])
        expect([name, outcomes.get(name)]).toEqual([
          name,
          expect.objectContaining({ status: 'denied', reason: expect.stringMatching(never) }),
        ]);
      for (const name of ['glob', 'each', 'filled', 'names', 'harmless', 'policy', 'shown'])
        expect([name, outcomes.get(name)?.status]).toEqual([name, 'collected']);
      expect(outcomes.get('glob')?.misses.map(({ source }) => 'path' in source && source.path)).toEqual([
        '/etc/linked',
        '/etc/shadow',
        '/etc/shadow-',
        '/etc/app/link.conf',
        '/etc/app/tls.key',
      ]);
      expect(outcomes.get('link')?.reason).toBe(
        '/etc/shadow is never collected: it can hold secrets (links lead to /etc/shadow)',
      );
      expect(host.ran).not.toContain('/bin/cat /etc/shadow');
      expect(host.ran).not.toContain('/bin/cat /etc/linked');
    });

    test('is not known to providers either', async () => {
      const host = hostOf();
      const described = await describePlan(await plan(catalog, { host, only: ['provided', 'link', 'cat'] }), {
        catalog,
        host,
      });
      const of = (wanted: string) => described.find(({ name }) => name === wanted)?.sources ?? [];
      expect(of('provided').map(({ element }) => element)).toEqual([
        'undefined undefined hosts',
        'refused refused',
        'file /etc/shadow,/etc/shadow-',
      ]);
      expect(of('link')[0]?.gap?.reason).toContain('never collected');
      expect(of('cat')[0]?.gap?.reason).toContain('never collected');
    });
  });

  test('a catalog without such data collects what it names', async () => {
    const { outcomes } = await collected(compose(site));
    expect(outcomes.get('file')?.status).toBe('collected');
    expect(outcomes.get('cat')?.status).toBe('collected');
  });

  describe('a rule', () => {
    const rules = neverRules({
      files: ['/etc/a', '/srv/*/key', '/*/top', '*.key', '.x_history'],
      commands: ['ip xfrm state'],
    });

    test.each([
      ['/etc/a', true],
      ['/etc/a/below/it', true],
      ['/etc/ab', false],
      ['/srv/.hidden/key', true],
      ['/srv/key', false],
      ['/srv/a/b/key', false],
      ['/etc/top', true],
      ['/any/top', true],
      ['/any/other', false],
      ['/x/y.key', true],
      ['/z/y.key', true],
      ['/x/y.keys', false],
      ['/home/u/.x_history', true],
      ['/', false],
    ])('for files judges %s', (path, isNever) => {
      expect(rules.file(path) !== undefined).toBe(isNever);
    });

    test.each([
      ['cat /etc/a', true],
      ['/usr/bin/head -n 5 "/etc/a"', true],
      ['grep -f/etc/a x', true],
      ['awk --file=/etc/./a', true],
      ['cat etc/a', true],
      ['sh -c "true;cat</srv/b/key"', true],
      ['stat /etc/a', false],
      ['cat /etc/b', false],
      ['cat', false],
      ['', false],
      ['ip -d xfrm state', true],
      ['/sbin/ip xfrm policy', false],
      ['ipx xfrm state', false],
    ])('for commands judges %s', (line, isNever) => {
      expect(rules.command(line) !== undefined).toBe(isNever);
    });
  });
});

describe('a host that checks where a file is when it opens it', () => {
  const wanted = catalogOf({
    plain: simpleFile('/etc/plain', { doc: 'A file' }),
    link: simpleFile('/etc/link', { doc: 'A link to a file' }),
    denied: simpleFile('/etc/denied', { doc: 'A link to a denied file' }),
  });
  const noSecret: Denials = { ...denials, file: denied('secret', '/etc/secret') };

  function hostOf() {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'etc'));
    writeFileSync(join(root, 'etc/plain'), 'plain\n');
    writeFileSync(join(root, 'etc/secret'), 'a secret\n');
    symlinkSync('plain', join(root, 'etc/link'));
    symlinkSync('secret', join(root, 'etc/denied'));
    return { root, host: createLocalHost({ root }) };
  }

  async function collected(host: CollectingHost, only: ('plain' | 'link' | 'denied')[]) {
    const sink = memorySink();
    const given = { catalog: wanted, host, denials: noSecret };
    const found: [string, string, string][] = [];
    for await (const { name, status, items, reason = '' } of collect(await plan(wanted, { ...given, only }), {
      ...given,
      sink,
    })) {
      const [item] = items;
      found.push([name, status, item ? Buffer.from(await sink.read(item)).toString() : reason]);
    }
    return found.filter(([name]) => only.some((each) => each === name)).sort();
  }

  test('reads what links lead to unless that is denied, and needs no other request', async () => {
    const { host } = hostOf();
    const stat = vi.fn(host.stat);
    expect(await collected({ ...host, stat }, ['plain', 'link', 'denied'])).toEqual([
      ['denied', 'denied', 'no secret (links lead to /etc/secret)'],
      ['link', 'collected', 'plain\n'],
      ['plain', 'collected', 'plain\n'],
    ]);
    expect(stat).not.toHaveBeenCalled();
  });

  test('reads no denied file if a link is changed after it was looked at', async () => {
    const { root, host } = hostOf();
    const link = join(root, 'etc/link');
    const readInto: CollectingHost['readInto'] = async (...read) => {
      try {
        return await host.readInto(...read);
      } finally {
        rmSync(link);
        symlinkSync('secret', link);
      }
    };
    expect(await collected({ ...host, readInto }, ['link'])).toEqual([
      ['link', 'denied', '/etc/link: leads to /etc/secret, not to /etc/plain'],
    ]);
  });

  test('are checked for providers, too', async () => {
    const { root, host } = hostOf();
    const noted: string[] = [];
    const stat = vi.fn(host.stat);
    const readFile = vi.fn(host.readFile);
    const own = denyingHost({ ...host, stat, readFile }, forbidden(noSecret, {}), (what) => noted.push(what));
    expect(await readText(own, '/etc/link')).toBe('plain\n');
    const reason = '/etc/denied: no secret (links lead to /etc/secret)';
    await expect(own.readFile('/etc/denied')).rejects.toMatchObject({ problem: 'refused', message: reason });
    expect(noted).toEqual([reason]);
    expect(stat).not.toHaveBeenCalled();
    readFile.mockImplementationOnce(async (...read) => {
      try {
        return await host.readFile(...read);
      } finally {
        rmSync(join(root, 'etc/link'));
        symlinkSync('secret', join(root, 'etc/link'));
      }
    });
    await expect(own.readFile('/etc/link')).rejects.toThrow('leads to /etc/secret, not to /etc/plain');
  });
});

test('a fact is read once for all providers, and each says what was denied to it', async () => {
  const fact = async (host: Host) =>
    (await readText(host, '/etc/secret')) ?? (await readText(host, '/etc/plain'));
  const asks = (name: string) =>
    defineProvider({
      name,
      doc: 'Reads a fact',
      yields: 'list',
      evaluate: async ({ host }) => ((await host.once?.(fact)) === 'no\n' ? nothing('it says no') : ['yes']),
    });
  const [first, second] = [asks('first'), asks('second')];
  const specs = {
    one: foreachExecute('/bin/show %s', first(), { doc: 'd' }),
    two: foreachExecute('/bin/show %s', second(), { doc: 'd' }),
  };
  const wanted = slice({ name: 'site', version: '1.0.0', specs, providers: [first, second] });
  const host = { ...fakeHost({ files: { '/etc/secret': 'yes\n', '/etc/plain': 'no\n' } }), executes: true };
  const readFile = vi.fn(host.readFile);
  const given = {
    catalog: compose(wanted),
    host: { ...host, readFile },
    denials: { ...denials, file: denied('secret', '/etc/secret') },
  };
  const found: unknown[] = [];
  const planned = await plan(given.catalog, given);
  for await (const { status, reason } of collect(planned, { ...given, sink: memorySink() }))
    found.push([status, reason]);
  const reason = 'it says no; /etc/secret: no secret';
  expect(found).toEqual([
    ['denied', reason],
    ['denied', reason],
  ]);
  expect(readFile.mock.calls.filter(([path]) => path === '/etc/plain')).toHaveLength(1);
});
