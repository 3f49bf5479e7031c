import { carried } from '../build/carried.mjs';
import { allowedPackages } from '../house/layers.mjs';

/** Changesets that name `hostspec`, which has no changes of its own, or release a package bundled in another one, but not the other one. */
export const bundledViolations = (packages, changesets) => {
  const command = packages.find(({ folder }) => folder === 'cli');
  const inside = allowedPackages(command, packages).filter(
    (name) => !(name in { ...command.manifest.dependencies, ...command.manifest.optionalDependencies }),
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
