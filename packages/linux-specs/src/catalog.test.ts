import { DefaultSpecs } from '@hostspec/default-specs';
import { type Catalog, type Spec, type Specs, specsWithin } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { LinuxSpecs, linuxSpecs } from './index.js';

const all = LinuxSpecs as unknown as Specs;
const specified = DefaultSpecs as unknown as Specs;

test('has every spec of variant B, unchanged except for the distributions that it is for and the part of logs that is kept', () => {
  const same = Object.keys(specified).map((name) => {
    const { for: _, log: __, ...spec } = all[name] ?? {};
    return [name, spec];
  });
  expect(Object.fromEntries(same)).toEqual(specified);
});

test('every other spec says where it comes from', () => {
  const without = Object.entries(all).filter(
    ([name, { origin }]) => !(name in specified) && origin === undefined,
  );
  expect(without.map(([name]) => name)).toEqual([]);
});

// Else a user or a directory more would give it another name, as if all of it were new.
test('what a command prints about a list of the host has a name of its own', () => {
  const without = Object.entries(all).filter(
    ([name, spec]) =>
      !(name in specified) &&
      spec.saveAs === undefined &&
      specsWithin(spec).some(({ type }) => type === 'command_with_args'),
  );
  expect(without.map(([name]) => name)).toEqual([]);
});

const logDirectory = /^\/?var\/(log|opt\/.*\/log)\/.*(log|messages|secure|cron|error)/;

test('no text log is collected whole, whatever its size', () => {
  const whole = Object.entries(all).filter(
    ([name, { type, ...spec }]) =>
      !name.startsWith('dmesg') &&
      type === 'simple_file' &&
      spec.log === undefined &&
      'path' in spec &&
      logDirectory.test(spec.path),
  );
  expect(whole.map(([name]) => name)).toEqual([]);
});

test('LinuxSpecs are the specs of the catalog', () => {
  expect(LinuxSpecs).toBe(linuxSpecs.specs);
});

/** What programs of Debian 11, 12 and 13 print if what they ask for is not there, or if they are too old for an option or a word. */
test.each([
  ['account_states', "passwd: invalid option -- 'S'"],
  ['acpi_interrupts', '/bin/grep: /sys/firmware/acpi/interrupts: No such file or directory'],
  ['apparmor_status', 'apparmor not present.'],
  ['auditctl_rules', 'Error sending rule list data request (Operation not permitted)'],
  ['auditctl_status', 'Error sending status request (Operation not permitted)'],
  ['blockdev_report', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  ['busctl_list', 'Failed to connect to bus: No such file or directory'],
  ['busctl_list', 'Failed to connect to system scope bus via local transport: No such file or directory'],
  ['chrony_sourcestats', '506 Cannot talk to daemon'],
  ['chrony_tracking', '506 Cannot talk to daemon'],
  ['chronyc_sources', 'Could not open connection to daemon'],
  ['coredumpctl_list', 'No coredumps found.'],
  ['crm_mon', 'crm_mon: Connection to cluster failed: Connection refused'],
  ['devlink_info', 'Failed to connect to devlink Netlink'],
  ['disk_links', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  ['dmsetup_table', '/dev/mapper/control: open failed: No such device'],
  ['dmsetup_tree', '/dev/mapper/control: open failed: No such device'],
  ['dumpe2fs_h', 'dumpe2fs: No such file or directory while trying to open /dev/vda'],
  ['efibootmgr_v', 'EFI variables are not supported on this system.'],
  ['ethtool_S', 'no stats available'],
  ['ethtool_a', 'netlink error: Operation not supported'],
  ['ethtool_c', 'netlink error: Operation not supported'],
  ['ethtool_fec', 'netlink error: Operation not supported'],
  ['ethtool_g', 'netlink error: Operation not supported'],
  ['ethtool_l', 'netlink error: Operation not supported'],
  ['ethtool_m', 'netlink error: Operation not supported'],
  ['ethtool_priv_flags', 'netlink error: Operation not supported'],
  ['findmnt_all', "findmnt: unrecognized option '--real'"],
  ['fw_security', '"Message" : "Failed to connect to daemon: Could not connect: No such file or directory"'],
  ['fwupd_devices', 'Failed to connect to daemon: Could not connect: No such file or directory'],
  ['fwupd_history', 'Failed to connect to daemon: Could not connect: No such file or directory'],
  ['gluster_v_info', 'Connection failed. Please check if gluster daemon is operational.'],
  ['hostnamectl', "System has not been booted with systemd as init system (PID 1). Can't operate."],
  ['iw_dev', 'nl80211 not found.'],
  ['journal_boots', 'No journal files were found.'],
  ['journal_boots', 'No boot found.'],
  ['journal_previous_boot', 'Data from the specified boot (-1) is not available: No such boot ID in journal'],
  ['journal_previous_boot', 'No journal boot entry found for the specified boot (-1).'],
  ['klist_keytab', "klist: Key table file '/etc/krb5.keytab' not found while starting keytab scan"],
  ['kubelet_pods', "/usr/bin/find: '/var/lib/kubelet/pods': No such file or directory"],
  ['kubernetes_files', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  [
    'lldp_neighbours',
    '[WARN/control] unable to connect to socket /run/lldpd.socket: No such file or directory',
  ],
  ['lastlog', '/var/log/lastlog: No such file or directory'],
  ['logins_failed', 'lastb: cannot open /var/log/btmp: No such file or directory'],
  ['logins_last', 'last: cannot open /var/log/wtmp: No such file or directory'],
  ['lpstat_p', 'lpstat: No destinations added.'],
  ['lpstat_p', 'lpstat: Scheduler is not running.'],
  ['lsmem', 'lsmem: cannot open /sys/devices/system/memory: No such file or directory'],
  ['lspci_verbose', 'lspci: Cannot find any working access method.'],
  ['lsusb_tree', '/sys/bus/usb/devices: No such file or directory'],
  ['machinectl_list', "System has not been booted with systemd as init system (PID 1). Can't operate."],
  ['mail_queue', 'postqueue: warning: Mail system is down -- accessing queue directly'],
  ['modules_dirs', "/usr/bin/find: '/lib/modules/': No such file or directory"],
  ['mysqladmin_vars', "error: 'Can't connect to local server through socket '/run/mysqld/mysqld.sock' (2)'"],
  [
    'netplan_status',
    "/usr/sbin/netplan : error: argument : invalid choice: 'status' (choose from 'help', 'apply', 'generate', 'get', 'info', 'ip', 'set', 'try')",
  ],
  ['networkctl_list', 'Failed to connect system bus: No such file or directory'],
  [
    'networkctl_status',
    'Failed to connect to network service /run/systemd/netif/io.systemd.Network: No such file or directory',
  ],
  ['nfsstat', 'Error: No Client Stats (/proc/net/rpc/nfs: No such file or directory). '],
  ['nfsstat', 'Error: No Server Stats (/proc/net/rpc/nfsd: No such file or directory). '],
  ['nmcli_general', 'Error: Could not create NMClient object: Could not connect: No such file or directory.'],
  ['numastat', 'sysfs not mounted or system not NUMA aware: No such file or directory'],
  ['nvme_list', 'Failed to scan topology: No such file or directory'],
  ['oomctl', 'Failed to connect system bus: No such file or directory'],
  ['pcs_quorum_status', 'Error: Unable to get quorum status: Cannot initialize CMAP service'],
  ['pcs_status', 'Error: error running crm_mon, is pacemaker running?'],
  ['pod_logs_list', "/usr/bin/find: '/var/log/pods': No such file or directory"],
  ['ps_cgroup', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  ['ps_threads', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  [
    'ras_mc_summary',
    'DBI connect(...) failed: unable to open database file at /usr/sbin/ras-mc-ctl line 1169.',
  ],
  ['realm_list', "realm: Couldn't connect to system bus: Could not connect: No such file or directory"],
  ['resolvectl_status', 'sd_bus_open_system: No such file or directory'],
  ['rfkill_list', 'rfkill: cannot open /dev/rfkill: No such file or directory'],
  ['sar_today', 'Please check if data collecting is enabled'],
  ['sensors', 'No sensors found!'],
  ['snap_list', "No snaps are installed yet. Try 'snap install hello-world'."],
  ['snap_services', 'There are no services provided by installed snaps.'],
  ['ssh_authorized_keys', '/home/bob/.ssh/authorized_keys is not a public key file.'],
  ['swapon_show', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  ['systemctl_failed', "Running in chroot, ignoring command 'list-units'"],
  ['systemctl_failed', 'Unknown command verb foo.'],
  [
    'systemd_analyze_blame',
    'Bootup is not yet finished (org.freedesktop.systemd1.Manager.FinishTimestampMonotonic=0).',
  ],
  ['systemd_cgls', 'No cgroup filesystem mounted on /sys/fs/cgroup'],
  ['systemd_cgtop', 'Failed to determine supported controllers: No medium found'],
  ['systemd_inhibit', 'Failed to connect to bus: No such file or directory'],
  ['top_once', 'BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.'],
  ['virsh_networks', "error: Failed to connect socket to '/var/run/libvirt/libvirt-sock-ro': No such file"],
  ['zypper_repos', 'Warning: No repositories defined.'],
])('%s is absent if its program says: %s', (name, said) => {
  const { specs } = linuxSpecs as unknown as Catalog;
  const spec = specs[name] as Spec;
  const texts = specsWithin(spec).flatMap(({ absentWhen = [] }) => absentWhen);
  expect(texts.some((text) => typeof text === 'string' && said.includes(text))).toBe(true);
});
