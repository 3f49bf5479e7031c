import type { IndexEntry, ReportIndex } from '../report/report-index.js';
import type { Content } from './client.js';
import { h } from './dom.js';
import type { Found } from './protocol.js';
import { specHash } from './route.js';
import { counted } from './text.js';

interface Place {
  readonly entry: IndexEntry;
  readonly item: number;
}

/** Searches all content and shows the results as they come, by spec. */
export function searchView(content: Content, { entries }: ReportIndex, text: string): HTMLElement {
  const places: Place[] = entries.flatMap((entry) => entry.items.map((_, item) => ({ entry, item })));
  const ranges = places.map(({ entry, item }) => entry.items[item] ?? { offset: 0, bytes: 0 });
  const status = h('p', { class: 'count', role: 'status' }, 'Searching…');
  const results = h('div', { class: 'results' });
  const groups = new Map<number, HTMLElement>();
  const add = (found: Found): void => {
    const place = places[found.range];
    if (!place) return;
    let group = groups.get(found.range);
    if (!group) {
      group = h('ul', {});
      groups.set(found.range, group);
      results.append(h('section', {}, h('h3', {}, titleOf(place)), group));
    }
    group.append(resultRow(place, found));
  };
  let shown = 0;
  const finished = content.search(
    text,
    ranges.map(({ offset, bytes }) => ({ offset, bytes })),
    ({ found, count, searched, done }) => {
      shown += found.length;
      for (const each of found) add(each);
      const part = shown < count ? `, ${shown.toLocaleString('en')} of them shown` : '';
      const rest = done
        ? ''
        : ` so far, ${Math.round((searched / Math.max(1, ranges.length)) * 100)} % of the items searched`;
      status.textContent = `${counted(count, 'line')}${part}${rest}`;
      status.dataset.done = done ? 'true' : 'false';
    },
  );
  finished.catch((error: Error) => {
    status.textContent = `The search failed: ${error.message}`;
  });
  return h('div', { class: 'search' }, h('h2', {}, `Search: ${text}`), status, results);
}

function titleOf({ entry, item }: Place): string {
  const { source } = entry.items[item] ?? {};
  return source === undefined || source === `/${entry.name}` ? entry.name : `${entry.name}: ${source}`;
}

function resultRow({ entry, item }: Place, { line, text, start, length }: Found): HTMLElement {
  return h(
    'li',
    {},
    h(
      'a',
      { href: specHash(entry.name, item, line) },
      h('span', { class: 'no' }, `${line}`),
      h(
        'span',
        { class: 'text' },
        text.slice(0, start),
        h('mark', {}, text.slice(start, start + length)),
        text.slice(start + length),
      ),
    ),
  );
}
