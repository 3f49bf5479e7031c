import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { pathOnly } from './held-directory.js';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Opens a regular file for reading, no link followed; undefined for anything else, which is not touched. */
export function openRegular(path: string): number | undefined {
  const look = openSync(path, pathOnly);
  try {
    if (!fstatSync(look).isFile()) return undefined;
    const same = `/proc/self/fd/${look}`;
    if (existsSync(same)) return openSync(same, O_RDONLY | O_NONBLOCK);
  } finally {
    closeSync(look);
  }
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  return undefined;
}
