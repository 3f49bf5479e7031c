import type { Keywords } from '@hostspec/spec';

/** The keywords that are in the bytes of a buffer. */
export interface KeywordHits {
  readonly keywords: Keywords;
  /** At each place that has some, the last one: the place in the buffer, then 15 bits with its number. In order. The last 64 bytes may lack some. */
  readonly hits: Uint32Array;
}

/** Bits of a hit that have the number of its keyword. */
export const hitNumberBits = 15;

// Known in every copy of this module: the runner's client may come with its own.
const mark = Symbol.for('hostspec.keywords');

type Marked = ArrayBufferLike & { [mark]?: KeywordHits | undefined };

/** Notes the keywords in a buffer, or that they are not known. Call it each time when other bytes are written to the buffer. */
export function setKeywordHits({ buffer }: Uint8Array, hits: KeywordHits | undefined): void {
  (buffer as Marked)[mark] = hits;
}

/** What was noted of the buffer of some bytes. */
export const keywordHits = ({ buffer }: Uint8Array): KeywordHits | undefined => (buffer as Marked)[mark];
