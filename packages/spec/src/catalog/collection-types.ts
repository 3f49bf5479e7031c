import type { CollectionType } from './types.js';

/** The kinds of arguments that a collection type can have. */
export type ArgumentKind = 'text' | 'text or null' | 'texts' | 'spec' | 'specs' | 'provider';

/** The facts about a collection type. */
export interface CollectionTypeFacts {
  /** What it collects, in one line. */
  readonly doc: string;
  /** Its required keys besides `type`, in the order in which they are written. */
  readonly arguments: Readonly<Record<string, ArgumentKind>>;
  /** It reads files or directories that are known in advance, and runs nothing. */
  readonly filesOnly?: true;
  /** It always can give several items. */
  readonly several?: true;
}

const facts = {
  simple_file: { doc: 'The contents of one file.', arguments: { path: 'text' }, filesOnly: true },
  simple_command: { doc: 'The output of one command.', arguments: { command: 'text' } },
  glob_file: {
    doc: 'The contents of every file that matches a pattern.',
    arguments: { patterns: 'texts' },
    filesOnly: true,
    several: true,
  },
  first_file: {
    doc: 'The contents of the first readable file in a list.',
    arguments: { paths: 'texts' },
    filesOnly: true,
  },
  listdir: {
    doc: 'The names in one directory, or of everything that matches a pattern.',
    arguments: { path: 'text' },
    filesOnly: true,
  },
  foreach_execute: {
    doc: 'The output of a command for each element of a provider.',
    arguments: { command: 'text or null', provider: 'provider' },
    several: true,
  },
  foreach_collect: {
    doc: 'The contents of a path for each element of a provider.',
    arguments: { path: 'text', provider: 'provider' },
    several: true,
  },
  first_of: { doc: 'The content of the first alternative that has any.', arguments: { specs: 'specs' } },
  command_with_args: {
    doc: 'The output of a command for the single value of a provider.',
    arguments: { command: 'text', provider: 'provider' },
  },
  head: { doc: 'The first item of a spec that returns a list, whatever it is.', arguments: { spec: 'spec' } },
} as const satisfies Readonly<Record<CollectionType, CollectionTypeFacts>>;

/** The facts about each collection type, in the order of the specification. */
export const collectionTypeFacts: {
  readonly [T in CollectionType]: CollectionTypeFacts & Pick<(typeof facts)[T], 'arguments'>;
} = facts;

/** The collection types, in the order of the specification. */
export const collectionTypes = Object.keys(facts) as readonly CollectionType[];
