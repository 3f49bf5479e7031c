import { closeSync, fstatSync, openSync, readlinkSync } from 'node:fs';
import type { CommandOutcome } from '../collecting-host.js';
import { copyOpen, readStart } from './copy.js';

/** The shared result of a command; its output is read only if it is requested again. */
export interface SharedResult extends CommandOutcome {
  /** The output in memory, if it is small. */
  readonly bytes?: Uint8Array;
  /** Opens the whole output if it is not held in memory; undefined if it is gone. */
  readonly open?: () => Output | undefined;
}

interface Output {
  readonly fd: number;
  readonly close: () => void;
}

const maxInMemory = 1024 * 1024;
const none = new Uint8Array();

/** A result whose output went into an item's file, if that was opened: the output is found there later. */
export function shareItem(outcome: CommandOutcome, fd: number | undefined): SharedResult {
  const size = fd === undefined ? 0 : fstatSync(fd).size;
  if (fd === undefined || size === 0) return { ...outcome, bytes: none };
  // The item of a failed command may be discarded.
  if (outcome.rc !== 0 && size <= maxInMemory) return { ...outcome, bytes: readStart(fd, size) };
  const path = pathOf(fd);
  return { ...outcome, open: () => (path === undefined ? undefined : reopen(path, size)) };
}

/** A result whose output is in a nameless file; its descriptor is closed unless it is needed. */
export function shareScratch(outcome: CommandOutcome, fd: number): SharedResult {
  const { size } = fstatSync(fd);
  if (size > maxInMemory) return { ...outcome, open: () => ({ fd, close() {} }) };
  const bytes = readStart(fd, size);
  closeSync(fd);
  return { ...outcome, bytes };
}

/** The first bytes of a shared output; undefined if it is gone. */
export function readShared(result: SharedResult, maxBytes: number): Uint8Array | undefined {
  if (result.bytes) return result.bytes;
  return withOutput(result, (fd) => readStart(fd, Math.min(fstatSync(fd).size, maxBytes)));
}

/** Copies the whole of a shared output that is not held in memory into an open file; false if it is gone. */
export async function copyShared(result: SharedResult, to: () => number): Promise<boolean> {
  const output = result.open?.();
  if (!output) return false;
  try {
    const { size } = fstatSync(output.fd);
    await copyOpen(output.fd, to(), { maxBytes: size, fromStart: true });
    return true;
  } finally {
    output.close();
  }
}

function withOutput<T>(result: SharedResult, use: (fd: number) => T): T | undefined {
  const output = result.open?.();
  if (!output) return undefined;
  try {
    return use(output.fd);
  } finally {
    output.close();
  }
}

function pathOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

function reopen(path: string, size: number): Output | undefined {
  try {
    const fd = openSync(path, 'r');
    const close = (): void => closeSync(fd);
    if (fstatSync(fd).size === size) return { fd, close };
    close();
  } catch {
    // It is gone.
  }
  return undefined;
}
