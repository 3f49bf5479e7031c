import { expect, test } from 'vitest';
import { keyBlock } from './key-block.js';
import { createOutput } from './output.js';

/** A block in windows that end at the given positions: what comes out, with `#` for each mask, where it ended, and the secrets. */
function masked(text: string, ...ends: readonly number[]) {
  const bytes = Buffer.from(text, 'latin1');
  const output = createOutput();
  const secrets: string[] = [];
  const mask = (secret: string) => {
    secrets.push(secret);
    return '#';
  };
  const { advance } = keyBlock();
  let at = 0;
  let ended = false;
  for (const end of [...ends, text.length])
    if (!ended) ({ at, ended } = advance({ bytes, text, output, mask }, at, end));
  return { text: Buffer.from(output.take()).toString('latin1'), at, ended, secrets };
}

test('each line is masked, blanks and line ends stay', () => {
  const text = 'AAAA+/=\n  BBBB\t\r\n\r\nCC_\\n';
  expect(masked(text)).toEqual({
    text: '#\n  #\t\r\n\r\n#',
    at: text.length,
    ended: false,
    secrets: ['AAAA+/=', 'BBBB', 'CC_\\n'],
  });
});

test.each(['-----END', '"x', "'x", '<x', ',x', '\0x', '-x', '!'])('a block ends before %j', (rest) => {
  expect(masked(`AAAA\n${rest}`)).toMatchObject({ text: '#\n', at: 5, ended: true });
});

test.each([
  ['AAAA-----END', '#', 4],
  ['AAAA"x', '#', 4],
  ["AAAA'x", '#', 4],
  ['AAAA<x', '#', 4],
  ['AAAA,x', '#', 4],
  ['AAAA\0x', '#', 4],
])('a block ends within a line: %j', (text, out, at) => {
  expect(masked(text)).toMatchObject({ text: out, at, ended: true });
});

test.each(['AAAA-x', 'AAAA:x', 'AAAA;', 'Key: x', 'Versionx: 1'])('%j is no line of a block', (text) => {
  expect(masked(text)).toMatchObject({ text: '', at: 0, ended: true, secrets: [] });
});

test.each([
  'Proc-Type: 4,ENCRYPTED',
  'DEK-Info: AES-128-CBC,00',
  'Comment: a key of bob',
  'Version: 1 (x)',
  'Hash: SHA256',
  'Charset: utf-8',
  'MessageID: 1',
  'X-Own-Header: a, b',
])('a header within a block is masked: %s', (line) => {
  expect(masked(`${line}\nAAAA`)).toMatchObject({ text: '#\n#', secrets: [line, 'AAAA'] });
});

test('a header ends at a quote or a tag, and after 200 bytes', () => {
  expect(masked('Comment: a "b"')).toMatchObject({ text: '#', at: 11, ended: true });
  const long = `Comment:${'!'.repeat(201)}`;
  expect(masked(long)).toMatchObject({ text: '#', at: long.length - 1, ended: true });
});

test('a line that is longer than what is looked at has one mask', () => {
  for (const length of [1023, 1024, 1025, 5000])
    expect(masked(`${'A'.repeat(length)}\nB`)).toMatchObject({ text: '#\n#', ended: false });
  expect(masked('A'.repeat(1023)).secrets[0]).toHaveLength(1023);
  expect(masked('A'.repeat(5000)).secrets[0]).toHaveLength(1024);
});

test('a line that two windows share has one mask', () => {
  const text = `${'A'.repeat(1024)}BBBB\nCC\n-----END`;
  const whole = masked(text);
  expect(whole).toMatchObject({ text: '#\n#\n', at: 1032, ended: true });
  for (const end of [1, 1023, 1024, 1026, 1028, 1029, 1030])
    expect([end, masked(text, end)]).toEqual([end, whole]);
});
