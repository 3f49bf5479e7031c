import {
  type Account,
  commandWithArgs,
  defineProvider,
  firstOf,
  foreachCollect,
  foreachExecute,
  head,
  incomplete,
  type NamedElement,
  simpleCommand,
} from '@hostspec/spec';
import { type FakeCommand, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { collectSpecs, describeSpecs, doc } from '../testing/collect-specs.js';

type Elements = readonly (string | readonly string[] | NamedElement)[];

/** What a template would run for elements, and what the description says of them. */
async function commandsFor(elements: Elements) {
  const provider = defineProvider({ name: 'some', doc: 'Some', yields: 'list', evaluate: () => elements });
  const [it] = await describeSpecs(
    { it: foreachExecute('/bin/show %s', provider(), doc) },
    { host: fakeHost({ commands: { '/bin/show': 'x' } }), parts: { providers: [provider] } },
  );
  return it;
}

async function linesOf(answer: FakeCommand, options = {}) {
  const [it] = await describeSpecs(
    { it: foreachExecute('/bin/show %s', simpleCommand('/bin/names', options), doc) },
    { host: fakeHost({ commands: { '/bin/names': answer } }) },
  );
  return it?.gap ?? it?.sources.map(({ element }) => element);
}

const longest = 'x'.repeat(128 * 1024 - 1);

describe('the elements of a provider', () => {
  test('are as many as are allowed, and no more', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `e${index}`);
    expect((await commandsFor(many.slice(1)))?.sources).toHaveLength(1000);
    const sources = (await commandsFor(many))?.sources ?? [];
    expect(sources.map(({ element }) => element)).toEqual(many.slice(0, 1000));
  });

  test('are left out if they are too long to be an argument', async () => {
    const account: Account = { uid: 1, gid: 1 };
    const found = await commandsFor(['short', `${longest}x`, longest, { value: `${longest}x`, by: account }]);
    expect(found?.sources.map(({ element }) => element)).toEqual(['short', longest]);
  });

  test('that the provider left out are named in the outcome', async () => {
    const provider = defineProvider({
      name: 'some',
      doc: 'Some',
      yields: 'list',
      evaluate: () => incomplete(['/e0'], 'the first 1 of 3 homes'),
    });
    const { it } = await collectSpecs(
      { it: foreachCollect('%s', provider(), doc) },
      { host: fakeHost({ files: { '/e0': 'x' } }), parts: { providers: [provider] } },
    );
    expect(it).toMatchObject({ status: 'truncated', reason: 'left out: the first 1 of 3 homes' });
  });

  test('that were left out are named in the outcome', async () => {
    const all = Array.from({ length: 1001 }, (_, index) => `/e${index}`);
    const reasonFor = async (elements: readonly string[]) => {
      const evaluate = () => elements;
      const provider = defineProvider({ name: 'some', doc: 'Some', yields: 'list', evaluate });
      const { it } = await collectSpecs(
        { it: foreachCollect('%s', provider(), doc) },
        { host: fakeHost({ files: { '/e0': 'x' } }), parts: { providers: [provider] } },
      );
      return it.reason ?? '';
    };
    expect(await reasonFor([`${longest}x`, ...all])).toContain(
      `1 of 1002 elements are longer than ${longest.length} bytes; the first 1000 of 1001 elements`,
    );
    expect(await reasonFor(all.slice(0, 1000))).not.toContain('elements');
  });

  test('fail if all of them are too long', async () => {
    expect(await commandsFor([`${longest}x`, `${longest}y`])).toMatchObject({
      sources: [],
      gap: { status: 'failed', reason: `2 of 2 elements are longer than ${longest.length} bytes` },
    });
  });

  test('give nothing if there are none: the outcome is skipped', async () => {
    expect(await commandsFor([])).toMatchObject({
      sources: [],
      gap: { status: 'skipped', reason: 'provider some gives no element' },
    });
  });

  test.each([
    [2, '/bin/show a %s %s', [['one', 'two'], ['three']], 'element 2 is ["three"]'],
    [2, '/bin/show a %s %s', [['one', 'two', 'three']], 'element 1 is ["one","two","three"]'],
    [1, '/bin/show a %s', ['one', ['two', 'three']], 'element 2 is ["two","three"]'],
    [1, '/bin/show a %s', ['one', []], 'element 2 is []'],
    [1, '/bin/show a %s', ['one', ''], 'element 2 is ""'],
  ])('of another width than %d run nothing at all', async (width, template, elements, problem) => {
    const evaluate = () => elements;
    const provider = defineProvider({ name: 'some', doc: 'Some', yields: 'list', width, evaluate });
    const { it } = await collectSpecs(
      { it: head(firstOf([foreachExecute(template, provider())]), doc) },
      {
        host: fakeHost({ commands: { '/bin/show a one': 'x', '/bin/show a one two': 'x' } }),
        parts: { providers: [provider] },
      },
    );
    expect(it).toMatchObject({ status: 'failed', items: [], misses: [] });
    expect(it.reason).toContain(`provider some failed: ${problem}; allowed: a `);
  });
});

describe('the lines of a command', () => {
  const names = '"/bin/names"';

  test('are elements without the spaces around them; empty lines are ignored', async () => {
    expect(await linesOf(' one \n\n\ttwo words\n   \nthree')).toEqual(['one', 'two words', 'three']);
  });

  test.each<[string, FakeCommand, object, string]>([
    ['nothing', ' \n', {}, `${names} printed nothing`],
    ['a failure', { rc: 3, output: 'one\n' }, {}, `${names} exited with 3`],
    ['nothing, which a status says', { rc: 3 }, { emptyRc: [3] }, `${names} printed nothing`],
  ])('give no elements after %s', async (_, answer, options, reason) => {
    expect(await linesOf(answer, options)).toEqual({ status: 'skipped', reason });
  });

  test('count after a failure if the spec keeps it', async () => {
    expect(await linesOf({ rc: 3, output: 'one\n' }, { keepRc: true })).toEqual(['one']);
  });

  test('that has no exit status have the problem of the host', async () => {
    expect(await linesOf({ problem: 'denied', reason: 'no rights' })).toEqual({
      status: 'denied',
      reason: `${names}: no rights`,
    });
  });
});

test('a command takes the only line of another one, and fails if there are more', async () => {
  const given = (output: string) =>
    describeSpecs(
      { it: commandWithArgs('/bin/show %s', simpleCommand('/bin/names'), doc) },
      { host: fakeHost({ commands: { '/bin/names': output } }) },
    );
  const [one] = await given('one\n');
  expect(one?.sources.map(({ source }) => source)).toEqual([{ kind: 'command', argv: ['/bin/show', 'one'] }]);
  expect(one?.sources[0]).not.toHaveProperty('element');
  expect((await given('one\ntwo\n'))[0]).toMatchObject({
    sources: [],
    gap: {
      status: 'failed',
      reason: `command_with_args takes one value, and simple_command("/bin/names") gives 2; foreach_execute takes several`,
    },
  });
});
