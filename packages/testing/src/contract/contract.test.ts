import { join } from 'node:path';
import {
  type Catalog,
  defineCondition,
  defineProvider,
  defineSetting,
  foreachExecute,
  nothing,
  type Provider,
  type Specs,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory, writeFiles } from '../../../../tools/test/folder.js';
import { fakeHost } from '../fake-host.js';
import { fixtureHosts } from '../host-file.js';
import { collectionViolations } from './collected.js';
import { contractSuite } from './suite.js';
import {
  dataViolations,
  docViolations,
  evaluationViolations,
  nameViolations,
  referenceViolations,
  settingViolations,
  tokenViolations,
  useViolations,
  writtenViolations,
} from './violations.js';

const disks = defineProvider({
  name: 'disks',
  doc: 'Names of the disks.',
  yields: 'list',
  evaluate: async ({ host }) => {
    const names = await host.list('/sys/block').catch(() => []);
    return names.length > 0 ? names : nothing('no disk');
  },
});
const isLab = defineCondition({
  name: 'IsLab',
  doc: 'The host is in the lab.',
  evaluate: () => ({ holds: true, reason: 'it always is' }),
});

function lab(specs: Specs, parts: Partial<Parameters<typeof slice<Specs, string>>[0]> = {}): Catalog {
  return slice({ name: 'lab', version: '1.0.0', ...parts, specs }) as unknown as Catalog;
}

const good = lab(
  {
    disk_info: foreachExecute('/sbin/disk-info %s', disks(), { doc: 'What each disk is', when: isLab() }),
    motd: simpleFile('/etc/motd', { doc: 'What users read when they log in' }),
  },
  { providers: [disks], conditions: [isLab] },
);

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  write(
    'hosts/a.yaml',
    'os: { ID: debian }\nfiles: { /sys/block/vda: "", /etc/motd: Welcome }\ncommands: { /sbin/disk-info vda: a disk }\n',
  );
});

const write = (path: string, content: string) => writeFiles(folder, { [path]: content });

describe('a slice that keeps the contract', () => {
  test('has no violations', async () => {
    const checks = [
      nameViolations,
      referenceViolations,
      docViolations,
      writtenViolations,
      dataViolations,
      tokenViolations,
      settingViolations,
    ];
    for (const check of checks) expect(check(good)).toEqual([]);
    expect(useViolations([good])).toEqual([]);
    expect(await evaluationViolations(good, fakeHost())).toEqual([]);
    expect(await collectionViolations(good, fixtureHosts(folder))).toEqual([]);
  });
});

contractSuite(lab({ motd: simpleFile('/etc/motd', { doc: 'What users read when they log in' }) }), {
  fixtures: new URL('../../fixtures/', import.meta.url),
});

describe('each violation is named', () => {
  const motd = simpleFile('/etc/motd', { doc: 'What users read' });

  test.each<[string, () => readonly string[], string]>([
    [
      'specs out of order',
      () => nameViolations(lab({ motd, issue: simpleFile('/etc/issue', { doc: 'Before' }) })),
      'motd is out of order',
    ],
    ['no specs', () => nameViolations(lab({})), 'there are no specs'],
    ['no version', () => nameViolations(lab({ motd }, { version: 'one' })), 'version one is not a version'],
    [
      'two domains',
      () => nameViolations({ ...good, domains: [...good.domains, ...good.domains] }),
      'a slice is one domain, not 2',
    ],
    [
      'a provider that is not there',
      () => referenceViolations(lab({ each: foreachExecute('/bin/x %s', disks(), { doc: 'Each' }) })),
      'needs provider disks',
    ],
    [
      'too many %s',
      () =>
        referenceViolations(
          lab(
            { each: foreachExecute('/bin/x %s %s', { provider: 'disks' }, { doc: 'Each' }) },
            { providers: [disks] },
          ),
        ),
      'has 2 %s',
    ],
    [
      'an unknown option',
      () => referenceViolations({ ...good, specs: { motd: { ...motd, keep: true } as never } }),
      'no such key',
    ],
    [
      'a doc with a full stop',
      () => docViolations(lab({ motd: simpleFile('/etc/motd', { doc: 'What users read.' }) })),
      'the doc of motd ends with a full stop',
    ],
    [
      'a doc that is long',
      () => docViolations(lab({ motd: simpleFile('/etc/motd', { doc: 'x'.repeat(141) }) })),
      'the doc of motd has 141 characters',
    ],
    [
      'a doc of two lines',
      () => docViolations(lab({ motd: simpleFile('/etc/motd', { doc: 'What\nusers read' }) })),
      'the doc of motd is not one line',
    ],
    [
      'the same doc twice',
      () => docViolations(lab({ motd, issue: simpleFile('/etc/issue', { doc: 'What users read' }) })),
      'has the same doc as motd',
    ],
    [
      'an unused provider',
      () => useViolations([lab({ motd }, { providers: [disks] })]),
      'no spec uses provider disks',
    ],
    [
      'an unused condition',
      () => useViolations([lab({ motd }, { conditions: [isLab] })]),
      'no spec uses condition IsLab',
    ],
    [
      'an unused setting',
      () => {
        const setting = defineSetting({ name: 'lab_words', doc: 'Words', default: ['a'] });
        return useViolations([lab({ motd }, { settings: [setting] })]);
      },
      'no endpoint is setting lab_words',
    ],
    [
      'a default that is not allowed',
      () => {
        const check = (value: string): string | undefined => (value === 'b' ? 'b is not' : undefined);
        const setting = defineSetting({ name: 'lab_words', doc: 'Words', default: ['a', 'b'], check });
        return settingViolations(lab({ motd }, { settings: [setting] }));
      },
      'the default of setting lab_words is not allowed: b: b is not',
    ],
    [
      'a spec that JSON changes',
      () => dataViolations({ ...good, specs: { motd: { ...motd, timeout: undefined } as never } }),
      'motd is not the same after a way through JSON',
    ],
    [
      'an unknown token',
      () => tokenViolations(lab({ shim: simpleCommand('/bin/strings <distro>', { doc: 'Shim' }) })),
      'has the token <distro>',
    ],
    [
      'a name that the written form breaks at',
      () => writtenViolations({ ...good, specs: { 'mo\ntd': motd } }),
      'is not written as name = type(arguments) on one line',
    ],
  ])('%s', (_case, violations, said) => {
    expect(violations().join('\n')).toContain(said);
  });
});

describe('providers must keep their shape', () => {
  const giving = (yields: Provider['definition']['yields'], value: unknown, width = 1): Catalog => {
    const provider = defineProvider({
      name: 'given',
      doc: 'What it is given.',
      yields,
      width,
      evaluate: () => value as never,
    });
    return lab({ each: foreachExecute('/bin/x %s', provider(), { doc: 'Each' }) }, { providers: [provider] });
  };

  test.each<[Provider['definition']['yields'], unknown, number, string]>([
    ['string', ['a'], 1, 'it returned ["a"]; allowed: a string'],
    ['list', 'a', 1, 'it returned a; allowed: a list, and each of its elements a string'],
    ['list', [], 1, 'provider given gives no element'],
    ['list', ['a', ['b', 'c']], 1, 'element 2 is ["b","c"]; allowed: a string'],
    ['list', [['a']], 2, 'element 1 is ["a"]; allowed: a list of 2 strings'],
    ['arguments', ['a', 1], 1, 'element 2 is 1; allowed: a string'],
    ['containers', [{ id: 'a' }], 1, 'element 1 is {"id":"a"}; allowed: an object with'],
    ['list', nothing(''), 1, 'gives nothing without a reason'],
  ])('%s does not give %j', async (yields, value, width, said) => {
    expect((await evaluationViolations(giving(yields, value, width), fakeHost())).join()).toContain(said);
  });

  test('a provider or condition that throws is named', async () => {
    const fails = (): never => {
      throw new Error('it broke');
    };
    const provider = defineProvider({ name: 'broken', doc: 'Broken.', yields: 'list', evaluate: fails });
    const condition = defineCondition({ name: 'IsBroken', doc: 'Broken.', evaluate: fails });
    const catalog = lab(
      { each: foreachExecute('/bin/x %s', provider(), { doc: 'Each', when: condition() }) },
      { providers: [provider], conditions: [condition] },
    );
    expect(await evaluationViolations(catalog, fakeHost())).toEqual([
      'provider broken failed: it broke',
      'condition IsBroken failed: it broke',
    ]);
  });

  test('a setting that is read, but that the slice lacks, is named', async () => {
    const words = defineSetting({ name: 'words', doc: 'Words', default: ['a'] });
    const provider = defineProvider({
      name: 'list',
      doc: 'A list.',
      yields: 'list',
      evaluate: (context) => [...context.setting(words)],
    });
    const each = foreachExecute('/bin/x %s', provider(), { doc: 'Each' });
    const parts = { providers: [provider] };
    expect(await evaluationViolations(lab({ each }, { ...parts, settings: [words] }), fakeHost())).toEqual(
      [],
    );
    expect(await evaluationViolations(lab({ each }, parts), fakeHost())).toEqual([
      'setting words is read, but is not of the catalog',
    ]);
  });
});

describe('fixtures', () => {
  test('a type that nothing collects is named, with the outcome of its first spec', async () => {
    write('hosts/a.yaml', 'os: { ID: debian }\nfiles: { /sys/block/vda: "", /etc/motd: Welcome }\n');
    expect(await collectionViolations(good, fixtureHosts(folder))).toEqual([
      'no foreach_execute is collected from the fixtures: disk_info is absent: command not found: /sbin/disk-info',
    ]);
  });

  test('an expected spec that no host gives is named, with its outcome', async () => {
    write('hosts/a.yaml', 'os: { ID: debian }\n');
    write('hosts/b.yaml', 'os: { ID: debian }\nfiles: { /etc/motd: Hello }\n');
    const hosts = fixtureHosts(folder);
    expect(Object.keys(hosts)).toEqual(['a', 'b']);
    expect(await collectionViolations(good, hosts, ['motd'])).toEqual([
      expect.stringMatching(/^no foreach_execute is collected/),
    ]);
    expect(await collectionViolations(good, hosts, ['disk_info'])).toContain(
      'disk_info is collected from no fixture: disk_info is skipped: no disk',
    );
  });

  test('a spec on request is collected', async () => {
    const doc = 'What users read when they log in';
    const asked = lab({ motd: simpleFile('/etc/motd', { doc, onRequest: true }) });
    expect(await collectionViolations(asked, fixtureHosts(folder), ['motd'])).toEqual([]);
  });

  test('a variant without specs has nothing to collect', async () => {
    expect(await collectionViolations(lab({}), fixtureHosts(folder))).toEqual([]);
  });

  test('a folder without hosts is named', async () => {
    expect(await collectionViolations(good, fixtureHosts(join(folder, 'none')))).toContain(
      'no simple_file is collected from the fixtures: there is no host',
    );
  });
});
