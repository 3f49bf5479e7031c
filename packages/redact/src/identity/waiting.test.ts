import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Found, IdentityKind, Place } from './view.js';
import { createWriter, gapAfter, hasSpace, waitingValues } from './waiting.js';

type Value = Omit<Found, 'kind'> & { readonly kind?: IdentityKind };

/** Tries every place of a text at which one of the values is found, and writes up to each limit. `at` is the place of each value. */
function written(
  text: string,
  values: readonly (Value & { readonly at?: number })[],
  ...limits: readonly number[]
) {
  const bytes = Buffer.from(text, 'latin1');
  const counts: string[] = [];
  const places: Place[] = [];
  const find = (_: unknown, place: Place): Found | undefined => {
    places.push(place);
    const value = values.find(({ at, start, end }) => (at ?? start) === place.at && end > place.floor);
    if (value === undefined) return undefined;
    return { ...value, kind: value.kind ?? 'ip', start: Math.max(value.start, place.floor) };
  };
  const waiting = waitingValues(find, (kind) => counts.push(kind));
  const view = { bytes, text: () => text };
  const next = values.map(({ at, start }) => waiting.tryAt(view, at ?? start, false));
  const parts = [...limits, text.length].map((limit) => {
    const output = createWriter(8);
    waiting.write(bytes, limit, output);
    return Buffer.from(output.take()).toString('latin1');
  });
  return { text: parts.join(''), parts, counts, next, places, waiting };
}

const value = (start: number, end: number, text: string) => ({ start, end, text });

test('values are replaced and counted, the text around them stays', () => {
  const found = written('a 10 b 20 c', [value(2, 4, 'XYZ'), { ...value(7, 9, ''), kind: 'mac' }]);
  expect(found).toMatchObject({ text: 'a XYZ b  c', counts: ['ip', 'mac'], next: [4, 9] });
  expect(found.waiting.isEmpty()).toBe(true);
});

test('a value that becomes itself is not counted', () => {
  expect(written('a 10 b', [value(2, 4, '10')])).toMatchObject({ text: 'a 10 b', counts: [] });
  expect(written('a 10 b', [value(2, 4, '11')])).toMatchObject({ text: 'a 11 b', counts: ['ip'] });
});

test('a place without a value leaves the next one to the caller', () => {
  const find = (_: unknown, { at }: Place): Found | undefined =>
    at === 1 ? { start: 1, end: 2, text: 'X', kind: 'ip' } : undefined;
  const { tryAt, isEmpty } = waitingValues(find, () => {});
  const view = { bytes: Buffer.from('-b-é', 'latin1'), text: () => '-b-é' };
  expect(tryAt(view, 0, false)).toBeUndefined();
  expect(tryAt(view, 2, true)).toBeUndefined();
  expect(isEmpty()).toBe(true);
  expect(tryAt(view, 1, true)).toBe(2);
  expect(isEmpty()).toBe(false);
});

test('behind an escape sequence, nothing but a letter or digit starts a value', () => {
  const asked: number[] = [];
  const find = (_: unknown, { at }: Place) => {
    asked.push(at);
    return undefined;
  };
  const { tryAt } = waitingValues(find, () => {});
  const view = { bytes: Buffer.from('/b:1'), text: () => '/b:1' };
  for (const at of [0, 1, 2, 3]) {
    tryAt(view, at, true);
    tryAt(view, at, false);
  }
  expect(asked).toEqual([0, 1, 1, 2, 3, 3]);
});

test('a value that contains earlier ones replaces them', () => {
  const values = [value(2, 4, 'A'), value(5, 7, 'B'), { ...value(2, 10, 'ALL'), at: 8 }];
  expect(written('x 10.20.30 y', values)).toMatchObject({ text: 'x ALL y', counts: ['ip'] });
});

test('a value that begins within an earlier one is asked for again from its end', () => {
  const found = written('x 1020x30 y', [value(2, 6, 'A'), { ...value(4, 9, 'B'), at: 7 }]);
  expect(found).toMatchObject({ text: 'x AB y', next: [6, 9] });
  expect(found.places.map(({ at, floor, lastEnd }) => [at, floor, lastEnd])).toEqual([
    [2, 0, -1],
    [7, 0, 6],
    [7, 6, 6],
  ]);
  expect(written('x 1020', [value(2, 4, 'A'), value(4, 6, 'B')])).toMatchObject({
    text: 'x AB',
    places: [{ at: 2 }, { at: 4 }],
  });
  expect(written('x 1020x30 y', [value(2, 6, 'A'), { ...value(4, 6, 'B'), at: 7 }])).toMatchObject({
    text: 'x Ax30 y',
    next: [6, 8],
  });
});

test('a limit writes values that start before it as a whole, and no others', () => {
  const values = [value(2, 6, 'A'), value(8, 9, 'B')];
  expect(written('x 1020 a1 y', values, 2).parts).toEqual(['x ', 'A aB y']);
  expect(written('x 1020 a1 y', values, 3).parts).toEqual(['x A', ' aB y']);
  expect(written('x 1020 a1 y', values, 5, 6, 7, 8, 9).parts).toEqual(['x A', '', ' ', 'a', 'B', ' y']);
  expect(written('x 1020 a1 y', values, 3).waiting.written()).toBe(11);
});

test('after a shift, all positions are lower', () => {
  const find = (_: unknown, { at }: Place): Found => ({ start: at, end: at + 1, text: 'X', kind: 'ip' });
  const { tryAt, write, shift, written: position } = waitingValues(find, () => {});
  const view = (text: string) => ({ bytes: Buffer.from(text), text: () => text });
  const out = createWriter(4);
  tryAt(view('abcdef'), 1, false);
  tryAt(view('abcdef'), 4, false);
  write(Buffer.from('abcdef'), 3, out);
  shift(2);
  expect(position()).toBe(1);
  tryAt(view('cdef'), 3, false);
  write(Buffer.from('cdef'), 4, out);
  expect(Buffer.from(out.take()).toString()).toBe('aXcdXX');
});

test('the column behind a value keeps its width', () => {
  expect(written('10.1     END', [value(0, 4, '10.200')]).text).toBe('10.200   END');
  expect(written('10.200   END', [value(0, 6, '10.1')]).text).toBe('10.1     END');
  expect(written('10.1:80   END', [value(0, 4, '10.20')]).text).toBe('10.20:80  END');
  expect(written('10.1  END', [value(0, 4, '10.20000')]).text).toBe('10.20000  \tEND');
  expect(written('10.1 END  x', [value(0, 4, '10.20')]).text).toBe('10.20 END  x');
});

test('values of one word share its column, those of other words have their own', () => {
  const word = '1,2      END';
  expect(written(word, [value(0, 1, 'AAA'), value(2, 3, 'BB')]).text).toBe('AAA,BB   END');
  expect(written(word, [value(0, 1, 'AAA'), value(2, 3, '2')]).text).toBe('AAA,2    END');
  expect(written('1,2   END', [value(0, 1, 'AAAAA'), value(2, 3, '2')]).text).toBe('AAAAA,2   \tEND');
  expect(written('1    2    END', [value(0, 1, 'AAA'), value(5, 6, 'BB')]).text).toBe('AAA  BB   END');
  const far = `1${'-'.repeat(200)}2      END`;
  expect(written(far, [value(0, 1, 'AAA'), value(201, 202, 'BB')]).text).toBe(
    `AAA${'-'.repeat(200)}BB   END`,
  );
  expect(written(`-${far}`.replace('1-', '1--'), [value(1, 2, 'AAA'), value(203, 204, 'BB')]).text).toBe(
    `-AAA${'-'.repeat(201)}BB     END`,
  );
});

test('a gap stays in a line that has a quote before it, because JSON has no tab in a string', () => {
  const one = [value(2, 3, 'AAA')];
  expect(written('".1  END', one).text).toBe('".AAA  END');
  expect(written('"\n1  END', one).text).toBe('"\nAAA  \tEND');
  expect(written('..1  "D', one).text).toBe('..AAA  \t"D');
  const two = [...one, value(7, 8, 'BBB')];
  expect(written('..1"  .2  END', two).text).toBe('..AAA"  .BBB  END');
  expect(written('..1   .2  END', [value(2, 3, '"'), two[1] as Value]).text).toBe('.."   .BBB  END');
  expect(written('..1  "\n2  END', two, 4).text).toBe('..AAA  \t"\nBBB  \tEND');
});

test('a gap that a later value begins in stays', () => {
  expect(written('1   2', [value(0, 1, 'AAA'), { ...value(2, 5, 'X'), at: 3 }]).text).toBe('AAA X');
  expect(written('1   2', [value(0, 1, 'AAA'), value(4, 5, 'X')]).text).toBe('AAA   \tX');
});

test('spaces and line ends are found in a range, and nowhere else', () => {
  for (const space of [' ', '\t', '\n', '\v', '\f', '\r']) {
    const bytes = Buffer.from(`ab${space}cd`);
    expect([hasSpace(bytes, 0, 5), hasSpace(bytes, 2, 3)]).toEqual([true, true]);
    expect([hasSpace(bytes, 0, 2), hasSpace(bytes, 3, 9), hasSpace(bytes, 2, 2)]).toEqual([
      false,
      false,
      false,
    ]);
  }
  expect(hasSpace(Buffer.from('\x08\x0e\x1f!\xa0', 'latin1'), 0, 5)).toBe(false);
});

test('ranges of any length and texts are written in order, however many there are', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, each) => each));
  for (const expected of [0, 10, 100_000]) {
    const { copy, write, take } = createWriter(expected);
    const wanted: Buffer[] = [];
    for (const length of [0, 1, 47, 48, 49, 200, 3, 48])
      for (let from = 0; from + length <= 256; from += 51) {
        copy(bytes, from, from + length);
        write(`<\xe9${length}>`);
        wanted.push(bytes.subarray(from, from + length), Buffer.from(`<\xe9${length}>`, 'latin1'));
      }
    expect(Buffer.from(take()).equals(Buffer.concat(wanted))).toBe(true);
  }
});

test('nothing is written for an empty or a reversed range', () => {
  const { copy, take } = createWriter(4);
  copy(Buffer.from('abc'), 2, 2);
  expect(take()).toHaveLength(0);
});

const gap = (text: string, more: number, at = 0) => gapAfter(Buffer.from(text, 'latin1'), at, more);

test('two or more spaces after a word become as many as keep its column', () => {
  expect(gap('word     x', 2)).toEqual({ start: 4, end: 9, text: '   ' });
  expect(gap('word     x', 3)).toEqual({ start: 4, end: 9, text: '  ' });
  expect(gap('word     x', -2)).toEqual({ start: 4, end: 9, text: '       ' });
  expect(gap('a word   x', 1, 4)).toEqual({ start: 6, end: 9, text: '  ' });
  expect(gap('a   x', 1, 1)).toEqual({ start: 1, end: 4, text: '  ' });
});

test('a gap without room for that gets a tab, and one with a tab grows', () => {
  expect(gap('word     x', 4)).toEqual({ start: 4, end: 9, text: '     \t' });
  expect(gap('word  x', 1)).toEqual({ start: 4, end: 6, text: '  \t' });
  expect(gap('word  \tx', 1)).toEqual({ start: 4, end: 7, text: '   \t' });
  expect(gap('word  \tx', -1)).toEqual({ start: 4, end: 7, text: '  ' });
});

test('other white space is no column', () => {
  for (const text of [
    'word x',
    'word\t\tx',
    'word \tx',
    'word  \t\tx',
    'word  \t x',
    'word\n  x',
    'word ',
    '',
  ])
    expect([text, gap(text, 2)]).toEqual([text, undefined]);
});

test('a word goes on for 40 bytes, and a gap for 63', () => {
  expect(gap(`${'x'.repeat(40)}   y`, 1)).toEqual({ start: 40, end: 43, text: '  ' });
  expect(gap(`${'x'.repeat(41)}   y`, 1)).toBeUndefined();
  expect(gap(`x${' '.repeat(63)}y`, 4)).toEqual({ start: 1, end: 64, text: ' '.repeat(59) });
  expect(gap(`x${' '.repeat(64)}y`, 4)).toBeUndefined();
});

test('every gap comes back, however much a word grows or shrinks', () => {
  const white = fc
    .tuple(fc.nat({ max: 70 }), fc.constantFrom('', '\t', '\t\t', '\t ', '\n'))
    .map(([spaces, more]) => `${' '.repeat(spaces)}${more}`);
  fc.assert(
    fc.property(white, fc.integer({ min: -120, max: 120 }), (between, more) => {
      const changed = (text: string, by: number): string => {
        const found = gap(text, by);
        return found === undefined
          ? text
          : `${text.slice(0, found.start)}${found.text}${text.slice(found.end)}`;
      };
      expect(changed(changed(`a${between}b`, more), -more)).toBe(`a${between}b`);
    }),
    { numRuns: 2000 },
  );
});
