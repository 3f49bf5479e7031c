import { expect, test } from 'vitest';
import { inheritedVariables, isLocaleName } from './inherited.js';

test('the plain name of a locale has letters, digits and a few signs, and begins with a letter', () => {
  for (const name of [
    'C',
    'POSIX',
    'C.UTF-8',
    'de_DE.UTF-8',
    'ca_ES@valencia',
    'en_US.iso88591',
    'x'.repeat(255),
  ])
    expect([name, isLocaleName(name)]).toEqual([name, true]);
  const others = [
    '',
    '/tmp/x',
    'x/../../tmp',
    '..',
    '-x',
    '1',
    'C C',
    'C\n',
    'C\0',
    'ä',
    'x=y',
    'x'.repeat(256),
  ];
  for (const text of others) expect([text, isLocaleName(text)]).toEqual([text, false]);
});

test('a command takes over LANG, if it is the plain name of a locale', () => {
  expect(inheritedVariables({}, { LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr', HOME: '/root' })).toStrictEqual({
    LANG: 'de_DE.UTF-8',
  });
  for (const LANG of ['/tmp/x', '', undefined]) expect(inheritedVariables({}, { LANG })).toStrictEqual({});
  expect(inheritedVariables({}, {})).toStrictEqual({});
});

test('a command takes over the variables that its spec names, if they are set, whatever their values', () => {
  const environment = { LANG: '/tmp/x', GIVEN: 'x', EMPTY: '', MISSING: undefined, OTHER: 'y' };
  const inheritEnv = ['GIVEN', 'EMPTY', 'MISSING', 'UNKNOWN'];
  expect(inheritedVariables({ inheritEnv }, environment)).toStrictEqual({ GIVEN: 'x', EMPTY: '' });
  expect(inheritedVariables({ inheritEnv: ['LANG'] }, environment)).toStrictEqual({ LANG: '/tmp/x' });
});
