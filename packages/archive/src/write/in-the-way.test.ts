import { execFileSync } from 'node:child_process';
import fs, {
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ndjsonSink, tarGzSink } from '../index.js';
import { runOf, temporaryDirectory } from '../testing/run.js';
import { inTheWay } from './in-the-way.js';
import type { OutputPlace } from './output-place.js';

const placeOf = (shared = false) => {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  const place = { at, shared } as unknown as OutputPlace;
  return { at, found: (name: string, force = false) => inTheWay(place, name, force) };
};

test('nothing is in the way of a new name', () => {
  expect(placeOf().found('x')).toBeUndefined();
});

test.each([
  ['x.tar.gz', tarGzSink],
  ['x.ndjson', ndjsonSink],
] as const)('an archive of hostspec may be replaced: %s', async (name, makeSink) => {
  const { at, found } = placeOf();
  await runOf(makeSink({ path: at(name) }), {});
  expect(found(name)).toBeUndefined();
});

test('any other file only by force', () => {
  const { at, found } = placeOf();
  for (const content of [
    Buffer.from(''),
    Buffer.from('mine'),
    Buffer.from('1f8b', 'hex'),
    Buffer.from('1f8bffffffffffffffffffff', 'hex'),
  ]) {
    writeFileSync(at('x'), content);
    const what = `is a file of ${content.length} bytes that is not an archive of hostspec`;
    expect(found('x')).toEqual({ what, forcible: true });
    const before = readdirSync('/proc/self/fd').length;
    expect(found('x', true)).toBeUndefined();
    found('x');
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  }
});

test('a file that becomes a link while it is looked at is not followed', async () => {
  const { at, found } = placeOf();
  await runOf(tarGzSink({ path: at('archive.tar.gz') }), {});
  symlinkSync('archive.tar.gz', at('x'));
  const stats = statSync(at('x'));
  const look = vi.spyOn(fs, 'lstatSync').mockReturnValueOnce(stats);
  syncBuiltinESMExports();
  onTestFinished(() => {
    look.mockRestore();
    syncBuiltinESMExports();
  });
  expect(found('x')).toMatchObject({ what: expect.stringContaining('is not an archive of hostspec') });
});

describe('what is not a file is never replaced', () => {
  test.each<[string, (path: string) => unknown]>([
    ['symbolic link', (path) => symlinkSync('/nowhere', path)],
    ['directory', (path) => mkdirSync(path)],
    ['FIFO', (path) => execFileSync('mkfifo', [path])],
    ['socket', (path) => new Promise<void>((done) => void createServer().unref().listen(path, done))],
  ])('a %s', async (kind, make) => {
    const { at, found } = placeOf();
    await make(at('x'));
    for (const force of [false, true])
      expect(found('x', force)).toEqual({ what: `is a ${kind}`, forcible: false });
  });

  test('a device', () => {
    const place = { at: () => '/dev/null', shared: false } as unknown as OutputPlace;
    expect(inTheWay(place, 'null', true)).toEqual({ what: 'is a device', forcible: false });
  });
});

describe('in a directory that others use too', () => {
  test('a file with more than one name is never replaced', () => {
    const [shared, own] = [placeOf(true), placeOf()];
    for (const { at } of [shared, own]) {
      writeFileSync(at('x'), 'mine');
      linkSync(at('x'), at('y'));
    }
    const what = 'is a file with more than one name, in a directory that others use too';
    expect(shared.found('x', true)).toEqual({ what, forcible: false });
    expect(own.found('x', true)).toBeUndefined();
  });

  test('a file of this user may be replaced by force', () => {
    const { at, found } = placeOf(true);
    writeFileSync(at('x'), 'mine');
    expect(found('x', true)).toBeUndefined();
  });

  needs('root')('a file of another user is never replaced', () => {
    const { at, found } = placeOf(true);
    writeFileSync(at('x'), 'theirs');
    chownSync(at('x'), 12345, 12345);
    const what = 'is a file of user 12345, in a directory that others use too';
    expect(found('x', true)).toEqual({ what, forcible: false });
  });
});
