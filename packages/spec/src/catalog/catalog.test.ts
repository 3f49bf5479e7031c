import { describe, expect, test } from 'vitest';
import {
  applyBrand,
  type CatalogError,
  commandWithArgs,
  compose,
  defineCondition,
  defineProvider,
  defineSetting,
  firstFile,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  listdir,
  type Spec,
  simpleCommand,
  simpleFile,
  slice,
  variant,
  writtenForm,
} from '../index.js';

const doc = { doc: 'A test' } as const;
const interfaces = defineProvider({
  name: 'interfaces',
  doc: 'Names',
  yields: 'list',
  evaluate: () => ['eth0'],
});
const pairs = defineProvider({
  name: 'pairs',
  doc: 'Pairs',
  yields: 'list',
  width: 2,
  evaluate: () => [['a', 'b']],
});
const boxes = defineProvider({ name: 'boxes', doc: 'Containers', yields: 'containers', evaluate: () => [] });
const words = defineProvider({ name: 'words', doc: 'Words', yields: 'arguments', evaluate: () => ['a'] });
/** A provider of which the compiler knows only the name. */
const reference = (provider: string) => ({ provider });
const lab = (spec: Spec) =>
  slice({ name: 'x', version: '1.0.0', specs: { x: spec }, providers: [interfaces, pairs, words, boxes] });
const isAws = defineCondition({
  name: 'IsAWS',
  doc: 'AWS',
  evaluate: () => ({ holds: false, reason: 'no' }),
});

const one = slice({
  name: 'one',
  version: '1.2.3',
  specs: { a: simpleFile('/a', doc), b: simpleFile('/b', doc) },
});
const two = slice({
  name: 'two',
  version: '4.5.6',
  specs: { each: foreachExecute('/sbin/ethtool %s', interfaces(), { ...doc, when: isAws() }) },
  providers: [interfaces],
  conditions: [isAws],
});

function failure(make: () => unknown): CatalogError {
  try {
    make();
  } catch (error) {
    return error as CatalogError;
  }
  throw new Error('nothing was thrown');
}

describe('the written form', () => {
  const cases: readonly (readonly [Spec, string])[] = [
    [simpleFile('/proc/cmdline', doc), 'it = simple_file("/proc/cmdline")'],
    [simpleCommand('/bin/df -al', doc), 'it = simple_command("/bin/df -al")'],
    [globFile(['/a/*', '/b'], doc), 'it = glob_file(["/a/*", "/b"])'],
    [firstFile(['/a', '/b'], doc), 'it = first_file(["/a", "/b"])'],
    [listdir('/dev/disk/by-uuid/', doc), 'it = listdir("/dev/disk/by-uuid/")'],
    [
      foreachExecute('/sbin/ethtool %s', interfaces(), doc),
      'it = foreach_execute("/sbin/ethtool %s", provider=interfaces())',
    ],
    [foreachExecute(null, boxes(), doc), 'it = foreach_execute(None, provider=boxes())'],
    [
      foreachCollect('/proc/%s/limits', simpleCommand('/usr/bin/pgrep -o httpd'), doc),
      'it = foreach_collect("/proc/%s/limits", provider=simple_command("/usr/bin/pgrep -o httpd"))',
    ],
    [
      firstOf([simpleFile('/a'), head(globFile(['/b*']))], doc),
      'it = first_of([simple_file("/a"), head(glob_file(["/b*"]))])',
    ],
    [
      commandWithArgs('/bin/ls -la %s', { provider: 'directories' }, doc),
      'it = command_with_args("/bin/ls -la %s", provider=directories())',
    ],
  ];
  test.each(cases)('%j', (spec, written) => {
    expect(writtenForm('it', spec)).toBe(written);
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
    expect(writtenForm('it', JSON.parse(JSON.stringify(spec)) as Spec)).toBe(written);
  });
});

describe('compose', () => {
  test('keeps the order, the domains with their versions, and what specs refer to', () => {
    const catalog = compose(one, two);
    expect(Object.keys(catalog.specs)).toEqual(['a', 'b', 'each']);
    expect(catalog.domains).toEqual([
      { name: 'one', version: '1.2.3' },
      { name: 'two', version: '4.5.6' },
    ]);
    expect(catalog.domainOf).toEqual({ a: 'one', b: 'one', each: 'two' });
    expect(Object.keys(catalog.providers)).toEqual(['interfaces']);
  });

  test('a name in two slices is an error that names both', () => {
    const other = slice({ name: 'other', version: '1.0.0', specs: { a: simpleFile('/x', doc) } });
    const error = failure(() => compose(...([one, other] as unknown as [typeof one])));
    expect(error).toMatchObject({
      code: 'DUPLICATE_NAME',
      subject: 'a',
      message: expect.stringContaining('both one and other'),
    });
  });

  test('an unknown provider is an error that names the nearest', () => {
    const specs = { x: foreachExecute('/bin/x %s', { provider: 'interfacs' as string }, doc) };
    const error = failure(() => compose(two, slice({ name: 'three', version: '1.0.0', specs })));
    expect(error).toMatchObject({ code: 'UNKNOWN_PROVIDER', subject: 'x', value: 'interfacs' });
    expect(error.message).toContain('did you mean interfaces?');
  });

  test('an unknown condition is an error that names the nearest', () => {
    const specs = { x: simpleFile('/x', { ...doc, when: { condition: 'IsAws' } }) };
    const error = failure(() => compose(two, slice({ name: 'three', version: '1.0.0', specs })));
    expect(error).toMatchObject({
      code: 'UNKNOWN_CONDITION',
      subject: 'x',
      message: expect.stringContaining('did you mean IsAWS?'),
    });
  });

  test('as many %s as the provider fills are needed', () => {
    const spec = foreachExecute('/bin/x %s %s', reference('interfaces'), doc);
    expect(failure(() => compose(lab(spec)))).toMatchObject({
      code: 'PLACEHOLDER_MISMATCH',
      subject: 'x',
      message: expect.stringContaining('has 2 %s'),
    });
  });

  test.each([
    ['command_with_args', 'interfaces', 'interfaces is a provider that yields a list'],
    ['command_with_args', 'boxes', 'boxes is a provider that yields containers'],
    ['command_with_args', listdir('/a'), 'a listdir'],
    ['foreach_collect', 'boxes', 'boxes is a provider that yields containers'],
    ['foreach_collect', 'words', 'words is a provider that yields arguments'],
  ] as const)('%s does not take %j', (type, given, said) => {
    const provider = typeof given === 'string' ? reference(given) : given;
    const each =
      type === 'foreach_collect'
        ? { type, path: '/a/%s', provider }
        : { type, command: '/bin/a %s', provider };
    for (const spec of [each, { type: 'head', spec: each }, { type: 'first_of', specs: [each] }])
      expect(failure(() => compose(lab({ ...spec, ...doc } as never)))).toMatchObject({
        code: 'INVALID_SPEC',
        subject: 'x',
        message: expect.stringContaining(
          `${said}, which ${type} does not take; allowed: a provider that yields`,
        ),
      });
  });

  test('two slices may share a provider, but not have two providers of the same name', () => {
    const again = slice({
      name: 'again',
      version: '1.0.0',
      specs: { y: foreachExecute('/bin/y %s', interfaces(), doc) },
      providers: [interfaces],
    });
    expect(() => compose(two, again)).not.toThrow();
    const impostor = defineProvider({
      name: 'interfaces',
      doc: 'Other',
      yields: 'list',
      evaluate: () => ['x'],
    });
    const different = slice({
      name: 'different',
      version: '1.0.0',
      specs: { z: simpleFile('/z', doc) },
      providers: [impostor],
    });
    expect(failure(() => compose(two, different))).toMatchObject({
      code: 'DUPLICATE_NAME',
      subject: 'interfaces',
      message: expect.stringContaining('provider interfaces'),
    });
  });

  test('a slice does not define a provider, condition or setting twice', () => {
    const empty = { name: 'x', version: '1.0.0', specs: {} } as const;
    const [setting, otherSetting] = [['a'], ['b']].map((value) =>
      defineSetting({ name: 'words', doc: 'Words', default: value }),
    ) as [ReturnType<typeof defineSetting>, ReturnType<typeof defineSetting>];
    const impostor = defineProvider({ ...interfaces.definition, evaluate: () => ['x'] });
    const otherAws = defineCondition({ ...isAws.definition, doc: 'Other' });
    expect(() => slice({ ...empty, settings: [setting, setting] })).not.toThrow();
    expect(failure(() => slice({ ...empty, settings: [setting, otherSetting] }))).toMatchObject({
      code: 'DUPLICATE_NAME',
      subject: 'words',
      message: expect.stringMatching(/ words is defined twice$/),
    });
    expect(failure(() => slice({ ...empty, providers: [interfaces, impostor] }))).toMatchObject({
      code: 'DUPLICATE_NAME',
      subject: 'interfaces',
    });
    expect(failure(() => slice({ ...empty, conditions: [isAws, otherAws] }))).toMatchObject({
      code: 'DUPLICATE_NAME',
      subject: 'IsAWS',
    });
  });

  test('two installed copies of a package bring the same provider', () => {
    const copy = defineProvider({ ...interfaces.definition });
    const again = slice({
      name: 'again',
      version: '1.0.0',
      specs: { y: foreachExecute('/bin/y %s', copy(), doc) },
      providers: [copy],
    });
    expect(() => compose(two, again)).not.toThrow();
  });
});

describe('slices and what is made from them', () => {
  test.each([
    ['a bad slice name', () => slice({ name: 'Bad Name', version: '1.0.0', specs: {} }), 'INVALID_NAME'],
    [
      'a bad spec name',
      () => slice({ name: 'x', version: '1.0.0', specs: { 'a-b': simpleFile('/a', doc) } }),
      'INVALID_NAME',
    ],
    [
      'an unknown key',
      () =>
        slice({
          name: 'x',
          version: '1.0.0',
          specs: { a: { ...simpleFile('/a', doc), keep_rc: true } as never },
        }),
      'INVALID_SPEC',
    ],
  ])('%s is refused', (_, make, code) => {
    expect(failure(make).code).toBe(code);
  });

  test.each([
    [
      { type: 'simple_file', path: '/a', tiemout: 1 },
      ['tiemout'],
      'no such key: tiemout; simple_file takes timeout, ',
    ],
    [
      { type: 'simple_file', path: '/a', constructor: 1 },
      ['constructor'],
      'no such key: constructor; simple_file takes ',
    ],
    [
      {
        type: 'first_of',
        specs: [
          { type: 'simple_file', path: '/a' },
          { type: 'simple_file', pat: '/b' },
        ],
      },
      ['specs', 1, 'path'],
      'specs.1.path is missing; allowed: a non-empty string',
    ],
  ])('an error has the path of the value in the data: %j', (spec, at, message) => {
    const error = failure(() =>
      slice({ name: 'x', version: '1.0.0', specs: { a: { ...doc, ...spec } as never } }),
    );
    expect(error).toMatchObject({ subject: 'a', at });
    expect(error.message).toContain(`spec a: ${message}`);
  });

  test('pick and omit take names and globs, each of which must match', () => {
    expect(Object.keys(one.pick('a').specs)).toEqual(['a']);
    expect(Object.keys(compose(one, two).omit('e*', 'b').specs)).toEqual(['a']);
    expect(failure(() => one.pick('c' as 'a'))).toMatchObject({
      code: 'UNKNOWN_SPEC',
      subject: 'c',
      value: 'c',
      message: 'no spec matches "c"; available: a, b',
    });
  });

  test('override takes existing names, extend new ones', () => {
    expect(one.override({ a: simpleFile('/other', doc) }).specs.a.path).toBe('/other');
    expect(failure(() => one.override({ c: simpleFile('/c', doc) } as never))).toMatchObject({
      code: 'UNKNOWN_SPEC',
      message: 'override: the catalog has no spec named c; available: a, b',
    });
    expect(failure(() => one.extend({ a: simpleFile('/c', doc) } as never))).toMatchObject({
      code: 'DUPLICATE_NAME',
    });
    expect(Object.keys(one.extend({ c: simpleFile('/c', doc) }).specs)).toEqual(['a', 'b', 'c']);
  });

  test('a variant overrides, adds, omits and has values; the base is unchanged', () => {
    const setting = defineSetting({ name: 'list', doc: 'A list', default: ['x'] });
    const earlier = variant(one, {
      override: { a: simpleFile('/earlier', doc) },
      add: { c: simpleFile('/c', doc) },
      omit: ['b'],
      values: { format: { doc: 'A format', value: '%s' } },
      settings: [setting],
    });
    expect(Object.keys(earlier.specs)).toEqual(['a', 'c']);
    expect(earlier.domainOf).toEqual({ a: 'one', c: 'one' });
    expect(earlier.values).toEqual({ format: { domain: 'one', doc: 'A format', value: '%s' } });
    expect(Object.keys(earlier.settings)).toEqual(['list']);
    expect(Object.keys(one.specs)).toEqual(['a', 'b']);
  });

  test('specs have the origin of their slice unless they name their own; those that a user adds have none', () => {
    const file = (origin?: string) => simpleFile('/a', origin === undefined ? doc : { ...doc, origin });
    const base = slice({
      name: 'one',
      version: '1.0.0',
      origin: 'x(5)',
      specs: { a: file(), b: file('b(5)') },
    });
    const origins = ({ specs }: { readonly specs: object }) =>
      Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.origin]));
    expect(origins(base)).toEqual({ a: 'x(5)', b: 'b(5)' });
    expect(origins(variant(base, { override: { b: file() }, add: { c: file(), d: file('d(5)') } }))).toEqual({
      a: 'x(5)',
      b: 'x(5)',
      c: 'x(5)',
      d: 'd(5)',
    });
    expect(origins(compose(base).override({ a: file() }).extend({ c: file() }))).toEqual({ b: 'b(5)' });
    expect(origins(slice({ name: 'two', version: '1.0.0', specs: { a: file() } }))).toEqual({});
  });
});

describe('brand', () => {
  test('its words replace the tokens everywhere', () => {
    const spec = firstOf(
      [
        simpleFile('/etc/<vendor>-release'),
        head(globFile(['boot/efi/EFI/<vendor>/*', '/etc/<client>-client/x'])),
      ],
      doc,
    );
    expect(applyBrand('x', spec)).toMatchObject({
      specs: [
        { path: '/etc/redhat-release' },
        { spec: { patterns: ['boot/efi/EFI/redhat/*', '/etc/insights-client/x'] } },
      ],
    });
    const oracle = { vendor: 'oracle', efiVendor: 'redhat', client: 'c' };
    expect(applyBrand('x', simpleFile('EFI/<vendor>/a', doc), oracle).path).toBe('EFI/redhat/a');
    expect(applyBrand('x', simpleFile('/etc/<vendor>-release', doc), oracle).path).toBe(
      '/etc/oracle-release',
    );
  });

  test('its words replace tokens in commands and in inline providers, but not in a spec without a command', () => {
    const inline = foreachExecute('/usr/bin/<client> %s', simpleCommand('/usr/bin/<vendor>-list'), doc);
    expect(applyBrand('x', inline)).toMatchObject({
      command: '/usr/bin/insights %s',
      provider: { command: '/usr/bin/redhat-list' },
    });
    expect(applyBrand('x', foreachExecute(null, boxes(), doc))).toMatchObject({
      command: null,
      provider: { provider: 'boxes' },
    });
    expect(applyBrand('x', firstFile(['/a', '/<client>'], doc)).paths).toEqual(['/a', '/insights']);
  });

  test('a spec without tokens stays the same object, which the plans of all hosts share', () => {
    for (const spec of [
      simpleFile('/etc/fstab', doc),
      firstOf([simpleFile('/a'), head(globFile(['/b/*']))], doc),
      foreachExecute('/bin/x %s', simpleCommand('/bin/list'), doc),
    ])
      expect(applyBrand('x', spec)).toBe(spec);
  });

  test('an unknown token is an error', () => {
    expect(failure(() => applyBrand('x', simpleFile('/etc/<constructor>', doc)))).toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
    expect(failure(() => applyBrand('x', simpleFile('/etc/<vendr>', doc)))).toMatchObject({
      code: 'UNKNOWN_TOKEN',
      value: '<vendr>',
      message: 'spec x has the token <vendr> in "/etc/<vendr>"; allowed: <client>, <vendor>',
    });
  });
});
