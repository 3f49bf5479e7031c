import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withDependency, withDomain, withReference } from './composed.mjs';
import { checkName, namesOf } from './names.mjs';
import { changeset, domainFiles } from './templates.mjs';

/** The catalogs that a domain can be added to, each with the packages that compose it. What all of Linux has is no part of the specified catalog. */
const catalogs = { linux: ['linux-specs'], default: ['default-specs', 'linux-specs'] };

// A domain that is new is the same in both variants.
const sources = {
  'linux-specs': ['linux-specs.ts'],
  'default-specs': ['default-specs.ts', 'default-specs-a.ts'],
};

/**
 * Writes a domain into a workspace, with its changeset and its place in a catalog; returns the paths written.
 *
 * @throws Error for a name or a catalog that is not allowed.
 */
export const writeDomain = (name, workspace, catalog = 'linux') => {
  checkName(name, workspace);
  if (!Object.hasOwn(catalogs, catalog))
    throw new Error(`--catalog is ${JSON.stringify(catalog)}; allowed: ${Object.keys(catalogs).join(', ')}`);
  const names = namesOf(name);
  const written = [];
  const write = (path, text) => {
    const file = join(workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written.push(path);
  };
  const change = (path, edit) => write(path, edit(readFileSync(join(workspace, path), 'utf8')));

  for (const [path, text] of Object.entries(domainFiles(names, catalog)))
    write(`packages/${name}/${path}`, text);
  write(`.changeset/domain-${name}.md`, changeset(names, catalogs[catalog]));
  for (const composed of catalogs[catalog]) {
    const all = `packages/${composed}`;
    for (const source of sources[composed]) change(`${all}/src/${source}`, (text) => withDomain(text, names));
    change(`${all}/package.json`, (text) => withDependency(text, names));
    change(`${all}/tsconfig.json`, (text) => withReference(text, names));
  }
  return written;
};
