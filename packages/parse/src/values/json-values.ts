import { type KeyValue, keyValue, mostValues } from './key-value.js';

const deepest = 32;

/** The texts, numbers and booleans of a JSON document, each with the path of its object; undefined if the text is not JSON. */
export function jsonValues(text: string): KeyValue[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return valuesIn(text);
}

interface Level {
  readonly path: string;
  /** The name of the next value, or its number in an array. */
  name: string | number;
}

/** Reads tokens, because a parsed document has no line numbers. The text must be valid JSON. */
function valuesIn(text: string): KeyValue[] {
  const rows: KeyValue[] = [];
  const levels: Level[] = [];
  let [line, isName] = [1, false];
  const add = (value: string): void => {
    const level = levels.at(-1);
    if (level && levels.length <= deepest)
      rows.push(keyValue(level.path === '' ? undefined : level.path, String(level.name), value, line));
  };
  for (let at = 0; at < text.length && rows.length < mostValues; at++) {
    const char = text[at] ?? '';
    const level = levels.at(-1);
    if (char === '\n') line++;
    else if (char === '{' || char === '[') {
      levels.push({ path: pathOf(level, levels.length), name: char === '[' ? 0 : '' });
      isName = char === '{';
    } else if (char === '}' || char === ']') {
      levels.pop();
      isName = false;
    } else if (char === ',' && level) {
      if (typeof level.name === 'number') level.name++;
      else isName = true;
    } else if (char === '"') {
      const end = endOfText(text, at);
      const value: string = JSON.parse(text.slice(at, end + 1));
      if (isName && level) level.name = value;
      else add(value);
      isName = false;
      at = end;
    } else if (!/[\s:]/.test(char)) {
      const [word = ''] = /^[^\s,\]}]{1,400}/.exec(text.slice(at, at + 400)) ?? [];
      add(word);
      at += word.length - 1;
    }
  }
  return rows;
}

function pathOf(level: Level | undefined, depth: number): string {
  if (level === undefined || depth > deepest) return '';
  return level.path === '' ? String(level.name) : `${level.path}.${level.name}`.slice(0, 500);
}

/** The position of the quotation mark that ends a text. */
function endOfText(text: string, start: number): number {
  let end = start;
  let escapes = 0;
  do {
    end = text.indexOf('"', end + 1);
    escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
  } while (escapes % 2 === 1);
  return end;
}
