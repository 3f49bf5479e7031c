import { join } from 'node:path';
import { readRegularText } from '@hostspec/files/trust';
import { installedDomains, installedNames, linuxPackage } from '../catalogs/installed.js';
import { commandRoot, findPackage, foldersOf } from '../installation.js';
import { profileFolder, profilesIn } from '../profiles/profile-names.js';

const maxBytes = 16 * 1024 * 1024;

/** The names of the specs of all installed domains, sorted. They are read from data: no code of a domain is loaded. */
export function specNames(): string[] {
  const names = installedDomains().flatMap(({ path }) => namesIn(join(path, 'specs.json')));
  return [...new Set(names)].sort();
}

/** The names of specs in a file. A file that cannot be used has none: a completion has no place for an error. */
function namesIn(path: string): string[] {
  try {
    const { specs } = JSON.parse(readRegularText(path, maxBytes)) as { readonly specs?: object };
    // A shell would take anything else for syntax.
    return Object.keys(specs ?? {}).filter((name) => /^\w+$/.test(name));
  } catch {
    return [];
  }
}

/** The names of all installed domains, sorted. */
export function domainNames(): string[] {
  return installedNames();
}

/** The names of the profiles that the catalog for all of Linux brings, sorted. */
export function profileNames(): readonly string[] {
  const found = findPackage(linuxPackage, foldersOf(commandRoot()));
  return found ? profilesIn(join(found.path, profileFolder)) : [];
}
