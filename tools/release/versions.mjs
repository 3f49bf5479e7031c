import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace/root.mjs';

/** The text of `src/version.ts`. */
export const versionSource = (version) =>
  `/** The version of this package; written by \`npm run release:version\`. */\nexport const version = '${version}';\n`;

const versionOf = (manifest) => JSON.parse(readFileSync(manifest, 'utf8')).version;

const sources = () =>
  readdirSync(`${root}packages`)
    .map((name) => ({
      file: `${root}packages/${name}/src/version.ts`,
      manifest: `${root}packages/${name}/package.json`,
    }))
    .filter(({ file }) => existsSync(file))
    .map(({ file, manifest }) => ({
      file,
      actual: readFileSync(file, 'utf8'),
      expected: versionSource(versionOf(manifest)),
    }));

/** The collection of Ansible has the version of the command. */
const collection = () => {
  const file = `${root}packages/ansible/galaxy.yml`;
  const actual = readFileSync(file, 'utf8');
  const version = versionOf(`${root}packages/cli/package.json`);
  return { file, actual, expected: actual.replace(/^version: .*$/m, `version: ${version}`) };
};

/** Every file that states the version of a package: the file, what it holds and what it should hold. */
export const versionFiles = () => [...sources(), collection()];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { file, expected } of versionFiles()) writeFileSync(file, expected);
}
