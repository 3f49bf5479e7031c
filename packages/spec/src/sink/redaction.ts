import type { Piece } from '../host/piece.js';
import type { MaskedCounts, Source } from './outcome.js';

/** How identity was mapped to tokens: what is needed, besides the key, to restore it. */
export interface Mapped {
  /** Such as `ip` and `host`. */
  readonly kinds: readonly string[];
  /** Set if MAC addresses kept the bytes of their vendor. */
  readonly keepVendor?: true;
  /** Set if only the list that was written with it can restore what was mapped. */
  readonly list?: true;
  /** 8 hexadecimal digits to check a key with. They are made from it, and it cannot be computed from them. */
  readonly keyCheck: string;
}

/** Masks the content of one file or output, in pieces. */
export interface ContentRedactor {
  /** Masks the next piece; returns what is decided by now. */
  push(piece: Piece): Piece;
  /** Returns the rest, and ends this content; nothing may be pushed after it. */
  end(): Piece;
  /** What was masked in this content so far. */
  masked(): MaskedCounts;
  /**
   * The redactors of which this one is a chain: each gets what the one before it returns. Calling them one by one leaves room for other
   * work in between.
   */
  readonly stages?: readonly ContentRedactor[];
}

/** What is known of a content before it begins. */
export interface ContentOrigin {
  /** Its path on the host or its name in an archive; absent for the output of a command. */
  readonly path?: string;
}

/** The origin of the content of a source. */
export function originOf(source: Source): ContentOrigin {
  return source.kind === 'file' ? { path: source.path } : {};
}

/** Masks what leaves a host: content, and the texts that go with it. Equal values get equal masks throughout one redaction. */
export interface Redaction {
  /** Begins the content of one file or output. */
  content(origin?: ContentOrigin): ContentRedactor;
  /** Set if identity is mapped to tokens: how. */
  readonly mapped?: Mapped;
  /** Set if other runs can make the same masks: 8 hexadecimal digits made from their key, which cannot be computed from them. */
  readonly maskKey?: string;
  /** Masks a short text, such as a command line, a path or a reason. A text without a secret is returned as it is. */
  text(text: string): string;
}
