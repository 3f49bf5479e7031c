import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyBrand, CatalogError, checkSpec, type SliceData } from '@hostspec/spec';
import {
  argumentsOf,
  branded,
  type CatalogData,
  type CatalogEntry,
  catalogData,
} from '../catalog/catalog-data.js';
import { isObject } from '../catalog-file/entry.js';
import type { Io } from '../io.js';
import { installedCatalog, packageCatalog } from '../load/installed.js';
import { readYamlFile } from '../load/yaml-file.js';
import { usageError } from '../usage-error.js';

/** The entries of a catalog that is named by variant, file or package. @throws UsageError or CatalogError for what is none. */
export async function readCatalogData(named: string, io: Io): Promise<CatalogData> {
  if (named === 'a' || named === 'b') return catalogData(await installedCatalog(io, { variant: named }));
  const path = resolve(io.cwd, named);
  if (existsSync(path)) return fileData(path, io);
  if (/^(@[\w.-]+\/)?[a-z][\w.-]*$/.test(named)) return catalogData(await packageCatalog(named, io));
  throw usageError(
    `${JSON.stringify(named)} is no catalog; allowed: a, b, a file or the name of an installed package`,
    named,
    named,
  );
}

async function fileData(path: string, io: Io): Promise<CatalogData> {
  const refuse = (place: string, problem: string): CatalogError =>
    new CatalogError('INVALID_CATALOG', `${place}: ${problem}`, { subject: path });
  const { value, at } = readYamlFile(path, 'catalog', refuse);
  if (!isObject(value))
    throw refuse(
      at([]),
      'is no catalog; allowed: a catalog file, a specs.json or the output of hostspec catalog --json',
    );
  if (isCatalogFile(value)) {
    const { loadCatalogFile } = await import('../catalog-file/load.js');
    return catalogData((await loadCatalogFile(path, io)).catalog);
  }
  if (isObject(value.specs)) return dataOf(value as unknown as SliceData);
  if (!Object.values(value).every((entry) => isObject(entry) && 'type' in entry))
    throw refuse(at([]), 'holds entries without a type');
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
function dataOf({ name: domain, specs, values }: SliceData): CatalogData {
  const entries = Object.entries(specs).map(([name, spec]): [string, CatalogEntry] => {
    checkSpec(name, spec);
    return [name, { domain, ...argumentsOf(applyBrand(name, spec)) }];
  });
  const untyped = Object.entries(values ?? {}).map(([name, { value }]): [string, CatalogEntry] => [
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
