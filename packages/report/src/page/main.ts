import { bytesText } from '@hostspec/host-kit';
import type { ReportIndex } from '../html/report-index.js';
import { timeText } from '../summary/words.js';
import { startContent, startSearch } from './client.js';
import { h, searchInput, takeFocus } from './dom.js';
import { rangeOf } from './logs.js';
import { defaultGap, hashOf, type Route } from './route.js';
import { searchedPlaces, searchView } from './search-view.js';
import { specList } from './spec-list.js';
import { type SpecView, specView } from './spec-view.js';
import { pageIndex, startPage } from './start-page.js';
import { summaryView } from './summary-view.js';
import { timeLineView } from './time-line-view.js';

const timeLineHash = hashOf({ view: 'time-line', at: undefined, gap: defaultGap, text: '' });

/** Builds the page of a report. */
function start(index: ReportIndex): void {
  const content = startContent(index);
  const places = searchedPlaces(index);
  const searches = startSearch(index, places.map(rangeOf));
  const entries = new Map(index.entries.map((entry) => [entry.name, entry]));
  const summary = summaryView(index);
  const search = searchInput('Search all content');
  const main = h('main', { tabindex: '-1' });
  let view: SpecView | undefined;

  const viewOf = (route: Route): SpecView => {
    const only = (element: HTMLElement): SpecView => ({ element, close() {} });
    if (route.view === 'search') return only(searchView(searches, places, route));
    if (route.view === 'time-line') return only(timeLineView(content, index, route));
    return route.view === 'spec' ? specView(content, entries.get(route.spec), route) : only(summary);
  };
  const show = (route: Route): void => {
    view?.close();
    document.body.dataset.view = route.view;
    if (route.view === 'search') search.value = route.text;
    view = viewOf(route);
    main.replaceChildren(view.element);
    // Page Down and the arrows scroll what has the focus.
    if (view.scrolled) takeFocus(view.scrolled);
    else if (route.view !== 'list') takeFocus(main);
  };

  startPage({
    title: index.title,
    kind: 'report',
    words: headText(index),
    list: specList(index),
    listName: index.hasOutcomes ? 'Specs' : 'Files',
    main,
    controls: [h('a', { href: timeLineHash }, 'Time line'), searchForm(search)],
    keys: {
      search,
      links: () => [
        ...document.querySelectorAll<HTMLAnchorElement>(
          ['search', 'time-line'].includes(document.body.dataset.view ?? '')
            ? '.results a'
            : '.specs a:not(details:not([open]) a)',
        ),
      ],
      timeLine: () => {
        location.hash = timeLineHash;
      },
    },
    show,
  });
  // The first search does not wait for the content to be inflated, and the first look at the page does not wait for that.
  addEventListener('load', () => setTimeout(searches.warm));
}

function searchForm(search: HTMLInputElement): HTMLElement {
  const form = h('form', { role: 'search', 'aria-label': 'All content' }, search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = search.value;
    if (text === '') return;
    location.hash = hashOf({ view: 'search', text });
    search.blur();
  });
  return form;
}

function headText({ kind, tool, started, bytes }: ReportIndex): string {
  const words = [tool ?? kind, started === undefined ? undefined : timeText(started), bytesText(bytes)];
  return words.filter((word) => word !== undefined).join(' · ');
}

start(pageIndex<ReportIndex>());
