import type { StoredMarks } from './line-marks.js';
import type { LineSeverity, LogClock } from './log-time.js';

/** A range of the content: bytes of all blocks together. */
export interface Range {
  readonly offset: number;
  readonly bytes: number;
}

/** A row of the screen: a line, or a part of a long one. */
export interface Row {
  /** Counted from 1. */
  readonly line: number;
  /** The row continues the line of the row before. */
  readonly continued: boolean;
  readonly text: string;
}

/** A line that contains the text of a search. */
export interface Found {
  /** The number of the range that was searched. */
  readonly range: number;
  /** Counted from 1. */
  readonly line: number;
  /** The text around the place, and where in it the found text is. */
  readonly text: string;
  readonly start: number;
  readonly length: number;
}

/** A line that contains the text of a search, in a piece of content; lines are counted from 0 there. */
export type Hit = Omit<Found, 'range'>;

/** What a search found in the part of a range that is in one block. */
export interface PieceHits {
  /** The number of the range that was searched. */
  readonly range: number;
  /** Line breaks in this part. */
  readonly breaks: number;
  /** All lines found, including those that are not in `found`. */
  readonly count: number;
  readonly found: readonly Hit[];
  /** The first line found began before this part, or with it. */
  readonly startsInLine: boolean;
  /** The last line found continues after this part. */
  readonly endsInLine: boolean;
}

/** What a search found in a block. */
export interface SearchedBlock {
  readonly number: number;
  readonly pieces: readonly PieceHits[];
}

/** Results of a search as they come. */
export interface SearchProgress {
  readonly found: readonly Found[];
  /** All lines found so far, including those that are not in `found`. */
  readonly count: number;
  /** The part of the content that has been searched, from 0 to 1. */
  readonly searched: number;
  readonly done: boolean;
}

/** How the content is divided into blocks, all in bytes. */
export interface Layout {
  /** The content of each block but the last. */
  readonly blockBytes: number;
  /** The content before and after it that each block has too. */
  readonly marginBytes: number;
  /** All content. */
  readonly bytes: number;
}

/** Which lines of the logs a time line has. */
export interface TimeLineFilter {
  /** What a line contains; empty for any. */
  readonly text: string;
  /** Lines that speak of nothing worse are left out. */
  readonly least?: LineSeverity | undefined;
}

/** How many rows a time line has, how many lines they are, and how many are left out because there are too many. */
export interface TimeLineSize {
  readonly count: number;
  readonly lines: number;
  readonly left: number;
}

/** A line of a time line, with the lines that say the same. */
export interface TimeLineRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** The time of the last of the lines. */
  readonly last: number;
  readonly lines: number;
  /** The numbers of all ranges that have one of the lines. */
  readonly ranges: readonly number[];
  /** The number of the range that the line is from. */
  readonly range: number;
  /** Counted from 1. */
  readonly line: number;
  /** The start of the line. */
  readonly text: string;
}

/** A time without a line, in milliseconds since the epoch; `at` is the number of the line after it. */
export interface TimeLineGap {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Numbers from the first to before the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What the page asks the worker. */
export type Request =
  | { readonly kind: 'bytes'; readonly range: Range }
  | { readonly kind: 'rows'; readonly range: Range; readonly from: number; readonly count: number }
  | { readonly kind: 'size'; readonly range: Range }
  | { readonly kind: 'row-of-line'; readonly range: Range; readonly line: number }
  /** Reads the logs; the others are about what was read. */
  | {
      readonly kind: 'time-line';
      readonly ranges: readonly Range[];
      readonly clock: LogClock;
      readonly filter: TimeLineFilter;
    }
  | { readonly kind: 'time-line-gaps'; readonly least: number }
  | { readonly kind: 'time-line-rows'; readonly from: number; readonly count: number };

/** From the page to the worker that reads. */
export type ToWorker =
  | { readonly kind: 'start'; readonly layout: Layout }
  | { readonly kind: 'marks'; readonly marks: StoredMarks }
  | { readonly kind: 'block'; readonly number: number; readonly base64: string }
  | { readonly kind: 'request'; readonly id: number; readonly request: Request };

/** From the worker that reads to the page. */
export type FromWorker =
  | { readonly kind: 'need'; readonly number: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

/** From the page to a worker that searches its share of the blocks: the block `first` and each one `step` blocks later. */
export type ToSearcher =
  | {
      readonly kind: 'start';
      readonly layout: Layout;
      /** Ranges that follow each other. */
      readonly ranges: readonly Range[];
      readonly first: number;
      readonly step: number;
    }
  | { readonly kind: 'block'; readonly number: number; readonly base64: string }
  /** Ends the search before it. */
  | {
      readonly kind: 'search';
      readonly id: number;
      readonly text: string;
      /** The numbers of the ranges to search. */
      readonly only: Span;
    };

/** From a worker that searches to the page. */
export type FromSearcher =
  | { readonly kind: 'need'; readonly number: number }
  | { readonly kind: 'searched'; readonly id: number; readonly blocks: readonly SearchedBlock[] }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };
