import type { Content } from './client.js';
import { h } from './dom.js';
import type { Range, Row } from './protocol.js';

/** The height of a row in pixels; the style has the same. */
const rowHeight = 20;
// Browsers do not make elements of more than about 16 million pixels.
const tallest = 8_000_000;
const spare = 20;

/** A virtual list of the rows of one item: only those on the screen exist. */
export interface RowsView {
  readonly element: HTMLElement;
  /** Scrolls to a line and marks it. */
  show(line: number): Promise<void>;
  /** Ends its work. */
  close(): void;
}

/** Shows the rows of a range; `label` names it for screen readers, `addressOf` makes the address of a line. */
export function rowsView(
  content: Content,
  range: Range,
  label: string,
  addressOf: (line: number) => string,
): RowsView {
  const layer = h('div.layer');
  const spacer = h('div.spacer', layer);
  const element = h('div.rows', { tabindex: '0', role: 'region', 'aria-label': label }, spacer);
  let rows = 0;
  let top = 0;
  let marked: number | undefined;
  let closed = false;
  let latest = 0;

  const visibleRows = (): number => Math.ceil(element.clientHeight / rowHeight) + 1;
  const full = (): number => rows * rowHeight;
  const height = (): number => Math.min(full(), tallest);
  /** The offset of a row in the spacer: proportional if there are more rows than fit. */
  const offsetOf = (row: number): number => {
    const lastTop = Math.max(1, rows - visibleRows() + 1);
    return full() <= tallest ? row * rowHeight : (row / lastTop) * (tallest - element.clientHeight);
  };

  const fail = (error: Error): void => {
    layer.replaceChildren(
      h('p', `This content cannot be read; the file may be incomplete: ${error.message}`),
    );
  };
  const paint = async (): Promise<void> => {
    const turn = ++latest;
    const from = Math.max(0, Math.floor(top) - spare);
    const shown = await content.rows(range, from, visibleRows() + 2 * spare).catch((error: Error) => error);
    // Something else is to be shown since then, even if this failed.
    if (closed || turn !== latest) return;
    if (shown instanceof Error) return fail(shown);
    layer.replaceChildren(...shown.map((row) => rowElement(row, row.line === marked, addressOf)));
    layer.style.transform = `translateY(${Math.max(0, offsetOf(top) - (top - from) * rowHeight)}px)`;
  };

  const scrollTo = (row: number): void => {
    top = Math.max(0, Math.min(row, rows - visibleRows() + 2));
    element.scrollTop = offsetOf(top);
    void paint();
  };

  element.addEventListener('scroll', () => {
    // Ignores our own scroll; the browser rounds its position.
    if (Math.abs(element.scrollTop - offsetOf(top)) < 2) return;
    const lastTop = Math.max(1, rows - visibleRows() + 1);
    top =
      full() <= tallest
        ? element.scrollTop / rowHeight
        : (element.scrollTop / (tallest - element.clientHeight)) * lastTop;
    void paint();
  });
  element.addEventListener(
    'wheel',
    (event) => {
      if (full() <= tallest || event.deltaY === 0) return;
      event.preventDefault();
      scrollTo(top + event.deltaY / rowHeight);
    },
    { passive: false },
  );
  const resized = new ResizeObserver(() => void paint());
  resized.observe(element);

  const sized = content.size(range).then((size) => {
    rows = size.rows;
    spacer.style.height = `${height()}px`;
  }, fail);
  return {
    element,
    async show(line) {
      marked = line;
      const row = await content.rowOfLine(range, line).catch(() => 0);
      await sized;
      if (!closed) scrollTo(Math.max(0, row - 3));
    },
    close() {
      closed = true;
      resized.disconnect();
    },
  };
}

function rowElement(
  { line, continued, text }: Row,
  marked: boolean,
  addressOf: (line: number) => string,
): HTMLElement {
  const number = continued
    ? h('span.no')
    : h('a.no', { href: addressOf(line), tabindex: '-1', 'aria-label': `Line ${line}` }, `${line}`);
  return h('div', { class: marked ? 'row marked' : 'row' }, number, h('span.text', text));
}
