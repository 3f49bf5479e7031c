import type { ReportIndex } from '../report/report-index.js';
import { bytesText, timeText } from '../summary/words.js';
import { startContent, startSearch } from './client.js';
import { h, takeFocus } from './dom.js';
import { helpDialog } from './help.js';
import { listenForKeys } from './keys.js';
import { defaultGap, hashOf, routeOf } from './route.js';
import type { RowsView } from './rows-view.js';
import { longestText } from './search.js';
import { rangeOf, searchedPlaces, searchView } from './search-view.js';
import { specList } from './spec-list.js';
import { specView } from './spec-view.js';
import { summaryView } from './summary-view.js';
import { timeLineView } from './time-line-view.js';
import { visible } from './visible.js';

const timeLineHash = hashOf({ view: 'time-line', at: undefined, gap: defaultGap });

/** Builds the page from its index, and shows what its address says. */
function start(index: ReportIndex): void {
  const content = startContent(index);
  const places = searchedPlaces(index);
  const searches = startSearch(index, places.map(rangeOf));
  const entries = new Map(index.entries.map((entry) => [entry.name, entry]));
  const summary = summaryView(index);
  const list = specList(index);
  const help = helpDialog(true);
  const search = h('input', {
    type: 'search',
    placeholder: 'Search all content',
    'aria-label': 'Search all content',
    autocomplete: 'off',
    maxlength: `${longestText}`,
  });
  const main = h('main', { tabindex: '-1' });
  let rows: RowsView | undefined;

  const show = (): void => {
    const route = routeOf(location.hash);
    rows?.close();
    rows = undefined;
    document.body.dataset.view = route.view;
    list.select(route.view === 'spec' ? route.spec : undefined);
    if (route.view === 'search') {
      search.value = route.text;
      main.replaceChildren(searchView(searches, places, route.text));
    } else if (route.view === 'time-line') main.replaceChildren(timeLineView(content, index, route));
    else if (route.view === 'spec') {
      const view = specView(content, entries.get(route.spec), route);
      rows = view.rows;
      main.replaceChildren(view.element);
      if (rows) takeFocus(rows.element);
    } else main.replaceChildren(summary);
    main.scrollTop = 0;
    // Page Down and the arrows scroll what has the focus.
    if (!rows && route.view !== 'list') takeFocus(main);
  };

  // The first search does not wait for the content to be inflated, and the first look at the page does not wait for that.
  addEventListener('load', () => setTimeout(searches.warm));
  const form = h('form', { role: 'search' }, search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = search.value;
    if (text === '') return;
    location.hash = hashOf({ view: 'search', text });
    search.blur();
  });
  const helpButton = h('button', { type: 'button', 'aria-label': 'Keys' }, '?');
  helpButton.addEventListener('click', () => help.showModal());
  listenForKeys({
    search,
    filter: list.filterField,
    help,
    links: () => [
      ...document.querySelectorAll<HTMLAnchorElement>(
        ['search', 'time-line'].includes(document.body.dataset.view ?? '') ? '.results a' : '.specs a',
      ),
    ],
    timeLine: () => {
      location.hash = timeLineHash;
    },
    back: () => {
      location.hash = '#';
    },
  });

  document.title = visible(`${index.title} – hostspec report`);
  document.body.append(
    pageHeader(index, form, helpButton),
    h('div', { class: 'panes' }, list.element, main),
    help,
  );
  addEventListener('hashchange', show);
  show();
}

function pageHeader(index: ReportIndex, ...controls: readonly HTMLElement[]): HTMLElement {
  return h(
    'header',
    {},
    h('h1', {}, h('a', { href: '#' }, index.title)),
    h('p', {}, headText(index)),
    h('a', { href: '#list', class: 'to-list' }, index.hasOutcomes ? 'Specs' : 'Files'),
    h('a', { href: timeLineHash }, 'Time line'),
    ...controls,
  );
}

function headText({ kind, tool, started, bytes }: ReportIndex): string {
  const words = [tool ?? kind, started === undefined ? undefined : timeText(started), bytesText(bytes)];
  return words.filter((word) => word !== undefined).join(' · ');
}

start(JSON.parse(document.getElementById('index')?.textContent ?? '') as ReportIndex);
