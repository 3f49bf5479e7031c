import { expect, test } from 'vitest';
import { type GivenNames, isKeptHostname, type KnownName, knownNames } from './known-names.js';

const known = (names: Partial<GivenNames>): KnownName[] =>
  knownNames({ hostnames: [], users: [], people: [], macs: [], serials: [], keywords: [], ...names });
/** The known names; after a domain, the number of labels that stay. */
const namesOf = (names: Partial<GivenNames>): string[] =>
  known(names).map(({ text, keptLabels }) => (keptLabels === undefined ? text : `${text} ${keptLabels}`));

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

test('names of users are looked for in any case, those that are names only as they are, words never', () => {
  expect(
    known({ users: ['J.Doe', 'root', 'Admin', 'ab', 'x'.repeat(65), 'frank', 'mark', 'Docker', 'Ann'] }),
  ).toEqual([
    { text: 'j.doe', kind: 'user' },
    { text: 'frank', kind: 'user', exact: 'frank' },
    { text: 'ann', kind: 'user', exact: 'Ann' },
  ]);
  expect(namesOf({ users: ['abc', 'x'.repeat(64)] })).toEqual(['abc', 'x'.repeat(64)]);
});

test('a person is looked for in the usual forms, and by parts with a capital letter', () => {
  const forms = namesOf({ people: ['Zora Quill'] });
  expect(forms).toEqual(
    expect.arrayContaining(['zora quill', 'quill, zora', 'zora.quill', 'quill_zora', 'zoraquill', 'quill']),
  );
  expect(known({ people: ['Zora Quill'] }).filter(({ capital }) => capital)).toEqual([
    { text: 'zora', kind: 'people', capital: true },
    { text: 'quill', kind: 'people', capital: true },
  ]);
  expect(namesOf({ people: ['Anna von der Quill'] })).toContain('anna quill');
  expect(namesOf({ people: ['Jenkins Server', 'Zora', 'a user', '', 'X'.repeat(40)] })).toEqual([]);
});

test('a MAC address is looked for without separators, unless it says nothing', () => {
  expect(known({ macs: ['52:54:00:AB:cd:ef', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '1:2', ''] })).toEqual(
    [{ text: '525400abcdef', kind: 'mac' }],
  );
});

test('a UUID is looked for in all its forms', () => {
  expect(namesOf({ serials: ['4C4C4544-0051-3810-8058-B8C04F333132'] })).toEqual([
    '4c4c4544-0051-3810-8058-b8c04f333132',
    '4c4c45440051381080 58b8c04f333132'.replace(' ', ''),
    '44454c4c5100103880 58b8c04f333132'.replace(' ', ''),
    '44454c4c-5100-1038-8058-b8c04f333132',
  ]);
});

test('serial numbers have a digit, from 6 to 64 characters, and no signs that are not ASCII', () => {
  const good = ['AB1234', '!~ 123', `1${'x'.repeat(63)}`];
  expect(known({ serials: good })).toEqual(
    good.map((each) => ({ text: each.toLowerCase(), kind: 'serial' })),
  );
  const bad = ['AB123', 'abcdef', '000000', 'é12345', '12345\t', `1${'x'.repeat(64)}`, ''];
  expect(namesOf({ serials: bad })).toEqual([]);
});

test('keywords have from 3 to 64 bytes', () => {
  expect(known({ keywords: ['ABC', 'Zürich', 'x'.repeat(64)] })).toEqual(
    ['abc', 'z\xc3\xbcrich', 'x'.repeat(64)].map((text) => ({ text, kind: 'keyword' })),
  );
  expect(namesOf({ keywords: ['Blue Heron', 'a-b'] })).toEqual([
    'blue heron',
    'blueheron',
    'blue-heron',
    'blue_heron',
    'blue.heron',
    'a-b',
    'a b',
    'a_b',
    'a.b',
  ]);
  for (const [word, size] of [
    ['ab', 2],
    ['x'.repeat(65), 65],
    ['ü'.repeat(33), 66],
  ])
    expect(() => known({ keywords: [word as string] })).toThrow(
      `the keyword "${word}" has ${size} bytes; allowed: 3 to 64; shorten it, or use a part of it`,
    );
});
