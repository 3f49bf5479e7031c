import type { ArchiveIndex } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import type { OpenFile } from './decompress.js';

/** Bytes at the start of a file by which its format is recognized: the first two members of a tar, even if not compressed. */
export const startBytes = 4096;

/** Reads archives of a format that is not a tar. */
export interface FileReader {
  /** Whether it reads a file that starts like this. */
  reads(start: Buffer): boolean;
  /** Indexes a file; its content is in a nameless file in `directory` until the index is closed. */
  index(file: OpenFile, limits: ArchiveLimits, directory: string): Promise<ArchiveIndex>;
}
