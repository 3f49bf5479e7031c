import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { allowedExternal, allowedPackages, mayUseNode } from './layers.mjs';
import { importsOf, packageOf, sourcesOf } from './sources.mjs';

const isRunner = ({ name }) => name === '@hostspec/runner';
/** Whether two packages have one version: a client knows the checksums of its programs, and the command states its version. */
const isOneWith = (manifest, name) =>
  isRunner(manifest)
    ? name.startsWith('@hostspec/runner-')
    : manifest.name === 'hostspec' && name === '@hostspec/cli';
const isOurs = (name) => name === 'hostspec' || name.startsWith('@hostspec/');

/** Imports, dependencies and references that the layers do not allow, or that do not agree. */
export const importViolations = (each, packages) => {
  const { manifest, path, folder } = each;
  const allowed = [...allowedPackages(each, packages), ...allowedExternal(each)];
  const sources = sourcesOf(each).filter(({ isTest }) => !isTest);
  const violations = [];
  for (const { file, text } of sources)
    for (const { specifier } of importsOf(text)) {
      const name = packageOf(specifier);
      if (name !== undefined && !allowed.includes(name) && name !== manifest.name)
        violations.push(`${file} imports ${name}; ${folder} may import ${allowed.join(', ') || 'nothing'}`);
      if (specifier.startsWith('node:') && !mayUseNode(each))
        violations.push(`${file} imports ${specifier}: ${folder} does no I/O`);
    }
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
    optionalDependencies = {},
  } = manifest;
  const programs = isRunner(manifest) ? Object.keys(optionalDependencies) : [];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (!programs.includes(name) && !allowed.includes(name))
      violations.push(`package.json depends on ${name}; allowed: ${allowed.join(', ') || 'nothing'}`);
  const references = (JSON.parse(readFileSync(join(path, 'tsconfig.json'), 'utf8')).references ?? []).map(
    (reference) => reference.path,
  );
  const inside = [
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies),
    ...Object.keys(peerDependencies),
    ...Object.keys(optionalDependencies),
  ];
  const wanted = allowedPackages(each, packages)
    .filter((name) => inside.includes(name))
    .map((name) => `../${packages.find((other) => other.manifest.name === name)?.folder}`)
    .sort();
  if (references.join() !== wanted.join())
    violations.push(
      `tsconfig.json refers to ${references.join(', ')}; its packages are ${wanted.join(', ')}`,
    );
  return [...violations, ...(manifest.bin ? startViolations(sources) : [])];
};

/** The packages that every command would load: only the vocabulary, so that it starts fast. */
const startViolations = (sources) => {
  const known = new Map(sources.map(({ file, text }) => [file, text]));
  const files = ['src/bin.ts'];
  const violations = [];
  for (const file of files)
    for (const { specifier, isStatic, isType } of importsOf(known.get(file) ?? '')) {
      if (!isStatic || isType) continue;
      const inner = posix.join(dirname(file), specifier.replace(/\.js$/, '.ts'));
      if (specifier.startsWith('.') && !files.includes(inner)) files.push(inner);
      const name = packageOf(specifier);
      if (name !== undefined && name !== '@hostspec/spec')
        violations.push(
          `${file} imports ${name} at the start of every command; allowed: import() when it is needed`,
        );
    }
  return violations;
};

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
