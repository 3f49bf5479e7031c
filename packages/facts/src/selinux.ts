import { seLinuxOf } from '@hostspec/parse';
import { readText, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** Whether SELinux is enabled (enforcing or permissive), and the evidence. */
export interface Selinux {
  readonly enabled: boolean;
  readonly reason: string;
}

/**
 * Whether SELinux is enabled: by `/usr/sbin/sestatus -b`, else by whether the kernel has it mounted at
 * `/sys/fs/selinux`, else by `SELINUX` in `/etc/selinux/config`. A host with none of these has no SELinux.
 */
export const selinux = fact(async (host): Promise<Selinux> => {
  const status = seLinuxOf((await runLines(host, '/usr/sbin/sestatus -b')) ?? [])?.status;
  if (status) return { enabled: status !== 'disabled', reason: `sestatus says that SELinux is ${status}` };
  if (await host.stat('/sys/fs/selinux/enforce'))
    return { enabled: true, reason: 'SELinux is mounted at /sys/fs/selinux' };
  const config = (await readText(host, '/etc/selinux/config')) ?? '';
  const mode = /^[ \t]*SELINUX\s*=\s*(\w+)/m.exec(config)?.[1]?.toLowerCase();
  if (mode) return { enabled: mode !== 'disabled', reason: `/etc/selinux/config has SELINUX=${mode}` };
  return { enabled: false, reason: 'SELinux is not installed' };
});
