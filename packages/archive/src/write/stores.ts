import { closeSync, ftruncateSync } from 'node:fs';
import { isNoSpace } from '@hostspec/files';
import { isZeroBytes, mostZeros } from '@hostspec/host-kit';
import type { Item, Piece } from '@hostspec/spec';
import { writeAll } from '../disk.js';
import type { WorkDirectory } from '../work-directory.js';

/** A run of zeros in content. */
export interface ZeroRun {
  readonly at: number;
  readonly length: number;
}

/** Where content is in a work directory. */
export interface ContentPosition {
  readonly file: string;
  readonly offset: number;
}

/** Finds content by its path below `data/`. */
export interface ContentFinder {
  locate(path: string): ContentPosition;
  /** Known long runs of zeros in the content, in order. There may be others. */
  zeros(path: string): readonly ZeroRun[];
}

/** Content being stored. */
export interface OpenContent {
  /** Writes a piece. If that fails, nothing of the piece was written. */
  write(piece: Uint8Array): void;
  /** Keeps the content; returns it if it is in memory anyway. */
  keep(item: Item): Piece | undefined;
  discard(): void;
  close(): void;
}

/** Stores the content of items in a work directory. */
export interface ContentStore extends ContentFinder {
  open(path: string): OpenContent;
  /** Closes what the store itself holds open. */
  close(): void;
}

/** A new file, written from its start, in which `zeroBytes` become holes. */
interface SparseFile {
  /** Writes a piece. If that fails, nothing of the piece counts as written. */
  write(piece: Uint8Array): void;
  /** Sets the file's size. Returns its runs of at least `mostZeros` zeros, in order. */
  end(): readonly ZeroRun[];
}

/** Writes into a file that was just made. */
export function sparseFile(fd: number): SparseFile {
  const runs: ZeroRun[] = [];
  let size = 0;
  let written = 0;
  const noteRun = (): void => {
    if (size - written >= mostZeros) runs.push({ at: written, length: size - written });
  };
  return {
    write(piece) {
      if (!isZeroBytes(piece)) {
        writeAll(fd, piece, size);
        noteRun();
        written = size + piece.length;
      }
      size += piece.length;
    },
    end() {
      noteRun();
      if (written < size) ftruncateSync(fd, size);
      return runs;
    },
  };
}

/** Finds content at its path in the archive. */
export const tree: ContentFinder = {
  locate: (path) => ({ file: `data/${path}`, offset: 0 }),
  zeros: () => [],
};

/** Stores content at its final path in the archive. */
export function treeStore(work: WorkDirectory): ContentStore {
  return {
    ...tree,
    open(path) {
      const file = `data/${path}`;
      const fd = work.create(file);
      const { write, end } = sparseFile(fd);
      return {
        write,
        keep() {
          end();
          closeSync(fd);
          return undefined;
        },
        discard() {
          closeSync(fd);
          work.remove(file);
        },
        close: () => closeSync(fd),
      };
    },
    close() {},
  };
}

/** The file with the content of many items. */
export const packName = 'content/pack';

/** Larger items get a file of their own: completing a killed run holds a whole packed item in memory. */
export const largestPacked = 64 * 1024;
const blockBytes = 4096;

/**
 * Stores content in few files, because making a file takes ten times as long as filling it. Content that comes in one small piece goes into
 * a pack.
 */
export function packedStore(work: WorkDirectory): ContentStore {
  const stored = new Map<string, ContentPosition>();
  const zeros = new Map<string, readonly ZeroRun[]>();
  let pack: number | undefined;
  let packed = 0;
  let made = 0;

  /** Undefined if there is no space. The content then gets a file of its own. */
  const appendToPack = (bytes: Uint8Array): ContentPosition | undefined => {
    const offset = packed;
    try {
      pack ??= work.create(packName);
      writeAll(pack, bytes, offset);
    } catch (error) {
      if (isNoSpace(error)) return undefined;
      throw error;
    }
    // Each starts at a block, so that it needs no more space outside the pack than in it.
    packed += Math.ceil(bytes.length / blockBytes) * blockBytes;
    return { file: packName, offset };
  };

  const openContent = (): OpenContent => {
    let small: Uint8Array | undefined;
    let file: { readonly name: string; readonly fd: number; readonly content: SparseFile } | undefined;
    const writeToFile = (piece: Uint8Array): void => {
      if (file === undefined) {
        const name = `content/${made}`;
        const fd = work.create(name);
        file = { name, fd, content: sparseFile(fd) };
        made++;
      }
      file.content.write(piece);
    };
    const spill = (): void => {
      if (small) writeToFile(small);
      small = undefined;
    };
    const close = (): void => {
      if (file) closeSync(file.fd);
    };
    return {
      write(piece) {
        if (!file && !small && piece.length <= largestPacked) small = new Uint8Array(piece);
        else {
          spill();
          writeToFile(piece);
        }
      },
      keep({ path }) {
        const content = small;
        const location = content && appendToPack(content);
        if (location) stored.set(path, location);
        else {
          spill();
          zeros.set(path, file?.content.end() ?? []);
          stored.set(path, { file: file?.name ?? '', offset: 0 });
          close();
        }
        return content;
      },
      discard() {
        small = undefined;
        close();
        if (file) work.remove(file.name);
      },
      close,
    };
  };

  return {
    open: openContent,
    close() {
      if (pack !== undefined) closeSync(pack);
      pack = undefined;
    },
    locate: (path) => stored.get(path) ?? tree.locate(path),
    zeros: (path) => zeros.get(path) ?? [],
  };
}
