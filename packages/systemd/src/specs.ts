import { failedUnits } from '@hostspec/facts';
import { firstOf, foreachExecute, globFile, simpleCommand, slice } from '@hostspec/spec';
import { networkdRuns, oomdRuns, resolvedRuns, timesyncdRuns } from './conditions.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** What systemd's own programs say if systemd is not process 1, or its bus does not run. */
const absentWhen = [
  'System has not been booted with systemd',
  'Failed to connect to bus',
  'Failed to connect system bus',
  'Failed to connect to system bus',
  'Failed to connect to system scope bus',
  'sd_bus_open_system',
  'Running in chroot',
  'Unknown operation',
  'Unknown command verb',
];

/** What programs say if no file system of control groups is mounted, as in a container. */
const noControlGroups = ['No cgroup filesystem mounted', 'Failed to determine supported controllers'];

/** Units, timers, sessions, and the services of systemd: log-in, names, time, network. */
export const systemd = slice({
  name: 'systemd',
  version,
  specs: {
    busctl_list: simpleCommand('/usr/bin/busctl --no-pager list', {
      doc: 'Names on the system bus with their processes: a service that never appeared there',
      origin: 'busctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    clock_files: globFile(['/etc/adjtime', '/etc/timezone'], {
      doc: 'Whether the clock of the hardware has local time, how far it drifts, and the time zone of Debian',
      origin: 'hwclock(8)',
    }),
    coredumpctl_list: simpleCommand('/usr/bin/coredumpctl --no-pager list', {
      doc: 'Programs that crashed, with time, signal and whether the dump is still there',
      origin: 'coredumpctl(1)',
      for: ['systemd'],
      absentWhen: ['No coredumps found'],
    }),
    hostnamectl: simpleCommand('/usr/bin/hostnamectl status', {
      doc: 'Host name, chassis, machine and boot id, kernel, hardware: what this host is',
      origin: 'hostnamectl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    localectl: simpleCommand('/usr/bin/localectl status', {
      doc: 'Locale and keyboard layout of the system: odd characters, odd passwords on the console',
      origin: 'localectl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    loginctl_sessions: simpleCommand('/usr/bin/loginctl --no-pager list-sessions', {
      doc: 'Sessions with user, seat and terminal: who is logged in',
      origin: 'loginctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    loginctl_users: simpleCommand('/usr/bin/loginctl --no-pager list-users', {
      doc: 'Users with a running service manager, and who lingers after the log-out',
      origin: 'loginctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    machinectl_list: simpleCommand('/usr/bin/machinectl --no-pager list', {
      doc: 'Virtual machines and containers that registered with systemd',
      origin: 'machinectl(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, 'Could not get machines'],
    }),
    networkctl_list: simpleCommand('/usr/bin/networkctl --no-pager --all list', {
      doc: 'Links with type and state of setup: which ones networkd manages, which failed',
      origin: 'networkctl(1)',
      for: ['systemd'],
      absentWhen,
      when: networkdRuns(),
    }),
    networkctl_status: simpleCommand('/usr/bin/networkctl --no-pager --all status', {
      doc: 'Addresses, gateways, name servers and last messages of each link, as networkd sees them',
      origin: 'networkctl(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, 'Failed to connect to network service'],
      when: networkdRuns(),
    }),
    networkd_files: globFile(
      [
        '/etc/systemd/network/*',
        '/etc/systemd/network/*.d/*.conf',
        '/run/systemd/network/*',
        '/run/systemd/network/*.d/*.conf',
      ],
      {
        doc: 'Configuration of networkd, also what netplan generated: addresses, bridges, tunnels',
        origin: 'systemd.network(5)',
        for: ['systemd'],
        effects: { needsRoot: true },
      },
    ),
    oomctl: simpleCommand('/usr/bin/oomctl dump', {
      doc: 'Groups of processes that systemd-oomd watches, with its limits: what it may kill next',
      origin: 'oomctl(1)',
      for: ['systemd'],
      when: oomdRuns(),
      absentWhen,
    }),
    resolvectl_statistics: firstOf(
      [
        simpleCommand('/usr/bin/resolvectl --no-pager statistics'),
        simpleCommand('/usr/bin/systemd-resolve --no-pager --statistics'),
      ],
      {
        doc: 'Cache hits, transactions and DNSSEC failures of resolved',
        origin: 'resolvectl(1)',
        for: ['systemd'],
        when: resolvedRuns(),
        absentWhen,
      },
    ),
    resolvectl_status: firstOf(
      [
        simpleCommand('/usr/bin/resolvectl --no-pager status'),
        simpleCommand('/usr/bin/systemd-resolve --no-pager --status'),
      ],
      {
        doc: 'Name servers, search domains and DNSSEC of each link: which server answers for what',
        origin: 'resolvectl(1)',
        for: ['systemd'],
        when: resolvedRuns(),
        absentWhen,
      },
    ),
    systemctl_cat_failed: foreachExecute('/usr/bin/systemctl --no-pager cat %s', failedUnits(), {
      doc: 'Unit file with drop-ins of each failed unit: what should have run',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, 'No files found for'],
    }),
    systemctl_failed: simpleCommand('/usr/bin/systemctl --no-pager --failed', {
      doc: 'Units that failed: the first question',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_is_system_running: simpleCommand('/usr/bin/systemctl is-system-running', {
      doc: 'State of the system in one word: running, degraded, starting, maintenance',
      origin: 'systemctl(1)',
      for: ['systemd'],
      keepRc: true,
    }),
    systemctl_list_dependencies: simpleCommand('/usr/bin/systemctl --no-pager list-dependencies', {
      doc: 'Tree of the default target with the state of each unit: what a boot should have started',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_list_jobs: simpleCommand('/usr/bin/systemctl --no-pager list-jobs', {
      doc: 'Jobs that run or wait: what a boot or shutdown hangs on',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_list_sockets: simpleCommand('/usr/bin/systemctl --no-pager --all list-sockets', {
      doc: 'Sockets and the services that they start: who really listens on a port',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_list_timers: simpleCommand('/usr/bin/systemctl --no-pager --all list-timers', {
      doc: 'Timers with last and next run: a backup or renewal that never ran',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_masked: simpleCommand('/usr/bin/systemctl --no-pager --state=masked list-unit-files', {
      doc: 'Unit files that are masked: services that nothing can start, also in systemctl_list_unit_files',
      origin: 'systemctl(1)',
      onRequest: true,
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_show_manager: simpleCommand('/usr/bin/systemctl --no-pager show', {
      doc: 'Properties of the manager: default limits and time-outs, counters, environment, taints',
      origin: 'systemctl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemctl_status_failed: foreachExecute('/usr/bin/systemctl --no-pager -l status %s', failedUnits(), {
      doc: 'Exit status, result and last messages of each failed unit: why it failed',
      origin: 'systemctl(1)',
      for: ['systemd'],
      keepRc: true,
    }),
    systemctl_version: simpleCommand('/usr/bin/systemctl --version', {
      doc: 'Version of systemd and the features that it was built with',
      origin: 'systemctl(1)',
      for: ['systemd'],
    }),
    systemd_analyze_critical_chain: simpleCommand('/usr/bin/systemd-analyze --no-pager critical-chain', {
      doc: 'Chain of units that the default target waited for: what made the boot slow',
      origin: 'systemd-analyze(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, 'Bootup is not yet finished'],
    }),
    systemd_analyze_security: simpleCommand('/usr/bin/systemd-analyze --no-pager security', {
      doc: 'How much each service is exposed, by the sandbox options that it does not use',
      origin: 'systemd-analyze(1)',
      for: ['systemd'],
      absentWhen,
      timeout: 20,
      onRequest: true,
    }),
    systemd_analyze_time: simpleCommand('/usr/bin/systemd-analyze time', {
      doc: 'Duration of the last boot by phase: firmware, loader, kernel, initramfs, services',
      origin: 'systemd-analyze(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, 'Bootup is not yet finished'],
    }),
    systemd_cgls: simpleCommand('/usr/bin/systemd-cgls --no-pager -l', {
      doc: 'Processes by service, session and container: to whom a process belongs',
      origin: 'systemd-cgls(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, ...noControlGroups],
    }),
    systemd_cgtop: simpleCommand('/usr/bin/systemd-cgtop -b -n 2 -d 1 --depth=3', {
      doc: 'Tasks, CPU, memory and IO of services during one second: who uses the host up',
      origin: 'systemd-cgtop(1)',
      for: ['systemd'],
      absentWhen: [...absentWhen, ...noControlGroups],
      timeout: 10,
    }),
    systemd_conf_dropins: globFile(
      [
        '/etc/systemd/system.conf.d/*.conf',
        '/etc/systemd/user.conf',
        '/etc/systemd/user.conf.d/*.conf',
        '/etc/systemd/logind.conf.d/*.conf',
        '/etc/systemd/sleep.conf',
        '/etc/systemd/sleep.conf.d/*.conf',
        '/etc/systemd/oomd.conf',
        '/etc/systemd/oomd.conf.d/*.conf',
        '/etc/systemd/coredump.conf',
        '/etc/systemd/coredump.conf.d/*.conf',
        '/etc/systemd/timesyncd.conf',
        '/etc/systemd/timesyncd.conf.d/*.conf',
        '/etc/systemd/resolved.conf',
        '/etc/systemd/resolved.conf.d/*.conf',
        '/etc/systemd/networkd.conf',
        '/etc/systemd/networkd.conf.d/*.conf',
      ],
      {
        doc: 'Options of the manager and its services: name servers, time servers, dumps, sleep',
        origin: 'systemd-system.conf(5)',
        for: ['systemd'],
      },
    ),
    systemd_delta: simpleCommand('/usr/bin/systemd-delta --no-pager', {
      doc: 'Files that mask, override or extend those of packages, with the differences',
      origin: 'systemd-delta(1)',
      for: ['systemd'],
    }),
    systemd_detect_virt: simpleCommand('/usr/bin/systemd-detect-virt', {
      doc: 'Hypervisor or container that the host runs in; none on bare metal',
      origin: 'systemd-detect-virt(1)',
      for: ['systemd'],
      keepRc: true,
    }),
    systemd_inhibit: simpleCommand('/usr/bin/systemd-inhibit --no-pager --list', {
      doc: 'Programs that hold off shutdown or sleep, and why',
      origin: 'systemd-inhibit(1)',
      for: ['systemd'],
      absentWhen,
    }),
    systemd_local_units: globFile(
      [
        '/etc/systemd/system/*.service',
        '/etc/systemd/system/*.timer',
        '/etc/systemd/system/*.mount',
        '/etc/systemd/system/*.automount',
        '/etc/systemd/system/*.socket',
        '/etc/systemd/system/*.path',
        '/etc/systemd/system/*.slice',
        '/etc/systemd/system/*.target',
      ],
      {
        doc: "Unit files of the administrator: services that no package's documentation explains",
        origin: 'systemd.unit(5)',
        for: ['systemd'],
      },
    ),
    systemd_overrides: globFile(['/etc/systemd/system/*.d/*.conf', '/etc/systemd/user/*.d/*.conf'], {
      doc: 'Drop-ins of the administrator: options of units that differ from those of the package',
      origin: 'systemd.unit(5)',
      for: ['systemd'],
    }),
    timedatectl_show: simpleCommand('/usr/bin/timedatectl show', {
      doc: 'Clock, time zone and whether the time is synchronised, as values',
      origin: 'timedatectl(1)',
      for: ['systemd'],
      absentWhen,
    }),
    timesyncd_status: simpleCommand('/usr/bin/timedatectl --no-pager timesync-status', {
      doc: 'Server, offset, jitter and polling of timesyncd: how far the clock is off',
      origin: 'timedatectl(1)',
      for: ['systemd'],
      when: timesyncdRuns(),
      absentWhen,
    }),
    udev_database: simpleCommand('/usr/bin/udevadm info --export-db', {
      doc: 'Every device with the properties and links that udev gave it',
      origin: 'udevadm(8)',
    }),
    udev_rules_local: globFile(['/etc/udev/rules.d/*.rules'], {
      doc: 'Rules of the administrator for devices: names, permissions, programs that they start',
      origin: 'udev(7)',
    }),
  },
  providers: [failedUnits],
  conditions: [networkdRuns, oomdRuns, resolvedRuns, timesyncdRuns],
});
