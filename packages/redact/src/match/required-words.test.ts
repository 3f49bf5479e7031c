import { expect, test } from 'vitest';
import { requiredWords } from './required-words.js';

test.each([
  [/^\s*password\s*=\s*(\S+)/, ['password']],
  [/(?:Key|token)="([^"]+)"/, ['key', 'token']],
  [/(?:PASS|pwd){1,3}=(\S+)/, ['pass', 'pwd']],
  [/=(?<=(?:PASS|_PIN)=)(\S+)/, ['pass', '_pin']],
  [/(?:passw|pass|xpass|token)=(\S+)/, ['pass', 'token']],
  [/(?<!no)x(?!=)(\S+)/, undefined],
  [/(?:secret)?=(\S+)/, undefined],
  [/(?:secret|[a-z]+)=(\S+)/, undefined],
  [/:\/\/\S+:(\S+)@/, ['://']],
  [/\w+:(\S+)@/, ['@']],
  [/(?:api|app)[._]?key\s(\S+)/, ['key']],
  [/a.b\d(c)/, undefined],
  [/\/x\.y\n(z)/, ['/x.y']],
])('%s matches only with one of %j', (pattern, words) => {
  expect(requiredWords(pattern)).toEqual(words);
});
