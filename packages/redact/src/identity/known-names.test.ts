import { expect, test } from 'vitest';
import { type GivenNames, isKeptHostname, type KnownName, knownNames } from './known-names.js';

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
