import { bytesText, notableStatuses } from '@hostspec/host-kit';
import type { IndexEntry, ReportIndex } from '../html/report-index.js';
import { choice, counted, h, secondsText } from './dom.js';
import { type FilteredList, filteredList, listRow } from './list-frame.js';
import { specHash } from './route.js';

const quiet = ['absent', 'skipped', 'empty'];

/** A path from a stranger may have thousands of levels, and so many nested boxes can crash the page. */
const deepest = 16;

// More links make the page slow, and nobody reads them all.
const mostShown = 2000;
// Of a tree, only what is open is drawn. One of more files than `open` is read from its directories.
const mostInTree = { shown: 20_000, open: 100 };

/** Makes the list of all specs of a report, with its filters. */
export function specList({ entries, hasOutcomes }: ReportIndex): FilteredList {
  const what = hasOutcomes ? 'spec' : 'file';
  const domains = [...new Set(entries.flatMap(({ domain }) => domain ?? []))].sort();
  const statuses = [...new Set(entries.map(({ status }) => status))];
  const fields = {
    outcome: choice('Outcome', [
      ['notable', 'Except absent, skipped, empty'],
      ['', 'All outcomes'],
      ['content', 'With content'],
      ['problems', 'Problems'],
      ...statuses.map((status) => [status, status] as const),
    ]),
    domain: choice('Domain', [['', 'All domains'], ...domains.map((name) => [name, name] as const)]),
    minBytes: choice('Size', [
      ['0', 'Any size'],
      ['1024', '1 KiB or more'],
      ['102400', '100 KiB or more'],
      ['1048576', '1 MiB or more'],
      ['10485760', '10 MiB or more'],
    ]),
    minSeconds: choice('Time', [
      ['0', 'Any time'],
      ['0.1', '0.1 s or more'],
      ['1', '1 s or more'],
      ['5', '5 s or more'],
    ]),
    order: choice('Order', [
      ['catalog', 'In order'],
      ['name', 'By name'],
      ['size', 'By size'],
      ['time', 'By time'],
    ]),
  };
  fields.outcome.className = 'wide';
  if (!hasOutcomes) for (const field of [fields.domain, fields.minSeconds]) field.hidden = true;

  const rowsOf = (kept: readonly IndexEntry[]): HTMLElement[] => {
    const row = (entry: IndexEntry, label?: string): HTMLElement =>
      specRow(entry, fields.order.value === 'time', label);
    if (fields.order.value !== 'catalog') return kept.map((entry) => row(entry));
    return hasOutcomes ? withHeadings(kept, row) : fileTree(kept, kept.length <= mostInTree.open, row);
  };
  return filteredList({
    label: hasOutcomes ? 'Specs' : 'Files',
    what: `${what}s`,
    fields: Object.values(fields),
    content(text) {
      const kept = filtered(entries, {
        text,
        domain: fields.domain.value,
        outcome: fields.outcome.value,
        minBytes: Number(fields.minBytes.value),
        minSeconds: Number(fields.minSeconds.value),
        order: fields.order.value as SpecFilter['order'],
      });
      const most = !hasOutcomes && fields.order.value === 'catalog' ? mostInTree.shown : mostShown;
      const more = kept.length > most ? `, ${most.toLocaleString('en')} of them shown` : '';
      return {
        words: `${counted(kept.length, what)} of ${entries.length.toLocaleString('en')}${more}`,
        rows: rowsOf(kept.slice(0, most)),
      };
    },
  });
}

/** The rows of specs, with the name of each domain before its first spec. */
function withHeadings(
  entries: readonly IndexEntry[],
  row: (entry: IndexEntry) => HTMLElement,
): HTMLElement[] {
  let last: string | undefined;
  return entries.flatMap((entry) => {
    const begins = entry.domain !== undefined && entry.domain !== last;
    last = entry.domain;
    return begins ? [h('li.heading', entry.domain), row(entry)] : [row(entry)];
  });
}

function specRow(entry: IndexEntry, byTime: boolean, label = entry.name): HTMLElement {
  const { name, status, items, duration } = entry;
  const size =
    byTime && duration !== undefined
      ? secondsText(duration)
      : items.length > 0
        ? bytesText(sizeOf(entry))
        : '';
  return listRow(
    specHash(name),
    { name, label },
    h(
      'span',
      { class: notableStatuses.includes(status) ? 'status bad' : 'status' },
      status === 'collected' ? '' : status,
    ),
    size === '' ? undefined : h('span.number', size),
  );
}

/** A directory of a tree: what is in it, by name. */
interface Directory<T> {
  readonly directories: Map<string, Directory<T>>;
  readonly files: { readonly name: string; readonly file: T }[];
}

/** Items of a list for files by path: a directory opens and closes, and says how many files are below it. */
function fileTree<T extends { readonly name: string }>(
  files: readonly T[],
  isOpen: boolean,
  row: (file: T, name: string) => HTMLElement,
): HTMLElement[] {
  const itemsOf = ({ directories, files }: Directory<T>, path: string): HTMLElement[] => [
    ...[...directories].map(([name, directory]) => {
      const [words, inner] = withOnly(name, directory);
      return h(
        'li',
        h(
          'details',
          { 'data-directory': `${path}${words}/`, ...(isOpen && { open: '' }) },
          h('summary', `${words}/ `, h('span.number', counted(countOf(inner), 'file'))),
          h('ul', ...itemsOf(inner, `${path}${words}/`)),
        ),
      );
    }),
    ...files.map(({ name, file }) => row(file, name)),
  ];
  return itemsOf(treeOf(files), '');
}

function treeOf<T extends { readonly name: string }>(files: readonly T[]): Directory<T> {
  const root: Directory<T> = { directories: new Map(), files: [] };
  for (const file of files) {
    const parts = file.name.split('/');
    const above = parts.slice(0, Math.min(parts.length - 1, deepest));
    const name = parts.slice(above.length).join('/');
    let directory = root;
    for (const part of above) {
      const next = directory.directories.get(part) ?? { directories: new Map(), files: [] };
      directory.directories.set(part, next);
      directory = next;
    }
    directory.files.push({ name, file });
  }
  return root;
}

/** A directory with nothing but a directory is one with it. */
function withOnly<T>(name: string, directory: Directory<T>): [name: string, directory: Directory<T>] {
  let [words, inner] = [name, directory];
  while (inner.files.length === 0 && inner.directories.size === 1)
    for (const [next, below] of inner.directories) [words, inner] = [`${words}/${next}`, below];
  return [words, inner];
}

function countOf<T>({ directories, files }: Directory<T>): number {
  let count = files.length;
  for (const directory of directories.values()) count += countOf(directory);
  return count;
}

/** Which specs the list shows; empty texts and zeros allow everything. */
export interface SpecFilter {
  readonly text: string;
  readonly domain: string;
  /** A status, `content`, `problems`, `notable`, or empty. */
  readonly outcome: string;
  readonly minBytes: number;
  readonly minSeconds: number;
  readonly order: 'catalog' | 'name' | 'size' | 'time';
}

function sizeOf({ items }: IndexEntry): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The specs that a filter allows, in its order. */
export function filtered(entries: readonly IndexEntry[], filter: SpecFilter): IndexEntry[] {
  const text = filter.text.toLowerCase();
  const kept = entries.filter(
    (entry) =>
      entry.name.toLowerCase().includes(text) &&
      (filter.domain === '' || entry.domain === filter.domain) &&
      hasOutcome(entry, filter.outcome) &&
      sizeOf(entry) >= filter.minBytes &&
      (entry.duration ?? 0) >= filter.minSeconds,
  );
  const { order } = filter;
  if (order === 'name') kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (order === 'size') kept.sort((a, b) => sizeOf(b) - sizeOf(a));
  if (order === 'time') kept.sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
  return kept;
}

function hasOutcome({ status, items }: IndexEntry, outcome: string): boolean {
  if (outcome === '') return true;
  if (outcome === 'content') return items.length > 0;
  if (outcome === 'problems') return notableStatuses.includes(status);
  return outcome === 'notable' ? !quiet.includes(status) : status === outcome;
}
