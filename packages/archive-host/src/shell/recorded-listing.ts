import { joinWords } from '@hostspec/spec';
import { readArchived } from '../opened-archive.js';
import { programOf } from '../same-command.js';
import type { RecordedCommand } from '../stored-output.js';
import { mostKept } from './contents.js';
import type { ArchiveSession } from './session.js';

/** A line of `ls -l`. */
export interface RecordedEntry {
  readonly name: string;
  /** What stands before the name: type and mode, owners, size and time. */
  readonly facts: string;
  /** What stands after the name: the target of a link, with an arrow before it. */
  readonly target: string;
}

/** A directory in the recorded output of `ls -l`. */
export interface RecordedListing {
  /** What listed it: a spec and its command line. */
  readonly from: string;
  readonly entries: readonly RecordedEntry[];
  /** The reason why the output is not whole; undefined if it is. */
  readonly cut?: string;
}

/** The recorded listing of a directory that says most about its entries; undefined if no command listed it. */
export async function recordedListing(
  path: string,
  session: ArchiveSession,
): Promise<RecordedListing | undefined> {
  const listings = session.commands
    .filter((command) => canList(command, path))
    .sort((one, other) => missing(one) - missing(other));
  for (const { argv, output } of listings) {
    if (!output.file) continue;
    const text = (await readArchived(output.file, mostKept)).toString();
    const entries = entriesOf(text, path, argv.slice(1).filter(isPath).length === 1);
    const line = joinWords(argv);
    const spec = session.specOf(line);
    if (entries.length > 0)
      return {
        from: spec === undefined ? line : `spec ${spec} (${line})`,
        entries,
        ...(output.cut && { cut: output.cut.reason }),
      };
  }
  return undefined;
}

const isPath = (word: string): boolean => word.startsWith('/');

/** How much an output does not say: the names of owners (-n), which entries are links (-L). */
function missing({ argv }: RecordedCommand): number {
  return ['n', 'L'].filter((letter) => argv.some((word) => /^-\w/.test(word) && word.includes(letter)))
    .length;
}

/** True if the output can have the lines of a directory. */
function canList({ argv: [program = '', ...words] }: RecordedCommand, path: string): boolean {
  const letters = words.filter((word) => /^-\w/.test(word)).join('');
  if (programOf(program) !== 'ls' || !letters.includes('l') || letters.includes('d')) return false;
  const isBelow = (word: string): boolean => path.startsWith(word === '/' ? word : `${word}/`);
  return words.some((word) => word === path || (letters.includes('R') && isPath(word) && isBelow(word)));
}

// The name follows the first time of day, because a name can contain one, too.
const entry = /^([-bcdlps]\S{9,} +\d+ .*? [A-Z][a-z]{2} +\d{1,2} +(?:\d\d:\d\d|\d{4}) )(.+?)( -> .*)?$/;

/** The entries of a directory. Each has a title before it, unless it is the only one. */
function entriesOf(text: string, path: string, isOnly: boolean): RecordedListing['entries'] {
  const lines = text.split('\n');
  const title = lines.indexOf(`${path}:`);
  if (title < 0 && (!isOnly || lines.some((line) => /^\/.*:$/.test(line)))) return [];
  const end = lines.indexOf('', title + 1);
  return lines.slice(title + 1, end < 0 ? undefined : end).flatMap((line) => {
    const [, facts, name, target = ''] = entry.exec(line) ?? [];
    return facts === undefined || name === undefined ? [] : [{ name, facts, target }];
  });
}
