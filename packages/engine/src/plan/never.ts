import { absolutePath } from '@hostspec/host-kit';
import { hasWildcard, type NeverCollected, nameMatcher } from '@hostspec/spec';
import { isPrinter, programOf } from './printers.js';

/** Says why a file or a command line is never collected; undefined if it may be. */
export interface NeverRules {
  /** Called with an absolute path without links. */
  file(path: string): string | undefined;
  command(line: string): string | undefined;
}

type Test = (names: readonly string[]) => boolean;

/** The rules of a catalog for what is never collected. */
export function neverRules({ files, commands }: NeverCollected): NeverRules {
  const isFile = fileTest(files);
  const wanted = commands.map((written) => written.split(' '));
  const file = (path: string): string | undefined =>
    isFile(path.slice(1).split('/')) ? neverReason(path) : undefined;
  return {
    file,
    command(line) {
      const [word = '', ...given] = line.match(/\S+/g) ?? [];
      const program = programOf(word);
      const found = wanted.find(([first, ...rest]) => {
        if (first !== program) return false;
        const inOrder = given.filter((each) => rest.includes(each));
        return rest.every((each, at) => each === inOrder[at]);
      });
      if (found) return neverReason(found.join(' '));
      if (!isPrinter(word)) return undefined;
      for (const path of pathsIn(given)) {
        const reason = file(path);
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
  };
}

const neverReason = (what: string): string => `${what} is never collected: it can hold secrets`;

/** The paths that words can name, also behind an option, in quotes or in a script. */
function pathsIn(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) => word.split(/['"=,:;<>|&(){}$`@]+/)).filter((part) => part !== '');
  return parts.flatMap((part) => [
    absolutePath(part),
    absolutePath(part.slice(Math.max(0, part.indexOf('/')))),
  ]);
}

/** A test for paths that runs for every file: it makes no functions and no lists. */
function fileTest(files: readonly string[]): Test {
  const below = files.filter((written) => written.includes('/'));
  const names = files.filter((written) => !written.includes('/'));
  const known = new Set(names.filter((name) => !hasWildcard(name)));
  const matchers = names.filter(hasWildcard).map(nameMatcher);
  const places = below.map((written) => written.slice(1).split('/').map(nameMatcher));
  return (path) => {
    for (const name of path) {
      if (known.has(name)) return true;
      for (const matches of matchers) if (matches(name)) return true;
    }
    for (const place of places) if (isBelow(place, path)) return true;
    return false;
  };
}

/** Unlike in a `glob_file`, a wildcard also stands for a name that begins with a dot. */
function isBelow(place: readonly ((name: string) => boolean)[], path: readonly string[]): boolean {
  if (path.length < place.length) return false;
  for (let at = 0; at < place.length; at++) if (!place[at]?.(path[at] ?? '')) return false;
  return true;
}
