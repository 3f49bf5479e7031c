import { bytesText, notableStatuses } from '@hostspec/host-kit';
import type { IndexEntry, ReportIndex } from '../html/report-index.js';
import { choice, h } from './dom.js';
import { fileTree } from './file-tree.js';
import { type FilteredList, filteredList, listRow } from './list-frame.js';
import { specHash } from './route.js';
import { filtered, type SpecFilter, sizeOf } from './spec-filter.js';
import { counted, secondsText } from './text.js';

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
    return begins ? [h('li', { class: 'heading' }, entry.domain), row(entry)] : [row(entry)];
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
    size === '' ? undefined : h('span', { class: 'number' }, size),
  );
}
