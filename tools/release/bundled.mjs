import { carried } from '../build/carried.mjs';
import { importedBy } from '../house/sources.mjs';

/** The packages of the workspace that one imports, itself or by way of others. */
const reached = (from, packages) => {
  const found = [from];
  for (const each of found) {
    const imported = importedBy(each);
    found.push(...packages.filter((one) => imported.has(one.manifest.name) && !found.includes(one)));
  }
  return found.slice(1).map(({ manifest }) => manifest.name);
};

/** Changesets that name `hostspec`, which has no changes of its own, or release a package bundled in another one, but not the other one. */
export const bundledViolations = (packages, changesets) => {
  const command = packages.find(({ folder }) => folder === 'cli');
  const inside = reached(command, packages).filter(
    (name) => !(name in command.manifest.optionalDependencies),
  );
  const named = changesets
    .filter(({ bumps }) => 'hostspec' in bumps)
    .map(
      ({ file }) =>
        `.changeset/${file} releases hostspec: name ${command.manifest.name}, whose version it has`,
    );
  const bundlers = Object.entries({ ...carried, [command.manifest.name]: inside });
  const bundled = changesets.flatMap(({ file, bumps }) =>
    bundlers.flatMap(([bundler, names]) =>
      names
        .filter((name) => (bumps[name] ?? 'none') !== 'none' && !(bundler in bumps))
        .map(
          (name) =>
            `.changeset/${file} releases ${name}, which ${bundler} bundles: it must release ${bundler} too`,
        ),
    ),
  );
  return [...named, ...bundled];
};
