import type { ArchiveFile } from '@hostspec/archive';
import { markMaker, numbersOf } from '../page/line-marks.js';

/** Files in order, and the marks of those that are longer than a block. Marks are set while the files are read. */
export interface MarkedFiles {
  readonly files: readonly ArchiveFile[];
  /** By where a file begins in all content. */
  readonly marks: Record<number, readonly number[]>;
}

/** Finds the lines of long files while the report is written, so that its page need not scan them. */
export function markedFiles(files: readonly ArchiveFile[], blockBytes: number): MarkedFiles {
  const marks: Record<number, readonly number[]> = {};
  let offset = 0;
  const marked = files.map((file) => {
    const at = offset;
    offset += file.bytes;
    return file.bytes > blockBytes ? markedFile(file, (numbers) => (marks[at] = numbers)) : file;
  });
  return { files: marked, marks };
}

function markedFile(file: ArchiveFile, use: (numbers: readonly number[]) => void): ArchiveFile {
  return {
    bytes: file.bytes,
    read: () => file.read(),
    async *stream() {
      const made = markMaker();
      for await (const piece of file.stream()) {
        made.add(piece);
        yield piece;
      }
      const end = made.end();
      use(numbersOf({ marks: made.marks, end }));
    },
  };
}
