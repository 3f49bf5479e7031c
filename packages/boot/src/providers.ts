import { existingPaths } from '@hostspec/facts';
import { defineProvider, nothing, readText } from '@hostspec/spec';

/** Where crash dumps and reports lie. */
export const crashDirectories = existingPaths('crash_directories', [
  '/var/crash',
  '/var/lib/systemd/coredump',
  '/var/lib/apport/coredump',
  '/var/spool/abrt',
]);

const release = '/proc/sys/kernel/osrelease';

/** The initramfs of the running kernel. */
export const currentInitrd = defineProvider({
  name: 'current_initrd',
  doc: `The file initrd.img in /boot of the running kernel, by its release in ${release}.`,
  yields: 'string',
  async evaluate({ host }) {
    const kernel = (await readText(host, release))?.trim() ?? '';
    const path = `/boot/initrd.img-${kernel}`;
    // The release comes from the kernel; one with a slash would lead elsewhere.
    if (!/^[\w.+~-]+$/.test(kernel)) return nothing(`${release} has no release`, 'absent');
    return (await host.stat(path))?.kind === 'file' ? path : nothing(`no ${path}`, 'absent');
  },
});
