import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { jsonReader } from './bounded-json.js';
import { giveBytes } from './cut.js';
import { defined } from './objects.js';
import { isPackedReason, packedReason, packingOf } from './packed.js';
import { addMasked, atMost, expressionProblem, jsonShown, shown } from './text.js';
import { asZeroBytes, isAllZero, isZeroBytes, mostZeros, zeroBytes } from './zeros.js';

describe('bytes in memory', () => {
  const given = async (content: string, maxBytes: number) => {
    const pieces: string[] = [];
    const cut = await giveBytes(
      Buffer.from(content),
      async (piece) => {
        const text = Buffer.from(piece).toString();
        await Promise.resolve();
        pieces.push(text);
      },
      maxBytes,
    );
    return { pieces, cut };
  };

  test.each([3, 4])('content of 3 bytes is given whole if %i bytes are allowed', async (maxBytes) => {
    expect(await given('abc', maxBytes)).toEqual({ pieces: ['abc'], cut: undefined });
  });

  test('of more bytes, the start is given, with how it was cut', async () => {
    const cut = { reason: 'the first 2 of 3 bytes', originalBytes: 3 };
    expect(await given('abc', 2)).toEqual({ pieces: ['ab'], cut });
  });

  test('of nothing, no piece is given', async () => {
    expect(await given('', 2)).toEqual({ pieces: [], cut: undefined });
  });
});

describe('an object', () => {
  test('only undefined is left out, and the order stays', () => {
    expect(Object.entries(defined({ z: 0, b: undefined, a: null, c: '' }))).toEqual([
      ['z', 0],
      ['a', null],
      ['c', ''],
    ]);
  });
});

describe('compressed content', () => {
  test.each([
    ['gzip', gzipSync('x').toString('hex')],
    ['xz', 'fd377a585a000004e6d6b446'],
    ['bzip2', '425a6839314159265359d2de'],
    ['bzip2', '425a683917724538509000000000'],
    ['zstd', '28b52ffd0458110000'],
    ['7z', '377abcaf271c00040000'],
    ['rar', '526172211a0701003392'],
    ['lz4', '04224d186440a7000000'],
    ['zip', '504b03040a0000000000'],
  ])('knows %s by its first bytes', (packing, digits) => {
    expect(packingOf(Buffer.from(digits, 'hex'))).toBe(packing);
  });

  test.each(['', 'BZh is a word', 'PK', '(/etc', 'plain text'])('%j is not compressed', (text) => {
    expect(packingOf(Buffer.from(text))).toBeUndefined();
  });

  test('why it is left out says how it is packed', () => {
    expect(packedReason('gzip')).toBe('it is packed by gzip, so nothing in it could be masked');
    expect([packedReason('xz'), 'permission denied'].map(isPackedReason)).toEqual([true, false]);
  });
});

describe('zeros', () => {
  test.each([
    [0, undefined, true, false],
    [1, undefined, true, true],
    [1, 0, false, false],
    [5000, undefined, true, true],
    [5000, 4999, false, false],
    [5000, 2500, false, false],
    [mostZeros, undefined, true, true],
    [mostZeros + 1, undefined, true, false],
    [mostZeros + 1, mostZeros, false, false],
  ])('%i bytes with something at %s', (length, at, all, run) => {
    const bytes = new Uint8Array(length);
    if (at !== undefined) bytes[at] = 1;
    expect(isAllZero(bytes)).toBe(all);
    const found = asZeroBytes(bytes);
    expect([isZeroBytes(found), found.length]).toEqual([run, length]);
    expect(isZeroBytes(bytes)).toBe(false);
  });

  test('a part of zeros is zeros, and a copy is not known as such', () => {
    const zeros = zeroBytes(1000);
    expect(isZeroBytes(zeros.subarray(10, 20))).toBe(true);
    expect(isZeroBytes(Uint8Array.from(zeros))).toBe(false);
  });

  test('zeros of another copy of this module are known', async () => {
    vi.resetModules();
    const other = await import('./zeros.js');
    expect(other.zeroBytes).not.toBe(zeroBytes);
    expect(isZeroBytes(other.zeroBytes(10))).toBe(true);
  });
});

describe('JSON', () => {
  const read = (text: string, limits = {}): unknown => jsonReader(limits).read(text);

  test.each([
    '0',
    '"a"',
    'null',
    '[]',
    '{}',
    '[1,[2,{"a":"[[[{{,,::"}]]',
    '{"a\\"[":"\\\\","b":"\\\\\\"]"}',
    '{"__proto__":{"x":1},"constructor":2}',
  ])('%s gives the same as JSON.parse', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
    expect(Object.getPrototypeOf(read('{"__proto__":{"x":1}}'))).toBe(Object.prototype);
  });

  test.each(['', '{', '[1,]', '"a', 'x', '{"a":1}}', '"\\'])('%j is not JSON', (text) => {
    expect(() => read(text)).toThrow('it is not JSON');
  });

  test('a text with too many values is refused before it is parsed', () => {
    expect(read('[1,2,3]', { values: 4 })).toEqual([1, 2, 3]);
    for (const text of ['[1,2,3,4]', '{"a":1,"b":2}', '[[],[]', ',,,,,'])
      expect(() => read(text, { values: 4 })).toThrow('it has more than 4 JSON values');
    // 6 MB of text that would use 130 MB of memory.
    expect(() => read(`[${'{},'.repeat(2_000_000)}0]`)).toThrow('it has more than 2000000 JSON values');
  });

  test('the content of strings does not count', () => {
    const text = JSON.stringify(['[{,:"\\'.repeat(1000)]);
    expect(read(text, { values: 2, depth: 1 })).toEqual(JSON.parse(text));
  });

  test('a text nested too deeply is refused', () => {
    expect(read('[[{"a":[]}]]', { depth: 4 })).toEqual([[{ a: [] }]]);
    expect(() => read('[[{"a":[[]]}]]', { depth: 4 })).toThrow('its JSON is nested more than 4 deep');
    expect(() => read('['.repeat(1_000_000))).toThrow('nested more than 64 deep');
  });

  test('the texts of one reader share its limits', () => {
    const reader = jsonReader({ values: 6, characters: 12 });
    reader.read('[1,2]');
    expect(() => jsonReader({ characters: 4 }).read('[1,2]')).toThrow(
      'it has more than 4 characters of JSON',
    );
    reader.read('[1,2]');
    expect(() => reader.read('[1]')).toThrow('it has more than 12 characters of JSON');
  });

  test('strings of escapes take linear time', () => {
    const text = `"${'\\\\\\"'.repeat(1_000_000)}"`;
    expect(read(text)).toHaveLength(2_000_000);
  });
});

describe('text', () => {
  test.each([
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'and 2 more'],
    ],
  ])('%j', (texts, shown) => {
    expect(atMost(texts, 2)).toEqual(shown);
  });

  test.each([
    ['"', '"\\""'],
    ['12345', '"12345"'],
    ['123456', '"1234…"'],
    [[1, 2], '[1,2]'],
    [[1, 2, 3], '[1,2…'],
    [undefined, 'miss…'],
  ])('%j is shown as JSON, with both quotes', (value, text) => {
    expect(jsonShown(value, 5)).toBe(text);
  });

  describe('text of a stranger', () => {
    test('that has at most as many characters as it may have is whole', () => {
      expect(shown('12345', 5)).toBe('12345');
      expect(shown('123456', 5)).toBe('1234…');
    });

    test.each([
      ['a line feed', 'a\nb', 'a\\u000ab'],
      ['an escape', '\x1b[2J', '\\u001b[2J'],
      ['a control character of C1', 'a\x9bb', 'a\\u009bb'],
      ['a text that runs backwards', 'a\u202eb', 'a\\u202eb'],
      ['a separator of lines and one of paragraphs', '\u2028\u2029', '\\u2028\\u2029'],
      ['half of a pair', 'a\ud800b', 'a\\ud800b'],
      ['a tag that nobody sees', '\u{e0041}', '\\ue0041'],
      ['other characters of any script', 'ß 漢 😀', 'ß 漢 😀'],
    ])('is shown with %s as an escape or as it is', (_, text, expected) => {
      expect(shown(text, 100)).toBe(expected);
    });
  });

  test.each([
    [{ error: 'missing closing )', input: '(' }, 'missing closing )'],
    [
      { error: 'trailing backslash at end of expression', input: null },
      'trailing backslash at end of expression',
    ],
    [{ error: 'invalid escape sequence', input: '\\1' }, '\\1 is not possible'],
  ])('%j in plain words, with what is allowed', (error, words) => {
    expect(expressionProblem(error)).toMatch(/^cannot be used: .*; allowed: RE2, without /);
    expect(expressionProblem(error)).toContain(`: ${words};`);
  });

  test('counts are added by rule', () => {
    const sum = { password: 2 };
    expect(addMasked(sum, { password: 3, token: 1 })).toBe(sum);
    expect(sum).toEqual({ password: 5, token: 1 });
  });

  test('a rule may be named like a property of every object', () => {
    expect(addMasked(addMasked({}, { constructor: 1 }), { constructor: 2 })).toEqual({ constructor: 3 });
  });
});
