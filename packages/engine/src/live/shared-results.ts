import { closeSync, fstatSync, openSync, readlinkSync } from 'node:fs';
import type { CommandOutcome } from '../collecting-host.js';
import { readStart } from './copy.js';

/** The result of a command that whoever asks for it again is given: its output is read only then. */
export interface SharedResult extends CommandOutcome {
  /** The output; undefined where it is gone. */
  readonly read: () => Uint8Array | undefined;
}

const maxKept = 1024 * 1024;

/** Makes a result whose output stands in an open file, if it ever was opened: what was kept is found there later, what failed is kept here. */
export function shareResult(outcome: CommandOutcome, fd: number | undefined): SharedResult {
  if (fd === undefined) return { ...outcome, read: () => new Uint8Array() };
  const { size } = fstatSync(fd);
  if (outcome.rc !== 0 || size === 0) {
    const output = size > 0 ? readStart(fd, maxKept) : new Uint8Array();
    return { ...outcome, read: () => output };
  }
  const path = pathOf(fd);
  if (path === undefined) {
    const output = readStart(fd, maxKept);
    return { ...outcome, read: () => output };
  }
  return { ...outcome, read: () => readBack(path, size) };
}

function pathOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

function readBack(path: string, size: number): Uint8Array | undefined {
  try {
    const fd = openSync(path, 'r');
    try {
      return fstatSync(fd).size === size ? readStart(fd, size) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
