import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { carried } from '../build/carried.mjs';
import { importedBy } from '../house/sources.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { pendingChangesets } from './catalog-diff/released.mjs';

/** The packages of the workspace that one imports, itself or by way of others. */
const reached = (from, packages) => {
  const found = [from];
  for (const each of found) {
    const imported = importedBy(each);
    found.push(...packages.filter((one) => imported.has(one.manifest.name) && !found.includes(one)));
  }
  return found.slice(1).map(({ manifest }) => manifest.name);
};

/** What each package that bundles others contains, by name. */
const bundles = (packages) => {
  const command = packages.find(({ folder }) => folder === 'cli');
  const { name, optionalDependencies } = command.manifest;
  return {
    ...carried,
    [name]: reached(command, packages).filter((each) => !(each in optionalDependencies)),
  };
};

/**
 * The changesets that release what bundles a package that the pending ones release, unless they release it themselves: their text
 * by the name of the bundler.
 */
export const bundlerChangesets = (packages, changesets) => {
  const released = new Set(
    changesets.flatMap(({ bumps }) => Object.keys(bumps).filter((name) => bumps[name] !== 'none')),
  );
  return new Map(
    Object.entries(bundles(packages))
      .filter(([bundler]) => !released.has(bundler))
      .map(([bundler, names]) => [bundler, names.filter((name) => released.has(name)).sort()])
      .filter(([, names]) => names.length > 0)
      .map(([bundler, names]) => [
        bundler,
        `---\n'${bundler}': patch\n---\n\nContains changes of ${names.map((name) => `\`${name}\``).join(', ')}.\n`,
      ]),
  );
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [name, text] of bundlerChangesets(packagesOf(root), pendingChangesets(root)))
    writeFileSync(join(root, '.changeset', `bundled-by-${name.split('/').at(-1)}.md`), text);
}
