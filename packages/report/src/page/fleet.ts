import type { FleetChange, FleetHost, FleetIndex } from '../fleet/fleet-index.js';
import { counted, h } from './dom.js';
import { withCommands } from './problems-view.js';
import { pageIndex } from './start-page.js';

/** A table that shows the rows that match a search, at most `mostShown`. */
interface FoundTable {
  readonly element: HTMLElement;
  find(words: readonly string[]): void;
}

type Cell = string | HTMLElement;

const mostShown = 200;

/** A row is searched by all its text, and becomes elements only if it is shown. */
interface SearchedRow {
  readonly text: string;
  cells(): readonly Cell[];
  readonly attention?: boolean;
}

function foundTable(
  title: string,
  heads: readonly string[],
  rows: readonly SearchedRow[],
  none: string,
): FoundTable {
  const count = h('span.count');
  const body = h('tbody');
  const table = h(
    'table.fleet-rows',
    h('thead', h('tr', ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    body,
  );
  const words = h('p.note');
  return {
    element: h('section', { 'aria-label': title }, h('h2', title, ' ', count), words, table),
    find(wanted) {
      const found = rows.filter(({ text }) => wanted.every((word) => text.includes(word)));
      const shown = found.slice(0, mostShown);
      body.replaceChildren(
        ...shown.map(({ cells, attention }) =>
          h('tr', { class: attention ? 'attention' : undefined }, ...cells().map((cell) => h('td', cell))),
        ),
      );
      count.textContent =
        found.length > shown.length ? `${shown.length} of ${found.length}` : String(found.length);
      table.hidden = found.length === 0;
      words.textContent = rows.length === 0 ? none : found.length === 0 ? 'Nothing here matches.' : '';
      words.hidden = words.textContent === '';
    },
  };
}

function row(cells: readonly string[], shown?: () => readonly Cell[], attention = false): SearchedRow {
  return { text: cells.join('\n').toLowerCase(), cells: shown ?? (() => cells), attention };
}

function problemsTable({ problems, hosts: all, from }: FleetIndex): FoundTable[] {
  if (!problems) return [];
  const rows = problems.map((problem) => {
    const { id, severity, titles, hosts, newHosts, steps } = problem;
    const lines = titles.map(({ title, ...of }) => `${title}: ${namesText(of)}`);
    const where = `${hosts} of ${all.length}${newHosts === 0 ? '' : `; ${newHosts} new since ${from}`}`;
    return row([severity, id, ...lines, where, ...steps], () => [
      h('span.severity', { 'data-severity': severity }, severity),
      h('div', { title: id }, ...lines.map((line) => h('p', line))),
      where,
      h('div', ...steps.map((step) => h('p', ...withCommands(step)))),
    ]);
  });
  return [foundTable('Problems', ['Severity', 'Problem', 'Hosts', 'What to do'], rows, 'None found.')];
}

function changesTable({ changes, moreChanges, from, to }: FleetIndex): FoundTable {
  const rows = changes.map((change) => {
    const cells = [
      change.spec,
      change.key,
      change.spec === '' ? change.new : valueText(change),
      whereText(change),
      change.path === '' ? '' : `${change.path}:${change.line}`,
    ];
    return row([...cells, ...change.names], () => cells);
  });
  const more = moreChanges > 0 ? `, and ${moreChanges} more that few hosts have` : '';
  return foundTable(
    `Changes from the end of ${from} to ${to}${more}`,
    ['Spec', 'What', 'Change', 'Hosts', 'Item and line'],
    rows,
    'Nothing changed.',
  );
}

function valueText({ key, old, new: now }: FleetChange): string {
  // The key of a line without a value is the line.
  const isKey = (text: string): boolean => text.startsWith(key) && !/^\s*[=:]/.test(text.slice(key.length));
  if (old === '' && isKey(now)) return 'new';
  if (now === '' && isKey(old)) return 'gone';
  const short = (text: string): string => (text === '' ? 'nothing' : withoutKey(text, key));
  return `${short(old)} → ${short(now)}`;
}

/** The value of a line that names its key. */
function withoutKey(text: string, key: string): string {
  const rest = text.startsWith(key) ? text.slice(key.length).replace(/^\s*[=:]\s*/, '') : text;
  return rest === '' ? text : rest;
}

function whereText({ hosts, ofHosts, group, names }: FleetChange): string {
  const of = `${hosts} of ${counted(ofHosts, group === '' ? 'host' : `${group} host`)}`;
  return `${of}: ${namesText({ hosts, names })}`;
}

function namesText({ hosts, names }: Pick<FleetChange, 'hosts' | 'names'>): string {
  return [...names, ...(hosts > names.length ? ['…'] : [])].join(', ');
}

function outliersTable({ outliers }: FleetIndex): FoundTable {
  return foundTable(
    'Values that few hosts of a group have',
    ['Group', 'Spec', 'What', 'Value', 'Usual', 'Hosts'],
    outliers.map(({ group, spec, subject, key, value, usual, hosts, ofHosts, host }) =>
      row([group, spec, `${subject} ${key}`, value, usual, `${hosts} of ${ofHosts}, such as ${host}`]),
    ),
    'None.',
  );
}

function hostsTable({ hosts, to }: FleetIndex): FoundTable {
  const rows = hosts.map((host) => {
    const state = stateOf(host, to);
    const disk = host.disk === undefined ? '' : `${host.disk} %`;
    const others = [host.group, host.lastDay, host.system, host.kernel, disk, state];
    const name = (): Cell =>
      host.report === undefined
        ? host.name
        : h('a', { href: `./${encodeURIComponent(host.report)}` }, host.name);
    return row([host.name, ...others], () => [name(), ...others], state !== '');
  });
  return foundTable(
    'Hosts',
    ['Host', 'Group', 'Last seen', 'System', 'Kernel', 'Disk', 'Collection'],
    rows,
    'None.',
  );
}

function stateOf({ lastDay, interrupted, finding, failed }: FleetHost, newest: string): string {
  return [
    lastDay < newest ? `not seen since ${lastDay}` : '',
    interrupted === '' ? '' : `interrupted: ${interrupted}`,
    finding,
    failed > 0 ? `${counted(failed, 'spec')} failed` : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
}

function systemsTable({ hosts }: FleetIndex): FoundTable {
  const counts = new Map<string, number>();
  for (const { system, kernel } of hosts) {
    const both = `${system || 'not known'}\n${kernel || 'not known'}`;
    counts.set(both, (counts.get(both) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([both, count]) => row([...both.split('\n'), String(count)]));
  return foundTable('Systems and kernels', ['System', 'Kernel', 'Hosts'], rows, 'None.');
}

function failedTable({ failedSpecs }: FleetIndex): FoundTable {
  return foundTable(
    'Specs that failed',
    ['Spec', 'Status', 'Hosts'],
    failedSpecs.map(({ spec, status, hosts }) => row([spec, status, String(hosts)])),
    'None.',
  );
}

function start(index: FleetIndex): void {
  const others = [changesTable, outliersTable, failedTable, systemsTable, hostsTable];
  const tables = [...problemsTable(index), ...others.map((make) => make(index))];
  const field = h('input', {
    type: 'search',
    'aria-label': 'Search',
    placeholder: 'Search: host, spec, value',
  });
  const find = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const table of tables) table.find(words);
  };
  field.addEventListener('input', find);
  document.title = 'hostspec fleet';
  document.body.append(
    h(
      'header',
      h('h1', counted(index.hosts.length, 'host')),
      h('p', `${index.from} → ${index.to}`),
      h('p', index.mapping),
      h('span.gap'),
      field,
    ),
    h('main.fleet', { tabindex: '-1' }, ...tables.map(({ element }) => element)),
  );
  find();
}

start(pageIndex<FleetIndex>());
