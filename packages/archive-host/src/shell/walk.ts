import { posix } from 'node:path';
import { isHostError } from '@hostspec/spec';
import { BuiltinError } from './builtin.js';
import type { ArchiveSession } from './session.js';

/** An entry of the archive's tree. */
export interface TreeEntry {
  readonly path: string;
  /** The path as it is printed: it starts as the user wrote it. */
  readonly shown: string;
  /** `other` if the archive has only its name. */
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** How far below the start. */
  readonly depth: number;
}

const deepest = 256;
const mostEntries = 1_000_000;

/** Everything at and below a path, a directory before what is in it; links are not followed. @throws HostError for a start that the archive does not have. */
export async function* walk(
  session: ArchiveSession,
  start: string,
  shown: string,
): AsyncGenerator<TreeEntry> {
  let entries = 0;
  async function* from(path: string, name: string, depth: number): AsyncGenerator<TreeEntry> {
    if (++entries > mostEntries)
      throw new BuiltinError(`there are more than ${mostEntries} names below ${shown}`);
    const kind = depth > 0 && session.link(path) !== undefined ? 'link' : await kindOf(session, path, depth);
    yield { path, shown: name, kind, depth };
    if (kind !== 'directory' || depth >= deepest) return;
    for (const each of await session.names(path))
      yield* from(posix.join(path, each), `${name.replace(/\/$/, '')}/${each}`, depth + 1);
  }
  yield* from(start, shown, 0);
}

async function kindOf(session: ArchiveSession, path: string, depth: number): Promise<TreeEntry['kind']> {
  try {
    const { kind } = await session.look(path);
    return kind === 'file' || kind === 'directory' ? kind : 'other';
  } catch (error) {
    if (depth > 0 && isHostError(error)) return 'other';
    throw error;
  }
}

/** The files at and below a path. @throws as `walk`. */
export async function* filesBelow(
  session: ArchiveSession,
  start: string,
  shown: string,
): AsyncGenerator<TreeEntry> {
  for await (const entry of walk(session, start, shown)) if (entry.kind === 'file') yield entry;
}
