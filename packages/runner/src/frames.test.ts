import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode, type Frame, type FrameKind, frameReader, kinds, magic, maxPayload } from './frames.js';

/** The frames that a reader finds in pieces after the magic line, copied. */
function framesOf(...pieces: readonly Buffer[]): Frame[] {
  const frames: Frame[] = [];
  const reader = frameReader((frame) => frames.push({ ...frame, payload: Buffer.from(frame.payload) }));
  for (const piece of [magic, ...pieces]) reader.push(piece);
  return frames;
}

/** The header of a frame, with some bytes replaced from an offset on. */
function header(at: number, ...bytes: readonly number[]): Buffer {
  const frame = encode('answer', 1, Buffer.alloc(0));
  frame.set(bytes, at);
  return frame;
}

describe('a header that no runner sends ends the connection, before its payload came:', () => {
  test.each<[what: string, bytes: Buffer]>([
    ['a payload of one byte too much', header(0, 0, 1, 0, 1)],
    ['the largest payload that there can be', header(0, 255, 255, 255, 255)],
    ['no kind', header(8, 0)],
    ['an unknown kind', header(8, 63)],
    ['an unknown flag', header(9, 2)],
    ['an unknown flag beside the known one', header(9, 3)],
    ...[10, 11, 12, 13, 14, 15].map((at): [string, Buffer] => [`reserved byte ${at}`, header(at, 1)]),
  ])('%s', (_, bytes) => {
    expect(() => framesOf(bytes)).toThrow('malformed frame');
    expect(() => framesOf(bytes.subarray(0, 7), bytes.subarray(7))).toThrow('malformed frame');
  });
});

test('the largest payload arrives, and a larger message takes as few frames as it can', () => {
  const sizes = [0, 1, maxPayload, maxPayload + 1, 2 * maxPayload].map((size) =>
    framesOf(encode('content', 7, Buffer.alloc(size, 1))).map(({ payload, more }) => [payload.length, more]),
  );
  expect(sizes).toEqual([
    [[0, false]],
    [[1, false]],
    [[maxPayload, false]],
    [
      [maxPayload, true],
      [1, false],
    ],
    [
      [maxPayload, true],
      [maxPayload, false],
    ],
  ]);
});

/** Joins the parts of content that belong to one frame. Frames of content must have different ids. */
function joined(frames: readonly Frame[]): Frame[] {
  const all: Frame[] = [];
  for (const frame of frames) {
    const last = all.at(-1);
    const isPart = frame.kind === kinds.content && last?.kind === kinds.content && last.id === frame.id;
    if (isPart) all.splice(-1, 1, { ...frame, payload: Buffer.concat([last.payload, frame.payload]) });
    else all.push(frame);
  }
  return all;
}

test('content arrives in the parts that come, anything else when it is whole', () => {
  const [content, answer] = [
    encode('content', 7, Buffer.from('abcdef')),
    encode('answer', 7, Buffer.from('{"a":1}')),
  ];
  const both = Buffer.concat([content, answer]);
  const texts = (...pieces: readonly Buffer[]): string[] =>
    framesOf(...pieces).map(({ payload }) => payload.toString());
  expect(texts(both.subarray(0, 9), both.subarray(9, 16), both.subarray(16))).toEqual(['abcdef', '{"a":1}']);
  expect(
    texts(both.subarray(0, 18), both.subarray(18, 19), both.subarray(19, 40), both.subarray(40)),
  ).toEqual([...['ab', 'c', 'def'], '{"a":1}']);
});

test('frames are the same however their bytes are split', () => {
  const idOf = (number: number): number => 2 ** 32 - 1 - number;
  const message = fc.tuple(
    fc.constantFrom(...(Object.keys(kinds) as FrameKind[])),
    fc.uint8Array({ maxLength: 50 }),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.nat(60)), (messages, sizes) => {
      const all = Buffer.concat(
        messages.map(([kind, payload], number) => encode(kind, idOf(number), payload)),
      );
      const pieces: Buffer[] = [];
      let at = 0;
      for (const size of sizes) {
        pieces.push(all.subarray(at, at + size));
        at += size;
      }
      const expected = messages.map(([kind, payload], number) => ({
        kind: kinds[kind],
        id: idOf(number),
        more: false,
        payload: Buffer.from(payload),
      }));
      expect(joined(framesOf(...pieces, all.subarray(at)))).toEqual(expected);
    }),
  );
});

describe('before the magic line', () => {
  const reading = () => frameReader(() => expect.unreachable('there is no frame'));

  test('64 KiB of text are passed over, more are an error that shows how they begin', () => {
    const reader = reading();
    reader.push(Buffer.alloc(64 * 1024, 'x'));
    expect(() => reader.push(Buffer.from('x'))).toThrow(new Error(`no runner answered: ${'x'.repeat(500)}`));
  });

  test('text is the reason why there is no runner; after it, it is not', () => {
    const reader = reading();
    expect(reader.banner()).toBe('');
    reader.push(Buffer.from(` no shell\n${'y'.repeat(1000)}`));
    expect(reader.banner()).toBe(`no shell\n${'y'.repeat(490)}`);
    reader.push(magic);
    expect(reader.banner()).toBe('');
  });
});
