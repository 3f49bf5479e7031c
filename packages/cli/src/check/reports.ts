import type { CheckResult, Finding, Hit, Severity } from '@hostspec/findings';
import type { Io } from '../io.js';
import { printable } from '../text.js';
import { version } from '../version.js';

/** What was checked: an archive by its path, or a host by its name. */
type Subject = { readonly archive: string } | { readonly host: string };

/** What was checked, and what came of it. */
interface Checked {
  readonly subject: Subject;
  readonly kind: string;
  readonly result: CheckResult;
  readonly isOneOfSeveral: boolean;
}

/** Why something could not be checked. */
interface Failure {
  readonly code?: string | undefined;
  readonly message: string;
}

/** A form of one document about everything that is checked; `findings` are all that was looked for. */
export interface ReportFormat {
  readonly begin?: string;
  readonly between?: string;
  readonly end?: string;
  of(checked: Checked, findings: readonly Finding[]): string;
  failed(subject: Subject, failure: Failure): string;
}

/** A document that is being printed. */
export interface Report {
  add(checked: Checked): void;
  /** Adds what could not be checked. */
  fail(subject: Subject, error: unknown): void;
  end(): void;
}

/** Prints a document piece by piece: there can be many hosts. */
export function openReport(
  { begin = '', between = '', end = '', ...format }: ReportFormat,
  findings: readonly Finding[],
  { out }: Pick<Io, 'out'>,
): Report {
  let isBegun = false;
  const put = (text: string): void => {
    out.write(`${isBegun ? between : begin}${text}`);
    isBegun = true;
  };
  return {
    add: (checked) => put(format.of(checked, findings)),
    fail: (subject, error) => put(format.failed(subject, failureOf(error))),
    end: () => void (isBegun && out.write(end)),
  };
}

function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) };
  const { message } = error;
  const code = 'code' in error ? error.code : undefined;
  return { ...(code !== undefined && { code: String(code) }), message: String(message) };
}

function nameOf(subject: Subject): string {
  return 'archive' in subject ? subject.archive : subject.host;
}

/** The forms for programs. */
export const reportFormats: Readonly<Record<'json' | 'junit' | 'sarif', ReportFormat>> = {
  json: {
    of: ({ subject, kind, result, isOneOfSeveral }) =>
      `${JSON.stringify({ ...subject, kind, ...result }, undefined, isOneOfSeveral ? 0 : 2)}\n`,
    failed: (subject, error) => `${JSON.stringify({ ...subject, error })}\n`,
  },
  junit: {
    begin: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n',
    end: '</testsuites>\n',
    of: suite,
    failed: (subject, { message }) =>
      `  <testsuite name="${xml(nameOf(subject))}" tests="1" failures="0" skipped="0" errors="1">\n    <testcase classname="hostspec" name="check">\n      <error message="${xml(message)}"/>\n    </testcase>\n  </testsuite>\n`,
  },
  sarif: {
    begin: '{\n"$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n"version": "2.1.0",\n"runs": [\n',
    between: ',\n',
    end: '\n]\n}\n',
    of: (checked, findings) => JSON.stringify(sarifRun(checked, findings), undefined, 2),
    failed: (subject, { message }) =>
      JSON.stringify(
        runOf(subject, [], [], {
          executionSuccessful: false,
          ...notes('toolExecution', 'error', [{ message }]),
        }),
        undefined,
        2,
      ),
  },
};

/** JUnit has a test for each finding, which fails if the problem is there, and is skipped if that is not known or not looked for. */
function suite({ subject, result }: Checked, findings: readonly Finding[]): string {
  const { found, undecided, skipped } = result;
  const failed = new Map(found.map((each) => [each.id, each]));
  const open = new Map<string, string>([
    ...undecided.map(({ id, needs }) => [id, needsText(needs)] as const),
    ...skipped.map(({ id, reason }) => [id, reason] as const),
  ]);
  const cases = findings.map(({ id }) => {
    const [domain = '', name = ''] = id.split('/');
    const head = `    <testcase classname="${xml(domain)}" name="${xml(name)}"`;
    const problem = failed.get(id);
    const why = open.get(id);
    if (problem) {
      const changed = problem.reason === undefined ? [] : [`Severity changed: ${problem.reason}`];
      const texts = problem.hits.map((hit) => [hit.title, hit.says, hit.do].filter(Boolean).join('\n'));
      const text = [...texts, ...changed].join('\n\n');
      return `${head}>\n      <failure type="${problem.severity}" message="${xml(problem.hits[0]?.title ?? id)}">${xml(text)}</failure>\n    </testcase>\n`;
    }
    return why === undefined
      ? `${head}/>\n`
      : `${head}>\n      <skipped message="${xml(why)}"/>\n    </testcase>\n`;
  });
  const counts = `tests="${findings.length}" failures="${found.length}" skipped="${open.size}" errors="0"`;
  return `  <testsuite name="${xml(nameOf(subject))}" ${counts}>\n${cases.join('')}  </testsuite>\n`;
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

/**
 * A run of SARIF 2.1.0: a rule for each problem that was found, a result for each of its rows, and notifications of what is not
 * known, what was not looked for, and which severities were changed.
 */
function sarifRun({ subject, result }: Checked, findings: readonly Finding[]): object {
  const { found, undecided, skipped } = result;
  const titles = new Map(findings.map(({ id, title }) => [id, title]));
  const rules = found.map(({ id, link }) => ({
    id,
    shortDescription: { text: titles.get(id) ?? id },
    ...(link !== undefined && { helpUri: link }),
  }));
  const results = found.flatMap(({ id, severity, hits }) =>
    hits.map((hit) => ({
      ruleId: id,
      level: levels[severity],
      message: { text: [hit.title, hit.says, hit.do].filter(Boolean).join(' ') },
      ...(hit.at && { locations: [locationOf(hit.at)] }),
    })),
  );
  const changed = found.flatMap(({ id, reason }) =>
    reason === undefined ? [] : [{ id, message: `severity changed: ${reason}` }],
  );
  const left = skipped.map(({ id, reason }) => ({ id, message: `not looked for: ${reason}` }));
  const open = undecided.map(({ id, needs }) => ({ id, message: `not known: ${needsText(needs)}` }));
  return runOf(subject, rules, results, {
    executionSuccessful: true,
    ...notes('toolConfiguration', 'note', [...left, ...changed]),
    ...notes('toolExecution', 'note', open),
  });
}

/** Runs have an id each, so that a program does not take the results of one host for those of another. */
function runOf(
  subject: Subject,
  rules: readonly object[],
  results: readonly object[],
  invocation: object,
): object {
  return {
    tool: { driver: { name: 'hostspec', version, rules } },
    automationDetails: { id: `hostspec/${nameOf(subject)}/` },
    invocations: [invocation],
    results,
  };
}

function notes(
  kind: 'toolExecution' | 'toolConfiguration',
  level: string,
  all: readonly { readonly id?: string; readonly message: string }[],
): object {
  return {
    [`${kind}Notifications`]: all.map(({ id, message }) => ({
      level,
      message: { text: id === undefined ? message : `${id}: ${message}` },
      ...(id !== undefined && { associatedRule: { id } }),
    })),
  };
}

function needsText(needs: CheckResult['undecided'][number]['needs']): string {
  return needs.map(({ spec, why }) => `${spec} ${why}`).join('; ');
}

function locationOf({ path, line }: NonNullable<Hit['at']>): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      ...(line !== undefined && { region: { startLine: line } }),
    },
  };
}
