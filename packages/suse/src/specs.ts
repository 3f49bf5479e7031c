import { globFile, listdir, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** What all commands of zypper share. The variables keep it from its log file and from the lock that a zypper of the administrator needs. */
const zypper = {
  origin: 'zypper(8)',
  for: ['suse'],
  env: { ZYPP_LOGFILE: '/dev/null', ZYPP_READONLY_HACK: '1' },
} as const;

/** SUSE: zypper, registration, snapper, wicked, YaST. */
export const suse = slice({
  name: 'suse',
  version,
  specs: {
    klp_patches: simpleCommand('/usr/bin/klp -v patches', {
      doc: 'Live patches of the kernel, with the security faults that each one mends',
      origin: 'klp(8)',
      for: ['suse'],
      effects: { needsRoot: true },
    }),
    saptune_status: simpleCommand('/usr/sbin/saptune status', {
      doc: 'Tuning for SAP: notes and solutions that apply, and what differs',
      origin: 'saptune(8)',
      for: ['suse'],
      // It checks each note.
      timeout: 30,
      keepRc: true,
    }),
    snapper_conf: globFile(['/etc/snapper/configs/*', '/etc/sysconfig/snapper', '/etc/default/snapper'], {
      doc: 'How many snapshots are kept, how long, and of what',
      origin: 'snapper-configs(5)',
      effects: { needsRoot: true },
    }),
    snapper_configs: simpleCommand('/usr/bin/snapper --no-dbus list-configs', {
      doc: 'Subvolumes that snapper takes snapshots of',
      origin: 'snapper(8)',
      effects: { needsRoot: true },
    }),
    snapper_list: simpleCommand('/usr/bin/snapper --no-dbus list --all-configs', {
      doc: 'Snapshots with date, cause, clean-up rule and space',
      origin: 'snapper(8)',
      timeout: 60,
      effects: { needsRoot: true },
    }),
    snapper_log: globFile(['/var/log/snapper.log', '/var/log/snapper.log-*.?z*'], {
      doc: 'Snapshots and clean-ups that failed',
      origin: 'snapper(8)',
      log: { window: '14d', newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    supportconfig_archives: simpleCommand(
      '/usr/bin/find /var/log -maxdepth 1 -name "scc_*" -printf "%TF %s %p\\n"',
      {
        doc: 'Earlier archives for SUSE support, names and dates only',
        origin: 'supportconfig(1)',
        for: ['suse'],
      },
    ),
    suse_baseproduct: simpleCommand('/usr/bin/readlink -e /etc/products.d/baseproduct', {
      doc: 'Product that all others build on; empty if the link is broken',
      origin: 'https://documentation.suse.com/sles/',
      for: ['suse'],
      emptyRc: [1],
    }),
    suse_network_config: globFile(
      [
        '/etc/sysconfig/network/ifcfg-*',
        '/etc/sysconfig/network/ifroute-*',
        '/etc/sysconfig/network/routes',
        '/etc/sysconfig/network/config',
        '/etc/sysconfig/network/dhcp',
      ],
      {
        doc: 'Interfaces, routes, and where DNS settings come from',
        origin: 'ifcfg(5)',
        for: ['suse'],
        effects: { needsRoot: true },
      },
    ),
    suse_permissions: globFile(['/etc/permissions.local', '/etc/permissions.d/*'], {
      doc: 'Owners and modes that the system puts right by itself',
      origin: 'permissions(5)',
      for: ['suse'],
    }),
    suse_products: globFile(['/etc/products.d/*.prod', '/etc/SuSE-release'], {
      doc: 'Files of the products: version, end of support',
      origin: 'https://documentation.suse.com/sles/',
      for: ['suse'],
    }),
    suse_sysconfig: globFile(['/etc/sysconfig/*'], {
      doc: 'Options of services at their start',
      origin: 'https://documentation.suse.com/sles/',
      for: ['suse'],
    }),
    suseconnect_conf: simpleFile('/etc/SUSEConnect', {
      doc: 'Server that the host is registered at',
      origin: 'SUSEConnect(5)',
      for: ['suse'],
    }),
    suseconnect_status: simpleCommand('/usr/bin/SUSEConnect --status', {
      doc: 'Registration and subscription of each product',
      origin: 'SUSEConnect(8)',
      for: ['suse'],
      timeout: 20,
      effects: { network: true, needsRoot: true },
    }),
    transactional_update: globFile(
      [
        '/etc/transactional-update.conf',
        '/usr/etc/transactional-update.conf',
        '/var/log/transactional-update.log',
      ],
      {
        doc: 'Updates of a root file system that is read-only: settings and what each one did',
        origin: 'transactional-update(8)',
        for: ['suse'],
        log: { window: '30d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    wicked_conf: globFile(['/etc/wicked/*.xml'], {
      doc: 'Options of wicked and its daemons',
      origin: 'wicked-config(5)',
      for: ['suse'],
    }),
    wicked_ifstatus: simpleCommand('/usr/sbin/wicked ifstatus --verbose all', {
      doc: 'State, addresses, lease and name servers of each interface, as wicked sees them',
      origin: 'wicked(8)',
      for: ['suse'],
      keepRc: true,
    }),
    wicked_show_config: simpleCommand('/usr/sbin/wicked show-config', {
      doc: 'Configuration of the network as wicked reads it',
      origin: 'wicked(8)',
      for: ['suse'],
      effects: { needsRoot: true },
    }),
    yast_logs: globFile(
      [
        '/var/log/YaST2/y2log',
        '/var/log/YaST2/y2log-*.gz',
        '/var/log/YaST2/mkinitrd.log',
        '/var/log/YaST2/perl-BL-standalone-log',
        '/var/log/pbl.log',
      ],
      {
        doc: 'What YaST changed or could not',
        origin: 'https://documentation.suse.com/sles/',
        for: ['suse'],
        log: { window: '30d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    zypp_conf: globFile(
      [
        '/etc/zypp/zypp.conf',
        '/etc/zypp/zypper.conf',
        '/etc/zypp/locks',
        '/etc/zypp/multiversion.d/*',
        '/etc/zypp/vendors.d/*',
      ],
      {
        doc: 'Settings of zypper: solver, kernels that are kept, locks, changes of vendor',
        origin: 'zypper(8)',
        for: ['suse'],
      },
    ),
    zypp_credentials_names: listdir('/etc/zypp/credentials.d', {
      doc: 'Names of the files with credentials for repositories, without their content',
      origin: 'zypper(8)',
      for: ['suse'],
    }),
    zypp_history: globFile(['/var/log/zypp/history', '/var/log/zypp/history-*.?z*'], {
      doc: 'What zypper installed and removed, when, from where, by which user',
      origin: 'zypper(8)',
      for: ['suse'],
      log: { window: '90d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    zypp_repos_d: globFile(['/etc/zypp/repos.d/*.repo', '/etc/zypp/services.d/*.service'], {
      doc: 'Definitions of repositories and services, one file each',
      origin: 'zypper(8)',
      for: ['suse'],
    }),
    zypper_locks: simpleCommand('/usr/bin/zypper -n --no-refresh locks', {
      doc: 'Packages that are locked: zypper never changes them',
      ...zypper,
    }),
    zypper_log: globFile(
      [
        '/var/log/zypper.log',
        '/var/log/zypper.log-*.?z*',
        '/var/log/pk_backend_zypp',
        '/var/log/pk_backend_zypp-1',
      ],
      {
        doc: 'Steps of the solver and of downloads: why zypper failed',
        origin: 'zypper(8)',
        for: ['suse'],
        log: { window: '14d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    zypper_needs_rebooting: simpleCommand('/usr/bin/zypper -n needs-rebooting', {
      doc: 'Whether updated core libraries or services ask for a reboot',
      ...zypper,
      keepRc: true,
    }),
    zypper_orphaned: simpleCommand('/usr/bin/zypper -n --no-refresh packages --orphaned', {
      doc: 'Installed packages that no repository has any more',
      ...zypper,
      timeout: 60,
      effects: { network: true },
    }),
    zypper_patch_check: simpleCommand('/usr/bin/zypper -n --no-refresh patch-check', {
      doc: 'How many patches are missing, security ones apart',
      ...zypper,
      timeout: 60,
      keepRc: true,
      effects: { network: true },
    }),
    zypper_patches: simpleCommand('/usr/bin/zypper -n --no-refresh list-patches --all', {
      doc: 'Patches with category and severity: needed, applied or not relevant',
      ...zypper,
      timeout: 60,
      keepRc: true,
      effects: { network: true },
    }),
    zypper_patterns: simpleCommand(
      '/usr/bin/zypper -n --no-refresh --disable-repositories patterns --installed-only',
      {
        doc: 'Patterns, the sets of packages that are installed together',
        ...zypper,
      },
    ),
    zypper_products: simpleCommand(
      '/usr/bin/zypper -n --no-refresh --disable-repositories products --installed-only',
      {
        doc: 'Products and modules that are installed, with their versions',
        ...zypper,
      },
    ),
    zypper_ps: simpleCommand('/usr/bin/zypper -n ps -s', {
      doc: 'Processes that still use files deleted by an update, and their services',
      ...zypper,
      timeout: 60,
      keepRc: true,
      effects: { needsRoot: true },
    }),
    zypper_repos: simpleCommand('/usr/bin/zypper -n --no-refresh lr --details', {
      doc: 'Repositories of zypper: enabled, refreshed, priority, address',
      ...zypper,
      absentWhen: ['No repositories defined'],
    }),
    zypper_services: simpleCommand('/usr/bin/zypper -n --no-refresh ls --details', {
      doc: 'Services that add repositories, such as those of a registration',
      ...zypper,
    }),
    zypper_updates: simpleCommand('/usr/bin/zypper -n --no-refresh list-updates', {
      doc: 'Packages with an update on offer',
      ...zypper,
      timeout: 60,
      effects: { network: true },
    }),
  },
});
