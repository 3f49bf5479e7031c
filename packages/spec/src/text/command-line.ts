import { CatalogError } from './errors.js';

/** Splits a command line into POSIX shell words: quotes and backslashes, no variables, globs or operators. */
export function splitWords(line: string): string[] {
  // A regular expression reads the many lines without quotes faster.
  if (!/['"\\]/.test(line)) return line.split(/\s+/).filter((each) => each !== '');
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (quote === "'") {
      if (char === "'") quote = '';
      else word += char;
    } else if (char === '\\') {
      const next = line[++i];
      if (next === undefined) throw unclosed(line, 'ends with a backslash');
      word =
        (word ?? '') + (quote === '"' && !'"\\$`\n'.includes(next) ? `\\${next}` : next === '\n' ? '' : next);
    } else if (quote === '"') {
      if (char === '"') quote = '';
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== '') throw unclosed(line, `has no closing ${quote}`);
  if (word !== undefined) words.push(word);
  return words;
}

function unclosed(line: string, problem: string): CatalogError {
  return new CatalogError('INVALID_COMMAND_LINE', `command line ${JSON.stringify(line)} ${problem}`, {
    value: line,
  });
}

/** Quotes a word for a POSIX shell; unchanged if nothing in it needs quotes. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The argument vector as one command line that `splitWords` splits again. */
export function joinWords(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

/** The number of `%s` in a template. */
export function countPlaceholders(template: string): number {
  return template.split('%s').length - 1;
}
