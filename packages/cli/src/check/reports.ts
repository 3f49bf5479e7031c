import type { CheckResult, Finding, Hit, Severity } from '@hostspec/findings';
import { printable } from '../text.js';
import { version } from '../version.js';

/** What was checked, and what came of it. */
export interface Checked {
  readonly archive: string;
  readonly kind: string;
  readonly result: CheckResult;
  /** All that was looked for. */
  readonly findings: readonly Finding[];
}

/** The result as JUnit XML: a test for each finding, which fails if the problem is there and is skipped if that is not known. */
export function junitText({ archive, result, findings }: Checked): string {
  const { found, undecided, skipped } = result;
  const failed = new Map(found.map((each) => [each.id, each]));
  const open = new Map<string, string>([
    ...undecided.map(
      ({ id, needs }) => [id, needs.map(({ spec, why }) => `${spec} ${why}`).join('; ')] as const,
    ),
    ...skipped.map(({ id, reason }) => [id, reason] as const),
  ]);
  const cases = findings.map(({ id }) => {
    const [domain = '', name = ''] = id.split('/');
    const head = `    <testcase classname="${xml(domain)}" name="${xml(name)}"`;
    const problem = failed.get(id);
    const why = open.get(id);
    if (problem) {
      const text = problem.hits
        .map((hit) => [hit.title, hit.says, hit.do].filter(Boolean).join('\n'))
        .join('\n\n');
      return `${head}>\n      <failure type="${problem.severity}" message="${xml(problem.hits[0]?.title ?? id)}">${xml(text)}</failure>\n    </testcase>\n`;
    }
    return why === undefined
      ? `${head}/>\n`
      : `${head}>\n      <skipped message="${xml(why)}"/>\n    </testcase>\n`;
  });
  const counts = `tests="${findings.length}" failures="${found.length}" skipped="${open.size}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="${xml(archive)}" ${counts}>\n${cases.join('')}  </testsuite>\n</testsuites>\n`;
}

function xml(text: string): string {
  return text
    .split('\n')
    .map(printable)
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', notice: 'note' };

/** The result as SARIF 2.1.0: a rule for each problem that was found, and a result for each of its rows. */
export function sarifText({ result: { found }, findings }: Checked): string {
  const titles = new Map(findings.map(({ id, title }) => [id, title]));
  const run = {
    tool: {
      driver: {
        name: 'hostspec',
        version,
        rules: found.map(({ id, link }) => ({
          id,
          shortDescription: { text: titles.get(id) ?? id },
          ...(link !== undefined && { helpUri: link }),
        })),
      },
    },
    results: found.flatMap(({ id, severity, hits }) =>
      hits.map((hit) => ({
        ruleId: id,
        level: levels[severity],
        message: { text: [hit.title, hit.says, hit.do].filter(Boolean).join(' ') },
        ...(hit.at && { locations: [locationOf(hit.at)] }),
      })),
    ),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function locationOf({ path, line }: NonNullable<Hit['at']>): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      ...(line !== undefined && { region: { startLine: line } }),
    },
  };
}
