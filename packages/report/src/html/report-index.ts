import type { CheckResult } from '@hostspec/findings';
import type { ArchiveKind, MaskedCounts, OutcomeStatus } from '@hostspec/spec';
import type { SummarySection } from '../summary/summary.js';

/** A piece of content in a report. */
export interface IndexItem {
  /** Below the archive's tree. */
  readonly path: string;
  /** The file, directory or command line that it comes from. */
  readonly source: string;
  /** Where it begins in the content of all blocks. Items that are one file have the same place. */
  readonly offset: number;
  readonly bytes: number;
  readonly rc?: number;
  /** Seconds. */
  readonly duration?: number;
  readonly container?: string;
  readonly truncated?: string;
  readonly masked?: MaskedCounts;
}

/** A spec of a report, or a file of an archive without outcomes. */
export interface IndexEntry {
  readonly name: string;
  /** What a reader sees in it. */
  readonly doc?: string;
  readonly domain?: string;
  readonly status: OutcomeStatus;
  readonly reason?: string;
  /** Milliseconds since the epoch. */
  readonly started?: number;
  /** Seconds. */
  readonly duration?: number;
  readonly items: readonly IndexItem[];
  readonly misses: readonly { readonly source: string; readonly status: string; readonly reason: string }[];
}

/** What a report has, without content: the first data of its page. */
export interface ReportIndex {
  readonly title: string;
  readonly kind: ArchiveKind;
  readonly hasOutcomes: boolean;
  /** Whether names and addresses are tokens, as a sentence. */
  readonly mapping: string;
  readonly tool?: string;
  /** Milliseconds since the epoch. */
  readonly started?: number;
  /** Milliseconds since the epoch. */
  readonly finished?: number;
  /** Bytes of content in each block but the last. */
  readonly blockBytes: number;
  /** Bytes of the content before and after it that each block has too. */
  readonly marginBytes: number;
  /** Bytes of all content. */
  readonly bytes: number;
  readonly problems: CheckResult;
  readonly summary: readonly SummarySection[];
  readonly entries: readonly IndexEntry[];
  /** In an archive without outcomes, the entries of the specs that the summary names. */
  readonly entryOfSpec: Readonly<Record<string, string>>;
}
