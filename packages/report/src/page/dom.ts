import { longestText } from './search.js';

const hidden = /((?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}])/gu;

/** Attributes of an element; `undefined` leaves one out. No attribute takes code. */
type Attributes = Readonly<Record<string, string | undefined>>;

/** The name of a fact and its text, if it has one. */
export type NamedText = readonly [name: string, text: string | undefined];

/**
 * An element, by its tag and classes such as `div.spec.many`, with attributes and children. Text only ever becomes text
 * nodes, with escapes for characters that are not visible.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K | `${K}.${string}`,
  ...parts: readonly (Attributes | Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = name.split('.') as [K, ...string[]];
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const part of parts)
    if (typeof part === 'string' || part instanceof Node) element.append(...nodesOf(part));
    else
      for (const [key, value] of Object.entries(part ?? {}))
        if (value !== undefined) element.setAttribute(key, value);
  return element;
}

/** Nodes for a text: what was escaped is marked. */
function nodesOf(child: Node | string): Node[] {
  if (typeof child !== 'string') return [child];
  return visibleParts(child).map(({ text, escaped }) => {
    if (!escaped) return document.createTextNode(text);
    const mark = document.createElement('span');
    mark.className = 'escaped';
    mark.textContent = text;
    return mark;
  });
}

/** A list of facts with their names, without those that have no text. */
export function factList(facts: readonly NamedText[]): HTMLElement {
  const rows = facts.map(([name, text]) => text && h('div', h('dt', name), h('dd', text)));
  return h('dl.facts', ...rows.filter((row) => row !== undefined && row !== ''));
}

/** A choice between values, the first one selected. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label },
    ...options.map(([value, text]) => h('option', { value }, text)),
  );
}

/** A field for a text to search for, named by what it is for. */
export function searchInput(label: string, value?: string): HTMLInputElement {
  return h('input', {
    type: 'search',
    placeholder: label,
    'aria-label': label,
    autocomplete: 'off',
    maxlength: `${longestText}`,
    value,
  });
}

/** Gives an element the focus, unless a person types in a field by now. */
export function takeFocus(element: HTMLElement): void {
  if (!(document.activeElement instanceof HTMLInputElement)) element.focus({ preventScroll: true });
}

/** A text whose percent signs stay on the line of their number. */
export function withPercent(text: string): string {
  return text.replaceAll(' %', '\u00a0%');
}

/** A part of a text: as it is, or the escape of a character that would be invisible or change the order of others. */
interface VisiblePart {
  readonly text: string;
  readonly escaped: boolean;
}

/** A text as parts that show every character: control, format and bidirectional characters become escapes. */
export function visibleParts(text: string): VisiblePart[] {
  return text
    .split(hidden)
    .map((part, index) => ({ text: index % 2 === 0 ? part : escapeOf(part), escaped: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The same as one text. */
export function visible(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function escapeOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Seconds as people read them. */
export function secondsText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(2)} s` : `${Math.round(seconds)} s`;
}

/** A count with its noun. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
