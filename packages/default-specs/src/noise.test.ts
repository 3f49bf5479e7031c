import { readFileSync } from 'node:fs';
import { noiseRule, specsWithNoise } from '@hostspec/parse/noise';
import { expect, test } from 'vitest';

test('every rule is for a spec of the catalog', () => {
  const catalog = new URL('../fixtures/catalog.json', import.meta.url);
  const text = readFileSync(catalog, 'utf8');
  const unknown = specsWithNoise.filter((name) => !text.includes(`"${name}"`));
  expect(unknown).toEqual([]);
  expect(noiseRule('constructor')).toBeUndefined();
});
