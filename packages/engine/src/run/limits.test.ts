import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLocalHost } from '@hostspec/local-host';
import {
  type CollectingHost,
  defineCondition,
  defineProvider,
  foreachCollect,
  foreachExecute,
  globFile,
  type Host,
  hostError,
  type Outcome,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { collectInto, memorySink, plan } from '../index.js';
import { catalogOf, collectSpecs, doc, temporaryDirectory } from '../testing/collect-specs.js';

const directory = temporaryDirectory();

function write(path: string, content: string): string {
  const file = join(directory(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Writes files in an order that differs from that of their names; returns their paths, the oldest first. */
function writeMany(path: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, age) => {
    const file = write(`${path}/${(age * 7919) % count}`, 'x');
    utimesSync(file, 2000 + age, 2000 + age);
    return file;
  });
}

const given = (...elements: readonly string[]) =>
  defineProvider({ name: 'given', doc: 'Given', yields: 'list', evaluate: () => elements });

/** A host of which a test gives only the parts that it needs. */
const bareHost = (parts: Partial<Host>): Host => ({
  executes: true,
  readFile: async () => Buffer.from('x'),
  stat: async () => undefined,
  list: async () => [],
  glob: async () => ({ paths: [], notEntered: [] }),
  run: async () => ({ rc: 0, output: Buffer.from('x') }),
  which: async () => undefined,
  ...parts,
});

function pathsOf({ items }: Pick<Outcome, 'items'>): readonly string[] {
  return items.map(({ source }) => ('path' in source ? source.path : ''));
}

describe('if there are more files than the limit', () => {
  test('the newest are collected, in alphabetical order, and the outcome says so', async () => {
    const [many, few] = [writeMany('many', 1200), writeMany('few', 10)];
    const patterns = [join(directory(), 'few/*'), join(directory(), 'many/*')] as const;
    const names = given(...patterns);
    const { one, both, each } = await collectSpecs(
      {
        one: globFile([patterns[1]], doc),
        both: globFile([`${directory()}/ma*/*`, patterns[0]], doc),
        each: foreachCollect('%s', names(), doc),
      },
      { parts: { providers: [names] } },
    );
    const newest = many.slice(200).sort();
    const said = `the 1000 newest of 1200 files that match ${patterns[1]}`;
    expect(one).toMatchObject({ status: 'truncated', reason: said });
    expect(pathsOf(one)).toEqual(newest);
    expect(both.reason).toContain('the 1000 newest of 1210 files');
    expect(pathsOf(both)).toEqual(many.slice(210 - few.length).sort());
    expect(each).toMatchObject({ status: 'truncated', reason: said });
    expect(pathsOf(each)).toEqual([...few].sort().concat(newest));
  });

  test('the age of a link is its own, and a link to a directory does not count as a file', async () => {
    const files = writeMany('files', 999);
    utimesSync(write('other/file', 'x'), 1, 1);
    mkdirSync(join(directory(), 'directory'));
    for (let index = 0; index < 50; index++)
      symlinkSync(join(directory(), 'directory'), join(directory(), `files/link-${index}`));
    symlinkSync(join(directory(), 'other/file'), join(directory(), 'files/to-file'));
    const { it } = await collectSpecs({ it: globFile([join(directory(), 'files/*')], doc) });
    expect(it.status).toBe('collected');
    expect(it.items).toHaveLength(files.length + 1);
  });

  test('a host without file ages reports it, and one that finds all files gives the newest', async () => {
    const paths = Array.from({ length: 1500 }, (_, index) => `/log/${index}`).sort();
    const ageOf = (path: string): number => Number(path.slice('/log/'.length));
    const hostOf = (modified: (path: string) => number): Host =>
      bareHost({
        executes: false,
        stat: async (path) => ({ kind: 'file', size: 1, modified: modified(path) }),
        glob: async () => ({ paths, notEntered: [] }),
      });
    const specs = { it: globFile(['/log/*'], doc) };
    const { it: unknown } = await collectSpecs(specs, { host: hostOf(() => 0) });
    expect(unknown.reason).toBe(
      'the first 1000 of 1500 files that match /log/*: it is unknown which are the newest',
    );
    expect(pathsOf(unknown)).toEqual(paths.slice(0, 1000));
    const { it } = await collectSpecs(specs, { host: hostOf(ageOf) });
    expect(it.reason).toBe('the 1000 newest of 1500 files that match /log/*');
    expect(pathsOf(it)).toEqual(paths.filter((path) => ageOf(path) >= 500));
  });

  test('links to their own directory do not multiply endlessly', async () => {
    write('fan/x', 'x');
    for (let index = 0; index < 12; index++) symlinkSync('.', join(directory(), `fan/${index}`));
    const { it } = await collectSpecs({ it: globFile([`${directory()}/fan/*/*/*/*/*/*/*/none`], doc) });
    expect(it).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('only the first 10000 directories that match * were searched'),
    });
  });
});

describe('the bytes of a run', () => {
  test('never exceed the limit, whatever is under way', async () => {
    const file = write('file', 'x'.repeat(1000));
    const specs = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `s${index}`,
        index % 2 === 0 ? simpleFile(file, doc) : simpleCommand(`/bin/seq ${index} 1000`, doc),
      ]),
    );
    for (const maxBytes of [1, 999, 2500.5]) {
      const outcomes = Object.values(await collectSpecs(specs, { maxBytes }));
      const items = outcomes.flatMap((outcome) => outcome.items);
      expect(items.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Math.floor(maxBytes));
      for (const { texts, items: own } of outcomes)
        expect(texts.map((text) => text.length)).toEqual(own.map(({ bytes }) => bytes));
      for (const { status, reason } of outcomes.filter((outcome) => outcome.items.length === 0))
        expect([status, reason]).toEqual(['skipped', expect.stringContaining('used up')]);
    }
  });
});

describe('the time of a run', () => {
  const never = (): Promise<never> => new Promise(() => {});
  const over = { status: 'skipped', reason: 'not reached: the 0.3 s for the whole run are over' };

  test('is not extended by a provider or condition', async () => {
    const given = defineProvider({ name: 'given', doc: 'Given', yields: 'list', evaluate: never });
    const asked = defineCondition({ name: 'asked', doc: 'Asked', evaluate: never });
    const outcomes = await collectSpecs(
      {
        provider: foreachExecute('/bin/echo %s', given(), doc),
        condition: simpleCommand('/bin/echo', { ...doc, when: asked() }),
      },
      { parts: { providers: [given], conditions: [asked] }, deferConditions: true, maxTime: 0.3 },
    );
    for (const outcome of Object.values(outcomes)) expect(outcome).toMatchObject(over);
  });

  test('is not extended by a provider that reads files endlessly', async () => {
    const path = write('file', 'x');
    const reads = async ({ host }: { readonly host: Host }): Promise<never> => {
      for (;;) {
        await host.readFile(path);
        await host.list(directory());
        await host.stat(path);
      }
    };
    const looks = async ({ host }: { readonly host: Host }): Promise<never> => {
      for (;;) await host.stat(path);
    };
    const providers = [reads, looks].map((evaluate) =>
      defineProvider({ name: evaluate.name, doc: 'Given', yields: 'list', evaluate }),
    );
    const specs = Object.fromEntries(
      providers.map((each) => [each.definition.name, foreachExecute('/bin/echo %s', each(), doc)]),
    );
    const outcomes = await collectSpecs(specs, { parts: { providers }, maxTime: 0.3 });
    expect(outcomes.reads).toMatchObject(over);
    expect(outcomes.looks).toMatchObject(over);
  });

  test('leaves what was read by then, also if the host ends reading with an error', async () => {
    const local = createLocalHost();
    let stop = (_: Error): void => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = reject;
    });
    const host: CollectingHost = {
      ...local,
      async readInto(path, take) {
        if (path === '/long') await take(Buffer.from('begun\n'.repeat(200)));
        return await stopped;
      },
      async stop(reason) {
        stop(hostError('failed', 'the request has ended'));
        return local.stop(reason);
      },
    };
    const specs = { long: simpleFile('/long', doc), other: simpleFile('/other', doc) };
    const { long, other } = await collectSpecs(specs, { host, maxTime: 0.3 });
    const reason = 'the first 1200 bytes: the 0.3 s for the whole run are over';
    expect(long).toMatchObject({ status: 'truncated', items: [{ bytes: 1200, truncated: { reason } }] });
    expect(other).toMatchObject(over);
  });
});

test('a path with a NUL byte is refused, not cut', async () => {
  const paths = given(`${write('a', 'x')}\0b`);
  const specs = { it: foreachCollect('%s', paths(), doc) };
  const { it } = await collectSpecs(specs, { parts: { providers: [paths] } });
  expect(it).toMatchObject({ status: 'denied', reason: expect.stringContaining('contains a NUL byte') });
});

test('a host that is lost ends the run: what was collected stays, and the report has the failure', async () => {
  let lose = (_reason: string): void => {};
  const local = createLocalHost();
  const host: CollectingHost = {
    ...local,
    onLost: (listener) => {
      lose = listener;
    },
    async runInto(argv, take, options) {
      if (argv[0] !== '/bin/lost') return local.runInto(argv, take, options);
      lose('the cable is cut');
      throw hostError('failed', 'the cable is cut');
    },
  };
  const catalog = catalogOf({
    kept: simpleCommand('/bin/echo kept', doc),
    lost: simpleCommand('/bin/lost', doc),
  });
  const sink = memorySink();
  const { report } = await collectInto(await plan(catalog, { host }), { catalog, host, sink });
  const message = 'the host can no longer be reached: the cable is cut';
  expect(report).toMatchObject({ failure: { code: 'HOST_LOST', message }, interrupted: message });
  expect(sink.outcomes.get('lost')).toMatchObject({ status: 'skipped', reason: `not reached: ${message}` });
});

describe('a spec', () => {
  const naps = given('0.3', '0.31', '0.32', '0.33', '0.34', '0.35', '0.36', '0.37', '0.38', '0.39', '0.4');
  const specs = {
    naps: foreachExecute('/bin/sleep %s', naps(), { ...doc, keepRc: true }),
    date: simpleCommand('/bin/date', doc),
  };

  test('starts nothing more after its time limit, and what it has started ends by itself', async () => {
    const sink = memorySink();
    const catalog = slice({ name: 'test', version: '1.0.0', specs, providers: [naps] });
    const host = createLocalHost();
    const planned = await plan(catalog, { host });
    await collectInto(planned, { catalog, host, sink, redaction: 'none', maxSpecTime: 0.2 });
    const { status, reason, misses = [] } = sink.outcomes.get('naps') ?? {};
    const reached = misses.filter((miss) => miss.status === 'empty');
    expect(misses).toHaveLength(11);
    expect(reached.length).toBeGreaterThan(0);
    expect(misses.filter((miss) => !reached.includes(miss)).map((miss) => miss.reason)).toEqual(
      Array(11 - reached.length).fill('not reached: the 0.2 s for one spec are over'),
    );
    expect([status, reason]).toEqual([
      'timed out',
      expect.stringMatching(/^\/bin\/sleep 0\.\d+: not reached: the 0\.2 s for one spec are over/),
    ]);
    expect(sink.outcomes.get('date')?.status).toBe('collected');
    await sink.close();
  });

  test('whose commands walk trees runs one of them at a time', async () => {
    const du = write(
      'bin/du',
      `#!/bin/sh\nmkdir ${directory()}/one || exit 1\nsleep 0.05\nrmdir ${directory()}/one\necho $1\n`,
    );
    chmodSync(du, 0o755);
    const names = given('a', 'b', 'c', 'd');
    const specs = { sizes: foreachExecute(`${du} %s`, names(), doc) };
    const { sizes } = await collectSpecs(specs, { parts: { providers: [names] } });
    expect([sizes.status, sizes.items.length]).toEqual(['collected', 4]);
  });
});
