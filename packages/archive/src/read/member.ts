import type { ArchiveIndex, SkippedMember } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import type { OpenFile } from './decompress.js';

/** A member of a tar, or an entry below a directory. */
export interface Member {
  /** Below the top of the tar or directory. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'link';
  /** Where a link leads, as written. A hard link's target starts at the top. */
  readonly target: string;
  readonly owner: MemberOwner;
  readonly mode: number;
  /** Seconds since the epoch. */
  readonly modified: number;
  /** The content of a file. Read it once, before the next member. */
  content(): AsyncIterable<Uint8Array>;
}

/** The owner of a member. */
export interface MemberOwner {
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
}

/** Takes members one after another. */
export interface MemberReader {
  take(member: Member): Promise<void>;
  /** Skips a member, named as written. Without `content`, it may have content that cannot be read. */
  skip(member: SkippedMember, content?: AsyncIterable<Uint8Array>): Promise<void> | void;
}

/** Bytes that show a file's format: the first two members of a tar, even uncompressed. */
export const startBytes = 4096;

/** Reads archives of a format that is not a tar. */
export interface FileReader {
  /** Whether it reads a file that starts with these bytes. */
  reads(start: Buffer): boolean;
  /** Indexes a file. Its content stays in a nameless file in `directory` until the index is closed. */
  index(file: OpenFile, limits: ArchiveLimits, directory: string): Promise<ArchiveIndex>;
}
