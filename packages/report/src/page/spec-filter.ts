import { notableStatuses } from '@hostspec/host-kit';
import type { IndexEntry } from '../html/report-index.js';

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

const quiet = ['absent', 'skipped', 'empty'];

/** Bytes of all items of a spec. */
export function sizeOf({ items }: IndexEntry): number {
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
