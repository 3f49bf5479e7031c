import { type FstabRow, fstabRows, rowsOf } from '@hostspec/parse';
import { readText } from '@hostspec/spec';
import { fact } from './fact.js';

/** The rows of `/etc/fstab`, in its order; undefined if it cannot be read. */
export const fstab = fact(async (host): Promise<readonly FstabRow[] | undefined> => {
  const text = await readText(host, '/etc/fstab');
  return text === undefined ? undefined : rowsOf(fstabRows, text);
});
