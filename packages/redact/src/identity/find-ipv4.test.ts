import { describe, expect, test } from 'vitest';
import { findHexIpv4, findIpv4, followsVersion } from './find-ipv4.js';
import { findAt } from './testing/find-at.js';
import type { Place } from './view.js';

// This mapping changes bits of the first octet and of the last one.
const find = findIpv4((address) => (address ^ 0x0300_0007) >>> 0);
const found = (marked: string, place?: Partial<Place>) => findAt(find, marked, place)?.text;

test.each([
  ['10.1.2.9', '9.1.2.14'],
  ['^8.8.8.8 x', '11.8.8.15'],
  ['(^8.8.8.8)', '11.8.8.15'],
  ['=^8.8.8.8,', '11.8.8.15'],
  ['8.8.8.8/24', '11.8.8.15'],
  ['8.8.8.8:80', '11.8.8.15'],
  ['8.8.8.8.', '11.8.8.15'],
  ['8.8.8.8-', '11.8.8.15'],
  ['8.8.8.8->', '11.8.8.15'],
  ['8.8.8.8-8.8.8.9', '11.8.8.15'],
  ['8.8.8.8’', '11.8.8.15'],
  ['://^8.8.8.8/x', '11.8.8.15'],
  ['//^8.8.8.8/x', '11.8.8.15'],
  ['/^10.8.8.8/x', '9.8.8.15'],
  ['/^8.8.8.8:80', '11.8.8.15'],
  ['image:^10.8.8.8', '9.8.8.15'],
  ['12:^10.8.8.8', '9.8.8.15'],
  ['quay.io/x/image:^10.8.8.8', '9.8.8.15'],
  ['addr:^8.8.8.8', '11.8.8.15'],
  ['2001:^8.8.8.8', '11.8.8.15'],
])('an address is found in %s', (marked, wanted) => {
  expect(found(marked)).toBe(wanted);
});

test.each([
  '8.8.8',
  '8.8.8.',
  '8.8.8.256',
  '8.8.8.08',
  '8..8.8',
  '8.8.8.8_',
  '8.8.8.8~rc1',
  '8.8.8.8+1',
  '8.8.8.8a',
  '8.8.8.8é',
  '8.8.8.8.9',
  '8.8.8.8.el8',
  '8.8.8.8-1',
  '8.8.8.8-el8',
  '8.8.8.8-8.8.8.9-1',
  '8.8.8.8-8.8.8.9.1',
  '8.8.8.8-8.8.8',
  '_^8.8.8.8',
  '.^8.8.8.8',
  '-^8.8.8.8',
  '+^8.8.8.8',
  'v^8.8.8.8',
  '1^8.8.8.8',
  'é^8.8.8.8',
  '/^8.8.8.8/x',
  '/^8.8.8.8:x',
  '1:^8.8.8.8',
  'rpm 12:^8.8.8.8',
  'quay.io/x/image:^8.8.8.8',
  'version ^8.8.8.8',
  '>= ^8.8.8.8',
])('none is found in %s', (marked) => {
  expect(found(marked)).toBeUndefined();
});

test('an epoch has two digits, and stands apart', () => {
  expect(found('123:^8.8.8.8')).toBeDefined();
  expect(found('x12:^8.8.8.8')).toBeDefined();
  expect(found('12:^8.8.8.8')).toBeUndefined();
  expect(found(`/${'x'.repeat(60)}:^8.8.8.8`)).toBeUndefined();
  expect(found(`/${'x'.repeat(64)}:^8.8.8.8`)).toBeDefined();
});

test('after an escape sequence or the start of a range, the text before does not count', () => {
  for (const before of ['n', '_', '-', '.', '1', '/', 'version '])
    expect([before, found(`${before}^8.8.8.8`, { escaped: true })]).toEqual([before, '11.8.8.15']);
  expect(found('8.8.8.7-^8.8.8.8', { lastEnd: 7 })).toBe('11.8.8.15');
  expect(found('8.8.8.7-^8.8.8.8', { lastEnd: 6 })).toBeUndefined();
  expect(found('8.8.8.7.^8.8.8.8', { lastEnd: 7 })).toBeUndefined();
});

test('a private network of fewer than 24 bits stays one', () => {
  const map = findIpv4((address) => (address ^ 0x0001_0307) >>> 0);
  const written = (text: string) => findAt(map, text)?.text;
  expect(written('10.20.0.0/16')).toBe('10.21.0.0');
  expect(written('10.20.0.0/16 x')).toBe('10.21.0.0');
  expect(written('10.20.4.0/22')).toBe('10.21.4.0');
  expect(written('10.20.4.0/23')).toBe('10.21.6.0');
  for (const other of ['/24', '/0', '/163', '/16a', '/16.1', '/x', ':16', ''])
    expect([other, written(`10.20.4.0${other}`)]).toEqual([other, '10.21.7.7']);
  expect(written('10.20.4.1/16')).toBe('10.21.7.6');
  expect(findAt(map, '10.20.0.0/16')).toMatchObject({ start: 0, end: 9, kind: 'ip' });
});

test.each([
  ['9.2.1.10.in-addr.arpa', '14.2.1.9'],
  ['9.2.1.10.IN-ADDR.ARPA.', '14.2.1.9'],
  ['2.1.10.in-addr.arpa', '2.1.9'],
  ['1.10.in-addr.arpa', '1.9'],
  ['10.in-addr.arpa', '9'],
])('the name %s is that of an address or its network', (name, wanted) => {
  expect(findAt(find, `"^${name}"`)).toEqual({
    start: 1,
    end: 1 + name.toLowerCase().indexOf('.in-addr'),
    text: wanted,
    kind: 'ip',
  });
});

test.each([
  '9.2.1.10.in-addr.arpa.x',
  '9.2.1.10.in-addr.arpa-x',
  '9.2.1.10.in-addr.arpax',
  '9.2.1.10.in-addr.com',
  '9.2.1.256.in-addr.arpa',
  '9.2.1.10.interface',
])('the name %s is none', (name) => {
  expect(found(name)).toBeUndefined();
});

const hex = findHexIpv4((address) => (address ^ 0x0300_0007) >>> 0);
const tcp = '   1: ^291E140A:0016 4D1E140A:C7B2 01 00000000';

test('the addresses of /proc/net/tcp and /proc/net/route have their last byte first', () => {
  expect(findAt(hex, tcp)).toEqual({ start: 6, end: 28, text: '2E1E1409:0016 4A1E1409', kind: 'ip' });
  expect(findAt(hex, tcp.toLowerCase())?.text).toBe('2e1e1409:0016 4a1e1409');
  expect(findAt(hex, `sl\n${tcp}`)?.start).toBe(9);
  expect(findAt(hex, 'ens192\t^001E140A\t011E140A\t0003\t0')).toEqual({
    start: 7,
    end: 24,
    text: '071E1409\t061E1409',
    kind: 'ip',
  });
  expect(findAt(hex, 'Iface\nlo\t^0000000a\t00000000\t0003\t0')?.text).toBe('07000009\t07000003');
});

test.each([
  tcp.replace('   1: ', ''),
  tcp.replace('   1: ', '         1: '),
  tcp.replace('   1: ', '   12345678901: '),
  tcp.replace('   1: ', 'x 1: '),
  tcp.replace('   1: ', '1:'),
  tcp.replace(' 01 ', ' 0 '),
  tcp.replace('C7B2', 'C7B'),
  tcp.replace(':0016 ', ':0016\t'),
  '^001E140A\t011E140A\t0003\t0',
  'a b\t^001E140A\t011E140A\t0003\t0',
  'abcdefghijklmnop\t^001E140A\t011E140A\t0003\t0',
  'ens192 ^001E140A\t011E140A\t0003\t0',
  'ens192\t^001E140A\t011E140A\t003\t0',
  `${'x'.repeat(101)}\t^001E140A\t011E140A\t0003\t0`,
])('no addresses of the kernel are in %j', (marked) => {
  expect(findAt(hex, marked)).toBeUndefined();
});

/** True if the number at the end of a line counts as a version. */
const follows = (line: string, lastEnd = -1): boolean =>
  followsVersion(`${line}1.2.3.4`, line.length, lastEnd);

describe('a number is a version', () => {
  test.each([
    'version ',
    'Version: ',
    'VERSION=',
    'versions ',
    'driver "',
    "openssl '",
    'release\t(',
    'version="',
    'version is ',
  ])('after the word in %j', (line) => expect(follows(line)).toBe(true));

  test.each(['>=', '<= ', '~=', 'name >= ', '==', 'name=='])('after the comparison in %j', (line) => {
    expect(follows(line)).toBe(true);
  });
});

describe('a number is not a version', () => {
  test.each([
    '',
    'address ',
    '=',
    'a=',
    'a = ',
    '= = ',
    'aversion ',
    'driver is ',
    'version-is ',
    'version it is ',
  ])('after %j', (line) => expect(follows(line)).toBe(false));

  test('after a comparison of texts, which stands apart from it', () => {
    expect(follows('name == ')).toBe(false);
  });

  test('after a word that is replaced, or another word after it', () => {
    expect(follows('driver: ', 'driver'.length)).toBe(false);
    expect(follows('version jsmith ', 'version jsmith'.length)).toBe(false);
    expect(follows('version is ', 'version'.length)).toBe(false);
    expect(follows('jsmith version is ', 'jsmith'.length)).toBe(true);
  });

  test('if the word is too far away', () => {
    expect(follows(`version${' '.repeat(24)}`)).toBe(true);
    expect(follows(`version${' '.repeat(25)}`)).toBe(false);
    expect(follows(`version${'x'.repeat(20)} `)).toBe(false);
  });
});
