import { type HostProblem, HostspecError } from '@hostspec/spec';
import type { ArchivedFile, ArchiveSource } from './source.js';
import type { StoredOutput } from './stored-output.js';
import { createTree, type Tree } from './tree.js';

/** Why something is not in an archive. */
export interface Missing {
  readonly problem: HostProblem;
  readonly reason: string;
}

/** One kind of archive as a host: its files, and what it says about commands. Paths are absolute and normal. */
export interface Layout {
  readonly tree: Tree;
  /** What is stored of a command; undefined if nothing is. */
  output(argv: readonly string[]): Promise<StoredOutput | undefined> | StoredOutput | undefined;
  /** Whether a program was there: undefined if the archive does not tell. */
  hadProgram(program: string): boolean | undefined;
  /** The names in a directory as they were collected, a line each. */
  listing?(path: string): ArchivedFile | undefined;
  /** Why a file is not there, where the archive tells. */
  missing?(path: string): Missing | undefined;
  /** What the archive lacks of a file. */
  cut?(path: string): StoredOutput['cut'];
}

/** Makes the layout of one kind of archive. */
export type MakeLayout = (source: ArchiveSource) => Promise<Layout> | Layout;

/** A root file system: files only. @throws HostspecError `INVALID_ARCHIVE` if there is no `/etc`. */
export const treeLayout: MakeLayout = (source) => {
  const tree = createTree(source);
  if (tree.find('/etc')?.kind !== 'directory')
    throw new HostspecError(
      'INVALID_ARCHIVE',
      `${source.path} is not an archive of hostspec or insights-core, a sos report or a root file system`,
      { subject: source.path },
    );
  return { tree, output: () => undefined, hadProgram: () => undefined };
};
