import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { sharedDirectory } from '../test/folder.ts';
import { chunksToJoin, joinChunks } from './join-chunks.mjs';

const folder = sharedDirectory();

const large = `'${'x'.repeat(40_000)}'`;
const sources = {
  'start.js':
    "import { all } from './all.js';\nall.push('start');\nawait import('./first.js');\nconsole.log(all.join());\n",
  'all.js': 'export const all = [];\n',
  'first.js':
    "import { own } from './own.js';\nimport { sum } from './sum.js';\nown(sum(1, 2));\nawait import('./second.js');\n",
  'second.js':
    "import { own } from './own.js';\nimport { sum } from './sum.js';\nimport { text } from './large.js';\nown(sum(text.length, 0));\n",
  'other.js':
    "import { sum } from './sum.js';\nimport { text } from './large.js';\nconsole.log(sum(text.length, 1));\n",
  'another.js':
    "import { own } from './own.js';\nimport { all } from './all.js';\nown(1);\nconsole.log(all.join());\n",
  'own.js': "import { all } from './all.js';\nexport const own = (word) => all.push(word);\n",
  'sum.js': 'export const sum = (a, b) => a + b;\n',
  'large.js': `export const text = ${large};\n`,
};

const stages = [[/start\.js$/], [/first\.js$/, /second\.js$/]];

const built = async () => {
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['start.js', 'other.js', 'another.js'],
    outdir: 'dist',
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    metafile: true,
  });
  writeFileSync(join(folder, 'dist/package.json'), '{"type":"module"}');
  return metafile.outputs;
};

const printed = (name) =>
  execFileSync(process.execPath, [join(folder, 'dist', name)], { encoding: 'utf8' }).trim();

const programs = ['start.js', 'other.js', 'another.js'];

test('small chunks that a stage loads become one, and every program still does the same', async () => {
  const outputs = await built();
  const before = programs.map(printed);
  const [joined] = chunksToJoin(outputs, stages);
  expect(joined.flatMap((path) => Object.keys(outputs[path].inputs)).sort()).toEqual(['own.js', 'sum.js']);

  await joinChunks(folder, outputs, stages);

  const chunks = readdirSync(join(folder, 'dist/chunks'));
  expect(chunks).toContain('joined1.js');
  for (const path of joined) expect(chunks).not.toContain(path.replace('dist/chunks/', ''));
  expect(programs.map(printed)).toEqual(before);
  expect(before[0]).toBe('start,3,40000');
  expect(readFileSync(join(folder, 'dist/chunks/joined1.js'), 'utf8')).not.toContain('xxx');
});
