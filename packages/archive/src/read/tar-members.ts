import { longestPath } from '@hostspec/host-kit';
import { isHostspecError } from '@hostspec/spec';
import { type ArchiveIndex, memberPath, shownPath } from '../archive-index.js';
import { type ArchiveLimits, invalidArchive, overLimit } from '../archive-limits.js';
import { type OpenFile, unpacked } from './decompress.js';
import type { Member, MemberReader } from './member.js';
import { type Held, holdBytes, spooledFile } from './spool.js';
import { TarError } from './tar-block.js';
import { eachEntry, type TarEntry } from './tar-entries.js';

/**
 * Reads an uncompressed tar once, front to end. Skips content that the reader does not read.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it is not a tar, is truncated or has too many members or names; the reader's errors.
 */
export async function readTar(
  path: string,
  content: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  reader: MemberReader,
): Promise<void> {
  const seen = new Set<string>();
  let members = 0;
  let directories = 0;
  let nameBytes = 0;
  const keepName = (name: string): void => {
    nameBytes += Buffer.byteLength(name);
    if (nameBytes > limits.nameBytes) throw overLimit(path, limits, 'nameBytes');
  };
  try {
    await eachEntry(content, (entry) => {
      if (++members > limits.members) throw overLimit(path, limits, 'members');
      const { name, type, target } = entry;
      const place = memberPath(name, limits.depth);
      const reason = 'reason' in place ? place.reason : reasonToSkip(entry, seen.has(place.path));
      if ('reason' in place || reason !== undefined)
        return reader.skip({ path: name, reason: reason ?? '' }, entry.pieces());
      keepName(place.path);
      if (type === 'symlink' || type === 'link') keepName(target);
      if (type === 'directory') directories++;
      else seen.add(place.path);
      return reader.take(memberOf(place.path, entry));
    });
  } catch (error) {
    if (isHostspecError(error)) throw error;
    throw invalidArchive(path, problemIn(error, members - directories), error);
  }
}

const truncated = 'it is truncated: its end is missing; copy or download it again';

function problemIn(error: unknown, members: number): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message === 'unexpected end of file') return truncated;
  if (!(error instanceof TarError) || error.problem === 'long') return message;
  if (error.problem === 'end')
    return members === 0 ? 'it is not a tar archive, or it is truncated' : truncated;
  return members === 0 ? 'it is not a tar archive' : `it is corrupt after member ${members}`;
}

function memberOf(
  path: string,
  { type, target, uid, gid, user, group, mode, modified, pieces, whole }: TarEntry,
): Member {
  const owner = { uid, gid, user, group };
  return { path, type: type as Member['type'], target, owner, mode, modified, content: pieces, whole };
}

function reasonToSkip({ type, target }: TarEntry, seen: boolean): string | undefined {
  if (type === 'directory') return undefined;
  if (seen) return 'an earlier member has the same path';
  if (Buffer.byteLength(target) > longestPath) return `it leads to a path of more than ${longestPath} bytes`;
  if (type === 'file' || type === 'link' || type === 'symlink') return undefined;
  return `it is ${type === undefined ? 'of an unknown type' : `a ${type}`}`;
}

/** Most archives have less content than this, and need no file. */
const mostInMemory = 16 * 1024 * 1024;

/** Indexes a tar, maybe compressed, in one pass. Content stays in memory, and what is more in a spool in `directory`, until `close`. */
export async function indexTar(
  file: OpenFile,
  limits: ArchiveLimits,
  directory: string,
): Promise<ArchiveIndex> {
  const { path } = file;
  const spool = holdBytes(directory, mostInMemory);
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: () => spool.close() };
  try {
    await readTar(path, unpacked(file, limits), limits, {
      take: (member) => addMember(path, limits, member, index, spool),
      skip: ({ path, reason }) => void index.skipped.push({ path: shownPath(path), reason }),
    });
    return index;
  } catch (error) {
    await spool.close();
    throw error;
  }
}

function addMember(
  path: string,
  limits: ArchiveLimits,
  member: Member,
  { files, links }: ArchiveIndex,
  spool: Held,
): Promise<void> | void {
  if (member.type === 'symlink' || member.type === 'link')
    links.set(member.path, { target: member.target, hard: member.type === 'link' });
  if (member.type !== 'file') return;
  const start = spool.position();
  const add = (piece: Uint8Array): Promise<void> | void => {
    if (spool.position() + piece.length > limits.bytes) throw overLimit(path, limits, 'bytes');
    return spool.append(piece);
  };
  const end = (): void => void files.set(member.path, spooledFile(spool, start, spool.position() - start));
  const whole = member.whole?.();
  const waits = whole ? add(whole) : addPieces(member.content(), add);
  return waits ? waits.then(end) : end();
}

async function addPieces(
  pieces: AsyncIterable<Uint8Array>,
  add: (piece: Uint8Array) => Promise<void> | void,
): Promise<void> {
  for await (const piece of pieces) await add(piece);
}
