import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { sharedDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';
import { chunksToJoin, joinChunks } from './join-chunks.mjs';
import { pageText } from './page-text.mjs';
import { checksums, whyStale } from './sources.mjs';

describe('joined chunks', () => {
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
});

describe('the text of a page', () => {
  test('what a chunk is named by does not depend on where the checkout is', async () => {
    const folder = join(root, 'packages/report/src/page');
    const { metafile } = await build({
      stdin: {
        contents: "import style from './page.css?page';\nconsole.log(style);\n",
        resolveDir: folder,
        sourcefile: join(folder, 'style.js'),
      },
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      plugins: [pageText],
    });
    expect(Object.keys(metafile.inputs)).toContain('page-text:packages/report/src/page/page.css');
  });
});

describe('the record of sources', () => {
  const built = { cli: 'a', engine: 'b' };
  const read = () => JSON.stringify(built);

  test.each([
    ['a build of the same sources', read, built, undefined],
    ['no build', () => JSON.parse(''), built, 'the command is not built; run npm run build'],
    ['a record that is cut', () => '{"cli":', built, 'the command is not built; run npm run build'],
    [
      'a changed source',
      read,
      { ...built, engine: 'c' },
      'the build of the command is older than the source of engine; run npm run build',
    ],
  ])('%s', (_case, record, now, why) => {
    expect(whyStale(record, () => now)).toBe(why);
  });

  test('each package has its own checksum, which is the same whenever it is made', () => {
    const made = checksums(['cli', 'engine']);
    expect(new Set(Object.values(made)).size).toBe(2);
    expect(checksums(['cli', 'engine'])).toEqual(made);
  });
});
