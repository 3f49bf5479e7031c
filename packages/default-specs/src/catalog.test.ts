import { readFileSync } from 'node:fs';
import { applyBrand, type Catalog, type CollectionSpec, defaultBrand, typeArguments } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { DefaultSpecs, DefaultSpecsA, defaultSpecs, defaultSpecsA } from './index.js';

interface Published {
  readonly domain: string;
  readonly b?: unknown;
  readonly a?: unknown;
}

const published: Readonly<Record<string, Published>> = JSON.parse(
  readFileSync(new URL('../fixtures/catalog.json', import.meta.url), 'utf8'),
);

const domains = new Set(Object.values(published).map(({ domain }) => domain));

/** A spec's type and arguments alone, of nested specs too: what is published of it. */
function bare(spec: CollectionSpec): unknown {
  const keys = ['type', ...Object.keys(typeArguments[spec.type])];
  return Object.fromEntries(
    Object.entries(spec)
      .filter(([key]) => keys.includes(key))
      .map(([key, value]) => [key, bareArgument(value)]),
  );
}

function bareArgument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareArgument);
  return typeof value === 'object' && value !== null && 'type' in value
    ? bare(value as CollectionSpec)
    : value;
}

describe.each([
  { variant: 'b', catalog: defaultSpecs as unknown as Catalog, specs: 536, values: 0 },
  { variant: 'a', catalog: defaultSpecsA as unknown as Catalog, specs: 523, values: 3 },
] as const)('variant $variant', ({ variant, catalog, specs, values }) => {
  const entries = Object.entries(published).filter(([, entry]) => entry[variant] !== undefined);
  const names = Object.keys(catalog.specs).filter((name) => domains.has(catalog.domainOf[name] ?? ''));

  test(`has ${specs} specs and ${values} values, named as published`, () => {
    expect(names).toHaveLength(specs);
    expect(Object.keys(catalog.values)).toHaveLength(values);
    expect([...names, ...Object.keys(catalog.values)].sort()).toEqual(entries.map(([name]) => name).sort());
  });

  test.each(entries)('%s is as published', (name, entry) => {
    const spec = catalog.specs[name];
    if (spec) {
      expect(bare(applyBrand(name, spec))).toEqual(entry[variant]);
      expect(catalog.domainOf[name]).toBe(entry.domain);
    } else {
      const { domain, value } = catalog.values[name] ?? {};
      const branded = JSON.stringify(value).replaceAll('<client>', defaultBrand.client);
      expect({ type: null, value: JSON.parse(branded) }).toEqual(entry[variant]);
      expect(domain).toBe(entry.domain);
    }
  });

  test('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(catalog.specs))).toEqual(catalog.specs);
  });

  test('comes from the sixteen published domains, and those that were added since', () => {
    expect(domains.size).toBe(16);
    expect(catalog.domains.map(({ name }) => name)).toEqual(expect.arrayContaining([...domains]));
  });
});

test('the specs by name are those of the catalogs', () => {
  expect(DefaultSpecs).toBe(defaultSpecs.specs);
  expect(DefaultSpecsA).toBe(defaultSpecsA.specs);
  expect(DefaultSpecs.ethtool).toMatchObject({
    type: 'foreach_execute',
    command: '/sbin/ethtool %s',
    provider: { provider: 'interfaces' },
  });
});
