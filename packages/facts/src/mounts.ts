import { type Mount, mountRows, rowsOf } from '@hostspec/parse';
import { readText } from '@hostspec/spec';
import { fact } from './fact.js';

/** The mounted file systems, in the order of `/proc/mounts`; empty if it cannot be read. */
export const mounts = fact(
  async (host): Promise<readonly Mount[]> => rowsOf(mountRows, (await readText(host, '/proc/mounts')) ?? ''),
);
