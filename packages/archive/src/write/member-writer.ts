import type { Member } from '../read/member.js';
import type { ByteOutput } from './gzip-file.js';
import { paddingFor, tarHeader } from './tar-header.js';

/** A member as it is written; its content comes apart from it. */
type WrittenMember = Omit<Member, 'content'>;

/** Writes the members of a copy, one after the other. */
export interface MemberWriter {
  /** Writes a file of so many bytes. */
  file(member: WrittenMember, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes a directory or link. */
  other(member: WrittenMember): Promise<void>;
  /** Writes what comes after the last member. The output stays open. */
  end(): Promise<void>;
}

const endOfArchive = Buffer.alloc(1024);

/** Writes a tar to an output, with the modes, times, owners and types of the members. */
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
