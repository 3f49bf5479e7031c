import { createCipheriv, createHmac } from 'node:crypto';

/** From the original to the token, or back. */
export type Direction = 'map' | 'unmap';

/** A keyed bijection of the numbers below a size. */
export interface Permutation {
  /** `value` must be below the size. */
  readonly apply: (value: bigint, direction: Direction) => bigint;
}

const rounds = 10;

/** Derives the key for one purpose from the user's key. */
export const subkey = (key: Uint8Array, purpose: string): Uint8Array =>
  createHmac('sha256', key).update(`hostspec identity ${purpose}`).digest();

/** Creates a bijection of the numbers below `high * low`: a Feistel network of ten rounds of HMAC-SHA-512. */
export function permutation(key: Uint8Array, high: bigint, low: bigint): Permutation {
  const name = `${high}:${low}`;
  // 64 bits more than a half needs, so that the remainder is nearly uniform.
  const digests = [...Array(Math.ceil((high.toString(2).length + 64) / 512)).keys()];
  const mixed = (round: number, half: bigint): bigint =>
    BigInt(
      `0x${digests.map((part) => createHmac('sha512', key).update(`${name}:${round}:${part}:${half}`).digest('hex')).join('')}`,
    );
  return {
    apply(value, direction) {
      let upper = value / low;
      let lower = value % low;
      for (let step = 0; step < rounds; step++) {
        const round = direction === 'map' ? step : rounds - 1 - step;
        const sign = direction === 'map' ? 1n : -1n;
        if (round % 2 === 0) upper = modulo(upper + sign * mixed(round, lower), high);
        else lower = modulo(lower + sign * mixed(round, upper), low);
      }
      return upper * low + lower;
    },
  };
}

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by;

/** A bijection of the numbers with `bits` bits, an even number. */
export const bitPermutation = (key: Uint8Array, bits: number): Permutation =>
  permutation(key, 1n << BigInt(bits / 2), 1n << BigInt(bits / 2));

/** A keyed bijection of addresses with a common prefix of `prefix` bits. Two results share as many leading bits as the originals. */
type PrefixCipher = (address: Uint8Array, prefix: number, direction: Direction) => Uint8Array;

/** True if a bit must stay as it is. May look only at the bits before it. */
type KeptBit = (address: Uint8Array, bit: number) => boolean;

const block = 16;

/**
 * Encrypts addresses of up to 16 bytes as Crypto-PAn does: AES of all bits before a bit decides whether the bit is flipped, so addresses
 * keep their common prefixes.
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
    // To restore a bit, the original bits before it are needed: `result` has them by now.
    for (let bit = prefix; bit < bits; bit++) {
      if (kept(result, bit)) continue;
      writePrefix(result, bit, one);
      if ((flips(one)[0] as number) & 1) flip(result, bit);
    }
    return result;
  };
}

/** Writes the first `bits` bits of an address, then a one, then zeros. */
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

/** Caches up to `limit` of the last results of a function. */
export function memo<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  let recent = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? make(key);
    if (recent.size >= limit / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}
