import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { type HeldWork, heldWork } from '../testing/held-work.js';
import { createWorkDirectory, writeNewFile } from '../work-directory.js';
import { copyContent, moveIntoTree } from './into-tree.js';
import type { ContentFinder } from './stores.js';
import { packName } from './stores.js';

let { held, work } = {} as HeldWork;
beforeEach(() => {
  ({ held, work } = heldWork());
});

const at = (file: string, offset = 0): ContentFinder => ({
  locate: () => ({ file, offset }),
  zeros: () => [],
});
const openFiles = (): number => readdirSync('/proc/self/fd').length;

describe('content is moved to its path', () => {
  test('out of the pack, or as the file that it is', () => {
    writeNewFile(work, packName, 'onetwo');
    writeNewFile(work, 'content/0', 'three');
    const places = new Map([
      ['a/one', { file: packName, offset: 0 }],
      ['a/two', { file: packName, offset: 3 }],
      ['three', { file: 'content/0', offset: 0 }],
    ]);
    const content = { ...at(''), locate: (path: string) => places.get(path) ?? { file: '', offset: 0 } };
    const items = new Map([...places.keys()].map((path) => [path, path.split('/').at(-1)?.length ?? 0]));
    const before = openFiles();
    moveIntoTree(work, content, items);
    expect(openFiles()).toBe(before);
    for (const path of places.keys())
      expect(readFileSync(work.file(`data/${path}`), 'utf8')).toBe(path.split('/').at(-1));
    expect(statSync(work.file(packName)).size).toBe(0);
  });

  test('unless the pack is too short for it', () => {
    writeNewFile(work, packName, 'on');
    expect(() => moveIntoTree(work, at(packName), new Map([['one', 3]]))).toThrow(`${packName} ended at 2`);
    expect(readFileSync(work.file(packName), 'utf8')).toBe('on');
  });
});

describe('content is copied to another work directory', () => {
  test('in pieces, from where it begins', () => {
    const large = Buffer.alloc(2_500_000, 'content');
    writeNewFile(work, packName, Buffer.concat([Buffer.from('before'), large, Buffer.from('after')]));
    const other = createWorkDirectory(held, 'y');
    const before = openFiles();
    copyContent(work, at(packName, 6), other, { path: 'a/b', bytes: large.length });
    expect(openFiles()).toBe(before);
    expect(readFileSync(other.file('data/a/b')).equals(large)).toBe(true);
    other.release();
  });

  test('unless it is too short', () => {
    writeNewFile(work, 'content/0', 'abc');
    const before = openFiles();
    expect(() => copyContent(work, at('content/0', 1), work, { path: 'a', bytes: 3 })).toThrow(
      'content/0 ended at 3',
    );
    expect(openFiles()).toBe(before);
  });
});
