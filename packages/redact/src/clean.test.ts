import { defined } from '@hostspec/host-kit';
import { expect, test } from 'vitest';
import { allRules, createRedaction } from './index.js';
import { clean } from './testing/clean.js';
import { fixtures, through } from './testing/content.js';

/** False masks allowed per megabyte of clean text. */
const budget = 1;

/** Masks contents and returns the lines with a mask. */
function maskedLines(contents: readonly (readonly [Uint8Array, (string | undefined)?])[]): {
  lines: string[];
  bytes: number;
} {
  const { content, report } = createRedaction();
  const lines = contents.flatMap(([bytes, path]) => {
    const text = through(content(defined({ path })), [bytes]).toString();
    return text.split('\n').filter((line) => line.includes('__secret_'));
  });
  return { lines, bytes: report().bytes };
}

test.each(Object.entries(clean))('text about %s that is similar to secrets has no mask', (_, text) => {
  expect(maskedLines([[Buffer.from(text)]]).lines).toEqual([]);
});

test('the clean text has the keywords that most rules look for', () => {
  const text = Object.values(clean).join('').toLowerCase();
  const generic = [
    'pass',
    'password ',
    'secret',
    'token',
    '_auth',
    'auth=',
    '://',
    'user ',
    'psk',
    'community',
  ];
  for (const keyword of generic) expect(text).toContain(keyword);
  const known = allRules.filter(({ keywords }) => keywords.some((each) => text.includes(each.toLowerCase())));
  expect(known.length).toBeGreaterThan(allRules.length / 3);
});

test('the fixtures of all packages have at most one false mask a megabyte', () => {
  const files = [...fixtures()]
    // The fixtures have one real password, `example`: a mask of it is not a false mask.
    .map(
      ([path, text]) =>
        [
          Buffer.from(text.toString().replace(/(?<=password[ =])example$/gm, 'none')),
          // The path of a fixture that describes a whole host is not a path on a host.
          /\/fixtures\/(?:hosts\/|[^/]*\.yaml$)/.test(path) ? undefined : path,
        ] as const,
    );
  const { lines, bytes } = maskedLines(files);
  expect(bytes).toBeGreaterThan(100_000);
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual((budget * bytes) / 1e6);
});
