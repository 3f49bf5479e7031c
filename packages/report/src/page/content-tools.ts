import type { IndexItem } from '../html/report-index.js';
import type { Content } from './client.js';
import { h, searchInput } from './dom.js';
import { hashOf } from './route.js';

// More bytes would not fit into the memory of the page or of the clipboard.
const most = { download: 512 * 1024 * 1024, copy: 8 * 1024 * 1024 };

/** The field that searches a spec. */
export function specSearch(spec: string): HTMLElement {
  const field = searchInput('Search this spec');
  const form = h('form', { role: 'search', 'aria-label': 'This spec' }, field);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value !== '') location.hash = hashOf({ view: 'search', text: field.value, spec });
  });
  return form;
}

/** Copies or downloads the content of an item as it was collected. */
export function contentTools(content: Content, spec: string, item: IndexItem): HTMLElement[] {
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
