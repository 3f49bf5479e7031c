import { counted, defined } from '@hostspec/host-kit';
import { type Catalog, checkSelection, nameMatcher, type Spec } from '@hostspec/spec';
import { loadCatalog } from '../catalogs/catalog.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { type Style, styleOf } from '../style.js';
import { usageError } from '../usage-error.js';
import { columns, fitted, widthFor } from '../width.js';
import { argumentsOf, type CatalogData, catalogData } from './catalog-data.js';
import type { options } from './options.js';

/** Prints the catalog as a table or as JSON. */
export async function printCatalog(values: Values<typeof options>, io: Io): Promise<number> {
  const named = chosen((await loadCatalog(values, io)).catalog, values.only);
  const catalog = values.search === undefined ? named : searched(named, values.search);
  if (values.json) io.out.write(`${JSON.stringify(withOrigins(catalog), undefined, 2)}\n`);
  else io.out.write(catalogText(catalog, styleOf(io.out, io), widthFor(io.out)));
  return exitStatus.done;
}

/** The entries of a catalog with the origins of specs, which make no difference between two catalogs. */
function withOrigins(catalog: Catalog): CatalogData {
  const entries = Object.entries(catalogData(catalog)).map(([name, { domain, ...entry }]) => {
    return [name, { ...defined({ domain, origin: catalog.specs[name]?.origin }), ...entry }];
  });
  return Object.fromEntries(entries);
}

/** The part of a catalog that matches names or globs. @throws UsageError for one that matches nothing. */
function chosen(catalog: Catalog, only: readonly string[] | undefined): Catalog {
  if (only === undefined) return catalog;
  const names = [...Object.keys(catalog.specs), ...Object.keys(catalog.values)];
  checkSelection('--only', only, names);
  return filtered(catalog, (name) => only.some((pattern) => nameMatcher(pattern)(name)));
}

/** The part of a catalog that has all words of a text, in any letter case. @throws UsageError if nothing has. */
function searched(catalog: Catalog, text: string): Catalog {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = filtered(catalog, (name, each) => {
    const searchable = ['doc' in each ? String(each.doc) : '', ...textsIn(argumentsIn(each))];
    const all = [name, ...searchable].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
  if (Object.keys(found.specs).length + Object.keys(found.values).length > 0) return found;
  throw usageError(
    `--search ${JSON.stringify(text)} finds nothing in names, docs, commands and paths; use fewer or other words`,
    '--search',
    text,
  );
}

function argumentsIn(each: Spec | object): unknown {
  return 'type' in each ? argumentsOf(each as Spec) : each;
}

/** The texts in a spec's arguments, those of nested specs too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function filtered(catalog: Catalog, keep: (name: string, item: object) => boolean): Catalog {
  const part = <T extends object>(items: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(items).filter(([name, item]) => keep(name, item)));
  return { ...catalog, specs: part(catalog.specs), values: part(catalog.values) };
}

const roomForType = 120;

interface Row {
  readonly domain: string;
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

function catalogText(catalog: Catalog, style: Style, width: number): string {
  const rows: Row[] = [
    ...Object.entries(catalog.specs).map(([name, { type, doc }]) => ({
      domain: catalog.domainOf[name] ?? '',
      name,
      type,
      doc,
    })),
    ...Object.entries(catalog.values).map(([name, { domain, doc }]) => ({
      domain,
      name,
      type: '-',
      doc,
    })),
  ].sort((a, b) => (a.domain === b.domain ? (a.name < b.name ? -1 : 1) : a.domain < b.domain ? -1 : 1));
  const withType = width >= roomForType;
  const lines = columns(
    rows.map(({ domain, name, type, doc }) => (withType ? [domain, name, type, doc] : [domain, name, doc])),
  );
  const domains = catalog.domains.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    ...lines.map((line) => fitted(line, width)),
    '',
    style.dim(`${counted(rows.length, 'spec')} from ${domains}`),
    '',
  ].join('\n');
}
