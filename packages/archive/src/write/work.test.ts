import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '@hostspec/spec';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { defaultLimits } from '../archive-limits.js';
import { outcomeOf, planned, startOf } from '../testing/run.js';
import { openWorkDirectory, type WorkDirectory } from '../work-directory.js';
import { checkItems } from './check-work.js';
import { readJournal } from './read-journal.js';
import { type ContentPosition, packName } from './stores.js';

describe('the state of a work directory', () => {
  const work = { path: '/work' } as WorkDirectory;

  /** Checks items of so many bytes, each with the place of its content. */
  const check = (...items: readonly (readonly [path: string, bytes: number, place?: ContentPosition])[]) => {
    const places = new Map(
      items.map(([path, , place]) => [path, place ?? { file: `data/${path}`, offset: 0 }]),
    );
    const content = { locate: (path: string) => places.get(path) as ContentPosition, zeros: () => [] };
    checkItems(work, content, items.map(([path, bytes]) => ({ path, bytes })) as unknown as Item[]);
  };
  const packed = (offset: number): ContentPosition => ({ file: packName, offset });
  const problem = (words: string) =>
    expect.objectContaining({ code: 'INVALID_ARCHIVE', message: expect.stringContaining(words) });

  describe('items that a run kept', () => {
    test('have paths and content of their own, one after the other in the pack', () => {
      check();
      check(['a', 5], ['b', 5], ['c/d', 5], ['c/e', 5]);
      check(['a', 5, packed(0)], ['b', 0, packed(5)], ['d', 7, packed(5)], ['c', 1, packed(12)]);
      check(['a', 64 * 1024, packed(0)]);
    });

    test('do not have the same path, or one below another', () => {
      expect(() => check(['a', 1], ['a', 1])).toThrow(problem('two items have the same path'));
      for (const path of ['a/b', 'a/b/c'])
        expect(() => check(['a', 1], [path, 1])).toThrow(
          problem(`${path} is below the path of another item`),
        );
      check(['a', 1], ['ab/c', 1]);
    });

    test('do not share content', () => {
      expect(() => check(['a', 5, packed(0)], ['b', 5, packed(4)])).toThrow(
        problem(`two items have their content at the same place of ${packName}`),
      );
      const place = { file: 'content/1', offset: 0 };
      const other = { file: 'content/0', offset: 0 };
      for (const items of [
        [place, other, place],
        [other, place, other],
      ])
        expect(() => check(...items.map((at, index) => [`${index}`, 5, at] as const))).toThrow(
          problem('two items have their content at the same place of'),
        );
      expect(() => check(['a', 5, place], ['b', 5, { ...place, offset: 9 }])).toThrow(
        problem('two items have their content at the same place of content/1'),
      );
    });

    test('are small if they are in the pack, and together no more than an archive may have', () => {
      expect(() => check(['a', 64 * 1024 + 1, packed(0)])).toThrow(
        problem(`an item of ${64 * 1024 + 1} bytes is in the pack`),
      );
      check(['a', defaultLimits.bytes - 1], ['b', 1]);
      expect(() => check(['a', defaultLimits.bytes], ['b', 1])).toThrow(problem('bytes of content'));
    });
  });
});

describe('the journal', () => {
  function read(...lines: readonly object[]) {
    const path = join(temporaryDirectory(), '.out.0123456789ab.partial');
    mkdirSync(path, { mode: 0o700 });
    writeFileSync(join(path, 'journal.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const work = openWorkDirectory(path);
    onTestFinished(() => work.release());
    return readJournal(work);
  }

  const outcomeAt = (path: string) => {
    const item = { path, source: { kind: 'file', path: '/a' }, bytes: 0, sha256: '', duration: 0 } as const;
    return outcomeOf(planned('a'), [item]);
  };

  const head = { kind: 'hostspec journal', formatVersion: 1, format: 'tar.gz', name: 'out', process: '' };

  test.each([
    ['another kind', { ...head, kind: 'other journal' }],
    ['another version', { ...head, formatVersion: 2 }],
  ])('a file of %s is not a journal', (_, line) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARCHIVE',
        message: expect.stringMatching(
          /partial has no journal.ndjson of a run; allowed: the work directory of a run/,
        ),
      }),
    );
  });

  test('a journal that no run writes is refused with the line', () => {
    expect(() => read({ ...head, name: 'a/b' })).toThrow(
      /journal.ndjson: line 1.name is "a\/b"; allowed: a file name without slashes/,
    );
    expect(() => read(head, { start: {} })).toThrow(/journal.ndjson: line 2/);
  });

  test.each([
    ['content/0', true],
    ['content/12', true],
    ['content/pack', true],
    ['../content/0', false],
    ['/content/0', false],
    ['content/0/../../x', false],
    ['content/pack2', false],
    ['content/', false],
    ['journal.ndjson', false],
  ])('content that a journal places at %s is looked for there: %s', (place, isThere) => {
    const stored = [{ file: place, offset: 7 }];
    const { content } = read(head, { start: startOf([]) }, { outcome: outcomeAt('etc/a'), stored });
    expect(content.locate('etc/a')).toEqual(isThere ? stored[0] : { file: 'data/etc/a', offset: 0 });
  });
});
