import { isBareMetal } from '@hostspec/facts';
import {
  commandWithArgs,
  firstFile,
  foreachExecute,
  globFile,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import {
  files,
  groupFilters,
  listWithLa,
  listWithLaFiltered,
  listWithLan,
  listWithLanFiltered,
  listWithLanL,
  listWithLanR,
  listWithLanRL,
  listWithLaRZ,
  listWithLaZ,
  listWithLdH,
  listWithLdZ,
  pathsToLsattr,
} from './providers.js';
import { systemSettings } from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Identity, boot, systemd, cron, time zone, users, processes, generic listings. */
export const system = slice({
  name: 'system',
  version,
  origin: insightsCore,
  specs: {
    boot_loader_entries: globFile(['/boot/loader/entries/*.conf'], {
      doc: 'Boot loader entries: kernels offered at boot and their arguments',
      effects: { needsRoot: true },
    }),
    bootctl_status: simpleCommand('/usr/bin/bootctl status', {
      doc: 'Firmware and boot loader state: UEFI mode, Secure Boot and installed loader',
      keepRc: true,
    }),
    cron_log: simpleFile('/var/log/cron', {
      doc: 'Log of cron: which jobs ran, and when, around a problem',
      effects: { needsRoot: true },
    }),
    date: simpleCommand('/bin/date', {
      doc: 'Local date, time and zone of the host: the reference for reading its logs',
    }),
    date_utc: simpleCommand('/bin/date --utc', {
      doc: 'Date and time in UTC: detect a wrong clock whatever the time zone',
    }),
    dmidecode: simpleCommand('/usr/sbin/dmidecode', {
      doc: 'Hardware description from the firmware: vendor, model, serial numbers, BIOS version and memory slots',
      absentWhen: [
        '/dev/mem: No such file or directory',
        "Can't read memory from /dev/mem",
        'No SMBIOS nor DMI entry point found',
      ],
      effects: { needsRoot: true },
    }),
    etc_machine_id: simpleFile('/etc/machine-id', {
      doc: 'Machine id of systemd: identical ids on two hosts break DHCP leases and journals',
    }),
    etc_udev_40_redhat_rules: firstFile(
      [
        '/etc/udev/rules.d/40-redhat.rules',
        '/run/udev/rules.d/40-redhat.rules',
        '/usr/lib/udev/rules.d/40-redhat.rules',
        '/usr/local/lib/udev/rules.d/40-redhat.rules',
      ],
      { doc: 'Vendor udev rules: memory and CPU hot-add behaviour, and rules that cost time at boot' },
    ),
    fw_security: simpleCommand('/usr/bin/fwupdmgr security --force --json', {
      doc: 'Firmware security attributes and their rating: weak platform protection such as an open flash chip',
      absentWhen: ['Failed to connect to daemon'],
      when: isBareMetal(),
    }),
    greenboot_status: simpleCommand('/usr/libexec/greenboot/greenboot-status', {
      doc: 'Result of the boot health checks on an edge host: why an update was rolled back',
    }),
    group_info: commandWithArgs('/usr/bin/getent group %s', groupFilters(), {
      doc: 'Members and ids of chosen groups through name services: check expected accounts',
      emptyRc: [2],
    }),
    grub2_cfg: simpleFile('/boot/grub2/grub.cfg', {
      doc: 'Generated GRUB 2 configuration for BIOS boot: menu entries and kernel arguments',
      effects: { needsRoot: true },
    }),
    grub2_efi_cfg: simpleFile('boot/efi/EFI/<vendor>/grub.cfg', {
      doc: 'Generated GRUB 2 configuration on the EFI partition: what a UEFI host boots',
      effects: { needsRoot: true },
    }),
    grub_conf: simpleFile('/boot/grub/grub.conf', {
      doc: 'GRUB legacy configuration: default kernel and arguments on older releases',
      effects: { needsRoot: true },
    }),
    grub_efi_conf: simpleFile('/boot/efi/EFI/<vendor>/grub.conf', {
      doc: 'GRUB legacy configuration on the EFI partition: boot entries of older UEFI hosts',
      effects: { needsRoot: true },
    }),
    grubby_default_index: simpleCommand('/usr/sbin/grubby --default-index', {
      doc: 'Index of the default boot entry: which menu entry starts without a choice',
      effects: { needsRoot: true },
    }),
    grubby_info_all: simpleCommand('/usr/sbin/grubby --info=ALL', {
      doc: 'All boot entries with kernel, arguments and initramfs: compare them across kernels',
      effects: { needsRoot: true },
    }),
    grubenv: simpleCommand('/usr/bin/grub2-editenv list', {
      doc: 'GRUB environment variables: saved default entry, boot counters and kernel options',
      keepRc: true,
      effects: { needsRoot: true },
    }),
    hostname: simpleCommand('/bin/hostname -f', {
      doc: 'Fully qualified host name as the resolver gives it: wrong or missing domain names',
    }),
    hostname_default: simpleCommand('/bin/hostname', {
      doc: 'Host name as the kernel knows it: the name the running system uses',
    }),
    hostname_short: simpleCommand('/bin/hostname -s', {
      doc: 'Host name up to the first dot: the short form used by clusters and logs',
    }),
    hponcfg_g: simpleCommand('/sbin/hponcfg -g', {
      doc: 'Data of the HP management processor: iLO firmware and host information',
      effects: { needsRoot: true },
    }),
    limits_conf: globFile(['/etc/security/limits.conf', '/etc/security/limits.d/*.conf'], {
      doc: 'Resource limits per user and group: open files, processes and locked memory',
    }),
    localtime: simpleCommand('/usr/bin/file -L /etc/localtime', {
      doc: 'What file /etc/localtime leads to: whether valid time zone data is installed',
    }),
    ls_la: commandWithArgs('/bin/ls -la %s', listWithLa(), {
      doc: 'Long listing of chosen directories, hidden files included: owners, modes and sizes',
      keepRc: true,
      saveAs: 'ls_la',
    }),
    ls_laRZ: commandWithArgs('/bin/ls -laRZ %s', listWithLaRZ(), {
      doc: 'Recursive listing of chosen directories with SELinux labels: wrongly labelled trees',
      keepRc: true,
      saveAs: 'ls_laRZ',
    }),
    ls_laZ: commandWithArgs('/bin/ls -laZ %s', listWithLaZ(), {
      doc: 'Listing of chosen directories with SELinux labels: wrongly labelled files in one level',
      keepRc: true,
      saveAs: 'ls_laZ',
    }),
    ls_la_filtered: commandWithArgs('/bin/ls -la %s', listWithLaFiltered(), {
      doc: 'Long listing of directories with many files, apart from the others: stray and huge temporary files',
      keepRc: true,
      saveAs: 'ls_la_filtered',
    }),
    ls_lan: commandWithArgs('/bin/ls -lan %s', listWithLan(), {
      doc: 'Long listing of chosen directories with numeric ids: ownership without name lookups',
      keepRc: true,
      saveAs: 'ls_lan',
    }),
    ls_lanL: commandWithArgs('/bin/ls -lanL %s', listWithLanL(), {
      doc: 'Numeric listing of chosen directories with links followed: state of the real targets',
      keepRc: true,
      saveAs: 'ls_lanL',
    }),
    ls_lanR: commandWithArgs('/bin/ls -lanR %s', listWithLanR(), {
      doc: 'Recursive numeric listing of chosen directories: every file of a tree with its owner and mode',
      keepRc: true,
      saveAs: 'ls_lanR',
    }),
    ls_lanRL: commandWithArgs('/bin/ls -lanRL %s', listWithLanRL(), {
      doc: 'Recursive numeric listing of chosen directories with links followed: broken links in a tree',
      keepRc: true,
      saveAs: 'ls_lanRL',
    }),
    ls_lan_filtered: commandWithArgs('/bin/ls -lan %s', listWithLanFiltered(), {
      doc: 'Numeric listing of directories with many files, apart from the others: owners and modes of programs and libraries',
      keepRc: true,
      saveAs: 'ls_lan_filtered',
    }),
    ls_ldH: commandWithArgs('/bin/ls -ldH %s', listWithLdH(), {
      doc: 'Entries of chosen paths themselves with given links followed: type and mode of devices and files',
      keepRc: true,
      saveAs: 'ls_ldH',
    }),
    ls_ldZ: commandWithArgs('/bin/ls -ldZ %s', listWithLdZ(), {
      doc: 'SELinux labels of chosen paths themselves: wrongly labelled mount points and directories',
      keepRc: true,
      saveAs: 'ls_ldZ',
    }),
    lsattr: commandWithArgs('/bin/lsattr %s', pathsToLsattr(), {
      doc: 'File attributes of chosen paths: immutable or append-only flags that block changes',
    }),
    lsof: simpleCommand('/usr/bin/lsof', {
      doc: 'Open files of all processes: deleted files that hold space, and library use after updates',
      // It warns of what it cannot see by its status, and prints the rest.
      keepRc: true,
    }),
    machine_id: firstFile(
      [
        'etc/<client>-client/machine-id',
        'etc/redhat-access-<client>/machine-id',
        'etc/redhat_access_proactive/machine-id',
      ],
      { doc: 'Id under which the collecting client registers the host: find duplicate registrations' },
    ),
    max_uid: simpleCommand("/bin/awk -F':' '{ if($3 > max) max = $3 } END { print max }' /etc/passwd", {
      doc: 'Largest user id in the local password file: very large ids make sparse log files huge',
    }),
    md5chk_files: foreachExecute('/usr/bin/md5sum %s', files(), {
      doc: 'MD5 checksums of a fixed set of product certificates and crypto libraries: altered files',
      absentWhen: ['No such file or directory'],
      keepRc: true,
    }),
    nscd_conf: simpleFile('/etc/nscd.conf', {
      doc: 'Configuration of the name service cache: conflicts with SSSD caching',
    }),
    nsswitch_conf: simpleFile('/etc/nsswitch.conf', {
      doc: 'Name service order: which sources answer for users, groups and hosts',
    }),
    numeric_user_group_name: simpleCommand("/bin/grep -c '^[[:digit:]]' /etc/passwd /etc/group", {
      doc: 'Counts of users and groups whose names begin with a digit: such names break systemd and tools',
      emptyRc: [1],
    }),
    os_release: simpleFile('etc/os-release', {
      doc: 'Operating system identity: distribution, version and variant',
    }),
    ps_alxwww: simpleCommand('/bin/ps alxwww', {
      doc: 'Process list in long format: priority, state, wait channel and parent of each process',
    }),
    ps_aux: simpleCommand('/bin/ps aux', {
      doc: 'Process list by user with CPU and memory shares: the general view of running work',
    }),
    ps_auxcww: simpleCommand('/bin/ps auxcww', {
      doc: 'Process list with bare program names: which services run, without their arguments',
    }),
    ps_auxww: simpleCommand('/bin/ps auxww', {
      doc: 'Process list with complete command lines: start options of services',
    }),
    ps_ef: simpleCommand('/bin/ps -ef', {
      doc: 'Process list in System V format: parents and start times of processes',
    }),
    ps_eo: simpleCommand('/usr/bin/ps -eo pid,ppid,comm,nlwp', {
      doc: 'Process, parent, name and thread count: processes with far too many threads',
      absentWhen: ['bad -o argument'],
    }),
    rc_local: simpleFile('/etc/rc.d/rc.local', {
      doc: 'Local boot script: commands that run outside any service management',
    }),
    rear_default_conf: simpleFile('/usr/share/rear/conf/default.conf', {
      doc: 'Packaged defaults of the ReaR recovery tool: the base for local backup settings',
    }),
    rear_local_conf: simpleFile('/etc/rear/local.conf', {
      doc: 'Local settings of the ReaR recovery tool: backup method, target and included data',
    }),
    redhat_release: simpleFile('/etc/<vendor>-release', {
      doc: 'Release file of the distribution: the exact minor release in one line',
    }),
    sysconfig_grub: simpleFile('/etc/default/grub', {
      doc: 'GRUB defaults file: kernel arguments and menu settings used when the configuration is generated',
    }),
    sysconfig_prelink: simpleFile('/etc/sysconfig/prelink', {
      doc: 'Prelink settings: whether binaries are prelinked, which defeats integrity checks',
    }),
    systemctl_get_default: simpleCommand('/bin/systemctl get-default', {
      doc: 'Default systemd target: whether the host boots to text or graphical mode',
    }),
    systemctl_list_unit_files: simpleCommand('/bin/systemctl list-unit-files', {
      doc: 'Installed units with their enablement state: what is set to start at boot',
    }),
    systemctl_list_units: simpleCommand('/bin/systemctl list-units', {
      doc: 'Units in memory with their state: failed and running services',
      absentWhen: ['System has not been booted with systemd'],
    }),
    systemctl_show_all_services: simpleCommand('/bin/systemctl show *.service', {
      doc: 'All properties of loaded services: limits, restarts, exit codes and dependencies',
      absentWhen: ['System has not been booted with systemd'],
    }),
    systemctl_show_target: simpleCommand('/bin/systemctl show *.target', {
      doc: 'Properties of loaded targets: ordering and dependencies behind boot problems',
      absentWhen: ['System has not been booted with systemd'],
    }),
    systemctl_status_all: simpleCommand('/bin/systemctl status --all', {
      doc: 'Status of all units with recent log lines: the reason why a unit failed',
      // It returns the status of the worst unit.
      keepRc: true,
    }),
    systemd_analyze_blame: simpleCommand('/bin/systemd-analyze blame', {
      doc: 'Start time of each unit at boot: what makes booting slow',
      absentWhen: ['System has not been booted with systemd', 'Bootup is not yet finished'],
    }),
    systemd_logind_conf: simpleFile('/etc/systemd/logind.conf', {
      doc: 'Login manager settings: IPC removal, session killing and idle actions',
    }),
    systemd_system_conf: simpleFile('/etc/systemd/system.conf', {
      doc: 'Settings of the systemd manager: default limits, timeouts and accounting',
    }),
    timedatectl_status: simpleCommand('/usr/bin/timedatectl status', {
      doc: 'Clock overview: time zone, synchronisation and hardware clock mode',
      absentWhen: ['System has not been booted with systemd'],
    }),
    tmpfilesd: globFile(['/etc/tmpfiles.d/*.conf', '/usr/lib/tmpfiles.d/*.conf', '/run/tmpfiles.d/*.conf'], {
      doc: 'Rules for temporary files: sockets and directories that get cleaned although in use',
    }),
    tty_console_active: simpleFile('sys/class/tty/console/active', {
      doc: 'Active system consoles: where kernel messages go, slow serial lines included',
    }),
    uptime: simpleCommand('/usr/bin/uptime', {
      doc: 'Time since boot and load averages: unexpected reboots and overload',
    }),
    watchdog_conf: simpleFile('/etc/watchdog.conf', {
      doc: 'Watchdog daemon configuration: the tests whose failure reboots the host',
    }),
    watchdog_logs: globFile(['/var/log/watchdog/*.std*'], {
      doc: 'Output of watchdog test scripts: why the watchdog rebooted the host',
    }),
    zipl_conf: simpleFile('/etc/zipl.conf', {
      doc: 'Boot loader configuration of IBM Z: boot entries, kernel arguments and dump targets',
    }),
  },
  providers: [
    files,
    groupFilters,
    listWithLa,
    listWithLaFiltered,
    listWithLaRZ,
    listWithLaZ,
    listWithLan,
    listWithLanFiltered,
    listWithLanL,
    listWithLanR,
    listWithLanRL,
    listWithLdH,
    listWithLdZ,
    pathsToLsattr,
  ],
  conditions: [isBareMetal],
  settings: systemSettings,
});
