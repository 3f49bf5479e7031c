import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CollectionSpec,
  defineCondition,
  defineProvider,
  defineSetting,
  type Effects,
  firstFile,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  listdir,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test, vi } from 'vitest';
import { collectSpecs, describeSpecs, doc, planSpecs, temporaryDirectory } from '../testing/collect-specs.js';

const directory = temporaryDirectory();

/** A command that leaves a trace if it runs. */
const traced = (name: string): string => `/bin/sh -c 'echo ran > ${join(directory(), name)}; echo ${name}'`;
const changes: Effects = { changesState: { what: 'leaves a trace' } };
const network: Effects = { network: true };
const offline = 'needs the network, and offline is set';
const held = "changes the host's state (leaves a trace); allow it with allowStateChanges";

const no = defineCondition({ name: 'No', doc: 'No', evaluate: () => ({ holds: false, reason: 'not here' }) });
const yes = defineCondition({ name: 'Yes', doc: 'Yes', evaluate: () => ({ holds: true, reason: 'here' }) });
const given = defineProvider({ name: 'given', doc: 'Given', yields: 'list', evaluate: () => ['a', 'b'] });
const parts = { conditions: [no, yes], providers: [given] };

/** Whether a traced command ran. */
async function ran(name: string): Promise<boolean> {
  const { it } = await collectSpecs({ it: simpleFile(join(directory(), name), doc) });
  return it.status === 'collected';
}

describe('a command that must not run does not run, wherever it is nested', () => {
  const nestings: Readonly<Record<string, (effects: Effects) => CollectionSpec>> = {
    'an alternative': (effects) => firstOf([simpleCommand(traced('it'), { effects })]),
    'the spec of a head': (effects) => head(simpleCommand(traced('it'), { effects })),
    'an alternative of an alternative': (effects) =>
      firstOf([head(firstOf([simpleCommand(traced('it'), { effects })]))]),
    'a provider of elements': (effects) =>
      foreachExecute('/bin/echo %s', simpleCommand(traced('it'), { effects })),
    'a provider of paths': (effects) =>
      foreachCollect('/%s', simpleCommand(traced('it'), { effects }) as never),
    'a command for each element': (effects) =>
      firstOf([foreachExecute(`${traced('it')} %s`, given(), { effects })]),
  };
  test.each(Object.keys(nestings))('%s', async (name) => {
    const nested = (effects: Effects) => ({ ...nestings[name]?.(effects), ...doc }) as never;
    const options = { parts, offline: true };
    expect((await collectSpecs({ it: nested(changes) }, options)).it).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining(held),
    });
    expect((await collectSpecs({ it: nested(network) }, options)).it).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining(offline),
    });
    expect(await ran('it')).toBe(false);
    await collectSpecs({ it: nested(changes) }, { parts, allowStateChanges: true });
    expect(await ran('it')).toBe(true);
  });

  test('a command that changes the host only with some arguments', async () => {
    const effects: Effects = { changesState: { what: 'leaves a trace', arguments: ['-s'] } };
    const { plain, nested, lists, reads } = await collectSpecs(
      {
        plain: simpleCommand(`${traced('plain')} -s`, { ...doc, effects }),
        nested: firstOf([simpleCommand(`${traced('nested')} -s`)], { ...doc, effects }),
        lists: foreachExecute('/bin/echo %s', simpleCommand(`${traced('lists')} -s`, { effects }), doc),
        reads: simpleCommand('/bin/echo -n read', { ...doc, effects }),
      },
      {},
    );
    for (const outcome of [plain, nested, lists])
      expect(outcome).toMatchObject({ status: 'skipped', reason: expect.stringContaining(`-s ${held}`) });
    for (const name of ['plain', 'nested', 'lists']) expect(await ran(name)).toBe(false);
    expect(reads.texts).toEqual(['read']);
  });

  test('a nested spec must not do what the outer spec must not do', async () => {
    const outer = firstOf([simpleCommand(traced('it'), { effects: { needsRoot: true, network: false } })], {
      ...doc,
      effects: { ...changes, ...network },
    });
    expect((await collectSpecs({ it: outer })).it).toMatchObject({ status: 'skipped', reason: held });
    expect((await collectSpecs({ it: outer }, { offline: true, allowStateChanges: true })).it).toMatchObject({
      status: 'skipped',
      reason: offline,
    });
    const some = { changesState: { what: 'leaves a trace', arguments: ['-s'] } };
    const inner = [simpleCommand(`${traced('it')} -s`, { effects: { needsRoot: true } })];
    const { it } = await collectSpecs({ it: firstOf(inner, { ...doc, effects: some }) });
    expect(it).toMatchObject({ status: 'skipped', reason: `-s ${held}` });
    expect(await ran('it')).toBe(false);
  });
});

describe('alternatives', () => {
  test('a skipped one is reported, and the next is tried', async () => {
    const specs = {
      later: firstOf(
        [
          simpleCommand('/bin/echo packets', { effects: network }),
          simpleFile('/no/such/file'),
          simpleCommand('/bin/echo gated', { when: no() }),
          simpleCommand('/bin/echo the last', { when: yes() }),
        ],
        doc,
      ),
      none: firstOf([simpleCommand('/bin/echo packets', { effects: network }), simpleFile('/no/file')], doc),
      all: firstOf(
        [simpleCommand('/bin/echo packets', { effects: network }), globFile(['/etc/*'], { when: no() })],
        doc,
      ),
    };
    for (const deferConditions of [false, true]) {
      const { later, none, all } = await collectSpecs(specs, { parts, offline: true, deferConditions });
      expect(later).toMatchObject({ status: 'collected', texts: ['the last\n'] });
      expect(later.misses).toMatchObject([
        { source: { argv: ['/bin/echo', 'packets'] }, status: 'skipped', reason: offline },
        { source: { argv: ['/bin/echo', 'gated'] }, status: 'skipped', reason: 'not here' },
      ]);
      expect(none).toMatchObject({ status: 'absent', misses: [{ reason: offline }, { status: 'absent' }] });
      expect(all).toMatchObject({ status: 'skipped', reason: `${offline}; not here`, misses: [] });
    }
    expect((await collectSpecs(specs, { parts })).later.texts).toEqual(['packets\n']);
  });

  test('a plan reports it too, with the effects of each', async () => {
    const specs = {
      it: firstOf(
        [
          simpleCommand('/bin/echo packets', { effects: network }),
          simpleCommand('/bin/echo gated', { when: no() }),
          simpleCommand('/bin/echo root', { effects: { needsRoot: true } }),
          foreachExecute('/bin/echo %s', given(), { effects: network }),
        ],
        doc,
      ),
      all: head(globFile(['/etc/*'], { when: no() }), doc),
      files: firstOf(
        [
          listdir('/etc/dir', { when: no() }),
          globFile(['/a*', '/b*'], { when: no() }),
          firstFile(['/c', '/d'], { when: no() }),
          head(simpleFile('/e'), { when: no() }),
          simpleFile('/f'),
        ],
        doc,
      ),
    };
    const [it, all, files] = await describeSpecs(specs, { parts, offline: true });
    expect(it?.sources).toEqual([
      {
        source: { kind: 'command', argv: ['/bin/echo', 'packets'] },
        effects: network,
        gap: { status: 'skipped', reason: offline },
      },
      {
        source: { kind: 'command', argv: ['/bin/echo', 'gated'] },
        gap: { status: 'skipped', reason: 'not here' },
      },
      { source: { kind: 'command', argv: ['/bin/echo', 'root'] }, effects: { needsRoot: true } },
      {
        source: { kind: 'command', argv: ['/bin/echo', '%s'] },
        effects: network,
        gap: { status: 'skipped', reason: offline },
      },
    ]);
    expect(files?.sources.map(({ source, gap }) => [source, gap?.status])).toEqual([
      [{ kind: 'listing', path: '/etc/dir' }, 'skipped'],
      ...['/a*', '/b*', '/c', '/d', '/e'].map((path) => [{ kind: 'file', path }, 'skipped']),
      [{ kind: 'file', path: '/f' }, 'absent'],
    ]);
    expect(all).toMatchObject({ sources: [], gap: { status: 'skipped', reason: 'not here' } });
  });

  test('a condition or setting that is not in the catalog is an error when composing', async () => {
    await expect(
      planSpecs({ it: firstOf([simpleFile('/a', { when: { condition: 'Yess' } })], doc) }, { parts }),
    ).rejects.toThrow('spec it needs condition Yess, which no composed slice has; did you mean Yes?');
    const endpoint = { setting: 'nowhere', url: 'http://127.0.0.1' };
    await expect(
      planSpecs({ it: head(simpleCommand('/bin/echo', { endpoint }), doc) }, { parts }),
    ).rejects.toThrow('spec it needs setting nowhere for its endpoint');
  });
});

describe('options of a nested spec apply to its own tasks', () => {
  test('env, inheritEnv, keepRc, raw, saveAs, signal and timeout', async () => {
    process.env.HOSTSPEC_TEST_INHERITED = 'inherited';
    const command = `/bin/sh -c 'echo "$A $B $HOSTSPEC_TEST_INHERITED"; exit 3'`;
    const options = {
      env: { B: 'nested' },
      inheritEnv: ['HOSTSPEC_TEST_INHERITED'],
      keepRc: true,
      saveAs: 'name',
      raw: true,
    } as const;
    const stubborn = `/bin/sh -c 'trap "echo told; exit 0" TERM; echo begun; sleep 60 & wait'`;
    const { it, plain, slow } = await collectSpecs({
      it: firstOf([head(simpleCommand(command, options))], { ...doc, env: { A: 'outer', B: 'outer' } }),
      plain: simpleCommand(command, { ...doc, env: { A: 'outer' } }),
      slow: firstOf([simpleCommand(stubborn, { timeout: 0.5, signal: 'SIGTERM', keepRc: true })], doc),
    });
    delete process.env.HOSTSPEC_TEST_INHERITED;
    expect(it).toMatchObject({
      status: 'collected',
      texts: ['outer nested inherited\n'],
      items: [{ rc: 3, saveAs: 'name', raw: true }],
    });
    expect(plain.status).toBe('failed');
    expect(slow).toMatchObject({
      status: 'truncated',
      texts: ['begun\ntold\n'],
      items: [{ truncated: { reason: 'took longer than 0.5 s' } }],
    });
  });

  test('endpoint and secret', async () => {
    const where = defineSetting({ name: 'where', doc: 'Where', default: 'http://127.0.0.2' });
    const token = defineProvider({ name: 'token', doc: 'Token', yields: 'list', evaluate: () => ['s3cret'] });
    const endpoint = { setting: 'where', url: 'http://127.0.0.1' };
    const curl = '/bin/echo --header %s';
    const specs = {
      redirected: firstOf([simpleCommand('/bin/echo http://127.0.0.1/x', { endpoint })], doc),
      hidden: firstOf([foreachExecute(`${curl}`, token(), { secret: 'curl-config' })], doc),
      elements: foreachExecute(
        '/bin/echo got %s',
        simpleCommand('/bin/echo http://127.0.0.1/x', { endpoint }),
        doc,
      ),
    };
    const outcomes = await collectSpecs(specs, { parts: { settings: [where], providers: [token] } });
    expect(outcomes.redirected.texts).toEqual(['http://127.0.0.2/x\n']);
    expect(outcomes.elements.texts).toEqual(['got http://127.0.0.2/x\n']);
    expect(JSON.stringify(outcomes.hidden)).not.toContain('s3cret');
    expect(outcomes.hidden.status).toBe('collected');
  });

  test('options of an inline command apply to that command only', async () => {
    const options = { env: { A: 'x' }, keepRc: true };
    const { it, gated, names } = await collectSpecs(
      {
        it: foreachExecute(
          `/bin/sh -c 'echo "$0 [$A]"' %s`,
          simpleCommand(`/bin/sh -c 'echo "of $A"; exit 1'`, options),
          doc,
        ),
        gated: foreachExecute('/bin/echo %s', simpleCommand('/bin/echo a', { when: no() }), doc),
        names: foreachCollect('/%s', listdir('/', { when: no() }), doc),
      },
      { parts },
    );
    expect(it.texts).toEqual(['of x []\n']);
    expect(gated).toMatchObject({
      status: 'skipped',
      reason: '"/bin/echo a": not here',
    });
    expect(names).toMatchObject({ status: 'skipped', reason: '/: not here' });
  });

  test('a head whose first item is denied is denied, and takes no other', async () => {
    const files = { '/a/1': { content: 'x', denied: true }, '/a/2': 'y' } as const;
    const { it } = await collectSpecs({ it: head(globFile(['/a/*']), doc) }, { host: fakeHost({ files }) });
    expect(it).toMatchObject({ status: 'denied', items: [] });
    expect(it.reason).toMatch(/^\/a\/1: .* \(the first of 2, the only one taken\)$/);
  });

  test('the outcome of a head says if there are more files than are listed', async () => {
    for (let index = 0; index < 1001; index++)
      writeFileSync(join(directory(), `${index}`.padStart(4, '0')), 'x');
    const { it } = await collectSpecs({ it: head(globFile([join(directory(), '*')]), doc) });
    expect(it).toMatchObject({
      status: 'truncated',
      texts: ['x'],
      reason: expect.stringContaining('the 1000 newest of 1001 files'),
    });
  });
});

test('a clock that is set back while a spec is collected does not change how long it took', async () => {
  const real = Date.now;
  let calls = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 1_000_000 * calls++);
  const { it } = await collectSpecs({ it: simpleCommand('/bin/echo it', doc) });
  expect(it.duration).toBeGreaterThanOrEqual(0);
});
