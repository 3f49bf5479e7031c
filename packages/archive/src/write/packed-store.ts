import { closeSync, writeSync } from 'node:fs';
import { isNoSpace } from '@hostspec/files';
import type { WorkDirectory } from '../work-directory.js';
import { writeAll } from '../write-all.js';
import type { ContentPosition, ContentStore, OpenContent } from './content-store.js';

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
  let pack: number | undefined;
  let packed = 0;
  let made = 0;

  /** Undefined if there is no space: then the content gets a file of its own. */
  const appendToPack = (bytes: Uint8Array): ContentPosition | undefined => {
    const offset = packed;
    try {
      pack ??= work.create(packName);
      for (let done = 0; done < bytes.length; )
        done += writeSync(pack, bytes, done, bytes.length - done, offset + done);
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
    let file: { readonly name: string; readonly fd: number } | undefined;
    const writeToFile = (piece: Uint8Array): void => {
      if (file === undefined) {
        const name = `content/${made}`;
        file = { name, fd: work.create(name) };
        made++;
      }
      writeAll(file.fd, piece);
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
    forget: (path) => void stored.delete(path),
    locate: (path) => stored.get(path) ?? { file: `data/${path}`, offset: 0 },
  };
}
