import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdentityMap, createIdentityUnmap, identityKinds } from '../index.js';
import { fixtures, through } from '../testing/content.js';

const key = Buffer.alloc(32, 7);
const all = [...fixtures()];
const names = {
  hostnames: ['web1.example.com', 'fileserver.example.org'],
  users: ['alice', 'anna', 'mark'],
  people: ['Anna Example'],
  keywords: ['blue heron'],
};

test('every fixture comes back byte for byte', () => {
  const map = createIdentityMap({ key, kinds: identityKinds, ...names });
  const unmap = createIdentityUnmap({ key });
  for (const [path, bytes] of all)
    expect(through(unmap.content(), [through(map.content(), [bytes])]).equals(bytes), path).toBe(true);
});

// Words and lines of the fixtures, joined at random.
const parts = all.flatMap(([, bytes]) => bytes.toString('latin1').split(/(?<=\n)|(?= )/));
const mixed = fc
  .array(
    fc.tuple(fc.nat({ max: parts.length - 1 }), fc.constantFrom('', '', ' ', '  ', '      ', '\n', '\t')),
    {
      maxLength: 80,
    },
  )
  .map((chosen) => Buffer.from(chosen.flatMap(([at, sign]) => [parts[at], sign]).join(''), 'latin1'));

test('mixed parts of the fixtures come back byte for byte, whatever kinds are mapped', () => {
  const kinds = fc.subarray([...identityKinds], { minLength: 1 });
  fc.assert(
    fc.property(mixed, kinds, (bytes, chosen) => {
      const map = createIdentityMap({ key, kinds: chosen, ...names });
      const unmap = createIdentityUnmap({ key, kinds: chosen });
      expect(through(unmap.content(), [through(map.content(), [bytes])]).toString('latin1')).toBe(
        bytes.toString('latin1'),
      );
    }),
    { numRuns: 300 },
  );
});
