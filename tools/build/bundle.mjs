// Bundles a package's own modules into one file: each module costs Node up to half a millisecond to find and link.
// Other packages stay outside, except in the command, whose start-up counts: it carries what it needs, and as in carried.mjs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { carried, checkedInTests, fromSource } from './carried.mjs';
import { findingsText } from './findings.mjs';
import { joinChunks } from './join-chunks.mjs';
import { pageText } from './page-text.mjs';
import { tsconfig } from './projects.mjs';
import { ruleTables } from './rule-tables.mjs';
import { checksums, recordName } from './sources.mjs';

/** What a chunk begins with that has code in CommonJS, which loads Node's own modules with `require`. */
const requireBanner =
  "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);";

/** Makes the JavaScript of a package. What it carries of others must be built. */
export const bundle = async ({ path, manifest }) => {
  const command = existsSync(join(path, 'src/bin.ts'));
  const entryPoints = Object.values(manifest.exports)
    .flatMap((target) => (typeof target === 'object' ? [target.default] : []))
    .map((file) => file.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts'));
  if (command) entryPoints.push('src/bin.ts');

  const dist = join(path, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const file of readdirSync(dist, { recursive: true }))
    if (/\.(js|map)$/.test(file)) rmSync(join(dist, file), { force: true });

  const { metafile } = await build({
    absWorkingDir: path,
    tsconfig,
    entryPoints,
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Only for the command: an error in a program that uses a library shows its source line.
    minify: command,
    chunkNames: 'chunks/[hash]',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [
      pageText,
      ruleTables(manifest.name),
      checkedInTests(manifest.name),
      fromSource(carried[manifest.name] ?? []),
    ],
    // A package with several entry points shares chunks, and an entry imports those that it needs nothing of, too.
    logOverride: { 'ignored-bare-import': 'silent' },
    ...(command ? { banner: { js: requireBanner } } : { packages: 'external' }),
  });
  for (const file of Object.keys(metafile.outputs)) {
    const text = readFileSync(join(path, file), 'utf8');
    const [found] = /[^\0-\xff]/u.exec(text) ?? [];
    if (found !== undefined)
      throw new Error(
        `${join(path, file)} contains ${found}, so V8 would keep all of it with two bytes for each character; write it as an escape`,
      );
    const code = text.replace(requireBanner, '');
    if (command && !/\brequire\b/.test(code)) writeFileSync(join(path, file), code.trimStart());
  }
  writeFileSync(join(dist, 'NOTICE'), readFileSync(new URL('../../NOTICE', import.meta.url)));
  const findings = join(path, 'findings.yaml');
  if (existsSync(findings)) writeFileSync(join(path, 'findings.json'), findingsText(findings));
  if (!command) return;
  await joinChunks(path, metafile.outputs, [
    [/^src\/([\w-]+\/command|help|bin|runs\/small-heap)\.ts$/],
    [/^src\/(version|hosts\/runner)\.ts$/],
    [/^src\/collect\/collect-host\.ts$/, /^\.\.\/(engine|redact|archive)\/dist\/index\.js$/],
  ]);
  const inputs = Object.keys(metafile.inputs);
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), notices(inputs, path));
  const bundled = new Set(inputs.flatMap((file) => /^\.\.\/([^/]+)\/dist\//.exec(file)?.[1] ?? []));
  writeFileSync(join(path, recordName), JSON.stringify(checksums(['cli', ...bundled].sort())));
};

/** The licences of the packages from elsewhere whose files are among the inputs of a bundle. */
function notices(inputs, directory) {
  const folders = new Set(
    inputs.flatMap((input) => {
      const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(directory, input));
      return found ? [found[1]] : [];
    }),
  );
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This package carries code of the following packages.\n\n${[...new Set(texts)].sort().join(`\n${'-'.repeat(72)}\n\n`)}`;
}
