import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { noiseRule, specsWithNoise } from '@hostspec/parse/noise';
import { expect, test } from 'vitest';

test('every rule is for a spec of a catalog', () => {
  const packages = new URL('../../', import.meta.url);
  const texts = readdirSync(packages)
    .map((name) => new URL(`${name}/specs.json`, packages))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  const unknown = specsWithNoise.filter((name) => !texts.some((text) => text.includes(`"${name}"`)));
  expect(unknown).toEqual([]);
  expect(noiseRule('constructor')).toBeUndefined();
});
