import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import glob from 'fast-glob';
import { root } from '../workspace/root.mjs';

const versionOf = (manifest) => JSON.parse(readFileSync(manifest, 'utf8')).version;

const line = /^export const version = '.*';$/m;

/** A domain states its version in `specs.ts`, other packages in a file of its own, which costs the command less to load. */
const sources = () =>
  glob.sync('packages/*/src/{specs,version}.ts', { cwd: root, absolute: true }).flatMap((file) => {
    const actual = readFileSync(file, 'utf8');
    if (!line.test(actual)) return [];
    const version = versionOf(join(file, '../../package.json'));
    return [{ file, actual, expected: actual.replace(line, `export const version = '${version}';`) }];
  });

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
