import type { Place } from './facts.js';

/** A row that a finding is about, or the host. */
export interface Hit {
  /** Sentences with values of the host, which are not escaped. */
  readonly title: string;
  readonly says?: string;
  readonly do?: string;
  readonly at?: Place;
  /** When it was logged, in milliseconds since the epoch, if its line has a time. */
  readonly time?: number;
  /** The line of a log that is the evidence. */
  readonly line?: string;
}

/** Hits with the times when they were logged, the newest first; those without a time last. */
export function newestFirst(hits: readonly Hit[], times: readonly (number | undefined)[]): readonly Hit[] {
  return hits
    .map((hit, at) => (times[at] === undefined ? hit : { ...hit, time: times[at] }))
    .toSorted(({ time: a = 0 }, { time: b = 0 }) => b - a);
}
