import { describe, expect, test } from 'vitest';
import { followsVersion } from './follows-version.js';

/** Whether the number at the end of a line follows a version. */
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
