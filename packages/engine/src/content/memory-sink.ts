import { mangleCommand } from '@hostspec/host-kit';
import type { Item, OpenItem, Outcome, Sink } from '@hostspec/spec';
import { describeSource } from '../plan/tasks.js';

/** A sink for programs that need the content but no archive. */
export interface MemorySink extends Sink {
  /** The outcomes so far, by name. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Creates a sink that keeps content in memory: `read` returns an item's content until `close`. `finish` returns `memory`. */
export function memorySink(): MemorySink {
  const outcomes = new Map<string, Outcome>();
  const pieces = new Map<string, Uint8Array[]>();
  let count = 0;
  return {
    outcomes,
    begin() {},
    open({ source, commandLine }): OpenItem {
      const path = `${++count}-${mangleCommand(commandLine ?? describeSource(source))}`;
      const own: Uint8Array[] = [];
      pieces.set(path, own);
      return { path, write: (piece) => void own.push(new Uint8Array(piece)) };
    },
    keep() {},
    discard: ({ path }) => void pieces.delete(path),
    write: (outcome) => void outcomes.set(outcome.name, outcome),
    finish: async () => 'memory',
    read: async (item: Item) => Buffer.concat(pieces.get(item.path) ?? []),
    close: async () => pieces.clear(),
  };
}
