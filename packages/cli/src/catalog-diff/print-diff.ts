import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '@hostspec/host-kit';
import { type KeyPath, readYamlFile } from '@hostspec/policy/yaml';
import {
  applyBrand,
  type CatalogError,
  type CollectionSpec,
  checkSpec,
  diffByName,
  isHostspecError,
  type sliceData,
  writtenForm,
} from '@hostspec/spec';
import {
  argumentsOf,
  branded,
  type CatalogData,
  type CatalogEntry,
  catalogData,
} from '../catalog/catalog-data.js';
import { refusal } from '../catalogs/catalog-problems.js';
import { installedCatalog, packageCatalog } from '../catalogs/installed.js';
import { isProgram, isVariant, variants } from '../catalogs/program.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';

/** Entries that are in only one of two catalogs, or differ between them, by name. */
export interface CatalogDiff {
  readonly added: CatalogData;
  readonly removed: CatalogData;
  readonly changed: Readonly<Record<string, { readonly from: CatalogEntry; readonly to: CatalogEntry }>>;
}

/** Prints the differences between two catalogs. */
export async function printDiff(
  { json, packages }: { readonly json?: boolean; readonly packages?: string },
  [a = '', b = '']: readonly string[],
  io: Io,
): Promise<number> {
  const diff = diffCatalogs(await readCatalogData(a, io, packages), await readCatalogData(b, io, packages));
  io.out.write(json ? `${JSON.stringify(diff, undefined, 2)}\n` : diffText(diff, styleOf(io.out, io)));
  return exitStatus.done;
}

/** The entries added, removed and changed from one catalog to the other. Compares types and arguments, not domains. */
export function diffCatalogs(from: CatalogData, to: CatalogData): CatalogDiff {
  const { added, removed, changed } = diffByName(bare(from), bare(to));
  const entries = (names: object, catalog: CatalogData): CatalogData =>
    Object.fromEntries(Object.keys(names).map((name) => [name, catalog[name] as CatalogEntry]));
  const after = entries(changed, to);
  return {
    added: entries(added, to),
    removed: entries(removed, from),
    changed: Object.fromEntries(
      Object.entries(entries(changed, from)).map(([name, entry]) => [
        name,
        { from: entry, to: after[name] as CatalogEntry },
      ]),
    ),
  };
}

function bare(catalog: CatalogData): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(catalog).map(([name, { domain: _, ...entry }]) => [name, entry]));
}

function diffText({ added, removed, changed }: CatalogDiff, style: Style): string {
  const lines = [
    ...Object.entries(added).map(([name, entry]) => `+ ${written(name, entry)}`),
    ...Object.entries(removed).map(([name, entry]) => `- ${written(name, entry)}`),
    ...Object.entries(changed).flatMap(([name, { from, to }]) => [
      `~ ${written(name, to)}`,
      style.dim(`  ${' '.repeat(name.length)} was ${written('', from).slice(3)}`),
    ]),
  ];
  const counts = [added, removed, changed].map((part) => Object.keys(part).length);
  return `${lines.join('\n')}${lines.length > 0 ? '\n\n' : ''}${counts[0]} added, ${counts[1]} removed, ${counts[2]} changed\n`;
}

function written(name: string, { type, domain: _, ...entry }: CatalogEntry): string {
  if (type === null) return printable(`${name} = ${JSON.stringify(entry.value)}`);
  return printable(writtenForm(name, { type, ...entry } as unknown as CollectionSpec));
}

/**
 * The entries of a catalog, named by variant, file or package.
 *
 * @throws UsageError or CatalogError if it is not one.
 */
async function readCatalogData(named: string, io: Io, packages: string | undefined): Promise<CatalogData> {
  if (isVariant(named)) return catalogData(await installedCatalog(io, { variant: named, packages }));
  // Only the form decides: a file with the name of a package must not take its place.
  if (isPackageName(named)) {
    const found = packageCatalog(named, io, { packages });
    return catalogData(await found.catch((error) => Promise.reject(withPath(error, named, io))));
  }
  if (isProgram(named))
    throw usageError(
      `${JSON.stringify(named)} is a program, which catalog diff does not run; allowed: ${variants.join(', ')}, a file in YAML or JSON, or the name of an installed package`,
      named,
      named,
    );
  return fileData(resolve(io.cwd, named), io, packages);
}

/** Says how the file is written that a name may stand for. */
function withPath(error: unknown, named: string, { cwd }: Io): unknown {
  return isHostspecError(error) && existsSync(resolve(cwd, named))
    ? usageError(`${error.message}; the file of this name is written as ./${named}`, named, named)
    : error;
}

function isPackageName(named: string): boolean {
  return /^(@[\w.-]+\/)?[a-z][\w.-]*$/.test(named) && !/\.(ya?ml|json|[cm]?[jt]s)$/i.test(named);
}

async function fileData(path: string, io: Io, packages: string | undefined): Promise<CatalogData> {
  const { value, at } = readYamlFile(path, {
    subject: 'catalog',
    writers: 'anybody',
    refuse: (problems) => refusal(path, problems),
  });
  const refuse = (keys: KeyPath, message: string): CatalogError =>
    refusal(path, [{ position: at(keys), message }]);
  if (!isObject(value))
    throw refuse(
      [],
      'is not a catalog; allowed: a catalog file, a specs.json or the output of hostspec catalog --json',
    );
  if (isCatalogFile(value)) {
    const { loadCatalogFile } = await import('../catalogs/catalog-file.js');
    const loaded = await loadCatalogFile(path, io, { subject: 'catalog', writers: 'anybody', packages });
    return catalogData(loaded.catalog);
  }
  if (isObject(value.specs)) {
    const { values = {} } = value;
    if (!isObject(values) || !Object.values(values).every(isObject))
      throw refuse(['values'], 'values is not a mapping of mappings');
    return dataOf({ ...value, values } as unknown as ReturnType<typeof sliceData>);
  }
  if (!Object.values(value).every((entry) => isObject(entry) && 'type' in entry))
    throw refuse([], 'contains specs without a type');
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, entryOf(name, entry as object)]),
  );
}

function isCatalogFile(value: object): boolean {
  return ['extends', 'pick', 'skip', 'override', 'add'].some((key) => {
    const part: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    return part !== undefined && !(isObject(part) && typeof part.type === 'string' && 'domain' in part);
  });
}

/** The specs.json of a package. */
function dataOf({ name: domain, specs, values }: ReturnType<typeof sliceData>): CatalogData {
  const entries = Object.entries(specs).map(([name, spec]): [string, CatalogEntry] => {
    checkSpec(name, spec);
    return [name, { domain, ...argumentsOf(applyBrand(name, spec)) }];
  });
  const untyped = Object.entries(values).map(([name, { value }]): [string, CatalogEntry] => [
    name,
    { domain, type: null, value: branded(name, value) },
  ]);
  return Object.fromEntries([...entries, ...untyped]);
}

/** An entry as `hostspec catalog --json` prints it. */
function entryOf(name: string, data: object): CatalogEntry {
  const { domain = '', ...spec } = data as {
    readonly domain?: string;
    readonly type?: unknown;
    readonly value?: unknown;
  };
  if (spec.type === null) return { domain, type: null, value: spec.value };
  const documented = { doc: name, ...spec };
  checkSpec(name, documented);
  return { domain, ...argumentsOf(documented) };
}
