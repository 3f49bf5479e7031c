import type { CommandEntry } from '../command.js';
import type { Option } from '../options.js';

/** What can be completed at a place of the command line. */
export type Completes =
  | 'files'
  | 'directories'
  | 'specs'
  | 'domains'
  /** Any text: nothing is offered. */
  | 'text'
  | { readonly words: readonly string[] };

/** An option in a completion script. */
export interface CompletedOption {
  /** With its hyphens. */
  readonly name: string;
  /** A few words, without a period. */
  readonly brief: string;
  /** Whether the value is a list, separated by commas. */
  readonly isList: boolean;
  /** What its value can be; missing for a flag. */
  readonly value?: Completes;
}

/** A command in a completion script. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** What each argument besides options can be, in order. */
  readonly operands: readonly Completes[];
}

/** All commands, in the order of the help. */
export type CommandTable = readonly CompletedCommand[];

/** What each placeholder of the help stands for. */
const placeholders: Readonly<Record<string, Completes>> = {
  A: 'files',
  ARCHIVE: 'files',
  B: 'files',
  BYTES: 'text',
  COMMAND: 'text',
  DIR: 'directories',
  DOMAIN: 'domains',
  FILE: 'files',
  INPUT: 'files',
  KIND: 'text',
  N: 'text',
  NAME: 'specs',
  OUTPUT: 'files',
  PATH: 'files',
  PATTERN: 'text',
  SECONDS: 'text',
  SPEC: 'specs',
  TARGET: 'text',
  TEXT: 'text',
  'vendor=NAME,client=NAME': 'text',
};

/** The commands with everything that the scripts complete, from the table that the dispatcher and the help use. */
export async function commandTable(commands: readonly CommandEntry[]): Promise<CommandTable> {
  return Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const { usage, options } = (await load()).default;
      return {
        name,
        summary,
        options: [
          ...Object.entries(options).map(([option, definition]) => completedOption(option, definition)),
          { name: '--help', brief: 'Show the help', isList: false },
        ],
        operands: operandsOf(usage),
      };
    }),
  );
}

function completedOption(name: string, option: Option): CompletedOption {
  const { kind, doc } = option;
  const rest = { name: `--${name}`, brief: briefOf(doc), isList: kind === 'list' };
  return kind === 'flag' ? rest : { ...rest, value: valuesOf(option) };
}

function valuesOf({ kind, value, choices }: Option): Completes {
  if (choices) return { words: choices };
  return completesOf(value ?? kind.toUpperCase());
}

/** What a placeholder stands for; `a|b` are words. @throws Error if it is not in the table. */
function completesOf(placeholder: string): Completes {
  if (placeholder.includes('|')) return { words: placeholder.split('|') };
  const completes = placeholders[placeholder];
  if (completes === undefined) throw new Error(`no completion is known for ${placeholder}`);
  return completes;
}

/** The arguments that a usage names, such as `[options] ARCHIVE [SPEC]`; of other ways after ` | `, only the first. */
function operandsOf(usage: string): Completes[] {
  return usage
    .replace(/ \| .*/, '')
    .replace('[options]', '')
    .replace(/--\w+ \S+/g, '')
    .split(' ')
    .map((word) => word.replace(/[[\]]|\.\.\./g, ''))
    .filter((word) => word !== '' && word !== '--')
    .map(completesOf);
}

/** The start of a description, up to its first pause. */
function briefOf(doc: string): string {
  const [brief = doc] = doc.split(/[.;:] | \(|, such as /);
  return brief;
}
