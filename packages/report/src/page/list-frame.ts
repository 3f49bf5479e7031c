import { h } from './dom.js';

/** A list of links with a field that filters them by name. */
export interface FilteredList {
  readonly element: HTMLElement;
  readonly filterField: HTMLInputElement;
  /** Marks the spec that is shown. */
  select(name: string | undefined): void;
}

/** What a list shows for the text in its filter field. */
interface ListContent {
  /** How many there are. */
  readonly words: string;
  readonly rows: readonly HTMLElement[];
}

/** What a list is made of. */
export interface ListParts {
  readonly label: string;
  /** What the field filters, such as `specs`. */
  readonly what: string;
  /** Other fields that change what is shown. */
  readonly fields?: readonly HTMLSelectElement[];
  /** The content for a text without blanks around it. */
  content(text: string): ListContent;
}

/** Makes a list, which is made again whenever one of its fields changes. */
export function filteredList({ label, what, fields = [], content }: ListParts): FilteredList {
  const filterField = h('input', {
    type: 'text',
    placeholder: `Filter ${what} by name`,
    'aria-label': `Filter ${what} by name`,
    autocomplete: 'off',
  });
  const count = h('p.count', { role: 'status' });
  const list = h('ul.specs');
  let selected: string | undefined;
  const show = (): void => {
    const { words, rows } = content(filterField.value.trim());
    count.textContent = words;
    list.replaceChildren(...rows);
    markCurrent(list, selected);
  };
  for (const field of [filterField, ...fields]) field.addEventListener('input', show);
  show();
  return {
    filterField,
    element: h(
      'div.list',
      { role: 'navigation', 'aria-label': label },
      h('div.filters', filterField, ...fields),
      count,
      list,
    ),
    select(name) {
      selected = name;
      markCurrent(list, name);
    },
  };
}

/** A row of a list: a link to a spec, with a label if its place says the rest of its name. */
export function listRow(
  address: string,
  { name, label = name }: { readonly name: string; readonly label?: string },
  ...cells: readonly (HTMLElement | undefined)[]
): HTMLElement {
  return h('li', h('a', { href: address, 'data-spec': name }, h('span.name', label), ...cells));
}

/** Marks the link to a spec in a list of links, and no other. */
function markCurrent(list: HTMLElement, name: string | undefined): void {
  for (const directory of list.querySelectorAll('details'))
    if (name?.startsWith(directory.dataset.directory ?? '')) directory.open = true;
  for (const link of list.querySelectorAll('a')) {
    if (link.dataset.spec === name) {
      link.setAttribute('aria-current', 'true');
      link.scrollIntoView({ block: 'nearest' });
    } else link.removeAttribute('aria-current');
  }
}
