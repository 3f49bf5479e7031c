import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSpecs } from '@hostspec/default-specs';
import { mangleCommand } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import * as parse from '@hostspec/parse';
import { factSpecs, factsOf } from '@hostspec/parse/facts';
import {
  type Context,
  checkSpec,
  type Host,
  hostError,
  isHostError,
  isHostspecError,
  joinWords,
  quoteWord,
  type Setting,
  type SettingValue,
  splitWords,
} from '@hostspec/spec';
import { fixtureHosts, needs } from '@hostspec/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseContainerTable } from '../../packages/containers/src/container-table.js';
import { fillTemplate, substitute } from '../../packages/engine/src/plan/arguments.js';
import { mountGuard } from '../../packages/files/src/trust/mounts.js';
import { countPlaceholders } from '../../packages/spec/src/text/command-line.js';
import { parseHttpd } from '../../packages/web/src/httpd-configuration.js';
import { parseNginx } from '../../packages/web/src/nginx-certificates.js';
import { sharedDirectory, temporaryDirectory } from '../test/folder.js';
import { randomNumbers, seedOfTest } from '../test/seed.js';

const cases = { numRuns: 1500 };
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

// Pieces that the parsers look for, in an order that they do not.
const pieces = [
  ...[
    '\n',
    '\n',
    ' ',
    '  ',
    '\t',
    '\r\n',
    '\0',
    '"',
    "'",
    '\\',
    '#',
    ';',
    '{',
    '}',
    '(',
    ')',
    '<',
    '>',
    '=',
    ',',
    ':',
    '/',
    '*',
    '%s',
    '-',
    '--',
  ],
  ...[
    '/dev/sda1 / ext4 rw 0 0',
    '36 35 98:0 / /mnt rw - nfs4 srv:/x rw',
    '\\040',
    '\\777',
    'UUID=',
    'none swap sw',
  ],
  ...[
    '<VirtualHost *:443>',
    '</VirtualHost>',
    'Include conf.d/*.conf',
    'SSLCertificateFile',
    'ServerRoot',
    '<IfModule',
  ],
  ...[
    'server {',
    'ssl_certificate',
    'include',
    'content_by_lua_block {',
    '$IncludeConfig',
    'global(',
    'DefaultNetstreamDriverCAFile=',
  ],
  ...[
    'CONTAINER ID  IMAGE  COMMAND  CREATED  STATUS  PORTS  NAMES',
    '0123456789ab  registry/i:1  "sh"  2 days ago  Up 2 days  x',
    'Exited (0)',
  ],
  ...[
    'NAME=value',
    'export A=1',
    '[section]',
    'key = value',
    '{"a":[1]}',
    '<xml a="b"/>',
    'é',
    '\u2028',
    '\ud800',
    '\u{1f480}',
    '999999999999999999999',
    '0x1f',
    '1.2.3-4.el9',
  ],
];
const text = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, anyText), { maxLength: 30 })
  .map((parts) => parts.join(''));

const scratch = sharedDirectory();
const table = join(scratch, 'mountinfo');

const { countOf, isListening, kernelEventKinds, ofKernel, passwdRow, rowsIn, rowsOf, taintsOf, ...outputs } =
  parse;

/** Parsers of text that the host gives: whatever it is, they give something back. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(outputs).map(([name, parser]) => [
      name,
      name.endsWith('Of')
        ? (parser as (text: string) => unknown)
        : (given: string) => rowsOf(parser as parse.Table<unknown>, given),
    ]),
  ),
  ...Object.fromEntries(
    factSpecs.map((spec) => [`facts of ${spec}`, (given: string) => [...factsOf(spec, given)]]),
  ),
  'the mount table': (given) => {
    writeFileSync(table, given);
    return mountGuard(table).any();
  },
  'httpd configuration': parseHttpd,
  'nginx configuration': parseNginx,
  'container tables': (given) => parseContainerTable(given.split('\n')),
  'command names': mangleCommand,
};

describe('Fuzz', () => {
  test('A command line is split as quoted, or refused with a hostspec error', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, text)), (words) => {
        expect(splitWords(joinWords(words))).toEqual(words);
      }),
      cases,
    );
    fc.assert(
      fc.property(fc.oneof(anyText, text), (line) => {
        try {
          const words = splitWords(line);
          expect(splitWords(words.map(quoteWord).join(' '))).toEqual(words);
        } catch (error) {
          if (!isHostspecError(error)) throw error;
          expect(error).toMatchObject({ code: 'INVALID_COMMAND_LINE', name: 'CatalogError' });
        }
      }),
      cases,
    );
  });

  test('An element becomes exactly one argument of its template, or is refused', () => {
    const template = fc
      .array(fc.constantFrom('-a', '%s', 'x%s', '--option=%s', "'%s y'", 'z'), { minLength: 1, maxLength: 5 })
      .map((words) => ['/bin/echo', ...words].join(' '));
    fc.assert(
      fc.property(template, text, (line, element) => {
        const count = line.split('%s').length - 1;
        const values = Array.from({ length: count }, () => element);
        const prepared = fillTemplate(line, { kind: 'values', values });
        if ('refused' in prepared) return;
        const wanted = splitWords(line).map((word) =>
          substitute(word, values.slice(0, countPlaceholders(word))),
        );
        expect(prepared.argv.filter((word, index) => word !== '--' || wanted[index] === '--')).toEqual(
          wanted,
        );
      }),
      cases,
    );
  });

  test('Every parser of text from a host accepts any text', () => {
    for (const [name, parse] of Object.entries(parsers))
      fc.assert(
        fc.property(text, (given) => {
          expect(() => parse(given), name).not.toThrow();
        }),
        { numRuns: 500 },
      );
  });

  test('Nothing takes more than linear time on repeated text', async () => {
    const setting = <V extends SettingValue>({ default: value }: Setting<V>): V => value;
    const evaluations = [
      ...Object.values(defaultSpecs.providers),
      ...Object.values(defaultSpecs.conditions),
    ].map(({ name, evaluate }) => [name, evaluate] as const);
    const draw = randomNumbers();
    // There are so many texts that a sixth of them has nearly every kind for each function.
    const isDrawn = (): boolean => draw(6) === 0;
    for (const prefix of [
      '',
      'a',
      'A=',
      'a b ',
      '\t\tkey: ',
      '[',
      '<a ',
      '"',
      "'",
      '"\\',
      '{"a":',
      '# ',
      '/*',
    ])
      for (const unit of [
        ' ',
        '\n',
        '\t',
        ' x',
        'x',
        '"',
        '\\"',
        '\\',
        '{',
        '[',
        '<',
        '=',
        '-',
        '\u2028',
        '1 ',
      ]) {
        const pumped = (length: number): string => `${prefix}${unit.repeat(length / unit.length)}x!`;
        const given = pumped(60_000);
        for (const [name, parse] of Object.entries(parsers)) {
          if (!isDrawn()) continue;
          const start = process.cpuUsage();
          parse(given);
          // Linear time is a fiftieth of this; quadratic time, at least twice as much.
          expect(process.cpuUsage(start).user, name).toBeLessThan(500_000);
        }
        const bytes = [new TextEncoder().encode(pumped(60_000))];
        const host = hostOf({ files: bytes, outputs: bytes, names: ['a'], broken: 0 });
        for (const [name, evaluate] of evaluations)
          if (isDrawn()) await ours(name, () => evaluate({ host, setting }));
      }
  }, 600_000);

  test('Every provider and condition works on any host: it gives a value, nothing or a hostspec error', async () => {
    const bytes = fc.oneof(
      { weight: 4, arbitrary: text.map((given) => new TextEncoder().encode(given)) },
      { weight: 1, arbitrary: fc.uint8Array() },
    );
    const names = fc.array(
      fc.constantFrom('a', 'b.conf', 'sda', '0', '1', '..', '-x', 'new\nline', '\udcff', ' '),
      { maxLength: 4 },
    );
    const seed = fc.record({
      files: fc.array(bytes, { minLength: 1, maxLength: 4 }),
      outputs: fc.array(bytes, { minLength: 1, maxLength: 4 }),
      names,
      broken: fc.nat(9),
    });
    await fc.assert(
      fc.asyncProperty(seed, async (given) => {
        const setting = <V extends SettingValue>({ default: value }: Setting<V>): V => value;
        const context: Context = { host: hostOf(given), setting };
        for (const { name, evaluate } of Object.values(defaultSpecs.providers))
          await ours(name, () => evaluate(context));
        for (const { name, evaluate } of Object.values(defaultSpecs.conditions)) {
          const verdict = await ours(name, () => evaluate(context));
          if (verdict) expect(typeof verdict.reason).toBe('string');
        }
      }),
      { numRuns: 150 },
    );
  }, 600_000);

  test('Every provider and condition works on the hosts of all fixtures with any of their text changed', async () => {
    const setting = <V extends SettingValue>({ default: value }: Setting<V>): V => value;
    const definitions = [...Object.values(defaultSpecs.providers), ...Object.values(defaultSpecs.conditions)];
    const hosts = defaultSpecs.domains.flatMap(({ name }) =>
      Object.values(fixtureHosts(new URL(`../../packages/${name}/fixtures`, import.meta.url))),
    );
    const values = new Set<string>();
    await fc.assert(
      fc.asyncProperty(edits, async (given) => {
        for (const fixture of hosts) {
          const host = edited(fixture, given);
          for (const { name, evaluate } of definitions) {
            const value = await ours(name, () => evaluate({ host, setting }));
            if (value !== undefined && !('nothing' in Object(value))) values.add(name);
          }
        }
      }),
      { numRuns: 150 },
    );
    // Most of them found something in spite of it: it is not the first line that they stumble over.
    expect(values.size).toBeGreaterThan(definitions.length * 0.7);
  }, 600_000);

  test('A spec of any shape is accepted or refused with a hostspec error', () => {
    const key = fc.constantFrom(
      'type',
      'path',
      'paths',
      'patterns',
      'command',
      'provider',
      'spec',
      'specs',
      'doc',
      'timeout',
      'when',
      'effects',
      'env',
      'endpoint',
    );
    const word = fc.constantFrom(
      'simple_file',
      'simple_command',
      'glob_file',
      'first_of',
      'head',
      'listdir',
      'foreach_execute',
      '%s',
      '/x',
      'all',
      '__proto__',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    }));
    fc.assert(
      fc.property(fc.oneof(word, fc.string()), value, (name, spec) => {
        try {
          checkSpec(name, spec);
        } catch (error) {
          if (!isHostspecError(error)) throw error;
        }
      }),
      cases,
    );
  });

  needs('python3')(
    "A glob finds what Python's finds, for names and patterns of any kind",
    async () => {
      const seed = seedOfTest();
      const directory = temporaryDirectory();
      const char = fc.constantFrom(...'ab.-!^[]{}()*?\\@+$#~,| \n\u2028é\u{1f480}');
      const name = fc
        .string({ unit: char, minLength: 1, maxLength: 4 })
        .filter((given) => !/^\.{1,2}$/.test(given));
      for (const [index, given] of fc.sample(name, { numRuns: 400, seed }).entries()) {
        const path = join(directory, index % 3 === 0 ? 'd1' : index % 3 === 1 ? '[d]' : 'd\n', given);
        mkdirSync(join(path, '..'), { recursive: true });
        writeFileSync(path, '');
      }
      const part = fc.string({ unit: char, minLength: 1, maxLength: 4 });
      const pattern = fc
        .tuple(fc.constantFrom('*', 'd1', '[[]d]', 'd?', '*d*'), part)
        .map((parts) => parts.join('/'));
      const patterns = fc
        .sample(pattern, { numRuns: 1000, seed: seed + 1 })
        .filter((given) => /[*?[]/.test(given) && !given.includes('**') && !/(^|\/)\.{1,2}$/.test(given));
      const script =
        'import glob, json, os, sys\nos.chdir(sys.argv[1])\nprint(json.dumps([sorted(p for p in glob.glob(q) if not os.path.isdir(p)) for q in json.load(sys.stdin)]))';
      const { stdout } = spawnSync('python3', ['-c', script, directory], {
        input: JSON.stringify(patterns),
        maxBuffer: 2 ** 28,
      });
      const wanted = JSON.parse(stdout.toString()) as string[][];
      const host = createLocalHost({ root: directory });
      for (const [index, given] of patterns.entries()) {
        const { paths } = await host.glob([given]);
        expect([given, paths.map((path) => path.slice(1)).sort()]).toEqual([
          given,
          (wanted[index] ?? []).sort(),
        ]);
      }
    },
    600_000,
  );
});

interface Edit {
  readonly kind: 'cut' | 'repeat' | 'insert' | 'swap';
  /** From 0, the start of the text, to 1, its end. */
  readonly at: number;
  readonly length: number;
  readonly piece: string;
}

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('cut', 'repeat', 'insert', 'swap'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(40),
    piece: fc.constantFrom(...pieces),
  }),
  { maxLength: 6 },
);

function edit(text: string, changes: readonly Edit[]): string {
  let changed = text;
  for (const { kind, at, length, piece } of changes) {
    const start = Math.floor(changed.length * at);
    const [before, part, after] = [
      changed.slice(0, start),
      changed.slice(start, start + length),
      changed.slice(start + length),
    ];
    if (kind === 'cut') changed = before + after;
    else if (kind === 'repeat') changed = before + part.repeat(3) + after;
    else if (kind === 'insert') changed = before + piece + part + after;
    else changed = part + before + after;
  }
  return changed;
}

/** A host whose files, listings and outputs are changed before they are seen. */
function edited(host: Host, changes: readonly Edit[]): Host {
  const bytes = (content: Uint8Array): Uint8Array =>
    new TextEncoder().encode(edit(new TextDecoder().decode(content), changes));
  return {
    ...host,
    readFile: async (path) => bytes(await host.readFile(path)),
    async run(command, options) {
      const result = await host.run(command, options);
      return { ...result, output: bytes(result.output) };
    },
  };
}

interface Given {
  readonly files: readonly Uint8Array[];
  readonly outputs: readonly Uint8Array[];
  readonly names: readonly string[];
  readonly broken: number;
}

/** A host that answers every question, with what has nothing to do with it. */
function hostOf({ files, outputs, names, broken }: Given): Host {
  let asked = broken;
  const next = <T>(from: readonly T[]): T => from[asked++ % from.length] as T;
  const mayFail = (): void => {
    if (broken > 0 && asked++ % (broken + 3) === 0) throw hostError('denied', 'permission denied');
  };
  return {
    executes: true,
    async readFile() {
      mayFail();
      return next(files);
    },
    async stat() {
      return asked++ % 4 === 0
        ? undefined
        : { kind: asked % 3 === 0 ? 'directory' : 'file', size: 1, modified: 0 };
    },
    async list() {
      mayFail();
      return [...names];
    },
    async glob(patterns) {
      return {
        paths: names.flatMap((name) => patterns.map((pattern) => pattern.replaceAll(/\*|\?|\[.*?\]/g, name))),
        notEntered: [],
      };
    },
    async run() {
      const rc = asked++ % 5 === 0 ? 1 : 0;
      return asked % 7 === 0
        ? { rc: undefined, output: new Uint8Array(), problem: 'absent', reason: 'not found' }
        : { rc, output: next(outputs) };
    },
    which: async (program) => (asked++ % 3 === 0 ? undefined : `/usr/bin/${program.split('/').at(-1)}`),
  };
}

/** The result of a task; undefined if it threw a hostspec error. @throws any other error, with the name of the function. */
async function ours<T>(name: string, task: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (isHostError(error) || isHostspecError(error)) return undefined;
    throw new Error(`${name} threw`, { cause: error });
  }
}
