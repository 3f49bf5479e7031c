import { isZeroBytes, mostZeros, zeroBytes } from '@hostspec/host-kit';
import type { Redaction } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../tools/test/seed.js';
import {
  allRules,
  chainRedactions,
  createIdentityMap,
  createLineFilter,
  createRedaction,
  identityKinds,
} from '../index.js';
import { ruleOf } from '../testing/rule.js';
import { passingZeros } from './passing-zeros.js';

/** A redactor that logs the sizes of its pieces. The test sets `keepsZeros` and the masks. */
function logged() {
  const state = { sizes: [] as number[], keepsZeros: true, keepsAfter: true, masks: 0, more: 0 };
  const redactor = passingZeros(
    {
      push(piece) {
        state.sizes.push(piece.length);
        state.keepsZeros = state.keepsAfter;
        state.masks += state.more;
        return new Uint8Array(1);
      },
      end: () => new Uint8Array(2),
      masked: () => ({ one: state.masks, two: 1 }),
      keepsZeros: () => state.keepsZeros,
    },
    100,
  );
  const push = (...sizes: readonly number[]) => sizes.map((size) => redactor.push(zeroBytes(size)).length);
  return { state, redactor, push };
}

test('once zeros changed nothing, more of them are not looked at', () => {
  const { state, redactor, push } = logged();
  expect(push(100, 100, 5000)).toEqual([1, 100, 5000]);
  expect(state.sizes).toEqual([100]);
  expect(redactor.end()).toHaveLength(2);
  expect(redactor.masked()).toEqual({ one: 0, two: 1 });
});

test('fewer zeros than a window are looked at, and other bytes', () => {
  const { state, redactor, push } = logged();
  push(99, 99);
  redactor.push(Buffer.alloc(100));
  redactor.push(Buffer.alloc(100, 'x'));
  expect(state.sizes).toEqual([99, 99, 100, 100]);
  push(100, 100);
  expect(state.sizes).toEqual([99, 99, 100, 100, 100]);
  redactor.push(Buffer.alloc(100, 'x'));
  push(100);
  expect(state.sizes).toHaveLength(7);
});

test('zeros are looked at as long as they change something', () => {
  for (const change of [{ keepsZeros: false, keepsAfter: false }, { keepsAfter: false }, { more: 1 }]) {
    const { state, push } = logged();
    Object.assign(state, change);
    expect(push(100, 100, 100)).toEqual([1, 1, 1]);
    Object.assign(state, { keepsZeros: true, keepsAfter: true, more: 0 });
    expect(push(100, 100, 100)).toEqual([1, 100, 100]);
  }
});

const key = Buffer.alloc(32, 7);
// A user's rule may match zeros.
const zerosBehindAWord = ruleOf('behind', 'aaa', /aaa(\0{4,4000})/, '\\0');
const zerosThemselves = ruleOf('zeros', '\0\0\0', /\0\0\0(\0{8,40})/);

// Lengths of runs of zeros. Only a run that fills the window of a redaction, or a line, can be skipped.
const windows = [1, 4608, 4609, 5000, 70_000, 70_000, 70_000, 140_000];
const lines = [5000, mostZeros - 1, mostZeros, mostZeros];

interface Kind {
  readonly make: () => Redaction;
  readonly lengths: readonly number[];
  /** True if no zeros may be skipped. */
  readonly looks?: boolean;
}

const matching = (expression: RegExp) => ({ matches: (line: string) => expression.test(line) });

const kinds: Readonly<Record<string, Kind>> = {
  secrets: { make: () => createRedaction({ key }), lengths: windows },
  'zeros behind a word': {
    make: () => createRedaction({ key, rules: [...allRules, zerosBehindAWord] }),
    lengths: windows,
  },
  'zeros themselves': {
    make: () => createRedaction({ key, rules: [zerosThemselves] }),
    lengths: [5000],
    looks: true,
  },
  identity: {
    make: () =>
      createIdentityMap({
        key,
        kinds: identityKinds,
        hostnames: ['web01.example.com'],
        users: ['aaa'],
        keywords: ['abc'],
      }),
    lengths: windows,
  },
  lines: { make: () => createLineFilter({ texts: ['acme'], tests: [matching(/^user/)] }), lengths: lines },
  'lines of zeros': {
    make: () => createLineFilter({ tests: [matching(/^\0/)] }),
    lengths: lines,
    looks: true,
  },
  'one after the other': {
    make: () => chainRedactions(createRedaction({ key }), createIdentityMap({ key, kinds: identityKinds })),
    lengths: windows,
  },
};

/** Text with secrets and values, whole and cut off, also at its end. */
function textOf(random: (below: number) => number): Buffer {
  const words = [
    'password=Zq1kW9x',
    'password=',
    'password: "Zq1',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7',
    '-----BEGIN RSA PRIVATE KEY-----\n',
    '10.1.2.3',
    '10.1.2.',
    'web01.example.com',
    'web01',
    'aaa',
    'abc',
    'acme',
    'user 1',
    '\n',
    '\n',
    ' ',
    '\0',
    '\0'.repeat(1 + random(6000)),
    'x'.repeat(1 + random(6000)),
    'aa:bb:cc:00:11:22',
    '\x1f\x8b',
  ];
  return Buffer.from(
    Array.from({ length: random(12) }, () => words[random(words.length)]).join(''),
    'latin1',
  );
}

/** Pieces of text and of zeros. */
function piecesOf(random: (below: number) => number, lengths: readonly number[]): Uint8Array[] {
  return Array.from({ length: 2 + random(12) }, () =>
    random(5) === 0 ? textOf(random) : zeroBytes(lengths[random(lengths.length)] as number),
  );
}

/** The output, and the number of zeros that were skipped. */
function redacted(redaction: Redaction, pieces: readonly Uint8Array[]) {
  const content = redaction.content();
  const parts: Buffer[] = [];
  let passed = 0;
  for (const piece of pieces) {
    const bytes = content.push(piece);
    if (isZeroBytes(bytes) && bytes.byteOffset === piece.byteOffset && bytes.length === piece.length)
      passed += bytes.length;
    parts.push(Buffer.from(bytes));
  }
  parts.push(Buffer.from(content.end()));
  return { bytes: Buffer.concat(parts), masked: content.masked(), passed };
}

test.each(Object.entries(kinds))('runs of zeros are masked as any bytes: %s', (_, { make, lengths }) => {
  const random = randomNumbers();
  for (let round = 0; round < 12; round++) {
    const pieces = piecesOf(random, lengths);
    const fast = redacted(make(), pieces);
    // The redactor does not recognise a copy as zeros, and reads all of it.
    const plain = redacted(
      make(),
      pieces.map((piece) => Buffer.from(piece)),
    );
    expect(fast.bytes.equals(plain.bytes), `round ${round}`).toBe(true);
    expect(fast.masked, `round ${round}`).toEqual(plain.masked);
    expect(plain.passed).toBe(0);
  }
});

test.each(Object.entries(kinds))('only zeros that change nothing are not looked at: %s', (_, kind) => {
  const { make, lengths, looks = false } = kind;
  const zeros = Array.from({ length: 6 }, () => zeroBytes(Math.max(...lengths)));
  expect(redacted(make(), [Buffer.from('a first line\n'), ...zeros]).passed > 0).toBe(!looks);
});
