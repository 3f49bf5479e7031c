import type { IndexEntry, ReportIndex } from '../html/report-index.js';
import type { Search } from './client.js';
import { h } from './dom.js';
import type { Found, Range, SearchProgress } from './protocol.js';
import { specHash } from './route.js';
import { longestText } from './search.js';
import { counted } from './text.js';

/** An item of a spec. */
export interface Place {
  readonly entry: IndexEntry;
  readonly item: number;
}

/** The items that a search goes through, in the order of their content: of those that are one file, the first. */
export function searchedPlaces({ entries }: ReportIndex): Place[] {
  let end = 0;
  return entries.flatMap((entry) =>
    entry.items.flatMap(({ offset, bytes }, item) => {
      if (bytes === 0 || offset < end) return [];
      end = offset + bytes;
      return [{ entry, item }];
    }),
  );
}

/** The content of such an item. */
export function rangeOf({ entry, item }: Place): Range {
  const { offset, bytes } = entry.items[item] ?? { offset: 0, bytes: 0 };
  return { offset, bytes };
}

/** Searches all content and shows the results as they come, by spec. */
export function searchView(search: Search, places: readonly Place[], text: string): HTMLElement {
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
  const fail = (message: string): void => {
    status.textContent = `The search failed: ${message}`;
  };
  const report = ({ found, count, searched, done }: SearchProgress): void => {
    shown += found.length;
    for (const each of found) add(each);
    const part = shown < count ? `, ${shown.toLocaleString('en')} of them shown` : '';
    const rest = done ? '' : ` so far, ${Math.floor(searched * 100)} % of the content searched`;
    status.textContent = `${counted(count, 'line')}${part}${rest}`;
    status.dataset.done = done ? 'true' : 'false';
  };
  if (text.length <= longestText) search.start(text, report, fail);
  else fail(`the text has ${text.length} characters; at most ${longestText} are allowed`);
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
