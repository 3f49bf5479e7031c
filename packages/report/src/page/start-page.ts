import { h, visible } from './dom.js';
import type { FilteredList } from './list-frame.js';
import { type Route, routeOf } from './route.js';

const keys: readonly (readonly [key: string, text: string])[] = [
  ['f', 'filter the list by name'],
  ['j k', 'next and previous link'],
  ['Enter', 'open it'],
  ['Esc', 'leave a field; then back to the summary'],
  ['?', 'this help'],
];

const searchKeys: typeof keys = [
  ['/', 'search all content'],
  ['t', 'time line of the logs'],
];

/** The dialog that lists the keys, and notes below them. */
function helpDialog(hasSearch: boolean): HTMLDialogElement {
  const rows = [...(hasSearch ? searchKeys : []), ...keys].map(([key, text]) =>
    h('tr', h('th', { scope: 'row' }, h('kbd', key)), h('td', text)),
  );
  const close = h('button', { type: 'button' }, 'Close');
  const notes = h(
    'p',
    'A search with a capital letter distinguishes capital and small letters. Click a line number to get the address of that line.',
  );
  const dialog = h(
    'dialog',
    { 'aria-label': 'Keys' },
    h('h2', 'Keys'),
    h('table', h('tbody', ...rows)),
    hasSearch ? notes : undefined,
    close,
  );
  close.addEventListener('click', () => dialog.close());
  return dialog;
}

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
      h('h1', h('a', { href: '#' }, title)),
      h('p', words),
      h('a.to-list', { href: '#list' }, listName),
      ...controls,
      helpButton,
    ),
    h('div.panes', list.element, main),
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

interface KeyActions {
  /** Without it, nothing is searched. */
  readonly search?: HTMLInputElement;
  readonly filter: HTMLInputElement;
  readonly help: HTMLDialogElement;
  /** Without it, there is no time line. */
  timeLine?(): void;
  /** The links that j and k move between. */
  links(): readonly HTMLAnchorElement[];
  back(): void;
}

/** Listens for the keys of the page. In a field, only Esc counts. */
function listenForKeys({ search, filter, help, timeLine, links, back }: KeyActions): void {
  const move = (step: number): void => {
    const all = links();
    const focused = all.indexOf(document.activeElement as HTMLAnchorElement);
    const current = focused === -1 ? all.findIndex((link) => link.hasAttribute('aria-current')) : focused;
    const next = current === -1 ? (step > 0 ? 0 : all.length - 1) : current + step;
    all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
  };
  const focus = (field: HTMLInputElement): void => {
    field.focus();
    field.select();
  };
  const actions: Readonly<Record<string, () => void>> = {
    ...(search && { '/': () => focus(search) }),
    ...(timeLine && { t: timeLine }),
    f: () => focus(filter),
    j: () => move(1),
    k: () => move(-1),
    '?': () => help.showModal(),
    Escape: back,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const { activeElement: active } = document;
    if (active instanceof HTMLInputElement || active instanceof HTMLSelectElement) {
      if (event.key === 'Escape') active.blur();
      return;
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
