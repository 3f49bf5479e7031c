import { usageError } from '@hostspec/host-kit';

/** A word of a command line. */
export interface Word {
  readonly text: string;
  /** Whether it has an unquoted wildcard. */
  readonly isPattern: boolean;
}

/** One command of a line: its words, at least one. */
export interface ParsedCommand {
  readonly words: readonly Word[];
  /** Whether `2>/dev/null` follows. */
  readonly quiet: boolean;
}

const longestLine = 64 * 1024;

/**
 * Parses a line into piped commands, like a shell: quotes, backslashes, wildcards, `2>/dev/null` and `2>&1`. An empty line has none.
 *
 * @throws UsageError for anything else that a shell would do, such as redirections and variables.
 */
export function parseLine(line: string): readonly ParsedCommand[] {
  if (line.length > longestLine)
    throw usageError(`the line has ${line.length} characters; allowed: at most ${longestLine}`, 'line');
  const commands: ParsedCommand[] = [];
  let words: Word[] = [];
  let quiet = false;
  let at = 0;
  const end = (): void => {
    if (words.length === 0) throw usageError('a command is missing before or after |', 'line', line);
    commands.push({ words, quiet });
    words = [];
    quiet = false;
  };
  for (;;) {
    at += (/^\s*/.exec(line.slice(at))?.[0] ?? '').length;
    if (at >= line.length || (line[at] === '#' && words.length + commands.length === 0)) break;
    const [errors = ''] = /^2>\s*\/dev\/null(?=\s|\||$)|^2>&1(?=\s|\||$)/.exec(line.slice(at)) ?? [];
    if (errors !== '') {
      quiet ||= errors !== '2>&1';
      at += errors.length;
    } else if (line[at] === '|' && line[at + 1] !== '|') {
      end();
      at++;
    } else {
      const [word, next] = readWord(line, at);
      words.push(word);
      at = next;
    }
  }
  if (words.length > 0 || commands.length > 0) end();
  return commands;
}

/** The word at a position, and the position after it. */
function readWord(line: string, start: number): [Word, number] {
  let text = '';
  let isPattern = false;
  let at = start;
  while (at < line.length) {
    const char = line[at] as string;
    if (/[\s|]/.test(char)) break;
    if (char === "'") {
      const close = line.indexOf("'", at + 1);
      if (close === -1) throw unclosed(line, char);
      text += line.slice(at + 1, close);
      at = close + 1;
    } else if (char === '"') {
      const [quoted, next] = readDoubleQuoted(line, at + 1);
      text += quoted;
      at = next;
    } else if (char === '\\') {
      if (at + 1 === line.length) throw usageError('the line ends with a backslash', 'line', line);
      text += line[at + 1];
      at += 2;
    } else {
      checkPlain(line, at);
      isPattern ||= /[*?[]/.test(char);
      text += char;
      at++;
    }
  }
  if (at === start) checkPlain(line, at);
  return [{ text, isPattern }, at];
}

function readDoubleQuoted(line: string, start: number): [string, number] {
  let text = '';
  for (let at = start; at < line.length; at++) {
    const char = line[at] as string;
    if (char === '"') return [text, at + 1];
    if (char === '\\' && /["\\$`]/.test(line[at + 1] ?? '')) text += line[++at];
    else {
      if (char === '$' || char === '`') checkPlain(line, at);
      text += char;
    }
  }
  throw unclosed(line, '"');
}

/** Refuses what a shell would interpret. */
function checkPlain(line: string, at: number): void {
  const [found] = /^(?:\|\||&&|[;&<>`|()]|\$(?=[\w({?]))/.exec(line.slice(at)) ?? [];
  if (found === undefined) return;
  throw usageError(
    `${JSON.stringify(found)} is not understood here; allowed: commands with pipes (|) between them; put quotes around text that contains it`,
    'line',
    line,
  );
}

function unclosed(line: string, quote: string): Error {
  return usageError(`the line has no closing ${quote}`, 'line', line);
}
