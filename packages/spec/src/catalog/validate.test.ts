import { describe, expect, test } from 'vitest';
import {
  type CatalogError,
  checkSpec,
  collectionTypeFacts,
  defineProvider,
  isReference,
  listdir,
  maxSeconds,
  optionNames,
  type Spec,
} from '../index.js';
import { placeholderProblems } from './references.js';

const check = (given: object, name = 'it') => {
  try {
    checkSpec(name, { type: 'simple_file', path: '/a', doc: 'A test', ...given });
    return undefined;
  } catch (error) {
    return error as CatalogError;
  }
};

describe('an option', () => {
  const condition = { condition: 'IsAWS' };
  const url = { setting: 'server', url: 'http://127.0.0.1:8080' };
  const cases: Readonly<Record<string, readonly [readonly unknown[], readonly unknown[], string]>> = {
    doc: [['A line'], [1, '', 'a\0'], 'a non-empty string'],
    keepRc: [[true, false], [0, 'true', null], 'true or false'],
    emptyRc: [
      [[1], [255, 2]],
      [[], [0], [256], [1, 0], [1.5], ['1'], 1],
      'a list of exit statuses from 1 to 255',
    ],
    absentWhen: [
      [[1, 'gone'], ['gone']],
      [[], [0, 'gone'], ['gone', 0], [''], [null], 'gone'],
      'a list of exit statuses from 1 to 255 and of texts in the output',
    ],
    saveAs: [['/etc/x'], ['', []], 'a non-empty string'],
    signal: [['SIGTERM', 'SIGKILL'], ['SIGINT', ''], 'SIGTERM or SIGKILL'],
    env: [
      [{}, { A: '', B: 'b' }],
      [[], 'A=b', null, { A: 'a', B: 1 }],
      'an object of variable names and strings',
    ],
    inheritEnv: [[[], ['HOME', 'PATH']], ['HOME', ['HOME', ''], ['HOME', 1]], 'a list of variable names'],
    timeout: [
      [0.5, maxSeconds],
      [0, -1, maxSeconds + 1, '5', null, []],
      `seconds, more than 0 and at most ${maxSeconds}`,
    ],
    raw: [[true], ['yes'], 'true or false'],
    container: [['file', 'command'], ['both', true], 'file or command'],
    nestedCommandLine: [[true], [1], 'true or false'],
    secret: [['curl-config'], ['curl', true], 'curl-config'],
    origin: [['https://example.com/specs', 'proc(5)'], ['', true], 'a non-empty string'],
    licence: [['Apache-2.0', 'GPL-2.0+'], ['', 'two words', 1], 'an SPDX identifier, such as Apache-2.0'],
    for: [
      [['debian'], ['rhel 8.4+', 'systemd', 'openrc']],
      ['debian', [], [1], ['']],
      'a list of distributions and service managers, such as debian or "debian 12+"',
    ],
    log: [
      [{ newest: 1 }, { newest: 2 ** 24, newestEach: 2 ** 20, window: '7d' }],
      [
        {},
        null,
        '7d',
        { window: '7d' },
        { newest: 0 },
        { newest: -1 },
        { newest: 1.5 },
        { newest: '16 MB' },
        { newest: 1, newestEach: 0 },
        { newest: 1, window: '7' },
        { newest: 1, window: 7 },
        { newest: 1, oldest: 1 },
      ],
      'an object with newest (bytes), and if wanted newestEach (bytes) and window (a number with m, h, d or w, such as 36h or 7d)',
    ],
    journal: [
      [],
      [
        ...[{}, [], { newest: 0 }, { newest: 1, newestEach: 1 }, { newest: 1, window: '0d' }],
        ...[{ newest: 1, first: false }, { newest: true }],
      ],
      'an object with newest (bytes), and if wanted window (a number with m, h, d or w, such as 36h or 7d) and first (true)',
    ],
    onRequest: [[true], [false, 'true', 1], 'true'],
    endpoint: [
      [url],
      [
        'http://127.0.0.1',
        null,
        { url: url.url },
        { ...url, setting: '' },
        { setting: 'server' },
        { ...url, url: '' },
        { ...url, url: 'http://127.0.0.1/path' },
      ],
      'an object with the name of a setting and a url without a path',
    ],
    when: [
      [
        condition,
        { not: condition },
        { all: [condition, { any: [condition] }] },
        { not: { any: [{ not: condition }] } },
      ],
      [
        'IsAWS',
        null,
        [condition],
        {},
        { ...condition, not: condition },
        { condition: '' },
        { not: 'IsAWS' },
        { not: { condition: 1 } },
        { all: [] },
        { any: [] },
        { all: condition },
        { any: [condition, 'IsAWS'] },
        { none: [condition] },
      ],
      'a condition by name, or all, any or not of conditions',
    ],
    effects: [
      [
        {},
        { network: true, loadsModules: false, needsRoot: true },
        { changesState: { what: 'writes a cache' } },
        { changesState: { what: 'writes a cache', arguments: ['-c'] }, network: true },
      ],
      [
        'network',
        null,
        [],
        { network: 'yes' },
        { loadsModules: 1 },
        { needsRoot: null },
        { network: true, disk: true },
        { changesState: true },
        { changesState: {} },
        { changesState: { what: '' } },
        { changesState: { arguments: ['-c'] } },
        { changesState: { what: 'writes', arguments: '-c' } },
        { changesState: { what: 'writes', arguments: [1] } },
      ],
      'network, loadsModules and needsRoot (true or false), and changesState with what it changes',
    ],
  };

  test('of every name is in a case', () => {
    expect(Object.keys(cases).sort()).toEqual([...optionNames.whole].sort());
  });

  const good = Object.entries(cases).flatMap(([name, [values]]) =>
    values.map((value) => [name, value] as const),
  );
  test.each(good)('%s may be %j', (name, value) => {
    expect(check({ [name]: value })).toBeUndefined();
  });

  const bad = Object.entries(cases).flatMap(([name, [, values, allowed]]) =>
    values.map((value) => [name, value, allowed] as const),
  );
  test.each(bad)('%s must not be %j', (name, value, allowed) => {
    const error = check({ [name]: value });
    expect(error).toMatchObject({ code: 'INVALID_SPEC', subject: 'it', value, at: [name] });
    expect(error?.message).toContain(`spec it: ${name} is ${JSON.stringify(value)}; allowed: ${allowed}`);
  });

  test('that is undefined is not given', () => {
    expect(check({ timeout: undefined, nonsense: undefined })).toBeUndefined();
  });

  test('doc belongs to a spec, not to the specs inside it', () => {
    const inner = { type: 'simple_file', path: '/a' };
    expect(check({ type: 'head', path: undefined, spec: inner })).toBeUndefined();
    expect(check({ type: 'head', path: undefined, spec: { ...inner, doc: 'Inner' } })).toMatchObject({
      at: ['spec', 'doc'],
      message: expect.stringMatching(/no such key: spec\.doc; simple_file takes (?!.*\bdoc\b)/),
    });
    expect(
      check({ type: 'head', path: undefined, spec: { ...inner, keepRc: true, raw: true } }),
    ).toBeUndefined();
    expect(check({ doc: undefined })).toMatchObject({
      at: ['doc'],
      message: 'spec it: doc is missing; allowed: one line that says what it shows and why',
    });
  });
});

describe('what an option says', () => {
  test('about distributions is one of them', () => {
    expect(check({ for: ['rhel', 'debain'] })).toMatchObject({
      at: ['for', 1],
      message: 'spec it: for.1 is "debain"; allowed: a distribution or service manager; did you mean debian?',
    });
  });

  test('about a log is for types that read files', () => {
    const log = { newest: 1 };
    for (const given of [
      { type: 'glob_file', path: undefined, patterns: ['/a*'] },
      { type: 'first_file', path: undefined, paths: ['/a'] },
      { type: 'foreach_collect', path: '/a/%s', provider: { provider: 'b' } },
      { type: 'head', path: undefined, spec: { type: 'glob_file', patterns: ['/a'] } },
    ])
      expect(check({ ...given, log })).toBeUndefined();
    for (const given of [{ type: 'simple_command', path: undefined, command: '/bin/a' }, { type: 'listdir' }])
      expect(check({ ...given, log })).toMatchObject({ at: ['log'] });
  });

  test('about the journal is for journalctl, without the options that are added', () => {
    const journal = { newest: 1, window: '7d' };
    const given = (command: string) => check({ type: 'simple_command', path: undefined, command, journal });
    expect(given('/usr/bin/journalctl --no-pager -b')).toBeUndefined();
    expect(given('/bin/cat /x')).toMatchObject({ at: ['journal'] });
    expect(check({ journal })).toMatchObject({ at: ['journal'] });
    for (const added of ['-r', '--reverse', '--since=-1d', '--since', '--until', '-S', '-U'])
      expect(given(`/usr/bin/journalctl -b ${added}`)).toMatchObject({
        at: ['command'],
        message: expect.stringContaining(`a command without ${added}, which is added`),
      });
    expect(given('"')).toMatchObject({ code: 'INVALID_COMMAND_LINE' });
  });

  test.each([
    ['licence', 'MIT'],
    ['for', ['debian']],
    ['log', { newest: 1 }],
    ['onRequest', true],
  ])('about %s is about a whole spec', (name, value) => {
    const inner = { type: 'simple_file', path: '/a', [name]: value };
    expect(check({ type: 'head', path: undefined, spec: inner })).toMatchObject({ at: ['spec', name] });
  });
});

test.each([
  ['simple_file', 'path', '/a', ['', 1, null]],
  ['simple_command', 'command', '/bin/a', ['', null, ['/bin/a']]],
  ['glob_file', 'patterns', ['/a*'], [[], '/a*', ['']]],
  ['first_file', 'paths', ['/a', '/b'], [[], '/a', ['/a', 1]]],
  ['listdir', 'path', '/a', ['', null]],
  ['head', 'spec', { type: 'simple_file', path: '/a' }, [null, '/a', [], {}, { type: 'x' }]],
  ['first_of', 'specs', [{ type: 'simple_file', path: '/a' }], [[], null, {}, [null], [{}]]],
] as const)('%s takes %s such as %j', (type, key, good, bad) => {
  const spec = { type, path: undefined, [key]: good };
  expect(check(spec)).toBeUndefined();
  for (const value of bad) {
    const error = check({ ...spec, [key]: value });
    expect(error).toMatchObject({ code: 'INVALID_SPEC', subject: 'it' });
    expect(error?.at?.[0]).toBe(key);
  }
  expect(check({ ...spec, other: 1 })?.message).toContain(`${type} takes `);
});

describe('an element source', () => {
  const given = (provider: unknown) =>
    check({ type: 'foreach_execute', path: undefined, command: '/bin/a %s', provider });
  const allowed = 'allowed: a provider by name, a listdir or a simple_command';

  test('is a provider by name, a listdir or a simple_command', () => {
    for (const good of [
      { provider: 'a' },
      { type: 'listdir', path: '/a' },
      { type: 'simple_command', command: '/a' },
    ])
      expect(given(good)).toBeUndefined();
    for (const bad of ['a', null, undefined, ['a']])
      expect(given(bad)?.message).toBe(
        `spec it: provider is ${JSON.stringify(bad) ?? 'missing'}; ${allowed}`,
      );
    expect(given({ provider: '' })).toMatchObject({
      at: ['provider', 'provider'],
      message: 'spec it: provider.provider is ""; allowed: the name of a provider',
    });
    expect(given({ type: 'simple_file', path: '/a' })).toMatchObject({
      at: ['provider', 'type'],
      message: `spec it: provider.type is "simple_file"; ${allowed}`,
    });
    expect(given({ type: 'listdir' })).toMatchObject({ at: ['provider', 'path'] });
  });

  test('may fill a path of its own if the command is null', () => {
    const spec = { type: 'foreach_execute', path: undefined, command: null, provider: { provider: 'a' } };
    expect(check(spec)).toBeUndefined();
    expect(check({ ...spec, type: 'command_with_args' })).toMatchObject({ at: ['command'] });
    expect(check({ ...spec, command: '' })).toMatchObject({ at: ['command'], value: '' });
  });

  test('is a reference if it names a provider', () => {
    expect(isReference({ provider: 'a' })).toBe(true);
    expect(isReference(listdir('/a'))).toBe(false);
  });
});

test.each(['', '1a', '_a', 'a-b', 'a b', 'ä', 'a\n', ' a', ''.padEnd(201, 'a')])(
  '%j is not a valid name of a spec',
  (name) => {
    expect(check({}, name)).toMatchObject({
      code: 'INVALID_NAME',
      subject: name,
      value: name,
      message: `spec name ${JSON.stringify(name.slice(0, 80))} is not allowed; allowed: at most 200 letters, digits and _, the first a letter`,
    });
  },
);

test.each(['a', 'Z', 'a_1', 'LsBoot2', ''.padEnd(200, 'a')])('%j is a name of a spec', (name) => {
  expect(check({}, name)).toBeUndefined();
});

test.each([
  ['glob_file', 'patterns', 'a non-empty list of strings'],
  ['first_of', 'specs', 'a non-empty list of specs'],
  ['simple_command', 'command', 'a non-empty string'],
])('%s says that %s must be %s', (type, key, allowed) => {
  expect(check({ type, path: undefined, [key]: [] })?.message).toBe(
    `spec it: ${key} is []; allowed: ${allowed}`,
  );
});

test('an unknown type is refused with the ones that there are', () => {
  expect(check({ type: 'x' })).toMatchObject({
    at: ['type'],
    message: `spec it: type is "x"; allowed: one of ${Object.keys(collectionTypeFacts).join(', ')}`,
  });
});

test.each([null, 'text', [], 3])('a spec that is %j is refused', (spec) => {
  expect(() => checkSpec('it', spec)).toThrow(
    `spec it: the spec is ${JSON.stringify(spec)}; allowed: an object with a type and its arguments`,
  );
});

test.each([' ', '\t\n', "''", '"" a'])('the command line %j names no program', (command) => {
  const message = `spec it: command line ${JSON.stringify(command)} names no program`;
  const blank = { type: 'simple_command', command };
  expect(check({ ...blank, path: undefined })?.message).toBe(message);
  expect(check({ type: 'head', path: undefined, spec: blank })?.message).toBe(message);
  const each = { type: 'foreach_execute', path: undefined, command: '/bin/a %s' };
  expect(check({ ...each, provider: blank })?.message).toBe(message);
});

test('a command line that cannot be split is an error at its place', () => {
  const error = check({ type: 'simple_command', path: undefined, command: "/bin/a 'b" });
  expect(error).toMatchObject({
    code: 'INVALID_COMMAND_LINE',
    subject: 'it',
    value: "/bin/a 'b",
    at: ['command'],
    cause: expect.any(Error),
  });
  // A path is not a command line.
  expect(check({ path: "/it's" })).toBeUndefined();
});

describe('placeholders', () => {
  const provider = (yields: 'list' | 'containers', width?: number) =>
    defineProvider({ name: 'p', doc: 'P', yields, ...(width ? { width } : {}), evaluate: () => [] as never })
      .definition;
  const problem = (spec: object, definition = provider('list')) => {
    const [first] = placeholderProblems('it', spec as Spec, { p: definition });
    return first;
  };
  const each = { type: 'foreach_execute', command: '/bin/a %s', provider: { provider: 'p' } };

  test('are as many as the provider fills, one if it does not say', () => {
    expect(problem(each)).toBeUndefined();
    expect(problem(each, provider('list', 2))).toMatchObject({
      code: 'PLACEHOLDER_MISMATCH',
      subject: 'it',
      value: '/bin/a %s',
      message: 'spec it has 1 %s in "/bin/a %s", but its provider fills 2',
    });
    expect(problem({ ...each, command: '/bin/a' })).toMatchObject({ code: 'PLACEHOLDER_MISMATCH' });
    expect(problem({ ...each, command: null })).toMatchObject({
      message: 'spec it has 0 %s in null, but its provider fills 1',
    });
    expect(problem({ type: 'foreach_collect', path: '/a', provider: { provider: 'p' } })).toBeDefined();
    expect(problem({ type: 'foreach_collect', path: '/%s', provider: listdir('/a') })).toBeUndefined();
    expect(problem({ type: 'simple_file', path: '/a' })).toBeUndefined();
  });

  test('of a provider that is unknown are as many as it likes', () => {
    const unknown = { ...each, command: '/bin/a %s %s %s', provider: { provider: 'q' } };
    expect(problem(unknown)).toBeUndefined();
    expect(problem({ ...unknown, container: 'file' })).toBeUndefined();
  });

  test('are checked in the specs inside a spec', () => {
    const wrong = { ...each, command: '/bin/a' };
    expect(problem({ type: 'head', spec: wrong })).toMatchObject({ code: 'PLACEHOLDER_MISMATCH' });
    expect(problem({ type: 'first_of', specs: [each, wrong] })).toMatchObject({
      code: 'PLACEHOLDER_MISMATCH',
    });
    expect(problem({ type: 'first_of', specs: [each, { type: 'head', spec: each }] })).toBeUndefined();
  });

  test('do not exist in a container template, and the spec says whether it reads or runs', () => {
    const containers = provider('containers');
    expect(problem({ ...each, command: '/bin/a', container: 'command' }, containers)).toBeUndefined();
    expect(problem(each, containers)).toMatchObject({
      code: 'INVALID_SPEC',
      at: ['container'],
      message: 'spec it: container is missing; allowed: "file" or "command"',
    });
    expect(problem({ ...each, container: 'file' })).toMatchObject({
      code: 'INVALID_SPEC',
      at: ['container'],
      message: 'spec it: container is "file"; allowed: none: p does not yield containers',
    });
  });
});
