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

/** Names of directories whose answer is kept. Most paths of a run have the same few. */
const mostKnown = 1000;

/** A test for paths that runs for every file: it makes no functions. */
function fileTest(files: readonly string[]): Test {
  const below = files.filter((written) => written.includes('/'));
  const names = files.filter((written) => !written.includes('/'));
  const known = new Map(names.filter((name) => !hasWildcard(name)).map((name) => [name, true]));
  const matchers = names.filter(hasWildcard).map(nameMatcher);
  const isNever = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    let found = false;
    for (const matches of matchers) found ||= matches(name);
    if (known.size < mostKnown) known.set(name, found);
    return found;
  };
  const places = placesByFirst(below);
  return (path) => {
    for (const name of path) if (isNever(name)) return true;
    for (const first of [path[0] ?? '', '*'])
      for (const place of places.get(first) ?? []) if (isBelow(place, path)) return true;
    return false;
  };
}

type Place = readonly ((name: string) => boolean)[];

/** Places by the first name of their paths; by `*` if that has a wildcard. */
function placesByFirst(below: readonly string[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const written of below) {
    const names = written.slice(1).split('/');
    const [first = ''] = names;
    const key = hasWildcard(first) ? '*' : first;
    places.set(key, [...(places.get(key) ?? []), names.map(nameMatcher)]);
  }
  return places;
}

/** Unlike in a `glob_file`, a wildcard also stands for a name that begins with a dot. */
function isBelow(place: Place, path: readonly string[]): boolean {
  if (path.length < place.length) return false;
  for (let at = 0; at < place.length; at++) if (!place[at]?.(path[at] ?? '')) return false;
  return true;
}
