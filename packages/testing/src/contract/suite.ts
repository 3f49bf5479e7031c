import type { Catalog } from '@hostspec/spec';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeHost } from '../fake-host.js';
import { fixtureHosts } from '../host-file.js';
import { collectionViolations } from './collected.js';
import {
  dataViolations,
  docViolations,
  evaluationViolations,
  nameViolations,
  referenceViolations,
  settingViolations,
  tokenViolations,
  useViolations,
  writtenViolations,
} from './violations.js';

/** Further options of the contract suite. */
export interface ContractOptions {
  /** A folder of hosts, as for `fixtureHosts`, from which every collection type can be collected. */
  readonly fixtures: string | URL;
  /** Variants of the slice, by name. Each spec that `linux` adds is collected from at least one of the hosts. */
  readonly variants?: Readonly<Record<string, Catalog<object>>>;
  /** Each spec of the slice is collected from at least one of the hosts. */
  readonly everySpec?: true;
}

/**
 * Declares the tests that every slice must pass: its data, its docs, and collecting it from its fixtures. Their date is always 2026-01-02, so that fixtures can have dates.
 */
export function contractSuite(
  slice: Catalog<object>,
  { fixtures, variants = {}, everySpec }: ContractOptions,
): void {
  const base = slice as Catalog;
  const others = Object.entries(variants) as [string, Catalog][];
  const names = Object.keys(base.specs);
  const expectedOf = (variant: string, catalog: Catalog): readonly string[] => {
    if (variant === '') return everySpec ? names : [];
    return variant === 'linux' ? Object.keys(catalog.specs).filter((name) => !names.includes(name)) : [];
  };
  const [domain] = base.domains;

  describe(`contract of ${domain?.name}`, () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 2, 12) });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('one domain, its specs in alphabetical order', () => {
      expect(nameViolations(base)).toEqual([]);
    });

    test('every provider, condition and setting is used by a spec of it or of a variant', () => {
      expect(useViolations([base, ...others.map(([, catalog]) => catalog)])).toEqual([]);
    });

    describe.each([
      ['', '', base] as const,
      ...others.map(([name, c]) => [` of variant ${name}`, name, c] as const),
    ])('the specs%s', (_title, variant, catalog) => {
      test('refer to existing parts, with as many %s as are filled', () => {
        expect(referenceViolations(catalog)).toEqual([]);
      });

      test('have a doc of one line', () => {
        expect(docViolations(catalog)).toEqual([]);
      });

      test('have a written form', () => {
        expect(writtenViolations(catalog)).toEqual([]);
      });

      test('are plain data', () => {
        expect(dataViolations(catalog)).toEqual([]);
      });

      test('have no tokens except those of the brand', () => {
        expect(tokenViolations(catalog)).toEqual([]);
      });

      test('have settings whose defaults are allowed', () => {
        expect(settingViolations(catalog)).toEqual([]);
      });

      test('have providers and conditions that cope with an empty host', async () => {
        expect(await evaluationViolations(catalog, fakeHost())).toEqual([]);
      });

      test('have providers that keep their shape on the fixtures', async () => {
        for (const host of Object.values(fixtureHosts(fixtures)))
          expect(await evaluationViolations(catalog, host)).toEqual([]);
      });

      test('are collected from the fixtures, each collection type at least once', async () => {
        const expected = expectedOf(variant, catalog);
        expect(await collectionViolations(catalog, fixtureHosts(fixtures), expected)).toEqual([]);
      });
    });
  });
}
