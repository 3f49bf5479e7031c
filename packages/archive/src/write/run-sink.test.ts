import type { Item } from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import { openItems } from './run-sink.js';
import type { ContentStore } from './stores.js';

const place = { spec: 'hosts', source: { kind: 'file', path: '/etc/hosts' } } as const;
const exists = Object.assign(new Error('exists'), { code: 'EEXIST' });

/** A store that refuses paths, and says what it did. */
function storeOf(refuse: (path: string) => Error | undefined = () => undefined) {
  const did: string[] = [];
  const store: ContentStore = {
    locate: () => ({ file: '', offset: 0 }),
    zeros: () => [],
    close() {},
    open(path) {
      const error = refuse(path);
      if (error) throw error;
      did.push(`open ${path}`);
      return {
        write: (piece) => void did.push(`write ${path} ${piece.length}`),
        keep: () => {
          did.push(`keep ${path}`);
          return new Uint8Array([7]);
        },
        discard: () => void did.push(`discard ${path}`),
        close: () => void did.push(`close ${path}`),
      };
    },
  };
  const items = openItems(store);
  const writing = vi.fn((_: string, write: () => void) => write());
  return { items, did, writing, open: () => items.open(place, writing) };
}

describe('an item', () => {
  test('has a path of its own, and is written through the sink', () => {
    const { open, did, writing } = storeOf();
    const [one, other] = [open(), open()];
    expect(other.path).not.toBe(one.path);
    void one.write(new Uint8Array(3));
    expect(did).toEqual([`open ${one.path}`, `open ${other.path}`, `write ${one.path} 3`]);
    expect(writing).toHaveBeenCalledWith(one.path, expect.any(Function), 3);
  });

  test('is kept once, and stays', () => {
    const { items, open, did } = storeOf();
    const one = open();
    expect(items.keep(one, {} as Item)).toEqual(new Uint8Array([7]));
    items.discard(one);
    expect(items.keep(one, {} as Item)).toBeUndefined();
    expect(did).toEqual([`open ${one.path}`, `keep ${one.path}`]);
    expect(open().path).not.toBe(one.path);
  });

  test('that is removed leaves its path to the next', () => {
    const { items, open, did } = storeOf();
    const one = open();
    items.discard(one);
    items.discard(one);
    expect(open().path).toBe(one.path);
    expect(did).toEqual([`open ${one.path}`, `discard ${one.path}`, `open ${one.path}`]);
  });

  test('that is unfinished is known, and only closed at the end', () => {
    const { items, open, did } = storeOf();
    const [kept, one, removed] = [open(), open(), open()];
    items.keep(kept, {} as Item);
    items.discard(removed);
    expect(items.unfinished()).toEqual([one]);
    did.length = 0;
    items.close();
    expect(did).toEqual([`close ${one.path}`]);
  });
});

test('a path that the file system takes for another one is not used', () => {
  const first = storeOf().open().path;
  const { open } = storeOf((path) => (path === first ? exists : undefined));
  expect(open().path).not.toBe(first);
});

test('a path is not looked for endlessly', () => {
  const tried: string[] = [];
  const { open } = storeOf((path) => {
    tried.push(path);
    return exists;
  });
  expect(open).toThrow('exists');
  expect(new Set(tried).size).toBe(101);
});

test('another error of the file system leaves the path free', () => {
  let error: Error | undefined = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const tried: string[] = [];
  const { open } = storeOf((path) => {
    tried.push(path);
    return error;
  });
  expect(open).toThrow('full');
  error = undefined;
  const { path } = open();
  expect(tried).toEqual([path, path]);
});
