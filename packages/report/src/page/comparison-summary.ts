import { noMasksCompared } from '../compare/archive-diff.js';
import type { ComparisonIndex } from '../compare/comparison-index.js';
import type { ProblemChange } from '../compare/problem-changes.js';
import type { SummaryChange } from '../compare/summary-changes.js';
import { counted, h, withPercent } from './dom.js';
import { specHash } from './route.js';

/** What comes first: warnings, the lines of both summaries that differ, and what the page leaves out. */
export function comparisonSummary(index: ComparisonIndex): HTMLElement {
  const {
    problems,
    decided,
    summary,
    specs,
    differentHosts,
    leftOut,
    comparesMasks,
    onlyBefore,
    onlyAfter,
    altered,
    before,
    after,
  } = index;
  const changed = new Set(specs.map(({ name }) => name));
  const sections = [...new Set(summary.map(({ section }) => section))];
  const notEqual = altered.map(({ archive, path, problem }) => `${archive}: data/${path} ${problem}`);
  return h(
    'div.comparison',
    warning('The archives are of different hosts', differentHosts),
    problems.added.length === 0 && decided > 0
      ? h('h2', `No new problem, of ${decided} that can be decided in both archives`)
      : problemList('New problems', problems.added, 'problems new', changed),
    problemList('Resolved problems', problems.resolved, 'problems', changed),
    h('h2', 'The summaries'),
    summary.length === 0
      ? h('p', 'No line differs.')
      : h(
          'table.changes',
          h(
            'thead',
            h('tr', ...['Line', 'Before', 'After', 'Spec'].map((text) => h('th', { scope: 'col' }, text))),
          ),
          ...sections.map((section) => sectionRows(section, summary, changed)),
        ),
    h('h2', 'The archives'),
    h('p.path', `Before: ${before.path}. ${before.mapping}`),
    h('p.path', `After: ${after.path}. ${after.mapping}`),
    names(
      `${counted(leftOut.specs.length, 'spec')} left out, because only what changes by itself differs`,
      leftOut.specs,
    ),
    leftOut.lines > 0
      ? h('p', `${counted(leftOut.lines, 'line')} of other specs left out, because they change by themselves`)
      : undefined,
    comparesMasks ? undefined : h('p', noMasksCompared),
    names(`${counted(onlyBefore.length, 'spec')} only in the archive before`, onlyBefore),
    names(`${counted(onlyAfter.length, 'spec')} only in the archive after`, onlyAfter),
    warning('This content does not match the manifest of its archive', notEqual),
  );
}

/** Problems that only one archive shows, each row with its place. */
function problemList(
  title: string,
  problems: readonly ProblemChange[],
  style: string,
  changed: ReadonlySet<string>,
): HTMLElement | undefined {
  if (problems.length === 0) return undefined;
  const rows = problems.flatMap(({ severity, hits }) =>
    hits.map(({ title: text, at }) =>
      h(
        'li',
        h('span.severity', { 'data-severity': severity }, severity),
        h('div', text, at ? specName(at.spec, changed, 'place') : undefined),
      ),
    ),
  );
  const more = rows.length - mostProblems;
  return h(
    'section',
    { class: style },
    h('h2', title),
    h('ul', ...rows.slice(0, mostProblems), more > 0 ? h('li', `and ${more} more`) : undefined),
  );
}

/** The name of a spec, with a link to what differs in it. */
function specName(name: string, changed: ReadonlySet<string>, style?: string): HTMLElement {
  return changed.has(name)
    ? h('a', { class: style, href: specHash(name) }, name)
    : h('span', { class: style }, name);
}

const mostProblems = 100;
const mostWarnings = 20;

function warning(title: string, lines: readonly string[]): HTMLElement | undefined {
  if (lines.length === 0) return undefined;
  const more = lines.length - mostWarnings;
  return h(
    'section.warning.attention',
    { role: 'note' },
    h('h2', h('span.mark', '!'), title),
    h(
      'ul',
      ...lines.slice(0, mostWarnings).map((line) => h('li', line)),
      more > 0 ? h('li', `and ${more} more`) : undefined,
    ),
  );
}

function names(title: string, specs: readonly string[]): HTMLElement | undefined {
  if (specs.length === 0) return undefined;
  return h('details', h('summary', title), h('p.path', specs.join(', ')));
}

function sectionRows(
  section: string,
  summary: readonly SummaryChange[],
  changed: ReadonlySet<string>,
): HTMLElement {
  const head = h('tr', h('th.section', { scope: 'rowgroup', colspan: '4' }, section));
  const rows = summary
    .filter((change) => change.section === section)
    .map(({ label, before, after, from }) =>
      h(
        'tr',
        h('th', { scope: 'row' }, label),
        side('Before', before),
        side('After', after),
        h('td.from', ...from.split(', ').map((name) => specName(name, changed))),
      ),
    );
  return h('tbody', head, ...rows);
}

function side(name: string, text: string | undefined): HTMLElement {
  return h(
    'td',
    { class: text === undefined ? 'none' : undefined, 'data-side': name },
    withPercent(text ?? 'not there'),
  );
}
