import { constants, crc32, deflateRawSync } from 'node:zlib';
import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import type { Piece } from '@hostspec/spec';

// Without a name, a time or a system.
const header = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const lastBlock = Buffer.of(3, 0);

interface GzipMember {
  write(data: Uint8Array): Promise<void>;
  /** Counts the bytes that the compressed data stands for, in order. */
  count(data: Uint8Array): void;
  /** Writes `blocks` times `mostZeros` zeros, precompressed: this costs as much as copying a thousandth of them. */
  zeros(blocks: number): Promise<void>;
  end(): Promise<void>;
}

/** Creates a member. `output` writes all of a piece. */
export function gzipMember(output: (piece: Piece) => Promise<void>): GzipMember {
  let begun = false;
  let crc = 0;
  let bytes = 0;
  const write = async (data: Uint8Array): Promise<void> => {
    if (!begun) await output(header);
    begun = true;
    await output(data);
  };
  return {
    write,
    count(data) {
      crc = crc32(data, crc);
      bytes += data.length;
    },
    async zeros(blocks) {
      const zeros = compressedZeros();
      for (let left = blocks; left > 0; left -= together)
        await write(zeros.blocks.subarray(0, Math.min(left, together) * zeros.block));
      for (let done = 0; done < blocks; done++) crc = zeros.after(crc);
      bytes += blocks * mostZeros;
    },
    async end() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc, 0);
      trailer.writeUInt32LE(bytes % 2 ** 32, 4);
      await write(Buffer.concat([lastBlock, trailer]));
    },
  };
}

interface CompressedZeros {
  /** The same data several times. Each stands for `mostZeros` zeros. */
  readonly blocks: Buffer;
  readonly block: number;
  /** The CRC after `mostZeros` more zeros. */
  after(crc: number): number;
}

const together = 64;

let known: CompressedZeros | undefined;

function compressedZeros(): CompressedZeros {
  known ??= compressZeros();
  return known;
}

function compressZeros(): CompressedZeros {
  const zeros = zeroBytes(mostZeros);
  const block = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // CRCs add by exclusive or: what zeros make of a CRC is the sum of what they make of its bits.
  const ofNothing = crc32(zeros, 0);
  const ofBits = Array.from({ length: 32 }, (_, bit) => crc32(zeros, 2 ** bit) ^ ofNothing);
  return {
    blocks: Buffer.concat(Array<Buffer>(together).fill(block)),
    block: block.length,
    after: (crc) => ofBits.reduce((sum, of, bit) => ((crc >>> bit) & 1 ? sum ^ of : sum), ofNothing) >>> 0,
  };
}
