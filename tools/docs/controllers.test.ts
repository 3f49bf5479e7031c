import { readFileSync } from 'node:fs';
import { defaultSpecs, defaultSpecsA } from '@hostspec/default-specs';
import { linuxSpecs } from '@hostspec/linux-specs';
import { nameMatcher } from '@hostspec/spec';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('../../packages/docs/ASSURANCE.md', import.meta.url), 'utf8');

test('ASSURANCE.md says who controls the input of every provider, and of no other', () => {
  const [, section = ''] = document.split('### Who controls the input of each provider');
  const [table = ''] = section.split('\n#');
  const patterns = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const names = [linuxSpecs, defaultSpecs, defaultSpecsA].flatMap(({ providers }) => Object.keys(providers));
  expect(names.filter((name) => !patterns.some((pattern) => nameMatcher(pattern)(name)))).toEqual([]);
  expect(patterns.filter((pattern) => !names.some((name) => nameMatcher(pattern)(name)))).toEqual([]);
});
