import type { SkippedMember } from '../archive-index.js';

/** A member of a tar, or a file, directory or link below a directory. */
export interface Member {
  /** Below the top of the tar or directory. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'link';
  /** Where a link leads, as written; a hard link's target counts from the top. */
  readonly target: string;
  readonly owner: MemberOwner;
  /** Permission bits. */
  readonly mode: number;
  /** Seconds since the epoch. */
  readonly modified: number;
  /** The content of a file in pieces, to be read once and before the next member. */
  content(): AsyncIterable<Uint8Array>;
}

/** Whose a member is. */
export interface MemberOwner {
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
}

/** Takes members, one after the other. */
export interface MemberReader {
  take(member: Member): Promise<void>;
  /** Skips a member, named as written; `content` is missing if there may be content that cannot be read. */
  skip(member: SkippedMember, content?: AsyncIterable<Uint8Array>): Promise<void> | void;
}
