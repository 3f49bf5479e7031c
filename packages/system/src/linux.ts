import { linux } from '@hostspec/spec';
import { system } from './specs.js';

/** The system domain for all of Linux. */
export const systemLinux = linux(system, {
  for: {
    bootctl_status: ['systemd'],
    cron_log: ['rhel'],
    etc_udev_40_redhat_rules: ['rhel'],
    greenboot_status: ['rhel'],
    grub2_cfg: ['rhel', 'suse'],
    grub_conf: ['rhel'],
    grub_efi_conf: ['rhel'],
    grubby_default_index: ['rhel'],
    grubby_info_all: ['rhel'],
    grubenv: ['rhel', 'suse'],
    machine_id: ['rhel'],
    rc_local: ['rhel'],
    redhat_release: ['rhel'],
    sysconfig_prelink: ['rhel'],
    systemctl_get_default: ['systemd'],
    systemctl_list_unit_files: ['systemd'],
    systemctl_list_units: ['systemd'],
    systemctl_show_all_services: ['systemd'],
    systemctl_show_target: ['systemd'],
    systemctl_status_all: ['systemd'],
    systemd_analyze_blame: ['systemd'],
    systemd_logind_conf: ['systemd'],
    systemd_system_conf: ['systemd'],
    timedatectl_status: ['systemd'],
  },
  logs: {
    cron_log: { newest: 4_000_000 },
  },
});
