const isRunner = ({ name }) => name === '@hostspec/runner';
/** Whether two packages have one version: a client knows the checksums of its programs, and the command states its version. */
const isOneWith = (manifest, name) =>
  isRunner(manifest)
    ? name.startsWith('@hostspec/runner-')
    : manifest.name === 'hostspec' && name === '@hostspec/cli';
const isOurs = (name) => name === 'hostspec' || name.startsWith('@hostspec/');

/** Packages whose versions of a dependency differ, and packages of the workspace that are not taken from it. */
export const versionViolations = (packages, workspace) => {
  const ranges = new Map();
  const violationOf = (manifest, name, range) => {
    if (isOurs(name)) {
      const wanted = isOneWith(manifest, name) ? 'workspace:*' : 'workspace:^';
      return range === wanted || manifest === workspace
        ? []
        : [`${manifest.name} takes ${name} as ${range}, not as ${wanted}`];
    }
    const known = ranges.get(name) ?? { range, by: manifest.name };
    ranges.set(name, known);
    return known.range === range
      ? []
      : [`${manifest.name} has ${name} ${range}, ${known.by} has ${known.range}`];
  };
  return [{ manifest: workspace }, ...packages].flatMap(({ manifest }) =>
    [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((dependencies) =>
      Object.entries(dependencies ?? {}).flatMap(([name, range]) => violationOf(manifest, name, range)),
    ),
  );
};
