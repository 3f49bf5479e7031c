import type { HostLine, HostLines } from '@hostspec/archive';
import { isHostspecError } from '@hostspec/spec';

/** Keeps the lines of hosts, also those that cannot be written at once. */
export interface LineKeeper {
  keep(line: HostLine): void;
  /** Aborts with the reason when a line cannot be written: what ends after that might not be found again. */
  readonly signal: AbortSignal;
  /** Whether that was because of a full disk. */
  noSpace(): boolean;
  /** The lines that could not be written, after a last try: completing the archives can have made room. */
  rest(): readonly HostLine[];
}

/** Makes a keeper that writes to a file of lines. */
export function lineKeeper(lines: Pick<HostLines, 'append'>): LineKeeper {
  const controller = new AbortController();
  const { signal } = controller;
  let unwritten: HostLine[] = [];
  let isFull = false;
  const keep = (line: HostLine): void => {
    try {
      lines.append(line);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      unwritten.push(line);
      isFull ||= error.code === 'NO_SPACE';
      controller.abort(error.message);
    }
  };
  return {
    keep,
    signal,
    noSpace: () => isFull,
    rest() {
      const again = unwritten;
      unwritten = [];
      for (const line of again) keep(line);
      return unwritten;
    },
  };
}
