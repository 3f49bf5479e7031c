// Builds all packages in one process: to start the tools for each package takes four times as long as their work.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCommand, packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { run } from '../workspace/run.mjs';
import { bundle } from './bundle.mjs';
import { writeProjects } from './projects.mjs';

const packages = packagesOf();
const tsc = join(root, 'node_modules/typescript/bin/tsc');
// Each checker of a project learns the same types again: four take 1.5 times the processor time of one.
const words = ['-b', '--checkers', '1', ...writeProjects(packages)];
process.exitCode = await run(process.execPath, [tsc, ...words]);
if (process.exitCode !== 0) process.exit();

const bundled = new Map();
/** Bundles a package after those that it needs, of which it may carry parts. */
const bundleInOrder = (each) => {
  const { name, dependencies, devDependencies } = each.manifest;
  const needed = packages.filter(({ manifest }) => manifest.name in { ...dependencies, ...devDependencies });
  if (!bundled.has(name))
    bundled.set(
      name,
      Promise.all(needed.map(bundleInOrder)).then(() => bundle(each)),
    );
  return bundled.get(name);
};
await Promise.all(packages.map(bundleInOrder));

const page = await (await builtCommand())('man');
// npm installs the manual page of the package that a user names only.
for (const folder of ['cli', 'hostspec']) {
  const man = join(root, 'packages', folder, 'man');
  mkdirSync(man, { recursive: true });
  writeFileSync(join(man, 'hostspec.1'), page);
}
