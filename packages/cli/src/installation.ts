import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRegularText, UnreadableFile, whyUntrustedCode } from '@hostspec/files/trust';
import { isObject } from '@hostspec/host-kit';

let root: string | undefined;

/** The directory of this command's package, however the command was started. */
export function commandRoot(): string {
  root ??= packageAbove(dirname(realpathSync(fileURLToPath(import.meta.url))));
  return root;
}

/** Why root must not run code at a path, which others could change; undefined if it may. */
export const whyNotRun = (path: string): string | undefined => whyUntrustedCode(path, commandRoot());

function packageAbove(directory: string): string {
  const parent = dirname(directory);
  return existsSync(join(directory, 'package.json')) || parent === directory
    ? directory
    : packageAbove(parent);
}

/** A package that is installed. */
export interface InstalledPackage {
  readonly name: string;
  /** Its directory, as found by the search. */
  readonly path: string;
  /** The file that an import loads. */
  readonly entry: string;
  /** Whether it contains a domain: it publishes its specs as data. */
  readonly isDomain: boolean;
  /** Whether it contains specs: it is a domain, or depends on `@hostspec/spec`. */
  readonly isCatalog: boolean;
  /** Why it cannot be loaded. */
  readonly problem?: string;
}

/** The scope of hostspec's own packages. */
export const scope = '@hostspec';

/** The `node_modules` directories of the installation that a package directory belongs to, nearest first. */
export function foldersOf(directory: string): string[] {
  const real = realpathSync(directory);
  // Owners of directories above the installation must not influence what is loaded.
  const [installation = real] = real.split('/node_modules/', 1);
  const folders: string[] = [];
  for (let at = real; at.length >= installation.length; at = dirname(at)) {
    if (basename(at) !== 'node_modules') folders.push(join(at, 'node_modules'));
    if (at === '/') break;
  }
  return folders;
}

/** The package with this name in the first directory that has it. */
export function findPackage(name: string, folders: readonly string[]): InstalledPackage | undefined {
  // A name from a catalog file must not become a path.
  if (!packageName.test(name)) return undefined;
  for (const folder of folders) {
    const found = readPackage(name, join(folder, name));
    if (found) return found;
  }
  return undefined;
}

// 214 characters is the limit of npm.
const packageName = /^(?=.{1,214}$)(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** The domain packages in the directories, sorted by name, except those of the domains named by `known`. */
export function findDomains(
  folders: readonly string[],
  known: ReadonlySet<string> = new Set(),
): InstalledPackage[] {
  const names = new Set(folders.flatMap((folder) => namesIn(join(folder, scope))));
  return [...names]
    .filter((name) => !known.has(name))
    .map((name) => `${scope}/${name}`)
    .sort()
    .flatMap((name) => findPackage(name, folders) ?? [])
    .filter(({ isDomain }) => isDomain);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const maxManifestBytes = 1024 * 1024;

function readPackage(name: string, path: string): InstalledPackage | undefined {
  const broken = (problem: string): InstalledPackage => ({
    name,
    path,
    entry: path,
    isDomain: name.startsWith(`${scope}/`),
    isCatalog: true,
    problem: `its package.json ${problem}`,
  });
  try {
    const text = readRegularText(join(path, 'package.json'), maxManifestBytes);
    const manifest: unknown = JSON.parse(text);
    return isObject(manifest) ? described(name, path, manifest) : broken('is not a JSON object');
  } catch (error) {
    if (!(error instanceof UnreadableFile)) return broken('is not valid JSON');
    return error.isMissing ? undefined : broken(error.message);
  }
}

function described(name: string, path: string, manifest: Record<string, unknown>): InstalledPackage {
  const { exports, main, dependencies, peerDependencies } = manifest;
  const entry = join(path, exportOf(exports) ?? (typeof main === 'string' ? main : 'index.js'));
  const publishesSpecs = isObject(exports) && './specs.json' in exports;
  const madeWith = [dependencies, peerDependencies].some((all) => isObject(all) && `${scope}/spec` in all);
  return {
    name,
    path,
    entry,
    isDomain: publishesSpecs && name.startsWith(`${scope}/`),
    isCatalog: publishesSpecs || madeWith,
    ...(entry.startsWith(`${path}/`)
      ? {}
      : { problem: `its package.json names ${entry}, outside the package` }),
  };
}

/** The target of an import of the package itself, from `exports`. */
function exportOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (!isObject(exports)) return undefined;
  for (const condition of ['.', 'node', 'import', 'module-sync', 'default']) {
    const target = condition in exports ? exportOf(exports[condition]) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}
