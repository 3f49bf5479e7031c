import { openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isZeroBytes, keywordHits } from '@hostspec/host-kit';
import { type Keywords, maxReadBytes } from '@hostspec/spec';
import { itNeeds } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { type FrameKind, frameReader, kinds, magic } from './frames.js';
import { createRunnerHost, firstRequests, protocol } from './host.js';
import { findRunner, startRunner } from './start.js';
import { greeting, type ScriptedRunner, scriptedHost, scriptedRunner } from './testing/scripted-runner.js';

/** Answers the next request of a kind. Returns the request, and the result of the call. */
async function answered<T>(
  runner: ScriptedRunner,
  asked: Promise<T>,
  kind: FrameKind,
  body: object,
  as: FrameKind = 'answer',
): Promise<readonly [request: unknown, result: T]> {
  const { id, payload } = await runner.next(kinds[kind]);
  runner.answer(id, body, as);
  return [JSON.parse(payload.toString()), await asked];
}

test('the first request has the options, and the host says what the runner greets with', async () => {
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { timeout: 3, maxItemBytes: 1000, atOnce: 7, jobs: 2 });
  const hello = { ...greeting, uid: 4, gid: 5, groups: [6] };
  const [request, host] = await answered(runner, opening, 'hello', hello);
  expect(request).toEqual({ protocol, timeout: 3, maxItemBytes: 1000, jobs: 2 });
  expect(host).toMatchObject({ executes: true, root: '/', timeout: 3, atOnce: 7 });
  expect(host.runner).toEqual({ build: 'x', arch: 'amd64', protocol });
  expect(host.user?.()).toEqual({ uid: 4, gid: 5, groups: [6] });
  expect(await host.hostname()).toBe('h');
  expect((await scriptedHost()).host).toMatchObject({ timeout: 10 });
  expect((await scriptedHost()).host).not.toHaveProperty('atOnce');
});

test('on a root that is not the running machine, no command is run, and its files name it', async () => {
  const { runner, host } = await scriptedHost({ root: '/srv' }, { ...greeting, root: '/srv' });
  expect(host).toMatchObject({ executes: false, root: '/srv' });
  expect(await host.run(['/bin/a'])).toMatchObject({ problem: 'absent' });
  expect(await host.which?.('a')).toBeUndefined();
  const named = host.hostname();
  const { id, payload } = await runner.next(kinds.read);
  expect(JSON.parse(payload.toString())).toMatchObject({ path: '/etc/hostname' });
  runner.content(id, 'stored\n');
  runner.answer(id, {});
  expect(await named).toBe('stored');
});

test('a file that cannot be looked at has no facts, unless nobody knows', async () => {
  const { runner, host } = await scriptedHost();
  const look = (problem: string) =>
    answered(runner, host.stat('/a'), 'stat', { problem, reason: '/a: no' }, 'error');
  expect(await look('denied')).toEqual([{ path: '/a', timeout: 10 }, undefined]);
  expect(await look('absent')).toEqual([{ path: '/a', timeout: 10 }, undefined]);
  await expect(look('timed out')).rejects.toMatchObject({ problem: 'timed out' });
  const facts = { kind: 'file', size: 1, modified: 2.5 };
  expect((await answered(runner, host.stat('/a'), 'stat', facts))[1]).toEqual(facts);
  expect(await answered(runner, host.stop?.('enough') ?? Promise.resolve(0), 'stop', { ended: 2 })).toEqual([
    { reason: 'enough' },
    2,
  ]);
  await expect(look('absent')).rejects.toMatchObject({ problem: 'absent' });
});

test('after the end of the runner, nothing is known of a file, nothing can be stopped, and the reason is told', async () => {
  const { runner, host } = await scriptedHost();
  const lost: string[] = [];
  host.onLost?.((reason) => lost.push(reason));
  runner.end();
  await expect(host.stat('/a')).rejects.toThrow('the runner has ended');
  expect(await host.stop?.('enough')).toBe(0);
  expect(lost).toEqual(['the runner has ended']);
});

test('a whole file is read from its start, with the rights of an account if one is named', async () => {
  const { runner, host } = await scriptedHost();
  const plain = { path: '/a', start: true, maxBytes: maxReadBytes, timeout: 10 };
  expect((await answered(runner, host.readFile('/a'), 'read', {}))[0]).toEqual(plain);
  const by = { uid: 1, gid: 2 };
  expect((await answered(runner, host.readFile('/a', { by }), 'read', {}))[0]).toEqual({ ...plain, by });
});

test('a file that an account may not read is not taken from what was read ahead', async () => {
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { ahead: ['/a'] });
  runner.answer((await runner.next(kinds.hello)).id, greeting);
  const early = await runner.next(kinds.read);
  runner.content(early.id, 'secret');
  runner.answer(early.id, {});
  const host = await opening;
  const denied = { problem: 'denied', reason: '/a: permission denied' };
  const asked = host.readFile('/a', { by: { uid: 1, gid: 2 } });
  await expect(answered(runner, asked, 'read', denied, 'error')).rejects.toThrow('/a: permission denied');
});

test('content is asked for with the options, and is no more than was asked for', async () => {
  const { runner, host } = await scriptedHost({ maxItemBytes: 100 });
  const take = (): void => {};
  const by = { uid: 1, gid: 2 };
  expect((await answered(runner, host.readInto('/a', take), 'read', {}))[0]).toEqual({
    path: '/a',
    timeout: 10,
  });
  const options = { raw: true, by, maxBytes: 3 };
  const cut = { reason: 'the last 3 of 5 bytes', originalBytes: 5 };
  expect(await answered(runner, host.readInto('/a', take, options), 'read', { cut })).toEqual([
    { path: '/a', timeout: 10, raw: true, by, maxBytes: 3 },
    cut,
  ]);
  for (const [maxBytes, most] of [
    [3, 3],
    [1000, 100],
  ] as const) {
    const { runner: other, host: strict } = await scriptedHost({ maxItemBytes: 100 });
    const asked = strict.readInto('/a', take, { maxBytes });
    other.content((await other.next(kinds.read)).id, 'x'.repeat(most + 1));
    await expect(asked).rejects.toThrow(`more than ${most} bytes of content`);
  }
});

test('names are sorted, and a search says what it did not enter', async () => {
  const { runner, host } = await scriptedHost();
  expect(await answered(runner, host.list('/a'), 'list', { names: ['b', 'a'] })).toEqual([
    { path: '/a', timeout: 10 },
    ['a', 'b'],
  ]);
  expect(await answered(runner, host.glob(['/b*']), 'glob', { paths: ['/b'] })).toEqual([
    { patterns: ['/b*'], timeout: 10 },
    { paths: ['/b'], notEntered: [] },
  ]);
  const answer = { paths: ['/b'], matched: 3, notEntered: ['/net: not entered'] };
  expect(await answered(runner, host.glob(['/b*'], { newest: 1 }), 'glob', answer)).toEqual([
    { patterns: ['/b*'], timeout: 10, newest: 1 },
    answer,
  ]);
  expect(host.notEntered?.()).toEqual(['/net: not entered']);
});

const found = findRunner();
const withRunner = itNeeds('a runner', typeof found !== 'string');
const started = () => {
  const { program, sha256 } = found as Exclude<typeof found, string>;
  return startRunner(program, sha256);
};

withRunner('more requests than a runner takes at once wait for their turn', async () => {
  const host = await createRunnerHost(started(), { jobs: 1 });
  const paths = Array.from({ length: 3000 }, (_, index) => `/proc/self/fd/${index % 3}/..`);
  const commands = Array.from({ length: 1500 }, () => host.run('/bin/true'));
  const looks = await Promise.allSettled(paths.map((path) => host.look(path)));
  const problems = looks.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(problems.filter((problem) => problem.includes('requests are open'))).toEqual([]);
  await host.stop('the test is over');
  const results = await Promise.all(commands);
  expect(results.filter(({ reason }) => reason?.includes('requests are open'))).toEqual([]);
});

withRunner('the holes of a file are zeros', async () => {
  const path = join(temporaryDirectory(), 'log');
  const fd = openSync(path, 'wx');
  for (const [text, at] of [['first\n', 0] as const, ['middle\n', 9_000_000] as const])
    writeSync(fd, text, at);
  truncateSync(path, 30_000_000);
  writeSync(fd, 'last\n', 29_999_995);
  const pieces: Buffer[] = [];
  let zeros = 0;
  const host = await createRunnerHost(started());
  const take = (piece: Uint8Array): void => {
    if (isZeroBytes(piece)) zeros += piece.length;
    pieces.push(Buffer.from(piece));
  };
  expect(await host.readInto(path, take)).toBeUndefined();
  expect(Buffer.concat(pieces).equals(readFileSync(path))).toBe(true);
  if (statSync(path).blocks * 512 < 1_000_000) expect(zeros).toBeGreaterThan(28_000_000);
  pieces.length = 0;
  expect(await host.readInto(path, take, { maxBytes: 20_000_000 })).toMatchObject({
    originalBytes: 30_000_000,
  });
  expect(Buffer.concat(pieces).equals(readFileSync(path).subarray(10_000_000))).toBe(true);
  await host.stop('the test is over');
});

const many = (count: number, word: string) => ({
  words: Array.from({ length: count }, () => word),
  offsets: Array.from({ length: count }, () => 0),
});

const given: readonly (readonly [what: string, keywords: Keywords, isTold: boolean])[] = [
  ['keywords', { words: ['abc', 'line'], offsets: [0, 0] }, true],
  ['as many keywords as it takes', many(32_768, 'abcd'), true],
  ['too many keywords', many(32_769, 'abc'), false],
  ['too long keywords together', many(2_049, 'a'.repeat(64)), false],
  ['a short keyword', many(1, 'ab'), false],
  ['a long keyword', many(1, 'a'.repeat(65)), false],
  ['a keyword without an offset', { words: ['abc'], offsets: [] }, false],
  ['an offset beyond a keyword', { words: ['abcde'], offsets: [2] }, false],
];

for (const [what, keywords, isTold] of given)
  withRunner(`a runner is told ${what} only if it takes them`, async () => {
    const path = join(temporaryDirectory(), 'log');
    writeFileSync(path, 'a line\n'.repeat(100_000));
    const host = await createRunnerHost(started());
    host.findKeywords?.(keywords);
    let [bytes, searched] = [0, 0];
    await host.readInto(path, (piece) => {
      bytes += piece.length;
      if (keywordHits(piece)?.keywords === keywords) searched += piece.length;
    });
    expect(bytes).toBe(700_000);
    expect(searched > 0).toBe(isTold);
    await host.stop('the test is over');
  });

test('a file to be read ahead is asked for with the first request, and used once', async () => {
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { ahead: ['etc/os-release', 'etc/none'] });
  const first = await runner.next(kinds.hello);
  const [release, none] = [await runner.next(kinds.read), await runner.next(kinds.read)];
  expect(JSON.parse(release.payload.toString())).toMatchObject({ path: 'etc/os-release', start: true });
  runner.answer(first.id, greeting);
  runner.content(release.id, 'ID=rhel\n');
  runner.answer(release.id, { bytes: 8, sha256: '0'.repeat(64) });
  runner.answer(none.id, { problem: 'absent', reason: 'etc/none: not found' }, 'error');
  const host = await opening;
  expect(Buffer.from(await host.readFile('etc/os-release')).toString()).toBe('ID=rhel\n');
  await expect(host.readFile('etc/none')).rejects.toMatchObject({ problem: 'absent' });
  expect(runner.frames).toEqual([]);
  const again = host.readFile('etc/os-release');
  const second = await runner.next(kinds.read);
  runner.answer(second.id, { problem: 'absent', reason: 'etc/os-release: not found' }, 'error');
  await expect(again).rejects.toMatchObject({ problem: 'absent' });
  runner.end();
});

test('a runner that was started with the first requests does not get them again', async () => {
  const options = { jobs: 3, ahead: ['etc/os-release'] };
  const given: number[] = [];
  const reader = frameReader(({ id, kind }) => given.push(id, kind));
  reader.push(Buffer.concat([magic, firstRequests(options)]));
  expect(given).toEqual([1, kinds.hello, 2, kinds.read]);
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { ...options, isGiven: true });
  runner.answer(1, greeting);
  runner.content(2, 'ID=rhel\n');
  runner.answer(2, { bytes: 8, sha256: '0'.repeat(64) });
  const host = await opening;
  expect(Buffer.from(await host.readFile('etc/os-release')).toString()).toBe('ID=rhel\n');
  expect(runner.frames).toEqual([]);
  const next = host.stat('/x');
  const { id } = await runner.next(kinds.stat);
  expect(id).toBe(3);
  runner.answer(id, { kind: 'file', size: 1, modified: 2 });
  expect(await next).toMatchObject({ size: 1 });
  runner.end();
});
