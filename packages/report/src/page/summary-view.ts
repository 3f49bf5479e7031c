import type { IndexEntry, ReportIndex } from '../html/report-index.js';
import type { Fact } from '../summary/summary.js';
import { counted, h, secondsText, withPercent } from './dom.js';
import { problemsView } from './problems-view.js';
import { specHash } from './route.js';

const mostSlow = 8;

/** The summary: the problems, a table for each topic, then what was masked, what took long, and whether identity was mapped. */
export function summaryView({ problems, summary, entries, entryOfSpec, mapping }: ReportIndex): HTMLElement {
  const names = new Map([
    ...entries.map(({ name }) => [name, name] as const),
    ...Object.entries(entryOfSpec),
  ]);
  const sections = summary.map(({ title, facts }) =>
    card(
      title,
      facts.map((fact) => factRow(fact, names)),
    ),
  );
  return h(
    'div',
    problemsView(problems, entries, names),
    h('div.cards', ...sections, maskedCard(entries), slowCard(entries)),
    h('p', mapping),
  );
}

function card(title: string, rows: readonly HTMLElement[]): HTMLElement | undefined {
  if (rows.length === 0) return undefined;
  return h('section.card', h('h2', title), h('table', h('tbody', ...rows)));
}

function factRow({ label, text, from }: Fact, names: ReadonlyMap<string, string>): HTMLElement {
  const specs = from.split(', ').map((name) => {
    const entry = names.get(name);
    return entry === undefined ? h('span', name) : h('a', { href: specHash(entry) }, name);
  });
  return h('tr', h('th', { scope: 'row' }, label), h('td', withPercent(text)), h('td.from', ...specs));
}

function maskedCard(entries: readonly IndexEntry[]): HTMLElement | undefined {
  const rules = new Map<string, { count: number; specs: Set<string> }>();
  for (const { name, items } of entries)
    for (const { masked = {} } of items)
      for (const [rule, count] of Object.entries(masked)) {
        const sum = rules.get(rule) ?? { count: 0, specs: new Set() };
        sum.count += count;
        rules.set(rule, { ...sum, specs: sum.specs.add(name) });
      }
  const rows = [...rules].map(([rule, { count, specs }]) =>
    h(
      'tr',
      h('th', { scope: 'row' }, rule),
      h('td', counted(count, 'value')),
      h('td.from', ...[...specs].slice(0, 6).map((name) => h('a', { href: specHash(name) }, name))),
    ),
  );
  return card('Masked', rows);
}

function slowCard(entries: readonly IndexEntry[]): HTMLElement | undefined {
  const slow = entries
    .filter(({ duration = 0 }) => duration >= 0.1)
    .sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0))
    .slice(0, mostSlow);
  const rows = slow.map(({ name, duration = 0, status }) =>
    h(
      'tr',
      h('th.number', { scope: 'row' }, secondsText(duration)),
      h('td', status),
      h('td.from', h('a', { href: specHash(name) }, name)),
    ),
  );
  return card('Longest', rows);
}
