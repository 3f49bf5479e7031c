import type { shapes as kinds } from '@hostspec/host-kit';
import { outcomeStatuses } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { manifestShape, outcomeShape } from './manifest-shape.js';
import { entryShape, headShape } from './write/journal.js';

type Shape = kinds.Shape;

type Json = Record<string, unknown>;

const source = { kind: 'command', argv: ['/bin/a', '-b'] };
const container = { image: 'rhel', engine: 'podman', id: '0123456789ab' };
const item = {
  path: 'insights_commands/a',
  source,
  bytes: 3,
  sha256: 'abc',
  duration: 1.5,
  commandLine: '/bin/a -b',
  element: ['-b'],
  container,
  saveAs: 'a',
  raw: true,
  rc: 1,
  truncated: { reason: 'too long', originalBytes: 10 },
};
const miss = {
  source: { kind: 'file', path: '/b' },
  status: 'absent',
  reason: 'no such file',
  container,
  rc: 2,
};
const outcome = {
  name: 'a_1',
  domain: 'kernel',
  type: 'simple_command',
  status: 'collected',
  items: [item],
  misses: [miss],
  started: 1_700_000_000_000,
  duration: 2,
  reason: 'it was there',
};
const start = {
  hostname: 'h',
  root: '/',
  started: 0,
  brand: { vendor: 'redhat', client: 'insights', efiVendor: 'redhat' },
  domains: [{ name: 'kernel', version: '1.0.0' }],
  specs: [{ name: 'a', domain: 'kernel', type: 'simple_file', multiOutput: true }],
  tool: 'hostspec',
  variant: 'a',
};
const { specs: _, ...run } = start;
const manifest = {
  ...run,
  finished: 1,
  notEntered: ['/mnt'],
  notes: ['a note'],
  outcomes: [outcome],
  interrupted: 'SIGINT',
};

/** A copy of a JSON value in which the value at a path is another one, or is missing. */
const changed = (value: unknown, [key, ...rest]: readonly (string | number)[], to: unknown): unknown => {
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? changed(each, rest, to) : each));
  const copy = { ...(value as Json) };
  if (rest.length === 0 && to === undefined) delete copy[key];
  else copy[key] = changed(copy[key], rest, to);
  return copy;
};

const pathsIn = (value: unknown): (string | number)[][] => {
  const inner = (key: string | number, each: unknown) => [
    [key],
    ...pathsIn(each).map((path) => [key, ...path]),
  ];
  if (Array.isArray(value)) return value.flatMap((each, index) => inner(index, each));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => inner(key, each));
  return [];
};

const written = (path: readonly (string | number)[]) =>
  path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');

const optional =
  /\.(commandLine|element|container|saveAs|raw|rc|truncated|originalBytes|reason|efiVendor|interrupted|variant|multiOutput|inside|top|start|outcome|stored)$/;
const alwaysThere = /\.(truncated|misses\[0\])\.reason$/;

const head = { format: 'tar.gz', name: 'h.tar.gz', process: '1 2', inside: true, top: 'h' };
const entry = { start, outcome, stored: [{ file: 'pack', offset: 0 }] };
const shapes: readonly (readonly [string, Shape, Json])[] = [
  ['manifest', manifestShape, { ...manifest, outcomes: [] }],
  ['outcome', outcomeShape, outcome as unknown as Json],
  ['head of a journal', headShape, head],
  ['entry of a journal', entryShape, entry],
];

describe.each(shapes)('the %s', (_name, shape, good) => {
  const paths = pathsIn(good).map((path) => [written(path), path] as const);

  test('passes as it is, with keys that nobody knows yet, and without what is optional', () => {
    expect(shape(good, 'it')).toBeUndefined();
    expect(shape({ ...good, later: 1 }, 'it')).toBeUndefined();
    for (const [at, path] of paths) {
      const isOptional = optional.test(at) && !alwaysThere.test(at);
      // An entry of a list cannot be missing.
      if (typeof path.at(-1) === 'number') continue;
      const problem = shape(changed(good, path, undefined), 'it');
      // Only what a source of this kind needs is looked at.
      if (isOptional && !(at === '.tool')) expect(problem, at).toBeUndefined();
      else if (!(at === '.tool' || at === '.start.tool'))
        expect(problem, at).toContain(`it${at.replace(/\.kind$/, '')} is `);
    }
  });

  test.each(paths)('refuses another kind of value at %s', (_at, path) => {
    // No place takes null; a number, a text and an object each stand where the value is something else.
    for (const other of [null, { x: 1 }]) {
      const problem = shape(changed(good, path, other), 'it');
      expect(problem, JSON.stringify(other)).toMatch(/^it.* (is|are) .*; allowed: ./);
    }
  });

  test.each([null, [], 'text', 1, undefined])('is not %j', (value) => {
    expect(shape(value, 'it')).toMatch(/^it is .*; allowed: an object$/);
  });
});

describe('a value', () => {
  const at = (path: (string | number)[], value: unknown) => outcomeShape(changed(outcome, path, value), 'it');

  test.each([
    [['name'], ['a', 'A_1', `a${'b'.repeat(199)}`], ['', '1a', 'a-b', 'a/b', `a${'b'.repeat(200)}`, 'a\n']],
    [
      ['items', 0, 'element'],
      ['a', ['a', 'b'], []],
      [1, ['a', 1]],
    ],
    [['misses', 0, 'status'], outcomeStatuses.slice(2), [...outcomeStatuses.slice(0, 2), 'gone', 1]],
    [
      ['items', 0, 'source'],
      [{ kind: 'file', path: '/a' }, { kind: 'listing', path: '/a' }, source],
      [
        { kind: 'file' },
        { kind: 'command', argv: 'a' },
        { kind: 'constructor' },
        { path: '/a' },
        { kind: 1 },
      ],
    ],
  ] as const)('at %j may be some and not others', (path, good, bad) => {
    for (const value of good) expect(at([...path], value), JSON.stringify(value)).toBeUndefined();
    for (const value of bad) expect(at([...path], value), JSON.stringify(value)).toContain('it.');
  });

  test('that is wrong is shown with what is allowed', () => {
    expect(at(['name'], '1')).toBe(
      'it.name is "1"; allowed: the name of a spec (at most 200 letters, digits and _, the first a letter)',
    );
    expect(at(['misses', 0, 'status'], 'x')).toBe(
      `it.misses[0].status is "x"; allowed: ${outcomeStatuses.slice(2).join(', ')}`,
    );
    expect(at(['items', 0, 'source'], {})).toBe(
      'it.items[0].source is not a source; allowed: an object whose kind is file, command or listing',
    );
  });
});

describe('a name in a journal', () => {
  test.each(['a', '...', 'a.b', 'ä'.repeat(127)])('of a file may be %j', (name) => {
    expect(headShape({ ...head, name }, 'it')).toBeUndefined();
  });

  test.each(['', '.', '..', 'a/b', 'a\0', 'ä'.repeat(128), 1])('of a file must not be %j', (name) => {
    expect(headShape({ ...head, name }, 'it')).toContain(
      'allowed: a file name without slashes, at most 255 bytes',
    );
  });

  test.each(['a', 'a/b/c', '.hidden', `${'a'.repeat(255)}/b`])('of content may be %j', (path) => {
    expect(entryShape(changed({ outcome }, ['outcome', 'items', 0, 'path'], path), 'it')).toBeUndefined();
  });

  test.each(['', '/a', 'a/', 'a//b', './a', 'a/../b', '..', 'a\0b', 'a'.repeat(256), 7])(
    'of content must not be %j',
    (path) => {
      expect(entryShape(changed({ outcome }, ['outcome', 'items', 0, 'path'], path), 'it')).toContain(
        'it.items[0].path is '.replace('it', 'it.outcome'),
      );
    },
  );

  test('of a format is one that there is', () => {
    for (const format of ['directory', 'tar.gz', 'ndjson'])
      expect(headShape({ ...head, format }, 'it')).toBeUndefined();
    expect(headShape({ ...head, format: 'zip' }, 'it')).toContain('it.format is "zip"; allowed: ');
  });
});
