import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A runner that is installed. */
export interface InstalledRunner {
  /** The path of the program. */
  readonly program: string;
  /** The checksum of the program that this client was built with, in hexadecimal. */
  readonly sha256: string;
}

/**
 * The runner for this machine, or for another one; a sentence that says why there is none.
 *
 * @param folders The `node_modules` directories to search, in order. Default: those of this package and of every directory
 * above it. NODE_PATH and the current directory are not searched.
 * @param platform The system and processor of the machine, as Node names them: `linux-arm64`. Default: this machine.
 */
export function findRunner(
  folders: readonly string[] = foldersAbove(ownDirectory()),
  platform = `${process.platform}-${process.arch}`,
): InstalledRunner | string {
  const sha256 = checksums()[platform];
  if (sha256 === undefined) return `no runner was built for ${platform}`;
  const name = `@hostspec/runner-${platform}`;
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return found === undefined
    ? `${name} is not installed`
    : { program: join(found, 'hostspec-runner'), sha256 };
}

function ownDirectory(): string {
  return dirname(realpathSync(fileURLToPath(import.meta.url)));
}

function foldersAbove(directory: string): string[] {
  const parent = dirname(directory);
  return [join(directory, 'node_modules'), ...(parent === directory ? [] : foldersAbove(parent))];
}

function checksums(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(fileURLToPath(new URL('../checksums.json', import.meta.url)), 'utf8'));
  } catch {
    // Without Go, a checkout builds no runner.
    return {};
  }
}
