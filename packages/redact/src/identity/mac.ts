import { casedLike } from '../match/bytes.js';
import { bitPermutation, type Direction, type Permutation, subkey } from './cipher.js';
import { type Finder, isLetterBefore } from './view.js';

/** Maps an address of 6 or 8 bytes in one direction. */
type MapBytes = (address: Uint8Array) => Uint8Array;

/** Mappings of MAC addresses and InfiniBand ports. */
export interface MacMaps {
  readonly mac: MapBytes;
  readonly port: MapBytes;
}

const octets = /[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4,18}(?!\w|\1[0-9a-f])/iy;
const dotted = /[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w-]|\.\w)/iy;
// The bridge of a spanning tree: its priority, then a MAC address.
const bridge = /[0-9a-f]{4}\.[0-9a-f]{12}(?![\w-]|\.\w)/iy;

const pairs = [octets];
const dots = [dotted, bridge];
const dot = 46;

/** Finds MAC addresses in any notation, also in DHCP identifiers and packet headers, and InfiniBand addresses of 20 octets. */
export const findMac =
  (maps: MacMaps): Finder =>
  (view, { at, escaped }) => {
    const { bytes } = view;
    if (bytes[at + 2] !== bytes[at + 8] && bytes[at + 4] !== dot) return undefined;
    if (!escaped && isLetterBefore(bytes, at)) return undefined;
    const text = view.text();
    const before = escaped ? '' : (text[at - 1] ?? '');
    if (before === '_') return undefined;
    for (const pattern of bytes[at + 4] === dot ? dots : pairs) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found === undefined) continue;
      if (!mayFollow(text.slice(Math.max(0, at - 4), at), before, found)) return undefined;
      return { start: at, end: at + found.length, text: mapped(found, maps), kind: 'mac' };
    }
    return undefined;
  };

/** True if a value may follow this text. DHCP writes `1:` before an Ethernet address. */
function mayFollow(text: string, before: string, found: string): boolean {
  if (before === ':') return /(?:^|[^\w:.-])1:$/.test(text);
  return !found.includes(':') ? before !== '-' && before !== '.' : true;
}

function mapped(found: string, maps: MacMaps): string {
  const digits = found.replace(/[^0-9a-f]/gi, '').toLowerCase();
  const bytes = Buffer.from(digits, 'hex');
  for (const [from, to] of partsOf(digits, found)) {
    const part = bytes.subarray(from, to);
    part.set(part.length === 6 ? maps.mac(part) : maps.port(part));
  }
  let at = 0;
  const result = bytes.toString('hex');
  return casedLike(
    found.replace(/[0-9a-f]/gi, () => result[at++] as string),
    found,
  );
}

/** The ranges of bytes that are addresses. Longer runs, such as fingerprints, have none. */
function partsOf(digits: string, found: string): (readonly [number, number])[] {
  const length = digits.length / 2;
  if (length === 8 && found[4] === '.') return [[2, 8]];
  if (length === 6) return [[0, 6]];
  if (length === 7 && digits.startsWith('01')) return [[1, 7]];
  if (length === 10 && digits.startsWith('00030001')) return [[4, 10]];
  if (length === 14 && digits.startsWith('00010001')) return [[8, 14]];
  if (length === 14 && /(?:0800|0806|86dd)$/.test(digits))
    return [
      [0, 6],
      [6, 12],
    ];
  return length === 20 && digits.startsWith('fe80000000000000', 8) ? [[12, 20]] : [];
}

/** Maps a MAC address of 6 bytes. */
export type MapMac = (address: Uint8Array, direction: Direction) => Uint8Array;

// Prefixes that all hosts share: 33:33 is for IPv6 groups, 00:00:5e for virtual routers.
const keptPrefixes = [
  '000000000000',
  'ffffffffffff',
  '01005e',
  '0180c2',
  '01000c',
  '3333',
  '00005e0001',
  '00005e0002',
];

const isKept = (address: Uint8Array): boolean => {
  const hex = Buffer.from(address).toString('hex');
  return keptPrefixes.some((prefix) => hex.startsWith(prefix));
};

/**
 * Creates the mapping of MAC addresses. The group and local bits stay, and with `keepVendor` the first three bytes. Addresses that tell
 * nothing about a host stay.
 */
export function macMap(key: Uint8Array, keepVendor: boolean): MapMac {
  const whole = bitPermutation(subkey(key, 'mac'), 46);
  const device = bitPermutation(subkey(key, 'mac device'), 24);
  const group = bitPermutation(subkey(key, 'mac group'), 24);
  return (address, direction) => {
    if (address[0] === 0x33 && address[1] === 0x33 && address[2] === 0xff)
      return lastThree(group, address, direction);
    if (isKept(address)) return address;
    let result = address;
    do result = keepVendor ? lastThree(device, result, direction) : allButClass(whole, result, direction);
    while (isKept(result));
    return result;
  };
}

function lastThree({ apply }: Permutation, address: Uint8Array, direction: Direction): Uint8Array {
  const result = Buffer.from(address);
  result.writeUIntBE(Number(apply(BigInt(result.readUIntBE(3, 3)), direction)), 3, 3);
  return result;
}

/** Maps all bits except the group and local bits, the lowest two of the first byte. */
function allButClass({ apply }: Permutation, address: Uint8Array, direction: Direction): Uint8Array {
  const first = address[0] as number;
  const rest = Buffer.from(address);
  const mapped = apply((BigInt(first >> 2) << 40n) | BigInt(rest.readUIntBE(1, 5)), direction);
  rest[0] = (Number(mapped >> 40n) << 2) | (first & 3);
  rest.writeUIntBE(Number(mapped & 0xff_ffff_ffffn), 1, 5);
  return rest;
}

/** Creates the mapping of the 8 bytes of an InfiniBand port. With `keepVendor`, the first three stay. */
export function portMap(key: Uint8Array, keepVendor: boolean): MapMac {
  const low = keepVendor ? 40 : 64;
  const { apply } = bitPermutation(subkey(key, `port ${low}`), low);
  return (address, direction) => {
    const result = Buffer.from(address);
    const value = result.readBigUInt64BE();
    const kept = (value >> BigInt(low)) << BigInt(low);
    result.writeBigUInt64BE(kept | apply(value - kept, direction));
    return result;
  };
}
