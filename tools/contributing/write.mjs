import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withDependency, withDomain, withReference } from './default-specs.mjs';
import { checkName, namesOf } from './names.mjs';
import { changeset, domainFiles } from './templates.mjs';

/** Writes a domain into a workspace, with its changeset and its place in default-specs; returns the paths written. @throws Error for a name that is not allowed. */
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
  const all = 'packages/default-specs';
  // A domain that is new is the same in both variants.
  for (const source of ['default-specs.ts', 'default-specs-a.ts'])
    change(`${all}/src/${source}`, (text) => withDomain(text, names));
  change(`${all}/package.json`, (text) => withDependency(text, names));
  change(`${all}/tsconfig.json`, (text) => withReference(text, names));
  return written;
};
