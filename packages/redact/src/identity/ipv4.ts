import { type Direction, prefixCipher, subkey } from './cipher.js';

/** Maps an IPv4 address, as a 32-bit number. */
export type MapIpv4 = (address: number, direction: Direction) => number;

interface Range {
  readonly from: number;
  readonly bits: number;
}

const range = (text: string): Range => {
  const [octets = '', bits = ''] = text.split('/');
  return { from: octets.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0), bits: Number(bits) };
};

// Addresses that every host has, multicast, and documentation. 128.0.0.0 and those from 224.0.0.0 are also netmasks; 0.0.3.255 is a
// wildcard mask.
const keptRanges = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '128.0.0.0/24',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map(range);
const privateRanges = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'].map(range);

const holds = ({ from, bits }: Range, address: number): boolean => (address ^ from) >>> (32 - bits) === 0;

/** Whether an address belongs to a private network. */
export const isPrivateIpv4 = (address: number): boolean => privateRanges.some((each) => holds(each, address));

/** True for an address that says nothing about a host, so it stays. */
export const isKeptIpv4 = (address: number): boolean => keptRanges.some((each) => holds(each, address));

/** Creates the mapping of IPv4 addresses: private to private of the same block, public to public. All others stay. */
export function ipv4Map(key: Uint8Array): MapIpv4 {
  const cipher = prefixCipher(subkey(key, 'ipv4'), keptBit);
  const apply = (address: number, prefix: number, direction: Direction): number => {
    const bytes = Uint8Array.of(address >>> 24, address >>> 16, address >>> 8, address);
    const [a = 0, b = 0, c = 0, d = 0] = cipher(bytes, prefix, direction);
    return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  };
  return (address, direction) => {
    if (isKeptIpv4(address)) return address;
    const block = privateRanges.find((each) => holds(each, address));
    if (block !== undefined) return apply(address, block.bits, direction);
    let result = address;
    // Repeated until the result is public. All addresses of one /24 take the same number of rounds, so they keep their common prefix.
    do result = apply(result, 0, direction);
    while (isKeptIpv4(result) || isPrivateIpv4(result));
    return result;
  };
}

/**
 * Maps an address in a private network with a prefix of `bits` bits. The address of the network maps to an address of a network: the bits
 * after the prefix stay zero. Any other address, which is rare before a prefix, never becomes one.
 */
export function mapNetwork(address: number, bits: number, map: (address: number) => number): number {
  const hostMask = 2 ** (32 - bits) - 1;
  if (!isPrivateIpv4(address)) return map(address);
  if ((address & hostMask) === 0) return (map(address) & ~hostMask) >>> 0;
  let result = address;
  do result = ((address & ~hostMask) | (map(result) & hostMask)) >>> 0;
  while ((result & hostMask) === 0);
  return ((map(address) & ~hostMask) | (result & hostMask)) >>> 0;
}

/**
 * Keeps 0 and 255 in the last octet, so that network and broadcast addresses of a /24 remain recognisable. For a bijection that keeps
 * prefixes, this means: in the last octet, keep each bit up to the first that differs from the octet's first bit.
 */
function keptBit(address: Uint8Array, bit: number): boolean {
  if (bit < 24) return false;
  const seen = bit - 24;
  const before = (address[3] as number) >> (8 - seen);
  return before === 0 || before === (1 << seen) - 1;
}

const dot = '.'.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** Parses four decimal octets without leading zeros. Undefined if the bytes are not an address. */
export function parseIpv4(bytes: Uint8Array, from: number, to: number): number | undefined {
  let sum = 0;
  let octet = -1;
  let octets = 1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (octet < 0) return undefined;
      sum = sum * 256 + octet;
      octet = -1;
      octets++;
      continue;
    }
    if (octet === 0 || byte < zero || byte > zero + 9) return undefined;
    octet = Math.max(octet, 0) * 10 + byte - zero;
    if (octet > 255) return undefined;
  }
  return octets === 4 && octet >= 0 ? sum * 256 + octet : undefined;
}

/** Formats an address as four decimal octets. */
export const formatIpv4 = (address: number): string =>
  `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`;
