import { createLocalHost } from '@hostspec/local-host';
import {
  compose,
  defineCondition,
  defineProvider,
  foreachExecute,
  type Host,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import {
  collect,
  describePlan,
  memorySink,
  type Plan,
  type PlanContext,
  type PlanOptions,
  plan,
  readPlan,
  traceSpec,
} from '../index.js';

const doc = { doc: 'A spec of a test' } as const;

/** A catalog that counts how often its conditions and its provider are evaluated. */
function counted(version = '1.0.0', command = '/bin/echo %s') {
  const asked: string[] = [];
  const condition = (name: string, holds: boolean) =>
    defineCondition({
      name,
      doc: 'Asked',
      evaluate() {
        asked.push(name);
        return { holds, reason: `because ${name}` };
      },
    });
  const yes = condition('Yes', true);
  const no = condition('No', false);
  const broken = defineCondition({
    name: 'Broken',
    doc: 'Throws',
    evaluate() {
      asked.push('Broken');
      throw new Error('no answer');
    },
  });
  const words = defineProvider({
    name: 'words',
    doc: 'Words',
    yields: 'list',
    evaluate() {
      asked.push('words');
      return ['a', 'b'];
    },
  });
  const catalog = compose(
    slice({
      name: 'test',
      version,
      specs: {
        always: simpleCommand('/bin/echo always', doc),
        if_yes: simpleCommand('/bin/echo yes', { ...doc, when: yes() }),
        if_no: simpleCommand('/bin/echo no', { ...doc, when: no() }),
        if_not_broken: simpleCommand('/bin/echo broken', { ...doc, when: { not: broken() } }),
        each: foreachExecute(command, words(), doc),
        vendor: simpleFile('/etc/<vendor>-release', doc),
        sets: simpleCommand('/bin/echo set', { ...doc, effects: { changesState: { what: 'all of it' } } }),
      },
      providers: [words],
      conditions: [yes, no, broken],
    }),
  );
  return { asked, catalog };
}

const stored = (data: Plan): Plan => JSON.parse(JSON.stringify(data));

type Other = { -readonly [K in keyof Plan]: Plan[K] };

/** A plan as JSON, changed by a person. */
function edited(data: Plan, edit: (copy: Other) => void): Plan {
  const copy = stored(data) as Other;
  edit(copy);
  return copy;
}

const withSpec = (data: Plan, name: string, change: object): Plan =>
  edited(data, (copy) => {
    copy.specs = copy.specs.map((each) => (each.name === name ? { ...each, ...change } : each));
  });

const given = counted();
const context = (): PlanContext => ({ catalog: given.catalog, host: createLocalHost() });
const planned = (options: Partial<PlanOptions> = {}) =>
  plan(given.catalog, { host: createLocalHost(), ...options });

async function outcomes(data: Plan, { catalog, host }: PlanContext = context()) {
  const sink = memorySink();
  for await (const _ of collect(data, { catalog, host, sink }));
  await sink.close();
  return Object.fromEntries([...sink.outcomes].map(([name, { status, reason }]) => [name, reason ?? status]));
}

async function refusal(data: unknown, other: Partial<PlanContext> = {}): Promise<Error> {
  try {
    await outcomes(data as Plan, { ...context(), ...other });
  } catch (error) {
    expect(error).toMatchObject({ name: 'UsageError', subject: 'plan' });
    return error as Error;
  }
  throw new Error('the plan was not refused');
}

describe('a plan', () => {
  test.each([{}, { deferConditions: true }])('is plain data that JSON keeps: %j', async (options) => {
    const data = await planned({ ...options, only: ['*'], skip: ['always'], variant: 'x' });
    expect(stored(data)).toStrictEqual(data);
    expect(readPlan(stored(data))).toStrictEqual(data);
  });

  test('gives the same outcomes from JSON, and evaluates no condition again', async () => {
    const data = await planned({ skip: ['always'] });
    given.asked.length = 0;
    const reasons = await outcomes(stored(data));
    expect(reasons).toMatchObject({
      always: 'deselected by skip always',
      if_yes: 'collected',
      if_no: 'because No',
      if_not_broken: 'condition Broken failed: no answer',
      each: 'collected',
      sets: "changes the host's state (all of it); allow it with allowStateChanges",
    });
    expect(given.asked).toEqual(['words']);
    expect(await outcomes(data)).toEqual(reasons);
  });

  test('keeps the answers of the host that it was made on', async () => {
    const data = await planned();
    const other = edited(data, (copy) => {
      copy.conditions = { ...copy.conditions, Yes: { holds: false, reason: 'decided' } };
    });
    expect((await outcomes(other)).if_yes).toBe('decided');
  });

  test('evaluates deferred conditions while it is collected', async () => {
    given.asked.length = 0;
    const data = await planned({ deferConditions: true });
    expect(given.asked).toEqual([]);
    expect(data.conditions).toEqual({});
    expect((await outcomes(stored(data))).if_no).toBe('because No');
    expect(given.asked.sort()).toEqual(['Broken', 'No', 'Yes', 'words']);
  });

  test('has a fingerprint that depends on the data, not on its order', async () => {
    const { catalog } = counted();
    const names = Object.keys(catalog.specs).reverse();
    const turned = {
      ...catalog,
      specs: Object.fromEntries(
        Object.entries(catalog.specs)
          .sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
          .map(([name, spec]) => [name, Object.fromEntries(Object.entries(spec).reverse())]),
      ),
    } as unknown as typeof catalog;
    const { fingerprint } = await planned();
    expect((await plan(turned, { host: createLocalHost() })).fingerprint).toBe(fingerprint);
    for (const other of [counted('1.0.1'), counted('1.0.0', '/bin/echo -n %s')])
      expect((await plan(other.catalog, { host: createLocalHost() })).fingerprint).not.toBe(fingerprint);
  });
});

describe('a person may', () => {
  test('remove specs', async () => {
    const data = edited(await planned(), (copy) => {
      copy.specs = copy.specs.filter(({ name }) => name === 'always');
    });
    expect(await outcomes(data)).toEqual({ always: 'collected' });
  });

  test.each([{}, { deferConditions: true }])('skip them: %j', async (options) => {
    const data = withSpec(await planned(options), 'if_yes', { skip: 'not wanted here' });
    expect((await outcomes(data)).if_yes).toBe('not wanted here');
  });
});

describe('a plan is refused', () => {
  test.each([
    [
      'another command',
      'always',
      { spec: { type: 'simple_command', ...doc, command: '/bin/echo pwned' } },
      'is not as in the catalog',
    ],
    [
      'a word that is not of the brand',
      'vendor',
      { spec: { ...given.catalog.specs.vendor, path: '/etc/a' } },
      'is not as in the catalog',
    ],
    ['another domain', 'always', { domain: 'other' }, 'has domain "other"; in the catalog it is "test"'],
    ['no reason', 'always', { skip: '' }, 'has an empty skip reason'],
    [
      'a mark without a reason',
      'always',
      { deselected: true },
      'has no skip reason, but is marked deselected',
    ],
  ])('if a spec has %s', async (_, name, change, problem) => {
    const error = await refusal(withSpec(await planned(), name, change));
    expect(error).toMatchObject({ code: 'INVALID_PLAN' });
    expect(error.message).toBe(
      `the plan was changed: spec ${name} ${problem}; allowed: to remove a spec, or to give it a "skip" reason`,
    );
  });

  test('so one that was not copied cannot be changed', async () => {
    const made = await planned();
    const parts = [made, made.specs, made.specs[0]] as unknown as Record<string, unknown>[];
    for (const part of parts) expect(() => Object.assign(part, { 0: 'x', skip: 'x' })).toThrow(TypeError);
  });

  test('unless a spec differs only in the order of its keys', async () => {
    const turned = Object.fromEntries(Object.entries(given.catalog.specs.always).reverse());
    expect((await outcomes(withSpec(await planned(), 'always', { spec: turned }))).always).toBe('collected');
  });

  test.each(['other', 'toString'])('if a spec is not in the catalog: %s', async (name) => {
    const error = await refusal(withSpec(await planned(), 'always', { name }));
    expect(error.message).toContain(`spec ${name} is not in the catalog; available: `);
  });

  test('if a spec is in it twice', async () => {
    const data = edited(await planned(), (copy) => {
      copy.specs = [...copy.specs, ...copy.specs.slice(0, 1)];
    });
    expect((await refusal(data)).message).toContain('spec always is in it twice');
  });

  test('if a spec that its own options leave out is to be collected', async () => {
    const data = edited(await planned({ only: ['each'] }), (copy) => {
      copy.specs = copy.specs.map(({ skip: _, deselected: __, ...rest }) => rest);
    });
    expect((await refusal(data)).message).toContain('has no skip reason, but is deselected by only');
  });

  test('or skips it, if what would happen is not allowed', async () => {
    const data = edited(await planned(), (copy) => {
      copy.specs = copy.specs.map(({ skip: _, ...rest }) => rest);
    });
    expect(await outcomes(data)).toMatchObject({
      if_no: 'because No',
      sets: "changes the host's state (all of it); allow it with allowStateChanges",
    });
  });

  test.each<[string, (data: Plan) => unknown, string]>([
    ['nothing', () => undefined, 'the plan is missing; allowed: an object'],
    ['a list', () => [], 'the plan is a list; allowed: an object'],
    ['an unknown key', (data) => ({ ...data, more: 1 }), 'the plan has the key "more"; allowed: format, '],
    ['a missing field', ({ brand: _, ...data }) => data, 'the plan.brand is missing; allowed: an object'],
    ['another kind', (data) => ({ ...data, executes: 'yes' }), 'the plan.executes is "yes"; allowed: true'],
    [
      'an unknown key of a spec',
      (data) => withSpec(data, 'always', { run: 1 }),
      'specs[0] has the key "run"',
    ],
    [
      'a reason of another kind',
      (data) => withSpec(data, 'always', { skip: 5 }),
      'specs[0].skip is 5; allowed: a st',
    ],
    ['an unknown setting', (data) => ({ ...data, settings: { a: 'b' } }), 'no setting is named "a"'],
    [
      'an unknown option',
      (data) => ({ ...data, restrictions: { jobs: 3 } }),
      'restrictions has the key "jobs"',
    ],
    [
      'a pattern that matches nothing',
      (data) => ({ ...data, restrictions: { skip: ['zz'] } }),
      'skip zz matches no spec in the catalog',
    ],
    [
      'a brand that is a path',
      (data) => ({ ...data, brand: { vendor: '../x', client: 'y' } }),
      'brand vendor "../x" is not allowed; allowed: letters',
    ],
    [
      'an unknown condition',
      (data) => ({ ...data, conditions: { Other: { holds: true, reason: 'x' } } }),
      'an answer for condition Other, which the catalog does not have; available: ',
    ],
    [
      'an answer without a reason',
      (data) => ({ ...data, conditions: { Yes: { holds: true } } }),
      'the plan.conditions.Yes.reason is missing',
    ],
  ])('if it is or has %s', async (_, change, message) => {
    const error = await refusal(change(stored(await planned())));
    expect(error).toMatchObject({ code: 'INVALID_PLAN', message: expect.stringContaining(message) });
  });

  test('if it has another format', async () => {
    expect(await refusal({ ...(await planned()), format: 2 })).toMatchObject({
      code: 'PLAN_MISMATCH',
      message:
        'the plan has format 2, and this version reads format 1; make the plan again with this version',
    });
  });

  test('if the catalog has another version, or other content with the same one', async () => {
    const data = await planned();
    const newer = await refusal(data, { catalog: counted('1.2.0').catalog });
    expect(newer).toMatchObject({ code: 'PLAN_MISMATCH' });
    expect(newer.message).toBe(
      'the plan was made from another catalog: the plan has test 1.0.0, and the catalog has test 1.2.0; make the plan again from this catalog, or give the catalog of the plan',
    );
    const same = await refusal(data, { catalog: counted('1.0.0', '/bin/echo -n %s').catalog });
    expect(same.message).toContain('the same domains with the same versions, but other content (sha256 ');
    const more = slice({ name: 'more', version: '2.0.0', specs: { more: simpleFile('/more', doc) } });
    expect((await refusal(data, { catalog: compose(given.catalog, more) })).message).toContain(
      'the catalog has more 2.0.0, and the plan does not have it',
    );
  });

  test.each([
    [5, 'more5 1.0.0, and the plan does not have it;'],
    [6, 'more5 1.0.0, and the plan does not have it; and 1 more;'],
    [8, 'more5 1.0.0, and the plan does not have it; and 3 more;'],
  ])('if the catalog has %d domains more, naming at most five', async (count, end) => {
    const more = Array.from({ length: count }, (_, index) =>
      slice({
        name: `more${index + 1}`,
        version: '1.0.0',
        specs: { [`more${index + 1}`]: simpleFile('/more', doc) },
      }),
    );
    const { message } = await refusal(await planned(), {
      catalog: compose(given.catalog, ...more) as unknown as typeof given.catalog,
    });
    expect(message).toContain('more1 1.0.0, and the plan does not have it; the catalog has more2 1.0.0');
    expect(message).toContain(`${end} make the plan again`);
    expect(message).not.toContain('more6');
  });

  test('if the catalog lacks a domain', async () => {
    const more = slice({ name: 'more', version: '2.0.0', specs: { more: simpleFile('/more', doc) } });
    const data = await plan(compose(given.catalog, more), { host: createLocalHost() });
    expect((await refusal(data)).message).toContain(
      'the plan has more 2.0.0, and the catalog does not have it;',
    );
  });

  test.each<[string, Partial<Host> & object, string]>([
    ['root', { root: '/mnt/image' } as object, 'its root is "/", and that of this host is "/mnt/image"'],
    ['name', { hostname: async () => 'web2' } as object, 'and that of this host is "web2"'],
    ['way to run commands', { executes: false }, 'its executes is true, and that of this host is false'],
  ])('if the host has another %s', async (_, change, message) => {
    const error = await refusal(await planned(), { host: { ...createLocalHost(), ...change } });
    expect(error).toMatchObject({ code: 'PLAN_MISMATCH', message: expect.stringContaining(message) });
  });

  test('by describePlan and traceSpec too', async () => {
    const data = withSpec(await planned(), 'always', { spec: given.catalog.specs.if_no });
    for (const refused of [describePlan(data, context()), traceSpec(data, 'each', context())])
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_PLAN' });
  });
});

test('a trace has what a spec depends on, but evaluates no provider of a spec that is skipped', async () => {
  const data = await planned();
  expect(await traceSpec(data, 'each', context())).toMatchObject({
    conditions: [],
    providers: [{ name: 'words', kind: 'value', value: ['a', 'b'] }],
    described: { sources: [{ element: 'a' }, { element: 'b' }] },
  });
  given.asked.length = 0;
  const skipped = withSpec(data, 'each', { skip: 'not wanted' });
  expect(await traceSpec(skipped, 'each', context())).toMatchObject({ providers: [] });
  expect(given.asked).toEqual([]);
  await expect(traceSpec(data, 'none', context())).rejects.toMatchObject({ code: 'INVALID_PLAN' });
});
