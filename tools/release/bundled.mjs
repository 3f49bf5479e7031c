import { allowedPackages } from '../house/layers.mjs';

/** Changesets that release a package bundled in the command, but not the command: its users would not get the change. */
export const bundledViolations = (packages, changesets) => {
  const command = packages.find(({ folder }) => folder === 'cli');
  const inside = allowedPackages(command, packages).filter(
    (name) => !(name in { ...command.manifest.dependencies, ...command.manifest.optionalDependencies }),
  );
  return changesets.flatMap(({ file, bumps }) =>
    Object.keys(bumps)
      .filter((name) => inside.includes(name) && bumps[name] !== 'none' && !(command.manifest.name in bumps))
      .map(
        (name) =>
          `.changeset/${file} releases ${name}, which ${command.manifest.name} bundles: it must release ${command.manifest.name} too`,
      ),
  );
};
