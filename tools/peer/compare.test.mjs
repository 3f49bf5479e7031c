import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, writeFiles } from '../test/folder.ts';
import { compareArchives, compareParsers, isMasked, readArchive } from './compare.mjs';

const expected = {
  specs: [
    { names: ['date', 'date_utc'], kind: 'differs', ignoring: /\d\d:\d\d/g, reason: 'time passes' },
    { names: ['a'], kind: 'other items', reason: 'one is left out' },
  ],
  parsers: [],
  published: new Set(['a', 'b', 'date_utc', 'extra', 'uptime']),
};
const command = 'insights.core.spec_factory.CommandOutputProvider';

let root;
beforeEach(() => {
  root = temporaryDirectory();
});

/** An archive of specs: each a list of items, `[path, content, object]`, or one item. */
const archive = (name, specs, outcomes) => {
  const folder = join(root, name);
  for (const [spec, items] of Object.entries(specs)) {
    const list = Array.isArray(items[0]);
    const results = (list ? items : [items]).map(([path, content, object]) => {
      writeFiles(folder, { [join('data', path)]: content });
      return { type: command, object: { rc: null, relative_path: path, ...object } };
    });
    const metadata = {
      name: `insights.specs.Specs.${spec}`,
      errors: [],
      results: list ? results : results[0],
    };
    writeFiles(folder, { [`meta_data/insights.specs.Specs.${spec}.json`]: JSON.stringify(metadata) });
  }
  if (outcomes) writeFiles(folder, { 'manifest.json': JSON.stringify({ outcomes }) });
  return readArchive(folder);
};

/** Items of a spec, such as `a=1 b=2`: each a path and its content. */
const items = (text) => text.split(' ').map((item) => item.split('='));

const compare = (ours, theirs, again) =>
  compareArchives({
    ours: archive('ours', ours, [{ name: 'uptime', status: 'absent', reason: 'command not found: uptime' }]),
    theirs: archive('theirs', theirs),
    ...(again && { again: archive('again', again) }),
    expected,
  });

test('text that differs only in line ends changed by insights-core is the same', () => {
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
  ['an item more', items('a=1 b=2'), items('a=1'), 'other items'],
  ['an item less', items('a=1'), items('a=1 b=2'), 'other items'],
  ['one result for a list', ['a', '1'], [['a', '1']], 'other metadata'],
  ['other arguments', [['a', '1', { args: 'eth0' }]], [['a', '1', { args: 'eth1' }]], 'other metadata'],
])('%s is an unexplained difference', (_, ours, theirs, kind = 'differs') => {
  const found = compare({ x: ours }, { x: theirs });
  expect(found).toMatchObject([{ kind }]);
  expect(found[0].explained).toBeUndefined();
});

test('a reason for missing items does not explain differences in the others', () => {
  const found = compare({ a: items('a=1') }, { a: [['a', '2', { args: 'eth0' }], ...items('b=2')] });
  expect(found).toMatchObject([
    { kind: 'other items', explained: 'one is left out' },
    { kind: 'other metadata' },
    { kind: 'differs' },
  ]);
  expect([found[1].explained, found[2].explained]).toEqual([undefined, undefined]);
});

test('text that differs in more than is ignored is unexplained', () => {
  const [time, day] = compare(
    { date: ['d', 'Fri 10:00'], date_utc: ['e', 'Sat 10:00'] },
    { date: ['d', 'Fri 10:01'], date_utc: ['e', 'Fri 10:01'] },
  );
  expect(time).toMatchObject({ kind: 'differs', explained: 'time passes' });
  expect(day.explained).toBeUndefined();
});

test('an empty last line of the peer is not a line that changed meanwhile', () => {
  const [found] = compare({ x: ['x', 'ours\n\n'] }, { x: ['x', 'theirs\n'] }, { x: ['x', 'theirs\n'] });
  expect(found).toMatchObject({ kind: 'differs' });
  expect(found.explained).toBeUndefined();
});

test("a change meanwhile is explained only if the peer's content changed too", () => {
  const found = compare({ x: items('x=1 y=1') }, { x: items('x=2 y=3') }, { x: items('x=2 y=4') });
  expect(found).toMatchObject([
    { kind: 'differs', reason: 'x' },
    { kind: 'differs', reason: 'y', explained: expect.stringContaining('between two collections') },
  ]);
  expect(found[0].explained).toBeUndefined();
});

test('another order is distinguished from other content', () => {
  const found = compare({ a: items('a=1 b=2') }, { a: items('b=2 a=1') });
  expect(found).toMatchObject([{ kind: 'another order', reason: 'a' }]);
});

test('an item that occurs twice is reported', () => {
  const found = compare({ a: items('a=1') }, { a: items('a=1 a=1') });
  expect(found).toMatchObject([{ kind: 'repeats', reason: '0 for 1 items a second time' }]);
  expect(found[0].explained).toBeUndefined();
});

test('a field that the peer leaves out, such as rc, is not a difference', () => {
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

test('a spec that the specification does not have is ours alone', () => {
  expect(compare({ a: ['a', '1'], site: ['s', '1'] }, { a: ['a', '1'] })).toMatchObject([
    { spec: 'a', kind: 'same bytes' },
    { spec: 'site', kind: 'only ours', explained: expect.stringContaining('beside the specification') },
  ]);
});

test('content that the peer itself collects differently a moment later explains a difference', () => {
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

test('another outcome or value of a parser is unexplained unless its spec is explained so far', () => {
  const ours = parsers({
    A: { outcome: 'ok', specs: ['a'], digest: '1' },
    B: { outcome: 'skipped', specs: ['b'] },
    C: { outcome: 'ok', specs: ['c'], digest: '3' },
    D: { outcome: 'failed', specs: ['d'], errors: ['one'] },
    E: { outcome: 'failed', specs: ['e'], errors: ['one'] },
    F: { outcome: 'ok', specs: ['f'], digest: '1' },
  });
  const theirs = parsers({
    A: { outcome: 'ok', specs: ['a'], digest: '2' },
    B: { outcome: 'ok', specs: ['b'], digest: '2' },
    C: { outcome: 'ok', specs: ['c'], digest: '3' },
    D: { outcome: 'failed', specs: ['d'], errors: ['two'] },
    E: { outcome: 'ok', specs: ['e'], digest: '1' },
    F: { outcome: 'ok', specs: ['f'], digest: '2' },
  });
  const differences = [
    { spec: 'b', kind: 'only theirs', explained: 'why' },
    { spec: 'a', kind: 'differs' },
    { spec: 'e', kind: 'differs', explained: 'why' },
    { spec: 'f', kind: 'differs', explained: 'why' },
  ];
  const found = compareParsers({ ours, theirs, differences, expected });
  expect(found).toMatchObject([
    { parser: 'A', kind: 'value' },
    { parser: 'B', kind: 'outcome', explained: 'why' },
    { parser: 'D', kind: 'errors' },
    { parser: 'E', kind: 'outcome' },
    { parser: 'F', kind: 'value', explained: 'why' },
  ]);
  expect([found[0], found[2], found[3]].filter(({ explained }) => explained)).toEqual([]);
});

// A pattern made of so long a text overflows V8's stack.
const many = (text) => `${text.repeat(300_000)}\n`;

test.each([
  ['a\nkey=hunter2 x\nb\n', 'a\nkey=__secret_password_7c1e02ab__ x\nb\n', true],
  ['key=1 pin=2\n', 'key=__secret_a_00000000__ pin=__secret_b_00000000__\n', true],
  ['a\nkey=hunter2\nb\n', 'a\nkey=__secret_password_7c1e02ab__\n', false],
  ['key=one\ntwo\n', 'key=__secret_password_7c1e02ab__\n', false],
  ['same\n', 'same\n', false],
  ['key=\n', 'key=__secret_password_7c1e02ab__\n', false],
  [many('key=hunter2 '), many('key=__secret_password_7c1e02ab__ '), true],
])('a text and another are the same except for masks (%#)', (theirs, ours, wanted) => {
  expect(isMasked(theirs, ours)).toBe(wanted);
});
