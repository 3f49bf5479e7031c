import { commandWithArgs, globFile, listdir, not, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { aptCheck, aptPolicy, aptUpgradable, dpkgQuery, heldPackages, manualPackages } from './commands.js';
import { dpkgAnswers, networkdRuns, snapdRuns } from './conditions.js';
import { aptCacheOption, aptKeyringPaths } from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

// Clients before version 28 do not have these.
const proApi = {
  origin: 'https://documentation.ubuntu.com/pro-client/en/latest/references/api/',
  for: ['ubuntu'],
  timeout: 20,
  absentWhen: ['is not a valid endpoint', 'invalid choice'],
} as const;

/** Debian, Ubuntu and what is built from them: dpkg, apt, snap, netplan, ifupdown, ufw, AppArmor, Ubuntu Pro. */
export const debian = slice({
  name: 'debian',
  version,
  specs: {
    apparmor_dirs: simpleCommand(
      '/usr/bin/find /etc/apparmor.d -maxdepth 2 ( -type f -o -type l ) -printf "%TF %s %p %l\\n"',
      {
        doc: 'Profiles of AppArmor on disk, and links that disable one or make it only complain',
        origin: 'apparmor.d(5)',
        absentWhen: ['No such file or directory'],
      },
    ),
    apparmor_local: globFile(['/etc/apparmor.d/local/*', '/etc/apparmor.d/tunables/home.d/*'], {
      doc: 'Local changes to AppArmor profiles, and where homes are',
      origin: 'apparmor.d(5)',
    }),
    apparmor_profiles: simpleFile('/sys/kernel/security/apparmor/profiles', {
      doc: 'Profiles loaded in the kernel, each with its mode',
      origin: 'https://docs.kernel.org/admin-guide/LSM/apparmor.html',
      effects: { needsRoot: true },
    }),
    apparmor_status: simpleCommand('/usr/sbin/aa-status --verbose', {
      doc: 'Profiles of AppArmor and the processes under each, by mode: enforce, complain, unconfined',
      origin: 'aa-status(8)',
      absentWhen: ['apparmor not present'],
      emptyRc: [2, 3],
      effects: { needsRoot: true },
    }),
    apt_auth_files: listdir('/etc/apt/auth.conf.d', {
      doc: 'Names of the files with credentials for package sources, without their content',
      origin: 'apt_auth.conf(5)',
      for: ['debian'],
    }),
    apt_check: commandWithArgs(aptCheck, aptCacheOption(), {
      doc: 'Dependencies that are broken, and sources that apt cannot read',
      saveAs: 'apt_check',
      origin: 'apt-get(8)',
      timeout: 30,
      for: ['debian'],
      keepRc: true,
    }),
    apt_conf: globFile(['/etc/apt/apt.conf', '/etc/apt/apt.conf.d/*'], {
      doc: 'Files with the settings of apt: proxies, periodic jobs, automatic upgrades',
      origin: 'apt.conf(5)',
      for: ['debian'],
    }),
    apt_config: simpleCommand('/usr/bin/apt-config dump', {
      doc: 'All settings of apt in force, defaults too: proxy, recommended packages, periodic jobs',
      origin: 'apt-config(8)',
      for: ['debian'],
    }),
    apt_extended_states: simpleFile('/var/lib/apt/extended_states', {
      doc: 'Packages installed as dependencies, in the database of apt: also known from a mounted root',
      origin: 'apt-mark(8)',
      for: ['debian'],
    }),
    apt_held: simpleCommand(heldPackages, {
      doc: 'Packages on hold: never upgraded, whatever the update',
      origin: 'dpkg(1)',
      for: ['debian'],
    }),
    apt_history_log: globFile(['/var/log/apt/history.log', '/var/log/apt/history.log.*.gz'], {
      doc: 'What apt installed, upgraded and removed, when, by whom, by what command',
      origin: 'apt-get(8)',
      for: ['debian'],
      log: { window: '90d', newest: 8_000_000 },
    }),
    apt_keyrings: commandWithArgs('/usr/bin/find %s -maxdepth 1 -type f -ls', aptKeyringPaths(), {
      doc: 'Keys that sign package sources, with date and size: one that is missing or old',
      saveAs: 'apt_keyrings',
      origin: 'apt-secure(8)',
      for: ['debian'],
    }),
    apt_lists_dates: simpleCommand(
      '/usr/bin/find /var/lib/apt/lists -maxdepth 1 -type f -printf "%TF %TT %s %f\\n"',
      {
        doc: 'Package lists with the time of each: whether this host still reaches its mirrors',
        origin: 'apt-get(8)',
        for: ['debian'],
        absentWhen: ['No such file or directory'],
      },
    ),
    apt_manual: simpleCommand(manualPackages, {
      doc: 'Packages that somebody asked for; the others came as dependencies',
      origin: 'apt-mark(8)',
      for: ['debian'],
    }),
    apt_periodic_stamps: simpleCommand(
      '/usr/bin/find /var/lib/apt/periodic -type f -printf "%TF %TT %f\\n"',
      {
        doc: 'When the periodic jobs of apt last ran: update, download, upgrade and clean',
        origin: 'apt.conf(5)',
        for: ['debian'],
        absentWhen: ['No such file or directory'],
      },
    ),
    apt_policy: simpleCommand(aptPolicy, {
      doc: 'Package sources with their priorities and pins, as apt sees them',
      origin: 'apt-cache(8)',
      timeout: 30,
      for: ['debian'],
    }),
    apt_preferences: globFile(['/etc/apt/preferences', '/etc/apt/preferences.d/*'], {
      doc: 'Pins: packages kept back, or preferred from another source',
      origin: 'apt_preferences(5)',
      for: ['debian'],
    }),
    apt_sources: globFile(['/etc/apt/sources.list', '/etc/apt/sources.list.d/*.list'], {
      doc: 'Package sources in the one-line form: release, components, mirrors of others',
      origin: 'sources.list(5)',
      for: ['debian'],
    }),
    apt_sources_deb822: globFile(['/etc/apt/sources.list.d/*.sources'], {
      doc: 'Package sources in the form of several lines, default from Ubuntu 24.04 and Debian 13',
      origin: 'sources.list(5)',
      for: ['debian'],
    }),
    apt_term_log: globFile(['/var/log/apt/term.log', '/var/log/apt/term.log.*.gz'], {
      doc: 'What the maintainer scripts of packages printed: why an upgrade failed',
      origin: 'apt-get(8)',
      for: ['debian'],
      log: { window: '30d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    apt_upgradable: commandWithArgs(aptUpgradable, aptCacheOption(), {
      doc: 'Updates on offer: the installed and the newer version of each package, and its source',
      saveAs: 'apt_upgradable',
      origin: 'apt(8)',
      timeout: 30,
      for: ['debian'],
      keepRc: true,
    }),
    check_support_status: simpleCommand('/usr/bin/check-support-status --no-heading', {
      doc: 'Installed packages without or with limited security support',
      origin: 'check-support-status(1)',
      for: ['debian'],
      timeout: 60,
    }),
    cloud_image_build: simpleFile('/etc/cloud/build.info', {
      doc: 'Build of the cloud image that the host was made from',
      origin: 'https://documentation.ubuntu.com/public-images/',
      for: ['debian'],
    }),
    debconf_conf: simpleFile('/etc/debconf.conf', {
      doc: 'Where packages find the answers to their questions',
      origin: 'debconf.conf(5)',
      for: ['debian'],
    }),
    debian_installer_files: globFile(
      [
        '/var/log/installer/lsb-release',
        '/var/log/installer/media-info',
        '/var/log/installer/hardware-summary',
        '/var/log/installer/subiquity-server-info.log',
        '/var/log/installer/curtin-install.log',
      ],
      {
        doc: 'How the host was installed: medium, hardware, steps of the installer',
        origin: 'https://www.debian.org/releases/stable/installmanual',
        for: ['debian'],
        log: { newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    debian_version: simpleFile('/etc/debian_version', {
      doc: 'Point release of Debian, or the Debian that a derivative is built from',
      origin: 'https://www.debian.org/doc/manuals/debian-faq/',
      for: ['debian'],
    }),
    debsums_config: simpleCommand('/usr/bin/debsums -ce', {
      doc: 'Configuration files that differ from those of their packages',
      origin: 'debsums(1)',
      for: ['debian'],
      timeout: 60,
      keepRc: true,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    dist_upgrade_logs: globFile(['/var/log/dist-upgrade/*.log', '/var/log/dist-upgrade/*.txt'], {
      doc: 'What an upgrade to a new release did, and where it stopped',
      origin: 'do-release-upgrade(8)',
      for: ['ubuntu'],
      log: { window: '365d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    dpkg_audit: simpleCommand('/usr/bin/dpkg --audit', {
      doc: 'Packages that are only half installed or not configured: an installation that broke off',
      origin: 'dpkg(1)',
      for: ['debian'],
    }),
    dpkg_cfg: globFile(['/etc/dpkg/dpkg.cfg', '/etc/dpkg/dpkg.cfg.d/*'], {
      doc: 'Options of dpkg: paths left out at installation, forced answers about configuration files',
      origin: 'dpkg.cfg(5)',
      for: ['debian'],
    }),
    dpkg_diversions: simpleCommand('/usr/bin/dpkg-divert --list', {
      doc: 'Files of a package that another one moved aside: why a file is not where its package puts it',
      origin: 'dpkg-divert(1)',
      for: ['debian'],
    }),
    dpkg_foreign_architectures: simpleCommand('/usr/bin/dpkg --print-foreign-architectures', {
      doc: 'Further architectures whose packages may be installed: a cause of conflicts between versions',
      origin: 'dpkg(1)',
      for: ['debian'],
    }),
    dpkg_packages: simpleCommand(dpkgQuery, {
      doc: 'Every package with its state, version, source, size and, from Debian 10, time of installation',
      origin: 'dpkg-query(1)',
      for: ['debian'],
    }),
    dpkg_statoverrides: simpleCommand('/usr/bin/dpkg-statoverride --list', {
      doc: 'Owners and modes that the administrator forced on packaged files',
      origin: 'dpkg-statoverride(1)',
      for: ['debian'],
      emptyRc: [1],
    }),
    dpkg_status_file: globFile(['/var/lib/dpkg/status', '/var/lib/dpkg/status.d/*'], {
      doc: 'Database of packages if dpkg-query cannot list them: a mounted root or an image without dpkg',
      origin: 'dpkg(1)',
      for: ['debian'],
      when: not(dpkgAnswers()),
    }),
    dpkg_verify: simpleCommand('/usr/bin/dpkg --verify', {
      doc: 'Packaged files that changed or vanished since installation, by check sum',
      origin: 'dpkg(1)',
      for: ['debian'],
      timeout: 300,
      keepRc: true,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    etc_default: globFile(['/etc/default/*'], {
      doc: 'Options of daemons at their start, locale, keyboard, boot loader',
      origin: 'https://www.debian.org/doc/debian-policy/ch-opersys.html',
      for: ['debian'],
    }),
    ifupdown_interfaces: globFile(['/etc/network/interfaces', '/etc/network/interfaces.d/*'], {
      doc: 'Interfaces of ifupdown: addresses, gateways, bridges, commands around them',
      origin: 'interfaces(5)',
      for: ['debian', 'alpine'],
    }),
    ifupdown_scripts: globFile(
      [
        '/etc/network/if-pre-up.d/*',
        '/etc/network/if-up.d/*',
        '/etc/network/if-down.d/*',
        '/etc/network/if-post-down.d/*',
      ],
      {
        doc: 'Scripts that run when an interface comes or goes',
        origin: 'interfaces(5)',
        for: ['debian', 'alpine'],
      },
    ),
    ifupdown_state: simpleCommand('/sbin/ifquery --state', {
      doc: 'Interfaces that ifupdown has brought up',
      origin: 'ifquery(8)',
      for: ['debian'],
    }),
    kernel_img_conf: simpleFile('/etc/kernel-img.conf', {
      doc: 'Where links to the newest kernel are made at its installation',
      origin: 'kernel-img.conf(5)',
      for: ['debian'],
    }),
    landscape_client_conf: simpleFile('/etc/landscape/client.conf', {
      doc: 'Management server of Landscape, account and tags of this host',
      origin: 'https://documentation.ubuntu.com/landscape/',
      for: ['ubuntu'],
      effects: { needsRoot: true },
    }),
    locale_gen: simpleFile('/etc/locale.gen', {
      doc: 'Locales that are generated: one that is missing makes programs warn',
      origin: 'locale.gen(5)',
      for: ['debian', 'arch'],
    }),
    lsb_release_file: simpleFile('/etc/lsb-release', {
      doc: 'Name and number of the release, of Ubuntu and other derivatives',
      origin: 'lsb_release(1)',
      for: ['debian', 'arch'],
    }),
    needrestart_conf: globFile(['/etc/needrestart/needrestart.conf', '/etc/needrestart/conf.d/*.conf'], {
      doc: 'Whether services restart by themselves after an update, and which never do',
      origin: 'needrestart(1)',
      for: ['debian'],
    }),
    needrestart_kernel: simpleCommand('/usr/sbin/needrestart -b -k', {
      doc: 'Kernel that runs beside the newest one installed: whether a reboot is due',
      origin: 'needrestart(1)',
      for: ['debian'],
    }),
    needrestart_list: simpleCommand('/usr/sbin/needrestart -b -r l', {
      doc: 'Kernel, services and sessions that still run old code after an update',
      origin: 'needrestart(1)',
      for: ['debian'],
      timeout: 60,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    netplan_get: simpleCommand('/usr/sbin/netplan get', {
      doc: 'All files of netplan merged: what really applies',
      origin: 'netplan-get(8)',
      timeout: 30,
      for: ['ubuntu 20.04+', 'debian 12+'],
      absentWhen: ['invalid choice'],
      effects: { needsRoot: true },
    }),
    netplan_status: simpleCommand('/usr/sbin/netplan status --all --format json', {
      doc: 'Addresses, routes and name servers that each interface got, with its backend',
      origin: 'netplan-status(8)',
      timeout: 30,
      for: ['ubuntu 22.04+', 'debian 12+'],
      absentWhen: ['invalid choice'],
      when: networkdRuns(),
    }),
    netplan_yaml: globFile(['/lib/netplan/*.yaml', '/etc/netplan/*.yaml', '/run/netplan/*.yaml'], {
      doc: 'The network as the administrator wrote it for netplan: addresses, routes, DNS, bonds',
      origin: 'netplan(5)',
      for: ['debian'],
      effects: { needsRoot: true },
    }),
    reboot_required: simpleFile('/run/reboot-required', {
      doc: 'There if an update needs a reboot',
      origin: 'https://www.debian.org/doc/debian-policy/ap-pkg-scripts.html',
      for: ['debian'],
    }),
    reboot_required_pkgs: simpleFile('/run/reboot-required.pkgs', {
      doc: 'Packages that asked for a reboot: kernel, C library, D-Bus',
      origin: 'https://www.debian.org/doc/debian-policy/ap-pkg-scripts.html',
      for: ['debian'],
    }),
    release_upgrades: simpleFile('/etc/update-manager/release-upgrades', {
      doc: 'Whether upgrades to new releases are offered: never, normal or only long-term ones',
      origin: 'do-release-upgrade(8)',
      for: ['ubuntu'],
    }),
    snap_changes: simpleCommand('/usr/bin/snap changes --abs-time', {
      doc: 'Installations and refreshes of snaps in the last days, with those that failed',
      origin: 'snap(8)',
      when: snapdRuns(),
      absentWhen: ['no changes found'],
    }),
    snap_connections: simpleCommand('/usr/bin/snap connections --all', {
      doc: 'Plugs and slots of snaps: why one may not read a file or use a device',
      origin: 'snap(8)',
      when: snapdRuns(),
    }),
    snap_list: simpleCommand('/usr/bin/snap list --all', {
      doc: 'Snaps with version, revision, channel and notes, disabled revisions too',
      origin: 'snap(8)',
      when: snapdRuns(),
      absentWhen: ['No snaps are installed'],
    }),
    snap_refresh_time: simpleCommand('/usr/bin/snap refresh --time --abs-time', {
      doc: 'When snaps refresh, when they last did, whether they are held',
      origin: 'snap(8)',
      when: snapdRuns(),
    }),
    snap_services: simpleCommand('/usr/bin/snap services', {
      doc: 'Services in snaps: enabled at boot, active now',
      origin: 'snap(8)',
      when: snapdRuns(),
      absentWhen: ['There are no services'],
    }),
    snap_version: simpleCommand('/usr/bin/snap version', {
      doc: 'Versions of snap, snapd and the series, beside the kernel',
      origin: 'snap(8)',
      when: snapdRuns(),
    }),
    // `snap warnings` would note in the home of root that they were read.
    snap_warnings: simpleCommand(
      '/usr/bin/curl -q -s --max-time 5 --unix-socket /run/snapd.socket http://localhost/v2/warnings?select=all',
      {
        doc: 'Warnings of snapd, with when each was first and last given, those that were read too',
        origin: 'https://snapcraft.io/docs/snapd-rest-api',
        when: snapdRuns(),
        absentWhen: ['"result":[]'],
      },
    ),
    snapd_seed: simpleFile('/var/lib/snapd/seed/seed.yaml', {
      doc: 'Snaps that came with the image, with their channels',
      origin: 'https://snapcraft.io/docs',
      for: ['ubuntu'],
    }),
    ubuntu_pro_cached: simpleFile('/var/lib/ubuntu-advantage/status.json', {
      doc: 'State of Ubuntu Pro at its last check, without a request',
      origin: 'https://documentation.ubuntu.com/pro-client/',
      for: ['ubuntu'],
      effects: { needsRoot: true },
    }),
    ubuntu_pro_conf: simpleFile('/etc/ubuntu-advantage/uaclient.conf', {
      doc: 'Settings of the Ubuntu Pro client: contract server, proxies, log file',
      origin: 'https://documentation.ubuntu.com/pro-client/',
      for: ['ubuntu'],
    }),
    ubuntu_pro_log: globFile(['/var/log/ubuntu-advantage*.log', '/var/log/ubuntu-advantage*.log.*.gz'], {
      doc: 'Requests and errors of the Ubuntu Pro client: why attaching or enabling failed',
      origin: 'https://documentation.ubuntu.com/pro-client/',
      for: ['ubuntu'],
      log: { window: '14d', newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    ubuntu_pro_services: simpleCommand('/usr/bin/pro api u.pro.status.enabled_services.v1', {
      doc: 'Services of Ubuntu Pro that are enabled, such as esm-infra and livepatch',
      ...proApi,
    }),
    // `pro status` of root would replace the file that ubuntu_pro_cached has, and ask a server.
    ubuntu_pro_status: simpleCommand('/usr/bin/pro api u.pro.status.is_attached.v1', {
      doc: 'Ubuntu Pro: attached or not, state of the contract and the days that it has left',
      ...proApi,
    }),
    ubuntu_security_status: simpleCommand('/usr/bin/pro security-status --format json', {
      doc: 'Packages by origin, and security updates that only Ubuntu Pro has',
      origin: 'https://documentation.ubuntu.com/pro-client/',
      for: ['ubuntu'],
      timeout: 20,
    }),
    ufw_applications: globFile(['/etc/ufw/applications.d/*'], {
      doc: 'Ports behind the names of applications in rules of ufw',
      origin: 'ufw(8)',
    }),
    ufw_conf: globFile(['/etc/ufw/ufw.conf', '/etc/default/ufw', '/etc/ufw/sysctl.conf'], {
      doc: 'Switches of ufw: start at boot, default policies, IPv6, forwarding',
      origin: 'ufw-framework(8)',
    }),
    ufw_rules: globFile(['/etc/ufw/*.rules'], {
      doc: "Rules of ufw as stored, with comments and those around the user's",
      origin: 'ufw-framework(8)',
      effects: { needsRoot: true },
    }),
    ufw_status: simpleCommand('/usr/sbin/ufw status verbose', {
      doc: 'Firewall on or off, default policies and rules, as ufw sees them',
      origin: 'ufw(8)',
      effects: { loadsModules: true, needsRoot: true },
    }),
    unattended_upgrades_log: globFile(
      ['/var/log/unattended-upgrades/*.log', '/var/log/unattended-upgrades/*.log.*.gz'],
      {
        doc: 'Automatic security updates: what was installed, skipped or failed',
        origin: 'unattended-upgrade(8)',
        for: ['debian'],
        log: { window: '30d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    update_alternatives: simpleCommand('/usr/bin/update-alternatives --get-selections', {
      doc: 'Program behind each generic name such as java or editor, chosen by hand or not',
      origin: 'update-alternatives(1)',
      for: ['debian'],
    }),
    update_notifier: globFile(
      [
        '/var/lib/update-notifier/updates-available',
        '/var/lib/ubuntu-release-upgrader/release-upgrade-available',
      ],
      {
        doc: 'Counts of updates and the new release that the text at log-in shows',
        origin: 'https://wiki.ubuntu.com/UpdateNotifier',
        for: ['ubuntu'],
      },
    ),
  },
  providers: [aptCacheOption, aptKeyringPaths],
  conditions: [dpkgAnswers, networkdRuns, snapdRuns],
});
