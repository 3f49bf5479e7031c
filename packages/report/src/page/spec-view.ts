import { bytesText } from '@hostspec/host-kit';
import type { IndexEntry, IndexItem } from '../html/report-index.js';
import { timeText } from '../summary/words.js';
import type { Content } from './client.js';
import { factList, h, type NamedText, searchInput, secondsText } from './dom.js';
import { hashOf, type Route, specHash } from './route.js';
import { type RowsView, rowsView } from './rows-view.js';

// More bytes would not fit into the memory of the page or of the clipboard.
const most = { download: 512 * 1024 * 1024, copy: 8 * 1024 * 1024 };

/** What a spec gave: its outcome, where its content comes from, and the content. */
export interface SpecView {
  readonly element: HTMLElement;
  /** What the keys scroll, if it is not the page. */
  readonly scrolled?: HTMLElement | undefined;
  /** Ends its work. */
  close(): void;
}

/** Shows a spec, or that the report does not have it. */
export function specView(content: Content, entry: IndexEntry | undefined, route: SpecRoute): SpecView {
  if (!entry) {
    const none = h('p', 'This report does not have this spec.');
    return { element: h('div.spec', h('h2', route.spec), none), close() {} };
  }
  return entry.items.length > 1 ? itemsView(content, entry, route) : itemView(content, entry, route);
}

type SpecRoute = Extract<Route, { view: 'spec' }>;

/** Shows a spec with at most one item, whose content fills the rest of the screen. */
function itemView(content: Content, entry: IndexEntry, { item: at, line }: SpecRoute): SpecView {
  const [item] = entry.items;
  const rows =
    item && item.bytes > 0
      ? rowsView(content, item, 'Content', (number) => specHash(entry.name, at, number))
      : undefined;
  if (line !== undefined) void rows?.show(line);
  const element = h(
    'div.spec',
    ...headOf(entry, [...specFacts(entry), ...(item ? itemFacts(item) : [])]),
    rows && item
      ? h('div.controls', specSearch(entry.name), ...contentTools(content, entry.name, item))
      : undefined,
    rows?.element,
  );
  return { element, scrolled: rows?.element, close: () => rows?.close() };
}

// A page with more of them is slow; the choice leads to the others.
const itemsAtOnce = 50;

/** Shows a spec with several items below each other. The content of one is read when it comes near the screen. */
function itemsView(content: Content, entry: IndexEntry, { item: at, line }: SpecRoute): SpecView {
  const { name, items } = entry;
  const first = at < items.length ? at - (at % itemsAtOnce) : 0;
  const shown = new Map<Element, RowsView>();
  const wait = new Map<Element, () => RowsView>();
  const read = (section: Element): RowsView | undefined => {
    const make = wait.get(section);
    if (!make) return shown.get(section);
    wait.delete(section);
    const rows = make();
    shown.set(section, rows);
    section.append(rows.element);
    return rows;
  };
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) if (isIntersecting) read(target);
    },
    { rootMargin: '400px' },
  );
  const sections = items.slice(first, first + itemsAtOnce).map((item, index) => {
    const section = h(
      'section.item',
      h('h3', item.source, ' ', h('span.number', bytesText(item.bytes))),
      factList(itemFacts(item).filter(([label]) => label !== 'Source' && label !== 'Size')),
      item.bytes > 0 ? h('div.controls', ...contentTools(content, name, item)) : undefined,
    );
    if (item.bytes > 0) {
      const addressOf = (number: number): string => specHash(name, first + index, number);
      wait.set(section, () => rowsView(content, item, `Content of ${item.source}`, addressOf));
      observer.observe(section);
    }
    return section;
  });
  const element = h(
    'div.spec.many',
    { tabindex: '-1' },
    ...headOf(entry, specFacts(entry)),
    itemChoice(entry, at),
    h('div.controls', specSearch(name)),
    ...sections,
  );
  const wanted = sections[at - first];
  const rows = wanted && line !== undefined ? read(wanted) : undefined;
  if (rows && line !== undefined) void rows.show(line);
  if (at > 0) setTimeout(() => wanted?.scrollIntoView());
  return {
    element,
    scrolled: rows?.element ?? element,
    close() {
      observer.disconnect();
      for (const each of shown.values()) each.close();
    },
  };
}

/** What a spec is and what came of it. */
function headOf(entry: IndexEntry, facts: readonly NamedText[]): (HTMLElement | undefined)[] {
  return [
    h('h2', entry.name),
    entry.doc === undefined ? undefined : h('p.doc', entry.doc),
    factList(facts),
    missList(entry),
  ];
}

function specFacts({ status, reason, domain, duration, started, misses, items }: IndexEntry): NamedText[] {
  return [
    ['Outcome', status],
    ['Reason', reason],
    ['Domain', domain],
    ['Source', items.length === 0 ? misses[0]?.source : undefined],
    ['Time', duration === undefined ? undefined : secondsText(duration)],
    ['Started', started === undefined ? undefined : timeText(started)],
  ];
}

function itemFacts({ source, container, bytes, rc, truncated, masked = {} }: IndexItem): NamedText[] {
  const counts = Object.entries(masked).map(([rule, count]) => `${count} ${rule}`);
  return [
    ['Source', source],
    ['Container', container],
    ['Size', bytesText(bytes)],
    ['Exit status', rc === undefined ? undefined : `${rc}`],
    ['Cut', truncated],
    ['Masked', counts.length > 0 ? counts.join(', ') : undefined],
  ];
}

// A page with more of them in one field is slow; an address leads to the others.
const mostItems = 5000;

function itemChoice({ name, items }: IndexEntry, at: number): HTMLElement {
  const select = h(
    'select',
    { 'aria-label': 'Item' },
    ...items
      .slice(0, mostItems)
      .map(({ source, bytes }, index) =>
        h('option', { value: `${index}` }, `${source} (${bytesText(bytes)})`),
      ),
  );
  select.value = `${at}`;
  select.addEventListener('change', () => {
    location.hash = specHash(name, Number(select.value));
  });
  return h('p.items', h('span', `${items.length} items: `), select);
}

const mostMisses = 50;

function missList({ misses, reason }: IndexEntry): HTMLElement | undefined {
  const other = misses.filter((miss) => miss.reason !== reason);
  if (other.length === 0) return undefined;
  return h(
    'details',
    h('summary', `${other.length} without content`),
    h(
      'ul',
      { tabindex: '0', 'aria-label': 'Without content' },
      ...other.slice(0, mostMisses).map((miss) => h('li', `${miss.source}: ${miss.status}: ${miss.reason}`)),
    ),
  );
}

function specSearch(spec: string): HTMLElement {
  const field = searchInput('Search this spec');
  const form = h('form', { role: 'search', 'aria-label': 'This spec' }, field);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value !== '') location.hash = hashOf({ view: 'search', text: field.value, spec });
  });
  return form;
}

/** Copies or downloads the content of an item as it was collected. */
function contentTools(content: Content, spec: string, item: IndexItem): HTMLElement[] {
  const said = h('span', { role: 'status' });
  const button = (words: string, mostBytes: number, done: string, use: () => Promise<void>) => {
    const element = h('button', { type: 'button' }, words);
    element.disabled = item.bytes > mostBytes;
    element.addEventListener('click', () => {
      said.textContent = '';
      use().then(
        () => {
          said.textContent = done;
        },
        (error: unknown) => {
          said.textContent = `${words} failed: ${error instanceof Error ? error.message : String(error)}`;
        },
      );
    });
    return element;
  };
  return [
    button('Copy', most.copy, 'Copied.', async () => {
      const text = new TextDecoder().decode(await content.bytes(item));
      await navigator.clipboard.writeText(text);
    }),
    button('Download', most.download, '', async () => {
      download(await content.bytes(item), item.path.split('/').at(-1) ?? spec);
    }),
    said,
  ];
}

/** Saves bytes as a file. Whatever they are, the browser does not show them as a page. */
function download(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
