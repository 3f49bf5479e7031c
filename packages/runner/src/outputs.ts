import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CommandEnd, TakePiece } from '@hostspec/spec';

/** How a command ended, with its output for whoever asks again; undefined if that was too large to keep. */
export interface KnownOutput {
  readonly end: CommandEnd;
  readonly output: KeptOutput | undefined;
  /** Bytes of output after which the command was ended. */
  readonly limit: number;
}

/** An output in memory. */
type KeptOutput = () => Uint8Array;

/** Takes the pieces of an output and keeps them, within limits. */
export interface OutputKeeper {
  readonly take: TakePiece;
  /** Keeps the whole output; undefined if it exceeded a limit. */
  keep(): KeptOutput | undefined;
}

/** The bytes that outputs may take in memory, in total. */
export interface Memory {
  left: number;
}

// Less is hardly smaller when it is compressed.
const worthPacking = 2048;

/** Makes a keeper for one output of at most `maxBytes`, which takes its bytes from `memory`; with `packs`, it compresses what it keeps. */
export function outputKeeper(memory: Memory, maxBytes: number, packs: boolean): OutputKeeper {
  let pieces: string[] | undefined = [];
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
      pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'));
    },
    keep() {
      if (!pieces) return undefined;
      const whole = pieces.join('');
      pieces = undefined;
      if (!packs || bytes < worthPacking) return kept(whole);
      // Copied, because the compressor returns a slice of a larger buffer.
      const packed = new Uint8Array(deflateRawSync(Buffer.from(whole, 'latin1'), { level: 1 }));
      memory.left += bytes - packed.length;
      return unpacked(packed);
    },
  };
}

// Functions of their own, so that they hold nothing else of the keeper. The bytes of a short output take a third of the memory in a string.
const kept =
  (whole: string): KeptOutput =>
  () =>
    Buffer.from(whole, 'latin1');
const unpacked =
  (packed: Uint8Array): KeptOutput =>
  () =>
    inflateRawSync(packed);
