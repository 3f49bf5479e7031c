import { join } from 'node:path';
import { readRegularText } from '@hostspec/files/trust';
import { installedDomains, linuxPackage } from '../catalogs/installed.js';
import { commandRoot, findPackage, foldersOf } from '../installation.js';
import { profileFolder, profilesIn } from '../profiles/profile-names.js';

const maxBytes = 16 * 1024 * 1024;

/** The names of the specs of all installed domains, sorted. They are read from data: no code of a domain is loaded. */
export function specNames(): string[] {
  const names = installedDomains().flatMap(({ path }) => namesIn(join(path, 'specs.json'), 'specs'));
  return [...new Set(names)].sort();
}

/** The ids of the findings of all installed domains, sorted. */
export function findingIds(): string[] {
  return installedDomains()
    .flatMap(({ name, path }) =>
      namesIn(join(path, 'findings.json'), 'findings').map((each) => `${name.split('/').at(-1)}/${each}`),
    )
    .sort();
}

/** The names in a file, of one kind. A file that cannot be used has none: a completion has no place for an error. */
function namesIn(path: string, kind: 'specs' | 'findings'): string[] {
  try {
    const file = JSON.parse(readRegularText(path, maxBytes)) as Readonly<
      Record<typeof kind, object | undefined>
    >;
    // A shell would take anything else for syntax.
    return Object.keys(file[kind] ?? {}).filter((name) => /^\w+$/.test(name));
  } catch {
    return [];
  }
}

/** The names of the profiles that the catalog for all of Linux brings, sorted. */
export function profileNames(): readonly string[] {
  const found = findPackage(linuxPackage, foldersOf(commandRoot()));
  return found ? profilesIn(join(found.path, profileFolder)) : [];
}
