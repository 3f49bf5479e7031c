import { readText, textLines } from '@hostspec/spec';
import { fact } from './fact.js';
import { decodeOctal } from './octal.js';

/** One row of `/etc/fstab`. */
export interface FstabRow {
  /** The first column, octal escapes decoded: a path, a network source or a tag such as `UUID=…`. */
  readonly device: string;
  /** The mount point, or a word such as `none` or `swap`. */
  readonly path: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The rows of `/etc/fstab`, in its order; undefined if it cannot be read. */
export const fstab = fact(async (host): Promise<readonly FstabRow[] | undefined> => {
  const text = await readText(host, '/etc/fstab');
  return text === undefined ? undefined : parseFstab(text);
});

/** Parses the text of an fstab; only a word that begins with `#` opens a comment, because a label may contain one. */
export function parseFstab(text: string): FstabRow[] {
  return textLines(text).flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const comment = words.findIndex((word) => word.startsWith('#'));
    const [device, path, type = 'auto', options = 'defaults'] = comment < 0 ? words : words.slice(0, comment);
    if (!device || path === undefined) return [];
    return [{ device: decodeOctal(device), path: decodeOctal(path), type, options: options.split(',') }];
  });
}
