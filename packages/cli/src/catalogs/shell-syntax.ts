import { isObject } from '@hostspec/host-kit';
import type { KeyPath } from '@hostspec/policy/yaml';
import type { Problems } from './catalog-problems.js';

/** A part of a command line that only a shell would understand. */
export interface ShellSyntax {
  readonly text: string;
  readonly what: string;
}

// Each alternative is linear: none can match at more than one place of the same text.
const operators =
  /(?<pipe>\|\|?)|(?<list>&&|;|&(?=\s|$))|(?<redirection>\d?(?:>>?|<<?)&?)|(?<variable>\$(?:\{\w+\}?|\(|\w+))|(?<backquote>`)|(?<glob>[*?]|\[[^\]\s]+\])/g;

const words: Readonly<Record<string, string>> = {
  pipe: 'a pipe',
  list: 'a list of commands',
  redirection: 'a redirection',
  variable: 'a variable',
  backquote: 'a command substitution',
  glob: 'a glob',
};

/** What a shell would do with a command line beyond splitting it into words; quoted text does not count. */
export function shellSyntax(line: string): ShellSyntax[] {
  const found = new Map<string, string>();
  const bare = unquoted(line);
  for (const word of bare.split(/\s+/))
    if (/^~[\w.-]*(?:\/|$)/.test(word) && !found.has('a home directory')) found.set('a home directory', word);
  for (const { 0: text, groups = {} } of bare.matchAll(operators)) {
    const [kind] = Object.keys(groups).filter((key) => groups[key] !== undefined);
    const what = words[kind ?? ''] ?? '';
    if (!found.has(what)) found.set(what, text);
  }
  return [...found].map(([what, text]) => ({ what, text }));
}

/** The line without what is quoted or escaped; of text in double quotes, variables remain. */
function unquoted(line: string): string {
  return line.replace(/'[^']*'|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"/g, (quoted) =>
    quoted.startsWith('"')
      ? (quoted.replace(/\\[\s\S]/g, '_').match(/\$(?:\{\w+\}?|\(|\w+)|`/g) ?? []).join(' ').padEnd(1, '_')
      : '_',
  );
}

const mostNested = 100;

/** Warns of shell syntax in every command of a spec, because hostspec starts no shell. */
export function warnOfShell(data: unknown, at: KeyPath, problems: Problems): void {
  if (at.length > mostNested) return;
  if (Array.isArray(data))
    for (const [index, each] of data.entries()) warnOfShell(each, [...at, index], problems);
  if (!isObject(data)) return;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'command' && typeof value === 'string' && data.nestedCommandLine !== true)
      for (const { text, what } of shellSyntax(value))
        problems.warn(
          [...at, key],
          `the command contains ${JSON.stringify(text)}, ${what}, but hostspec starts no shell; the program gets it as an argument. If that is meant, quote it`,
        );
    else if (key === 'spec' || key === 'specs' || key === 'provider')
      warnOfShell(value, [...at, key], problems);
  }
}
