import { check } from './check.js';
import { Evaluator } from './evaluate.js';
import { factRows } from './fact-rows.js';
import type { Content, Facts, FactTables } from './facts.js';
import type { Finding } from './finding.js';
import { loadFacts } from './load-facts.js';
import { needsOf } from './needs.js';
import type { FindingTest } from './read-tests.js';

/** The reason why a test of a finding fails; undefined if it passes. */
export async function testFailure(
  finding: Finding,
  test: FindingTest,
  tables: FactTables,
): Promise<string | undefined> {
  const { found, undecided } = await check([finding], factsOfTest(test), { tables });
  const got = undecided.length > 0 ? 'unknown' : found.flatMap(({ hits }) => hits.map(({ title }) => title));
  const [expected, actual] = [test.finds, got].map((each) => JSON.stringify(each));
  if (expected !== actual) return `expected ${expected}, found ${actual}`;
  if (test.because === undefined) return undefined;
  const evidence = await evidenceFor(finding, factsOfTest(test), tables);
  const [causes, known] = [test.because, evidence].map((each) => JSON.stringify(each));
  return causes === known ? undefined : `expected the causes ${causes}, found ${known}`;
}

/** The ids of the causes of a finding that need evidence and have it. */
async function evidenceFor(finding: Finding, facts: Facts, tables: FactTables): Promise<readonly string[]> {
  const { causes } = new Evaluator(await loadFacts(facts, needsOf([finding], tables)), tables).evaluate(
    finding,
  );
  return finding.because.flatMap(({ id, when }) => (when && causes.has(id) ? [id] : []));
}

/** The test that a finding lacks: it needs one with a hit, and one without. */
export function lacksTests(tests: readonly FindingTest[]): string | undefined {
  const finds = tests.map(({ finds }) => typeof finds !== 'string' && finds.length > 0);
  if (!finds.includes(true)) return 'has no test that finds it';
  return tests.some(({ finds }) => finds.length === 0) ? undefined : 'has no test with finds: []';
}

function factsOfTest({ rows, content, outcomes, host, collected }: FindingTest): Facts {
  const contents = new Map<string, readonly Content[]>(
    [...content].map(([spec, texts]) => [
      spec,
      [...texts].map(([path, text]) => ({ text, at: { spec, path, line: 1 }, timeOf: isoTime })),
    ]),
  );
  return {
    collected,
    rows: async (table) => {
      const own = rows.get(table);
      return own ? { rows: own, isWhole: true, missing: [] } : factRows(table, contents);
    },
    contents: async (spec) => contents.get(spec) ?? { missing: [{ spec, why: 'was not collected' }] },
    outcome: (spec) => outcomes.get(spec),
    host: async () => host,
  };
}

function isoTime(line: string): number | undefined {
  const time = Date.parse(line.split(' ', 1)[0] ?? '');
  return Number.isNaN(time) ? undefined : time;
}
