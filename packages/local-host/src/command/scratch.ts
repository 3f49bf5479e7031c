import { closeSync, constants, mkdtempSync, openSync, rmdirSync, statfsSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNoDescriptor } from '@hostspec/files';

// Linux's O_TMPFILE (with O_DIRECTORY), for which Node has no constant: a file that never has a name.
const temporaryFile = 0o20000000 | (constants.O_DIRECTORY ?? 0);

/** Bytes that must be free after keeping a command's output: with less, part of it may be lost. */
export const minScratch = 64 * 1024;

/** Free bytes on the file system of an open file; undefined if unknown. */
export function freeSpace(fd: number): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(`/proc/self/fd/${fd}`);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/**
 * Opens a nameless file for a command's output in the first directory that is safe and accepts one; undefined if none does.
 * @throws the system's error if descriptors are used up, which is temporary.
 */
export function openScratch(
  directories: readonly (string | undefined)[],
  mayTouch: (directory: string) => boolean,
): number | undefined {
  for (const directory of [...directories, tmpdir(), '/dev/shm', '/tmp', '/var/tmp']) {
    if (directory === undefined || !mayTouch(directory)) continue;
    const fd = openNameless(directory);
    if (fd === undefined) continue;
    if ((freeSpace(fd) ?? minScratch) >= minScratch) return fd;
    closeSync(fd);
  }
  return undefined;
}

function openNameless(directory: string): number | undefined {
  try {
    return openSync(directory, temporaryFile | constants.O_RDWR, 0o600);
  } catch (error) {
    if (isNoDescriptor(error)) throw error;
    return openUnlinked(directory);
  }
}

function openUnlinked(directory: string): number | undefined {
  let folder: string;
  try {
    folder = mkdtempSync(join(directory, 'hostspec-'));
  } catch {
    return undefined;
  }
  try {
    const file = join(folder, 'output');
    const fd = openSync(
      file,
      constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | constants.O_RDWR,
      0o600,
    );
    try {
      unlinkSync(file);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return fd;
  } catch {
    return undefined;
  } finally {
    removeFolder(folder);
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody who can write to the parent directory put something else there.
  }
}
