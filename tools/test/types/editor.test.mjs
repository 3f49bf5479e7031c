import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeConsumer } from '../../workspace/consumer.mjs';
import { importBuilt, packagesOf } from '../../workspace/packages.mjs';

/** The mark for the cursor in a program. */
const cursor = '‸';

/**
 * Asks TypeScript what an editor shows for programs in a folder with a `tsconfig.json`: `programs` holds their texts by
 * name, each with a cursor at the place of the completions.
 */
const openEditor = (folder, programs) => {
  const file = (name) => join(folder, name);
  for (const [name, text] of Object.entries(programs)) writeFileSync(file(name), text.replace(cursor, ''));
  const api = new API({ cwd: folder });
  const snapshot = api.updateSnapshot({ openProjects: [file('tsconfig.json')] });
  const [{ program, checker }] = snapshot.getProjects();
  return {
    /** The names that are offered at the cursor, sorted. */
    completions(name) {
      const { entries = [] } =
        checker.getCompletionsAtPosition(file(name), programs[name].indexOf(cursor)) ?? {};
      return entries.map((entry) => entry.name.replace(/\?$/, '')).sort();
    },
    /** What is wrong with a program: `{ at, message }`, the text that is underlined and all lines of the message. */
    messages(name) {
      const text = programs[name].replace(cursor, '');
      return [
        ...program.getSyntacticDiagnostics(file(name)),
        ...program.getSemanticDiagnostics(file(name)),
      ].map((diagnostic) => ({
        at: text.slice(diagnostic.pos, diagnostic.end),
        message: linesOf(diagnostic).join('\n'),
      }));
    },
    close: () => api.close(),
  };
};

const linesOf = ({ text, messageChain = [] }) => [text, ...messageChain.flatMap(linesOf)];

const built = (wanted) => importBuilt(packagesOf().find(({ folder }) => folder === wanted));
const { optionNames } = await built('spec');
const { networking } = await built('networking');
const { DefaultSpecs } = await built('default-specs');

const options = [...optionNames.whole].sort();
const names = Object.keys(networking.specs);
const effects = ['changesState', 'loadsModules', 'needsRoot', 'network'];

const beginning = `import { defaultSpecs } from '@hostspec/default-specs';
import { networking } from '@hostspec/networking';
import {
  commandWithArgs, compose, defineProvider, firstFile, firstOf, foreachCollect, foreachExecute, globFile, head,
  listdir, simpleCommand, simpleFile, slice, variant,
} from '@hostspec/spec';
const disks = defineProvider({ name: 'disks', doc: 'Disks', yields: 'list', evaluate: () => ['sda'] });
const inSlice = { name: 'site', version: '1.0.0' };
const site = slice({ ...inSlice, specs: { ethtool: simpleFile('/x', { doc: 'One' }) } });
const perDisk = slice({ ...inSlice, specs: { disk: foreachExecute('/bin/x %s', disks(), { doc: 'One' }) } });
`;

const completed = [
  ['simpleFile', "simpleFile('/x', { ‸ });", options],
  ['simpleCommand', "simpleCommand('/bin/x', { ‸ });", options],
  ['globFile', "globFile(['/x'], { ‸ });", options],
  ['firstFile', "firstFile(['/x'], { ‸ });", options],
  ['listdir', "listdir('/x', { ‸ });", options],
  ['foreachExecute', "foreachExecute('/bin/x %s', disks(), { ‸ });", options],
  ['foreachCollect', "foreachCollect('/x/%s', disks(), { ‸ });", options],
  ['commandWithArgs', "commandWithArgs('/bin/x %s', disks(), { ‸ });", options],
  ['firstOf', "firstOf([simpleFile('/x')], { ‸ });", options],
  ['head', "head(globFile(['/x']), { ‸ });", options],
  [
    'an option that is not set yet',
    "simpleFile('/x', { doc: 'X', ‸ });",
    options.filter((name) => name !== 'doc'),
  ],
  ['effects', "simpleFile('/x', { doc: 'X', effects: { ‸ } });", effects],
  ['effects deeper', "simpleFile('/x', { effects: { changesState: { ‸ } } });", ['arguments', 'what']],
  ['values', "simpleFile('/x', { signal: '‸' });", ['SIGKILL', 'SIGTERM']],
  ['slice', "slice({ ...inSlice, specs: { a: simpleFile('/x', { ‸ }) } });", options],
  ['effects in slice', "slice({ ...inSlice, specs: { a: simpleFile('/x', { effects: { ‸ } }) } });", effects],
  ['plain data', "slice({ ...inSlice, specs: { a: { type: 'listdir', path: '/x', ‸ } } });", options],
  [
    'parts',
    "slice({ name: 'a', version: '1.0.0', specs: {}, ‸ });",
    ['conditions', 'neverCollected', 'origin', 'providers', 'settings', 'values'],
  ],
  ['names in override', 'networking.override({ ‸ });', names],
  ['names of all', 'defaultSpecs.override({ ‸ });', Object.keys(DefaultSpecs)],
  ['override', "networking.override({ ethtool: simpleFile('/x', { ‸ }) });", options],
  ['extend', "networking.extend({ other: simpleFile('/x', { ‸ }) });", options],
  ['variant', "variant(networking, { override: { ethtool: simpleFile('/x', { ‸ }) } });", options],
  ['pick', "networking.pick('‸');", names],
  ['a name that is begun', "networking.pick('eth‸');", names],
  ['a second name', "networking.omit('ethtool', '‸');", names],
];

const suggests = (wrong, right) => [
  wrong,
  new RegExp(
    `^Object literal may only specify known properties, but '${wrong}' does not exist in type .*\\. Did you mean to write '${right}'\\?$`,
  ),
];
const refused = (at, parameter) => [
  at,
  new RegExp(`^Argument of type '.*' is not assignable to parameter of type '${parameter}'\\.$`),
];

const wrong = [
  ['an option', "simpleFile('/x', { doc: 'X', tiemout: 5 });", suggests('tiemout', 'timeout')],
  ['the only option', "simpleCommand('/bin/x', { tiemout: 5 });", suggests('tiemout', 'timeout')],
  [
    'effects',
    "simpleFile('/x', { doc: 'X', effects: { needRoot: true } });",
    suggests('needRoot', 'needsRoot'),
  ],
  [
    'an option in slice',
    "slice({ ...inSlice, specs: { a: simpleFile('/x', { doc: 'X', tiemout: 5 }) } });",
    suggests('tiemout', 'timeout'),
  ],
  [
    'effects in slice',
    "slice({ ...inSlice, specs: { a: simpleFile('/x', { doc: 'X', effects: { needRoot: true } }) } });",
    suggests('needRoot', 'needsRoot'),
  ],
  [
    'an option of plain data',
    "slice({ ...inSlice, specs: { a: { type: 'listdir', path: '/x', doc: 'X', tiemout: 5 } } });",
    suggests('tiemout', 'timeout'),
  ],
  [
    'a part of a slice',
    'slice({ ...inSlice, specs: {}, provders: [disks] });',
    suggests('provders', 'providers'),
  ],
  [
    'an option in override',
    "networking.override({ ethtool: simpleFile('/x', { doc: 'X', tiemout: 5 }) });",
    suggests('tiemout', 'timeout'),
  ],
  [
    'effects in override',
    "networking.override({ ethtool: simpleFile('/x', { doc: 'X', effects: { needRoot: true } }) });",
    suggests('needRoot', 'needsRoot'),
  ],
  [
    'a name in override',
    "defaultSpecs.override({ etthool: simpleFile('/x', { doc: 'X' }) });",
    suggests('etthool', 'ethtool'),
  ],
  ['a name in pick', "networking.pick('etthool');", refused("'etthool'", '"ethtool"')],
  ['a name among all', "defaultSpecs.omit('uname', 'etthool');", refused("'etthool'", '"ethtool"')],
  ['a name like none', "networking.pick('zzz');", refused("'zzz'", '"no spec has a name like this"')],
  [
    'a value of another kind',
    "slice({ ...inSlice, specs: { a: simpleFile('/x', { doc: 'X', keepRc: 'yes' }) } });",
    ['keepRc', /^Type 'string' is not assignable to type 'boolean( \| undefined)?'\.$/],
  ],
  [
    'a name that two catalogs have',
    'compose(site, networking);',
    refused('site', '"spec ethtool is in another catalog too: rename, omit or override one"'),
  ],
  [
    'a provider that is missing',
    'compose(networking, perDisk);',
    refused('perDisk', '"provider disks is missing: add it to the providers of a slice"'),
  ],
  [
    'a name that is taken',
    "networking.extend({ ethtool: simpleFile('/x', { doc: 'X' }) });",
    ['ethtool', /^Type '.*' is not assignable to type '"spec ethtool already exists: use override"'\.$/],
  ],
];

describe('an editor', () => {
  const programs = {
    ...Object.fromEntries(
      completed.map(([, code], index) => [`completed-${index}.ts`, `${beginning}${code}\n`]),
    ),
    ...Object.fromEntries(wrong.map(([, code], index) => [`wrong-${index}.ts`, `${beginning}${code}\n`])),
    'many.ts': manySlices(60),
  };
  let consumer;
  let editor;

  beforeAll(() => {
    consumer = makeConsumer();
    editor = openEditor(consumer, programs);
  });
  afterAll(() => {
    editor?.close();
    rmSync(consumer, { recursive: true });
  });

  test.each(completed.map(([what, , expected], index) => ({ what, expected, index })))(
    'completes $what, and offers nothing else',
    ({ expected, index }) => {
      expect(editor.completions(`completed-${index}.ts`)).toEqual([...expected].sort());
    },
  );

  test.each(wrong.map(([what, , [at, line]], index) => ({ what, at, line, index })))(
    'says in one line what is wrong: $what',
    ({ at, line, index }) => {
      expect(editor.messages(`wrong-${index}.ts`)).toEqual([{ at, message: expect.stringMatching(line) }]);
      expect(editor.messages(`wrong-${index}.ts`)[0].message.length).toBeLessThan(600);
    },
  );

  test('composes many slices', () => {
    expect(editor.messages('many.ts')).toEqual([]);
  });
});

/** A program that composes many slices, each with a provider of another one. */
function manySlices(count) {
  const lines = Array.from({ length: count }, (_, index) => {
    const other = (index + 1) % count;
    return `const provider${index} = defineProvider({ name: 'provider_${index}', doc: 'One', yields: 'list', evaluate: () => [] });
const slice${index} = slice({
  name: 'slice-${index}', version: '1.0.0', providers: [provider${index}],
  specs: { spec_${index}: foreachExecute('/bin/x %s', { provider: 'provider_${other}' }, { doc: 'Number ${index}' }) },
});`;
  });
  const all = Array.from({ length: count }, (_, index) => `slice${index}`);
  return `import { compose, defineProvider, foreachExecute, slice } from '@hostspec/spec';
${lines.join('\n')}
const catalog = compose(${all.join(', ')});
const doc: 'Number ${count - 1}' = catalog.specs.spec_${count - 1}.doc;
console.log(doc);
`;
}
