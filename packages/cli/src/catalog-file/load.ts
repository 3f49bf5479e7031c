import { resolve } from 'node:path';
import {
  applyBrand,
  available,
  type Catalog,
  checkSpec,
  compose,
  isHostspecError,
  matchesName,
  type Spec,
  type Specs,
  slice,
} from '@hostspec/spec';
import type { Io } from '../io.js';
import { composed, packageCatalog } from '../load/installed.js';
import type { VariantName } from '../load/program.js';
import {
  type CatalogFileContent,
  type CatalogFileOptions,
  type ReadCatalogFile,
  readCatalogFile,
} from './content.js';
import { specData } from './entry.js';
import type { Problems } from './problems.js';

/** The catalog defined by a file. */
export interface FileCatalog {
  readonly catalog: Catalog;
  readonly variant: VariantName;
  /** The names that the file itself defines. */
  readonly own: readonly string[];
}

/** How to read a catalog file, and where to find the packages it extends. */
export interface LoadFileOptions extends CatalogFileOptions {
  /** A directory of packages named on the command line. The file itself cannot name one. */
  readonly packages?: string | undefined;
}

/** Makes the catalog of a file. @throws CatalogError that lists every problem with file, line and column. */
export async function loadCatalogFile(
  path: string,
  io: Io,
  { packages, ...options }: LoadFileOptions,
): Promise<FileCatalog> {
  const read = readCatalogFile(resolve(io.cwd, path), options);
  const { content, problems } = read;
  problems.check();
  const base = chosen(await extended(read, packages, io), content, problems);
  const override = ownSpecs('override', content.override, base, problems);
  const add = ownSpecs('add', content.add, base, problems);
  problems.check();
  const changed = base.override(override as Record<string, never>);
  const site = slice({ name: content.name, version: content.version, specs: add });
  const catalog = composed(Object.keys(add).length > 0 ? [changed, site] : [changed]);
  return { catalog, variant: content.variant, own: [...Object.keys(override), ...Object.keys(add)] };
}

async function extended(
  { content, problems }: ReadCatalogFile,
  packages: string | undefined,
  io: Io,
): Promise<Catalog> {
  const catalogs: Catalog[] = [];
  const from = new Map<string, string>();
  for (const [index, name] of content.extends.entries()) {
    try {
      const catalog = await packageCatalog(name, io, { variant: content.variant, packages });
      const again = catalog.domains.find((domain) => from.has(domain.name));
      if (again)
        problems.add(
          ['extends', index],
          `domain ${again.name} of ${name} is already in ${from.get(again.name)}; remove one of the two`,
        );
      else catalogs.push(catalog);
      for (const domain of catalog.domains) from.set(domain.name, name);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      problems.add(['extends', index], error.message);
    }
  }
  if (from.has(content.name))
    problems.add(
      ['name'],
      `name ${content.name} is already the name of a domain in ${from.get(content.name)}; choose another name`,
    );
  problems.check();
  return composed(catalogs);
}

function chosen(base: Catalog, { pick, skip, override }: CatalogFileContent, problems: Problems): Catalog {
  const names = Object.keys(base.specs);
  const check = (key: string, patterns: readonly string[]): void =>
    patterns.forEach((pattern, index) => {
      if (!names.some((name) => matchesName(pattern, name)))
        problems.add(
          [key, index],
          `${key} ${JSON.stringify(pattern)} matches no spec under extends; available: ${available(names, pattern)}`,
        );
    });
  check('pick', pick ?? []);
  check('skip', skip);
  // If a pick is misspelt, overridden specs count as picked, so that they are not reported as a second problem.
  const matches = (pattern: string): boolean => names.some((name) => matchesName(pattern, name));
  const known = pick?.filter(matches);
  const meant = known?.length === pick?.length ? [] : Object.keys(override).filter(matches);
  const picked = known ? base.pick(...known, ...meant) : base;
  const left = Object.keys(picked.specs).filter((name) => skip.some((pattern) => matchesName(pattern, name)));
  return (left.length > 0 ? picked.omit(...left) : picked) as unknown as Catalog;
}

function ownSpecs(
  part: 'override' | 'add',
  entries: Readonly<Record<string, unknown>>,
  base: Catalog,
  problems: Problems,
): Specs {
  const specs: Record<string, Spec> = {};
  const none = base.pick() as unknown as Catalog<Record<never, never>>;
  const names = Object.keys(base.specs);
  for (const [name, entry] of Object.entries(entries)) {
    const isThere = Object.hasOwn(base.specs, name);
    if (part === 'override' && !isThere) {
      problems.addKey(
        [part, name],
        `override names spec ${name}, which does not exist; available: ${available(names, name)}`,
      );
      continue;
    }
    if (part === 'add' && isThere)
      problems.addKey(
        [part, name],
        `add names spec ${name}, which ${base.domainOf[name]} already defines; put it under override`,
      );
    const data = specData(entry, part === 'override' ? base.specs[name]?.doc : undefined);
    problems.attempt([part, name], data, () => {
      checkSpec(name, data);
      applyBrand(name, data);
      compose(none.extend({ [name]: data } as Record<string, never>));
      specs[name] = data;
    });
  }
  return specs;
}
