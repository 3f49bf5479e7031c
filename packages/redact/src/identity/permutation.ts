import { createHmac } from 'node:crypto';

/** Which way values go: from the original to the token, or back. */
export type Direction = 'map' | 'unmap';

/** A keyed bijection of the numbers below a size. */
export interface Permutation {
  /** Where a number goes; it must be below the size of the permutation. */
  readonly apply: (value: bigint, direction: Direction) => bigint;
}

const rounds = 10;

/** The key for one purpose, from the key of the user. */
export const subkey = (key: Uint8Array, purpose: string): Uint8Array =>
  createHmac('sha256', key).update(`hostspec identity ${purpose}`).digest();

/** Makes a bijection of the numbers below `high * low`: a Feistel network over both parts, ten rounds of HMAC-SHA-512. */
export function permutation(key: Uint8Array, high: bigint, low: bigint): Permutation {
  const name = `${high}:${low}`;
  // 64 bits more than a half has, so that the remainder is even.
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

/** A bijection of the numbers of an even number of bits. */
export const bitPermutation = (key: Uint8Array, bits: number): Permutation =>
  permutation(key, 1n << BigInt(bits / 2), 1n << BigInt(bits / 2));
