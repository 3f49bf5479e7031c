import { type AnnouncedSpec, HostspecError, type RunReport } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { Untidy } from '../sink-error.js';
import { outcomeOf, planned, reportOf, startOf } from '../testing/run.js';
import type { WorkDirectory } from '../work-directory.js';
import { completeRun, runEnd, runRecord, tidied } from './complete-run.js';
import type { Format, RunToSalvage } from './format.js';

const end = {} as RunToSalvage;
const noSpace = new HostspecError('NO_SPACE', 'no space left for /out', { value: 7 });

/** A run whose steps end as given; says what was done. */
function runOf(steps: {
  readonly end?: Error;
  readonly complete?: Error;
  readonly salvage?: Error;
  readonly destroy?: Error;
}) {
  const did: string[] = [];
  const step =
    <T>(name: keyof typeof steps | 'release' | 'abort', answer?: T) =>
    (): T => {
      if (name !== 'end') did.push(name);
      const error = name in steps ? steps[name as keyof typeof steps] : undefined;
      if (error) throw error;
      return answer as T;
    };
  const work = {
    path: '/work',
    destroy: step('destroy'),
    release: step('release'),
  } as unknown as WorkDirectory;
  const format = {
    complete: async () => step('complete', '/out')(),
    salvage: async () => step('salvage', '/rest')(),
    abort: async () => void step('abort')(),
  } as unknown as Format;
  const complete = (told = false, transient = false) =>
    completeRun({ format, work, transient }, step('end', end), told);
  return { complete, did, work, format };
}

describe('a run is completed', () => {
  test('at its place, and its work directory is gone', async () => {
    const { complete, did } = runOf({});
    expect(await complete()).toBe('/out');
    expect(did).toEqual(['complete', 'destroy']);
  });

  test('as much as possible without space, and the error says where that is', async () => {
    const { complete, did } = runOf({ complete: noSpace });
    const error = await complete().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'NO_SPACE',
      subject: '/rest',
      value: 7,
      message: 'no space left for /out; what was collected is in /rest',
      cause: noSpace,
    });
    expect(did).toEqual(['complete', 'salvage', 'destroy']);
  });

  test('without an error if the caller knows already', async () => {
    expect(await runOf({ complete: noSpace }).complete(true)).toBe('/rest');
  });
});

describe('what was collected is kept', () => {
  test.each([
    [{ end: new Error('the journal cannot be read') }, 'SINK', ['abort', 'release']],
    [{ complete: new Error('a defect') }, 'SINK', ['complete', 'abort', 'release']],
    [{ complete: noSpace, salvage: noSpace }, 'NO_SPACE', ['complete', 'salvage', 'abort', 'release']],
  ])('if the archive cannot be completed: %j', async (steps, code, done) => {
    const { complete, did } = runOf(steps);
    await expect(complete(true)).rejects.toMatchObject({
      code,
      subject: '/work',
      message: expect.stringMatching(/; what was collected is kept in \/work$/),
    });
    expect(did).toEqual(done);
  });

  test('but not if it was to go to a stream', async () => {
    const { complete, did } = runOf({ complete: new Error('a defect') });
    const error = await complete(false, true).catch((thrown: unknown) => thrown);
    expect((error as Error).message).not.toContain('is kept');
    expect(did).toEqual(['complete', 'abort', 'destroy']);
  });
});

test('an archive that is complete is not kept twice if its work directory cannot be removed', async () => {
  const { complete, did, work } = runOf({ destroy: new Error('busy') });
  const error = await complete().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Untidy);
  expect(error).toMatchObject({ message: '/out is complete, but /work cannot be removed: busy' });
  expect(did).toEqual(['complete', 'destroy', 'abort', 'release']);
  expect(() => tidied('/out', work)).toThrow(Untidy);
});

describe('the end of a run', () => {
  const specs = ['a', 'b', 'c'].map((name) => ({
    name,
    domain: 'd',
    type: 'simple_file',
  })) as AnnouncedSpec[];
  const outcome = (name: string) => JSON.stringify({ name, status: 'collected' });
  const endOf = (rest: Partial<RunReport> = {}) => {
    const report = reportOf(startOf(specs), rest);
    const outcomes = new Map(['c', 'a'].map((name) => [name, outcome(name)]));
    return runEnd({ report, specs, outcomes, items: new Map() }).outcomes.map((each) => JSON.parse(each));
  };

  test('has one outcome for every spec, in the order of the catalog', () => {
    expect(endOf().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(endOf({ order: ['c', 'other', 'c'] }).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });

  test('has the metadata of all that were not skipped', () => {
    const report = reportOf(startOf(specs));
    const empty = outcomeOf(specs[0] as AnnouncedSpec, []);
    const outcomes = new Map([
      ['a', JSON.stringify({ ...empty, status: 'failed', reason: 'no' })],
      ['b', JSON.stringify({ ...empty, status: 'skipped', reason: 'not reached' })],
    ]);
    const paths = runEnd({ report, specs, outcomes, items: new Map() })
      .metadata()
      .map(({ path }) => path);
    expect(paths).toEqual(['meta_data/insights.specs.Specs.a.json']);
  });

  test('says why a spec was not reached', () => {
    const reason = (rest?: Partial<RunReport>) => endOf(rest).find(({ name }) => name === 'b');
    expect(reason()).toMatchObject({ status: 'skipped', reason: 'not reached: the run ended before it' });
    expect(reason({ interrupted: 'SIGINT' })).toMatchObject({
      reason: 'not reached: SIGINT',
      domain: 'd',
      type: 'simple_file',
      items: [],
      misses: [],
      duration: 0,
    });
  });
});

const specs = ['first', 'second', 'third'].map((name) => planned(name));

test('outcomes are taken from the journal if they are there, and from memory if not', () => {
  const record = runRecord(specs);
  const [first = '', second = ''] = specs.map(
    (spec) => record.add(outcomeOf(spec, [], { reason: `no ${spec.name} at Köln` })).json,
  );
  const lines = Buffer.from(`é\n${first.replace('no ', 'NO ')}\n${second.replace('no ', 'NO ')}\n`);
  record.journaled('first', Buffer.byteLength('é\n'));
  record.journaled('second', Buffer.byteLength(`é\n${first}\n`));
  const { outcomes } = record.end(reportOf(startOf(specs)), lines);
  expect(outcomes.map((json) => JSON.parse(json).reason)).toEqual([
    'NO first at Köln',
    'NO second at Köln',
    'no third at Köln',
  ]);
});
