import { constants, crc32, deflateRawSync } from 'node:zlib';
import { mostZeros, zeroBytes } from '@hostspec/host-kit';

// No name, no time, from any system.
const header = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const lastBlock = Buffer.of(3, 0);

/** One member of the gzip format, around compressed data. */
export interface GzipMember {
  /** Writes compressed data. */
  write(data: Uint8Array): Promise<void>;
  /** Counts bytes that the compressed data stand for, in their order. */
  count(data: Uint8Array): void;
  /** Writes compressed zeros, so many times `mostZeros`. They cost as much as copying a thousandth of them. */
  zeros(blocks: number): Promise<void>;
  end(): Promise<void>;
}

/** Makes a member; `output` writes all of the bytes, which may be overwritten when it has resolved. */
export function gzipMember(output: (bytes: Uint8Array) => Promise<void>): GzipMember {
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

/** Zeros that are compressed already. */
interface CompressedZeros {
  /** The same data several times: each stands for `mostZeros`. */
  readonly blocks: Buffer;
  /** The bytes of one of them. */
  readonly block: number;
  /** The CRC of some bytes and then `mostZeros`, from the CRC of these bytes. */
  after(crc: number): number;
}

/** So many blocks are written at once. */
const together = 64;

let known: CompressedZeros | undefined;

function compressedZeros(): CompressedZeros {
  known ??= compressZeros();
  return known;
}

function compressZeros(): CompressedZeros {
  const zeros = zeroBytes(mostZeros);
  const block = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // In the CRC's arithmetic, addition is exclusive or: what the zeros make of a CRC is the sum of what they make of its bits.
  const ofNothing = crc32(zeros, 0);
  const ofBits = Array.from({ length: 32 }, (_, bit) => crc32(zeros, 2 ** bit) ^ ofNothing);
  return {
    blocks: Buffer.concat(Array<Buffer>(together).fill(block)),
    block: block.length,
    after: (crc) => ofBits.reduce((sum, of, bit) => ((crc >>> bit) & 1 ? sum ^ of : sum), ofNothing) >>> 0,
  };
}
