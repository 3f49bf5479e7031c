import type { PathologicalHost } from './pathological-host.js';
import { python } from './running.js';

/** An operation that a faulty disk answers with an error. */
export interface Fault {
  readonly operation: 'create' | 'write' | 'flush' | 'mkdir' | 'rename' | 'link' | 'unlink';
  /** Only if the path below the disk contains this; for a rename or link, the new path. Default: everywhere. */
  readonly path?: string;
  /** The name of the error, such as `EIO`. */
  readonly error: string;
  /** How often it fails before it works again. Default: forever. */
  readonly times?: number;
}

/** The fault of a disk. */
export interface FaultyDiskOptions {
  readonly faults?: readonly Fault[];
  /** Bytes of content in total; beyond that the error is `EDQUOT`, even if the disk has room. */
  readonly quota?: number;
}

/** A disk that answers some operations with an error. */
export interface FaultyDisk {
  readonly path: string;
  /** Where its files are, which can be read and changed from outside without a fault. */
  readonly backing: string;
}

// Shows a directory at another path, and answers with an error if told to.
const server = `
import errno, json, os, sys
try:
    from fusepy import FUSE, FuseOSError, Operations, fuse_get_context
except ImportError:
    from fuse import FUSE, FuseOSError, Operations, fuse_get_context
backing, mount, rules = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
faults, quota = rules.get('faults', []), rules.get('quota')
used = [0]
def check(operation, path):
    for fault in faults:
        if fault['operation'] == operation and fault.get('path', '') in path and fault.get('times', 1) > 0:
            if 'times' in fault:
                fault['times'] -= 1
            raise FuseOSError(getattr(errno, fault['error']))
class Server(Operations):
    def at(self, path):
        return backing + path
    def getattr(self, path, fh=None):
        try:
            found = os.lstat(self.at(path)) if fh is None else os.fstat(fh)
        except OSError as error:
            raise FuseOSError(error.errno)
        return {name: getattr(found, name) for name in ('st_atime', 'st_ctime', 'st_gid', 'st_ino', 'st_mode', 'st_mtime', 'st_nlink', 'st_size', 'st_uid')}
    def readdir(self, path, fh):
        return ['.', '..'] + os.listdir(self.at(path))
    def readlink(self, path):
        return os.readlink(self.at(path))
    def create(self, path, mode, fi=None):
        check('create', path)
        fh = os.open(self.at(path), os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
        os.fchown(fh, *fuse_get_context()[:2])
        return fh
    def open(self, path, flags):
        return os.open(self.at(path), flags & ~os.O_APPEND)
    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)
    def write(self, path, data, offset, fh):
        check('write', path)
        size = os.fstat(fh).st_size
        more = max(offset + len(data) - size, 0)
        if quota is not None and used[0] + more > quota:
            raise FuseOSError(errno.EDQUOT)
        used[0] += more
        return os.pwrite(fh, data, offset)
    def truncate(self, path, length, fh=None):
        used[0] += length - os.lstat(self.at(path)).st_size
        os.truncate(self.at(path), length)
    def flush(self, path, fh):
        check('flush', path)
    def release(self, path, fh):
        os.close(fh)
    def mkdir(self, path, mode):
        check('mkdir', path)
        os.mkdir(self.at(path), mode)
        os.chown(self.at(path), *fuse_get_context()[:2])
    def rmdir(self, path):
        os.rmdir(self.at(path))
    def unlink(self, path):
        check('unlink', path)
        found = os.lstat(self.at(path))
        if found.st_nlink == 1:
            used[0] -= found.st_size
        os.unlink(self.at(path))
    def rename(self, old, new):
        check('rename', new)
        os.rename(self.at(old), self.at(new))
    def link(self, new, old):
        check('link', new)
        os.link(self.at(old), self.at(new))
    def chmod(self, path, mode):
        os.chmod(self.at(path), mode)
    def statfs(self, path):
        return dict(f_bsize=4096, f_frsize=4096, f_blocks=1 << 20, f_bavail=1 << 19, f_bfree=1 << 19, f_files=1 << 20, f_ffree=1 << 19)
    def init(self, path):
        print('serving now', flush=True)
FUSE(Server(), mount, foreground=True, nothreads=True, fsname='faulty', allow_other=True, default_permissions=True,
     use_ino=True, hard_remove=True, attr_timeout=0, entry_timeout=0)
`;

/**
 * Mounts a disk inside a pathological host that works except for its faults. Requires the features that `hasFuse` checks.
 */
export async function faultyDisk(
  host: PathologicalHost,
  name: string,
  options: FaultyDiskOptions,
): Promise<FaultyDisk> {
  const path = host.makeDirectory(name);
  const backing = host.makeDirectory(`${name}-backing`);
  const running = host.start([python, '-c', server, backing, path, JSON.stringify(options)], {
    deadline: 600,
  });
  await running.printed('now');
  host.defer(() => host.run(['umount', '-l', path]));
  return { path, backing };
}
