import type { Evidence } from './evidence.js';
import type { SpecName } from './sources.js';
import type { Finding } from './summary.js';
import { hostFacts, kernelFacts } from './topics/host.js';
import { loadFacts } from './topics/load.js';
import { networkFacts } from './topics/network.js';
import { outcomeFacts } from './topics/outcomes.js';
import { portFacts } from './topics/ports.js';
import { securityFacts, serviceFacts } from './topics/services.js';
import { softwareFacts } from './topics/software.js';
import { storageFacts } from './topics/storage.js';
import { timeFacts } from './topics/time.js';

/** Something that a section should say. */
export interface Subject {
  /** In words that follow `no`. */
  readonly what: string;
  /** The specs that say it. */
  readonly specs: readonly SpecName[];
  /** A container has none of its own. */
  readonly ofMachine?: true;
}

/** What a summary says about one topic. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly subjects: readonly Subject[];
  facts(evidence: Evidence): Promise<Finding[]>;
}

const subject = (what: string, ...specs: readonly SpecName[]): Subject => ({ what, specs });
const ofMachine = (...of: Parameters<typeof subject>): Subject => ({ ...subject(...of), ofMachine: true });

/** Every topic, in the order of the screen. */
export const topics: readonly Topic[] = [
  {
    name: 'host',
    title: 'Host',
    subjects: [subject('release of the system', 'os_release'), subject('release of the kernel', 'uname')],
    facts: hostFacts,
  },
  {
    name: 'time',
    title: 'Time',
    subjects: [subject('time of boot', 'proc_stat', 'uptime')],
    facts: timeFacts,
  },
  {
    name: 'load',
    title: 'Processors and memory',
    subjects: [
      subject('description of the processors', 'lscpu', 'cpuinfo'),
      subject('load average', 'uptime', 'vm_files'),
      subject('use of memory', 'meminfo'),
      subject('list of processes', 'ps_auxww', 'ps_auxcww', 'busybox_ps', 'proc_status'),
    ],
    facts: loadFacts,
  },
  {
    name: 'storage',
    title: 'Storage',
    subjects: [ofMachine('list of disks', 'lsblk'), subject('list of file systems', 'df__alP', 'busybox_df')],
    facts: storageFacts,
  },
  {
    name: 'network',
    title: 'Network',
    subjects: [subject('list of interfaces', 'ip_addr', 'proc_net_addresses')],
    facts: networkFacts,
  },
  {
    name: 'ports',
    title: 'Listening',
    subjects: [subject('list of sockets', 'ss', 'netstat', 'busybox_netstat', 'proc_net_sockets')],
    facts: portFacts,
  },
  {
    name: 'services',
    title: 'Services',
    subjects: [ofMachine('list of units', 'systemctl_list_units')],
    facts: serviceFacts,
  },
  {
    name: 'kernel',
    title: 'Kernel',
    subjects: [ofMachine('list of kernel settings', 'sysctl', 'kernel_tainted')],
    facts: kernelFacts,
  },
  {
    name: 'security',
    title: 'Security',
    subjects: [ofMachine('state of SELinux or AppArmor', 'sestatus', 'getenforce', 'apparmor_status')],
    facts: securityFacts,
  },
  {
    name: 'software',
    title: 'Software',
    subjects: [
      subject('package list', 'installed_rpms', 'dpkg_packages', 'apk_packages', 'pacman_packages'),
      subject(
        'list of repositories',
        'yum_repolist',
        'yum_repos_d',
        'apt_policy',
        'apt_sources',
        'apt_sources_deb822',
        'zypper_repos',
        'apk_repositories',
        'pacman_conf',
      ),
    ],
    facts: softwareFacts,
  },
  { name: 'outcomes', title: 'Collection', subjects: [], facts: outcomeFacts },
];
