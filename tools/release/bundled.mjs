import { allowedPackages } from '../house/layers.mjs';

/** Changesets that name `hostspec`, which has no changes of its own, or release a package bundled in the command, but not the command. */
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
  const bundled = changesets.flatMap(({ file, bumps }) =>
    Object.keys(bumps)
      .filter((name) => inside.includes(name) && bumps[name] !== 'none' && !(command.manifest.name in bumps))
      .map(
        (name) =>
          `.changeset/${file} releases ${name}, which ${command.manifest.name} bundles: it must release ${command.manifest.name} too`,
      ),
  );
  return [...named, ...bundled];
};
