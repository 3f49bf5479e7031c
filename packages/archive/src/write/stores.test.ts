import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import type { Item } from '@hostspec/spec';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type HeldWork, heldWork } from '../testing/held-work.js';
import { createJournal, processIdentity } from './journal.js';
import { packedStore } from './stores.js';

let { held, work } = {} as HeldWork;
beforeEach(() => {
  ({ held, work } = heldWork());
});
afterEach(() => {
  vi.doUnmock('../archive-limits.js');
  vi.doUnmock('../disk.js');
});

const item = (path: string): Item => ({ path }) as Item;
const noSpace = (code = 'ENOSPC'): Error => Object.assign(new Error(code), { code });
const names = (): string[] => readdirSync(join(work.path, 'content')).sort();

describe('content in a pack', () => {
  const keep = (store: ReturnType<typeof packedStore>, path: string, ...pieces: string[]) => {
    const open = store.open('a');
    for (const piece of pieces) open.write(Buffer.from(piece));
    return open.keep(item(path));
  };
  const contentOf = (store: ReturnType<typeof packedStore>, path: string, length: number): string => {
    const { file, offset } = store.locate(path);
    return readFileSync(join(work.path, file))
      .subarray(offset, offset + length)
      .toString();
  };

  test('has one small piece each, at a block of its own', () => {
    const store = packedStore(work);
    expect(keep(store, 'a', 'first')?.toString()).toBe('102,105,114,115,116');
    keep(store, 'b', 'x'.repeat(4097));
    keep(store, 'c', 'third');
    expect(['a', 'b', 'c'].map((path) => store.locate(path))).toEqual(
      [0, 4096, 3 * 4096].map((offset) => ({ file: 'content/pack', offset })),
    );
    expect(contentOf(store, 'b', 4097)).toBe('x'.repeat(4097));
    expect(contentOf(store, 'c', 5)).toBe('third');
    expect(names()).toEqual(['pack']);
  });

  test('does not change when the piece does', () => {
    const store = packedStore(work);
    const open = store.open('a');
    const piece = Buffer.from('first');
    open.write(piece);
    piece.fill('x');
    open.keep(item('a'));
    expect(contentOf(store, 'a', 5)).toBe('first');
  });

  test.each([
    ['is large', ['x'.repeat(64 * 1024 + 1)]],
    ['has several pieces', ['one', 'two']],
  ])('is in a file of its own if it %s', (_, pieces) => {
    const store = packedStore(work);
    expect(keep(store, 'a', ...pieces)).toBeUndefined();
    expect(keep(store, 'b', 'x'.repeat(64 * 1024))).toBeDefined();
    expect(store.locate('a')).toEqual({ file: 'content/0', offset: 0 });
    expect(readFileSync(join(work.path, 'content/0'), 'utf8')).toBe(pieces.join(''));
    keep(store, 'c', ...pieces);
    expect(store.locate('c')).toEqual({ file: 'content/1', offset: 0 });
  });

  test.each(['ENOSPC', 'EDQUOT'])('is in a file of its own if the pack has no space (%s)', (code) => {
    const create = (name: string): number => {
      if (name === 'content/pack') throw noSpace(code);
      return work.create(name);
    };
    const store = packedStore({ ...work, create });
    keep(store, 'a', 'first');
    expect(store.locate('a')).toEqual({ file: 'content/0', offset: 0 });
    expect(readFileSync(join(work.path, 'content/0'), 'utf8')).toBe('first');
  });

  test('is not kept after another error', () => {
    const create = (): number => {
      throw noSpace('EACCES');
    };
    expect(() => keep(packedStore({ ...work, create }), 'a', 'first')).toThrow('EACCES');
  });

  test('has its long runs of zeros, with those between pieces and at the end', () => {
    const store = packedStore(work);
    const open = store.open('a');
    const few = zeroBytes(mostZeros - 1);
    const many = zeroBytes(mostZeros);
    for (const piece of [Buffer.from('a'), many, Buffer.from('bc'), few, Buffer.from('d'), few, few])
      open.write(piece);
    open.keep(item('a'));
    expect(store.zeros('a')).toEqual([
      { at: 1, length: mostZeros },
      { at: 1 + mostZeros + 2 + mostZeros - 1 + 1, length: 2 * (mostZeros - 1) },
    ]);
    expect(statSync(join(work.path, 'content/0')).size).toBe(1 + mostZeros + 2 + 3 * (mostZeros - 1) + 1);
    keep(store, 'b', 'one', 'two');
    expect([store.zeros('b'), store.zeros('c')]).toEqual([[], []]);
  });

  test('is discarded', () => {
    const store = packedStore(work);
    const open = store.open('a');
    for (const piece of ['one', 'two']) open.write(Buffer.from(piece));
    expect(names()).toEqual(['0']);
    open.discard();
    expect(names()).toEqual([]);
    expect(store.locate('a')).toEqual({ file: 'data/a', offset: 0 });
  });
});

describe('a journal', () => {
  const lines = (): string[] => readFileSync(join(work.path, 'journal.ndjson'), 'utf8').split('\n');
  const target = { format: 'tar.gz', name: 'x' } as Parameters<typeof createJournal>[1];

  test('begins with what is made, and by which process', () => {
    createJournal(work, target).close();
    expect(lines().map((line) => line && JSON.parse(line))).toEqual([
      {
        kind: 'hostspec journal',
        formatVersion: 1,
        format: 'tar.gz',
        name: 'x',
        process: processIdentity(process.pid),
      },
      '',
    ]);
    expect(statSync(join(work.path, 'journal.ndjson')).mode & 0o777).toBe(0o600);
  });

  test('contains the rest of the target', () => {
    createJournal(work, { ...target, inside: true, top: 'y' }).close();
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ inside: true, top: 'y' });
  });

  test('continues at a new line after a line that was cut short', async () => {
    vi.resetModules();
    let full = false;
    vi.doMock('../disk.js', async (original) => {
      const { writeAll } = await original<typeof import('../disk.js')>();
      return {
        writeAll(fd: number, bytes: Uint8Array) {
          writeAll(fd, full ? bytes.subarray(0, 3) : bytes);
          if (full) throw noSpace();
        },
      };
    });
    const here = await import('./journal.js');
    const journal = here.createJournal(work, target);
    full = true;
    expect(() => journal.append('{"a":1}')).toThrow('ENOSPC');
    full = false;
    const starts = [journal.append('{"b":"é"}'), journal.append('{"c":3}')];
    const content = journal.read();
    expect(starts.map((start) => content.toString('utf8', start).split('\n')[0])).toEqual([
      '{"b":"é"}',
      '{"c":3}',
    ]);
    journal.close();
    expect(lines().slice(1)).toEqual(['{"a', '{"b":"é"}', '{"c":3}', '']);
  });

  test('names a process by its number and start', () => {
    expect(processIdentity(process.pid)).toMatch(new RegExp(`^${process.pid} \\d+$`));
    expect(processIdentity(2 ** 22 + 1)).toBeUndefined();
  });
});

describe('the limits of a work directory', () => {
  async function checkFiles(limits: object): Promise<() => void> {
    vi.resetModules();
    vi.doMock('../archive-limits.js', async (original) => {
      const { defaultLimits, ...rest } = await original<typeof import('../archive-limits.js')>();
      return { ...rest, defaultLimits: { ...defaultLimits, ...limits } };
    });
    const here = await import('./check-work.js');
    return () => here.checkFiles(work);
  }
  beforeEach(() => {
    mkdirSync(join(work.path, 'a/b'), { recursive: true, mode: 0o700 });
    writeFileSync(join(work.path, 'a/c'), '', { mode: 0o600 });
  });

  test('are those of archives: members', async () => {
    expect(await checkFiles({ members: 3 })).not.toThrow();
    expect(await checkFiles({ members: 2 })).toThrow('it has more than 2 members (limit members)');
  });

  test('are those of archives: depth', async () => {
    expect(await checkFiles({ depth: 3 })).not.toThrow();
    expect(await checkFiles({ depth: 2 })).toThrow('it has more than 2 names in a path (limit depth)');
  });

  test('a file that is gone meanwhile is reported', async () => {
    const check = await checkFiles({});
    const { file } = work;
    work = { ...work, file: (path) => (path === 'a/c' ? `${file(path)}-gone` : file(path)) };
    expect(check).toThrow('"a/c" is not a file or a directory; no run leaves that behind');
  });

  test('an archive beside the content may have two names, the journal may not', async () => {
    const check = await checkFiles({});
    for (const name of ['x.tar.gz', 'journal.ndjson'])
      writeFileSync(join(work.path, name), '', { mode: 0o600 });
    linkSync(join(work.path, 'x.tar.gz'), join(held.path, 'archive'));
    check();
    linkSync(join(work.path, 'journal.ndjson'), join(held.path, 'journal'));
    expect(check).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('"journal.ndjson" is a hard link'),
        subject: work.path,
        value: 'journal.ndjson',
      }),
    );
  });
});
