import { bitPermutation, type Direction, type Permutation, subkey } from './permutation.js';

/** Maps a MAC address of 6 bytes. */
export type MapMac = (address: Uint8Array, direction: Direction) => Uint8Array;

// Groups and protocols that are the same everywhere: 33:33 is for all IPv6 groups, 00:00:5e for shared router addresses.
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
 * Makes the mapping of MAC addresses. The bits that say group and local stay, and with `keepVendor` the first three bytes. Addresses that
 * say nothing about a host stay.
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

/** Maps 46 bits: all but the two lowest of the first byte. */
function allButClass({ apply }: Permutation, address: Uint8Array, direction: Direction): Uint8Array {
  const first = address[0] as number;
  const rest = Buffer.from(address);
  const mapped = apply((BigInt(first >> 2) << 40n) | BigInt(rest.readUIntBE(1, 5)), direction);
  rest[0] = (Number(mapped >> 40n) << 2) | (first & 3);
  rest.writeUIntBE(Number(mapped & 0xff_ffff_ffffn), 1, 5);
  return rest;
}

/** Makes the mapping of the 8 bytes that an InfiniBand port has; with `keepVendor`, the first three stay. */
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
