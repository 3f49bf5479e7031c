import { compose, listdir, type Outcome, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { collect, type Denials, describePlan, memorySink, plan } from './index.js';

const catalog = compose(
  slice({
    name: 'test',
    version: '1.0.0',
    specs: {
      file: simpleFile('/etc/app', { doc: 'A file' }),
      command: simpleCommand('show --all', { doc: 'A command' }),
      directory: listdir('/srv', { doc: 'A directory' }),
      spec: simpleCommand('list', { doc: 'A spec' }),
      allowed: simpleFile('/etc/other', { doc: 'Allowed' }),
    },
  }),
);

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

test('what is denied is neither read nor run, and the outcome says why', async () => {
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
  expect(read.filter((path) => path !== '/etc/hostname')).toEqual(['/etc/other']);
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
