import { type ArchiveIndex, shownPath } from '../archive-index.js';
import { type ArchiveLimits, overLimit } from '../archive-limits.js';
import { type OpenFile, unpacked } from './decompress.js';
import type { Member } from './member.js';
import { createSpool, type Spool, spooledFile } from './spool.js';
import { readTar } from './tar-members.js';

/** Reads a tar file, compressed or not, once from front to end; content is in a spool in `directory` until `close`. */
export async function indexTar(
  file: OpenFile,
  limits: ArchiveLimits,
  directory: string,
): Promise<ArchiveIndex> {
  const { path } = file;
  const spool = createSpool(directory);
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
  spool: Spool,
): Promise<void> {
  if (member.type === 'symlink' || member.type === 'link')
    links.set(member.path, { target: member.target, hard: member.type === 'link' });
  if (member.type !== 'file') return;
  const start = spool.position();
  for await (const chunk of member.content()) {
    if (spool.position() + chunk.length > limits.bytes) throw overLimit(path, limits, 'bytes');
    await spool.append(chunk);
  }
  files.set(member.path, spooledFile(spool, start, spool.position() - start));
}
