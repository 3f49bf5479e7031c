import { expect, test } from 'vitest';
import { createRedaction } from '../index.js';
import { piecesOf, through } from '../testing/content.js';
import { createPool, lineCounter } from './content.js';

const key = Buffer.from('a key for tests');
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

test('several contents are open at the same time, each with its own counts', () => {
  const { content, report } = createRedaction({ key });
  const [a, b] = [content(), content()];
  let [textOfA, textOfB] = ['', ''];
  for (let line = 0; line < 3000; line++) {
    textOfA += asText(a.push(Buffer.from(`line ${line} of a: password=Zq${line}kW9x\n`)));
    textOfB += asText(b.push(Buffer.from(`line ${line} of b: token=Yq${line}kW9x\n`)));
  }
  textOfA += asText(a.end());
  textOfB += asText(b.end());
  expect(a.masked()).toEqual({ password: 3000 });
  expect(b.masked()).toEqual({ token: 3000 });
  expect(report().secrets).toEqual({ password: 3000, token: 3000 });
  expect(textOfA.match(/^line \d+ of a: password=__secret_password_[0-9a-f]{8}__$/gm)).toHaveLength(3000);
  expect(textOfB.match(/^line \d+ of b: token=__secret_token_[0-9a-f]{8}__$/gm)).toHaveLength(3000);
});

test('the buffer of an ended content is reused without its old bytes', () => {
  const { content } = createRedaction();
  const first = content();
  first.push(Buffer.from('the first content'));
  const rest = first.end();
  const second = content();
  second.push(Buffer.from('second'));
  expect(asText(rest)).toBe('the first content');
  expect(asText(second.end())).toBe('second');
});

test('a content without a secret is not copied, except for the end of its last piece', () => {
  const piece = Buffer.from('nothing to hide here\n'.repeat(3000));
  const { push, end, masked } = createRedaction().content();
  const start = push(piece);
  expect(start.buffer).toBe(piece.buffer);
  expect(asText(start) + asText(end())).toBe(piece.toString());
  expect(masked()).toEqual({});
});

test('the caller may change a piece after the next call', () => {
  const bytes = Buffer.from('key: value of a line\npassword=Zq1kW9x\n'.repeat(20_000));
  const expected = createRedaction({ key }).content();
  const wanted = asText(expected.push(bytes)) + asText(expected.end());
  const { push, end } = createRedaction({ key }).content();
  const piece = Buffer.alloc(50_000);
  let text = '';
  for (let at = 0; at < bytes.length; at += piece.length) {
    const length = bytes.copy(piece, 0, at);
    text += asText(push(piece.subarray(0, length)));
    piece.fill('#');
  }
  expect(text + asText(end())).toBe(wanted);
});

test.each([1, 2, 3, 5000, 300_000])('gzip content stays as it is, in pieces of %i bytes', (size) => {
  const bytes = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0]),
    Buffer.from('password=Zq1kW9x\n'.repeat(600)),
  ]);
  const content = createRedaction().content();
  expect(through(content, piecesOf(bytes, size))).toEqual(bytes);
  expect(content.masked()).toEqual({});
});

test('a content of one byte, and one of none, stay as they are', () => {
  const { content } = createRedaction();
  const one = content();
  expect(asText(one.push(Buffer.from([0x1f]))) + asText(one.end())).toBe('\x1f');
  expect(content().end()).toHaveLength(0);
});

test('a text without a secret is returned as it is, whatever is in it', () => {
  const { text, report } = createRedaction();
  for (const each of ['', 'größe ✓', 'lone \ud800 surrogate', 'password is too short', '\0\x1f\x8b'])
    expect(text(each)).toBe(each);
  expect(report().secrets).toEqual({});
});

test('a text with a secret is masked, with letters of any kind around it, however long it is', () => {
  const { text } = createRedaction();
  expect(text('größe ✓ --password «Zq1kW9x»')).toMatch(
    /^größe ✓ --password __secret_option_password_.{8}__$/,
  );
  const long = 'größe ✓ '.repeat(30_000);
  expect(text(`${long}password=Zq1kW9x\n${long}`)).toMatch(
    /^(?:größe ✓ )+password=__secret_[a-z_]+_[0-9a-f]{8}__\n(?:größe ✓ )+$/,
  );
});

test('texts and contents of one redaction have the same masks', () => {
  const { text, content } = createRedaction();
  const { push, end } = content();
  const masked = asText(push(Buffer.from('password=Zq1kW9x\n'))) + asText(end());
  expect(text('password=Zq1kW9x\n')).toBe(masked);
});

test('a buffer that was given back is used again', () => {
  const { take, give } = createPool(16);
  const buffer = take();
  expect(buffer).toHaveLength(16);
  expect(take()).not.toBe(buffer);
  give(buffer);
  expect(take()).toBe(buffer);
});

test('only eight are kept', () => {
  const { take, give } = createPool(1);
  const given = Array.from({ length: 9 }, take);
  for (const buffer of given) give(buffer);
  const taken = Array.from({ length: 9 }, take);
  expect(taken.filter((buffer) => given.includes(buffer))).toHaveLength(8);
});

const bytes = Buffer.from('a\nb\nc\nd');

test('positions have the lines that they are in, from 1', () => {
  const { lineAt } = lineCounter();
  expect([0, 1, 2, 3, 4, 6].map((at) => lineAt(bytes, at))).toEqual([1, 1, 2, 2, 3, 4]);
});

test('no line end counts twice if an earlier position is asked for meanwhile', () => {
  const { lineAt } = lineCounter();
  expect(lineAt(bytes, 4)).toBe(3);
  lineAt(bytes, 1);
  expect(lineAt(bytes, 6)).toBe(4);
});

test('lines count on in the next piece of a stream', () => {
  const { lineAt, shift } = lineCounter();
  expect(lineAt(bytes, 6)).toBe(4);
  shift(6);
  expect(lineAt(Buffer.from('d\ne\n'), 2)).toBe(5);
});
