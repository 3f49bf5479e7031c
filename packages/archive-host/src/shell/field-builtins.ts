import { type Builtin, BuiltinError, parseBuiltin } from './builtin.js';
import { byText } from './compare.js';
import { bytesOf, contentsOf, searchableLines, textOf } from './contents.js';
import { lineTest } from './pattern.js';

/** Prints fields or characters of each line. */
export const cut: Builtin = async function* (args, context) {
  const { flags, values, rest } = parseBuiltin(args, { flags: 's', values: 'dfc' });
  const [fields, characters, delimiter = '\t'] = ['f', 'c', 'd'].map((letter) => values.get(letter));
  if ((fields === undefined) === (characters === undefined))
    throw new BuiltinError('give -f FIELDS or -c CHARACTERS', 2);
  if ([...delimiter].length !== 1) throw new BuiltinError('-d is one character', 2);
  const isChosen = choiceOf(fields ?? characters ?? '');
  // `cut -c` counts bytes.
  const separator = Buffer.from(delimiter).toString('latin1');
  const chosen = (parts: readonly string[]): string[] => parts.filter((_, at) => isChosen(at + 1));
  const { contents, failed } = contentsOf(rest, context);
  for (const { content } of contents)
    for await (const line of searchableLines(content, context.complain)) {
      const text = textOf(line, 'latin1');
      const parts = fields === undefined ? [...text] : text.split(separator);
      const isWhole = fields !== undefined && parts.length === 1;
      if (isWhole && flags.has('s')) continue;
      const kept = isWhole ? text : chosen(parts).join(fields === undefined ? '' : separator);
      yield Buffer.from(`${kept}\n`, 'latin1');
    }
  return failed ? 1 : 0;
};

/** Tells which numbers a list such as `1,3-5,7-` has. */
function choiceOf(list: string): (number: number) => boolean {
  const ranges = list.split(',').map((range) => {
    const [, from = '', dash, to = ''] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(range) ?? [];
    const [first, last] = [Number(from || 1), dash ? Number(to || Infinity) : Number(from)];
    if (dash === undefined || from + to === '' || first < 1 || last < first)
      throw new BuiltinError(`"${list}" is not allowed; allowed: numbers from 1, such as 1,3-5,7-`, 2);
    return [first, last] as const;
  });
  return (number) => ranges.some(([first, last]) => number >= first && number <= last);
}

/** What a line is for awk. */
interface Line {
  readonly text: string;
  readonly number: number;
  readonly fields: readonly string[];
}

const allowed = `awk '/PATTERN/ {print $1, $NF}', with $1 > 5, $1 == "x", $1 ~ /PATTERN/ or NR > 1 before the braces`;
const refuse = (what: string): BuiltinError =>
  new BuiltinError(`${what} is not possible here; allowed: ${allowed}`, 2);

/** Prints fields of the lines that match. */
export const awk: Builtin = async function* (args, context) {
  const { values, rest } = parseBuiltin(args, { flags: '', values: 'F' });
  const [program = '', ...files] = rest;
  const [, condition = '', block, list = ''] =
    /^\s*(.*?)\s*(\{\s*print\b\s*([^{}]*)\})?\s*$/s.exec(program) ?? [];
  if (condition === '' && block === undefined) throw refuse(JSON.stringify(program));
  const isWanted = conditionOf(condition);
  const texts = printed(list.replace(/[\s;]+$/, ''));
  const split = splitterOf(values.get('F'));
  const { contents, failed } = contentsOf(files, context);
  let number = 0;
  for (const { content } of contents)
    for await (const line of searchableLines(content, context.complain)) {
      const text = textOf(line);
      const one = { text, number: ++number, fields: split(text) };
      if (isWanted(one))
        yield bytesOf(`${texts.map((parts) => parts.map((part) => part(one)).join('')).join(' ')}\n`);
    }
  return failed ? 1 : 0;
};

function splitterOf(separator: string | undefined): (text: string) => readonly string[] {
  if (separator === undefined || separator === ' ') return (text) => text.match(/[^ \t\n]+/g) ?? [];
  const single = separator === '\\t' || separator === 't' ? '\t' : separator;
  if (single.length !== 1) throw new BuiltinError('-F is one character', 2);
  return (text) => (text === '' ? [] : text.split(single));
}

type Part = (line: Line) => string;

/** What `print` prints: words between commas, each of parts that follow each other. */
function printed(list: string): readonly (readonly Part[])[] {
  if (list === '') return [[({ text }) => text]];
  const words: Part[][] = [[]];
  const token = /\s*(?:(,)|(\$?(?:NF|NR|\d{1,4}))\b|"((?:[^"\\]|\\.)*)")\s*/y;
  while (token.lastIndex < list.length) {
    const at = token.lastIndex;
    const [, comma, name, text] = token.exec(list) ?? [];
    if (comma !== undefined) words.push([]);
    else if (name !== undefined) words.at(-1)?.push(partOf(name));
    else if (text !== undefined) words.at(-1)?.push(constant(text));
    else throw refuse(`print ${list.slice(at)}`);
  }
  if (words.some((parts) => parts.length === 0)) throw refuse(`print ${list}`);
  return words;
}

function constant(text: string): Part {
  const unescaped = text.replace(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter);
  return () => unescaped;
}

function partOf(name: string): Part {
  if (name === 'NF') return (line) => String(line.fields.length);
  if (name === 'NR') return (line) => String(line.number);
  if (name === '$0') return ({ text }) => text;
  if (name === '$NF') return ({ fields }) => fields.at(-1) ?? '';
  if (!name.startsWith('$')) return () => name;
  const at = Number(name.slice(1)) - 1;
  return ({ fields }) => fields[at] ?? '';
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Which lines are printed. */
function conditionOf(text: string): (line: Line) => boolean {
  if (text === '') return () => true;
  const [, name = '$0', not, pattern] = /^(?:(\$\w+)\s*(!?)~\s*)?\/(.+)\/$/.exec(text) ?? [];
  if (pattern !== undefined) {
    const value = partOf(known(name));
    const test = lineTest(pattern.replaceAll('\\/', '/'), { kind: 'extended' });
    return (line) => test(value(line)) !== (not === '!');
  }
  const [, left = '', operator = '', right = '', quoted] =
    /^(\$\w+|NR|NF)\s*([=!<>]=|[<>])\s*(-?\d+(?:\.\d+)?|"([^"\\]*)")$/.exec(text) ?? [];
  const holds = comparisons[operator];
  if (!holds) throw refuse(text);
  const value = partOf(known(left));
  return (line) => {
    const own = value(line);
    if (quoted === undefined && isNumber(own)) return holds(Number(own) - Number(right));
    return holds(byText(own, quoted ?? right));
  };
}

function known(name: string): string {
  if (/^(?:NR|NF|\$NF|\$\d{1,4})$/.test(name)) return name;
  throw refuse(name);
}

const isNumber = (text: string): boolean => /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text);
