import type { ChangedSpec, ComparisonIndex } from '../compare/comparison-index.js';
import { h } from './dom.js';
import { type FilteredList, filteredList, listRow } from './list-frame.js';
import { specHash } from './route.js';
import { counted } from './text.js';

/** Makes the list of the specs that differ, with a filter by name. */
export function changeList({ specs, compared }: ComparisonIndex): FilteredList {
  return filteredList({
    label: 'Specs that differ',
    what: 'specs',
    content(text) {
      const kept = specs.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
      const words = `${specs.length} of ${compared} specs differ`;
      return {
        words: text === '' ? words : `${words}, ${kept.length} with this name`,
        rows: kept.map(changeRow),
      };
    },
  });
}

function changeRow({ name, before, after, items, added, removed }: ChangedSpec): HTMLElement {
  const lines = [removed > 0 ? `−${removed}` : '', added > 0 ? `+${added}` : ''].filter(
    (text) => text !== '',
  );
  const other = before.status === after.status ? undefined : `${before.status} → ${after.status}`;
  const size = lines.length > 0 ? lines.join(' ') : other === undefined ? counted(items.length, 'item') : '';
  return listRow(
    specHash(name),
    { name },
    other === undefined ? undefined : h('span', { class: 'status' }, other),
    h('span', { class: 'number' }, size),
  );
}
