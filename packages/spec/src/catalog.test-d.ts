import { expectTypeOf, test } from 'vitest';
import {
  compose,
  defineProvider,
  foreachExecute,
  simpleCommand,
  simpleFile,
  slice,
  variant,
} from './index.js';

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
  expectTypeOf(catalog.specs.ethtool.provider).toEqualTypeOf<{ readonly provider: 'interfaces' }>();
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
});

test('override and extend check names', () => {
  const changed = kernel.override({ cmdline: simpleFile('/tmp/cmdline', { doc: 'Elsewhere' }) });
  expectTypeOf(changed.specs.cmdline.path).toEqualTypeOf<'/tmp/cmdline'>();
  // @ts-expect-error no such spec
  kernel.override({ cmdlin: simpleFile('/tmp/cmdline', { doc: 'Elsewhere' }) });
  // @ts-expect-error the name is taken
  kernel.extend({ cmdline: simpleFile('/tmp/cmdline', { doc: 'Elsewhere' }) });
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
});
