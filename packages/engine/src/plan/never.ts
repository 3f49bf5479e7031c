import { absolutePath } from '@hostspec/host-kit';
import { type NeverCollected, nameMatcher } from '@hostspec/spec';
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
  const tests = files.map((written) => (written.includes('/') ? belowTest(written) : nameTest(written)));
  const wanted = commands.map((written) => written.split(' '));
  const file = (path: string): string | undefined => {
    const names = path.slice(1).split('/');
    return tests.some((test) => test(names)) ? neverReason(path) : undefined;
  };
  return {
    file,
    command(line) {
      const words = line.split(/\s+/).filter((word) => word !== '');
      const found = wanted.find(([program, ...rest]) => {
        if (programOf(words[0] ?? '') !== program) return false;
        const inOrder = words.slice(1).filter((word) => rest.includes(word));
        return rest.every((word, at) => word === inOrder[at]);
      });
      if (found) return neverReason(found.join(' '));
      if (!isPrinter(words[0] ?? '')) return undefined;
      for (const path of pathsIn(words.slice(1))) {
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

const nameTest = (written: string): Test => {
  const matches = nameMatcher(written);
  return (names) => names.some(matches);
};

/** Unlike in a `glob_file`, a wildcard also stands for a name that begins with a dot. */
const belowTest = (written: string): Test => {
  const matchers = written.slice(1).split('/').map(nameMatcher);
  return (names) =>
    names.length >= matchers.length && matchers.every((matches, at) => matches(names[at] ?? ''));
};
