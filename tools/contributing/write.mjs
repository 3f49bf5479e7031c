import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagesOf } from '../workspace/packages.mjs';
import { changeset, domainFiles } from './templates.mjs';

/**
 * Writes a domain into a workspace, with its changeset and its place in the catalog of all of Linux; returns the paths written.
 *
 * @throws Error for a name that is not allowed.
 */
export const writeDomain = (name, workspace) => {
  checkName(name, workspace);
  const names = namesOf(name);
  const written = [];
  const write = (path, text) => {
    const file = join(workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written.push(path);
  };
  const change = (path, edit) => write(path, edit(readFileSync(join(workspace, path), 'utf8')));

  for (const [path, text] of Object.entries(domainFiles(names))) write(`packages/${name}/${path}`, text);
  write(`.changeset/domain-${name}.md`, changeset(names));
  change('packages/linux-specs/src/linux-specs.ts', (text) => withDomain(text, names));
  change('packages/linux-specs/package.json', (text) => withDependency(text, names));
  return written;
};

/** The names that a domain goes by: of its package, folder, slice, files and first spec. */
const namesOf = (name) => ({
  name,
  package: `@hostspec/${name}`,
  slice: name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  snake: name.replaceAll('-', '_'),
});

/** Refuses an invalid name for a new domain of a workspace. @throws Error that says what is allowed. */
const checkName = (name, workspace) => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
    throw new Error(
      `the name of a domain is missing or not allowed: ${JSON.stringify(name)}; allowed: lower-case words joined by hyphens, as in npm run new:domain desktop-apps`,
    );
  const taken = packagesOf(workspace).map(({ folder }) => folder);
  if (taken.includes(name)) throw new Error(`packages/${name} already exists; taken: ${taken.join(', ')}`);
};

const sorted = (items) => [...new Set(items)].sort((a, b) => (a < b ? -1 : 1));

/** The source that composes domains, with one more domain: its import, its specs in the interface, and itself in `compose`. */
const withDomain = (text, { package: packageName, slice }) => {
  const imports = text.match(/^import .*;\n/gm) ?? [];
  const line = `import { ${slice} } from '${packageName}';\n`;
  const ordered = sorted([...imports, line].map((each) => `${from(each)}\0${each}`)).map(
    (each) => each.split('\0')[1],
  );
  const rest = text.slice(imports.join('').length);
  return `${ordered.join('')}${rest}`
    .replace(/(extends )([^{]*)( \{\})/, (_, before, specs, after) =>
      [before, sorted([...specs.split(/,\s*/), `SpecsOf<typeof ${slice}>`]).join(',\n    '), after].join(''),
    )
    .replace(/(compose\(\n)([^)]*)(\);)/, (_, before, slices, after) =>
      [before, ...sorted([...(slices.match(/\w+/g) ?? []), slice]).map((each) => `  ${each},\n`), after].join(
        '',
      ),
    );
};

const from = (line) => /from '(.*)'/.exec(line)?.[1] ?? '';

/** The package.json of a catalog with one more dependency. */
const withDependency = (text, { package: packageName }) => {
  const manifest = JSON.parse(text);
  const names = sorted([...Object.keys(manifest.dependencies), packageName]);
  manifest.dependencies = Object.fromEntries(names.map((name) => [name, 'workspace:^']));
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
};
