import { asZeroBytes, longestPath } from '@hostspec/host-kit';

/** A file of an archive. */
export interface ArchiveFile {
  readonly bytes: number;
  /** Reads the whole content. */
  read(): Promise<Uint8Array>;
  /** Reads the content in pieces of at most 256 KiB. */
  stream(): AsyncIterable<Uint8Array>;
}

/** A skipped member of an archive or outcome of its manifest. */
export interface SkippedMember {
  /** The path as written in the archive; for an outcome, its position. */
  readonly path: string;
  readonly reason: string;
}

/** What is in an archive, by path from its top. None of these paths exist on this host. */
export interface ArchiveIndex {
  readonly files: Map<string, ArchiveFile>;
  readonly links: Map<string, ArchiveLink>;
  readonly skipped: SkippedMember[];
  close(): Promise<void>;
}

/** A link. The target is as written. */
export interface ArchiveLink {
  readonly target: string;
  /** The target of a hard link starts at the top of the archive. */
  readonly hard: boolean;
}

/** The path of a member as names joined by slashes, or why to skip it. */
export function memberPath(
  name: string,
  depth: number,
): { readonly path: string } | { readonly reason: string } {
  if (Buffer.byteLength(name) > longestPath)
    return { reason: `its path is longer than ${longestPath} bytes` };
  if (name.startsWith('/')) return { reason: 'its path is absolute' };
  const names = name.split('/').filter((part) => part !== '' && part !== '.');
  if (names.includes('..')) return { reason: 'its path contains ..' };
  if (names.length > depth) return { reason: `its path has more than ${depth} names` };
  if (name.includes('\0')) return { reason: 'its path contains NUL' };
  return { path: names.join('/') };
}

/** Shortens a path for a message. */
export function shownPath(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}

/** Content read by position. */
export interface ContentReader {
  /** Fills the buffer as far as possible. Returns the number of bytes. */
  read(buffer: Buffer, position: number): Promise<number>;
  close(): Promise<void>;
}

const pieceSize = 256 * 1024;

/** Creates a file of a known size. `open` is called for each reading. */
export function fileOf(bytes: number, open: () => ContentReader): ArchiveFile {
  const fill = async (content: ContentReader, piece: Buffer, position: number): Promise<number> => {
    const count = await content.read(piece, position);
    if (count === 0) throw new Error(`content ended at ${position} of ${bytes} bytes`);
    return count;
  };
  return {
    bytes,
    async *stream() {
      const content = open();
      try {
        for (let position = 0; position < bytes; ) {
          const buffer = Buffer.allocUnsafe(Math.min(pieceSize, bytes - position));
          const count = await fill(content, buffer, position);
          position += count;
          yield asZeroBytes(buffer.subarray(0, count));
        }
      } finally {
        await content.close();
      }
    },
    async read() {
      const content = open();
      try {
        const whole = Buffer.allocUnsafe(bytes);
        for (let position = 0; position < bytes; )
          position += await fill(content, whole.subarray(position, position + pieceSize), position);
        return whole;
      } finally {
        await content.close();
      }
    },
  };
}
