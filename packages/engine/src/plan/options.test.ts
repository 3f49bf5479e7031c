import type { Account, Host } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { mergeOptions, runOptions } from './options.js';
import { readerOf } from './printers.js';

describe('options of a nested spec', () => {
  test('are its own, then those of the spec around it', () => {
    expect(mergeOptions({ timeout: 1, keepRc: true }, { timeout: 2 })).toEqual({ timeout: 2, keepRc: true });
    expect(mergeOptions({ env: { A: '1', B: '1' } }, { env: { B: '2' } })).toEqual({
      env: { A: '1', B: '2' },
    });
    expect(mergeOptions({ env: { A: '1' } }, {})).toEqual({ env: { A: '1' } });
    expect(mergeOptions({}, { env: { A: '1' } })).toEqual({ env: { A: '1' } });
  });

  test.each(['network', 'loadsModules', 'needsRoot'] as const)('keep the effect %s of either', (effect) => {
    for (const [outer, nested] of [
      [{ [effect]: true }, {}],
      [{}, { [effect]: true }],
      [{ [effect]: true }, { [effect]: false }],
    ] as const)
      expect(mergeOptions({ effects: outer }, { effects: nested }).effects).toEqual({ [effect]: true });
    expect(mergeOptions({ effects: { [effect]: false } }, { effects: {} }).effects).toEqual({});
    expect(mergeOptions({ effects: { [effect]: true } }, {}).effects).toEqual({ [effect]: true });
  });

  test('keep what either changes, and the arguments only if both change something by arguments', () => {
    const merged = (outer?: object, nested?: object) =>
      mergeOptions(
        { effects: outer ? { changesState: outer as never } : {} },
        { effects: nested ? { changesState: nested as never } : {} },
      ).effects?.changesState;
    const [a, b] = [
      { what: 'a', arguments: ['-a'] },
      { what: 'b', arguments: ['-b'] },
    ];
    expect(merged(a)).toEqual(a);
    expect(merged(undefined, b)).toEqual(b);
    expect(merged()).toBeUndefined();
    expect(merged(a, b)).toEqual({ what: 'a; b', arguments: ['-a', '-b'] });
    expect(merged(a, { what: 'b' })).toEqual({ what: 'a; b' });
    expect(merged({ what: 'b' }, a)).toEqual({ what: 'b; a' });
    expect(merged({ what: 'a' }, { what: 'a' })).toEqual({ what: 'a' });
  });
});

test('a command is run with those options of its spec that are about running it', () => {
  const run = { env: { A: '1' }, inheritEnv: ['B'], timeout: 3, signal: 'SIGTERM' } as const;
  expect(runOptions({ ...run, keepRc: true, saveAs: 'x' })).toEqual(run);
  expect(Object.keys(runOptions({}))).toEqual([]);
});

describe('the account whose rights a program needs', () => {
  const [web, db] = [{ uid: 1 }, { uid: 2 }] as unknown as [Account, Account];
  const accounts: Readonly<Record<string, Account>> = { '/srv/web': web, '/srv/db': db, 'srv/web': web };
  const host = { controller: async (path: string) => accounts[path] } as unknown as Host;

  test.each([
    [['/bin/cat', '/etc/a', '/srv/db', '/srv/web'], db],
    [['grep', '-r', 'x', '/srv/web'], web],
    [['/usr/bin/openssl', 'x509', '-in', '/srv/web'], web],
    [['/bin/zcat', '/srv/web'], web],
    [['/bin/sed', '-n', '1p', '/srv/db'], db],
    [['/bin/sh', '-c', 'x', '/srv/web'], undefined],
    [['/bin/cat', '/etc/a'], undefined],
    [['/bin/cat', 'srv/web', '-/srv/web'], undefined],
    [['/bin/ls', '/srv/web'], undefined],
    [['/bin/cat'], undefined],
    [[], undefined],
  ])('of %j is that of the first file that it would print', async (argv, account) => {
    expect(await readerOf(host, argv)).toBe(account);
  });

  test('is unknown if the host cannot tell', async () => {
    expect(await readerOf({} as Host, ['/bin/cat', '/srv/web'])).toBeUndefined();
  });
});
