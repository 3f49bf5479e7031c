import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A package that is installed. */
export interface InstalledPackage {
  readonly name: string;
  /** Where it was found, as the search knows it. */
  readonly path: string;
  /** The file that an import of it loads. */
  readonly entry: string;
  /** Whether it brings a domain: it publishes its specs as data. */
  readonly isDomain: boolean;
}

/** The package of a name that an import in `directory` would find. */
export function findPackage(name: string, directory: string): InstalledPackage | undefined {
  for (const folder of moduleFolders(directory)) {
    const found = readPackage(name, join(folder, name));
    if (found) return found;
  }
  return undefined;
}

/** The packages of domains that an import in `directory` would find, by their names. */
export function findDomains(directory: string): InstalledPackage[] {
  const names = new Set(
    moduleFolders(directory).flatMap((folder) =>
      namesIn(join(folder, scope)).map((name) => `${scope}/${name}`),
    ),
  );
  return [...names]
    .sort()
    .flatMap((name) => findPackage(name, directory) ?? [])
    .filter(({ isDomain }) => isDomain);
}

/** The scope of hostspec's own packages. */
export const scope = '@hostspec';

function moduleFolders(directory: string): string[] {
  const parent = dirname(directory);
  const above = parent === directory ? [] : moduleFolders(parent);
  return basename(directory) === 'node_modules' ? above : [join(directory, 'node_modules'), ...above];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

interface Manifest {
  readonly name?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}

function readPackage(name: string, path: string): InstalledPackage | undefined {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
  const { exports, main } = manifest;
  const target = exportOf(exports) ?? (typeof main === 'string' ? main : 'index.js');
  const isDomain = name.startsWith(`${scope}/`) && isObject(exports) && './specs.json' in exports;
  return { name, path, entry: join(realpathSync(path), target), isDomain };
}

/** What `exports` gives for the package itself to an import. */
function exportOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (!isObject(exports)) return undefined;
  for (const condition of ['.', 'node', 'import', 'module-sync', 'default']) {
    const target = condition in exports ? exportOf(exports[condition]) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
