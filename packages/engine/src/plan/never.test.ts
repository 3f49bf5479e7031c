import {
  type Catalog,
  compose,
  defineProvider,
  firstFile,
  foreachCollect,
  foreachExecute,
  globFile,
  linuxSecrets,
  listdir,
  type Outcome,
  readText,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { collect, type Denials, describePlan, memorySink, plan } from '../index.js';
import { neverRules } from './never.js';

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
