import type { IndexEntry, ReportIndex } from '../report/report-index.js';
import { bytesText } from '../summary/words.js';
import { choice, h } from './dom.js';
import { specHash } from './route.js';
import { filtered, type SpecFilter, sizeOf } from './spec-filter.js';
import { counted, secondsText } from './text.js';

// More links make the page slow, and nobody reads them all.
const mostShown = 2000;

/** The list of specs with its filters. */
export interface SpecList {
  readonly element: HTMLElement;
  readonly filterField: HTMLInputElement;
  /** Marks the spec that is shown. */
  select(name: string | undefined): void;
}

/** Makes the list of all specs of a report. */
export function specList({ entries, hasOutcomes }: ReportIndex): SpecList {
  const what = hasOutcomes ? 'spec' : 'file';
  const filterField = h('input', {
    type: 'text',
    placeholder: `Filter ${what}s by name`,
    'aria-label': `Filter ${what}s by name`,
    autocomplete: 'off',
  });
  const domains = [...new Set(entries.flatMap(({ domain }) => domain ?? []))].sort();
  const statuses = [...new Set(entries.map(({ status }) => status))];
  const fields = {
    outcome: choice('Outcome', [
      ['notable', 'Except absent, skipped, empty'],
      ['', 'All outcomes'],
      ['content', 'With content'],
      ['problems', 'Problems'],
      ...statuses.map((status) => [status, status] as const),
    ]),
    domain: choice('Domain', [['', 'All domains'], ...domains.map((name) => [name, name] as const)]),
    minBytes: choice('Size', [
      ['0', 'Any size'],
      ['1024', '1 KiB or more'],
      ['102400', '100 KiB or more'],
      ['1048576', '1 MiB or more'],
      ['10485760', '10 MiB or more'],
    ]),
    minSeconds: choice('Time', [
      ['0', 'Any time'],
      ['0.1', '0.1 s or more'],
      ['1', '1 s or more'],
      ['5', '5 s or more'],
    ]),
    order: choice('Order', [
      ['catalog', 'In order'],
      ['name', 'By name'],
      ['size', 'By size'],
      ['time', 'By time'],
    ]),
  };
  fields.outcome.className = 'wide';
  if (!hasOutcomes) for (const field of [fields.domain, fields.minSeconds]) field.hidden = true;

  const count = h('p', { class: 'count', role: 'status' });
  const list = h('ul', { class: 'specs' });
  let selected: string | undefined;
  const show = (): void => {
    const kept = filtered(entries, {
      text: filterField.value.trim(),
      domain: fields.domain.value,
      outcome: fields.outcome.value,
      minBytes: Number(fields.minBytes.value),
      minSeconds: Number(fields.minSeconds.value),
      order: fields.order.value as SpecFilter['order'],
    });
    const more = kept.length > mostShown ? `, ${mostShown.toLocaleString('en')} of them shown` : '';
    count.textContent = `${counted(kept.length, what)} of ${entries.length.toLocaleString('en')}${more}`;
    list.replaceChildren(
      ...kept.slice(0, mostShown).map((entry) => specRow(entry, fields.order.value === 'time')),
    );
    markCurrent(list, selected);
  };
  for (const field of [filterField, ...Object.values(fields)]) field.addEventListener('input', show);
  show();

  return {
    filterField,
    element: h(
      'nav',
      { class: 'list', 'aria-label': hasOutcomes ? 'Specs' : 'Files' },
      h('div', { class: 'filters' }, filterField, ...Object.values(fields)),
      count,
      list,
    ),
    select(name) {
      selected = name;
      markCurrent(list, name);
    },
  };
}

/** Marks the link to a spec in a list of links, and no other. */
export function markCurrent(list: HTMLElement, name: string | undefined): void {
  for (const link of list.querySelectorAll('a')) {
    if (link.dataset.spec === name) {
      link.setAttribute('aria-current', 'true');
      link.scrollIntoView({ block: 'nearest' });
    } else link.removeAttribute('aria-current');
  }
}

function specRow(entry: IndexEntry, byTime: boolean): HTMLElement {
  const { name, status, items, duration } = entry;
  const kind =
    status === 'collected' ? 'good' : ['absent', 'skipped', 'empty'].includes(status) ? 'quiet' : 'bad';
  const size =
    byTime && duration !== undefined
      ? secondsText(duration)
      : items.length > 0
        ? bytesText(sizeOf(entry))
        : '';
  return h(
    'li',
    {},
    h(
      'a',
      { href: specHash(name), 'data-spec': name },
      h('span', { class: 'name' }, name),
      h('span', { class: `status ${kind}` }, status === 'collected' ? '' : status),
      h('span', { class: 'number' }, size),
    ),
  );
}
