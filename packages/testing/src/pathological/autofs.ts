import type { PathologicalHost } from './pathological-host.js';
import { python } from './running.js';

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
