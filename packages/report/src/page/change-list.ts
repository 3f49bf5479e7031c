import type { ChangedSpec, ComparisonIndex } from '../comparison/comparison-index.js';
import { h } from './dom.js';
import { specHash } from './route.js';
import { markCurrent } from './spec-list.js';

/** The list of specs that differ. */
export interface ChangeList {
  readonly element: HTMLElement;
  readonly filterField: HTMLInputElement;
  /** Marks the spec that is shown. */
  select(name: string | undefined): void;
}

/** Makes the list of the specs that differ, with a filter by name. */
export function changeList({ specs, compared }: ComparisonIndex): ChangeList {
  const filterField = h('input', {
    type: 'text',
    placeholder: 'Filter specs by name',
    'aria-label': 'Filter specs by name',
    autocomplete: 'off',
  });
  const count = h('p', { class: 'count', role: 'status' });
  const list = h('ul', { class: 'specs' });
  let selected: string | undefined;
  const show = (): void => {
    const text = filterField.value.trim().toLowerCase();
    const kept = specs.filter(({ name }) => name.toLowerCase().includes(text));
    const words = `${specs.length} of ${compared} specs differ`;
    count.textContent = text === '' ? words : `${words}, ${kept.length} with this name`;
    list.replaceChildren(...kept.map(changeRow));
    markCurrent(list, selected);
  };
  filterField.addEventListener('input', show);
  show();
  return {
    filterField,
    element: h(
      'nav',
      { class: 'list', 'aria-label': 'Specs that differ' },
      h('div', { class: 'filters' }, filterField),
      count,
      list,
    ),
    select(name) {
      selected = name;
      markCurrent(list, name);
    },
  };
}

function changeRow({ name, before, after, items, added, removed }: ChangedSpec): HTMLElement {
  const lines = [removed > 0 ? `−${removed}` : '', added > 0 ? `+${added}` : ''].filter(
    (text) => text !== '',
  );
  const other = before.status === after.status ? undefined : `${before.status} → ${after.status}`;
  const size = lines.length > 0 ? lines.join(' ') : other === undefined ? `${items.length} items` : '';
  return h(
    'li',
    {},
    h(
      'a',
      { href: specHash(name), 'data-spec': name },
      h('span', { class: 'name' }, name),
      other === undefined ? undefined : h('span', { class: 'status' }, other),
      h('span', { class: 'number' }, size),
    ),
  );
}
