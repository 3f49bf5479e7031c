import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { factSpecs } from '@hostspec/parse/facts';
import { noiseRule, specsWithNoise } from '@hostspec/parse/noise';
import { expect, test } from 'vitest';

const packages = new URL('../../', import.meta.url);
const texts = readdirSync(packages)
  .map((name) => new URL(`${name}/specs.json`, packages))
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'));
const unknown = (specs: readonly string[]) =>
  specs.filter((name) => !texts.some((text) => text.includes(`"${name}"`)));

test('every rule is for a spec of a catalog', () => {
  expect(unknown(specsWithNoise)).toEqual([]);
  expect(noiseRule('constructor')).toBeUndefined();
});

test('typed facts come from specs of a catalog', () => expect(unknown(factSpecs)).toEqual([]));
