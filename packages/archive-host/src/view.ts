import { type Cut, type HostProblem, HostspecError } from '@hostspec/spec';
import type { ArchivedFile, OpenedArchive } from './opened-archive.js';
import type { RecordedCommand, StoredOutput } from './stored-output.js';
import { createTree, type Tree } from './tree.js';

/** Why something is not in an archive. */
export interface Missing {
  readonly problem: HostProblem;
  readonly reason: string;
}

/** An archive of one kind as a host: its files and commands. Paths are absolute and normal. */
export interface ArchiveView {
  readonly tree: Tree;
  /** The stored output of a command; undefined if there is none. */
  output(argv: readonly string[]): Promise<StoredOutput | undefined> | StoredOutput | undefined;
  commands(): readonly RecordedCommand[];
  /** Whether a program existed, as far as the archive tells. */
  hadProgram(program: string): boolean;
  /** The names in a directory as they were collected, one per line. */
  listing?(path: string): ArchivedFile | undefined;
  /** Why a file is missing, if the archive tells. */
  missing?(path: string): Missing | undefined;
  cut?(path: string): Cut | undefined;
}

/** Creates the view of one kind of archive. */
export type MakeView = (archive: OpenedArchive) => Promise<ArchiveView> | ArchiveView;

/** Root file systems: files only. @throws HostspecError `INVALID_ARCHIVE` if there is no `/etc`. */
export const treeView: MakeView = (archive) => {
  const tree = createTree(archive);
  if (tree.find('/etc')?.kind !== 'directory')
    throw new HostspecError(
      'INVALID_ARCHIVE',
      `${archive.path} is not an archive of hostspec or insights-core, a sos report or a root file system`,
      { subject: archive.path },
    );
  return { tree, output: () => undefined, commands: () => [], hadProgram: () => false };
};
