import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '@hostspec/host-kit';
import { factTables } from '@hostspec/parse/facts';
import { outcomeStatuses } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ReadFinding, readFindings, unknownCauses } from './read-findings.js';
import { lacksTests, testFailure } from './run-tests.js';

const packages = fileURLToPath(new URL('../..', import.meta.url));
const folders = readdirSync(packages);

function specNames(folder: string): string[] {
  const file = join(packages, folder, 'specs.json');
  if (!existsSync(file)) return [];
  const { specs, variants } = JSON.parse(readFileSync(file, 'utf8'));
  return [...Object.keys(specs), ...Object.keys(variants?.linux?.add ?? {})];
}

const known = { tables: factTables, specs: new Set(folders.flatMap(specNames)), statuses: outcomeStatuses };
const files = folders.flatMap((domain) => {
  const path = join(packages, domain, 'findings.yaml');
  return existsSync(path) ? [{ domain, value: parse(readFileSync(path, 'utf8')) as unknown }] : [];
});
const read = files.map(({ domain, value }) => ({ domain, ...readFindings(value, domain, known) }));
const all: readonly ReadFinding[] = read.flatMap(({ findings }) => findings);
const ids = new Set(all.map(({ finding }) => finding.id));

test('there are findings, and no file has a problem', () => {
  expect(all.length).toBeGreaterThan(0);
  expect(read.flatMap(({ domain, problems }) => problems.map((problem) => ({ domain, ...problem })))).toEqual(
    [],
  );
  expect(
    unknownCauses(
      all.map(({ finding }) => finding),
      ids,
    ),
  ).toEqual([]);
});

test('a finding that explains others says what it does to them', () => {
  const causes = new Set(all.flatMap(({ finding }) => finding.because.map(({ id }) => id)));
  const silent = all.filter(({ finding }) => causes.has(finding.id) && finding.effect === undefined);
  expect(silent.map(({ finding }) => finding.id)).toEqual([]);
  const unused = all.filter(({ finding }) => finding.effect !== undefined && !causes.has(finding.id));
  expect(unused.map(({ finding }) => finding.id)).toEqual([]);
});

describe.each(all.map((each) => [each.finding.id, each] as const))('%s', (_, { finding, tests }) => {
  test('names its source and the version that brought it, and has tests of both kinds, one of them with content', () => {
    expect(finding).toMatchObject({ link: expect.any(String), since: expect.any(String) });
    expect(lacksTests(tests)).toBeUndefined();
    expect(tests.some(({ content, finds }) => content.size > 0 && finds.length > 0)).toBe(true);
  });

  test('has tests of both kinds for the evidence of each cause', () => {
    const held = tests.filter(({ finds }) => finds !== 'unknown' && finds.length > 0);
    const lacks = finding.because.filter(({ id, when }) => {
      const cases = held.flatMap(({ because }) => (because ? [because.includes(id)] : []));
      return when && !(cases.includes(true) && cases.includes(false));
    });
    expect(lacks.map(({ id }) => id)).toEqual([]);
  });

  test('passes its tests', async () => {
    for (const each of tests) expect(await testFailure(finding, each, factTables)).toBeUndefined();
  });
});

/** Copies of the data, each with one operator or threshold changed. */
function* mutants(value: unknown): Generator<unknown, void, undefined> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const mutant of mutants(item)) yield value.with(at, mutant);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const others = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    for (const operator of swapped[key] ?? []) yield { ...others, [operator]: item };
    if (key in swapped || key === 'at_least')
      for (const threshold of moved(item)) yield { ...others, [key]: threshold };
    for (const mutant of mutants(item)) yield { ...others, [key]: mutant };
  }
}

const swapped: Readonly<Record<string, readonly string[]>> = {
  eq: ['ne'],
  ne: ['eq'],
  lt: ['lte', 'gte'],
  lte: ['lt', 'gt'],
  gt: ['gte', 'lte'],
  gte: ['gt', 'lt'],
  in: ['not_in'],
  not_in: ['in'],
  matches: ['not_matches'],
  not_matches: ['matches'],
  older_than: ['newer_than'],
  newer_than: ['older_than'],
  within: ['older_than'],
};

/** Slightly smaller and larger thresholds. */
function moved(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value - 1, value + 1];
  const [, number, unit] = (typeof value === 'string' && /^(\d+) ?([smhdw]|[KMGTP]?i?B)$/.exec(value)) || [];
  return number === undefined ? [] : [Number(number) - 1, Number(number) + 1].map((each) => `${each}${unit}`);
}

test('another operator or threshold fails a test of its finding', async () => {
  const survivors: string[] = [];
  for (const { domain, value } of files)
    for (const [name, data] of Object.entries(
      (value as { findings: Record<string, { when: unknown }> }).findings,
    ))
      for (const when of mutants(data.when)) {
        const [mutant] = readFindings({ findings: { [name]: { ...data, when } } }, domain, known).findings;
        // The schema refuses it, so it cannot be shipped.
        if (!mutant) continue;
        const failures = await Promise.all(
          mutant.tests.map((each) => testFailure(mutant.finding, each, factTables)),
        );
        if (failures.every((failure) => failure === undefined))
          survivors.push(`${domain}/${name}: ${JSON.stringify(when)}`);
      }
  expect(survivors).toEqual([]);
});
