import { closeSync } from 'node:fs';
import { isNoSpace } from '@hostspec/files';
import type { WorkDirectory } from '../work-directory.js';
import { writeAll } from '../write-all.js';
import {
  type ContentPosition,
  type ContentStore,
  type OpenContent,
  type SparseFile,
  sparseFile,
  type ZeroRun,
} from './content-store.js';

/** The file that holds the content of many items. */
export const packName = 'content/pack';

const smallBytes = 64 * 1024;
const blockBytes = 4096;

/**
 * Keeps content in few files, because making a file takes ten times as long as filling it: content that comes in one small piece
 * goes into a pack.
 */
export function packedStore(work: WorkDirectory): ContentStore {
  const stored = new Map<string, ContentPosition>();
  const zeros = new Map<string, readonly ZeroRun[]>();
  let pack: number | undefined;
  let packed = 0;
  let made = 0;

  /** Undefined if there is no space: then the content gets a file of its own. */
  const appendToPack = (bytes: Uint8Array): ContentPosition | undefined => {
    const offset = packed;
    try {
      pack ??= work.create(packName);
      writeAll(pack, bytes, offset);
    } catch (error) {
      if (isNoSpace(error)) return undefined;
      throw error;
    }
    // Each begins at a block of its own, so that it needs no more space outside the pack than in it.
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
        if (!file && !small && piece.length <= smallBytes) small = new Uint8Array(piece);
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
    locate: (path) => stored.get(path) ?? { file: `data/${path}`, offset: 0 },
    zeros: (path) => zeros.get(path) ?? [],
  };
}
