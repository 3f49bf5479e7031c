import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('node:fs');
});

/** Asks twice on a system where these files have these texts; returns both answers and how often a file was read. */
async function answers(texts: Readonly<Record<string, string>>) {
  const read: string[] = [];
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<object>()),
    readFileSync(path: string, encoding: string) {
      expect(encoding).toBe('latin1');
      read.push(path);
      const text = texts[path];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    },
  }));
  const { unmappedOwner } = await import('./unmapped-owner.js');
  const first = unmappedOwner();
  const reads = read.length;
  expect(unmappedOwner()).toBe(first);
  expect(read.length).toBe(reads);
  return first;
}

const map = '/proc/self/uid_map';
const overflow = '/proc/sys/kernel/overflowuid';

test.each([
  ['         0          0 4294967295\n'],
  ['0 0 4294967295'],
  ['0   0   4294967295   \nanything else'],
])('where every user is mapped there is none: %j', async (text) => {
  expect(await answers({ [map]: text, [overflow]: '65534\n' })).toBeUndefined();
});

test('without a map there is none', async () => {
  expect(await answers({ [overflow]: '65534\n' })).toBeUndefined();
});

test.each([
  '         0       1000          1\n',
  '1 0 0 4294967295\n',
  '0 0 4294967295 1\n',
  '0 100 4294967295\n',
  '00 4294967295\n',
  '0 04294967295\n',
  'x0 0 4294967295\n',
  '0 0 4294967295x\n',
  '0x0 4294967295',
  '\n',
])('in another namespace it is the owner that the kernel shows: %j', async (text) => {
  expect(await answers({ [map]: text, [overflow]: '4242\nmore\n' })).toBe(4242);
  expect(await answers({ [map]: text })).toBe(65_534);
});
