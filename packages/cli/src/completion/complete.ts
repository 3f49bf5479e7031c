import { type Command, type CommandEntry, command } from '../command.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Option } from '../options.js';

/** A word that can stand at the end of a command line, and a few words about it. */
interface Candidate {
  readonly word: string;
  readonly brief?: string;
}

/** What can stand at a place: paths, which the shell completes itself; names that are looked up; any text; or these words. */
type Place =
  | 'files'
  | 'directories'
  | 'specs'
  | 'findings'
  | 'domains'
  | 'profiles'
  | 'text'
  | { readonly words: readonly string[] };

/** What can stand at the end of a command line. */
interface Candidates {
  /** What the shell does itself: complete paths, or add no blank after a member of a list. */
  readonly shell?: 'files' | 'directories' | 'list';
  readonly words: readonly Candidate[];
}

/** What placeholders of the help stand for; others stand for text that nobody can list. */
const placeholders: Readonly<Record<string, Place>> = {
  A: 'files',
  ARCHIVE: 'files',
  B: 'files',
  DIR: 'directories',
  DOMAIN: 'domains',
  FILE: 'files',
  ID: 'findings',
  INPUT: 'files',
  NAME: 'specs',
  OUTPUT: 'files',
  PATH: 'files',
  PATH_OR_URL: 'files',
  PROFILE: 'profiles',
  SPEC: 'specs',
  WORD: 'files',
};

const help = { word: '--help', brief: 'Show the help' };

export default command({
  usage: '-- PROGRAM WORD...',
  doc: 'Print what can stand in place of the last WORD of a command line, each with a tab and a few words about it. :files and :directories stand for paths, and :list says that more may follow a comma. The scripts of hostspec completion ask for it.',
  options: {},
  operands: [2, 100_000],
  takesWords: true,
  run: async (_values, [, ...words], io, commands) => printCandidates(words, commands, io),
});

/** Prints what can stand in place of the last word, one in each line, after what the shell does itself. */
async function printCandidates(
  words: readonly string[],
  commands: readonly CommandEntry[],
  io: Io,
): Promise<number> {
  const { shell, words: found } = await complete(words, commands);
  const lines = found.map(({ word, brief }) => (brief === undefined ? word : `${word}\t${brief}`));
  for (const line of shell === undefined ? lines : [`:${shell}`, ...lines]) io.out.write(`${line}\n`);
  return exitStatus.done;
}

/** What can stand in place of the last of these words of a command line, which follow the name of the program. */
export async function complete(
  given: readonly string[],
  commands: readonly CommandEntry[],
): Promise<Candidates> {
  const [first = '', ...more] = withoutEquals(given);
  if (more.length === 0) {
    const names = commands.map(({ name, summary }) => ({ word: name, brief: summary }));
    const all = [...names, help, { word: '--version', brief: 'Show the version' }];
    return { words: all.filter(({ word }) => !word.includes(' ') && word.startsWith(first)) };
  }
  const second = more.length > 1 ? commands.find(({ name }) => name === `${first} ${more[0]}`) : undefined;
  const entry = second ?? commands.find(({ name }) => name === first);
  if (entry === undefined) return { words: [] };
  const found = await completeArguments((await entry.load()).default, second ? more.slice(1) : more);
  if (more.length > 1) return found;
  const seconds = commands
    .filter(({ name }) => name.startsWith(`${first} ${more[0]}`))
    .map(({ name, summary }) => ({ word: name.slice(first.length + 1), brief: summary }));
  return { ...found, words: [...seconds, ...found.words] };
}

/** bash makes three words of `--option=value`. */
function withoutEquals(words: readonly string[]): string[] {
  const isEqual = (index: number): boolean =>
    words[index] === '=' && (words[index - 1]?.startsWith('--') ?? false);
  return words.flatMap((word, index) => {
    if (!isEqual(index)) return [word];
    return index === words.length - 1 ? [''] : [];
  });
}

async function completeArguments({ usage, options }: Command, words: readonly string[]): Promise<Candidates> {
  const last = words.at(-1) ?? '';
  let pending: Option | undefined;
  let hasEnded = false;
  let operand = 0;
  const optionOf = (word: string): Option | undefined =>
    word.startsWith('--') && Object.hasOwn(options, word.slice(2)) ? options[word.slice(2)] : undefined;
  for (const word of words.slice(0, -1)) {
    if (pending) pending = undefined;
    else if (!hasEnded && word === '--') hasEnded = true;
    else if (!hasEnded && word.startsWith('--')) pending = valued(optionOf(word));
    else operand++;
  }
  if (pending) return valuesOf(pending, '', last);
  if (hasEnded || !last.startsWith('-')) return at(operandAt(usage, operand), '', last);
  const [, name, value = ''] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  const option = name === undefined ? undefined : valued(optionOf(name));
  if (option) return valuesOf(option, `${name}=`, value);
  const all = [
    ...Object.entries(options).map(([each, { doc }]) => ({ word: `--${each}`, brief: briefOf(doc) })),
    help,
  ];
  return { words: all.filter(({ word }) => word.startsWith(last)) };
}

function valued(option: Option | undefined): Option | undefined {
  return option?.kind === 'flag' ? undefined : option;
}

async function valuesOf(
  { kind, value, choices }: Option,
  before: string,
  typed: string,
): Promise<Candidates> {
  const place = choices ? { words: choices } : placeOf(value ?? kind.toUpperCase());
  if (kind !== 'list') return at(place, before, typed);
  const [, members = '', member = ''] = /^(.*,)?(.*)$/s.exec(typed) ?? [];
  const found = await at(place, before + members, member);
  return found.words.length > 0 ? { ...found, shell: 'list' } : found;
}

/** What a placeholder stands for; `a|b` are words. */
function placeOf(placeholder: string): Place {
  if (placeholder.includes('|')) return { words: placeholder.split('|') };
  return placeholders[placeholder] ?? 'text';
}

/** The words at a place that begin as typed, with what is before them in the same word of the command line. */
async function at(place: Place, before: string, typed: string): Promise<Candidates> {
  if (place === 'files' || place === 'directories') return { shell: place, words: [] };
  const words = await wordsAt(place);
  return {
    words: words.filter((word) => word.startsWith(typed)).map((word) => ({ word: before + word })),
  };
}

async function wordsAt(place: Exclude<Place, 'files' | 'directories'>): Promise<readonly string[]> {
  if (typeof place === 'object') return place.words;
  if (place === 'text') return [];
  if (place === 'domains') return (await import('../catalogs/installed.js')).installedNames();
  const { findingIds, profileNames, specNames } = await import('./installed-names.js');
  if (place === 'profiles') return profileNames();
  if (place === 'findings') return findingIds();
  return specNames();
}

/** The arguments that a usage names, such as `[options] ARCHIVE [SPEC]`; of other ways after ` | `, only the first. */
export function operandsOf(usage: string): Place[] {
  return usage
    .replace(/ \| .*/, '')
    .replace('[options]', '')
    .replace(/--\w+ \S+/g, '')
    .split(' ')
    .map((word) => word.replace(/[[\]]|\.\.\./g, ''))
    .filter((word) => word !== '' && word !== '--')
    .map(placeOf);
}

function operandAt(usage: string, index: number): Place {
  const places = operandsOf(usage);
  return places[usage.endsWith('...') ? Math.min(index, places.length - 1) : index] ?? 'text';
}

/** The start of a description, up to its first pause. */
function briefOf(doc: string): string {
  const [brief = doc] = doc.split(/[.;:] | \(|, such as /);
  return brief;
}
