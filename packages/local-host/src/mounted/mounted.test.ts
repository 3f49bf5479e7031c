import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { notAnArgument } from '@hostspec/host-kit';
import type { CommandEnd } from '@hostspec/spec';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, sharedDirectory } from '../../../../tools/test/folder.js';
import type { Location } from '../files/locate.js';
import { mountEntry, mountedFiles } from './mounted.js';

const folder = sharedDirectory();

type Answer = string | (CommandEnd & { readonly output?: string });

let answers: Record<string, Answer>;
let asked: string[];
let hung: number;
beforeEach(() => {
  answers = {};
  asked = [];
  hung = 0;
});

const bounds = '/mnt/nfs';
const mounted = mountedFiles(
  bounds,
  async (argv, to) => {
    const line = argv.join(' ');
    asked.push(line);
    const answer = answers[line] ?? { rc: 1, output: `no answer for ${line}` };
    if (typeof answer === 'string') {
      writeSync(to, answer);
      return { rc: 0 };
    }
    const { output = '', ...end } = answer;
    writeSync(to, output);
    return end;
  },
  async () => openSync(join(folder, 'output'), 'w+'),
  () => {
    hung++;
  },
);

const realpath = (path: string): string => `/usr/bin/realpath -e -z -- ${path}`;
const statOf = (path: string): string => `/usr/bin/stat -L -c %f %s %Y -- ${path}`;
const given = async (path: string, maxBytes: number) => {
  const pieces: string[] = [];
  const cut = await mounted.give(path, (piece) => void pieces.push(Buffer.from(piece).toString()), {
    maxBytes,
    raw: true,
  });
  return { text: pieces.join(''), cut };
};

describe('a path on a mount that can hang', () => {
  test.each(['/mnt/nfs2/a', '/mnt', '/elsewhere', '/'])('is refused if it leads to %s', async (target) => {
    answers[realpath('/mnt/nfs/a')] = `${target}\0`;
    await expect(mounted.stat('/mnt/nfs/a')).rejects.toMatchObject({
      problem: 'refused',
      message: `/mnt/nfs/a: leads to ${target}, outside /mnt/nfs`,
    });
    expect(asked).toEqual([realpath('/mnt/nfs/a')]);
  });

  test.each([
    ['81a4 12 5', { kind: 'file', size: 12, modified: 5000 }],
    ['41ed 4096 1', { kind: 'directory', size: 4096, modified: 1000 }],
    ['11a4 0 0', { kind: 'fifo', size: 0, modified: 0 }],
    ['21a4 0 0', { kind: 'character', size: 0, modified: 0 }],
    ['61a4 0 0', { kind: 'block', size: 0, modified: 0 }],
    ['c1a4 0 0', { kind: 'socket', size: 0, modified: 0 }],
    ['f1a4 0 0', { kind: 'other', size: 0, modified: 0 }],
  ])('has the facts of %s', async (output, facts) => {
    answers[realpath('/mnt/nfs/a')] = '/mnt/nfs/b c\0';
    answers[statOf('/mnt/nfs/b c')] = `${output}\n`;
    expect(await mounted.stat('/mnt/nfs/a')).toEqual(facts);
    expect(await mounted.isDirectory('/mnt/nfs/a')).toBe(facts.kind === 'directory');
  });

  test('is the mount itself without a look at links', async () => {
    answers[statOf(bounds)] = '41ed 4096 1\n';
    expect(await mounted.isDirectory(bounds)).toBe(true);
    expect(asked).toEqual([statOf(bounds)]);
  });

  test.each([
    ['No such file or directory', 'absent'],
    ['Not a directory', 'absent'],
    ['Permission denied', 'denied'],
    ['Input/output error', 'failed'],
  ])('that fails with "%s" is %s', async (words, problem) => {
    answers[realpath('/mnt/nfs/a')] = { rc: 1, output: `realpath: /mnt/nfs/a: ${words}\n` };
    await expect(mounted.stat('/mnt/nfs/a')).rejects.toMatchObject({
      problem,
      message: `/mnt/nfs/a: realpath: /mnt/nfs/a: ${words}`,
    });
    expect(hung).toBe(0);
  });

  test('that does not answer is reported as hung', async () => {
    answers[realpath('/mnt/nfs/a')] = { problem: 'timed out', reason: 'took longer than 5 s' };
    await expect(mounted.stat('/mnt/nfs/a')).rejects.toMatchObject({
      problem: 'timed out',
      message: '/mnt/nfs/a: took longer than 5 s',
    });
    expect(hung).toBe(1);
    answers[realpath('/mnt/nfs/a')] = { problem: 'failed' };
    await expect(mounted.stat('/mnt/nfs/a')).rejects.toMatchObject({ message: '/mnt/nfs/a: failed' });
    expect(hung).toBe(1);
  });

  test('with NUL is given to no program', async () => {
    await expect(mounted.stat('/mnt/nfs/a\0b')).rejects.toMatchObject({
      problem: 'failed',
      message: `/mnt/nfs/a\0b: ${notAnArgument}`,
    });
    expect(asked).toEqual([]);
  });
});

describe('a directory on such a mount', () => {
  const find = (format: string): string =>
    `/usr/bin/find ${bounds}/ -mindepth 1 -maxdepth 1 -printf ${format}`;

  test('has entries of each kind', async () => {
    answers[find('%y%f\\0')] = 'ddir\0ffile\nname\0llink\0bdisk\0cchar\0pfifo\0ssock\0';
    const kinds = (await mounted.entries(bounds)).map((entry) => [
      entry.name,
      [
        entry.isDirectory(),
        entry.isFile(),
        entry.isSymbolicLink(),
        entry.isBlockDevice(),
        entry.isCharacterDevice(),
        entry.isFIFO(),
        entry.isSocket(),
      ].indexOf(true),
    ]);
    expect(kinds).toEqual([
      ['dir', 0],
      ['file\nname', 1],
      ['link', 2],
      ['disk', 3],
      ['char', 4],
      ['fifo', 5],
      ['sock', 6],
    ]);
  });

  test('has times of its names, in the given order', async () => {
    answers[find('%T@ %f\\0')] = '1.5 a\x002 b c\0';
    expect(await mounted.modified(bounds, ['b c', 'gone', 'a'])).toEqual([2000, undefined, 1500]);
  });
});

describe('a file on such a mount', () => {
  beforeEach(() => {
    answers[realpath('/mnt/nfs/a')] = '/mnt/nfs/a\0';
    answers[statOf('/mnt/nfs/a')] = '81a4 4 5\n';
  });

  test('is given whole up to the limit', async () => {
    answers['/bin/cat -- /mnt/nfs/a'] = 'abc\n';
    expect(await given('/mnt/nfs/a', 4)).toEqual({ text: 'abc\n', cut: undefined });
  });

  test('is given from its end beyond the limit', async () => {
    answers['/usr/bin/tail -c 4 -- /mnt/nfs/a'] = 'abc\n';
    expect(await given('/mnt/nfs/a', 3)).toEqual({
      text: 'bc\n',
      cut: { reason: 'the last 3 of 4 bytes', originalBytes: 4 },
    });
  });

  test('is not given if it is something else', async () => {
    answers[statOf('/mnt/nfs/a')] = '11a4 0 5\n';
    await expect(given('/mnt/nfs/a', 4)).rejects.toMatchObject({
      problem: 'refused',
      message: expect.stringMatching(/^\/mnt\/nfs\/a: /),
    });
    expect(asked).toHaveLength(2);
  });
});

test('every output is closed', () => {
  expect(openedBelow(folder)).toEqual([]);
});

describe('the entry of a mount', () => {
  const at = (path: string, type = 'nfs'): Location & { readonly kind: 'mount' } => ({
    kind: 'mount',
    path: `${path}/a`,
    mount: { path, type },
  });
  const noScratch = () => Promise.reject(new Error('no output was expected'));
  const entry = (asked: boolean, runInto = vi.fn(async () => ({ rc: 1 }))) =>
    mountEntry(asked, '/', runInto, noScratch);

  test('a mount that can hang is entered only if that was asked for, but for the one of a container', () => {
    const [asked, unasked] = [entry(true), entry(false)];
    expect(asked.enter(at('/net'))).toBeDefined();
    expect(unasked.enter(at('/net'))).toBeUndefined();
    expect(unasked.enter(at('/proc/cpuinfo', 'fuse.lxcfs'))).toBeDefined();
    expect(asked.enter({ kind: 'real', path: '/a', leadsTo: '/a' })).toBeUndefined();
  });

  test('each mount has one way into it', () => {
    const { enter } = entry(true);
    expect(enter(at('/net'))).toBe(enter(at('/net')));
    expect(enter(at('/net'))).not.toBe(enter(at('/other')));
  });

  test('why a mount is not entered is named', () => {
    expect(entry(false).refusal('/a', at('/net'))).toMatchObject({
      problem: 'refused',
      message: '/a: on the nfs mount /net, which is not entered',
    });
  });

  test('one that did not answer is not entered again, but others are', async () => {
    const hanging = vi.fn(async () => ({ problem: 'timed out' as const, reason: 'no answer' }));
    const { enter, refusal } = mountEntry(true, '/', hanging, async () => 0);
    await expect(enter(at('/net'))?.stat('/net/a')).rejects.toMatchObject({ problem: 'timed out' });
    expect(enter(at('/net'))).toBeUndefined();
    expect(enter(at('/other'))).toBeDefined();
    expect(refusal('/a', at('/net'))).toMatchObject({
      problem: 'timed out',
      message: '/a: on the nfs mount /net, which did not answer before',
    });
  });
});
