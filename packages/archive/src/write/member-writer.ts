import { closeSync, futimesSync } from 'node:fs';
import { asZeroBytes } from '@hostspec/host-kit';
import { encodeName } from '../archive-name.js';
import type { Member } from '../read/member.js';
import type { WorkDirectory } from '../work-directory.js';
import type { ByteOutput } from './gzip-file.js';
import { sparseFile } from './stores.js';
import { endOfArchive, paddingFor, tarHeader } from './tar-header.js';

type WrittenMember = Omit<Member, 'content'>;

/** Writes the members of a copy, one after another. */
export interface MemberWriter {
  /** Writes a file; `bytes` is its size. */
  file(member: WrittenMember, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  other(member: WrittenMember): Promise<void>;
  /** Ends the copy. The output stays open. */
  end(): Promise<void>;
}

/** Writes a tar with the members' modes, times, owners and types. */
export function tarWriter({ write }: Pick<ByteOutput, 'write'>): MemberWriter {
  const header = (member: WrittenMember, size: number): Buffer =>
    tarHeader({ ...member, name: member.path, size });
  return {
    async file(member, bytes, content) {
      await write(header(member, bytes));
      for await (const piece of content) await write(piece);
      await write(Buffer.alloc(paddingFor(bytes)));
    },
    other: (member) => write(header(member, 0)),
    end: () => write(endOfArchive),
  };
}

/** Writes below a work directory: files 0600 with their times, directories 0700. */
export function directoryWriter(work: WorkDirectory): MemberWriter {
  // Links come last, so that nothing is ever written through one.
  const links: { readonly path: string; readonly target: string }[] = [];
  return {
    async file({ path, modified }, _, content) {
      const fd = work.create(nameOnDisk(path));
      try {
        const copy = sparseFile(fd);
        for await (const piece of content) copy.write(asZeroBytes(piece));
        copy.end();
        futimesSync(fd, modified, modified);
      } finally {
        closeSync(fd);
      }
    },
    async other({ path, type, target }) {
      if (type === 'directory') work.directory(nameOnDisk(path));
      else links.push({ path: nameOnDisk(path), target });
    },
    async end() {
      for (const { path, target } of links) work.link(path, target);
    },
  };
}

/** Node.js cannot create a file whose name is not UTF-8; such a name has its bytes as `%XX`. */
function nameOnDisk(path: string): string {
  if (!/\p{Cs}/u.test(path)) return path;
  return path.split('/').map(encodeName).join('/');
}
