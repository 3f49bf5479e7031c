import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packagesOf, programsOf } from '../workspace/packages.mjs';
import { fileViolations, readmeViolations, sourceViolations } from './files.mjs';
import { commonManifest, differences, manifestViolations } from './manifest.mjs';

/** Violations of the house rules in each package of a workspace, by folder; those of several packages as `''`. */
export const houseViolations = (workspace) => {
  const packages = packagesOf(workspace);
  const own = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  const checks = [fileViolations, readmeViolations, sourceViolations, manifestViolations];
  const { manifest: runner } = packages.find(({ folder }) => folder === 'runner');
  return {
    ...Object.fromEntries(packages.map((each) => [each.folder, checks.flatMap((check) => check(each))])),
    ...Object.fromEntries(
      programsOf(workspace).map((each) => [each.folder, programViolations(each, runner)]),
    ),
    '': versionViolations(packages, own),
  };
};

const isRunner = ({ name }) => name === '@hostspec/runner';
/** Whether two packages have one version: a client knows the checksums of its programs, and the command states its version. */
const isOneWith = (manifest, name) =>
  isRunner(manifest)
    ? name.startsWith('@hostspec/runner-')
    : manifest.name === 'hostspec' && name === '@hostspec/cli';
const isOurs = (name) => name === 'hostspec' || name.startsWith('@hostspec/');

/** Packages whose versions of a dependency differ, and packages of the workspace that are not taken from it. */
const versionViolations = (packages, workspace) => {
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

/** The manifest of a package that holds only the runner's program for one platform, such as linux-x64. */
const manifestFor = (folder, version) => {
  const platform = basename(folder);
  const [os, cpu] = platform.split('-');
  const { homepage, repository, bugs, license } = commonManifest({ folder: 'runner' });
  return {
    name: `@hostspec/runner-${platform}`,
    version,
    description: `The runner of hostspec for Linux on ${cpu}: a small static program that reads files and runs commands for the collector.`,
    keywords: ['hostspec', 'linux', 'runner'],
    homepage,
    bugs,
    repository: { ...repository, directory: `packages/${folder}` },
    license,
    os: [os],
    cpu: [cpu],
    files: ['THIRD-PARTY-NOTICES.txt', 'hostspec-runner', 'provenance.json'],
    publishConfig: { access: 'public', executableFiles: ['hostspec-runner'] },
  };
};

/** Violations of the rules for such a package. It has the version of the runner's client, which knows its checksum. */
const programViolations = ({ folder, manifest }, { name, version, optionalDependencies }) => {
  const none = Object.fromEntries(Object.keys(manifest).map((key) => [key, undefined]));
  return [
    ...differences(manifest, { ...none, ...manifestFor(folder, version) }),
    ...(manifest.name in optionalDependencies ? [] : [`${name} does not depend on ${manifest.name}`]),
  ];
};
