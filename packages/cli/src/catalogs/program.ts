import { statSync } from 'node:fs';
import { checkRegularFile, UnreadableFile, useNamed } from '@hostspec/files/trust';
import { type Catalog, CatalogError } from '@hostspec/spec';
import { whyNotRun } from '../installation.js';
import { loadModule } from '../load-module.js';

/** The variants of the catalog: all of Linux, and the two of the specification, of which `b` is the current one. */
export const variants = ['linux', 'b', 'a'] as const;

/** The name of a variant. */
export type VariantName = (typeof variants)[number];

/** The variant that is used if none is named. */
export const defaultVariant: VariantName = 'linux';

/** Whether a value is the name of a variant. */
export function isVariant(value: unknown): value is VariantName {
  return (variants as readonly unknown[]).includes(value);
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
  readonly linux?: unknown;
  readonly linuxSpecs?: unknown;
}

/** The catalog of a variant among what a program exports; a program without variants has one catalog for all. */
const exportOf: Readonly<Record<VariantName, (exports: Exports) => unknown>> = {
  linux: ({ linuxSpecs, linux, ...exports }) => linuxSpecs ?? linux ?? exportOf.b(exports),
  b: (exports) => exports.defaultSpecs ?? exports.default,
  a: ({ defaultSpecsA, variantA, ...exports }) => defaultSpecsA ?? variantA ?? exportOf.b(exports),
};

/** Runs a program that exports a catalog; `what` is its name in errors. @throws CatalogError if it fails or does not export a catalog. */
export async function runProgram(path: string, what: string, variant: VariantName): Promise<Catalog> {
  let exports: Exports;
  try {
    exports = (await loadModule(path)) as Exports;
  } catch (error) {
    throw cannotLoad(what, reasonOf(error), error);
  }
  const catalog = exportOf[variant](exports);
  if (catalog === undefined && isCatalog(exportOf.linux(exports)))
    throw new CatalogError('INVALID_CATALOG', `${what} ${onlyLinux}`, { subject: what });
  if (!isCatalog(catalog))
    throw new CatalogError('INVALID_CATALOG', `${what} does not export a slice or catalog as default`, {
      subject: what,
    });
  return catalog;
}

const onlyLinux = 'is only in the variant linux';

/** Whether an error says that a package has no catalog of the variants of the specification. */
export function isOnlyLinux(error: unknown): boolean {
  return error instanceof CatalogError && error.message.endsWith(onlyLinux);
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

/** Most bytes of a file of code. */
export const maxCodeBytes = 16 * 1024 * 1024;

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
