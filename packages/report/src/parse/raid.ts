/** An array of `/proc/mdstat`. */
export interface RaidArray {
  readonly name: string;
  readonly level: string | undefined;
  /** A letter for each member, `_` for a missing one; undefined if the level has no redundancy. */
  readonly members: string | undefined;
}

/** The arrays in `/proc/mdstat`. */
export function raidArraysOf(text: string): RaidArray[] {
  const arrays: { name: string; level: string | undefined; members: string | undefined }[] = [];
  for (const line of text.split('\n')) {
    const [, name, level] = /^(md[\w-]{1,60}) : (?:\w+ )?(?:\([\w-]+\) )?(\w+)?/.exec(line) ?? [];
    if (name !== undefined) arrays.push({ name, level, members: undefined });
    const last = arrays.at(-1);
    if (last) last.members ??= /\[([U_]{1,512})\]/.exec(line)?.[1];
  }
  return arrays;
}
