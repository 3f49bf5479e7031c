import { readFileSync } from 'node:fs';
import { defaultSpecs, defaultSpecsA } from '@hostspec/default-specs';
import type { Catalog } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { linuxSpecs } from './index.js';

const packages = new URL('../../', import.meta.url);
const built = async (folder: string): Promise<Readonly<Record<string, Catalog>>> =>
  import(new URL(`${folder}/dist/index.js`, packages).href);

/** A catalog as data: of functions, only whether they are there. */
const dataOf = (catalog: unknown): unknown =>
  JSON.parse(JSON.stringify(catalog, (_key, value) => (typeof value === 'function' ? 'function' : value)));

// What is composed here is checked; what was built is not checked at each start.
describe.each([
  { folder: 'linux-specs', name: 'linuxSpecs', checked: linuxSpecs },
  { folder: 'default-specs', name: 'defaultSpecs', checked: defaultSpecs },
  { folder: 'default-specs', name: 'defaultSpecsA', checked: defaultSpecsA },
])('the built $name', ({ folder, name, checked }) => {
  test('is the catalog that is composed of the domains', async () => {
    const { [name]: catalog } = await built(folder);
    expect(dataOf(catalog)).toEqual(dataOf(checked));
  });

  test('has no domain to load', () => {
    const text = readFileSync(new URL(`${folder}/dist/index.js`, packages), 'utf8');
    const imported = [...text.matchAll(/ from "(@[^"]+)";$/gm)].map(([, from]) => from);
    expect([...new Set(imported)]).toEqual(['@hostspec/spec']);
  });

  test.each([
    ['a spec that is not valid', { type: 'simple_file', path: '', doc: 'd' }, 'INVALID_SPEC'],
    [
      'a command that is not valid',
      { type: 'simple_command', command: "/bin/echo '", doc: 'd' },
      'INVALID_COMMAND_LINE',
    ],
  ])('refuses %s', async (_case, spec, code) => {
    const { [name]: catalog } = await built(folder);
    expect(() => catalog?.extend({ added: spec } as never)).toThrow(expect.objectContaining({ code }));
  });
});
