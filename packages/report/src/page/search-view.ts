import type { ReportIndex } from '../html/report-index.js';
import type { Search } from './client.js';
import { choice, counted, h } from './dom.js';
import { isLog, type Place } from './logs.js';
import type { Found, SearchProgress, Span } from './protocol.js';
import { hashOf, type Route, specHash } from './route.js';
import { longestText, mostOfRange } from './search.js';

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

/** Searches the content, or that of one spec, and shows the results as they come: logs first, by spec. */
export function searchView(
  search: Search,
  places: readonly Place[],
  { text, spec }: Extract<Route, { view: 'search' }>,
): HTMLElement {
  const status = h('p.count', { role: 'status' }, 'Searching…');
  const [logs, others] = [h('div'), h('div')];
  const results = h('div.results', logs, others);
  const groups = new Map<number, ResultGroup>();
  const domains = choice('Domain', [['', 'All domains']]);
  domains.hidden = true;
  const add = (found: Found): void => {
    const place = places[found.range];
    if (!place) return;
    let group = groups.get(found.range);
    if (!group) {
      group = resultGroup(place);
      groups.set(found.range, group);
      (isLog(place) ? logs : others).append(group.element);
      offerDomain(domains, place);
      group.element.hidden = !isIn(place, domains.value);
    }
    group.add(found);
  };
  domains.addEventListener('input', () => {
    for (const [range, { element }] of groups) {
      const place = places[range];
      element.hidden = place !== undefined && !isIn(place, domains.value);
    }
  });
  let shown = 0;
  const fail = (message: string): void => {
    status.textContent = `The search failed: ${message}`;
  };
  const report = ({ found, count, searched, done }: SearchProgress): void => {
    shown += found.length;
    for (const each of found) add(each);
    const where = groups.size > 1 ? ` in ${counted(groups.size, 'item')}` : '';
    const part = shown < count ? `, ${shown.toLocaleString('en')} of them shown` : '';
    const rest = done ? '' : ` so far, ${Math.floor(searched * 100)} % of the content searched`;
    status.textContent = `${counted(count, 'line')}${where}${part}${rest}`;
    status.dataset.done = done ? 'true' : 'false';
  };
  if (text.length <= longestText) search.start(text, spanOf(places, spec), report, fail);
  else fail(`the text has ${text.length} characters; at most ${longestText} are allowed`);
  const title =
    spec === undefined
      ? [`Search: ${text}`]
      : [
          `Search: ${text} in `,
          h('a', { href: specHash(spec) }, spec),
          ' ',
          h('a.more', { href: hashOf({ view: 'search', text }) }, 'search everything'),
        ];
  return h('div.search', h('h2', ...title), h('div.controls', status, domains), results);
}

/** The numbers of the places of a spec; of all without one. */
function spanOf(places: readonly Place[], spec: string | undefined): Span {
  if (spec === undefined) return { from: 0, to: places.length };
  const from = places.findIndex(({ entry }) => entry.name === spec);
  const to = places.findLastIndex(({ entry }) => entry.name === spec) + 1;
  return { from: Math.max(from, 0), to };
}

function isIn({ entry }: Place, domain: string): boolean {
  return domain === '' || entry.domain === domain;
}

/** Adds the domain of a place to the choice, which is shown once there are two. */
function offerDomain(domains: HTMLSelectElement, { entry: { domain } }: Place): void {
  if (domain === undefined || [...domains.options].some(({ value }) => value === domain)) return;
  const next = [...domains.options].slice(1).find(({ value }) => value > domain);
  domains.insertBefore(h('option', { value: domain }, domain), next ?? null);
  domains.hidden = domains.options.length < 3;
}

/** The results of one item. */
interface ResultGroup {
  readonly element: HTMLElement;
  add(found: Found): void;
}

function resultGroup(place: Place): ResultGroup {
  const list = h('ul');
  const count = h('span.number');
  let lines = 0;
  return {
    element: h('section', h('h3', titleOf(place), ' ', count), list),
    add(found) {
      list.append(resultRow(place, found));
      lines++;
      count.textContent =
        lines < mostOfRange ? counted(lines, 'line') : `the first ${counted(lines, 'line')}`;
    },
  };
}

function titleOf({ entry, item }: Place): string {
  const { source } = entry.items[item] ?? {};
  return source === undefined || source === `/${entry.name}` ? entry.name : `${entry.name}: ${source}`;
}

function resultRow({ entry, item }: Place, { line, text, start, length }: Found): HTMLElement {
  return h(
    'li',
    h(
      'a',
      { href: specHash(entry.name, item, line) },
      h('span.no', `${line}`),
      h(
        'span.text',
        text.slice(0, start),
        h('mark', text.slice(start, start + length)),
        text.slice(start + length),
      ),
    ),
  );
}
