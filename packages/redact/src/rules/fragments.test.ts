import { expect, test } from 'vitest';
import { casedPattern, mixedCase, notSecret, notText, notToken, pattern } from './fragments.js';

test('patterns are about each line, with case or without', () => {
  expect([pattern('^a', 'b$').test('x\nAB\n'), casedPattern('^a', 'b$').test('x\nab\n')]).toEqual([
    true,
    true,
  ]);
  expect([pattern('^a', 'b$').test('x\nACB'), casedPattern('^a', 'b$').test('x\nAB\n')]).toEqual([
    false,
    false,
  ]);
});

test.each([
  'BjhXuZMDpvFqaYQl',
  'BjXuZMDpFqYl',
  'aBcDefGhIjkl',
  'XyABCDEFGHIJKLMNOPQRSTU',
  'passwordOfTheXyAb',
])('%s has letters in an order that no name has', (text) => {
  expect(mixedCase.test(text)).toBe(true);
});

test.each([
  'BjXuZMDpFqY',
  'XyABCDEFGHIJKLMNOPQRSTUV',
  'XyABCDEFGHIJ1',
  'XyABCDEFG-HIJ',
  'PostgreSqlConnection',
  'subscriptionManagerCLI',
  'ABCDEFGHIJKL',
  'abcdefghijkl',
  'aaBbbCccDdd',
  'HTTPServerErrorURL',
])('%s can be a name', (text) => {
  expect(mixedCase.test(text)).toBe(false);
});

test.each([
  '$(pass show x)',
  '$PASSWORD',
  '<password>',
  '{{ password }}',
  '@password@',
  '__password__',
  '[hidden]',
  '****',
  'xxxx',
  'your_password here',
  'the admin password',
  'TRUE',
  'sha512',
  'pam_unix.so',
  '22/tcp',
  'changeme_here',
])('%s is no secret, with quotes or without', (text) => {
  expect([notSecret.test(text), notText.test(text), notToken.test(text)]).toEqual([true, true, true]);
});

test.each([
  '/etc/secret',
  './x/y',
  '~/x',
  'file:/run/x',
  'classpath:x/y',
  'https://h/x',
  '-12',
  '123;',
  '0x1F',
  'self.password',
  'process.env.TOKEN,',
  '=>x',
  'Std::Vec',
])('%s is no secret without quotes', (text) => {
  expect([notSecret.test(text), notToken.test(text)]).toEqual([true, true]);
  expect(notText.test(text)).toBe(false);
});

test.each(['unexpected', '_name', 'some.name', 'a/b-c', 'word!', '1234567', '^3.0', '1.2.3.4,'])(
  '%s is no token, but can be a password',
  (text) => {
    expect([notToken.test(text), notSecret.test(text)]).toEqual([true, false]);
  },
);

test.each([
  'hunter2',
  'x1',
  'xtrue9',
  'true1',
  '1234',
  '12345678',
  '/x y',
  'a1b2',
  's3cr$t',
  '1.2',
  'https://u@h',
  'abcdefghijklmnopqrstuvwx',
])('%s can be a secret', (text) => {
  const isToken = !/^(?:1234|1\.2)$/.test(text);
  expect([notSecret.test(text), notText.test(text), notToken.test(text)]).toEqual([false, false, !isToken]);
});
