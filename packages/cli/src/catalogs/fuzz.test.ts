import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSettings, readConfig } from '@hostspec/policy';
import { collectionTypeFacts, isHostspecError, optionNames } from '@hostspec/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { silentIo } from '../testing/in-process.js';
import { catalogFileKeys } from './catalog-content.js';
import { loadCatalogFile } from './catalog-file.js';

/** These tests have a row in this section of ASSURANCE. */
const promise = { meta: { assurance: 'Fuzz' } };

/** Loads a catalog with this text. Expects a catalog or a hostspec error that names the file; returns the number of specs. */
async function load(directory: string, text: string | Uint8Array): Promise<number> {
  const path = join(directory, 'site.yaml');
  writeFileSync(path, text, { mode: 0o600 });
  const io = { ...silentIo, cwd: directory };
  try {
    const { catalog, own } = await loadCatalogFile(path, io, { subject: '--catalog', writers: 'anybody' });
    expect(Object.keys(catalog.specs)).toEqual(own);
    return own.length;
  } catch (error) {
    if (!isHostspecError(error)) throw error;
    expect(error.message).toContain(path);
    return 0;
  }
}

const word = fc.constantFrom(
  ...catalogFileKeys,
  ...Object.keys(collectionTypeFacts),
  ...optionNames.whole,
  ...['path', 'paths', 'patterns', 'command', 'provider', 'spec', 'specs', 'type', 'doc'],
  ...[
    '/etc/hosts',
    '/bin/ls %s',
    '%s %s',
    '<vendor>',
    '<nix>',
    'interfaces',
    'a b',
    '__proto__',
    'constructor',
    '',
  ],
);
const scalar = fc.oneof(word, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, scalar, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(fc.oneof(word, fc.string()), tie('value'), { maxKeys: 5 }),
}));

const text = fc.oneof({ weight: 3, arbitrary: word }, fc.string(), scalar);
const spec: fc.Arbitrary<unknown> = fc.oneof(
  fc.record(
    {
      type: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...Object.keys(collectionTypeFacts)) }, scalar),
      path: text,
      paths: fc.array(text, { maxLength: 3 }),
      patterns: fc.array(text, { maxLength: 3 }),
      command: text,
      provider: fc.oneof(word, value),
      specs: fc.array(value, { maxLength: 2 }),
      spec: value,
      doc: fc.oneof({ weight: 4, arbitrary: fc.constant('d') }, scalar),
      when: value,
      timeout: scalar,
    },
    { requiredKeys: ['type', 'doc'] },
  ),
  value,
);
const filled = fc.string({ minLength: 1 }).filter((each) => !/[\0<>%'"\\]/.test(each));
const source = fc.record({ type: fc.constant('listdir'), path: filled });
const right = fc.oneof(
  fc.record({ type: fc.constant('simple_file'), path: filled }),
  fc.record({ type: fc.constant('simple_command'), command: filled }),
  fc.record({ type: fc.constant('glob_file'), patterns: fc.array(filled, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    type: fc.constant('foreach_execute'),
    command: filled.map((line) => `${line} %s`),
    provider: source,
  }),
);
const rightSpec = fc
  .record({
    spec: fc.oneof(
      right,
      fc.record({ type: fc.constant('head'), spec: right }),
      fc.record({ type: fc.constant('first_of'), specs: fc.array(right, { minLength: 1, maxLength: 2 }) }),
    ),
    options: fc.record(
      {
        doc: filled,
        keepRc: fc.boolean(),
        emptyRc: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 3 }),
        absentWhen: fc.array(fc.oneof(fc.integer({ min: 1, max: 255 }), filled), {
          minLength: 1,
          maxLength: 3,
        }),
        timeout: fc.integer({ min: 1, max: 2_147_483 }),
      },
      { requiredKeys: ['doc'] },
    ),
  })
  .map((parts) => ({ ...parts.spec, ...parts.options }));

const mostly = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 12, arbitrary: usual }, other);
const names = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
const catalog = fc.record(
  {
    name: mostly(fc.constant('site'), scalar),
    version: mostly(fc.constant('1.0.0'), scalar),
    variant: mostly(fc.constantFrom('a', 'b'), scalar),
    extends: mostly(fc.constant([]), fc.constant([''])),
    pick: mostly(fc.constantFrom(null, []), value),
    skip: mostly(fc.constantFrom(null, []), value),
    override: mostly(fc.constant({}), value),
    add: fc.dictionary(mostly(names, word), mostly(rightSpec, spec), { maxKeys: 4 }),
  },
  { requiredKeys: ['add'] },
);

test('any mapping is a catalog or an error that names the file', {
  ...promise,
  timeout: 120_000,
}, async () => {
  const directory = temporaryDirectory();
  let specs = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(catalog, value), fc.boolean(), async (data, asJson) => {
      specs += await load(directory, asJson ? JSON.stringify(data) : stringify(data));
    }),
    { numRuns: 2000 },
  );
  expect(specs).toBeGreaterThan(200);
});

test('any text is a catalog or an error that names the file', { ...promise, timeout: 120_000 }, async () => {
  const directory = temporaryDirectory();
  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      ' ',
      '  ',
      ': ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '!!map ',
      '? ',
      '|',
      '>',
      '#',
      '"',
      "'",
      '---\n',
      '%YAML 1.1\n',
      '\t',
      '<<: *a\n',
    ),
    word,
    fc.string(),
  );
  const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.oneof(texts, fc.uint8Array({ maxLength: 200 })), async (content) => {
      await load(directory, content);
    }),
    { numRuns: 2000 },
  );
});

test('any configuration is settings or an error that names the file', {
  ...promise,
  timeout: 120_000,
}, async () => {
  const path = join(temporaryDirectory(), 'config.yaml');
  const settings = {
    words: {
      name: 'words',
      doc: 'd',
      default: ['a'],
      check: (text: string) => (text === '' ? 'not empty' : undefined),
    },
    flag: { name: 'flag', doc: 'd', default: false },
    url: { name: 'url', doc: 'd', default: '' },
  };
  const settingNames = mostly(fc.constantFrom('words', 'flag', 'url'), word);
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.dictionary(settingNames, value, { maxKeys: 3 }), value), async (data) => {
      writeFileSync(path, stringify(data), { mode: 0o600 });
      try {
        const checked = await readConfig(path, (values, file) =>
          checkSettings(values, file, settings, async () => ({}), {}),
        );
        for (const [name, read] of Object.entries(checked)) {
          expect(Object.keys(settings)).toContain(name);
          expect(typeof read).toBe(name === 'flag' ? 'boolean' : name === 'url' ? 'string' : 'object');
        }
      } catch (error) {
        if (!isHostspecError(error)) throw error;
        expect(error.message).toContain(path);
      }
    }),
    { numRuns: 1000 },
  );
});
