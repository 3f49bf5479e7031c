import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CatalogError, checkSpec, type Spec } from '@hostspec/spec';
import { argumentsOf, type CatalogData, type CatalogEntry, catalogData } from '../catalog/catalog-data.js';
import type { Io } from '../io.js';
import { installedCatalog, packageCatalog } from '../load/installed.js';
import { readYamlFile } from '../load/yaml-file.js';
import { usageError } from '../usage-error.js';

/** The entries of a catalog that is named by variant, file or package. @throws UsageError or CatalogError for what is none. */
export async function readCatalogData(named: string, io: Io): Promise<CatalogData> {
  if (named === 'a' || named === 'b') return catalogData(await installedCatalog(io, { variant: named }));
  const path = resolve(io.cwd, named);
  if (existsSync(path)) return fileData(path);
  if (/^(@[\w.-]+\/)?[a-z][\w.-]*$/.test(named)) return catalogData(await packageCatalog(named, io));
  throw usageError(
    `${JSON.stringify(named)} is no catalog; allowed: a, b, a file or the name of an installed package`,
    named,
    named,
  );
}

async function fileData(path: string): Promise<CatalogData> {
  const refuse = (place: string, problem: string): CatalogError =>
    new CatalogError('INVALID_CATALOG', `${place}: ${problem}`, { subject: path });
  const { value, at } = readYamlFile(path, 'catalog', refuse);
  if (!isObject(value))
    throw refuse(
      at([]),
      'is no catalog; allowed: a catalog file, a specs.json or the output of hostspec catalog --json',
    );
  const specs = isObject(value.specs) ? value.specs : value;
  if (!Object.values(specs).every((entry) => isObject(entry) && 'type' in entry))
    throw refuse(at([]), 'holds entries without a type');
  return Object.fromEntries(
    Object.entries(specs).map(([name, entry]) => [name, entryOf(name, entry as object)]),
  );
}

function entryOf(name: string, data: object): CatalogEntry {
  const { domain = '', ...spec } = data as {
    readonly domain?: string;
    readonly type?: unknown;
    readonly value?: unknown;
  };
  if (spec.type === null) return { domain, type: null, value: spec.value };
  const documented = { doc: name, ...spec };
  checkSpec(name, documented);
  return { domain, ...argumentsOf(documented as Spec) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
