import { expect, test } from 'vitest';
import { redactText } from '../index.js';
import { keyBlock, textBefore } from './key-block.js';
import { createOutput } from './output.js';

/** Masks a block in windows with the given ends. Returns the output with `#` for each mask, the end of the block, and the secrets. */
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

test('a line longer than the window has one mask', () => {
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

const a = 'MIIEpAIBAAKCAQEA0123';
const b = 'abcdefghijklmnop+/4=';
const begin = '-----BEGIN RSA PRIVATE KEY-----';
const end = '-----END RSA PRIVATE KEY-----';
const key = Buffer.alloc(32);
/** The masked text, with `#` for each mask. */
const hidden = (text: string) => redactText(text, { key }).replaceAll(/__secret_private_key_\w{8}__/g, '#');

test.each([
  ['a log', 'Nov 1 10:00:09 h app[9]: ', 'Nov 1 10:00:10 h app[10]: '],
  ['a comment', '# ', '# '],
  ['a comment of a program', '  // ', '  // '],
  ['a change', '+', '+'],
  ['a removed line', '-', '-'],
  ['characters of patterns', 'a.(b|c)*[d]{2}^$? \\/', 'a.(b|c)*[d]{2}^$? \\/'],
  ['a name of a file', '/etc/a.key:', '/etc/a.key:'],
  ['quotes', '  "', '  "'],
])('the lines of a key begin with the text of the first one: %s', (_, first, next) => {
  const lines = (one: string, two: string) =>
    `${first}${begin}\n${next}${one}\n${next}${two}\n${next}${end}\n${next}the end\n`;
  expect(hidden(lines(a, b))).toBe(lines('#', '#'));
});

test('a header and a line of the text alone belong to the key', () => {
  const text = (one: string, two: string) => `# ${begin}\n# ${one}\n#\n# ${two}\n# ${end}`;
  expect(hidden(text('Proc-Type: 4,ENCRYPTED', 'abc='))).toBe(text('#', '#'));
});

test('a short line is part of a key only after a long one', () => {
  expect(hidden(`app: ${begin}\napp: done\n`)).toBe(`app: ${begin}\napp: done\n`);
  expect(hidden(`app: ${begin}\napp: ${a}\napp: ab==\n`)).toBe(`app: ${begin}\napp: #\napp: #\n`);
});

test('another line of the log ends the key, and stays', () => {
  for (const rest of ['Nov 1 h other: hello', 'app: two words', 'app: "x"'])
    expect(hidden(`app: ${begin}\napp: ${a}\n${rest}\n`)).toBe(`app: ${begin}\napp: #\n${rest}\n`);
});

test('lines without the text are masked if nothing follows', () => {
  expect(hidden(`KEY="${begin}\n${a}\n  ${b}\n\nab"\nnext line`)).toBe(
    `KEY="${begin}\n#\n  #\n\n#"\nnext line`,
  );
});

test.each(['#012', '%0A', '%0d%0a', '<br>', '<br />', '"\n"', "' +\n    '"])(
  'lines can be joined by %j',
  (joint) => {
    const long = 'MIIEpAIBAAKCAQEA0123abcdefghijklmnop+/4';
    const text = (one: string, two: string) => `x: "${begin}${joint}${one}${joint}${two}${joint}${end}`;
    expect(hidden(text(long, long))).toContain(`#${joint}#`);
    expect(hidden(text(long, long))).not.toContain(long);
  },
);

test('a secret in the text before a key is masked on each line', () => {
  const text = redactText(`password=hunter2 ${begin}\npassword=hunter2 ${a}\n`, { key });
  expect(text).not.toContain('hunter2');
});

test('the text before a key is known if its line begins within the window of a rule', () => {
  expect(textBefore(`x\nab ${begin}`, 36, 0)).toBe('ab ');
  expect(textBefore(`x\rab ${begin}`, 36, 2)).toBe('ab ');
  expect(textBefore(`x\nab ${begin}`, 36, 3)).toBe('');
  expect(textBefore('  Private-Lines: 12', 19, 0)).toBe('  ');
  expect(textBefore(`Private-Lines: 2 ${begin}`, 48, 0)).toBe('Private-Lines: 2 ');
  const long = (length: number) => `${'y'.repeat(length)}${begin}`;
  expect(textBefore(long(480), 511, 0)).toHaveLength(480);
  expect(textBefore(long(481), 512, 0)).toBe('');
  expect(textBefore(`\n${long(480)}`, 512, 0)).toHaveLength(480);
});
