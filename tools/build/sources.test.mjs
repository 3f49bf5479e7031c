import { expect, test } from 'vitest';
import { checksums, whyStale } from './sources.mjs';

const built = { cli: 'a', engine: 'b' };
const read = () => JSON.stringify(built);

test.each([
  ['a build of the same sources', read, built, undefined],
  ['no build', () => JSON.parse(''), built, 'the command is not built; run npm run build'],
  ['a record that is cut', () => '{"cli":', built, 'the command is not built; run npm run build'],
  [
    'a changed source',
    read,
    { ...built, engine: 'c' },
    'the build of the command is older than the source of engine; run npm run build',
  ],
])('%s', (_case, record, now, why) => {
  expect(whyStale(record, () => now)).toBe(why);
});

test('each package has its own checksum, which is the same whenever it is made', () => {
  const made = checksums(['cli', 'engine']);
  expect(new Set(Object.values(made)).size).toBe(2);
  expect(checksums(['cli', 'engine'])).toEqual(made);
});
