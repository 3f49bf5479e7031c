import type { HostProblem } from '@hostspec/spec';
import type { ArchivedFile, ArchiveSource } from './source.js';
import type { StoredOutput } from './stored-output.js';
import type { Tree } from './tree.js';

/** Why something is not in an archive. */
export interface Missing {
  readonly problem: HostProblem;
  readonly reason: string;
}

/** One kind of archive as a host: its files, and what it says of commands. Paths are absolute and normal. */
export interface Layout {
  readonly tree: Tree;
  /** What is stored of a command; undefined where nothing is. */
  output(argv: readonly string[]): Promise<StoredOutput | undefined> | StoredOutput | undefined;
  /** Whether a program was there: undefined where the archive does not tell. */
  hadProgram(program: string): boolean | undefined;
  /** The names in a directory as they were collected, a line each. */
  listing?(path: string): ArchivedFile | undefined;
  /** Why a file is not there, where the archive tells. */
  missing?(path: string): Missing | undefined;
  /** What the archive lacks of a file. */
  cut?(path: string): StoredOutput['cut'];
  readonly hostname?: string | undefined;
}

/** Makes the layout of an archive, where it is of the kind. */
export type MakeLayout = (source: ArchiveSource) => Promise<Layout | undefined>;

/** The directory that holds a file or directory of this name, nearest to the archive's top; undefined where none does. */
export function placeOf(name: string, { files }: ArchiveSource): string | undefined {
  let nearest: readonly string[] | undefined;
  for (const path of files.keys()) {
    const names = path.split('/');
    const at = names.indexOf(name);
    if (at >= 0 && (nearest === undefined || at < nearest.length)) nearest = names.slice(0, at);
  }
  return nearest?.join('/');
}

/** A path below a directory of the archive; `''` for its top. */
export function below(top: string, path: string): string {
  return top === '' ? path : `${top}/${path}`;
}
