import type { LogClock } from './log-time.js';

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

/** Results of a search as they come. */
export interface SearchProgress {
  readonly found: readonly Found[];
  /** All lines found so far, including those that are not in `found`. */
  readonly count: number;
  /** How many ranges have been searched. */
  readonly searched: number;
  readonly done: boolean;
}

/** How many lines a time line has, and how many are left out because there are too many. */
export interface TimeLineSize {
  readonly count: number;
  readonly left: number;
}

/** A line of a time line. */
export interface TimeLineRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
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

/** What the page asks the worker. */
export type Request =
  | { readonly kind: 'rows'; readonly range: Range; readonly from: number; readonly count: number }
  | { readonly kind: 'size'; readonly range: Range }
  | { readonly kind: 'row-of-line'; readonly range: Range; readonly line: number }
  /** Inflates as many blocks as stay in memory, so that a search finds them ready. */
  | { readonly kind: 'warm'; readonly bytes: number }
  | { readonly kind: 'search'; readonly text: string; readonly ranges: readonly Range[] }
  /** Reads the logs once; the others are about what was read. */
  | { readonly kind: 'time-line'; readonly ranges: readonly Range[]; readonly clock: LogClock }
  | { readonly kind: 'time-line-gaps'; readonly least: number }
  | { readonly kind: 'time-line-rows'; readonly from: number; readonly count: number };

/** From the page to the worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly blockBytes: number }
  | { readonly kind: 'block'; readonly number: number; readonly base64: string }
  | { readonly kind: 'request'; readonly id: number; readonly request: Request };

/** From the worker to the page. */
export type FromWorker =
  | { readonly kind: 'need'; readonly number: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: SearchProgress };
