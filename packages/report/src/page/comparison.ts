import { bytesText } from '@hostspec/host-kit';
import { differText } from '../compare/archive-diff.js';
import type { ChangedItem, ChangedSpec, ComparisonIndex } from '../compare/comparison-index.js';
import { timeText } from '../summary/words.js';
import { comparisonSummary } from './comparison-summary.js';
import { counted, factList, h, takeFocus } from './dom.js';
import { type FilteredList, filteredList, listRow } from './list-frame.js';
import { specHash } from './route.js';
import { pageIndex, startPage } from './start-page.js';

const marks = { added: '+ Added', removed: '− Removed', changed: '~ Changed' } as const;

/** Builds the page that compares two archives. */
function start(index: ComparisonIndex): void {
  const specs = new Map(index.specs.map((spec) => [spec.name, spec]));
  const summary = comparisonSummary(index);
  const list = changeList(index);
  const main = h('main', { tabindex: '-1' });
  const times = [index.before, index.after].flatMap(({ started }) =>
    started === undefined ? [] : [timeText(started)],
  );
  startPage({
    title: index.title,
    kind: 'comparison',
    words: times.join(' → '),
    list,
    listName: 'Specs',
    main,
    controls: [h('span.gap')],
    keys: { links: () => [...list.element.querySelectorAll('a')] },
    show(route) {
      document.body.dataset.view = route.view === 'list' ? 'list' : 'comparison';
      main.replaceChildren(route.view === 'spec' ? changeView(route.spec, specs.get(route.spec)) : summary);
      // Page Down and the arrows scroll what has the focus.
      if (route.view !== 'list') takeFocus(main);
    },
  });
}

start(pageIndex<ComparisonIndex>());

/** Makes the list of the specs that differ, with a filter by name. */
function changeList({ specs, compared }: ComparisonIndex): FilteredList {
  return filteredList({
    label: 'Specs that differ',
    what: 'specs',
    content(text) {
      const kept = specs.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
      const words = differText(specs.length, compared);
      return {
        words: text === '' ? words : `${words}, ${kept.length} with this name`,
        rows: kept.map(changeRow),
      };
    },
  });
}

function changeRow({ name, before, after, items, added, removed }: ChangedSpec): HTMLElement {
  const lines = [removed > 0 ? `−${removed}` : '', added > 0 ? `+${added}` : ''].filter(
    (text) => text !== '',
  );
  const other = before.status === after.status ? undefined : `${before.status} → ${after.status}`;
  const size = lines.length > 0 ? lines.join(' ') : other === undefined ? counted(items.length, 'item') : '';
  return listRow(
    specHash(name),
    { name },
    other === undefined ? undefined : h('span.status', other),
    h('span.number', size),
  );
}

/** Shows what differs in a spec, or that nothing does. */
function changeView(name: string, spec: ChangedSpec | undefined): HTMLElement {
  if (!spec)
    return h(
      'div.spec',
      h('h2', name),
      h('p', 'Nothing differs in this spec, or only what changes by itself.'),
    );
  const { before, after, items } = spec;
  const outcome = before.status === after.status ? after.status : `${before.status} → ${after.status}`;
  return h(
    'div.spec',
    h('h2', name),
    factList([
      ['Outcome', outcome],
      ['Reason before', before.reason],
      ['Reason after', after.reason],
    ]),
    ...items.map(itemView),
  );
}

function itemView(item: ChangedItem): HTMLElement {
  const { path, change, bytesBefore, bytesAfter, noText, noiseLines = 0, lines, moreLines } = item;
  const sizes = new Set(
    [bytesBefore, bytesAfter].flatMap((bytes) => (bytes === undefined ? [] : [bytesText(bytes)])),
  );
  const notes = [
    [...sizes].join(' → '),
    noText === undefined ? '' : `no lines are shown: ${noText}`,
    noiseLines > 0 ? `${counted(noiseLines, 'line')} left out` : '',
    moreLines > 0 ? `${counted(moreLines, 'more line')}; hostspec diff shows all` : '',
  ];
  return h(
    'section.change',
    h('h3', `${marks[change]}: ${path}`),
    h('p.note', notes.filter((note) => note !== '').join(' · ')),
    lines.length > 0 ? h('div.lines', ...lines.map(lineView)) : undefined,
  );
}

/** A line of a diff: its sign is text, so that the colour says nothing that the sign does not. */
function lineView(line: string): HTMLElement {
  const sign = line.charAt(0);
  if (sign === '@' || sign === '\\') return h('div.line.hunk', line);
  const tag = sign === '+' ? 'ins' : sign === '-' ? 'del' : 'div';
  return h(tag, { class: 'line' }, h('span.sign', sign === '-' ? '−' : sign), h('span.text', line.slice(1)));
}
