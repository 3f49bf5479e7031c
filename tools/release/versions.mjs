import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace/root.mjs';

/** The text of `src/version.ts`. */
export const versionSource = (version) =>
  `/** The version of this package; written by \`npm run release:version\`. */\nexport const version = '${version}';\n`;

/** Every package that states its version in its source: the file, what it holds and what it should hold. */
export const versionFiles = () =>
  readdirSync(`${root}packages`)
    .map((name) => ({
      file: `${root}packages/${name}/src/version.ts`,
      manifest: `${root}packages/${name}/package.json`,
    }))
    .filter(({ file }) => existsSync(file))
    .map(({ file, manifest }) => ({
      file,
      actual: readFileSync(file, 'utf8'),
      expected: versionSource(JSON.parse(readFileSync(manifest, 'utf8')).version),
    }));

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { file, expected } of versionFiles()) writeFileSync(file, expected);
}
