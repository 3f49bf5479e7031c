import { commandWithArgs, firstFile, globFile, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { crashDirectories, currentInitrd } from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Boot loader, initramfs, crash dumps, Secure Boot and TPM. */
export const boot = slice({
  name: 'boot',
  version,
  specs: {
    boot_files: simpleCommand('/usr/bin/find /boot -xdev -maxdepth 4 -printf "%M %s %TF %TT %p %l\\n"', {
      doc: 'Files below /boot with size and date: missing kernels or initramfs images, a full /boot',
      origin: 'find(1)',
      effects: { needsRoot: true },
      absentWhen: ['No such file or directory'],
    }),
    crash_dmesg: globFile(
      ['/var/crash/*/dmesg.*', '/var/crash/*/vmcore-dmesg.txt', '/var/crash/*/*dmesg*.txt'],
      {
        doc: 'Kernel messages that were saved with crash dumps: the panic and what led to it',
        origin: 'kdump(8)',
        log: { newest: 4 * 1024 * 1024 },
        effects: { needsRoot: true },
      },
    ),
    crash_reports: commandWithArgs(
      '/usr/bin/find %s -xdev -maxdepth 3 -printf "%u %1s %TF %TT %p\\n"',
      crashDirectories(),
      {
        doc: 'Crash dumps and reports that lie on the host, with owner, size and date; not their content',
        saveAs: 'crash_reports',
        origin: 'find(1)',
        effects: { needsRoot: true },
      },
    ),
    crypttab: simpleFile('/etc/crypttab', {
      doc: 'Encrypted volumes that are opened at boot, with their options: why a boot asks for a key',
      origin: 'crypttab(5)',
      effects: { needsRoot: true },
    }),
    dkms_build_logs: globFile(['/var/lib/dkms/*/*/build/make.log', '/var/lib/dkms/*/*/*/*/log/make.log'], {
      doc: 'Logs of modules that dkms built: why one failed for the new kernel',
      origin: 'dkms(8)',
      log: { newest: 2 * 1024 * 1024, newestEach: 256 * 1024 },
    }),
    dkms_status: simpleCommand('/usr/sbin/dkms status', {
      doc: 'Modules that are built on this host, and for which kernels',
      origin: 'dkms(8)',
      timeout: 15,
    }),
    efi_state: globFile(
      [
        '/sys/firmware/efi/fw_platform_size',
        '/sys/firmware/efi/esrt/entries/*/fw_class',
        '/sys/firmware/efi/esrt/entries/*/fw_version',
        '/sys/firmware/efi/esrt/entries/*/last_attempt_status',
      ],
      {
        doc: 'Word size of the EFI firmware, and how its last updates went',
        origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-firmware-efi-esrt',
        effects: { needsRoot: true },
      },
    ),
    efibootmgr_v: simpleCommand('/usr/bin/efibootmgr -v', {
      doc: 'Boot entries of the firmware and their order: which loader starts, from which disk',
      origin: 'efibootmgr(8)',
      absentWhen: ['EFI variables are not supported'],
      effects: { needsRoot: true },
    }),
    extlinux_conf: firstFile(
      ['/boot/extlinux/extlinux.conf', '/boot/extlinux.conf', '/boot/syslinux/syslinux.cfg'],
      {
        doc: 'Menu of extlinux or syslinux: kernels and command lines on boards, guests and Alpine',
        origin: 'https://wiki.syslinux.org/wiki/index.php?title=EXTLINUX',
      },
    ),
    firmware_config: globFile(
      ['/boot/firmware/config.txt', '/boot/firmware/cmdline.txt', '/boot/config.txt', '/boot/cmdline.txt'],
      {
        doc: 'Options of the firmware and command line of the kernel on a Raspberry Pi',
        origin: 'https://www.raspberrypi.com/documentation/computers/config_txt.html',
      },
    ),
    grub_cfg_generated: simpleFile('/boot/grub/grub.cfg', {
      doc: 'Menu that GRUB shows, as it was generated: kernels, command lines, the default',
      origin: 'https://www.gnu.org/software/grub/manual/grub/html_node/Configuration.html',
      for: ['debian', 'arch', 'alpine'],
      effects: { needsRoot: true },
    }),
    grub_default_dropins: globFile(
      ['/etc/default/grub.d/*.cfg', '/etc/grub.d/40_custom', '/etc/grub.d/41_custom'],
      {
        doc: 'Local settings and entries for GRUB, such as the kernel command line of a cloud image',
        origin: 'https://www.gnu.org/software/grub/manual/grub/html_node/Simple-configuration.html',
      },
    ),
    grubenv_block: firstFile(['/boot/grub/grubenv', '/boot/grub2/grubenv'], {
      doc: 'Variables that GRUB keeps between boots: saved entry, next entry, failed boots',
      origin: 'https://www.gnu.org/software/grub/manual/grub/html_node/Environment-block.html',
    }),
    initramfs_conf: globFile(
      [
        '/etc/initramfs-tools/initramfs.conf',
        '/etc/initramfs-tools/update-initramfs.conf',
        '/etc/initramfs-tools/conf.d/*',
        '/etc/initramfs-tools/modules',
        '/etc/dracut.conf',
        '/etc/dracut.conf.d/*.conf',
      ],
      {
        doc: 'How the initramfs is made: modules, compression, resume device',
        origin: 'initramfs.conf(5)',
      },
    ),
    initramfs_content: commandWithArgs('/usr/bin/lsinitramfs -l %s', currentInitrd(), {
      doc: 'Files in the initramfs of the running kernel: a driver or configuration that is missing',
      saveAs: 'initramfs_content',
      origin: 'lsinitramfs(8)',
      for: ['debian'],
      timeout: 60,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    kdump_config_show: simpleCommand('/usr/sbin/kdump-config show', {
      doc: 'Whether a crash dump can be taken: crash kernel, its memory, state of kdump',
      origin: 'kdump-config(8)',
      for: ['debian'],
      keepRc: true,
      effects: { needsRoot: true },
    }),
    kdump_tools_conf: simpleFile('/etc/default/kdump-tools', {
      doc: 'Configuration of crash dumps: where they go, what is left out',
      origin: 'kdump-tools(5)',
      for: ['debian'],
    }),
    kernel_cmdline_conf: globFile(
      ['/etc/kernel/cmdline', '/etc/kernel/install.conf', '/etc/cmdline.d/*.conf'],
      {
        doc: 'Command line for kernels that are installed next, with unified images or kernel-install',
        origin: 'kernel-install(8)',
      },
    ),
    kernel_tainted: simpleFile('/proc/sys/kernel/tainted', {
      doc: 'Taints of the running kernel, as a number: foreign modules, earlier oops or warning',
      origin: 'https://docs.kernel.org/admin-guide/tainted-kernels.html',
    }),
    kexec_crash_loaded: simpleFile('/sys/kernel/kexec_crash_loaded', {
      doc: 'Whether a crash kernel is loaded (1): without it, a panic leaves no dump',
      origin: 'https://docs.kernel.org/admin-guide/kdump/kdump.html',
    }),
    livepatch_state: globFile(['/sys/kernel/livepatch/*/enabled', '/sys/kernel/livepatch/*/transition'], {
      doc: 'Live patches of the kernel: in force, or stuck in the transition',
      origin: 'https://docs.kernel.org/livepatch/livepatch.html',
    }),
    loader_conf: firstFile(
      ['/boot/loader/loader.conf', '/boot/efi/loader/loader.conf', '/efi/loader/loader.conf'],
      {
        doc: 'Configuration of systemd-boot: default entry, waiting time',
        origin: 'loader.conf(5)',
        effects: { needsRoot: true },
      },
    ),
    modules_dirs: simpleCommand('/usr/bin/find /lib/modules/ -mindepth 1 -maxdepth 1 -printf "%TF %f\\n"', {
      doc: 'Kernels whose modules are installed: the running one can be missing after an update',
      origin: 'find(1)',
      absentWhen: ['No such file or directory'],
    }),
    pstore: globFile(
      [
        '/sys/fs/pstore/*',
        '/var/lib/systemd/pstore/*',
        '/var/lib/systemd/pstore/*/*',
        '/var/lib/systemd/pstore/*/*/*',
      ],
      {
        doc: 'Last messages of a kernel that died, kept by firmware or memory: panics without a dump',
        origin: 'https://docs.kernel.org/admin-guide/pstore-blk.html',
        log: { newest: 2 * 1024 * 1024 },
        effects: { needsRoot: true },
      },
    ),
    sbctl_status: simpleCommand('/usr/bin/sbctl status', {
      doc: "State of Secure Boot with the owner's own keys: setup mode, vendor keys",
      origin: 'sbctl(8)',
      effects: { needsRoot: true },
    }),
    security_modules: globFile(['/sys/kernel/security/lsm', '/sys/kernel/security/lockdown'], {
      doc: 'Security modules of the kernel that are active, and its lockdown',
      origin: 'https://docs.kernel.org/admin-guide/LSM/index.html',
    }),
    tpm_state: globFile(
      [
        '/sys/class/tpm/tpm*/tpm_version_major',
        '/sys/class/tpm/tpm*/device/description',
        '/sys/class/tpm/tpm*/pcr-sha256/*',
      ],
      {
        doc: 'TPM with its version and registers: what a measured boot measured',
        origin: 'https://www.kernel.org/doc/Documentation/ABI/stable/sysfs-class-tpm',
      },
    ),
    watchdog_state: globFile(
      [
        '/sys/class/watchdog/watchdog*/identity',
        '/sys/class/watchdog/watchdog*/state',
        '/sys/class/watchdog/watchdog*/bootstatus',
        '/sys/class/watchdog/watchdog*/timeout',
      ],
      {
        doc: 'Watchdogs: whether one is armed, and whether it restarted the host',
        origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-class-watchdog',
      },
    ),
  },
  providers: [crashDirectories, currentInitrd],
});
