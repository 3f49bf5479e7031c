import { defaultSpecs, defaultSpecsA } from '@hostspec/default-specs';
import { linuxSpecs } from '@hostspec/linux-specs';
import { applyBrand, type Catalog, collectionTypeFacts, insightsCore } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { entryCountA, specCount } from '../testing/catalog-size.js';
import { json, runInProcess } from '../testing/in-process.js';

test('catalog --json prints domain, origin, type and arguments by name, with the brand filled in', async () => {
  const catalog = await json('catalog', '--json');
  expect(Object.keys(catalog)).toHaveLength(specCount);
  expect(catalog).toMatchObject({
    cmdline: { domain: 'kernel', type: 'simple_file', path: '/proc/cmdline' },
    ethtool: {
      domain: 'networking',
      type: 'foreach_execute',
      command: '/sbin/ethtool %s',
      provider: { provider: 'interfaces' },
    },
    redhat_release: { domain: 'system', type: 'simple_file', path: '/etc/redhat-release' },
  });
  expect(catalog.ethtool).toEqual({
    domain: 'networking',
    origin: insightsCore,
    type: 'foreach_execute',
    command: '/sbin/ethtool %s',
    provider: { provider: 'interfaces' },
  });
  expect(JSON.stringify(catalog)).not.toMatch(/<(vendor|client)>/);
});

test('variant a has values without a type', async () => {
  const catalog = await json('catalog', '--variant', 'a', '--json');
  expect(Object.keys(catalog)).toHaveLength(entryCountA);
  const values = Object.entries(catalog).filter(([, { type }]) => type === null);
  expect(values.map(([name]) => name)).toEqual(['etc_and_sub_dirs', 'last_upload_globs', 'rpm_format']);
  expect(values[1]?.[1]).toEqual({
    domain: 'software',
    type: null,
    value: ['/etc/redhat-access-insights/.lastupload', '/etc/insights-client/.lastupload'],
  });
  expect((await runInProcess(['catalog', '--variant', 'a'])).stdout).toMatch(/^software +rpm_format +- +\S/m);
});

test('--only lists the specs and values of these names and globs', async () => {
  const catalog = await json('catalog', '--variant', 'a', '--only', 'rpm_*,ethtool', '--json');
  expect(Object.keys(catalog)).toEqual(['ethtool', 'rpm_V_packages', 'rpm_format', 'rpm_ostree_status']);
  const { status, stderr } = await runInProcess(['catalog', '--only', 'ETHTOOL']);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^hostspec: --only ETHTOOL matches no spec in the catalog; did you mean ethtool( or \w+)*\?\n/,
  );
  const { stderr: others } = await runInProcess(['catalog', '--only', 'qqq*']);
  expect(others).toMatch(/; none of the \d+ names is similar; hostspec catalog lists them\n$/);
});

test('--domain lists only the specs of that domain', async () => {
  const catalog = await json('catalog', '--domain', 'kernel,storage', '--json');
  expect(new Set(Object.values(catalog).map(({ domain }) => domain))).toEqual(new Set(['kernel', 'storage']));
  const { stdout } = await runInProcess(['catalog', '--domain', 'kernel']);
  expect(stdout).toMatch(/^kernel {2}cmdline +simple_file +\S/m);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ specs from kernel \d+\.\d+\.\d+$/);
});

test('the error for an unknown domain lists the available ones', async () => {
  const { status, stdout, stderr } = await runInProcess(['catalog', '--domain', 'network']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('--domain network is not installed; did you mean networking');
});

test('--search finds words in names, docs, commands and paths, in any letter case', async () => {
  const found = async (...args: string[]): Promise<string[]> =>
    Object.keys(await json('catalog', '--json', '--search', ...args));
  const all = Object.entries(linuxSpecs.specs as unknown as Catalog['specs']);
  const inDoc = all.filter(([name, { doc }]) => /memory/i.test(doc) && !/memory/i.test(name));
  expect(inDoc.length).toBeGreaterThan(3);
  expect(await found('Memory')).toEqual(expect.arrayContaining(inDoc.map(([name]) => name)));
  expect(await found('/usr/bin/pgrep')).toEqual(expect.arrayContaining(['httpd_limits', 'httpd_pid']));
  expect(await found('bin/ls -laZ')).toContain('ls_laZ');
  expect(await found('bin/ls -laZ')).not.toContain('ls_la');
  expect(await found('proc MEMINFO')).toContain('meminfo');
  const inStorage = await found('memory', '--domain', 'storage');
  expect(await found('memory')).toEqual(expect.arrayContaining(inStorage));
  expect((await found('list', '--only', 'yum_*')).every((name) => name.startsWith('yum_'))).toBe(true);
  for (const [text, says] of [
    ['xyzzy', 'finds nothing'],
    [' ', 'is not allowed'],
  ] as const) {
    const { status, stdout, stderr } = await runInProcess(['catalog', '--search', text]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`--search "${text}" ${says}`);
  }
});

test.each([
  ['show', ['ip_addr'], '"ip_addr"'],
  ['catalog', ['--only', 'cmdline,ip_addr'], '--only ip_addr'],
  ['plan', ['--only', 'ip_addr'], '--only ip_addr'],
  ['collect', ['--skip', 'ip_addr'], '--skip ip_addr'],
])('%s names the domain of a name that --domain leaves out', async (command, args, subject) => {
  expect(await runInProcess([command, '--domain', 'kernel', ...args])).toEqual({
    status: 2,
    stdout: '',
    stderr: `hostspec: ${subject} is in domain networking, which --domain kernel leaves out; add it: --domain kernel,networking\n`,
  });
});

test('a name that is in no domain gets no such hint', async () => {
  expect((await runInProcess(['show', '--domain', 'kernel', 'cmdlin'])).stderr).toContain(
    'did you mean cmdline?',
  );
  expect((await runInProcess(['catalog', '--domain', 'kernel', '--only', 'cmdlin'])).stderr).toContain(
    '--only cmdlin matches no spec',
  );
});

test.each([
  ['linux', linuxSpecs],
  ['b', defaultSpecs],
  ['a', defaultSpecsA],
] as const)(
  'catalog --variant %s --json has exactly the specs and values of the package',
  async (variant, of) => {
    const { specs, values, domainOf } = of as unknown as Catalog;
    const catalog = await json('catalog', '--variant', variant, '--json');
    expect(Object.keys(catalog).sort()).toEqual([...Object.keys(specs), ...Object.keys(values)].sort());
    for (const [name, { domain, origin, ...found }] of Object.entries(catalog)) {
      const spec = specs[name];
      expect([name, domain]).toEqual([name, domainOf[name] ?? values[name]?.domain]);
      expect(origin).toBe(spec?.origin);
      expect(spec ? applyBrand(name, spec) : { type: null, value: expect.anything() }).toMatchObject(found);
      if (spec)
        expect(Object.keys(found)).toEqual([
          'type',
          ...Object.keys(collectionTypeFacts[spec.type].arguments),
        ]);
    }
  },
);
