import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitPermutation, subkey } from './cipher.js';
import { ipv4Map } from './ipv4.js';
import { formatIpv6, ipv6Map, parseIpv6 } from './ipv6.js';
import { macMap, portMap } from './mac.js';

const key = Buffer.alloc(32, 7);
const mac = macMap(key, false);
const ipv6 = ipv6Map(key, { ipv4: ipv4Map(key), mac });

const parsed = (text: string) => {
  const written = parseIpv6(text);
  if (written === undefined) throw new Error(text);
  return written;
};
const mapped = (text: string, direction: 'map' | 'unmap' = 'map') => {
  const written = parsed(text);
  return formatIpv6(ipv6(written.address, direction), written);
};
const hex = (address: Uint8Array) => Buffer.from(address).toString('hex');
const bits = (address: Uint8Array) => [...address].map((each) => each.toString(2).padStart(8, '0')).join('');
const shared = (a: Uint8Array, b: Uint8Array) => [...bits(a)].findIndex((bit, at) => bit !== bits(b)[at]);

const inNetwork = (first: number) =>
  fc.uint8Array({ minLength: 14, maxLength: 14 }).map((rest) => Uint8Array.of(first, 0x0b, ...rest));

test.each([0x2a, 0xfd])('IPv6 addresses share as many leading bits as before, and come back: %i', (first) => {
  fc.assert(
    fc.property(inNetwork(first), inNetwork(first), fc.integer({ min: 2, max: 15 }), (a, tail, same) => {
      const b = Uint8Array.of(...a.subarray(0, same), ...tail.subarray(same));
      expect(shared(ipv6(a, 'map'), ipv6(b, 'map'))).toBe(shared(a, b));
      expect(hex(ipv6(ipv6(a, 'map'), 'unmap'))).toBe(hex(a));
      expect((ipv6(a, 'map')[0] as number) >> 5).toBe(first >> 5);
    }),
    { numRuns: 60 },
  );
});

test.each([
  '::',
  '::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::5',
  '3fff:123::1',
  'fd00:ec2::254',
  '100::1',
  '::ffff:7f00:1',
])('%s stays', (text) => {
  expect(mapped(text)).toBe(text);
});

test.each([
  '2a02:26f0:9c00::17c8:a1',
  '2A02:26F0:9C00::17C8:A1',
  'fd12:3456:789a:1::1',
  '2a02:0db8:0000:0000:0000:0000:0000:0001',
  'fd00::',
  '2a02:26f0:9c00:1:2:3:4:5',
  'fe80::5054:ff:fe12:3456',
  'fe80:0:0:0:5054:ff:fe12:3456',
  '::ffff:a01:203',
  '64:ff9b::808:808',
  'ff02::1:ff12:3456',
])('%s is written the same way, and comes back', (text) => {
  const token = mapped(text);
  expect(token).not.toBe(text);
  expect(mapped(token, 'unmap')).toBe(text);
  expect(token.replace(/[0-9a-f]+/gi, 'x')).toBe(text.replace(/[0-9a-f]+/gi, 'x'));
});

test('a group keeps its number of digits', () => {
  const text = 'fd12:3:45:678::9abc:1';
  expect(mapped(text).replace(/[0-9a-f]/g, 'x')).toBe(text.replace(/[0-9a-f]/g, 'x'));
});

const sixBytes = fc.uint8Array({ minLength: 6, maxLength: 6 });

test.each([false, true])('MAC addresses keep their class and come back, with vendor: %s', (keepVendor) => {
  const map = macMap(key, keepVendor);
  fc.assert(
    fc.property(sixBytes, (address) => {
      const token = map(address, 'map');
      expect((token[0] as number) & 3).toBe((address[0] as number) & 3);
      expect(hex(map(token, 'unmap'))).toBe(hex(address));
      if (keepVendor) expect(hex(token).slice(0, 6)).toBe(hex(address).slice(0, 6));
    }),
  );
});

test('no two of 4096 neighbours have the same MAC address', () => {
  const tokens = Array.from({ length: 4096 }, (_, each) =>
    hex(mac(Uint8Array.of(0x52, 0x54, 0, 1, each >> 8, each & 255), 'map')),
  );
  expect(new Set(tokens).size).toBe(4096);
});

test.each(['000000000000', 'ffffffffffff', '01005e0000fb', '0180c2000000', '333300000001', '00005e000105'])(
  'the MAC address %s stays',
  (text) => {
    expect(hex(mac(Buffer.from(text, 'hex'), 'map'))).toBe(text);
  },
);

test('no address gets a token that stays', () => {
  const { apply } = bitPermutation(subkey(key, 'mac'), 46);
  // One round turns this address into 33:33:00:00:00:01, which stays, so a second round must follow.
  const before = apply((0x0cn << 40n) | 0x33_0000_0001n, 'unmap');
  const address = Buffer.from(
    (((before >> 40n) << 42n) | (3n << 40n) | (before & 0xff_ffff_ffffn)).toString(16).padStart(12, '0'),
    'hex',
  );
  expect(hex(mac(address, 'map'))).not.toMatch(/^3333/);
  expect(hex(mac(mac(address, 'map'), 'unmap'))).toBe(hex(address));
});

test('the group of an address has the same end in both notations', () => {
  const group = hex(mac(Buffer.from('3333ff123456', 'hex'), 'map'));
  expect(group).toMatch(/^3333ff(?!123456)/);
  expect(parsed(mapped('ff02::1:ff12:3456')).address.subarray(13)).toEqual(
    new Uint8Array(Buffer.from(group.slice(6), 'hex')),
  );
});

test.each([false, true])('InfiniBand ports come back, with vendor: %s', (keepVendor) => {
  const map = portMap(key, keepVendor);
  const port = Buffer.from('0002c903000e8acd', 'hex');
  expect(hex(map(port, 'map')).startsWith('0002c9')).toBe(keepVendor);
  expect(hex(map(map(port, 'map'), 'unmap'))).toBe(hex(port));
});

test('tokens of devices are the same in all versions, or old archives would not come back', () => {
  const port = Buffer.from('0002c903000e8acd', 'hex');
  const device = Buffer.from('525400123456', 'hex');
  const group = Buffer.from('3333ff123456', 'hex');
  expect([false, true].map((keepVendor) => hex(portMap(key, keepVendor)(port, 'map')))).toEqual([
    '36a2ed73e0ad8763',
    '0002c9db6fe24b1c',
  ]);
  expect([false, true].map((keepVendor) => hex(macMap(key, keepVendor)(device, 'map')))).toEqual([
    'be1c2525658e',
    '5254009ea18f',
  ]);
  expect(hex(mac(group, 'map'))).toBe('3333ffbeb10c');
});

test('a permutation of 10 bits has every number once', () => {
  const { apply } = bitPermutation(key, 10);
  const images = new Set(Array.from({ length: 1024 }, (_, each) => apply(BigInt(each), 'map')));
  expect(images.size).toBe(1024);
});
