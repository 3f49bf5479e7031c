import { fromFileSystem } from '@hostspec/files';
import { longestPath } from '@hostspec/host-kit';
import { isHostspecError, messageOf } from '@hostspec/spec';
import type { Extract, Header } from 'tar-stream';
import { type ArchiveIndex, memberPath, shownPath } from '../archive-index.js';
import { type ArchiveLimits, invalidArchive, overLimit } from '../archive-limits.js';
import { again, gzipProblem, type OpenFile, truncated, unpacked } from './decompress.js';
import type { Member, MemberReader } from './member.js';
import { type Held, holdBytes, spooledFile } from './spool.js';

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
  // Loaded only to read an archive, so that collecting starts faster. A bundle has only the default export.
  const { default: tarStream } = await import('tar-stream');
  const extract = tarStream.extract({ filenameEncoding: 'latin1' } as object);
  let members = 0;
  const counting: MemberReader = {
    async take(member) {
      if (member.type !== 'directory') members++;
      await reader.take(member);
    },
    async skip(member, content) {
      members++;
      await reader.skip(member, content);
    },
  };
  try {
    const feeding = feed(content, extract);
    feeding.catch((error: Error) => extract.destroy(error));
    await takeMembers(path, limits, extract, counting);
    await feeding;
  } catch (error) {
    if (isHostspecError(error)) throw error;
    throw invalidArchive(path, problemIn(error, members), error);
  }
}

const known = 'name an archive of hostspec, insights-core or sos';

function problemIn(error: unknown, members: number): string {
  const packed = gzipProblem(error);
  if (packed !== undefined) return packed;
  const message = messageOf(error);
  if (!/^(Invalid tar header|Unexpected end of data)/.test(message)) return message;
  if (message.startsWith('Unexpected'))
    return members === 0 ? `it is not a tar archive, or its end is missing; ${known}` : truncated;
  return members === 0
    ? `it is not a tar archive; ${known}`
    : `it is damaged after member ${members}; ${again}`;
}

/** A tar ends with two blocks of zeros. One that starts with them has no members, however long it is. */
const end = Buffer.alloc(1024);

async function feed(content: AsyncIterable<Uint8Array>, extract: Extract): Promise<void> {
  let isFirst = true;
  for await (const chunk of content) {
    if (isFirst && end.equals(chunk.subarray(0, end.length))) break;
    isFirst = false;
    if (!extract.write(chunk)) await drained(extract);
    if (extract.destroyed) return;
  }
  extract.end(null);
}

function drained(extract: Extract): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      extract.off('drain', done);
      extract.off('close', done);
      resolve();
    };
    extract.on('drain', done);
    extract.on('close', done);
  });
}

async function takeMembers(
  path: string,
  limits: ArchiveLimits,
  extract: Extract,
  reader: MemberReader,
): Promise<void> {
  const seen = new Set<string>();
  let members = 0;
  let nameBytes = 0;
  const keepName = (name: string): string => {
    nameBytes += Buffer.byteLength(name);
    if (nameBytes > limits.nameBytes) throw overLimit(path, limits, 'nameBytes');
    return name;
  };
  for await (const entry of extract) {
    if (++members > limits.members) throw overLimit(path, limits, 'members');
    const { header } = entry;
    const name = nameIn(header, 'name', 'path');
    const place = memberPath(name, limits.depth);
    const target = nameIn(header, 'linkname', 'linkpath');
    const reason = 'reason' in place ? place.reason : reasonToSkip(header, target, seen.has(place.path));
    if ('reason' in place || reason !== undefined) {
      await reader.skip({ path: name, reason: reason ?? '' }, piecesOf(entry as AsyncIterable<Buffer>));
      entry.resume();
      continue;
    }
    const type = typeOf(header);
    keepName(place.path);
    if (type === 'symlink' || type === 'link') keepName(target);
    if (type !== 'directory') seen.add(place.path);
    await reader.take(memberOf(place.path, type, target, header, entry as AsyncIterable<Buffer>));
    entry.resume();
  }
}

function memberOf(
  path: string,
  type: Member['type'],
  target: string,
  { mode, mtime, uid, gid, uname, gname, ...header }: Header,
  entry: AsyncIterable<Buffer>,
): Member {
  const pax = (header.pax ?? {}) as Record<string, string>;
  return {
    path,
    type,
    target,
    owner: { uid: idOf(pax.uid, uid), gid: idOf(pax.gid, gid), user: uname ?? '', group: gname ?? '' },
    mode: (mode ?? 0) & 0o7777,
    modified: (mtime?.getTime() ?? 0) / 1000,
    content: () => piecesOf(entry),
  };
}

/** The id of a user or group. Ids that do not fit are in a pax header. */
function idOf(pax: string | undefined, id = 0): number {
  const number = pax === undefined ? id : Number(pax);
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

/** Has no `return`, because to end early would destroy the entry, and with it the whole tar. */
function piecesOf(entry: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = entry[Symbol.asyncIterator]();
      return { next: () => pieces.next() };
    },
  };
}

function typeOf({ type }: Header): Member['type'] {
  if (type === 'directory' || type === 'link' || type === 'symlink') return type;
  return 'file';
}

function reasonToSkip({ type }: Header, linkname: string, seen: boolean): string | undefined {
  if (type === 'directory') return undefined;
  if (seen) return 'an earlier member has the same path';
  if (Buffer.byteLength(linkname) > longestPath)
    return `it leads to a path of more than ${longestPath} bytes`;
  if (type === 'file' || type === 'contiguous-file' || type === 'link' || type === 'symlink')
    return undefined;
  return `it is ${type ? `a ${type.replace('-', ' ')}` : 'of an unknown type'}`;
}

/** Names are bytes. Those from a pax header are decoded already. */
function nameIn(header: Header, key: 'name' | 'linkname', pax: string): string {
  const name = header[key] ?? '';
  const records = (header.pax ?? {}) as Record<string, string>;
  // Most names are ASCII, which is the same in both.
  const isDecoded = records[pax] !== undefined || !/[^\0-\x7f]/.test(name);
  return isDecoded ? name : fromFileSystem(Buffer.from(name, 'latin1'));
}

/** Indexes a tar, maybe compressed, in one pass. Content stays in memory, and what is more in a spool in `directory`, until `close`. */
export async function indexTar(
  file: OpenFile,
  limits: ArchiveLimits,
  directory: string,
): Promise<ArchiveIndex> {
  const { path } = file;
  const spool = holdBytes(directory);
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

async function addMember(
  path: string,
  limits: ArchiveLimits,
  member: Member,
  { files, links }: ArchiveIndex,
  spool: Held,
): Promise<void> {
  if (member.type === 'symlink' || member.type === 'link')
    links.set(member.path, { target: member.target, hard: member.type === 'link' });
  if (member.type !== 'file') return;
  const start = spool.position();
  for await (const chunk of member.content()) {
    if (spool.position() + chunk.length > limits.bytes) throw overLimit(path, limits, 'bytes');
    const waiting = spool.append(chunk);
    if (waiting) await waiting;
  }
  files.set(member.path, spooledFile(spool, start, spool.position() - start));
}
