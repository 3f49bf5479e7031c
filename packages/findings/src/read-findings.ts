import { isObject, jsonShown } from '@hostspec/host-kit';
import { factTables } from '@hostspec/parse/facts';
import { outcomeStatuses } from '@hostspec/spec';
import type { FactTable } from './facts.js';
import {
  type Cause,
  type Condition,
  conditionsIn,
  type Finding,
  type Severity,
  severities,
} from './finding.js';
import { type KeyPath, Problems } from './problems.js';
import { ConditionReader, type Known, tableOf } from './read-condition.js';
import { type FindingTest, readTests } from './read-tests.js';
import { hasQuotedWord, placeholdersIn } from './sentence.js';

/** A finding with its tests. */
export interface ReadFinding {
  readonly finding: Finding;
  readonly tests: readonly FindingTest[];
}

/** The findings of a file, and its problems. */
export interface ReadFindings {
  readonly findings: readonly ReadFinding[];
  readonly problems: Problems['all'];
}

const keysOfFinding = [
  'title',
  'severity',
  'each',
  'per',
  'when',
  'says',
  'do',
  'link',
  'effect',
  'because',
  'since',
  'tests',
];

/** Limits for a file, which a stranger may have written. */
export const findingLimits = { findings: 1000, title: 200, text: 1000, bytes: 4 * 1024 * 1024 } as const;

/**
 * Reads the findings of a file: `value` is its content, `domain` the first part of their ids. A finding with a problem is left out.
 * `unknownCauses` checks the ids in `because`, because they can be in other files.
 */
export function readFindings(value: unknown, domain: string, known: Known): ReadFindings {
  const problems = new Problems();
  const file = problems.mapping([], value, ['findings']);
  const all = file && isObject(file.findings) ? Object.entries(file.findings) : [];
  if (file && !isObject(file.findings)) problems.wrong(['findings'], file.findings, 'a mapping of findings');
  if (all.length > findingLimits.findings)
    problems.wrong(['findings'], all.length, `at most ${findingLimits.findings} findings`);
  const findings = all.slice(0, findingLimits.findings).flatMap(([name, data]) => {
    const before = problems.all.length;
    const read = readFinding(name, data, domain, { known, problems });
    const tests =
      read && isObject(data)
        ? readTests(['findings', name, 'tests'], data.tests, read, { known, problems })
        : [];
    return read && problems.all.length === before ? [{ finding: read, tests }] : [];
  });
  return { findings, problems: problems.all };
}

/** Reads the findings of an installed domain. They were checked when the package was built, so they can name specs of other domains. */
export function readShippedFindings(value: unknown, domain: string): ReadFindings {
  const specs = { has: () => true, [Symbol.iterator]: () => [][Symbol.iterator]() };
  return readFindings(value, domain, { tables: factTables, specs, statuses: outcomeStatuses });
}

function readFinding(
  name: string,
  data: unknown,
  domain: string,
  { known, problems }: { readonly known: Known; readonly problems: Problems },
): Finding | undefined {
  const keys = ['findings', name];
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
    return problems.addKey(
      keys,
      `the name ${jsonShown(name, 100)} is not allowed; allowed: at most 64 of a-z, 0-9 and _`,
    );
  const read = problems.mapping(keys, data, keysOfFinding);
  if (!read) return undefined;
  const title = problems.text([...keys, 'title'], read.title, findingLimits.title);
  if (read.title === undefined) problems.add(keys, `${name} has no title`);
  const severity = severities.find((each) => each === read.severity);
  if (!severity) problems.wrong([...keys, 'severity'], read.severity, severities.join(', '));
  const each = problems.text([...keys, 'each'], read.each, 100);
  const table = each === undefined ? undefined : tableOf(known.tables, each);
  if (each !== undefined && !table)
    problems.unknown([...keys, 'each'], 'table', each, Object.keys(known.tables));
  if (each !== undefined && !table) return undefined;
  const per = problems.text([...keys, 'per'], read.per, 100);
  if (per !== undefined && !(table && Object.hasOwn(table.columns, per)))
    problems.unknown([...keys, 'per'], 'column', per, Object.keys(table?.columns ?? {}));
  const when = new ConditionReader(known, problems).read([...keys, 'when'], read.when, table);
  const [says, does] = (['says', 'do'] as const).map((key) =>
    problems.text([...keys, key], read[key], findingLimits.text),
  );
  if (does !== undefined && hasQuotedWord(does))
    problems.add(
      [...keys, 'do'],
      'a command with a word in braces has no quotes, \\ or $: each value is quoted as it needs',
    );
  const words = when ? placeholdersOf(table, when) : [];
  if (when) checkPlaceholders(keys, { title, says, do: does }, words, problems);
  const evidence = new ConditionReader(known, problems, words);
  return when && title !== undefined && severity
    ? {
        id: `${domain}/${name}`,
        title,
        severity: severity as Severity,
        each,
        per,
        when,
        says,
        do: does,
        link: linkOf([...keys, 'link'], read.link, problems),
        effect: problems.text([...keys, 'effect'], read.effect, findingLimits.title),
        because: readCauses([...keys, 'because'], read.because, problems, (at, condition) =>
          evidence.read(at, condition, table),
        ).map((cause) => ({ ...cause, id: withDomain(cause.id, domain) })),
        since: problems.text([...keys, 'since'], read.since, 20),
      }
    : undefined;
}

/** Reads causes: each is an id, or a mapping of ids to the evidence for them. */
function readCauses(
  keys: KeyPath,
  value: unknown,
  problems: Problems,
  readCondition: (keys: KeyPath, value: unknown) => Condition | undefined,
): Cause[] {
  return problems.list(keys, value, mostCauses).flatMap(([at, each]): Cause[] => {
    if (!isObject(each)) {
      const id = problems.text(at, each, 200);
      return id === undefined ? [] : [{ id, when: undefined }];
    }
    return Object.entries(each).flatMap(([id, condition]) => {
      const when = readCondition([...at, id], condition);
      return when ? [{ id, when }] : [];
    });
  });
}

const mostCauses = 20;

function withDomain(id: string, domain: string): string {
  return id.includes('/') ? id : `${domain}/${id}`;
}

function linkOf(keys: KeyPath, value: unknown, problems: Problems): string | undefined {
  const link = problems.text(keys, value, 500);
  if (link === undefined || /^https:\/\/[^\s"'<>`]+$/.test(link)) return link;
  return problems.wrong(keys, value, 'an address that begins with https://');
}

/** The words in braces that the sentences of a finding may have. */
function placeholdersOf(table: FactTable | undefined, when: Condition): string[] {
  const names = new Set(Object.keys(table?.columns ?? {}));
  for (const part of conditionsIn(when)) {
    if (part.kind === 'count' || part.kind === 'lines' || part.kind === 'share') names.add('count');
    if (part.kind === 'lines' || part.kind === 'share')
      for (const word of ['file', 'folder']) names.add(word);
    if (part.kind === 'lines') for (const word of part.matches?.groups ?? []) names.add(word);
    if (part.kind === 'outcome') for (const word of part.reason?.groups ?? []) names.add(word);
    if (part.kind === 'share') for (const word of ['share', 'part', 'of']) names.add(word);
  }
  return [...names];
}

function checkPlaceholders(
  keys: KeyPath,
  sentences: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  problems: Problems,
): void {
  for (const [key, text = ''] of Object.entries(sentences))
    for (const name of placeholdersIn(text))
      if (!known.includes(name)) problems.unknown([...keys, key], 'word in braces', name, known);
}

/** The problems of causes that are not ids of findings. */
export function unknownCauses(findings: readonly Finding[], ids: ReadonlySet<string>): Problems['all'] {
  const problems = new Problems();
  for (const { id, because } of findings)
    because.forEach(({ id: cause }, at) => {
      if (!ids.has(cause))
        problems.unknown(['findings', id.slice(id.indexOf('/') + 1), 'because', at], 'finding', cause, ids);
    });
  return problems.all;
}
