import type { PathologicalHost } from './pathological-host.js';
import { python } from './running.js';

/** A small disk inside a pathological host. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it so that this many bytes are left. */
  fillUntil(bytesLeft: number): Promise<void>;
  /** Names at its top, as seen inside. */
  list(): Promise<string[]>;
  /** Copies its content to a directory that is visible outside, and returns that directory. */
  copyOut(): Promise<string>;
}

/** Mounts a tmpfs of this many bytes, with at most so many files, on a new directory of the host. */
export async function smallDisk(
  host: PathologicalHost,
  name: string,
  bytes: number,
  files?: number,
): Promise<SmallDisk> {
  const path = host.makeDirectory(name);
  const options = [`size=${bytes}`, 'mode=0700', ...(files === undefined ? [] : [`nr_inodes=${files}`])];
  await host.prepare('mount', '-t', 'tmpfs', '-o', options.join(), 'small', path);
  let copies = 0;
  return {
    path,
    async fillUntil(bytesLeft) {
      const size = Math.max(bytes - bytesLeft, 0);
      await host.prepare('fallocate', '-l', String(Math.max(size, 1)), `${path}/.filling`);
    },
    list: async () =>
      (
        await host.prepare(
          'find',
          path,
          '-mindepth',
          '1',
          '-maxdepth',
          '1',
          '-not',
          '-name',
          '.filling',
          '-printf',
          '%f\\n',
        )
      )
        .split('\n')
        .filter((entry) => entry !== '')
        .sort(),
    async copyOut() {
      const copy = host.path(`${name}-${++copies}`);
      await host.prepare('cp', '-a', path, copy);
      return copy;
    },
  };
}

// The daemon of an autofs mount: it takes every request and answers none.
const daemon = `
import ctypes, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
os.setpgrp()
reading, writing = os.pipe()
options = 'fd=%d,pgrp=%d,minproto=5,maxproto=5,indirect' % (writing, os.getpgrp())
if libc.mount(b'auto', sys.argv[1].encode(), b'autofs', 0, options.encode()) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
print('mounted', flush=True)
time.sleep(3600)
`;

/**
 * Mounts an autofs whose daemon never answers, on a new directory of the host: looking up a name in it waits. Returns its path.
 */
export async function silentAutofs(host: PathologicalHost, name: string): Promise<string> {
  const path = host.makeDirectory(name);
  const running = host.start([python, '-c', daemon, path], { deadline: 600 });
  await running.printed('mounted');
  host.defer(() => host.run(['umount', '-l', path]));
  return path;
}
