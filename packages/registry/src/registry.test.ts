import {
  all,
  any,
  defineCondition,
  defineProvider,
  defineSetting,
  type Host,
  hostError,
  incomplete,
  not,
  nothing,
} from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import { type Answers, createRegistry } from './index.js';

const host = {} as Host;
const lists = defineSetting({ name: 'lists', doc: 'A list', default: ['default'] });

function registry(
  providers: readonly { readonly definition: { readonly name: string } }[],
  conditions: readonly { readonly definition: { readonly name: string } }[] = [],
  settings = {},
  known: Answers = {},
) {
  const byName = (items: readonly { readonly definition: { readonly name: string } }[]) =>
    Object.fromEntries(items.map(({ definition }) => [definition.name, definition])) as never;
  return createRegistry(
    { providers: byName(providers), conditions: byName(conditions), settings: { lists } },
    host,
    settings,
    known,
  );
}

describe('providers', () => {
  test('are evaluated once, however many ask and however parallel', async () => {
    const evaluate = vi.fn(async () => ['eth0']);
    const reg = registry([defineProvider({ name: 'interfaces', doc: 'Names', yields: 'list', evaluate })]);
    const asked = await Promise.all(Array.from({ length: 50 }, () => reg.provider('interfaces')));
    await reg.provider('interfaces');
    expect(evaluate).toHaveBeenCalledTimes(1);
    expect(asked[49]).toEqual({ kind: 'value', shape: 'list', value: ['eth0'] });
  });

  test('that throw, at once or later, fail once, with the reason', async () => {
    const evaluate = vi.fn(() => {
      throw new Error('boom');
    });
    const later = defineProvider({
      name: 'later',
      doc: 'Later',
      yields: 'list',
      evaluate: async () => Promise.reject(new Error('late')),
    });
    const reg = registry([defineProvider({ name: 'bad', doc: 'Bad', yields: 'list', evaluate }), later]);
    expect(await reg.provider('bad')).toEqual({ kind: 'failed', reason: 'provider bad failed: boom' });
    await reg.provider('bad');
    expect(evaluate).toHaveBeenCalledTimes(1);
    expect(await reg.provider('later')).toMatchObject({
      kind: 'failed',
      reason: 'provider later failed: late',
    });
  });

  test('that cannot read something fail with what the host says', async () => {
    const evaluate = () => {
      throw hostError('denied', '/etc/x: permission denied');
    };
    const bad = defineProvider({ name: 'bad', doc: 'Bad', yields: 'list', evaluate });
    const wrong = defineCondition({ name: 'Wrong', doc: 'Wrong', evaluate });
    const reg = registry([bad], [wrong]);
    const reason = '/etc/x: permission denied';
    expect(await reg.provider('bad')).toEqual({ kind: 'failed', reason });
    expect(await reg.condition(wrong())).toEqual({ holds: false, reason, unknown: true });
  });

  test('that never end time out; that have nothing give a reason', async () => {
    const slow = defineProvider({
      name: 'slow',
      doc: 'Slow',
      yields: 'string',
      timeout: 0.05,
      evaluate: () => new Promise<string>(() => {}),
    });
    const none = defineProvider({
      name: 'none',
      doc: 'None',
      yields: 'string',
      evaluate: () => nothing('no httpd runs'),
    });
    const absent = defineProvider({
      name: 'absent',
      doc: 'Absent',
      yields: 'string',
      evaluate: () => nothing('no httpd is installed', 'absent'),
    });
    const reg = registry([slow, none, absent]);
    expect(await reg.provider('slow')).toMatchObject({
      kind: 'timed out',
      reason: 'provider slow took longer than 0.05 s',
    });
    expect(await reg.provider('none')).toStrictEqual({ kind: 'nothing', reason: 'no httpd runs' });
    expect(await reg.provider('absent')).toEqual({
      kind: 'nothing',
      reason: 'no httpd is installed',
      status: 'absent',
    });
  });

  test('have 120 s by default', async () => {
    vi.useFakeTimers();
    try {
      const slow = defineProvider({
        name: 'slow',
        doc: 'Slow',
        yields: 'string',
        evaluate: () => new Promise<string>(() => {}),
      });
      const wait = defineCondition({ name: 'Wait', doc: 'Waits', evaluate: () => new Promise(() => {}) });
      const reg = registry([slow], [wait]);
      const [evaluation, verdict] = [reg.provider('slow'), reg.condition(wait())];
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await evaluation).toEqual({ kind: 'timed out', reason: 'provider slow took longer than 120 s' });
      expect(await verdict).toMatchObject({ holds: false, reason: 'condition Wait took longer than 120 s' });
    } finally {
      vi.useRealTimers();
    }
  });

  const account = { uid: 1000, gid: 1000, name: 'web' };
  const text = 'a string that is not empty';
  test.each([
    ['list', undefined, `it returned undefined; allowed: a list, and each of its elements ${text}`],
    ['list', 42, `it returned 42; allowed: a list, and each of its elements ${text}`],
    ['list', ['a', 7], `element 2 is 7; allowed: ${text}`],
    ['list', ['a', ''], `element 2 is ""; allowed: ${text}`],
    ['list', [[]], `element 1 is []; allowed: ${text}`],
    ['list', [['']], `element 1 is [""]; allowed: ${text}`],
    ['list', ['a', ['b', 'c']], `element 2 is ["b","c"]; allowed: ${text}`],
    [
      'list',
      [{ value: ['b', 'c'], by: account }],
      `element 1 is {"value":["b","c"],"by":{"uid":1000,"gid":1000,"name":"web"}}; allowed: ${text}`,
    ],
    ['string', ['a'], `it returned ["a"]; allowed: ${text}`],
    ['string', '', `it returned ""; allowed: ${text}`],
    ['arguments', [['a']], `element 1 is ["a"]; allowed: ${text}`],
    ['arguments', ['a', ''], `element 2 is ""; allowed: ${text}`],
    ['containers', ['web'], 'element 1 is web; allowed: an object with image, engine and id'],
  ] as const)(
    'that should yield a %s and give %j fail with what is allowed',
    async (yields, value, problem) => {
      const odd = defineProvider({ name: 'odd', doc: 'Odd', yields, evaluate: () => value as never });
      expect(await registry([odd]).provider('odd')).toEqual({
        kind: 'failed',
        reason: `provider odd failed: ${problem}`,
      });
    },
  );

  test('that leave something out say what', async () => {
    const answerTo = async (elements: readonly string[], leftOut: string) => {
      const evaluate = () => incomplete(elements, leftOut);
      return registry([defineProvider({ name: 'some', doc: 'Some', yields: 'list', evaluate })]).provider(
        'some',
      );
    };
    const leftOut = 'the first 2 of 5 homes';
    expect(await answerTo(['a', 'b'], leftOut)).toEqual({
      kind: 'value',
      shape: 'list',
      value: ['a', 'b'],
      leftOut,
    });
    expect(await answerTo([], '/home: not entered')).toEqual({
      kind: 'nothing',
      reason: '/home: not entered',
    });
    expect(await answerTo(['a', ''], leftOut)).toMatchObject({ kind: 'failed' });
    expect(await answerTo(['a'], '')).toEqual({
      kind: 'failed',
      reason: 'provider some failed: what it left out has no reason',
    });
  });

  const web = { image: 'rhel', engine: 'podman', id: '0123456789ab' };
  test.each([
    ['list', ['a', ['b'], { value: 'c', by: account }]],
    ['string', { value: 'a', by: account }],
    ['arguments', ['a', 'b']],
    ['containers', [web]],
  ] as const)('that yield a %s may give %j', async (yields, value) => {
    const good = defineProvider({ name: 'good', doc: 'Good', yields, evaluate: () => value as never });
    expect(await registry([good]).provider('good')).toEqual({ kind: 'value', shape: yields, value });
  });

  test.each([
    ['list', [{ value: 'a', by: { uid: 'root', gid: 0 } }]],
    ['list', [{ value: 'a', by: { uid: 0 } }]],
    ['list', [{ value: 7, by: account }]],
    ['string', { value: ['a'], by: account }],
    ['arguments', [{ value: 'a', by: account }]],
    ['containers', [{ ...web, id: 7 }]],
  ] as const)('that yield a %s must not give %j', async (yields, value) => {
    const odd = defineProvider({ name: 'odd', doc: 'Odd', yields, evaluate: () => value as never });
    expect(await registry([odd]).provider('odd')).toMatchObject({ kind: 'failed' });
  });

  test('of a width give tuples of that many strings, and nothing else', async () => {
    const given = async (width: number, ...elements: unknown[]) => {
      const evaluate = () => elements as never;
      const wide = defineProvider({ name: 'wide', doc: 'Wide', yields: 'list', width, evaluate });
      return registry([wide]).provider('wide');
    };
    const pair = { value: ['c', 'd'], by: account };
    expect(await given(2, ['a', 'b'], pair)).toMatchObject({ kind: 'value', value: [['a', 'b'], pair] });
    expect(await given(3, ['a', 'b', 'c'])).toMatchObject({ kind: 'value' });
    for (const wrong of [['a'], ['a', 'b', 'c'], ['a', ''], [], 'ab'])
      expect(await given(2, ['a', 'b'], wrong)).toEqual({
        kind: 'failed',
        reason: `provider wide failed: element 2 is ${typeof wrong === 'string' ? wrong : JSON.stringify(wrong)}; allowed: a list of 2 strings that are not empty`,
      });
  });

  test.each(['list', 'arguments', 'containers'] as const)(
    'that give no element at all have nothing: %s',
    async (yields) => {
      const none = defineProvider({ name: 'none', doc: 'None', yields, evaluate: () => [] });
      expect(await registry([none]).provider('none')).toEqual({
        kind: 'nothing',
        reason: 'provider none gives no element',
      });
    },
  );

  test('that give something long fail with its first 100 characters', async () => {
    const reasonFor = async (value: unknown) => {
      const long = defineProvider({ name: 'a', doc: 'A', yields: 'list', evaluate: () => value as never });
      return registry([long]).provider('a');
    };
    const allowed = `allowed: a list, and each of its elements ${text}`;
    expect(await reasonFor('x'.repeat(101))).toMatchObject({
      reason: `provider a failed: it returned ${'x'.repeat(100)}…; ${allowed}`,
    });
    expect(await reasonFor('x'.repeat(100))).toMatchObject({
      reason: `provider a failed: it returned ${'x'.repeat(100)}; ${allowed}`,
    });
  });

  test('leave no timer behind, which would keep the process alive', async () => {
    vi.useFakeTimers();
    try {
      const quick = defineProvider({ name: 'quick', doc: 'Quick', yields: 'list', evaluate: () => [] });
      await registry([quick]).provider('quick');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('have the time that they ask for, in seconds', async () => {
    vi.useFakeTimers();
    try {
      const evaluate = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 1500));
      const slow = defineProvider({ name: 'slow', doc: 'Slow', yields: 'string', timeout: 2, evaluate });
      const asked = registry([slow]).provider('slow');
      await vi.advanceTimersByTimeAsync(1500);
      expect(await asked).toMatchObject({ value: 'done' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('that do not exist cause an error that lists the available ones', () => {
    const reg = registry([
      defineProvider({ name: 'interfaces', doc: 'Names', yields: 'list', evaluate: () => [] }),
      defineProvider({ name: 'bridges', doc: 'Names', yields: 'list', evaluate: () => [] }),
    ]);
    const error = expect.objectContaining({
      code: 'UNKNOWN_PROVIDER',
      message: 'no provider interface; did you mean interfaces?',
      subject: 'interface',
      value: 'interface',
    });
    expect(() => reg.provider('interface')).toThrow(error);
    expect(reg.providers).toEqual(['bridges', 'interfaces']);
  });

  test('are given the configured settings, or their defaults', async () => {
    const given = defineProvider({
      name: 'given',
      doc: 'Given',
      yields: 'list',
      evaluate: ({ setting }) => setting(lists),
    });
    expect(await registry([given]).provider('given')).toMatchObject({ value: ['default'] });
    expect(await registry([given], [], { lists: ['mine'] }).provider('given')).toMatchObject({
      value: ['mine'],
    });
    expect(registry([], [], { lists: ['mine'] }).setting('lists')).toEqual(['mine']);
    expect(() => registry([]).setting('list')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_SETTING', message: 'no setting list; did you mean lists?' }),
    );
  });
});

describe('conditions', () => {
  const yes = defineCondition({
    name: 'Yes',
    doc: 'Holds',
    evaluate: () => ({ holds: true, reason: 'it does' }),
  });
  const no = defineCondition({
    name: 'No',
    doc: 'Does not',
    evaluate: () => ({ holds: false, reason: 'it does not' }),
  });

  test('combine with all, any and not', async () => {
    const reg = registry([], [yes, no]);
    expect(await reg.condition(all(yes(), no()))).toEqual({ holds: false, reason: 'it does not' });
    expect(await reg.condition(all(yes(), yes()))).toMatchObject({ holds: true });
    expect(await reg.condition(any(no(), yes()))).toEqual({ holds: true, reason: 'it does' });
    expect(await reg.condition(any(no(), no()))).toEqual({ holds: false, reason: 'it does not' });
    expect(await reg.condition(all(yes(), not(no())))).toEqual({
      holds: true,
      reason: 'it does; it does not',
    });
    expect(reg.conditions).toEqual(['No', 'Yes']);
    expect(await reg.condition(not(no()))).toEqual({ holds: true, reason: 'it does not' });
  });

  test.each([undefined, true, { holds: true }, { holds: 'yes', reason: 'x' }])(
    'that give %j do not hold, with what is allowed as the reason',
    async (value) => {
      const odd = defineCondition({ name: 'Odd', doc: 'Odd', evaluate: () => value as never });
      const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
      expect(await registry([], [odd]).condition(odd())).toMatchObject({
        holds: false,
        reason: `condition Odd failed: it returned ${shown}; allowed: an object with holds (true or false) and reason (a string)`,
      });
    },
  );

  test('are evaluated once; if one throws, neither it nor its opposite holds', async () => {
    const evaluate = vi.fn(() => ({ holds: true, reason: 'x' }));
    const counted = defineCondition({ name: 'Counted', doc: 'Counted', evaluate });
    const bad = defineCondition({
      name: 'Bad',
      doc: 'Bad',
      evaluate: () => {
        throw new Error('boom');
      },
    });
    const reg = registry([], [counted, bad, no]);
    await Promise.all([
      reg.condition(counted()),
      reg.condition(not(counted())),
      reg.condition(all(counted(), bad())),
    ]);
    expect(evaluate).toHaveBeenCalledTimes(1);
    const failed = { holds: false, reason: 'condition Bad failed: boom' };
    expect(await reg.condition(bad())).toMatchObject(failed);
    expect(await reg.condition(not(bad()))).toMatchObject(failed);
    expect(await reg.condition(not(any(no(), bad())))).toMatchObject({ holds: false });
    expect(await reg.condition(not(all(counted(), bad())))).toMatchObject({ holds: false });
    expect(await reg.condition(any(bad(), not(no())))).toMatchObject({ holds: true });
    await expect(reg.condition({ condition: 'Unknown' })).rejects.toThrow(
      expect.objectContaining({
        code: 'UNKNOWN_CONDITION',
        message: 'no condition Unknown; available: Bad, Counted, No',
      }),
    );
  });

  test('that are known are not evaluated, and all answers so far can be had', async () => {
    const evaluate = vi.fn(() => ({ holds: true, reason: 'asked' }));
    const [counted, other, unasked] = ['Counted', 'Other', 'Unasked'].map((name) =>
      defineCondition({ name, doc: name, evaluate }),
    ) as [typeof no, typeof no, typeof no];
    const known = { Counted: { holds: false, reason: 'known' } };
    const reg = registry([], [counted, other, unasked], {}, known);
    expect(await reg.answers()).toEqual(known);
    expect(await reg.condition(counted())).toEqual(known.Counted);
    expect(await reg.condition(other())).toEqual({ holds: true, reason: 'asked' });
    expect(await reg.answers()).toEqual({ ...known, Other: { holds: true, reason: 'asked' } });
    expect(evaluate).toHaveBeenCalledTimes(1);
  });
});
