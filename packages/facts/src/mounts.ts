import { readText, textLines } from '@hostspec/spec';
import { fact } from './fact.js';
import { decodeOctal } from './octal.js';

/** One row of the mount table. */
export interface Mount {
  readonly device: string;
  /** The mount point. */
  readonly path: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The mounted file systems, in the order of `/proc/mounts`; empty if it cannot be read. */
export const mounts = fact(
  async (host): Promise<readonly Mount[]> => parseMounts((await readText(host, '/proc/mounts')) ?? ''),
);

/** Parses the text of `/proc/mounts`, with octal escapes decoded; invalid rows are left out. */
export function parseMounts(text: string): Mount[] {
  return textLines(text).flatMap((line) => {
    // A blank that the file system did not escape belongs to the mount point, which is everything between the other fields.
    const row = /^(\S+) (\S.*) (\S+) (\S+) \d+ \d+$/.exec(line.trimEnd());
    const [, device, path, type, options] = row ?? [];
    if (device === undefined || path === undefined || type === undefined || options === undefined) return [];
    if (!path.startsWith('/')) return [];
    return [{ device: decodeOctal(device), path: decodeOctal(path), type, options: options.split(',') }];
  });
}
