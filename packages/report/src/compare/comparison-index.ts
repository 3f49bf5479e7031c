import { shortened } from '@hostspec/host-kit';
import type { ArchiveDiff, ItemDiff, SpecDiff } from './archive-diff.js';
import type { ProblemChanges } from './problem-changes.js';
import type { SummaryChange } from './summary-changes.js';

/** One of two archives that are compared. */
export interface ComparedArchive {
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly started?: number;
  /** Whether names and addresses are tokens, as a sentence. */
  readonly mapping: string;
}

/** The difference of an item as the page shows it. */
export interface ChangedItem extends Omit<ItemDiff, 'text'> {
  /** The lines of the diff; each begins with `+`, `-`, a space, `@` or a backslash. */
  readonly lines: readonly string[];
  /** How many lines of the diff are not in `lines`. */
  readonly moreLines: number;
}

/** The difference of a spec as the page shows it. */
export interface ChangedSpec extends Omit<SpecDiff, 'items'> {
  readonly items: readonly ChangedItem[];
  /** How many lines were added and removed. */
  readonly added: number;
  readonly removed: number;
}

/** All data of the page that compares two archives. */
export interface ComparisonIndex extends Omit<ArchiveDiff, 'before' | 'after' | 'specs'> {
  readonly title: string;
  readonly before: ComparedArchive;
  readonly after: ComparedArchive;
  readonly problems: ProblemChanges;
  /** How many problems could be decided in both archives. */
  readonly decided: number;
  readonly summary: readonly SummaryChange[];
  readonly specs: readonly ChangedSpec[];
}

// Nobody reads more of one item, and a browser shows that much at once.
const mostLines = 2000;
const longestLine = 2000;

/** A spec as the page shows it. */
export function changedSpec(spec: SpecDiff): ChangedSpec {
  const items = spec.items.map(({ text, ...item }) => ({ item, all: text ? text.split('\n') : [] }));
  const counted = (mark: string): number =>
    items.reduce((sum, { all }) => sum + all.filter((line) => line.startsWith(mark)).length, 0);
  return {
    ...spec,
    items: items.map(({ item, all }) => ({
      ...item,
      lines: all.slice(0, mostLines).map((line) => shortened(line, longestLine)),
      moreLines: Math.max(0, all.length - mostLines),
    })),
    added: counted('+'),
    removed: counted('-'),
  };
}
