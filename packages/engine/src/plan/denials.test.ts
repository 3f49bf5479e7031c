import { identityFiles } from '@hostspec/host-kit';
import {
  defineCondition,
  defineProvider,
  foreachCollect,
  foreachExecute,
  type Host,
  listdir,
  type Nothing,
  nothing,
  type Outcome,
  readText,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { collect, type Denials, describePlan, memorySink, plan } from '../index.js';
import { catalogOf } from '../testing/collect-specs.js';
import { denialOf, forbidden } from './denials.js';

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
  expect(planned.specs.find(({ name }) => name === 'gated')?.skip).toBe(
    'Holds: no command; show --all: no command',
  );
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
