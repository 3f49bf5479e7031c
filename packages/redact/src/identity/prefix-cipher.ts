import { createCipheriv } from 'node:crypto';
import type { Direction } from './permutation.js';

/** A keyed bijection of addresses that share a prefix of this many bits. Addresses share as many leading bits after it as before. */
export type PrefixCipher = (address: Uint8Array, prefix: number, direction: Direction) => Uint8Array;

/** Whether a bit stays as it is; it may depend on the bits before it only. */
export type KeptBit = (address: Uint8Array, bit: number) => boolean;

const block = 16;

/**
 * Encrypts addresses of up to 16 bytes as Crypto-PAn does: a bit is flipped, or not, by AES of all bits before it. So the flips of the
 * first bits do not depend on the others, and a common prefix stays one.
 */
export function prefixCipher(key: Uint8Array, kept: KeptBit): PrefixCipher {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const one = new Uint8Array(block);
  const flips = (blocks: Uint8Array): Uint8Array => cipher.update(blocks);
  return (address, prefix, direction) => {
    const result = Uint8Array.from(address);
    const bits = address.length * 8;
    if (direction === 'map') {
      const blocks = new Uint8Array((bits - prefix) * block);
      for (let bit = prefix; bit < bits; bit++)
        writePrefix(address, bit, blocks.subarray((bit - prefix) * block, (bit - prefix + 1) * block));
      const found = flips(blocks);
      for (let bit = prefix; bit < bits; bit++)
        if ((found[(bit - prefix) * block] as number) & 1 && !kept(address, bit)) flip(result, bit);
      return result;
    }
    // The bits before the present one are the original ones already.
    for (let bit = prefix; bit < bits; bit++) {
      if (kept(result, bit)) continue;
      writePrefix(result, bit, one);
      if ((flips(one)[0] as number) & 1) flip(result, bit);
    }
    return result;
  };
}

/** Writes the first bits of an address, then a one, then zeros. */
function writePrefix(address: Uint8Array, bits: number, into: Uint8Array): void {
  const whole = bits >> 3;
  into.fill(0);
  into.set(address.subarray(0, whole));
  const rest = bits & 7;
  into[whole] = ((address[whole] as number) & ~(0xff >> rest)) | (0x80 >> rest);
}

function flip(address: Uint8Array, bit: number): void {
  address[bit >> 3] = (address[bit >> 3] as number) ^ (0x80 >> (bit & 7));
}
