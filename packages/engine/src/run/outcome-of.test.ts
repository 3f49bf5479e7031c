import { type Host, type Item, type Miss, simpleCommand, slice } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { collect, describePlan, memorySink, plan } from '../index.js';
import type { PlannedSpec } from '../plan/plan.js';
import { type GatheredSpec, outcomeOf } from './outcome-of.js';

const planned = {
  name: 'a',
  domain: 'lab',
  spec: { type: 'simple_file', path: '/a' },
} as unknown as PlannedSpec;
const item = (path: string, truncated?: Item['truncated']) =>
  ({
    path,
    source: { kind: 'file', path: `/${path}` },
    ...(truncated ? { truncated } : {}),
  }) as unknown as GatheredSpec['gathered'][number];
const miss = (status: Miss['status'], reason: string) =>
  ({ source: { kind: 'file', path: '/a' }, status, reason }) as unknown as GatheredSpec['gathered'][number];
const of = (result: GatheredSpec) => outcomeOf(planned, result, { started: 1, duration: 2 });

describe('an outcome', () => {
  test('has the name, the domain, the type and the times of its spec', () => {
    expect(of({ gathered: [item('x')] })).toEqual({
      name: 'a',
      domain: 'lab',
      type: 'simple_file',
      status: 'collected',
      items: [{ path: 'x', source: { kind: 'file', path: '/x' } }],
      misses: [],
      started: 1,
      duration: 2,
    });
  });

  test('of content that was cut says which and why, at most three times', () => {
    const cut = ['a', 'b', 'c', 'd'].map((path) => item(path, { reason: `${path} is long` }));
    expect(of({ gathered: [item('x'), ...cut] })).toMatchObject({
      status: 'truncated',
      reason: '/a: a is long; /b: b is long; /c: c is long',
    });
  });

  test('of alternatives is empty if one was refused and another has nothing', () => {
    const gathered = [miss('denied', 'it belongs to daemon'), miss('empty', 'it printed nothing')];
    const spec = { type: 'first_of', specs: [], doc: 'd' } as const;
    const outcome = outcomeOf({ ...planned, spec }, { gathered }, { started: 1, duration: 2 });
    expect(outcome).toMatchObject({ status: 'empty', reason: 'it printed nothing', misses: gathered });
    expect(of({ gathered })).toMatchObject({ status: 'denied' });
  });

  test('with a note is truncated, too', () => {
    expect(of({ gathered: [item('x')], note: 'the 2 newest' })).toMatchObject({
      status: 'truncated',
      reason: 'the 2 newest',
    });
    expect(of({ gathered: [], note: 'left out: b' })).toMatchObject({
      status: 'absent',
      reason: 'nothing to collect; left out: b',
    });
  });

  test('has one sentence, though what a program said ended with a full stop', () => {
    const said = [miss('empty', 'date: nothing was found.')];
    expect(of({ gathered: said, remark: 'window yesterday' }).reason).toBe(
      'date: nothing was found; window yesterday',
    );
    expect(of({ gathered: said }).reason).toBe('date: nothing was found.');
  });

  test('with some content says how much gave nothing', () => {
    expect(of({ gathered: [miss('denied', 'no'), item('x'), miss('absent', 'none')] })).toMatchObject({
      status: 'collected',
      reason: '2 of 3 gave nothing: no',
    });
  });

  test('of which a command was ended by its time limit is truncated, and names the command', () => {
    const du = {
      ...miss('timed out', 'took longer than 10 s'),
      source: { kind: 'command', argv: ['du', '/tmp'] },
    };
    const late = du as unknown as GatheredSpec['gathered'][number];
    expect(of({ gathered: [miss('absent', 'none'), item('x'), late] })).toMatchObject({
      status: 'truncated',
      reason: '2 of 3 gave nothing: du /tmp: took longer than 10 s',
    });
    expect(of({ gathered: [late] })).toMatchObject({
      status: 'timed out',
      reason: 'du /tmp: took longer than 10 s',
    });
  });

  test.each([
    [['absent', 'failed', 'timed out'], 'timed out'],
    [['absent', 'denied', 'failed'], 'failed'],
    [['empty', 'denied', 'skipped'], 'denied'],
    [['absent', 'empty'], 'empty'],
    [['skipped', 'absent'], 'absent'],
    [['skipped'], 'skipped'],
  ] as const)('without content, of %j, is %s', (statuses, worst) => {
    const gathered = statuses.map((status) => miss(status, `it is ${status}`));
    expect(of({ gathered })).toMatchObject({ status: worst, reason: `it is ${worst}`, items: [] });
  });

  test('without content counts the other sources that ended in the same way', () => {
    const gathered = [
      miss('failed', 'one'),
      miss('absent', 'none'),
      miss('failed', 'two'),
      miss('failed', 'three'),
    ];
    expect(of({ gathered })).toMatchObject({ status: 'failed', reason: 'one (and 2 more)' });
    expect(of({ gathered: gathered.slice(0, 3) })).toMatchObject({ reason: 'one (and 1 more)' });
  });

  test('without any source has the status and the reason of its gap', () => {
    expect(of({ gathered: [], gap: { status: 'skipped', reason: 'no httpd' } as never })).toMatchObject({
      status: 'skipped',
      reason: 'no httpd',
    });
    expect(of({ gathered: [] })).toMatchObject({ status: 'absent', reason: 'nothing to collect' });
  });

  test('keeps at most 100 misses', () => {
    const { misses, reason } = of({ gathered: Array.from({ length: 101 }, () => miss('absent', 'no')) });
    expect(misses).toHaveLength(100);
    expect(reason).toBe('no (and 100 more)');
  });
});

test('plan and outcome say which program runs if it is not at its path', async () => {
  const fake = fakeHost({ commands: { '/usr/sbin/ss -s': 'Total: 3\n', '/bin/date': 'today\n' } });
  const host: Host = {
    ...fake,
    executes: true,
    which: async (word) => (word === '/usr/sbin/ss' ? '/usr/bin/ss' : word),
    run: async (command, options) => {
      const result = await fake.run(command, options);
      return command[0] === '/usr/sbin/ss' ? { ...result, program: '/usr/bin/ss' } : result;
    },
  };
  const catalog = slice({
    name: 'sockets',
    version: '1.0.0',
    specs: {
      date: simpleCommand('/bin/date', { doc: 'The date' }),
      ss: simpleCommand('/usr/sbin/ss -s', { doc: 'Sockets' }),
    },
  });
  const planned = await plan(catalog, { host });
  const [date, ss] = await describePlan(planned, { catalog, host });
  expect(date?.sources[0]).not.toHaveProperty('program');
  expect(ss?.sources[0]).toMatchObject({
    source: { kind: 'command', argv: ['/usr/sbin/ss', '-s'] },
    program: '/usr/bin/ss',
  });
  const sink = memorySink();
  for await (const _ of collect(planned, { catalog, host, sink }));
  expect(sink.outcomes.get('date')?.items[0]).not.toHaveProperty('program');
  expect(sink.outcomes.get('ss')?.items[0]).toMatchObject({
    source: { kind: 'command', argv: ['/usr/sbin/ss', '-s'] },
    program: '/usr/bin/ss',
  });
  await sink.close();
});
