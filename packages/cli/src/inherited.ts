import { closeSync, readdirSync, readFileSync } from 'node:fs';

const closedOnExec = 0o2000000;

/** Closes descriptors that the caller left open, except the standard streams: every command would inherit them, and lvm warns about them. */
export function closeInherited(): void {
  const kept = new Set(['0', '1', '2', process.env.NODE_CHANNEL_FD]);
  for (const fd of descriptors()) if (!kept.has(fd) && isInherited(fd)) closeSync(Number(fd));
}

function descriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

/** Node marks every descriptor that it opens as close-on-exec. */
function isInherited(fd: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch {
    return false;
  }
}
