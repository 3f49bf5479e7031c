import { expect, test } from 'vitest';
import { redactText } from '../index.js';

// Examples of rules cannot have these quotes, because they enclose the secret there.
test.each([
  ['sftp utente bob, segreto errato «penne-lisce»', 'penne-lisce'],
  ['lot.gpg avec la phrase « vingt pommes rouges »', 'vingt pommes rouges'],
])('the secret in French quotes is masked in %s', (text, secret) => {
  const [before, after] = text.split(secret) as [string, string];
  const masked = redactText(text);
  expect(masked.startsWith(before)).toBe(true);
  expect(masked.endsWith(after)).toBe(true);
  expect(masked).not.toContain(secret);
});
