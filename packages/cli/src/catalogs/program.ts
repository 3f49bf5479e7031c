import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { checkRegularFile, UnreadableFile } from '@hostspec/files/trust';
import { useNamed } from '@hostspec/policy';
import { type Catalog, CatalogError } from '@hostspec/spec';
import { whyNotRun } from '../installation.js';

/** The two variants of the catalog: `b` is the current one. */
export type VariantName = 'a' | 'b';

/** Whether a text is the name of a variant. */
export function isVariant(text: string): text is VariantName {
  return text === 'a' || text === 'b';
}

/** Whether a path has the extension of a JavaScript or TypeScript program. */
export function isProgram(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

interface Exports {
  readonly default?: unknown;
  readonly variantA?: unknown;
  readonly defaultSpecs?: unknown;
  readonly defaultSpecsA?: unknown;
}

/** Runs a program that exports a catalog; `what` is its name in errors. @throws CatalogError if it fails or does not export a catalog. */
export async function runProgram(path: string, what: string, variant: VariantName): Promise<Catalog> {
  let exports: Exports;
  try {
    exports = (await import(pathToFileURL(path).href)) as Exports;
  } catch (error) {
    throw cannotLoad(what, reasonOf(error), error);
  }
  const current = exports.defaultSpecs ?? exports.default;
  const catalog = variant === 'a' ? (exports.defaultSpecsA ?? exports.variantA ?? current) : current;
  if (!isCatalog(catalog))
    throw new CatalogError('INVALID_CATALOG', `${what} does not export a slice or catalog as default`, {
      subject: what,
    });
  return catalog;
}

/** The error for code that cannot be loaded. */
export function cannotLoad(what: string, reason: string, cause?: unknown): CatalogError {
  return new CatalogError('INVALID_CATALOG', `${what} cannot be loaded: ${reason}`, { subject: what, cause });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION'
    ? `Node ${process.versions.node} does not run TypeScript; use Node 22.18 or later, or compile it`
    : error.message;
}

function isCatalog(value: unknown): value is Catalog {
  return (
    typeof value === 'object' &&
    value !== null &&
    'specs' in value &&
    'domains' in value &&
    'domainOf' in value
  );
}

const maxCodeBytes = 16 * 1024 * 1024;

/** Checks a program that an option names. @throws UsageError if it is not a file, or root must not run it. */
export function checkNamedProgram(path: string, option: string): void {
  useNamed(path, option, whyNotRun, () => checkRegularFile(path, maxCodeBytes));
}

/** Checks a directory of packages that an option names. @throws UsageError if it is not one, or root must not run them. */
export function checkNamedPackages(path: string, option: string): void {
  useNamed(path, option, whyNotRun, () => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new UnreadableFile('is not a directory; allowed: the directory in which npm install was run');
  });
}
