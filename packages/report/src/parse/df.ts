import { countOf, wordsOf } from './words.js';

/** One line of `df`: space in blocks of 1024 bytes, or inodes with `-i`. */
export interface FileSystem {
  readonly device: string;
  readonly size: number;
  readonly used: number;
  readonly available: number;
  /** The share in use, from 0 to 100. */
  readonly percent: number;
  readonly mount: string;
}

/** The file systems in the output of `df`, without those that have no size. A long device may have a line of its own. */
export function fileSystemsOf(text: string): FileSystem[] {
  const found: FileSystem[] = [];
  let device: string[] = [];
  for (const line of text.split('\n')) {
    const words = [...device, ...wordsOf(line)];
    const fileSystem = fileSystemOf(words);
    device = !fileSystem && device.length === 0 && words.length === 1 ? words : [];
    if (fileSystem && fileSystem.size > 0) found.push(fileSystem);
  }
  return found;
}

function fileSystemOf(words: readonly string[]): FileSystem | undefined {
  // Devices and mount points may have spaces; the share in use is the only word like this between them.
  const at = words.findIndex((word, index) => index >= 4 && /^(?:\d{1,3}%|-)$/.test(word));
  const [size, used, available] = words.slice(at - 3, at).map(countOf);
  if (at < 4 || size === undefined || used === undefined || available === undefined) return undefined;
  return {
    device: words.slice(0, at - 3).join(' '),
    size,
    used,
    available,
    percent: Number.parseInt(words[at] ?? '', 10) || 0,
    mount: words.slice(at + 1).join(' '),
  };
}
