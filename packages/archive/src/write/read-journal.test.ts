import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { outcomeOf, planned, startOf } from '../testing/run.js';
import { openWorkDirectory } from '../work-directory.js';
import { readJournal } from './read-journal.js';

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
