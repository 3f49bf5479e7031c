import { mkdirSync, symlinkSync } from 'node:fs';
import { python, type Running, start } from './running.js';

// renameat2 with RENAME_EXCHANGE: both names exist at every instant.
const exchange = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
a, b = sys.argv[1].encode(), sys.argv[2].encode()
print('racing', flush=True)
while True:
    libc.renameat2(-100, a, -100, b, 2)
`;

/** The arguments that run a program elsewhere: in another namespace, or as another user. */
export type Enter = (argv: readonly string[]) => readonly string[];

/** Swaps two paths of one file system back and forth, as fast as possible. */
export async function racingExchange(
  path: string,
  other: string,
  enter: Enter = (argv) => argv,
): Promise<Running> {
  const running = start(enter([python, '-c', exchange, path, other]), { deadline: 900 });
  await running.printed('racing');
  return running;
}

/**
 * Makes a directory at `path` and swaps it with a symbolic link to `target`, back and forth, as fast as possible: a check of the path and its use find different things.
 */
export async function racingLink(path: string, target: string): Promise<Running> {
  mkdirSync(path, { recursive: true });
  symlinkSync(target, `${path}.link`);
  return racingExchange(path, `${path}.link`);
}

/** Starts a program that appends a numbered line to a file, again and again. */
export async function growingLog(path: string): Promise<Running> {
  const running = start(
    [
      'sh',
      '-c',
      'i=0; while :; do i=$((i + 1)); echo "line $i of a log that grows" >> "$1"; [ $i = 1 ] && echo growing; done',
      'sh',
      path,
    ],
    { deadline: 900 },
  );
  await running.printed('growing');
  return running;
}

// IN_OPEN; a descriptor that only holds a file does not count as opening it.
const watchOpens = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
watch = libc.inotify_init()
if libc.inotify_add_watch(watch, sys.argv[1].encode(), 0x20) < 0: sys.exit('cannot watch')
print('watching', flush=True)
while os.read(watch, 4096): print('opened', flush=True)
`;

/** Prints `opened` whenever a file is opened, however briefly. */
export async function watchedOpens(path: string): Promise<Running> {
  const running = start([python, '-c', watchOpens, path], { deadline: 900 });
  await running.printed('watching');
  return running;
}

/** The arguments that run a program as an account that no file of the machine knows, with no group but its own. */
export function asAccount(uid: number): Enter {
  return (argv) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...argv];
}

// The last word of loadavg is the newest process: those beside it are about to begin, or to take on the rights of the account.
// There are two that stop others, for two processors.
const stopAll = `
import ctypes, errno, os, signal
kill = ctypes.CDLL(None, use_errno=True).kill
last = os.fork() or os.getpid()
print('stopping', flush=True)
with open('/proc/loadavg', 'rb', buffering=0) as load:
    while True:
        load.seek(0)
        newest = int(load.read().split()[-1])
        for pid in range(max(last + 1, newest - 2), newest + 4):
            # One of root may be about to become one of the account.
            for _ in range(100):
                if kill(pid, signal.SIGSTOP) == 0 or ctypes.get_errno() != errno.EPERM:
                    break
`;

/** Stops every process of an account as soon as it begins, or takes on the rights of the account. `begin` starts a program. */
export async function stoppedAccount(
  uid: number,
  begin: (argv: readonly string[]) => Running,
): Promise<void> {
  await begin(asAccount(uid)([python, '-c', stopAll])).printed('stopping');
}
