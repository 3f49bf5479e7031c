import { hostError } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { storedHostname } from './identity.js';

const storing = (text: string) => ({ readFile: async () => new TextEncoder().encode(text) });

test.each([
  ['web01.example\n', 'web01.example'],
  ['# set by hand\n\n  web02\nweb03\n', 'web02'],
  ['# nothing\n', 'localhost'],
  ['', 'localhost'],
])('%j names the host %s', async (text, name) => {
  expect(await storedHostname(storing(text))).toBe(name);
});

test('a file that cannot be read leaves the other name', async () => {
  const host = {
    readFile: async () => {
      throw hostError('denied', '/etc/hostname: permission denied');
    },
  };
  expect(await storedHostname(host, 'printed')).toBe('printed');
});
