import { spawnSync } from 'node:child_process';
import type { PathologicalHost } from './pathological-host.js';
import { python } from './running.js';

/** A FUSE file system whose server can be stopped, so that any process that accesses it hangs and cannot be killed. */
export interface StoppableMount {
  readonly path: string;
  /** Stops the server: from now on every access hangs, but can be killed. */
  stop(): Promise<void>;
  /** Makes the server stop in the middle of the next access, which then hangs and cannot be killed; neither can those that wait for it. */
  stopInside(): Promise<void>;
  /** Lets the server continue. */
  resume(): Promise<void>;
}

// Serves one directory of files, whose content is their path, and links, which are given as `name=target`. SIGUSR1 has it
// stop in the middle of the next request, a file named `hangs…` when it is read.
const server = `
import errno, os, signal, stat, sys
try:
    from fusepy import FUSE, FuseOSError, Operations
except ImportError:
    from fuse import FUSE, FuseOSError, Operations
links = dict(name.split('=', 1) for name in sys.argv[3:] if '=' in name)
names = [name.split('=', 1)[0] for name in sys.argv[3:]]
armed = []
signal.signal(signal.SIGUSR1, lambda *_: armed.append(1))
def touched():
    if armed:
        os.kill(os.getpid(), signal.SIGSTOP)
class Server(Operations):
    def getattr(self, path, fh=None):
        touched()
        if path == '/':
            return dict(st_mode=stat.S_IFDIR | 0o755, st_nlink=2)
        if path[1:] not in names:
            raise FuseOSError(errno.ENOENT)
        if path[1:] in links:
            return dict(st_mode=stat.S_IFLNK | 0o777, st_nlink=1, st_size=len(links[path[1:]]))
        return dict(st_mode=stat.S_IFREG | 0o644, st_nlink=1, st_size=len(path))
    def readlink(self, path):
        return links[path[1:]]
    def readdir(self, path, fh):
        touched()
        return ['.', '..'] + names
    def read(self, path, size, offset, fh):
        if path.startswith('/hangs'):
            armed.append(1)
        touched()
        return path.encode()[offset:offset + size]
    def statfs(self, path):
        touched()
        return dict(f_bsize=512, f_frsize=512, f_blocks=4096, f_bavail=2048, f_bfree=2048)
    def init(self, path):
        print('serving', os.getpid(), 'now', flush=True)
FUSE(Server(), sys.argv[1], foreground=True, nothreads=True, fsname=sys.argv[2], allow_other=True,
     attr_timeout=0, entry_timeout=0)
`;

/** Whether a FUSE file system can be made: /dev/fuse, Python and its module fusepy. */
export function hasFuse(): boolean {
  const script =
    "import os\\ntry:\\n import fusepy\\nexcept ImportError:\\n import fuse\\nos.open('/dev/fuse', os.O_RDWR)";
  return spawnSync(python, ['-c', script.replaceAll('\\n', '\n')], { stdio: 'ignore' }).status === 0;
}

/**
 * Mounts a FUSE file system inside a pathological host, on a new directory of it, with files of these names; `name=target`
 * is a symbolic link. The file system type is `fuse`, and the server runs until it is stopped, a file named `hangs…` is
 * read, or the host ends.
 */
export async function stoppableMount(
  host: PathologicalHost,
  name: string,
  files: readonly string[] = ['file'],
): Promise<StoppableMount> {
  const path = host.makeDirectory(name);
  const running = host.start([python, '-c', server, path, name, ...files], { deadline: 600 });
  await running.printed('now');
  const pid = running.output().split(' ')[1]?.trim() ?? '';
  await host.prepare('ls', path);
  // End the server first: nothing else can end the hung reads.
  host.defer(async () => {
    await host.run(['kill', '-KILL', pid]);
    await host.run(['umount', '-l', path]);
  });
  return {
    path,
    stop: async () => void (await host.prepare('kill', '-STOP', pid)),
    stopInside: async () => void (await host.prepare('kill', '-USR1', pid)),
    resume: async () => void (await host.prepare('kill', '-CONT', pid)),
  };
}
