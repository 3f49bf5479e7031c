import type { Readable } from 'node:stream';
import { isHostspecError } from '@hostspec/spec';
import type { Extract, Header } from 'tar-stream';
import type { ArchiveIndex } from '../archive-index.js';
import { longestPath, memberPath, shownPath } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import { invalidArchive, overLimit } from '../archive-limits.js';
import { nameOfBytes } from '../archive-name.js';
import { decompressed, type OpenFile } from './decompress.js';
import type { Spool } from './spool.js';
import { createSpool, spooledFile } from './spool.js';

/** Reads a tar file, compressed or not, once from front to end; content is in a spool in `directory` until `close`. */
export async function indexTar(
  file: OpenFile,
  limits: ArchiveLimits,
  directory: string,
): Promise<ArchiveIndex> {
  const { path } = file;
  // Loaded only to read an archive, so that collecting starts faster. A bundle has only the default export.
  const { default: tarStream } = await import('tar-stream');
  const spool = createSpool(directory);
  const extract = tarStream.extract({ filenameEncoding: 'latin1' } as object);
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: () => spool.close() };
  try {
    const feeding = feed(file, limits, extract);
    feeding.catch((error: Error) => extract.destroy(error));
    await addMembers(path, limits, extract, index, spool);
    await feeding;
    return index;
  } catch (error) {
    await spool.close();
    if (isHostspecError(error)) throw error;
    throw invalidArchive(path, problemIn(error, index), error);
  }
}

function problemIn(error: unknown, { files, links, skipped }: ArchiveIndex): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!/^(Invalid tar header|Unexpected end of data)/.test(message)) return message;
  const members = files.size + links.size + skipped.length;
  if (message.startsWith('Unexpected'))
    return members === 0 ? 'it is not a tar archive, or it is truncated' : 'it is truncated';
  return members === 0 ? 'it is not a tar archive' : `it is corrupt after member ${members}`;
}

async function feed(file: OpenFile, limits: ArchiveLimits, extract: Extract): Promise<void> {
  const { content, compressed } = decompressed(file);
  let bytes = 0;
  for await (const chunk of content as Readable & AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (compressed && bytes > limits.ratioFrom && bytes > file.bytes * limits.ratio)
      throw overLimit(file.path, limits, 'ratio');
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

async function addMembers(
  path: string,
  limits: ArchiveLimits,
  extract: Extract,
  { files, links, skipped }: ArchiveIndex,
  spool: Spool,
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
    const linkname = nameIn(header, 'linkname', 'linkpath');
    const reason = 'reason' in place ? place.reason : reasonToSkip(header, linkname, seen.has(place.path));
    if ('reason' in place || reason !== undefined) {
      skipped.push({ path: shownPath(name), reason: reason ?? '' });
      entry.resume();
      continue;
    }
    keepName(place.path);
    const isFile = header.type === 'file' || header.type === 'contiguous-file';
    if (isFile || header.type === 'link' || header.type === 'symlink') seen.add(place.path);
    if (isFile) {
      const start = spool.position();
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        if (spool.position() + chunk.length > limits.bytes) throw overLimit(path, limits, 'bytes');
        await spool.append(chunk);
      }
      files.set(place.path, spooledFile(spool, start, spool.position() - start));
      continue;
    }
    if (header.type !== 'directory')
      links.set(place.path, { target: keepName(linkname), hard: header.type === 'link' });
    entry.resume();
  }
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

/** Names are bytes; those from a pax header were decoded as UTF-8 before. */
function nameIn(header: Header, key: 'name' | 'linkname', pax: string): string {
  const name = header[key] ?? '';
  const records = (header.pax ?? {}) as Record<string, string>;
  return records[pax] === undefined ? nameOfBytes(Buffer.from(name, 'latin1')) : name;
}
