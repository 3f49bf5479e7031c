import { join, resolve } from 'node:path';
import { readNamedText, readRegularText, useNamed } from '@hostspec/files/trust';
import { didYouMean } from '@hostspec/spec';
import { installedPackage, linuxPackage } from '../catalogs/installed.js';
import { whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';
import { type ProfileFile, readProfile } from './profile-file.js';
import { ending, profileFolder, profilesIn } from './profile-names.js';

const maxBytes = 4 * 1024 * 1024;

/** A profile that was found. */
export interface FoundProfile extends ProfileFile {
  /** Whether it came with the catalog for all of Linux, of which a catalog may have only a part. */
  readonly isShipped: boolean;
}

/**
 * Finds the profile that an option names: a file by its path, one of the catalog for all of Linux, or that of an installed package.
 *
 * @throws UsageError if there is none, it is not valid, or root must not trust it.
 */
export function findProfile(name: string, packages: string | undefined, io: Io): FoundProfile {
  if (isPath(name)) {
    const path = resolve(io.cwd, name);
    return { ...readProfile(path, readNamedText(path, '--profile', 'root')), isShipped: false };
  }
  const shipped = shippedProfiles(packages, io);
  if (shipped?.names.includes(name)) return { ...readInstalled(shipped.pathOf(name)), isShipped: true };
  const found = installedPackage(name, packages, io);
  if (found) return { ...readInstalled(join(found.path, `profile${ending}`)), isShipped: false };
  const known = shipped
    ? didYouMean(name, shipped.names)
    : `install ${linuxPackage}, which has the profiles of hostspec`;
  throw usageError(
    `--profile ${name} is neither a profile of hostspec nor an installed package, and a file is written as ./${name}${ending}; ${known}`,
    '--profile',
    name,
  );
}

function isPath(name: string): boolean {
  return /^[./~]|^[^@].*\/|\.(ya?ml|json)$/.test(name);
}

function shippedProfiles(packages: string | undefined, io: Io) {
  const found = installedPackage(linuxPackage, packages, io);
  if (!found) return undefined;
  const folder = join(found.path, profileFolder);
  return { names: profilesIn(folder), pathOf: (name: string) => join(folder, `${name}${ending}`) };
}

/** A file that an installation brought is trusted as its code is. */
function readInstalled(path: string): ProfileFile {
  const text = useNamed(path, '--profile', whyNotRun, () => readRegularText(path, maxBytes));
  return readProfile(path, text);
}
