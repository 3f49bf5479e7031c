import { expect, test } from 'vitest';
import type { Output } from './io.js';
import { safeOutput, visible } from './safe-output.js';
import { styleOf } from './style.js';

/** The text written through a safe output. */
function written(isTTY: boolean, write: (out: Output) => void): string | Uint8Array {
  const pieces: (string | Uint8Array)[] = [];
  write(safeOutput({ write: (piece) => pieces.push(piece), isTTY }));
  return pieces.every((piece) => typeof piece === 'string')
    ? pieces.join('')
    : Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

const everyControl = String.fromCodePoint(
  ...Array.from({ length: 0xa0 }, (_, code) => code),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xe0001, 0xd800, 0x78, 0xdcff],
);

test.each([true, false])('text cannot control the terminal (isTTY: %s)', (isTTY) => {
  const text = String(written(isTTY, (out) => out.write(everyControl)));
  expect(text.replaceAll(/[\t\n\x20-\x7e]/g, '')).toBe('');
  for (const shown of ['\\x1b', '\\u009b', '\\u202e', '\\u2028', '\\ud800', '\\udb40\\udc01'])
    expect(text).toContain(shown);
  expect(written(isTTY, (out) => out.write('grüße 日本 👍\n\tx'))).toBe('grüße 日本 👍\n\tx');
});

test('JSON keeps its value', () => {
  const value = { [everyControl]: [everyControl, 'x'] };
  const text = String(written(true, (out) => out.write(JSON.stringify(value, undefined, 2))));
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
});

test('our own marks become sequences, foreign sequences become escapes', () => {
  const out = (text: (bold: (text: string) => string) => string): string =>
    String(written(true, (output) => output.write(text(styleOf(output, { env: {} }).bold))));
  expect(out((bold) => `${bold('a\x1b[2J')} \x1b[1mb`)).toBe('\x1b[1ma\\x1b[2J\x1b[22m \\x1b[1mb');
  expect(out((bold) => bold('x').slice(0, 6))).not.toContain('\x1b');
});

test('content is unchanged in a pipe and harmless on a terminal', () => {
  const bytes = Buffer.from('grüße\x1b[2J\r\n\u202e👍');
  const pieces = (out: Output): void => {
    for (const byte of bytes) out.write(Uint8Array.of(byte));
    out.write('');
  };
  expect(Buffer.from(written(false, pieces)).equals(bytes)).toBe(true);
  expect(written(true, pieces)).toBe('grüße\\x1b[2J\\x0d\n\\u202e👍');
  const half = (out: Output): void => {
    out.write(Uint8Array.of(0x61, 0xf0, 0x9f));
    out.write('end\n');
  };
  expect(written(true, half)).toBe('a\ufffdend\n');
});

test('a long text takes linear time', () => {
  expect(visible('\x1b'.repeat(1_000_000))).toHaveLength(4_000_000);
});
