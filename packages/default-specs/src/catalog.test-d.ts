import type { Catalog, ProviderReference, SpecsOf } from '@hostspec/spec';
import { expectTypeOf, test } from 'vitest';
import { DefaultSpecs, DefaultSpecsA, defaultSpecs, type defaultSpecsA } from './index.js';

test('a spec has its literal arguments and doc line in its type', () => {
  expectTypeOf(DefaultSpecs.cmdline.type).toEqualTypeOf<'simple_file'>();
  expectTypeOf(DefaultSpecs.cmdline.path).toEqualTypeOf<'/proc/cmdline'>();
  expectTypeOf(DefaultSpecs.ethtool.command).toEqualTypeOf<'/sbin/ethtool %s'>();
  expectTypeOf(DefaultSpecs.ethtool.provider).toEqualTypeOf<ProviderReference<'interfaces', 'list', 1>>();
  expectTypeOf<DefaultSpecs['uname']['doc']>().not.toEqualTypeOf<string>();
});

test('a misspelt name is a compile error', () => {
  // @ts-expect-error no such spec
  void DefaultSpecs.ethtol;
  // @ts-expect-error no such spec
  type _None = DefaultSpecs['cmdlin'];
  // @ts-expect-error not in variant A
  void DefaultSpecsA.azure_instance_id;
  // @ts-expect-error no such spec to override
  defaultSpecs.override({ cmdlin: DefaultSpecs.cmdline });
});

test('the catalogs have the specs of the interfaces', () => {
  expectTypeOf<SpecsOf<typeof defaultSpecs>>().toEqualTypeOf<DefaultSpecs>();
  expectTypeOf<SpecsOf<typeof defaultSpecsA>>().toEqualTypeOf<DefaultSpecsA>();
  expectTypeOf(defaultSpecs).toExtend<Catalog<DefaultSpecs>>();
  const some = defaultSpecs.pick('ethtool*', 'cmdline');
  expectTypeOf(some.specs.ethtool_S.command).toEqualTypeOf<'/sbin/ethtool -S %s'>();
  // @ts-expect-error not picked
  void some.specs.uname;
});
