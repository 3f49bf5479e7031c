import { h } from './dom.js';

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
export function helpDialog(hasSearch: boolean): HTMLDialogElement {
  const rows = [...(hasSearch ? searchKeys : []), ...keys].map(([key, text]) =>
    h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, text)),
  );
  const close = h('button', { type: 'button' }, 'Close');
  const notes = h(
    'p',
    {},
    'A search with a capital letter distinguishes capital and small letters. Click a line number to get the address of that line.',
  );
  const dialog = h(
    'dialog',
    { 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h('table', {}, h('tbody', {}, ...rows)),
    hasSearch ? notes : undefined,
    close,
  );
  close.addEventListener('click', () => dialog.close());
  return dialog;
}
