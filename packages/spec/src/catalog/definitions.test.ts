import { describe, expect, test } from 'vitest';
import {
  aliasProvider,
  all,
  any,
  CatalogError,
  type ConditionExpression,
  checkSelection,
  conditionNames,
  defineCondition,
  defineProvider,
  firstOf,
  foreachCollect,
  globFile,
  type Host,
  HostspecError,
  head,
  hostError,
  insideContainer,
  isHostspecError,
  isNothing,
  listdir,
  listOr,
  namedBy,
  nestedSpecs,
  not,
  nothing,
  nothingWithout,
  providerNames,
  simpleFile,
  specsWithin,
  UsageError,
} from '../index.js';

describe('providers', () => {
  const account = { uid: 1000, gid: 1000 } as never;

  test('can be known by another name, and stay the same otherwise', () => {
    const one = defineProvider({ name: 'one', doc: 'One', yields: 'list', width: 2, evaluate: () => [] });
    const other = aliasProvider('other', one);
    expect(other()).toEqual({ provider: 'other' });
    expect(other.definition).toEqual({ ...one.definition, name: 'other' });
  });

  test('give a list, or a reason why it is empty', () => {
    expect(listOr(['a'], 'none')).toEqual(['a']);
    expect(listOr([], 'none')).toEqual({ nothing: 'none' });
    expect(isNothing(nothing('none'))).toBe(true);
    for (const value of ['nothing', ['nothing'], [], { value: 'a', by: account }] as const)
      expect(isNothing(value)).toBe(false);
  });

  test('say why a file that they need cannot be read', async () => {
    const without = (answer: () => Uint8Array) =>
      nothingWithout({ readFile: async () => answer() } as unknown as Host, '/a');
    const failing = (error: Error) => () => {
      throw error;
    };
    expect(await without(failing(hostError('absent', '/a: is not there')))).toEqual({
      nothing: '/a: is not there',
      status: 'absent',
    });
    expect(await without(failing(hostError('refused', '/a: is a directory')))).toEqual({
      nothing: '/a: is a directory',
      status: 'denied',
    });
    // It came meanwhile.
    expect(await without(() => new Uint8Array())).toEqual({
      nothing: '/a cannot be read',
      status: 'failed',
    });
    await expect(without(failing(new TypeError('a defect')))).rejects.toThrow('a defect');
  });

  test('say which account named an element, if not root alone', () => {
    expect(namedBy(undefined, 'a')).toBe('a');
    expect(namedBy(account, 'a')).toEqual({ value: 'a', by: account });
  });
});

test('the conditions of a spec are all those that it asks for', () => {
  const [a, b, c] = ['A', 'B', 'C'].map((name) =>
    defineCondition({ name, doc: name, evaluate: () => ({ holds: true, reason: 'x' }) })(),
  ) as [{ condition: string }, { condition: string }, { condition: string }];
  const asking = (when: ConditionExpression) => simpleFile('/x', { when });
  expect(conditionNames(asking(all(a, any(b, not(c)))))).toEqual(['A', 'B', 'C']);
  expect(conditionNames(firstOf([simpleFile('/x'), asking(not(all(a, b)))]))).toEqual(['A', 'B']);
});

test('a command in a container runs there by its engine, marked, without a shell', () => {
  expect(insideContainer({ engine: 'podman', id: '0123456789ab' }, ['/bin/a', 'b c'])).toEqual([
    '/usr/bin/podman',
    'exec',
    '-e',
    'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin',
    '-e',
    'HOSTSPEC_RUN',
    '0123456789ab',
    '/bin/a',
    'b c',
  ]);
});

test('the specs inside a spec are those that it chooses from or takes its elements from', () => {
  const inner = simpleFile('/a');
  expect(nestedSpecs(firstOf([inner, simpleFile('/b')]))).toEqual([inner, simpleFile('/b')]);
  expect(nestedSpecs(head(globFile(['/a*'])))).toEqual([globFile(['/a*'])]);
  expect(nestedSpecs(foreachCollect('/%s', listdir('/a')))).toEqual([listdir('/a')]);
  const named = defineProvider({ name: 'named', doc: 'Named', yields: 'list', evaluate: () => [] });
  expect(nestedSpecs(foreachCollect('/%s', named()))).toEqual([]);
  expect(nestedSpecs(inner)).toEqual([]);
  const deep = firstOf([head(foreachCollect('/%s', named())), foreachCollect('/%s', listdir('/a'))]);
  expect(specsWithin(deep).map(({ type }) => type)).toEqual([
    'first_of',
    'head',
    'foreach_collect',
    'foreach_collect',
    'listdir',
  ]);
  expect(providerNames(deep)).toEqual(['named']);
});

describe('a selection', () => {
  test('of names and globs that each choose a spec is fine', () => {
    expect(() => checkSelection('--only', ['a', 'b*'], ['a', 'bc', 'd'])).not.toThrow();
    expect(() => checkSelection('--only', undefined, ['a'])).not.toThrow();
    expect(() => checkSelection('--only', [], [])).not.toThrow();
  });

  test('of one that chooses none is an error with what is available', () => {
    const choose = (where?: string) => () =>
      checkSelection('--only', ['a', 'ethtol'], ['a', 'ethtool', 'a'], where);
    expect(choose()).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        code: 'INVALID_OPTION',
        subject: '--only',
        value: 'ethtol',
        message: '--only ethtol matches no spec in the catalog; did you mean ethtool?',
      }),
    );
    expect(choose('the archive')).toThrow('--only ethtol matches no spec in the archive');
  });
});

describe('errors', () => {
  test('have a code, a name, and what they are about', () => {
    const cause = new Error('why');
    const error = new CatalogError('INVALID_SPEC', 'no', { subject: 'a', value: 1, at: ['b', 2], cause });
    expect(error).toMatchObject({ name: 'CatalogError', code: 'INVALID_SPEC', message: 'no', subject: 'a' });
    expect(error).toMatchObject({ value: 1, at: ['b', 2], cause });
    expect(new HostspecError('SINK', 'no')).toMatchObject({ name: 'HostspecError', subject: undefined });
  });

  test('of hostspec are known, whichever copy of the package made them', () => {
    class SinkError extends Error {
      override readonly name = 'SinkError';
      readonly code = 'SINK';
      readonly subject = undefined;
    }
    for (const ours of [
      new HostspecError('SINK', 'x'),
      new UsageError('INVALID_OPTION', 'x'),
      new SinkError('x'),
    ])
      expect(isHostspecError(ours)).toBe(true);
    for (const other of [
      new Error('x'),
      Object.assign(new Error('x'), { code: 'ENOENT' }),
      Object.assign(new Error('x'), { subject: 'a' }),
      Object.assign(new Error('x'), { code: 'SINK', subject: 'a', name: 'Errors' }),
      { code: 'SINK', subject: 'a', name: 'HostspecError' },
      undefined,
    ])
      expect(isHostspecError(other)).toBe(false);
  });
});
