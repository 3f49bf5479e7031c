import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLocalHost, type LocalHostOptions } from '@hostspec/local-host';
import {
  type CollectionSpec,
  type Context,
  commandWithArgs,
  defineCondition,
  defineProvider,
  firstFile,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  listdir,
  nothing,
  nothingWithout,
  type Provider,
  type SpecOptions,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectInto, memorySink, plan } from '../index.js';
import { type Collected, collectSpecs, type Given, temporaryDirectory } from '../testing/collect-specs.js';

const directory = temporaryDirectory();
let root: string;

beforeEach(() => {
  root = join(directory(), 'root');
  mkdirSync(root);
});

function write(path: string, content: string | Uint8Array): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const doc = { doc: 'A test' } as const;

const run = <const S extends Parameters<typeof collectSpecs>[0]>(
  specs: S,
  host: LocalHostOptions = {},
  parts: Given['parts'] = {},
  options: Omit<Given, 'host' | 'parts'> = {},
): Promise<Readonly<Record<keyof S, Collected>>> =>
  collectSpecs(specs, { ...options, host: createLocalHost(host), parts });

async function one(
  it: CollectionSpec & SpecOptions,
  host?: LocalHostOptions,
  parts?: Given['parts'],
): Promise<Collected> {
  return (await run({ it }, host, parts)).it;
}

function provider<S extends Provider['definition']['yields']>(
  yields: S,
  value: Awaited<ReturnType<Provider<string, S>['definition']['evaluate']>>,
  width?: number,
): Provider<'given', S> {
  return defineProvider({ ...named('given', () => value), yields, ...(width ? { width } : {}) });
}

const named = <const Name extends string, Evaluate>(name: Name, evaluate: Evaluate) =>
  ({ name, doc: 'Given', yields: 'list', evaluate }) as const;

describe('simple_file', () => {
  test('stores the bytes of a file unchanged', async () => {
    const bytes = Uint8Array.from([0xff, 0, 13, 10, 0xc3]);
    write('etc/odd', bytes);
    const catalog = slice({ name: 'test', version: '1.0.0', specs: { it: simpleFile('/etc/odd', doc) } });
    const host = createLocalHost({ root });
    const sink = memorySink();
    await collectInto(await plan(catalog, { host }), { catalog, host, sink });
    const { items: [item] = [], ...outcome } = sink.outcomes.get('it') ?? {};
    expect(outcome).toMatchObject({ status: 'collected' });
    expect(outcome).not.toHaveProperty('reason');
    expect(item).toMatchObject({ bytes: 5, source: { kind: 'file', path: '/etc/odd' } });
    expect(new Uint8Array(await sink.read(item as never))).toEqual(bytes);
    await sink.close();
  });

  test('a path without a leading slash is below the root', async () => {
    write('proc/stat', 'cpu\n');
    expect((await one(simpleFile('proc/stat', doc), { root })).texts).toEqual(['cpu\n']);
  });

  test('an empty file, a missing file and a directory have their own outcomes', async () => {
    write('etc/empty', '');
    mkdirSync(join(root, 'etc/dir'));
    const specs = {
      empty: simpleFile('/etc/empty', doc),
      missing: simpleFile('/etc/missing', doc),
      dir: simpleFile('/etc/dir', doc),
    };
    expect(await run(specs, { root })).toMatchObject({
      empty: { status: 'empty', reason: '/etc/empty is empty', items: [] },
      missing: { status: 'absent' },
      dir: { status: 'denied', reason: expect.stringContaining('is a directory') },
    });
  });

  test('a file or an output of nothing but line ends is empty, and a raw file is not', async () => {
    write('etc/blank', '\n\r\n');
    write('etc/long', '\n'.repeat(200_000));
    write('etc/last', `${'\n'.repeat(200_000)}x`);
    const file = (path: string) => simpleFile(path, doc);
    const files = {
      blank: file('/etc/blank'),
      long: file('/etc/long'),
      last: file('/etc/last'),
      raw: simpleFile('/etc/blank', { ...doc, raw: true }),
    };
    expect(await run(files, { root })).toMatchObject({
      blank: { status: 'empty', reason: '/etc/blank contains only line ends' },
      long: { status: 'empty' },
      last: { status: 'collected' },
      raw: { status: 'collected' },
    });
    expect(await one(simpleCommand('/bin/echo', doc))).toMatchObject({
      status: 'empty',
      reason: '"/bin/echo" printed only line ends',
      items: [],
      misses: [{ rc: 0 }],
    });
    expect(await one(simpleCommand('/bin/echo -n', doc))).toMatchObject({
      status: 'empty',
      reason: '"/bin/echo -n" printed nothing',
    });
    expect((await one(simpleCommand('/bin/echo " "', doc))).status).toBe('collected');
  });

  needs('root')('a file that the user may not read is denied', async () => {
    const file = write('etc/secret', 'x');
    chmodSync(file, 0o000);
    for (const path of [directory(), root, dirname(file)]) chmodSync(path, 0o755);
    process.seteuid?.(65534);
    try {
      expect(await one(simpleFile('/etc/secret', doc), { root })).toMatchObject({
        status: 'denied',
        reason: expect.stringContaining('permission denied'),
      });
    } finally {
      process.seteuid?.(0);
    }
  });

  test('keeps the end of a file larger than the limit, starting with a whole line', async () => {
    write('var/log', 'first line\nsecond line\nthird line\n');
    const outcome = await one(simpleFile('/var/log', doc), { root, maxItemBytes: 20 });
    expect(outcome).toMatchObject({ status: 'truncated', texts: ['third line\n'] });
    expect(outcome.items[0]?.truncated).toEqual({ reason: 'the last 11 of 34 bytes', originalBytes: 34 });
    expect(
      (await one(simpleFile('/var/log', { ...doc, raw: true }), { root, maxItemBytes: 20 })).texts[0],
    ).toHaveLength(20);
  });

  test.each([
    ['/sys/class/net/lo/type', /^772\n$/],
    ['/proc/cpuinfo', /processor/],
  ])('a file of the kernel is read to its end, whatever its size says: %s', async (path, text) => {
    const { status, texts } = await one(simpleFile(path, doc));
    expect([status, texts[0]]).toEqual(['collected', expect.stringMatching(text)]);
  });
});

describe('simple_command', () => {
  test('runs without a shell, stdin empty, standard error merged in the order of arrival', async () => {
    const outcome = await one(
      simpleCommand(`/bin/sh -c 'echo one; echo two >&2; cat; echo three; echo "$0"' '$HOME;*'`, doc),
    );
    expect(outcome).toMatchObject({ status: 'collected', texts: ['one\ntwo\nthree\n$HOME;*\n'] });
    expect(outcome.items[0]).toMatchObject({
      rc: 0,
      source: { kind: 'command', argv: ['/bin/sh', '-c', expect.any(String), '$HOME;*'] },
    });
  });

  test('a non-zero status is a failure that shows the output, unless the spec keeps it', async () => {
    const command = `/bin/sh -c 'echo broken; exit 3'`;
    const failed = await one(simpleCommand(command, doc));
    expect(failed).toMatchObject({ status: 'failed', items: [], reason: '/bin/sh exited with 3: broken' });
    expect(failed.misses[0]).toMatchObject({ rc: 3 });
    expect((await one(simpleCommand('/bin/false', doc))).reason).toBe(
      '/bin/false exited with 1 and printed nothing',
    );
    const again = await one(simpleCommand(`/bin/sh -c 'printf "no\\r\\n"; echo way; echo no; exit 3'`, doc));
    expect(again.reason).toBe('/bin/sh exited with 3: no\nway');
    const kept = await one(simpleCommand(command, { ...doc, keepRc: true }));
    expect(kept).toMatchObject({ status: 'collected', texts: ['broken\n'] });
    expect(kept.items[0]?.rc).toBe(3);
  });

  test('the output of a command that a signal ends is kept if the spec keeps that of a failed one', async () => {
    const command = `/bin/sh -c 'echo half; kill -SEGV $$'`;
    expect(await one(simpleCommand(command, doc))).toMatchObject({
      status: 'failed',
      reason: 'ended by SIGSEGV: half',
    });
    expect(await one(simpleCommand(command, { ...doc, keepRc: true }))).toMatchObject({
      status: 'truncated',
      texts: ['half\n'],
      items: [{ truncated: { reason: 'ended by SIGSEGV' } }],
    });
    const silent = simpleCommand(`/bin/sh -c 'kill -SEGV $$'`, { ...doc, keepRc: true });
    expect(await one(silent)).toMatchObject({ status: 'failed', items: [] });
  });

  test('a command that is missing, prints nothing or takes too long is reported, and the rest continues', async () => {
    const stubborn = `/bin/sh -c 'trap "" TERM; while :; do sleep 1; done'`;
    const specs = {
      missing: simpleCommand('/usr/bin/no-such-program -x', doc),
      bare: simpleCommand('no-such-program', doc),
      silent: simpleCommand('/bin/true', doc),
      slow: simpleCommand('/bin/sleep 60', { ...doc, timeout: 0.3 }),
      stubborn: simpleCommand(stubborn, { ...doc, timeout: 0.3, signal: 'SIGTERM' }),
      fine: simpleCommand('/bin/echo fine', doc),
    };
    expect(await run(specs, { jobs: 3 })).toMatchObject({
      missing: { status: 'absent', reason: 'command not found: /usr/bin/no-such-program' },
      bare: { status: 'absent' },
      silent: { status: 'empty' },
      slow: { status: 'timed out', reason: '/bin/sleep 60: took longer than 0.3 s' },
      stubborn: { status: 'timed out' },
      fine: { status: 'collected' },
    });
  });

  test('no command runs below a root that is not the running machine', async () => {
    expect(await one(simpleCommand('/bin/echo x', doc), { root })).toMatchObject({
      status: 'absent',
      reason: expect.stringContaining('not run'),
    });
  });
});

describe('glob_file', () => {
  test('patterns in their order, matches sorted, no directories, dot files only explicitly, no braces', async () => {
    for (const name of ['b.conf', 'a.conf', '.hidden.conf', '{a,b}.conf', '!x.conf', '[.conf'])
      write(`etc/d/${name}`, name);
    mkdirSync(join(root, 'etc/d/dir.conf'));
    const paths = async (...patterns: string[]): Promise<unknown[]> =>
      (await one(globFile(patterns, doc), { root })).items.map(({ source }) =>
        'path' in source ? source.path.slice(7) : '',
      );
    expect(await paths('/etc/d/b*', '/etc/d/*.conf')).toEqual([
      'b.conf',
      '!x.conf',
      '[.conf',
      'a.conf',
      'b.conf',
      '{a,b}.conf',
    ]);
    expect(await paths('/etc/d/.*.conf')).toEqual(['.hidden.conf']);
    expect(await paths('/etc/d/{a,b}.conf')).toEqual(['{a,b}.conf']);
    expect(await paths('/etc/d/[!b{!.[]*.conf', '/etc/d/!x.conf')).toEqual(['a.conf', '!x.conf']);
    expect(await paths('etc/d/[ab].con?')).toEqual(['a.conf', 'b.conf']);
  });

  test('no match is absent', async () => {
    expect(await one(globFile(['/etc/*.nope'], doc), { root })).toMatchObject({
      status: 'absent',
      reason: 'no file matches /etc/*.nope',
    });
  });

  test('unusable files are left out one by one, and reported', async () => {
    write('etc/d/good', 'x');
    write('etc/d/empty', '');
    symlinkSync('nowhere', join(root, 'etc/d/dangling'));
    const outcome = await one(globFile(['/etc/d/*'], doc), { root });
    expect(outcome).toMatchObject({
      status: 'collected',
      texts: ['x'],
      reason: expect.stringContaining('2 of 3 gave nothing'),
    });
    expect(outcome.misses.map((miss) => miss.status)).toEqual(['absent', 'empty']);
  });
});

describe('first_file, first_of, head and listdir', () => {
  test('the first file that is there', async () => {
    write('b', 'second');
    write('c', 'third');
    expect((await one(firstFile(['/a', '/b', '/c'], doc), { root })).texts).toEqual(['second']);
    // An empty file switches off what the later ones say.
    write('b', '');
    expect(await one(firstFile(['/a', '/b', '/c'], doc), { root })).toMatchObject({
      status: 'empty',
      reason: '/b is empty',
      misses: [{ status: 'absent' }, { status: 'empty' }],
    });
    expect(await one(firstFile(['/x', '/y'], doc), { root })).toMatchObject({
      status: 'absent',
      misses: [{}, {}],
    });
  });

  test('the first alternative that returns data, not the first whose command exists', async () => {
    const outcome = await one(
      firstOf(
        [
          simpleCommand('/bin/false'),
          simpleCommand('/bin/true'),
          simpleCommand('/bin/echo third'),
          simpleCommand('/bin/echo fourth'),
        ],
        doc,
      ),
    );
    expect(outcome.texts).toEqual(['third\n']);
    expect(await one(firstOf([simpleCommand('/bin/false'), simpleFile('/no/such')], doc))).toMatchObject({
      status: 'failed',
    });
  });

  test('the first item of a list', async () => {
    write('log/b.log', 'b');
    write('log/c.log', 'c');
    const logs = globFile(['/log/*.log']);
    for (const spec of [head(logs), head(head(logs)), firstOf([simpleFile('/none'), head(logs)])])
      expect(await one({ ...spec, ...doc }, { root })).toMatchObject({ status: 'collected', texts: ['b'] });
    expect((await one(head(globFile(['/log/c*', '/log/*']), doc), { root })).texts).toEqual(['c']);
    const chosen = await one(head(firstOf([globFile(['/none/*']), logs]), doc), { root });
    expect(chosen).toMatchObject({ status: 'collected', texts: ['b'], misses: [] });
    expect(await one(head(listdir('/log'), doc), { root })).toMatchObject({
      status: 'collected',
      texts: ['b.log\n'],
    });
    const names = foreachCollect('/log/%s', listdir('/log'));
    expect((await one(head(names, doc), { root })).texts).toEqual(['b']);
    const commands = foreachExecute('/bin/echo %s', provider('list', ['b', 'c'])());
    expect(
      await one(head(commands, doc), { root: '/' }, { providers: [provider('list', ['b', 'c'])] }),
    ).toMatchObject({
      texts: ['b\n'],
    });
  });

  test('the first item of a list is the first, even if there is nothing in it', async () => {
    write('log/a.log', '');
    write('log/b.log', 'b');
    mkdirSync(join(root, 'none'));
    const logs = globFile(['/log/*.log']);
    for (const spec of [head(logs), head(firstOf([logs])), firstOf([head(logs)])])
      expect(await one({ ...spec, ...doc }, { root })).toMatchObject({
        status: 'empty',
        reason: '/log/a.log is empty (the first of 2, the only one taken)',
        items: [],
      });
    expect(await one(head(listdir('/none'), doc), { root })).toMatchObject({
      status: 'empty',
      reason: '/none has no entries',
    });
  });

  test('the sorted names in a directory', async () => {
    for (const name of ['b', 'a', 'C']) write(`dir/${name}`, '');
    expect((await one(listdir('/dir', doc), { root })).texts).toEqual(['C\na\nb\n']);
    expect(await one(listdir('/none', doc), { root })).toMatchObject({ status: 'absent' });
  });
});

describe('providers', () => {
  test('foreach_execute runs once for each element, which stays one argument whatever it contains', async () => {
    const given = provider('list', ['a b', `'"`, '$(id); reboot', '%s', '--help', 'ü']);
    const outcome = await one(
      foreachExecute('/usr/bin/printf <%%s> %s', given(), doc),
      {},
      { providers: [given] },
    ).catch(String);
    expect(String(outcome)).toContain('2 %s');
    const echo = await one(foreachExecute('/bin/echo x%s', given(), doc), {}, { providers: [given] });
    expect(echo.texts).toEqual(['xa b\n', `x'"\n`, 'x$(id); reboot\n', 'x%s\n', 'x--help\n', 'xü\n']);
    expect(echo.items.map((item) => item.element)[0]).toBe('a b');
  });

  test('an element that would become an option follows -- or is refused', async () => {
    const given = provider('list', ['--help', '-o ProxyCommand=id']);
    const echo = await one(foreachExecute('/bin/echo %s', given(), doc), {}, { providers: [given] });
    expect(echo).toMatchObject({
      status: 'denied',
      reason: expect.stringContaining('would be read as an option of /bin/echo'),
    });
    const ls = await one(foreachExecute('/bin/ls -d %s', given(), doc), {}, { providers: [given] });
    expect(ls.misses.map((miss) => ('argv' in miss.source ? miss.source.argv : []))[0]).toEqual([
      '/bin/ls',
      '-d',
      '--',
      '--help',
    ]);
    expect(ls.reason).toContain('No such file');
  });

  test('tuples fill several %s, and are quoted inside a command line of another program', async () => {
    const given = provider('list', [['user', "it's; id"]], 2);
    const outcome = await one(
      foreachExecute(`/bin/sh -c 'echo %s %s'`, given(), { ...doc, nestedCommandLine: true }),
      {},
      { providers: [given] },
    );
    expect(outcome.texts).toEqual(["user it's; id\n"]);
  });

  test('a template that is only %s takes complete command lines', async () => {
    const given = provider('list', ['/bin/echo a "b c"']);
    expect((await one(foreachExecute('%s', given(), doc), {}, { providers: [given] })).texts).toEqual([
      'a b c\n',
    ]);
  });

  test('command_with_args puts one argument per item', async () => {
    const given = provider('arguments', ['a b', 'c']);
    const outcome = await one(
      commandWithArgs('/bin/ls -d %s', given(), { ...doc, keepRc: true }),
      {},
      { providers: [given] },
    );
    expect(outcome.items[0]?.source).toMatchObject({ argv: ['/bin/ls', '-d', 'a b', 'c'] });
    expect(outcome.items[0]?.commandLine).toBe('/bin/ls -d a b c');
  });

  test('foreach_collect reads a path or pattern for each element', async () => {
    write('p/1/limits', 'one');
    write('p/2/limits', 'two');
    write('q/x', 'x');
    write('q/y', 'y');
    const given = provider('list', ['/p/1/limits', '/q/*', '/gone']);
    const outcome = await one(foreachCollect('%s', given(), doc), { root }, { providers: [given] });
    expect(outcome.texts).toEqual(['one', 'x', 'y']);
    expect(outcome.misses).toMatchObject([{ status: 'absent' }]);
  });

  test('foreach_collect names the patterns that match nothing', async () => {
    const given = provider('list', ['/a*', '/b*', '/c*', '/d*']);
    expect(await one(foreachCollect('%s', given(), doc), { root }, { providers: [given] })).toMatchObject({
      status: 'absent',
      reason: 'no file matches /a*, /b*, /c* and 1 more',
    });
  });

  test('foreach_collect collects the files of the first elements if there are too many, and the outcome says so', async () => {
    // Links to nothing: only their number matters.
    mkdirSync(join(root, 'many'));
    for (let index = 1; index <= 1000; index++) symlinkSync('gone', join(root, `many/${index}`));
    write('many/0', 'x');
    const given = provider(
      'list',
      Array.from({ length: 12 }, () => '/many/*'),
    );
    const outcome = await one(foreachCollect('%s', given(), doc), { root }, { providers: [given] });
    expect(outcome.status).toBe('truncated');
    expect(outcome.reason).toContain('the 1000 newest of 1001 files that match /many/*');
    expect(outcome.reason).toContain('the files of the first 10 of 12 elements');
    expect(outcome.items).toHaveLength(10);
  });

  test('inline providers: names in a directory, lines of a command', async () => {
    write('dir/b', '');
    write('dir/a', '');
    write('f/a', 'A');
    write('f/b', 'B');
    expect((await one(foreachCollect('/f/%s', listdir('/dir'), doc), { root })).texts).toEqual(['A', 'B']);
    expect(
      (await one(foreachExecute('/bin/echo %s', simpleCommand('/usr/bin/printf "1\\n\\n2\\n"'), doc))).texts,
    ).toEqual(['1\n', '2\n']);
    expect(await one(foreachExecute('/bin/echo %s', simpleCommand('/nope/x'), doc))).toMatchObject({
      status: 'absent',
    });
    expect(await one(foreachCollect('/f/%s', listdir('/none'), doc), { root })).toMatchObject({
      status: 'absent',
    });
  });

  test('a provider that misses a file or program says which outcome its specs have', async () => {
    const without = defineProvider(named('without', ({ host }: Context) => nothingWithout(host, '/none')));
    const program = defineProvider(named('program', () => nothing('x is not installed', 'absent')));
    const specs = { file: foreachCollect('%s', without(), doc), tool: foreachCollect('%s', program(), doc) };
    expect(await run(specs, { root }, { providers: [without, program] })).toMatchObject({
      file: { status: 'absent', reason: '/none: no such file or directory' },
      tool: { status: 'absent', reason: 'x is not installed' },
    });
  });

  test('a provider without elements and one that throws have their own outcomes', async () => {
    const none = defineProvider(named('none', () => nothing('no such process')));
    const broken = () => {
      throw new Error('broken');
    };
    const bad = defineProvider(named('bad', broken));
    const slow = defineProvider({ ...named('slow', () => new Promise<never>(() => {})), timeout: 0.1 });
    write('p/0', 'x');
    const specs = {
      none: foreachCollect('%s', none(), doc),
      bad: foreachCollect('%s', bad(), doc),
      slow: foreachCollect('%s', slow(), doc),
      fine: simpleFile('/p/0', doc),
    };
    expect(await run(specs, { root }, { providers: [none, bad, slow] })).toMatchObject({
      none: { status: 'skipped', reason: 'no such process' },
      bad: { status: 'failed', reason: 'provider bad failed: broken' },
      slow: { status: 'timed out' },
      fine: { status: 'collected' },
    });
  });

  test('a command that a provider and a spec both need runs once', async () => {
    const log = join(directory(), 'log');
    const command = `/bin/sh -c 'echo ran >> ${log}; echo eth0'`;
    const lines = async ({ host }: Context) =>
      new TextDecoder()
        .decode((await host.run(command)).output)
        .trim()
        .split('\n');
    const given = defineProvider(named('given', lines));
    const specs = { links: simpleCommand(command, doc), each: foreachExecute('/bin/echo %s', given(), doc) };
    expect(await run(specs, { jobs: 4 }, { providers: [given] })).toMatchObject({
      links: { status: 'collected' },
      each: { items: [{}] },
    });
    expect((await one(simpleFile(log, doc))).texts).toEqual(['ran\n']);
  });
});

describe('specs that are not collected', () => {
  test('conditions, selection, the network and state changes are decided before anything runs', async () => {
    const onAws = defineCondition({
      name: 'OnAws',
      doc: 'Aws',
      evaluate: () => ({ holds: false, reason: 'not on AWS' }),
    });
    const changing = provider('list', ['/bin/echo read', '/bin/echo -d key']);
    const changes = { changesState: { what: 'deletes', arguments: ['-d'] } };
    const echo = (options: Partial<SpecOptions>) => simpleCommand('/bin/echo', { ...doc, ...options });
    const specs = {
      cloud: echo({ when: onAws() }),
      deselected: echo({}),
      packets: echo({ effects: { network: true } }),
      changes: echo({ effects: { changesState: { what: 'clears counters' } } }),
      some: foreachExecute('%s', changing(), { ...doc, effects: changes }),
    };
    const parts = { conditions: [onAws], providers: [changing] };
    const allow = expect.stringContaining('allow it with allowStateChanges');
    expect(await run(specs, {}, parts, { skip: ['desel*'], offline: true })).toMatchObject({
      cloud: { status: 'skipped', reason: 'not on AWS' },
      deselected: { status: 'skipped', reason: 'deselected by skip desel*' },
      packets: { status: 'skipped', reason: expect.stringContaining('offline is set') },
      changes: { status: 'skipped', reason: allow },
      some: { status: 'collected', misses: [{ status: 'skipped' }] },
    });
  });

  test('specs without conditions are collected while deferred conditions are evaluated', async () => {
    let collected = (): void => {};
    const other = new Promise<void>((resolve) => {
      collected = resolve;
    });
    const afterwards = (holds: boolean) => async () => {
      await other;
      return { holds, reason: 'the other was there' };
    };
    const yes = defineCondition({ name: 'Yes', doc: 'Holds', evaluate: afterwards(true) });
    const no = defineCondition({ name: 'No', doc: 'Does not', evaluate: afterwards(false) });
    const file = write('file', 'content\n');
    const sink = memorySink();
    const keep = sink.keep.bind(sink);
    sink.keep = (...kept) => {
      keep(...kept);
      collected();
    };
    const specs = {
      held: simpleFile(file, { ...doc, when: no() }),
      free: simpleFile(file, { ...doc, when: yes() }),
      other: simpleFile(file, doc),
    };
    const catalog = slice({ name: 'test', version: '1.0.0', specs, conditions: [yes, no] });
    const host = createLocalHost();
    const planned = await plan(catalog, { host, deferConditions: true });
    await collectInto(planned, { catalog, host, sink });
    expect(Object.fromEntries(sink.outcomes)).toMatchObject({
      held: { status: 'skipped', reason: 'the other was there' },
      free: { status: 'collected' },
      other: { status: 'collected' },
    });
  });

  test('the time for the whole run ends what is running', async () => {
    const specs = { slow: simpleCommand('/bin/sleep 30', { ...doc, timeout: 30 }) };
    expect(await run(specs, {}, {}, { maxTime: 0.3 })).toMatchObject({
      slow: { status: 'skipped', reason: expect.stringContaining('are over') },
    });
  });
});
