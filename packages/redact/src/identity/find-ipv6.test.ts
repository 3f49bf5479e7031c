import { expect, test } from 'vitest';
import { findHexIpv6, findIpv6 } from './find-ipv6.js';
import { findAt } from './testing/find-at.js';
import type { Place } from './view.js';

// Inverts the last bits of the second byte and of the last one.
const changed = (address: Uint8Array): Uint8Array => {
  const result = Uint8Array.from(address);
  result[1] = (result[1] as number) ^ 1;
  result[15] = (result[15] as number) ^ 1;
  return result;
};
const find = findIpv6(changed);
const found = (marked: string, place?: Partial<Place>) => findAt(find, marked, place);

test.each([
  ['2a02::8', '2a03::9'],
  ['3a02::8', '3a03::9'],
  ['fd12::8', 'fd13::9'],
  ['fc12::8', 'fc13::9'],
  ['fe80::8', 'fe81::9'],
  ['feb0::8', 'feb1::9'],
  ['ff02::8', 'ff03::9'],
  ['FD12::a8', 'FD13::A9'],
  ['fd12:1:2:3:4:5:6:8', 'fd13:1:2:3:4:5:6:9'],
  ['::ffff:a01:208', '1::ffff:a01:209'],
  ['::8', '1::9'],
  ['0:0::8', '1:0::9'],
  ['64:ff9b::8', '65:ff9b::9'],
  ['0064:ff9b::8', '0065:ff9b::9'],
])('the address %s is found, whatever sign is around it', (address, wanted) => {
  for (const [before, after] of [
    ['', ''],
    ['[', ']:80'],
    ['"', '"'],
    ['=', '/64'],
    ['-', '-x'],
    ['=', '’'],
    [' ', '.'],
    ['@', '%eth0'],
  ] as const)
    expect([before, found(`${before}^${address}${after}`)]).toEqual([
      before,
      { start: before.length, end: before.length + address.length, text: wanted, kind: 'ip' },
    ]);
});

test.each([
  '1a02::8',
  '4a02::8',
  'fa02::8',
  'fec0::8',
  'ff05::8',
  '65:ff9b::8',
  '00064::8',
  'dead::beef',
  '2a2::8',
  '2a02:8',
  '2a02::8::1',
  '2a02::8g',
  '2a02::8_',
  '2a02::80000',
  '2a02::8.1',
  '2a02::8:x',
  '2a02:1:2:3:4:5:6:7:8:9',
  '2a02:1:2:3:4:5:6',
  'x^2a02::8',
  'é^2a02::8',
  ':^2a02::8',
  '.^2a02::8',
])('no address is found in %s', (marked) => {
  expect(found(marked)).toBeUndefined();
});

test('a sign of several bytes is no letter', () => {
  expect(found('’^2a02::8’')).toEqual({ start: 3, end: 10, text: '2a03::9', kind: 'ip' });
});

test('behind an escape sequence, an address starts whatever its last byte is', () => {
  for (const before of ['n', ':', '.', 'F'])
    expect(found(`${before}^2a02::8`, { escaped: true })).toMatchObject({ start: 1, end: 8 });
});

test('a colon at the end is not a part of an address, and a port only if netstat writes it', () => {
  expect(found('2a02::8:')).toMatchObject({ end: 7, text: '2a03::9' });
  expect(found('2a02::')).toMatchObject({ end: 6, text: '2a03::1' });
  expect(found('2a02:1:2:3:4:5:6:8:80')).toMatchObject({ end: 18, text: '2a03:1:2:3:4:5:6:9' });
  expect(found('2a02:1:2:3:4:5:6:8:80: x')).toMatchObject({ end: 18, text: '2a03:1:2:3:4:5:6:9' });
  expect(found('2a02::8:80: x')).toMatchObject({ end: 10, text: '2a03::8:81' });
  expect(found('2a02::8:80')).toMatchObject({ end: 10, text: '2a03::8:81' });
  for (const kind of ['tcp', 'tcp6', 'udp', 'raw'])
    expect([kind, found(`${kind} 0 10  ^2a02::8:80 `)]).toMatchObject([kind, { text: '2a03::9' }]);
  expect(found(`tcp6  10   12  ${'x'.repeat(200)}:http  ^2a02::8:80 `)?.text).toBe('2a03::9');
  expect(found('tcp 0 0 a b ^2a02::8:80 ')?.text).toBe('2a03::8:81');
  expect(found('tcp port ^2a02::8:80 ')?.text).toBe('2a03::8:81');
  expect(found('xtcp 0 0 ^2a02::8:80 ')?.text).toBe('2a03::8:81');
  expect(found('tcp 0 0 ^2a02::8:abc ')?.text).toBe('2a03::8:abd');
  expect(found('tcp 0\n^2a02::8:80 ')?.text).toBe('2a03::8:81');
});

test('the prefix of all addresses of a kind stays', () => {
  for (const each of ['fc00::/7', 'fe80::/10', '2000::/3', 'ff02::/16', '64::/1', 'fd00::/8 x'])
    expect([each, found(each)]).toEqual([each, undefined]);
  for (const each of ['fc00::/17', 'fc00::/64', 'fc00::/128', 'fc00:1::/16', 'fc00::8/16', 'fc00::'])
    expect([each, found(each)]).toMatchObject([each, { kind: 'ip' }]);
});

const reversedName = '8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.2.0.a.2';

test('reverse names are mapped digit by digit', () => {
  expect(found(`"^${reversedName}.ip6.arpa`)).toEqual({
    start: 1,
    end: 65,
    text: `9${reversedName.slice(1, -7)}.3.0.a.2.`.replace('..', '.'),
    kind: 'ip',
  });
  expect(found('2.0.a.2.ip6.arpa.')).toMatchObject({ end: 8, text: '3.0.a.2.' });
  expect(found('2.0.A.2.IP6.ARPA')).toMatchObject({ end: 8, text: '3.0.A.2.' });
  for (const each of [
    '2.0.a.2.ip6.arpax',
    '2.0.a.2.ip6.arpa-x',
    '2.0.a.2.ip6.arpa.x',
    '2.0.a.2.ip6',
    '2.0.g.2.ip6.arpa',
  ])
    expect([each, found(each)]).toEqual([each, undefined]);
  expect(found(`1.${reversedName}.ip6.arpa`)).toBeUndefined();
});

const zeros = '0'.repeat(32);
const hex = findHexIpv6(changed);
const address = '2a02000000000000000000000000000b';
const image = '2a03000000000000000000000000000a';

test('addresses of if_inet6 and ipv6_route are found at the start of a line', () => {
  const start = 0;
  expect(findAt(hex, `${address} 02 40 00 80   ens192`)).toEqual({ start, end: 32, text: image, kind: 'ip' });
  expect(findAt(hex, `${address.toUpperCase()} 02 40 00 80 x`)?.text).toBe(image.toUpperCase());
  expect(findAt(hex, `x\n^${address} 02 40 00 80 x`)?.start).toBe(2);
  const route = `${address} 40 ${zeros} 00 ${address} 00000064 00000001`;
  const changedZeros = `0001${'0'.repeat(27)}1`;
  expect(findAt(hex, route)).toEqual({
    start,
    end: 104,
    text: `${image} 40 ${changedZeros} 00 ${image}`,
    kind: 'ip',
  });
  for (const each of [
    ` ^${address} 02 40 00 80 x`,
    `${address} 02 40 00 80`,
    `${address} 02 40 00`,
    `${address}  02 40 00 80 x`,
    `${address}  empty`,
    `${address.slice(1)} 02 40 00 80 x`,
    `${'x'.repeat(101)}^${address} 02 40 00 80 x`,
    route.replace('00000064 ', '0000064 '),
  ])
    expect([each, findAt(hex, each)]).toEqual([each, undefined]);
});

test('addresses of /proc/net/tcp6 have the last byte of four first', () => {
  const line = `   1: ^0000022A00000000000000000B000000:0050 ${zeros}:1151 06 00000000`;
  expect(findAt(hex, line)).toEqual({
    start: 6,
    end: 76,
    text: `0000032A00000000000000000A000000:0050 ${'00000100'}${'0'.repeat(16)}01000000`,
    kind: 'ip',
  });
  for (const each of [
    line.replace('   1: ', '1 '),
    line.replace('   1: ', '         1: '),
    line.replace('   1: ', '12345678901: '),
    line.replace('   1: ', 'x 1: '),
    line.replace(':0050 ', ':050 '),
    line.replace(' 06 ', ' 6 '),
    `   1: ^${address} 02 40 00 80   ens192`,
  ])
    expect([each, findAt(hex, each)]).toEqual([each, undefined]);
});
