import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';

/** Space on the disk. Default: no limit. */
export interface Room {
  bytes?: number;
  /** Files and directories. */
  names?: number;
  /** Bytes that one write takes. */
  atOnce?: number;
}

type Position = number | null;

/** Paths of everything below a directory. */
export function namesBelow(directory: string): string[] {
  return fs.readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name)));
}

/** Bytes of all files below a directory. */
export function usedBytes(directory: string): number {
  const files = namesBelow(directory).map((path) => fs.lstatSync(path));
  return files.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

/** A `node:fs` that sees a directory as a disk of its own with this much space. */
export function fsWithRoom(directory: string, room: Room): typeof fs {
  /** How many of the bytes fit. */
  const fitting = (fd: number, wanted: number, position: Position): number => {
    if (!fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory)) return wanted;
    const length = Math.min(wanted, room.atOnce ?? Number.POSITIVE_INFINITY);
    const { size, nlink } = fs.fstatSync(fd);
    const more = Math.max((position ?? size) + length - size, 0);
    const used = usedBytes(directory) + (nlink === 0 ? size : 0);
    const left = Math.max((room.bytes ?? Number.POSITIVE_INFINITY) - used, 0);
    if (more <= left) return length;
    if (length - more + left > 0) return length - more + left;
    throw full('write');
  };

  const checkName = (path: fs.PathLike, call: string): void => {
    if (fs.lstatSync(path, { throwIfNoEntry: false })) return;
    const above = fs.realpathSync(join(String(path), '..'));
    if (
      above.startsWith(directory) &&
      namesBelow(directory).length >= (room.names ?? Number.POSITIVE_INFINITY)
    )
      throw full(call);
  };

  const writeSync = (fd: number, bytes: Uint8Array, offset: number, length: number, at: Position = null) =>
    fs.writeSync(fd, bytes, offset, fitting(fd, length, at), at);

  const writeAsync = promisify(fs.write);
  const write = Object.assign(() => {}, {
    [promisify.custom]: async (fd: number, bytes: Uint8Array, offset: number, length: number, at: Position) =>
      await writeAsync(fd, bytes, offset, fitting(fd, length, at ?? null), at),
  });

  const openSync: typeof fs.openSync = (path, flags, mode) => {
    if (typeof flags === 'number' && (flags & fs.constants.O_CREAT) !== 0) checkName(path, 'open');
    return fs.openSync(path, flags, mode);
  };

  const mkdirSync = (path: fs.PathLike, mode: number) => {
    checkName(path, 'mkdir');
    return fs.mkdirSync(path, mode);
  };

  const limited = { ...fs, writeSync, write, openSync, mkdirSync } as unknown as typeof fs;
  return Object.assign(limited, { default: limited });
}

function full(call: string): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), {
    code: 'ENOSPC',
    syscall: call,
  });
}

/** Lets a call of `node:fs` throw this error until the end of the test, after `before`. */
export function failingCall(
  call: 'linkSync' | 'mkdirSync' | 'rmdirSync' | 'rmSync',
  error: Error,
  before = (): void => {},
): void {
  const spy = vi.spyOn(fs, call).mockImplementation(() => {
    before();
    throw error;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}
