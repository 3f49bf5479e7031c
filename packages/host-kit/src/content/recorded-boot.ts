/** A boot in the journal. Times are those of the host's clock, such as `2026-11-20 14:00:01`. */
export interface RecordedBoot {
  /** 0 for the current one, -1 for the one before. */
  readonly number: string;
  readonly id: string;
  readonly first: string;
  readonly last: string;
}

/** The boot in a line of `journalctl --list-boots`; undefined if it has none. */
export function recordedBoot(line: string): RecordedBoot | undefined {
  const [, number, id] = /^\s*(-?\d+) ([0-9a-f]{32}) /.exec(line) ?? [];
  const [first, last] = line.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g) ?? [];
  if (number === undefined || id === undefined || first === undefined || last === undefined) return undefined;
  return { number, id, first, last };
}
