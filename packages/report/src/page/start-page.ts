import { h } from './dom.js';
import { helpDialog } from './help.js';
import { type KeyActions, listenForKeys } from './keys.js';
import type { FilteredList } from './list-frame.js';
import { type Route, routeOf } from './route.js';
import { visible } from './visible.js';

/** What a page is made of. */
export interface PageParts {
  /** The title of its header and, with `kind`, of its window. */
  readonly title: string;
  readonly kind: string;
  /** The line below the title. */
  readonly words: string;
  readonly list: FilteredList;
  /** What the list has, such as `Specs`. */
  readonly listName: string;
  readonly main: HTMLElement;
  /** What else the header has. */
  readonly controls: readonly HTMLElement[];
  readonly keys: Pick<KeyActions, 'search' | 'timeLine' | 'links'>;
  /** Shows what the address of the page says. */
  show(route: Route): void;
}

/** The data of a page, which is in its first element of data. */
export function pageIndex<T>(): T {
  return JSON.parse(document.getElementById('index')?.textContent ?? '') as T;
}

/** Builds a page, and shows what its address says, now and whenever it changes. */
export function startPage({
  title,
  kind,
  words,
  list,
  listName,
  main,
  controls,
  keys,
  show,
}: PageParts): void {
  const help = helpDialog(keys.search !== undefined);
  const helpButton = h('button', { type: 'button', 'aria-label': 'Keys' }, '?');
  helpButton.addEventListener('click', () => help.showModal());
  listenForKeys({
    ...keys,
    filter: list.filterField,
    help,
    back: () => {
      location.hash = '#';
    },
  });
  document.body.append(
    h(
      'header',
      {},
      h('h1', {}, h('a', { href: '#' }, title)),
      h('p', {}, words),
      h('a', { href: '#list', class: 'to-list' }, listName),
      ...controls,
      helpButton,
    ),
    h('div', { class: 'panes' }, list.element, main),
    help,
  );
  const showRoute = (): void => {
    const route = routeOf(location.hash);
    show(route);
    list.element.role = route.view === 'list' ? 'main' : 'navigation';
    list.select(route.view === 'spec' ? route.spec : undefined);
    document.title = visible([...titleOf(route), title, `hostspec ${kind}`].join(' – '));
    main.scrollTop = 0;
  };
  addEventListener('hashchange', showRoute);
  showRoute();
}

/** What a history of the browser shows of a view, besides the report. */
function titleOf(route: Route): readonly string[] {
  if (route.view === 'spec') return [route.spec];
  if (route.view === 'search') return [`search for ${route.text}`];
  return route.view === 'time-line' ? ['time line'] : [];
}
