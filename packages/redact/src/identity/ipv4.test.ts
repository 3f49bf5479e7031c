import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIpv4, ipv4Map, isKeptIpv4, isPrivateIpv4, mapNetwork, parseIpv4 } from './ipv4.js';

const key = Buffer.alloc(32, 7);
const map = ipv4Map(key);
const parse = (text: string): number => {
  const value = parseIpv4(Buffer.from(text), 0, text.length);
  if (value === undefined) throw new Error(text);
  return value;
};
const mapped = (text: string) => formatIpv4(map(parse(text), 'map'));
const address = fc.integer({ min: 0, max: 0xffffffff });

/** How many leading bits two addresses share. */
const shared = (a: number, b: number): number => Math.clz32(a ^ b);

test.each([
  ['10.77.0.0', 65_536],
  ['192.168.0.0', 65_536],
  ['8.8.0.0', 65_536],
  ['203.0.0.0', 65_536],
])('no two neighbours of %s have the same token', (first, count) => {
  const images = new Set<number>();
  for (let each = parse(first); each < parse(first) + count; each++) {
    const image = map(each, 'map');
    images.add(image);
    if (each % 32 === 0 && map(image, 'unmap') !== each)
      expect.fail(`${formatIpv4(each)} becomes ${formatIpv4(image)}`);
  }
  expect(images.size).toBe(count);
});

const blocks: [string, number][] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];

test.each(blocks)('addresses of %s/%i stay in it and share as many leading bits as before', (block, bits) => {
  const member = fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((host) => parse(block) + host);
  fc.assert(
    fc.property(member, member, (a, b) => {
      expect(shared(map(a, 'map'), parse(block))).toBeGreaterThanOrEqual(bits);
      expect(shared(map(a, 'map'), map(b, 'map'))).toBe(shared(a, b));
    }),
  );
});

test('public addresses of one /24 share as many leading bits as before, and stay public', () => {
  fc.assert(
    fc.property(address, fc.nat(255), (a, last) => {
      fc.pre(!isKeptIpv4(a) && !isPrivateIpv4(a));
      const b = ((a & 0xffffff00) | last) >>> 0;
      expect(shared(map(a, 'map'), map(b, 'map'))).toBe(shared(a, b));
      expect(isKeptIpv4(map(a, 'map')) || isPrivateIpv4(map(a, 'map'))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('every address comes back', () => {
  fc.assert(
    fc.property(address, (each) => {
      expect(map(map(each, 'map'), 'unmap')).toBe(each);
    }),
    { numRuns: 500 },
  );
});

test.each([
  '0.0.0.0',
  '0.0.3.255',
  '127.0.0.1',
  '127.0.0.53',
  '169.254.169.254',
  '192.0.2.7',
  '198.51.100.9',
  '203.0.113.200',
  '224.0.0.251',
  '255.255.255.255',
  ...Array.from({ length: 33 }, (_, bits) => formatIpv4(bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0)),
])('%s says nothing about a host, and stays', (text) => {
  expect(mapped(text)).toBe(text);
});

test('networks and broadcast addresses of a /24 still look like it', () => {
  expect(mapped('10.1.2.0')).toMatch(/\.0$/);
  expect(mapped('8.1.2.255')).toMatch(/\.255$/);
  expect(mapped('10.1.2.0')).not.toBe('10.1.2.0');
});

test('the address of a private network stays one, and only that', () => {
  const mask = (bits: number) => 2 ** (32 - bits) - 1;
  fc.assert(
    fc.property(fc.nat(0xffff), fc.integer({ min: 1, max: 23 }), fc.boolean(), (middle, bits, isNetwork) => {
      const host = parse('10.0.0.0') + middle * 256;
      const each = isNetwork ? (host & ~mask(bits)) >>> 0 : host;
      fc.pre(isPrivateIpv4(each));
      const image = mapNetwork(each, bits, (value) => map(value, 'map'));
      fc.pre(isPrivateIpv4(image));
      expect((image & mask(bits)) === 0).toBe((each & mask(bits)) === 0);
      expect(mapNetwork(image, bits, (value) => map(value, 'unmap'))).toBe(each);
    }),
    { numRuns: 1000 },
  );
});

test('another key gives other tokens', () => {
  const other = ipv4Map(Buffer.alloc(32, 8));
  const addresses = Array.from({ length: 100 }, (_, each) => parse('10.0.0.9') + each * 256);
  expect(addresses.filter((each) => other(each, 'map') === map(each, 'map')).length).toBeLessThan(10);
});

test.each(['1.2.3', '1.2.3.256', '1.2.3.04', '1..2.3', '1.2.3.', '.1.2.3', '1.2.3.4.5', ''])(
  '%s is not an address',
  (text) => {
    expect(parseIpv4(Buffer.from(text), 0, text.length)).toBeUndefined();
  },
);
