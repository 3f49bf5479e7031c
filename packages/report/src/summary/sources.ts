/** Where the content of a spec is in an archive without outcomes of specs: a file, a glob, or the output of a command. */
export type Place =
  | { readonly file: string }
  | { readonly files: string | readonly string[] }
  | { readonly command: string };

/** The places of the content of specs, by name, in the order of preference. */
export type Places = ReadonlyMap<string, readonly Place[]>;

/** The specs that the summary reads, each with the places of its content in the order of preference. */
export const places = {
  apk_packages: [{ command: '/sbin/apk info -v' }],
  apk_repositories: [{ file: '/etc/apk/repositories' }],
  apparmor_status: [{ command: '/usr/sbin/aa-status --verbose' }],
  apt_policy: [{ command: '/usr/bin/apt-cache policy' }],
  apt_sources: [{ file: '/etc/apt/sources.list' }, { files: '/etc/apt/sources.list.d/*.list' }],
  apt_sources_deb822: [{ files: '/etc/apt/sources.list.d/*.sources' }],
  bond: [{ files: '/proc/net/bonding/*' }],
  busybox_df: [{ command: '/bin/df -P' }],
  busybox_netstat: [{ command: '/bin/netstat -tuanp' }, { command: '/bin/netstat -tuan' }],
  busybox_ps: [
    { command: '/bin/ps -o user,pid,ppid,stat,vsz,rss,time,args' },
    { command: '/bin/ps -o user,pid,ppid,stat,vsz,rss,args' },
  ],
  cmdline: [{ file: '/proc/cmdline' }],
  cpuinfo: [{ file: '/proc/cpuinfo' }],
  date: [{ command: '/bin/date' }],
  df__alP: [
    { command: '/bin/df -alP -x autofs' },
    { command: '/bin/df -al -x autofs' },
    { command: '/bin/df -al' },
  ],
  df__li: [
    { command: '/bin/df -li -x autofs' },
    { command: '/bin/df -ali -x autofs' },
    { command: '/bin/df -ali' },
  ],
  dmesg: [{ command: '/bin/dmesg' }, { command: '/bin/dmesg -T' }, { file: '/var/log/dmesg' }],
  dmidecode: [{ command: '/usr/sbin/dmidecode' }],
  dpkg_packages: [{ command: '/usr/bin/dpkg -l' }],
  getenforce: [{ command: '/usr/sbin/getenforce' }],
  hostname_default: [{ command: '/bin/hostname' }, { file: '/etc/hostname' }],
  installed_rpms: [{ file: '/installed-rpms' }],
  ip_addr: [{ command: '/sbin/ip addr' }, { command: '/sbin/ip -o addr' }],
  ip_route_show_table_all: [{ command: '/sbin/ip route show table all' }],
  ip_s_link: [{ command: '/sbin/ip -s -d link' }],
  journal_errors: [{ command: '/usr/bin/journalctl --no-pager -o short-iso -p err' }],
  journal_kernel: [{ command: '/usr/bin/journalctl --no-pager -o short-monotonic -k -b' }],
  kdump_conf: [{ file: '/etc/kdump.conf' }],
  kernel_tainted: [{ file: '/proc/sys/kernel/tainted' }],
  kexec_crash_size: [{ file: '/sys/kernel/kexec_crash_size' }],
  lscpu: [{ command: '/usr/bin/lscpu' }],
  lsblk: [{ command: '/bin/lsblk' }],
  mdstat: [{ file: '/proc/mdstat' }],
  meminfo: [{ file: '/proc/meminfo' }],
  messages: [{ file: '/var/log/messages' }],
  mounts: [{ file: '/proc/mounts' }],
  netstat: [{ command: '/bin/netstat -neopa' }],
  os_release: [{ file: '/etc/os-release' }, { file: '/usr/lib/os-release' }],
  pacman_conf: [{ file: '/etc/pacman.conf' }],
  pacman_packages: [{ command: '/usr/bin/pacman -Q' }],
  pressure: [{ files: '/proc/pressure/*' }],
  proc_net_addresses: [{ files: '/proc/net/fib_trie' }],
  proc_net_sockets: [
    {
      command:
        '/bin/grep -s "" /sys/kernel/cpu_byteorder /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6',
    },
  ],
  proc_stat: [{ file: '/proc/stat' }],
  proc_status: [
    {
      command:
        '/usr/bin/find /proc -maxdepth 2 -ignore_readdir_race -path "/proc/[0-9]*/status" -exec /bin/grep -h -s -E "^(Name|State|Pid|PPid|Uid|VmRSS|Threads):" {} +',
    },
  ],
  ps_auxcww: [{ command: '/bin/ps auxcww' }],
  ps_auxww: [{ command: '/bin/ps auxww' }, { command: '/bin/ps auxwwwm' }],
  reboot_required: [{ file: '/run/reboot-required' }],
  resolv_conf: [{ file: '/etc/resolv.conf' }],
  sestatus: [{ command: '/usr/sbin/sestatus -b' }, { command: '/usr/sbin/sestatus' }],
  ss: [{ command: '/usr/sbin/ss -tupna' }, { command: '/usr/sbin/ss -peaonmi' }],
  subscription_manager_id: [{ command: '/usr/sbin/subscription-manager identity' }],
  subscription_manager_status: [{ command: '/usr/sbin/subscription-manager status' }],
  syslog: [{ file: '/var/log/syslog' }],
  sysctl: [{ command: '/sbin/sysctl -a' }],
  systemctl_list_units: [
    { command: '/bin/systemctl list-units' },
    { command: '/bin/systemctl list-units --all' },
  ],
  thp_enabled: [{ file: '/sys/kernel/mm/transparent_hugepage/enabled' }],
  timedatectl_status: [{ command: '/usr/bin/timedatectl status' }],
  uname: [{ command: '/usr/bin/uname -a' }],
  uptime: [{ command: '/usr/bin/uptime' }],
  vm_files: [{ files: '/proc/loadavg' }],
  virt_what: [{ command: '/usr/sbin/virt-what' }],
  yum_repolist: [
    { command: '/usr/bin/yum -d 2 -C --noplugins repolist' },
    { command: '/usr/bin/dnf -C repolist' },
  ],
  yum_repos_d: [{ files: '/etc/yum.repos.d/*.repo' }],
  zypper_repos: [{ command: '/usr/bin/zypper -n --no-refresh lr --details' }],
} as const satisfies Readonly<Record<string, readonly Place[]>>;

/** The places of the content of a spec, its own or else those of a catalog; none if only an archive with outcomes has it. */
export function placesOf(spec: string, catalog: Places): readonly Place[] {
  return Object.hasOwn(places, spec) ? places[spec as SpecName] : (catalog.get(spec) ?? []);
}

/** A spec that the summary reads. */
export type SpecName = keyof typeof places;

/** The specs of which insights-core keeps only the lines that its rules look for. */
export const filteredSpecs: ReadonlySet<string> = new Set<SpecName>([
  'dmesg',
  'ip_route_show_table_all',
  'messages',
  'ps_auxww',
]);

/** Logs, of which the newest lines are kept: what is cut is older, as after a rotation. */
export const logSpecs: ReadonlySet<string> = new Set<SpecName>([
  'journal_errors',
  'journal_kernel',
  'messages',
  'syslog',
]);
