import { buffer } from 'node:stream/consumers';
import type { Redaction } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { defaultLimits } from '../archive-limits.js';
import type { MaskingWork } from './masking.js';
import { maskedMetadata } from './metadata.js';
import type { MaskedNames } from './names.js';

const names = { path: (path: string) => `path of ${path}` } as MaskedNames;
const redaction = { text: (text: string) => text.replaceAll('SECRET', 'mask') } as Redaction;

async function masked(text: string | Uint8Array, jsonBytes = 1000) {
  const work = { limits: { ...defaultLimits, jsonBytes }, redaction } as unknown as MaskingWork;
  async function* pieces() {
    for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
  }
  return (await buffer(maskedMetadata(pieces(), work, names))).toString('latin1');
}

test('texts are masked wherever they are, and paths get the names of the members', async () => {
  const value = { relative_path: 'a/SECRET', list: ['SECRET', { relative_path: ['b'], n: 1 }], none: null };
  expect(JSON.parse(await masked(JSON.stringify(value)))).toEqual({
    relative_path: 'path of a/SECRET',
    list: ['mask', { relative_path: ['path of b'], n: 1 }],
    none: null,
  });
});

test('what has nothing to mask stays as it is, with its spaces', async () => {
  const text = '{ "a": [ 1, "x" ] }\n';
  expect(await masked(text)).toBe(text);
});

test.each(['{"a": "SECRET"', 'SECRET', '"SECRET\xff"'])(
  'what is not JSON stays as it is: %j',
  async (text) => {
    expect(await masked(Buffer.from(text, 'latin1'))).toBe(text);
  },
);

test('what is too large is given on whole, unread', async () => {
  const text = '{"a":"SECRET"}';
  expect(await masked(text, text.length)).toBe('{"a":"mask"}');
  expect(await masked(text, text.length - 1)).toBe(text);
});
