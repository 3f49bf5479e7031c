import { bytesText } from '@hostspec/host-kit';
import type { ChangedItem, ChangedSpec } from '../compare/comparison-index.js';
import { factList, h } from './dom.js';
import { counted } from './text.js';

/** Shows what differs in a spec, or that nothing does. */
export function changeView(name: string, spec: ChangedSpec | undefined): HTMLElement {
  if (!spec)
    return h(
      'div',
      { class: 'spec' },
      h('h2', {}, name),
      h('p', {}, 'Nothing differs in this spec, or only what changes by itself.'),
    );
  const { before, after, items } = spec;
  const outcome = before.status === after.status ? after.status : `${before.status} → ${after.status}`;
  return h(
    'div',
    { class: 'spec' },
    h('h2', {}, name),
    factList([
      ['Outcome', outcome],
      ['Reason before', before.reason],
      ['Reason after', after.reason],
    ]),
    ...items.map(itemView),
  );
}

const marks = { added: '+ Added', removed: '− Removed', changed: '~ Changed' } as const;

function itemView(item: ChangedItem): HTMLElement {
  const { path, change, bytesBefore, bytesAfter, noText, noiseLines = 0, lines, moreLines } = item;
  const sizes = new Set(
    [bytesBefore, bytesAfter].flatMap((bytes) => (bytes === undefined ? [] : [bytesText(bytes)])),
  );
  const notes = [
    [...sizes].join(' → '),
    noText === undefined ? '' : `no lines are shown: ${noText}`,
    noiseLines > 0 ? `${counted(noiseLines, 'line')} left out` : '',
    moreLines > 0 ? `${counted(moreLines, 'more line')}; hostspec diff shows all` : '',
  ];
  return h(
    'section',
    { class: 'change' },
    h('h3', {}, `${marks[change]}: ${path}`),
    h('p', { class: 'note' }, notes.filter((note) => note !== '').join(' · ')),
    lines.length > 0 ? h('div', { class: 'lines' }, ...lines.map(lineView)) : undefined,
  );
}

/** A line of a diff: its sign is text, so that the colour says nothing that the sign does not. */
function lineView(line: string): HTMLElement {
  const sign = line.charAt(0);
  if (sign === '@' || sign === '\\') return h('div', { class: 'line hunk' }, line);
  const tag = sign === '+' ? 'ins' : sign === '-' ? 'del' : 'div';
  return h(
    tag,
    { class: 'line' },
    h('span', { class: 'sign' }, sign === '-' ? '−' : sign),
    h('span', { class: 'text' }, line.slice(1)),
  );
}
