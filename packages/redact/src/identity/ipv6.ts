import { casedLike } from '../match/bytes.js';
import { type Direction, prefixCipher, subkey } from './cipher.js';
import type { MapIpv4 } from './ipv4.js';
import type { MapMac } from './mac.js';

type MapIpv6 = (address: Uint8Array, direction: Direction) => Uint8Array;

interface Inner {
  readonly ipv4: MapIpv4;
  /** Undefined if MAC addresses are not mapped. */
  readonly mac: MapMac | undefined;
}

const startsWith = (address: Uint8Array, hex: string): boolean =>
  Buffer.from(address.buffer, address.byteOffset, hex.length / 2).toString('hex') === hex;

const isDocumentation = (address: Uint8Array): boolean =>
  startsWith(address, '20010db8') || (startsWith(address, '3fff') && (address[2] as number) < 0x10);
// The metadata service of a cloud.
const isMetadata = (address: Uint8Array): boolean => startsWith(address, 'fd000ec2');
const isGlobal = (address: Uint8Array): boolean => (address[0] as number) >> 5 === 1;
const isUniqueLocal = (address: Uint8Array): boolean => (address[0] as number) >> 1 === 0x7e;
const isKept = (address: Uint8Array): boolean => isDocumentation(address) || isMetadata(address);
const isLinkLocal = (address: Uint8Array): boolean =>
  address[0] === 0xfe && ((address[1] as number) & 0xc0) === 0x80;
const isFromMac = (address: Uint8Array): boolean => address[11] === 0xff && address[12] === 0xfe;
const holdsIpv4 = (address: Uint8Array): boolean =>
  startsWith(address, `${'0'.repeat(20)}ffff`) || startsWith(address, '0064ff9b0000000000000000');
const isSolicitedNode = (address: Uint8Array): boolean => startsWith(address, 'ff0200000000000000000001ff');

/**
 * Creates the mapping of IPv6 addresses: global to global, unique local to unique local with the same first eight bits. All others stay,
 * except for an embedded IPv4 address, and the MAC address in a link-local or solicited-node address.
 */
export function ipv6Map(key: Uint8Array, { ipv4, mac }: Inner): MapIpv6 {
  const cipher = prefixCipher(subkey(key, 'ipv6'), keptBit);
  return (address, direction) => {
    if (isKept(address)) return address;
    if (isUniqueLocal(address) || isGlobal(address)) {
      let result = address;
      do result = cipher(result, isGlobal(address) ? 3 : 8, direction);
      while (isKept(result));
      return result;
    }
    if (holdsIpv4(address)) return withIpv4(address, (inner) => ipv4(inner, direction));
    if (mac === undefined) return address;
    if (isLinkLocal(address) && isFromMac(address)) return withMac(address, (inner) => mac(inner, direction));
    return isSolicitedNode(address) ? withGroup(address, (inner) => mac(inner, direction)) : address;
  };
}

/** Keeps the leading zeros of each 16-bit group and the one after them. So zero groups stay zero, and texts keep their width. */
function keptBit(address: Uint8Array, bit: number): boolean {
  const seen = bit & 15;
  const group = ((address[(bit >> 4) * 2] as number) << 8) | (address[(bit >> 4) * 2 + 1] as number);
  return group >> (16 - seen) === 0;
}

function withIpv4(address: Uint8Array, map: (inner: number) => number): Uint8Array {
  const result = Buffer.from(address);
  result.writeUInt32BE(map(result.readUInt32BE(12)), 12);
  return result;
}

/** The last eight bytes are a MAC address with its local bit inverted and ff:fe in the middle. */
function withMac(address: Uint8Array, map: (mac: Uint8Array) => Uint8Array): Uint8Array {
  const result = Uint8Array.from(address);
  const mac = Uint8Array.of(...address.subarray(8, 11), ...address.subarray(13, 16));
  mac[0] = (mac[0] as number) ^ 2;
  const mapped = map(mac);
  result.set(mapped.subarray(0, 3), 8);
  result.set(mapped.subarray(3), 13);
  result[8] = (result[8] as number) ^ 2;
  return result;
}

/** A solicited-node group ends like its address, and like its MAC address 33:33:ff:… */
function withGroup(address: Uint8Array, map: (mac: Uint8Array) => Uint8Array): Uint8Array {
  const result = Uint8Array.from(address);
  result.set(map(Uint8Array.of(0x33, 0x33, 0xff, ...address.subarray(13))).subarray(3), 13);
  return result;
}

/** An IPv6 address, and the spelling it had. */
interface Written {
  readonly address: Uint8Array;
  /** Groups before and after `::`; without it, all are in `before`. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly compressed: boolean;
}

const group = /^[0-9a-f]{1,4}$/i;

/** Parses an IPv6 address of hexadecimal groups. Undefined if the text is not one. */
export function parseIpv6(text: string): Written | undefined {
  const [left = '', right, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const compressed = right !== undefined;
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const written = before.length + after.length;
  if (compressed ? written > 7 : written !== 8) return undefined;
  if (![...before, ...after].every((each) => group.test(each))) return undefined;
  const values = [...before, ...Array<string>(8 - written).fill('0'), ...after].map((each) =>
    Number.parseInt(each, 16),
  );
  return {
    address: Uint8Array.from(values.flatMap((value) => [value >> 8, value & 255])),
    before,
    after,
    compressed,
  };
}

/** Formats an address like another: case, leading zeros and `::` are kept. */
export function formatIpv6(address: Uint8Array, like: Written): string {
  const { before, after, compressed } = like;
  const groups = Array.from(
    { length: 8 },
    (_, at) => ((address[2 * at] as number) << 8) | (address[2 * at + 1] as number),
  );
  const omitted = groups.slice(before.length, 8 - after.length);
  const write = (values: readonly number[], texts: readonly string[]) =>
    values.map((value, at) => value.toString(16).padStart(paddedTo(texts[at] ?? ''), '0')).join(':');
  const text =
    compressed && omitted.some((value) => value !== 0)
      ? shortest(groups)
      : `${write(groups.slice(0, before.length), before)}${compressed ? '::' : ''}${write(groups.slice(8 - after.length), after)}`;
  return casedLike(text, [...before, ...after].join());
}

const paddedTo = (text: string): number => (text.length > 1 && text.startsWith('0') ? text.length : 1);

/** Shortest form: `::` in place of the longest run of zero groups. */
function shortest(groups: readonly number[]): string {
  const text = groups.map((each) => each.toString(16)).join(':');
  const runs = text.match(/(?<![^:])0(?::0)+(?![^:])/g) ?? [];
  const longest = runs.reduce((best, each) => (each.length > best.length ? each : best), '');
  if (longest === '') return text;
  const at = text.search(new RegExp(`(?<![^:])${longest}(?![^:])`));
  return `${text.slice(0, at).replace(/:$/, '')}::${text.slice(at + longest.length).replace(/^:/, '')}`;
}
