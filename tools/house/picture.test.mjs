import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { tsconfig } from '../build/projects.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { circlesOf, drawnArrows, realArrows } from './picture.mjs';

const page = readFileSync(join(root, 'packages/docs/ARCHITECTURE.md'), 'utf8');

test('the picture in ARCHITECTURE.md has exactly the arrows of the imports', () => {
  expect(drawnArrows(page)).toEqual(realArrows(packagesOf(root)));
});

test('no package imports itself by way of others', () => {
  expect(circlesOf(realArrows(packagesOf(root)))).toEqual([]);
  expect(circlesOf(['a -> b', 'b -> c', 'c -> b', 'c -> d'])).toEqual(['a', 'b', 'c']);
});

test('an arrow too many or too few is seen', () => {
  const picture = (lines) => `# Architecture\n\nWords.\n\n\`\`\`mermaid\ngraph BT\n${lines}\n\`\`\`\n`;
  expect(drawnArrows(picture('  a & b --> c\n  c --> d & e'))).toEqual([
    'a -> c',
    'b -> c',
    'c -> d',
    'c -> e',
  ]);
  expect(() => drawnArrows('## Words\n')).toThrow('there is no mermaid picture');
});

test('every command starts without another package, and loads each when it needs it', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/cli/src/bin.ts'],
    outdir: '.',
    tsconfig,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
  });
  const files = ['bin.js'];
  const early = (file) =>
    (metafile.outputs[file]?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
  for (const file of files)
    files.push(...early(file).flatMap(({ path }) => (files.includes(path) ? [] : path)));
  expect(files.filter((name) => name.startsWith('@hostspec/'))).toEqual([]);
});
