/** How many values were masked, by the id of the rule that found them. Numbers only, never a value. */
export type MaskedCounts = Readonly<Record<string, number>>;

/** Masks the content of one file or output, in pieces. */
export interface ContentRedactor {
  /**
   * Takes the next piece, which the caller may reuse, and returns the bytes that are decided by now. They may be overwritten by the
   * next call.
   */
  push(piece: Uint8Array): Uint8Array;
  /** Returns the remaining bytes and ends this content; nothing may be pushed after it. */
  end(): Uint8Array;
  /** What was masked in this content so far. */
  masked(): MaskedCounts;
}

/** Masks what leaves a host: content, and the texts that go with it. Equal values get equal masks throughout one redaction. */
export interface Redaction {
  /** Begins the content of one file or output. */
  content(): ContentRedactor;
  /** Masks a short text, such as a command line, a path or a reason. A text without a secret is returned as it is. */
  text(text: string): string;
}
