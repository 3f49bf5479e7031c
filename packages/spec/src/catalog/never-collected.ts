/** What a catalog never collects, whatever its specs and the options of a run say. */
export interface NeverCollected {
  /**
   * Files, with everything below a directory: absolute paths in which a wildcard stands for a part of one name. A name without a slash counts in
   * every directory.
   */
  readonly files: readonly string[];
  /** Commands: the name of a program, and words that its arguments have in this order. */
  readonly commands: readonly string[];
}

interface MayHave {
  readonly neverCollected?: NeverCollected;
}

/** What several catalogs never collect, together: a catalog that is composed, picked from or extended can add to it, never take away. */
export function mergeNever(all: readonly MayHave[]): MayHave {
  const parts = all.flatMap(({ neverCollected }) => neverCollected ?? []);
  if (parts.length === 0) return {};
  const together = (key: keyof NeverCollected) => [...new Set(parts.flatMap((part) => part[key]))];
  return { neverCollected: { files: together('files'), commands: together('commands') } };
}
