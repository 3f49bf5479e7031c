import { expressionProblem } from '@hostspec/host-kit';
import { RE2JS } from 're2js';
import { BuiltinError } from './builtin.js';

/** Syntax of a grep pattern. */
export type PatternKind = 'basic' | 'extended' | 'fixed' | 'perl';

/** Options for selecting lines. */
export interface PatternOptions {
  readonly kind: PatternKind;
  readonly ignoreCase?: boolean;
  readonly wholeWord?: boolean;
  readonly wholeLine?: boolean;
}

/**
 * Creates a test for lines with the pattern, of which each line is an alternative. Its time grows only with the length of the line.
 *
 * @throws BuiltinError for a wrong pattern, or one that needs more than such an engine can do.
 */
export function lineTest(
  pattern: string,
  { kind, ignoreCase, wholeWord, wholeLine }: PatternOptions,
): (line: string) => boolean {
  const alternatives = pattern.split('\n').map((each) => translate(each, kind));
  const any = `(?:${alternatives.join('|')})`;
  const whole = wholeLine ? `^${any}$` : wholeWord ? `(?:^|\\W)${any}(?:\\W|$)` : any;
  try {
    const expression = RE2JS.compile(whole, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => expression.test(line);
  } catch (error) {
    throw new BuiltinError(`${JSON.stringify(pattern)} ${expressionProblem(error)}`, 2);
  }
}

function translate(pattern: string, kind: PatternKind): string {
  if (kind === 'perl') return `(?:${pattern})`;
  if (kind === 'fixed') return RE2JS.quote(pattern);
  const isBasic = kind === 'basic';
  let found = '';
  for (let at = 0; at < pattern.length; ) {
    const char = pattern.charAt(at);
    if (char === '[') {
      const [list, next] = translateList(pattern, at);
      found += list;
      at = next;
    } else if (char === '\\') {
      found += escaped(pattern, at, isBasic);
      at += 2;
    } else {
      found += isBasic ? basic(pattern, at, found) : extended(pattern, at);
      at++;
    }
  }
  return found;
}

const letters = '\\p{L}\\p{N}';
const visible = `${letters}\\p{M}\\p{P}\\p{S}`;

/** Classes that differ from those of the engine, which knows only ASCII. */
const classes: Readonly<Record<string, string>> = {
  '[:alnum:]': letters,
  '[:alpha:]': '\\p{L}',
  '[:cntrl:]': '\\p{Cc}',
  '[:graph:]': visible,
  '[:lower:]': '\\p{Ll}',
  '[:print:]': `${visible}\\p{Zs}`,
  '[:punct:]': '\\p{P}\\p{S}',
  '[:upper:]': '\\p{Lu}',
};

function classOf(name: string): string {
  if (!name.startsWith('[:')) throw new BuiltinError(`${name} is not possible in a list here`, 2);
  return classes[name] ?? name;
}

function escaped(pattern: string, at: number, isBasic: boolean): string {
  const next = pattern.charAt(at + 1);
  if (next === '') throw new BuiltinError(`${JSON.stringify(pattern)} ends with a backslash`, 2);
  if (/[1-9]/.test(next))
    throw new BuiltinError(
      `\\${next} is not possible here: a pattern cannot ask for the same text again, so that it always ends fast`,
      2,
    );
  if (isBasic && '(){}|+?'.includes(next)) return next;
  if (next === '<' || next === '>') return '\\b';
  if (next === 'w') return `[${letters}_]`;
  if (next === 'W') return `[^${letters}_]`;
  if ('bBsS'.includes(next)) return `\\${next}`;
  return RE2JS.quote(next);
}

/** Translates a character of a basic pattern. Few are special, and some only in certain places. */
function basic(pattern: string, at: number, before: string): string {
  const char = pattern.charAt(at);
  const isFirst = before === '' || before.endsWith('(') || before.endsWith('|');
  const isLast = at + 1 === pattern.length || /^\\[)|]/.test(pattern.slice(at + 1, at + 3));
  if (char === '.') return char;
  if (char === '*') return isFirst || before === '^' ? '\\*' : char;
  if (char === '^') return isFirst ? char : '\\^';
  if (char === '$') return isLast ? char : '\\$';
  return RE2JS.quote(char);
}

function extended(pattern: string, at: number): string {
  const char = pattern.charAt(at);
  // As in GNU grep, a brace that starts no count is literal.
  if (char === '{') return /^\{\d*(,\d*)?\}/.test(pattern.slice(at)) ? char : '\\{';
  if (char === '}') return /\{\d*(,\d*)?$/.test(pattern.slice(0, at)) ? char : '\\}';
  return '.*^$|()+?'.includes(char) ? char : RE2JS.quote(char);
}

/** Translates a bracket list. Returns it, and the position after it. */
function translateList(pattern: string, start: number): [string, number] {
  let at = start + 1;
  let found = '[';
  if (pattern[at] === '^') found += pattern[at++];
  for (let first = true; ; first = false) {
    const char = pattern[at];
    if (char === undefined) throw new BuiltinError(`${JSON.stringify(pattern)} has no closing ]`, 2);
    const [named] = /^\[[:.=].*?[:.=]\]/.exec(pattern.slice(at)) ?? [];
    if (char === ']' && !first) return [`${found}]`, at + 1];
    if (named !== undefined) {
      found += classOf(named);
      at += named.length;
    } else {
      found += /[[\]\\^]/.test(char) ? `\\${char}` : char;
      at++;
    }
  }
}
