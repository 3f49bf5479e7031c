import { fromFileSystem } from '@hostspec/files';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveNameOf, decodeName, encodeName, fitName } from './archive-name.js';

/** These tests have a row in this section of ASSURANCE. */
const promise = { meta: { assurance: 'Bytes' } };

/** Names as on a host: any bytes except NUL and slash, not always UTF-8. */
const names = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }).map((text) => Buffer.from(text)),
      fc
        .constantFrom('%', '%41', '%0a', '.', '..', '\n', 'é', '~2', '\u007f', '\u0085')
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) =>
    fromFileSystem(Buffer.from(Buffer.concat(parts).filter((byte) => byte !== 0 && byte !== 0x2f))),
  )
  .filter((name) => name !== '');

describe('encodeName', () => {
  test.each([
    ['ordinary é name', 'ordinary é name'],
    ['..', '%2E%2E'],
    ['.', '%2E'],
    ['...', '...'],
    ['a\nb', 'a%0Ab'],
    ['100%', '100%'],
    ['a%20b', 'a%2520b'],
    ['5%Ax', '5%Ax'],
    ['\udcff\udc80', '%FF%80'],
    ['\u0085', '%C2%85'],
    ['a/b', 'a%2Fb'],
    ['\ud83d\ude00', '\ud83d\ude00'],
  ])('%j is written as %s', (name, encoded) => expect(encodeName(name)).toBe(encoded));

  test(
    'every name survives, and the result is UTF-8 without control characters, slashes or dots alone',
    promise,
    () => {
      fc.assert(
        fc.property(names, (name) => {
          const encoded = encodeName(name);
          expect(decodeName(encoded)).toBe(name);
          expect(encoded).not.toMatch(/[/\p{Cc}\p{Cs}]/u);
          expect(['.', '..', '']).not.toContain(encoded);
        }),
        { numRuns: 5000 },
      );
    },
  );

  test('two names never become one', promise, () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        fc.pre(one !== other);
        expect(encodeName(one)).not.toBe(encodeName(other));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('fitName', () => {
  test('has at most 255 bytes, ends in the suffix and does not split a character or escape', () => {
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 60 }), fc.nat(), (parts, number) => {
        const encoded = encodeName(parts.join(''));
        const fitted = fitName(encoded, `~${number}`);
        expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(255);
        expect(fitted.endsWith(`~${number}`)).toBe(true);
        const kept = fitted.slice(0, -`~${number}`.length);
        expect(encoded.startsWith(kept)).toBe(true);
        expect(kept).not.toMatch(/\p{Cs}/u);
        if (kept !== encoded) expect(Buffer.byteLength(fitted)).toBeGreaterThan(255 - 4);
      }),
    );
  });

  test('a name that fits is unchanged', () => expect(fitName('a'.repeat(255))).toBe('a'.repeat(255)));
});

describe('archiveNameOf', () => {
  test.each([
    ['web01.example', 'web01.example.tar.gz'],
    ['podman://db', 'podman%3A%2F%2Fdb.tar.gz'],
    ['-x', '%2Dx.tar.gz'],
    ['..', '%2E..tar.gz'],
    ['2001:db8::1', '2001%3Adb8%3A%3A1.tar.gz'],
    ['a%2Fb', 'a%252Fb.tar.gz'],
  ])('%s becomes %s', (host, name) => expect(archiveNameOf(host, 'tar.gz')).toBe(name));

  test('no host takes the name of the file of lines', () => {
    expect(archiveNameOf('hosts', 'ndjson')).toBe('%68osts.ndjson');
    expect(archiveNameOf('hosts.ndjson', 'directory')).toBe('%68osts.ndjson');
  });

  test('every name is safe, and different hosts have different names', () => {
    const host = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string({ minLength: 190, maxLength: 260 }),
    );
    fc.assert(
      fc.property(host, host, (one, other) => {
        const name = archiveNameOf(one, 'tar.gz');
        expect(name).toMatch(/^[A-Za-z0-9_@%][A-Za-z0-9._@%~-]*\.tar\.gz$/);
        expect(name.length).toBeLessThanOrEqual(240);
        expect(name === archiveNameOf(other, 'tar.gz')).toBe(one === other);
      }),
    );
  });
});
