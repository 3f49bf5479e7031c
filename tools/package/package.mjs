// Makes the packages of a release other than those on npm: npm run package -- [--only KIND,…] [--arch ARCH,…] [--output DIRECTORY]

import { resolve } from 'node:path';
import { freshBuild } from '../release/fresh-build.mjs';
import { root } from '../workspace/root.mjs';
import { git, optionsOf } from '../workspace/run.mjs';

const known = { only: ['deb', 'rpm', 'tar', 'image', 'offline'], arch: ['x64', 'arm64'] };

const fail = (message) => {
  console.error(message);
  process.exit(2);
};

const values = optionsOf({
  only: { type: 'string' },
  arch: { type: 'string' },
  output: { type: 'string', default: 'out' },
});
const chosen = (name) => {
  const words = values[name]?.split(',') ?? known[name];
  const wrong = words.find((word) => !known[name].includes(word));
  if (wrong !== undefined) fail(`--${name} ${wrong} is not allowed; allowed: ${known[name].join(', ')}`);
  return words;
};
const kinds = chosen('only');
const arches = chosen('arch');

const changed = git(root, 'status', '--porcelain').trim();
if (changed !== '')
  fail(
    `the packages are made from a commit, and this checkout has changes; commit or remove them:\n${changed}`,
  );

const status = await freshBuild();
if (status !== 0) process.exit(status);

// In a fresh checkout, what this module imports is installed only now.
const { makePackages } = await import('./make.mjs');
try {
  for (const file of await makePackages({ kinds, arches, output: resolve(values.output) })) console.log(file);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
