import { mangleCommand } from '@hostspec/host-kit';
import type { Item, OpenItem, Outcome, Sink } from '@hostspec/spec';

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
      const label = commandLine ?? (source.kind === 'command' ? source.argv.join(' ') : source.path);
      const path = `${++count}-${mangleCommand(label)}`;
      const own: Uint8Array[] = [];
      pieces.set(path, own);
      return { path, write: (piece) => void own.push(new Uint8Array(piece)) };
    },
    keep() {},
    discard: ({ path }) => void pieces.delete(path),
    write: (outcome) => void outcomes.set(outcome.name, outcome),
    finish: async () => 'memory',
    read: async (item: Item) => joined(pieces.get(item.path) ?? []),
    close: async () => pieces.clear(),
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.length;
  }
  return all;
}
