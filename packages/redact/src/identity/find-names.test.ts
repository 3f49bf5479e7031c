import { expect, test } from 'vitest';
import { findNames, findTokens } from './find-names.js';
import { type GivenNames, knownNames } from './known-names.js';
import { findAt } from './testing/find-at.js';
import type { Place } from './view.js';

const finderOf = (names: Partial<GivenNames>) =>
  findNames(
    knownNames({ hostnames: [], users: [], people: [], macs: [], serials: [], keywords: [], ...names }),
    (name) => `<${name}>`,
  );
const shown = (finder: ReturnType<typeof finderOf>) => (marked: string, place?: Partial<Place>) => {
  const found = findAt(finder, marked, place);
  return found && `${found.start}-${found.end} ${found.kind} ${found.text}`;
};

const host = shown(finderOf({ hostnames: ['web01.example.com'] }));
const user = shown(finderOf({ users: ['jsmith', 'J.Doe', 'frank'] }));
const keyword = shown(finderOf({ keywords: ['heron', 'blue heron', 'zürich'] }));

test.each([
  ['^web01', '0-5 host <web01>'],
  ['^WEB01 x', '0-5 host <WEB01>'],
  ['/^web01-x', '1-6 host <web01>'],
  ['_^web01_x', '1-6 host <web01>'],
  ['"^web01"', '1-6 host <web01>'],
  ['.^web01.', '1-6 host <web01>'],
  ['’^web01’', '3-8 host <web01>'],
  ['^example.com', '0-11 host <example>.com'],
  ['a@^Example.COM.', '2-13 host <Example>.COM'],
  ['^example.com:', '0-11 host <example>.com'],
  ['^example.com. x', '0-11 host <example>.com'],
  ['x.^example.com', '0-13 host <x>.<example>.com'],
  ['db-1.x_y.^example.com', '0-20 host <db-1>.<x_y>.<example>.com'],
  ['/_ldap._tcp.^example.com', '1-23 host _ldap._tcp.<example>.com'],
  ['..^example.com', '0-13 host ..<example>.com'],
  [`${'x'.repeat(64)}.^example.com`, `0-76 host <${'x'.repeat(64)}>.<example>.com`],
  [`${'x'.repeat(65)}.^example.com`, `0-77 host ${'x'.repeat(65)}.<example>.com`],
  ['é.^example.com', '3-14 host <example>.com'],
])('the name of a host is found in %s', (marked, wanted) => {
  expect(host(marked)).toBe(wanted);
});

test.each([
  '^web011',
  '^web01é',
  'x^web01',
  'é^web01',
  '1^web01',
  '^web0',
  '^web0é',
  '^example.com.org',
  '^example.comx',
  '^example.com-x',
  '^example.com_x',
  'x^example.com',
  '-^example.com',
  '_^example.com',
  '^example.org',
])('none is found in %s', (marked) => {
  expect(host(marked)).toBeUndefined();
});

test('behind an escape sequence, a name starts whatever its last byte is', () => {
  expect(host('n^web01', { escaped: true })).toBe('1-6 host <web01>');
  expect(host('-^example.com', { escaped: true })).toBe('1-12 host <example>.com');
  expect(user('-^jsmith', { escaped: true })).toBe('1-7 user <jsmith>');
  expect(user('-^frank-x', { escaped: true })).toBeUndefined();
});

test('labels before a domain start after the last value found, and have at most 253 bytes', () => {
  expect(host('aa.bb.^example.com', { floor: 3 })).toBe('6-17 host <example>.com');
  expect(host('aa.bb.^example.com', { floor: 2 })).toBe('3-17 host <bb>.<example>.com');
  expect(host('aa.bb.^example.com')).toBe('0-17 host <aa>.<bb>.<example>.com');
  const labels = 'abcdefghi.'.repeat(30);
  // The label at which the limit of 253 bytes falls stays.
  expect(host(`${labels}^example.com`)?.split(' ')[0]).toBe('60-311');
});

test.each([
  ['^jsmith', '0-6 user <jsmith>'],
  ['/^jsmith/', '1-7 user <jsmith>'],
  ['=^jsmith.', '1-7 user <jsmith>'],
  ['(^jsmith. x', '1-7 user <jsmith>'],
  [' .^jsmith', '2-8 user <jsmith>'],
  ['^J.Doe', '0-5 user <J.Doe>'],
  ['^j.doe', '0-5 user <j.doe>'],
  ['^JSMITH', '0-6 user <JSMITH>'],
  ['^jsmith-x', '0-6 user <jsmith>'],
  ['^jsmith_x', '0-6 user <jsmith>'],
  ['a.^jsmith.x', '2-8 user <jsmith>'],
  ['user-^jsmith', '5-11 user <jsmith>'],
  ['^frank', '0-5 user <frank>'],
])('the name of a user is found in %s', (marked, wanted) => {
  expect(user(marked)).toBe(wanted);
});

test.each([
  '^jsmithx',
  'x^jsmith',
  '^FRANK',
  '^Frank',
  '^frank-x',
  '^frank_x',
  '^frank.x',
  '-^frank',
  '_^frank',
  'a.^frank',
])('no user is found in %s', (marked) => {
  expect(user(marked)).toBeUndefined();
});

test.each([
  ['^heron', '0-5 keyword <heron>'],
  ['xx^Heronyy,', '0-9 keyword <xxHeronyy>'],
  ['é^heroné ', '0-9 keyword <\xc3\xa9heron\xc3\xa9>'],
  ['-^heron-x', '1-6 keyword <heron>'],
  ['^blue heron', '0-10 keyword <blue heron>'],
  ['^blue herons', '0-11 keyword <blue herons>'],
  ['^ZüRICH', '0-7 keyword <Z\xc3\xbcRICH>'],
])('a keyword is found with the word around it in %s', (marked, wanted) => {
  expect(keyword(marked)).toBe(wanted);
});

test('a word around a keyword that is too long for a token stays, the keyword does not', () => {
  expect(keyword(`${'x'.repeat(59)}^heron `)).toBe(`0-64 keyword <${'x'.repeat(59)}heron>`);
  expect(keyword(`${'x'.repeat(60)}^heron `)).toBe('60-65 keyword <heron>');
  expect(keyword(`^heron${'x'.repeat(59)} `)).toBe(`0-64 keyword <heron${'x'.repeat(59)}>`);
  expect(keyword(`^heron${'x'.repeat(60)} `)).toBe('0-5 keyword <heron>');
  expect(keyword(`xx^heron${'x'.repeat(58)} `)).toBe('2-7 keyword <heron>');
  expect(keyword('ab^heron', { lastEnd: 1 })).toBe('2-7 keyword <heron>');
  expect(keyword('ab^heronx', { escaped: true })).toBe('2-8 keyword <heronx>');
});

test('the longest name at a place is found', () => {
  const find = shown(finderOf({ hostnames: ['web.x.org'], keywords: ['web', 'web01', 'web01 a'] }));
  expect(find('^web01 b')).toBe('0-5 keyword <web01>');
  expect(find('^web01 a')).toBe('0-7 keyword <web01 a>');
});

test('the token of a name is a word of 12 to 256 letters', () => {
  const asked: string[] = [];
  const find = findTokens((token) => {
    asked.push(token);
    return token.startsWith('no') ? undefined : 'name';
  });
  const long = 'abcDEF'.repeat(43);
  for (const [marked, end] of [
    ['^abcdefghijKL', 12],
    ['-^abcdefghijkl-', 13],
    ['^abcdefghijkl1', undefined],
    ['^abcdefghijklé', 12],
    ['^abcdefghijk', undefined],
    ['x^abcdefghijkl', undefined],
    ['é^abcdefghijkl', undefined],
    [`^${long.slice(0, 256)}`, 256],
    [`^${long.slice(0, 257)}`, undefined],
    ['^nocdefghijkl', undefined],
    ['^abcdefghij@l', undefined],
    ['^abcdefghij[l', undefined],
    ['^abcdefghij`l', undefined],
    ['^abcdefghij{l', undefined],
    ['^azAZazAZazAZ{', 12],
  ] as const)
    expect([marked, findAt(find, marked)?.end]).toEqual([marked, end]);
  expect(findAt(find, '-^abcdefghijkl')).toEqual({ start: 1, end: 13, text: 'name', kind: 'host' });
  expect(findAt(find, 'n^abcdefghijkl', { escaped: true })).toMatchObject({ start: 1, end: 13 });
  expect(asked).toContain('abcdefghijKL');
});
