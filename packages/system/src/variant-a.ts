import { isBareMetal } from '@hostspec/facts';
import { firstFile, firstOf, foreachExecute, simpleCommand, variant } from '@hostspec/spec';
import { md5chkFileList } from './providers.js';
import { etcDirectories } from './settings.js';
import { system } from './specs.js';

/** The system domain in its earlier variant A. */
export const systemA = variant(system, {
  override: {
    fw_security: simpleCommand('/bin/fwupdagent security --force', {
      doc: 'Firmware security attributes and their rating: weak platform protection such as an open flash chip',
      when: isBareMetal(),
    }),
    grubenv: firstFile(['/boot/grub2/grubenv', '/boot/efi/EFI/<vendor>/grubenv'], {
      doc: 'GRUB environment variables: saved default entry, boot counters and kernel options',
      effects: { needsRoot: true },
    }),
    lsof: firstOf([simpleCommand('/usr/bin/lsof'), simpleCommand('/usr/sbin/lsof')], {
      doc: 'Open files of all processes: deleted files that hold space, and library use after updates',
      keepRc: true,
    }),
    md5chk_files: foreachExecute('/usr/bin/md5sum %s', md5chkFileList(), {
      doc: 'MD5 checksums of a fixed set of product certificates and crypto libraries: altered files',
      keepRc: true,
    }),
    ps_eo: simpleCommand('/usr/bin/ps -eo pid,ppid,comm', {
      doc: 'Process, parent and name of every process: who started what',
    }),
  },
  add: {
    bios_uuid: simpleCommand('/usr/sbin/dmidecode -s system-uuid', {
      doc: 'UUID that the firmware reports for the system: duplicates reveal cloned machines',
      effects: { needsRoot: true },
    }),
    chkconfig: simpleCommand('/sbin/chkconfig --list', {
      doc: 'Services of System V init and their run levels: what starts at boot on older releases',
    }),
    fc_match: simpleCommand("/bin/fc-match -sv 'sans:regular:roman' family fontformat", {
      doc: 'Best match for the default sans font: missing fonts that break graphical programs',
    }),
    fw_devices: simpleCommand('/bin/fwupdagent get-devices', {
      doc: 'Devices whose firmware can be updated: current firmware versions as JSON',
      when: isBareMetal(),
    }),
    grub1_config_perms: simpleCommand('/bin/ls -lH /boot/grub/grub.conf', {
      doc: 'Owner and mode of the GRUB legacy configuration: others must not read or change it',
      absentWhen: ['No such file or directory'],
    }),
    grub_config_perms: simpleCommand('/bin/ls -lH /boot/grub2/grub.cfg', {
      doc: 'Owner and mode of the GRUB 2 configuration: detect one that users may read or change',
      absentWhen: ['No such file or directory'],
      effects: { needsRoot: true },
    }),
    grubby_default_kernel: simpleCommand('/sbin/grubby --default-kernel', {
      doc: 'Path of the default kernel: see whether the next boot uses the expected version',
      effects: { needsRoot: true },
    }),
    ls_boot: simpleCommand('/bin/ls -lanR /boot', {
      doc: 'Recursive listing of /boot: kernels and images present, empty or damaged files',
      absentWhen: ['No such file or directory'],
    }),
    ls_etc: simpleCommand(
      '/bin/ls -lan /etc /etc/cloud/cloud.cfg.d /etc/nova/migration /etc/pki/ovirt-vmconsole /etc/pki/tls/certs /etc/pki/tls/private /etc/rc.d/init.d /etc/sysconfig',
      {
        doc: 'Listing of /etc and selected directories below it: owners and modes of configuration files',
        keepRc: true,
      },
    ),
    ls_etc_systemd: simpleCommand('/bin/ls -lanRL /etc/systemd', {
      doc: 'Recursive listing of local systemd units with links followed: enabled, masked and broken units',
      absentWhen: ['No such file or directory'],
    }),
    ls_osroot: simpleCommand('/bin/ls -lan /', {
      doc: 'Listing of the root directory: modes of top-level directories, stray files and usr-merge links',
      absentWhen: ['No such file or directory'],
    }),
    ls_run_systemd_generator: simpleCommand('/bin/ls -lan /run/systemd/generator', {
      doc: 'Units generated at boot: mounts made from fstab and other generated files',
      absentWhen: ['No such file or directory'],
    }),
    ls_sys_firmware: simpleCommand('/bin/ls -lanR /sys/firmware', {
      doc: 'Recursive listing of firmware data in sysfs: tell UEFI from BIOS boot',
      absentWhen: ['No such file or directory'],
    }),
    ls_tmp: simpleCommand('/bin/ls -la /tmp', {
      doc: 'Listing of /tmp: leftover sockets, large files and a wrong directory mode',
      absentWhen: ['No such file or directory'],
    }),
    ls_usr_bin: simpleCommand('/bin/ls -lan /usr/bin', {
      doc: 'Listing of /usr/bin: replaced programs, links and unusual owners',
      absentWhen: ['No such file or directory'],
    }),
    ls_usr_lib64: simpleCommand('/bin/ls -lan /usr/lib64', {
      doc: 'Listing of /usr/lib64: stray or missing libraries and wrong links',
      absentWhen: ['No such file or directory'],
    }),
    ls_usr_lib_systemd: simpleCommand('/bin/ls -lanRL /usr/lib/systemd', {
      doc: 'Recursive listing of packaged systemd files with links followed: altered or missing units',
      absentWhen: ['No such file or directory'],
    }),
    ls_var_log: simpleCommand('/bin/ls -la /var/log /var/log/audit', {
      doc: 'Listing of /var/log and the audit logs: log sizes, owners and rotation',
      absentWhen: ['No such file or directory'],
    }),
    ls_var_run: simpleCommand('/bin/ls -lnL /var/run', {
      doc: 'Listing of runtime files with links followed: pid files, sockets and lock directories',
      absentWhen: ['No such file or directory'],
    }),
    ls_var_tmp: simpleCommand('/bin/ls -ln /var/tmp', {
      doc: 'Listing of /var/tmp: leftovers of failed tools that take up space',
      absentWhen: ['No such file or directory'],
    }),
    systemctl_show_all_services_with_limited_properties: simpleCommand(
      'systemctl show *.service --all --property=Names,CPUAccounting,CPUQuotaPerSecUSec,CPUShares,StartupCPUShares,UnitFileState,SubState',
      { doc: 'CPU quota and share settings of all services: throttled services' },
    ),
  },
  omit: [
    'bootctl_status',
    'cron_log',
    'group_info',
    'grubby_info_all',
    'hponcfg_g',
    'ls_la',
    'ls_laRZ',
    'ls_laZ',
    'ls_la_filtered',
    'ls_lan',
    'ls_lanL',
    'ls_lanR',
    'ls_lanRL',
    'ls_lan_filtered',
    'ls_ldH',
    'ls_ldZ',
    'lsattr',
    'rear_default_conf',
    'rear_local_conf',
    'systemctl_get_default',
    'systemctl_status_all',
    'timedatectl_status',
    'tty_console_active',
    'watchdog_conf',
    'watchdog_logs',
  ],
  values: {
    etc_and_sub_dirs: {
      doc: 'Directories that the listing of /etc covers: the shared argument list of that entry',
      value: etcDirectories,
    },
  },
  providers: [md5chkFileList],
});
