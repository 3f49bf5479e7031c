import { bytesText } from '@hostspec/host-kit';
import type { IndexEntry, IndexItem } from '../html/report-index.js';
import { timeText } from '../summary/words.js';
import type { Content } from './client.js';
import { h } from './dom.js';
import { hashOf, type Route, specHash } from './route.js';
import { type RowsView, rowsView } from './rows-view.js';
import { longestText } from './search.js';
import { secondsText } from './text.js';

/** What a spec gave: its outcome, where its content comes from, and the content. */
export interface SpecView {
  readonly element: HTMLElement;
  readonly rows: RowsView | undefined;
}

/** Shows a spec, or that the report does not have it. */
export function specView(
  content: Content,
  entry: IndexEntry | undefined,
  { spec, item: at, line }: Extract<Route, { view: 'spec' }>,
): SpecView {
  if (!entry)
    return {
      element: h(
        'div',
        { class: 'spec' },
        h('h2', {}, spec),
        h('p', {}, 'This report does not have this spec.'),
      ),
      rows: undefined,
    };
  const item = entry.items[at] ?? entry.items[0];
  const rows =
    item && item.bytes > 0 ? rowsView(content, item, (number) => specHash(spec, at, number)) : undefined;
  if (rows && line !== undefined) void rows.show(line);
  const element = h(
    'div',
    { class: 'spec' },
    h('h2', {}, entry.name),
    entry.doc === undefined ? undefined : h('p', { class: 'doc' }, entry.doc),
    h('dl', { class: 'facts' }, ...factsOf(entry, item)),
    entry.items.length > 1 ? itemChoice(entry, at) : undefined,
    missList(entry),
    rows && item ? contentTools(content, entry.name, item) : undefined,
    rows?.element,
  );
  return { element, rows };
}

function factsOf(entry: IndexEntry, item: IndexItem | undefined): HTMLElement[] {
  const { status, reason, domain, duration, started, misses } = entry;
  const masked = Object.entries(item?.masked ?? {}).map(([rule, count]) => `${count} ${rule}`);
  const facts: (readonly [string, string | undefined])[] = [
    ['Outcome', status],
    ['Reason', reason],
    ['Domain', domain],
    ['Source', item?.source ?? misses[0]?.source],
    ['Container', item?.container],
    ['Size', item && bytesText(item.bytes)],
    ['Exit status', item?.rc === undefined ? undefined : `${item.rc}`],
    ['Cut', item?.truncated],
    ['Masked', masked.length > 0 ? masked.join(', ') : undefined],
    ['Time', duration === undefined ? undefined : secondsText(duration)],
    ['Started', started === undefined ? undefined : timeText(started)],
  ];
  return facts.flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : [h('div', {}, h('dt', {}, name), h('dd', {}, text))],
  );
}

// More bytes would not fit into the memory of the page or of the clipboard.
const most = { download: 512 * 1024 * 1024, copy: 8 * 1024 * 1024 };

/** Searches the spec, and copies or downloads the content of an item as it was collected. */
function contentTools(content: Content, spec: string, item: IndexItem): HTMLElement {
  const field = h('input', {
    type: 'search',
    placeholder: 'Search this spec',
    'aria-label': 'Search this spec',
    autocomplete: 'off',
    maxlength: `${longestText}`,
  });
  const form = h('form', { role: 'search', 'aria-label': 'This spec' }, field);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value !== '') location.hash = hashOf({ view: 'search', text: field.value, spec });
  });
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
  return h(
    'div',
    { class: 'controls' },
    form,
    button('Copy', most.copy, 'Copied.', async () => {
      const text = new TextDecoder().decode(await content.bytes(item));
      await navigator.clipboard.writeText(text);
    }),
    button('Download', most.download, '', async () => {
      download(await content.bytes(item), item.path.split('/').at(-1) ?? spec);
    }),
    said,
  );
}

/** Saves bytes as a file. Whatever they are, the browser does not show them as a page. */
function download(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
  return h('p', { class: 'items' }, h('span', {}, `${items.length} items: `), select);
}

const mostMisses = 50;

function missList({ misses, reason }: IndexEntry): HTMLElement | undefined {
  const other = misses.filter((miss) => miss.reason !== reason);
  if (other.length === 0) return undefined;
  return h(
    'details',
    {},
    h('summary', {}, `${other.length} without content`),
    h(
      'ul',
      { tabindex: '0', 'aria-label': 'Without content' },
      ...other
        .slice(0, mostMisses)
        .map((miss) => h('li', {}, `${miss.source}: ${miss.status}: ${miss.reason}`)),
    ),
  );
}
