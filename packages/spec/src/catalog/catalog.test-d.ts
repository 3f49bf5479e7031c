import { describe, expectTypeOf, test } from 'vitest';
import {
  type Catalog,
  commandWithArgs,
  compose,
  defineCondition,
  defineProvider,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  listdir,
  type ProviderReference,
  type Spec,
  type SpecOptions,
  type Specs,
  simpleCommand,
  simpleFile,
  slice,
  variant,
} from '../index.js';

const interfaces = defineProvider({
  name: 'interfaces',
  doc: 'Names',
  yields: 'list',
  evaluate: () => ['eth0'],
});

const networking = slice({
  name: 'networking',
  version: '1.0.0',
  specs: {
    ethtool: foreachExecute('/sbin/ethtool %s', interfaces(), { doc: 'Link settings' }),
    ethtool_i: foreachExecute('/sbin/ethtool -i %s', interfaces(), { doc: 'Driver' }),
    ip_addr: simpleCommand('/sbin/ip addr', { doc: 'Addresses' }),
  },
  providers: [interfaces],
});

const kernel = slice({
  name: 'kernel',
  version: '1.0.0',
  specs: { cmdline: simpleFile('/proc/cmdline', { doc: 'Kernel command line' }) },
});

const other = slice({
  name: 'other',
  version: '1.0.0',
  specs: { ip_addr: simpleCommand('/bin/ip a', { doc: 'Again' }) },
});

test('literal names and arguments stay in the types', () => {
  const catalog = compose(kernel, networking);
  expectTypeOf<keyof typeof catalog.specs>().toEqualTypeOf<'cmdline' | 'ethtool' | 'ethtool_i' | 'ip_addr'>();
  expectTypeOf(catalog.specs.cmdline.path).toEqualTypeOf<'/proc/cmdline'>();
  expectTypeOf(catalog.specs.cmdline.doc).toEqualTypeOf<'Kernel command line'>();
  expectTypeOf(catalog.specs.ethtool.provider).toEqualTypeOf<ProviderReference<'interfaces', 'list', 1>>();
  // @ts-expect-error a misspelt name is a compile error
  void catalog.specs.cmdlin;
});

test('a duplicate name is an error at the argument', () => {
  // @ts-expect-error ip_addr is in both
  compose(networking, other);
  compose(networking.omit('ip_addr'), other);
});

test('pick and omit follow globs', () => {
  const picked = networking.pick('ethtool*');
  expectTypeOf<keyof typeof picked.specs>().toEqualTypeOf<'ethtool' | 'ethtool_i'>();
  const rest = networking.omit('ethtool*');
  expectTypeOf<keyof typeof rest.specs>().toEqualTypeOf<'ip_addr'>();
  // @ts-expect-error no such spec
  networking.pick('ethtol');
  // @ts-expect-error no such spec
  networking.omit('ip_addr', 'ethtol');
  // @ts-expect-error no spec has a name like it
  networking.pick('zzz');
  const names: string[] = [];
  // @ts-expect-error the compiler does not know the names
  networking.pick(...names);
  const wide: Catalog<Specs> = networking;
  wide.pick(...names);
});

test('override and extend check names', () => {
  const changed = kernel.override({ cmdline: simpleFile('/tmp/cmdline', { doc: 'Elsewhere' }) });
  expectTypeOf(changed.specs.cmdline.path).toEqualTypeOf<'/tmp/cmdline'>();
  // @ts-expect-error no such spec
  kernel.override({ cmdlin: simpleFile('/tmp/cmdline', { doc: 'Elsewhere' }) });
  // @ts-expect-error the name is taken
  kernel.extend({ cmdline: simpleFile('/tmp/cmdline', { doc: 'Elsewhere' }) });
  // @ts-expect-error a misspelt key of plain data
  kernel.override({ cmdline: { type: 'simple_file', path: '/tmp/cmdline', doc: 'Elsewhere', tiemout: 5 } });
  const plain = kernel.override({ cmdline: { type: 'simple_file', path: '/tmp/cmdline', doc: 'Elsewhere' } });
  expectTypeOf(plain.specs.cmdline.path).toEqualTypeOf<'/tmp/cmdline'>();
  const more = kernel.extend({ uname: simpleCommand('/usr/bin/uname -a', { doc: 'Kernel version' }) });
  expectTypeOf<keyof typeof more.specs>().toEqualTypeOf<'cmdline' | 'uname'>();
});

test('a variant is an overlay', () => {
  const earlier = variant(networking, {
    override: { ethtool: simpleCommand('/sbin/ethtool eth0', { doc: 'One' }) },
    add: { netstat: simpleCommand('/bin/netstat -agn', { doc: 'Groups' }) },
    omit: ['ethtool_i'],
  });
  expectTypeOf<keyof typeof earlier.specs>().toEqualTypeOf<'ethtool' | 'ip_addr' | 'netstat'>();
  expectTypeOf(earlier.specs.ethtool.command).toEqualTypeOf<'/sbin/ethtool eth0'>();
  // @ts-expect-error no such spec
  variant(networking, { omit: ['ethtol'] });
});

test('a spec without a doc line is a compile error', () => {
  // @ts-expect-error doc is missing
  slice({ name: 'x', version: '1.0.0', specs: { a: simpleFile('/a') } });
  // @ts-expect-error doc is missing
  slice({ name: 'x', version: '1.0.0', specs: { a: simpleFile('/a', { timeout: 5 }) } });
});

test('options stay in the types as they were written', () => {
  const spec = simpleFile('/a', {
    doc: 'A',
    timeout: 5,
    effects: { needsRoot: true, changesState: { what: 'All' } },
  });
  expectTypeOf(spec.timeout).toEqualTypeOf<5>();
  expectTypeOf(spec.effects.needsRoot).toEqualTypeOf<true>();
  expectTypeOf(spec.effects.changesState.what).toEqualTypeOf<'All'>();
  // @ts-expect-error an option that was not given
  void spec.keepRc;
});

test('options that are not written out are those of any spec', () => {
  const options = { doc: 'A' } as SpecOptions;
  expectTypeOf(simpleFile('/a', options).timeout).toEqualTypeOf<number | undefined>();
  const quick = true as boolean;
  expectTypeOf(simpleFile('/a', { doc: 'A', ...(quick ? { timeout: 1 } : {}) })).toExtend<Spec>();
  const either = quick ? { doc: 'A' } : { doc: 'B', timeout: 1 };
  expectTypeOf(simpleFile('/a', either)).toExtend<Spec>();
});

test('a misspelt option is a compile error in every constructor', () => {
  // @ts-expect-error timeout
  simpleFile('/a', { doc: 'A', tiemout: 5 });
  // @ts-expect-error timeout, though nothing else is given
  simpleFile('/a', { tiemout: 5 });
  // @ts-expect-error timeout
  simpleCommand('/bin/a', { doc: 'A', tiemout: 5 });
  // @ts-expect-error timeout
  globFile(['/a'], { doc: 'A', tiemout: 5 });
  // @ts-expect-error timeout
  listdir('/a', { doc: 'A', tiemout: 5 });
  // @ts-expect-error timeout
  foreachExecute('/bin/a %s', interfaces(), { doc: 'A', tiemout: 5 });
  // @ts-expect-error timeout
  firstOf([simpleFile('/a')], { doc: 'A', tiemout: 5 });
  // @ts-expect-error timeout
  head(globFile(['/a']), { doc: 'A', tiemout: 5 });
  // @ts-expect-error needsRoot
  simpleFile('/a', { doc: 'A', effects: { needRoot: true } });
  // @ts-expect-error needsRoot, though it is there too
  simpleFile('/a', { doc: 'A', effects: { needRoot: true, needsRoot: true } });
  // @ts-expect-error what
  simpleFile('/a', { doc: 'A', effects: { changesState: { what: 'All', wat: 'All' } } });
  // @ts-expect-error not a flag
  simpleFile('/a', { doc: 'A', keepRc: 'yes' });
  // @ts-expect-error providers
  slice({ name: 'x', version: '1.0.0', specs: { a: simpleFile('/a', { doc: 'A' }) }, provders: [] });
  slice({
    name: 'x',
    version: '1.0.0',
    // @ts-expect-error timeout, in plain data
    specs: { a: { type: 'simple_file', path: '/a', doc: 'A', tiemout: 5 } },
  });
});

describe('a provider that no catalog has', () => {
  const doc = { doc: 'Each' } as const;
  const each = foreachExecute('/bin/each %s', interfaces());
  const without = slice({ name: 'x', version: '1.0.0', specs: { each: { ...each, ...doc } } });
  const nested = slice({ name: 'y', version: '1.0.0', specs: { nested: firstOf([head(each)], doc) } });

  test('is an error at the argument that needs it', () => {
    // @ts-expect-error interfaces
    compose(without);
    // @ts-expect-error interfaces
    compose(kernel, nested);
    // @ts-expect-error interfaces
    compose(kernel.extend(without.specs));
  });

  test('may come from another argument, or with the specs that need it', () => {
    compose(without, networking);
    compose(nested, networking.omit('ip_addr'));
    const composed = compose(kernel, networking);
    compose(composed, without);
    compose(kernel.extend(without.specs, { providers: [interfaces] }));
    compose(variant(kernel, { add: without.specs, providers: [interfaces] }));
    compose(variant(networking, { omit: ['ip_addr'] }), nested);
  });

  test('is not looked for if the names are known only at run time', () => {
    compose(without, other as Catalog<Specs>);
    compose(without as Catalog<Specs>);
    const spec: Spec = simpleFile('/a', doc);
    compose(slice({ name: 'z', version: '1.0.0', specs: { spec } }));
  });
});

test('a condition stays in the type', () => {
  const isAws = defineCondition({ name: 'IsAWS', doc: 'AWS', evaluate: () => ({ holds: true, reason: '' }) });
  const spec = simpleFile('/a', { doc: 'A', when: isAws() });
  expectTypeOf(spec.when).toEqualTypeOf<{ readonly condition: 'IsAWS' }>();
});

describe('a template that its provider cannot fill', () => {
  const evaluate = () => [];
  const pairs = defineProvider({ name: 'pairs', doc: 'Pairs', yields: 'list', width: 2, evaluate });
  const words = defineProvider({ name: 'words', doc: 'Words', yields: 'arguments', evaluate });
  const inside = defineProvider({ name: 'inside', doc: 'Inside', yields: 'containers', evaluate });
  const one = defineProvider({ name: 'one', doc: 'One', yields: 'string', evaluate: () => 'one' });

  test('has other `%s` than the provider fills', () => {
    foreachExecute('/bin/a %s %s', pairs());
    foreachCollect('/a/%s/%s', pairs());
    foreachExecute('/bin/a', inside(), { container: 'command' });
    foreachExecute(null, inside(), { container: 'file' });
    // @ts-expect-error one %s
    foreachExecute('/bin/a %s', pairs());
    // @ts-expect-error none
    foreachCollect('/a', interfaces());
    // @ts-expect-error two
    foreachExecute('/bin/a %s %s', listdir('/a'));
    // @ts-expect-error none
    commandWithArgs('/bin/a', one());
    // @ts-expect-error none
    foreachExecute(null, interfaces());
    // @ts-expect-error one %s, in a nested spec
    head(firstOf([foreachExecute('/bin/a %s', pairs())]), { doc: 'A' });
    const template: string = '/bin/a';
    foreachExecute(template, pairs());
    foreachExecute(`${template} %s`, pairs());
  });

  test('is for another kind of value', () => {
    commandWithArgs('/bin/a %s', one());
    commandWithArgs('/bin/a %s', words());
    commandWithArgs('/bin/a %s', simpleCommand('/bin/b'));
    // @ts-expect-error a list
    commandWithArgs('/bin/a %s', interfaces());
    // @ts-expect-error containers
    commandWithArgs('/bin/a %s', inside());
    // @ts-expect-error a listdir
    commandWithArgs('/bin/a %s', listdir('/a'));
    // @ts-expect-error containers
    foreachCollect('/a/%s', inside());
    // @ts-expect-error arguments
    foreachCollect('/a/%s', words());
    slice({
      name: 'x',
      version: '1.0.0',
      // @ts-expect-error a listdir, in plain data
      specs: { a: { type: 'command_with_args', command: '/bin/a %s', provider: listdir('/a'), doc: 'A' } },
    });
  });
});
