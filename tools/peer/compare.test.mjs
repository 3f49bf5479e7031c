import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArchive } from './archive.mjs';
import { compareParsers } from './check.mjs';
import { compareArchives } from './compare.mjs';

const expected = { specs: [{ names: ['date*'], kind: 'differs', reason: 'time passes' }], parsers: [] };
const command = 'insights.core.spec_factory.CommandOutputProvider';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compare-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path, content) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

/** An archive of specs: each a list of items, `[path, content, object]`, or one item. */
const archive = (name, specs, outcomes) => {
  const folder = join(root, name);
  for (const [spec, items] of Object.entries(specs)) {
    const list = Array.isArray(items[0]);
    const results = (list ? items : [items]).map(([path, content, object]) => {
      write(join(folder, 'data', path), content);
      return { type: command, object: { rc: null, relative_path: path, ...object } };
    });
    const metadata = {
      name: `insights.specs.Specs.${spec}`,
      errors: [],
      results: list ? results : results[0],
    };
    write(join(folder, `meta_data/insights.specs.Specs.${spec}.json`), JSON.stringify(metadata));
  }
  if (outcomes) write(join(folder, 'manifest.json'), JSON.stringify({ outcomes }));
  return readArchive(folder);
};

const compare = (ours, theirs, again) =>
  compareArchives({
    ours: archive('ours', ours, [{ name: 'uptime', status: 'absent', reason: 'command not found: uptime' }]),
    theirs: archive('theirs', theirs),
    ...(again && { again: archive('again', again) }),
    expected,
  });

test('text that differs by what insights-core does to line ends only is the same', () => {
  const [found] = compare({ a: ['a', 'one\r\ntwo\vthree\n'] }, { a: ['a', 'one\ntwo\nthree'] });
  expect(found).toMatchObject({ spec: 'a', kind: 'same text' });
  expect(compare({ a: ['a', 'one'] }, { a: ['a', 'one'] })).toMatchObject([{ kind: 'same bytes' }]);
});

test('another text is an unexplained difference with a diff', () => {
  const [found] = compare({ a: ['a', 'one\nzwei\n'] }, { a: ['a', 'one\ntwo'] });
  expect(found).toMatchObject({ kind: 'differs', reason: 'a' });
  expect(found.diff).toContain('-two\n+zwei');
  expect(found.explained).toBeUndefined();
});

test.each([
  ['a lost line end in the middle', [['a', '1\n2\n']], [['a', '12']]],
  [
    'an item more',
    [
      ['a', '1'],
      ['b', '2'],
    ],
    [['a', '1']],
  ],
  [
    'an item less',
    [['a', '1']],
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['one result for a list', ['a', '1'], [['a', '1']]],
  ['other arguments', [['a', '1', { args: 'eth0' }]], [['a', '1', { args: 'eth1' }]]],
])('%s is an unexplained difference', (_, ours, theirs) => {
  const [found] = compare({ a: ours }, { a: theirs });
  expect(found).toMatchObject({ kind: 'differs' });
  expect(found.explained).toBeUndefined();
});

test('another order is told apart from other content', () => {
  const found = compare(
    {
      a: [
        ['a', '1'],
        ['b', '2'],
      ],
    },
    {
      a: [
        ['b', '2'],
        ['a', '1'],
      ],
    },
  );
  expect(found).toMatchObject([{ kind: 'another order', reason: 'a' }]);
});

test('an item that is there twice is told', () => {
  const found = compare(
    { a: [['a', '1']] },
    {
      a: [
        ['a', '1'],
        ['a', '1'],
      ],
    },
  );
  expect(found).toMatchObject([{ kind: 'repeats', reason: '0 for 1 items a second time' }]);
  expect(found[0].explained).toBeUndefined();
});

test('what the peer says nothing of, such as rc, is no difference', () => {
  expect(compare({ a: ['a', '1', { rc: 0 }] }, { a: ['a', '1'] })).toMatchObject([{ kind: 'same bytes' }]);
});

test('expected differences and entries outside the catalog are explained, others are not', () => {
  const found = compare(
    { date_utc: ['d', '10:00'], extra: ['e', '1'] },
    { date_utc: ['d', '10:01'], outside: ['o', '1'], uptime: ['u', '1'] },
  );
  expect(found).toMatchObject([
    { spec: 'date_utc', explained: 'time passes' },
    { spec: 'extra', kind: 'only ours' },
    { spec: 'outside', kind: 'only theirs', explained: 'no entry of the published catalog' },
    { spec: 'uptime', kind: 'only theirs', reason: 'absent: command not found: uptime' },
  ]);
  expect(found[1].explained).toBeUndefined();
  expect(found[3].explained).toBeUndefined();
});

test('what the peer itself collects differently a moment later explains a difference', () => {
  const [now, later] = [
    { a: ['a', '1'], b: ['b', '1'] },
    { a: ['a', '3'], b: ['b', '2'] },
  ];
  const found = compare({ a: ['a', '2'], b: ['b', '2'] }, now, later);
  expect(found).toMatchObject([
    { spec: 'a', kind: 'differs', explained: expect.stringContaining('between two collections') },
    { spec: 'b', kind: 'same bytes', explained: expect.stringContaining('between two collections') },
  ]);
});

const parsers = (outcomes) => ({ parsers: outcomes });

test('another outcome or value of a parser is unexplained unless its spec is explained', () => {
  const ours = parsers({
    A: { outcome: 'ok', specs: ['a'], digest: '1', value: { x: [1, 2] } },
    B: { outcome: 'skipped', specs: ['b'] },
    C: { outcome: 'ok', specs: ['c'], digest: '3' },
    D: { outcome: 'failed', specs: ['d'], errors: ['one'] },
  });
  const theirs = parsers({
    A: { outcome: 'ok', specs: ['a'], digest: '2', value: { x: [1, 3] } },
    B: { outcome: 'ok', specs: ['b'], digest: '2' },
    C: { outcome: 'ok', specs: ['c'], digest: '3' },
    D: { outcome: 'failed', specs: ['d'], errors: ['two'] },
  });
  const differences = [
    { spec: 'b', kind: 'differs', explained: 'why' },
    { spec: 'a', kind: 'differs' },
  ];
  const found = compareParsers({ ours, theirs, differences, expected });
  expect(found).toMatchObject([
    { parser: 'A', kind: 'value', reason: 'x.1: 2 for 3' },
    { parser: 'B', kind: 'outcome', explained: 'why' },
    { parser: 'D', kind: 'errors' },
  ]);
  expect([found[0].explained, found[2].explained]).toEqual([undefined, undefined]);
});
