import { type Catalog, type Spec, specsWithin } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { linuxSpecs } from './index.js';

/** What programs of Debian 11, 12 and 13 print if what they ask for is not there, or if they are too old for an option or a word. */
test.each([
  ['apparmor_status', 'apparmor not present.'],
  ['busctl_list', 'Failed to connect to bus: No such file or directory'],
  ['busctl_list', 'Failed to connect to system scope bus via local transport: No such file or directory'],
  ['chrony_tracking', '506 Cannot talk to daemon'],
  ['coredumpctl_list', 'No coredumps found.'],
  ['crm_mon', 'crm_mon: Connection to cluster failed: Connection refused'],
  ['devlink_info', 'Failed to connect to devlink Netlink'],
  ['dmsetup_table', '/dev/mapper/control: open failed: No such device'],
  ['efibootmgr_v', 'EFI variables are not supported on this system.'],
  ['ethtool_m', 'netlink error: Operation not supported'],
  ['findmnt_all', "findmnt: unrecognized option '--foo'"],
  ['fwupd_history', 'Failed to connect to daemon: Could not connect: No such file or directory'],
  ['hostnamectl', "System has not been booted with systemd as init system (PID 1). Can't operate."],
  ['iw_dev', 'nl80211 not found.'],
  ['journal_boots', 'No journal files were found.'],
  ['journal_boots', 'No boot found.'],
  ['journal_previous_boot', 'Data from the specified boot (-1) is not available: No such boot ID in journal'],
  ['journal_previous_boot', 'No journal boot entry found for the specified boot (-1).'],
  ['klist_keytab', "klist: Key table file '/etc/krb5.keytab' not found while starting keytab scan"],
  [
    'lldp_neighbours',
    '[WARN/control] unable to connect to socket /run/lldpd.socket: No such file or directory',
  ],
  ['lsusb_tree', '/sys/bus/usb/devices: No such file or directory'],
  ['mail_queue', 'postqueue: warning: Mail system is down -- accessing queue directly'],
  [
    'netplan_status',
    "/usr/sbin/netplan : error: argument : invalid choice: 'foo' (choose from 'help', 'apply')",
  ],
  ['networkctl_list', 'Failed to connect system bus: No such file or directory'],
  ['nfsstat', 'Error: No Client Stats (/proc/net/rpc/nfs: No such file or directory). '],
  ['nfsstat', 'Error: No Server Stats (/proc/net/rpc/nfsd: No such file or directory). '],
  ['nmcli_general', 'Error: Could not create NMClient object: Could not connect: No such file or directory.'],
  ['nvme_list', 'Failed to scan topology: No such file or directory'],
  ['ps_threads', "ps: bad -o argument 'foo', supported arguments: user,group"],
  [
    'ras_mc_summary',
    'DBI connect(...) failed: unable to open database file at /usr/sbin/ras-mc-ctl line 1169.',
  ],
  ['realm_list', "realm: Couldn't connect to system bus: Could not connect: No such file or directory"],
  ['resolvectl_status', 'sd_bus_open_system: No such file or directory'],
  ['rfkill_list', 'rfkill: cannot open /dev/rfkill: No such file or directory'],
  ['sar_today', 'Please check if data collecting is enabled'],
  ['sensors', 'No sensors found!'],
  ['ssh_authorized_keys', '/home/bob/.ssh/authorized_keys is not a public key file.'],
  ['swapon_show', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  ['systemctl_failed', "Running in chroot, ignoring command 'list-units'"],
  ['systemctl_failed', 'Unknown command verb foo.'],
  ['systemd_cgls', 'No cgroup filesystem mounted on /sys/fs/cgroup'],
  ['systemd_cgtop', 'Failed to determine supported controllers: No medium found'],
  ['virsh_networks', "error: Failed to connect socket to '/var/run/libvirt/libvirt-sock-ro': No such file"],
  ['zypper_repos', 'Warning: No repositories defined.'],
])('%s is absent if its program says: %s', (name, said) => {
  const { specs } = linuxSpecs as unknown as Catalog;
  const spec = specs[name] as Spec;
  const texts = specsWithin(spec).flatMap(({ absentWhen = [] }) => absentWhen);
  expect(texts.some((text) => typeof text === 'string' && said.includes(text))).toBe(true);
});
