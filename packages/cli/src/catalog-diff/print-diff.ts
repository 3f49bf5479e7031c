import { type CollectionSpec, diffByName, writtenForm } from '@hostspec/spec';
import type { CatalogData, CatalogEntry } from '../catalog/catalog-data.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';
import type { options } from './options.js';
import { readCatalogData } from './read-catalog-data.js';

/** Entries that are in only one of two catalogs, or differ between them, by name. */
export interface CatalogDiff {
  readonly added: CatalogData;
  readonly removed: CatalogData;
  readonly changed: Readonly<Record<string, { readonly from: CatalogEntry; readonly to: CatalogEntry }>>;
}

/** Prints the differences between two catalogs. */
export async function printDiff(
  { json, packages }: Values<typeof options>,
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
