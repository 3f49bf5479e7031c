import { expect, test } from 'vitest';
import { type GivenNames, isKeptHostname, type KnownName, knownNames, serialAfter } from './known-names.js';
import { findAt } from './testing/find-at.js';

const known = (names: Partial<GivenNames>): KnownName[] =>
  knownNames({ hostnames: [], users: [], serials: [], keywords: [], ...names });
const serialKey = { text: 'serial', kind: 'serial', isKey: true };
/** The names that are looked for, without the key of serial numbers; a domain with the number of labels that stay. */
const namesOf = (names: Partial<GivenNames>): string[] =>
  known(names).flatMap(({ isKey, text, keptLabels }) =>
    isKey ? [] : [keptLabels === undefined ? text : `${text} ${keptLabels}`],
  );

test.each([
  ['web01', false],
  ['Server', true],
  ['server.example.com', true],
  ['vm', true],
  ['abc', false],
  ['é1', false],
  ['x'.repeat(64), false],
  ['x'.repeat(65), true],
])('whether the name of host %s stays: %s', (name, stays) => {
  expect(isKeptHostname(name)).toBe(stays);
});

test('the key of a serial number is always looked for', () => {
  expect(known({})).toEqual([serialKey]);
});

test.each([
  ['web01', ['web01']],
  ['Web01.Example.COM', ['web01', 'example.com 1']],
  ['web01.example.com.', ['web01', 'example.com 1']],
  ['web01.a.b.example.com', ['web01', 'example.com 1']],
  ['web01.lan', ['web01']],
  ['web01.acme.lan', ['web01', 'acme.lan 1']],
  ['web01.acme.co.uk', ['web01', 'acme.co.uk 2']],
  ['web01.co.uk', ['web01']],
  ['web01.acme.xco.uk', ['web01', 'xco.uk 1']],
  ['web01.acme.co.uks', ['web01', 'co.uks 1']],
  ['web01.x.acme.com.au', ['web01', 'acme.com.au 2']],
  ['web01.acme.localdomain', ['web01', 'acme.localdomain 1']],
  ['web01.localdomain', ['web01']],
  ['web01.x.acme.compute.internal', ['web01', 'acme.compute.internal 2']],
  ['web01.compute.internal', ['web01']],
  ['web01.x.compute.internal.acme.com', ['web01', 'acme.com 1']],
  ['web01.xcompute.internal', ['web01', 'xcompute.internal 1']],
  ['web01.eu.amazonaws.com', ['web01', 'eu.amazonaws.com 2']],
  ['localhost', []],
  ['localhost.localdomain', []],
  ['server.acme.com', ['acme.com 1']],
  ['ab.acme.com', ['acme.com 1']],
  ['abc.acme.com', ['abc', 'acme.com 1']],
  [`${'x'.repeat(64)}.acme.com`, ['x'.repeat(64), 'acme.com 1']],
  [`${'x'.repeat(65)}.acme.com`, ['acme.com 1']],
  [`web01.${'y'.repeat(196)}.com`, ['web01', `${'y'.repeat(196)}.com 1`]],
  [`web01.${'y'.repeat(197)}.com`, ['web01']],
  ['10.1.2.3', []],
  ['fd00::1', []],
  ['10x.acme.com', ['10x', 'acme.com 1']],
  ['Zürich', ['z\xc3\xbcrich']],
])('of the host %s, %j is looked for', (hostname, wanted) => {
  expect(namesOf({ hostnames: [hostname] })).toEqual(wanted);
});

test('names of users keep their capital letters; common, short and long ones are left out', () => {
  expect(known({ users: ['J.Doe', 'root', 'Admin', 'ab', 'x'.repeat(65)] })).toEqual([
    { text: 'j.doe', kind: 'user', exact: 'J.Doe' },
    serialKey,
  ]);
  expect(namesOf({ users: ['abc', 'x'.repeat(64)] })).toEqual(['abc', 'x'.repeat(64)]);
});

test('serial numbers have a digit, from 6 to 64 characters, and no signs that are not ASCII', () => {
  const good = ['AB1234', '!~ 123', `1${'x'.repeat(63)}`];
  expect(known({ serials: good })).toEqual([
    serialKey,
    ...good.map((each) => ({ text: each.toLowerCase(), kind: 'serial' })),
  ]);
  const bad = ['AB123', 'abcdef', '000000', 'é12345', '12345\t', `1${'x'.repeat(64)}`, ''];
  expect(namesOf({ serials: bad })).toEqual([]);
});

test('keywords have from 3 to 64 bytes', () => {
  expect(known({ keywords: ['ABC', 'Zürich', 'x'.repeat(64)] }).slice(1)).toEqual(
    ['abc', 'z\xc3\xbcrich', 'x'.repeat(64)].map((text) => ({ text, kind: 'keyword' })),
  );
  for (const [word, size] of [
    ['ab', 2],
    ['x'.repeat(65), 65],
    ['ü'.repeat(33), 66],
  ])
    expect(() => known({ keywords: [word as string] })).toThrow(
      `the keyword "${word}" has ${size} bytes; allowed: 3 to 64; shorten it, or use a part of it`,
    );
});

const find = (text: string) =>
  findAt((view, place) => serialAfter(view, place, (serial) => `<${serial}>`), text);

test.each([
  ['Serial Number: «AB12»', 'a line'],
  ['SERIAL NUMBER:\t«AB12 34-5»', 'parts with spaces'],
  ['serial_num: «AB12»', 'a short key'],
  ['serial-no.: «AB12»', 'a shorter one'],
  ['serial no: «AB12»', 'without a dot'],
  ['serialnumber: «1bc»', 'three characters'],
  ['SERIAL_SHORT=«AB12» x9', 'another value after it'],
  ['serial_number = "«AB12 3»" x9', 'quotes'],
  ["serial='«AB12 3»' x9", 'single quotes'],
  ['serial="«AB12 3»" x9', 'double quotes'],
  ['serial: "«AB12»"', 'quotes behind a colon'],
  ['serial"  :  "«AB12»"', 'JSON'],
  ['serial" = «AB12» x', 'a quoted key'],
  ['serial number: «AB12»  x', 'two spaces after it'],
  ['serial number: «AB12»;x', 'a semicolon after it'],
  ['serial number: «AB12»<x', 'a tag after it'],
  [`serial number:${' '.repeat(40)}«AB12»`, 'a column'],
  [`serial number: «1${'x'.repeat(63)}»`, '64 characters'],
])('the serial number is found in %j: %s', (marked) => {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const text = marked.replace(/[«»]/g, '');
  expect(find(text)).toEqual({ start, end, text: `<${text.slice(start, end)}>`, kind: 'serial' });
});

test.each([
  'serial: AB12',
  'serial AB12',
  'serial number AB12',
  'serials number: AB12',
  'serial  number: AB12',
  'serial number: 12',
  'serial number: abc',
  'serial number: 0000',
  'serial number: -AB12',
  'serial number:\nAB12',
  `serial number:${' '.repeat(41)}AB12`,
  `serial number: 1${'x'.repeat(64)}`,
  `serial${' '.repeat(9)}="AB12"`,
  `serial=${' '.repeat(9)}"AB12"`,
  'serial number: ""',
])('none is found in %j', (text) => {
  expect(find(text)).toBeUndefined();
});
