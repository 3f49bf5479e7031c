import type { CommandEnd, TakePiece } from '@hostspec/spec';

/** How a command ended, with its output for whoever asks again; undefined if that was too large to keep. */
export interface KnownOutput {
  readonly end: CommandEnd;
  readonly output: Uint8Array | undefined;
  /** Bytes of output after which the command was ended. */
  readonly limit: number;
}

/** Takes the pieces of an output and keeps them, within limits. */
export interface OutputKeeper {
  readonly take: TakePiece;
  /** The whole output; undefined if it exceeded a limit. */
  whole(): Uint8Array | undefined;
}

/** The bytes that outputs may take in memory, in total. */
export interface Memory {
  left: number;
}

/** Makes a keeper for one output of at most `maxBytes`, which takes its bytes from `memory`. */
export function outputKeeper(memory: Memory, maxBytes: number): OutputKeeper {
  let pieces: Uint8Array[] | undefined = [];
  let bytes = 0;
  return {
    take(piece) {
      if (!pieces) return;
      if (bytes + piece.length > maxBytes || piece.length > memory.left) {
        pieces = undefined;
        memory.left += bytes;
        return;
      }
      bytes += piece.length;
      memory.left -= piece.length;
      // A copy: the piece may be overwritten later, and would keep the larger buffer that it is part of.
      pieces.push(new Uint8Array(piece));
    },
    whole: () => (pieces?.length === 1 ? pieces[0] : pieces && Buffer.concat(pieces)),
  };
}
