import { posix } from 'node:path';
import { isHostError } from '@hostspec/spec';
import { BuiltinError } from './builtin.js';
import type { ArchiveSession } from './session.js';

/** An entry of the archive's tree. */
export interface TreeEntry {
  readonly path: string;
  /** The path to print; it starts as the user typed it. */
  readonly shown: string;
  /** `other` if the archive has only the name. */
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly depth: number;
}

const deepest = 256;
const mostEntries = 1_000_000;

/** Walks everything at and below a path, parents first. Does not follow links. @throws HostError if the archive does not have the start. */
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

/** Walks the files at and below a path. @throws as `walk`. */
export async function* filesBelow(
  session: ArchiveSession,
  start: string,
  shown: string,
): AsyncGenerator<TreeEntry> {
  for await (const entry of walk(session, start, shown)) if (entry.kind === 'file') yield entry;
}
