import { firstOf, foreachCollect, globFile, linux, not, simpleCommand, simpleFile } from '@hostspec/spec';
import { hasPs } from './conditions.js';
import { blockedTasks } from './providers.js';
import { kernel } from './specs.js';

const noProcps = { absentWhen: ['BusyBox', 'bad -o argument'] };
const bpftool = { absentWhen: ['bpftool not found for kernel'], effects: { needsRoot: true } };

/** The kernel domain for all of Linux. */
export const kernelLinux = linux(kernel, {
  for: {
    dracut_kdump_capture_service: ['rhel'],
    kdump_conf: ['rhel'],
    lsinitrd_kdump_image: ['rhel'],
    sysconfig_irqbalance: ['rhel', 'suse'],
    sysconfig_kdump: ['rhel', 'suse'],
    sysconfig_kernel: ['rhel', 'suse'],
    x86_ibpb_enabled: ['rhel'],
    x86_ibrs_enabled: ['rhel'],
    x86_pti_enabled: ['rhel'],
    x86_retp_enabled: ['rhel'],
  },
  add: {
    blocked_task_stacks: foreachCollect('/proc/%s/stack', blockedTasks(), {
      doc: 'Kernel stack of each task that waits uninterruptibly: what it hangs on',
      origin: 'proc(5)',
      effects: { needsRoot: true },
    }),
    blocked_task_wchan: foreachCollect('/proc/%s/wchan', blockedTasks(), {
      doc: 'Kernel function in which each task waits uninterruptibly: the short form of its stack',
      origin: 'proc(5)',
    }),
    bpftool_map: simpleCommand('/usr/sbin/bpftool map show', {
      doc: 'Maps of BPF programs with type, size and memory',
      ...bpftool,
      origin: 'bpftool-map(8)',
    }),
    bpftool_net: simpleCommand('/usr/sbin/bpftool net show', {
      doc: 'BPF programs on network paths: what handles packets before the firewall does',
      ...bpftool,
      origin: 'bpftool-net(8)',
    }),
    bpftool_prog: simpleCommand('/usr/sbin/bpftool prog show', {
      doc: 'BPF programs that are loaded: type, owner and load time of what agents put into the kernel',
      ...bpftool,
      origin: 'bpftool-prog(8)',
    }),
    cgroup_controllers: globFile(
      [
        '/sys/fs/cgroup/cgroup.controllers',
        '/sys/fs/cgroup/cgroup.subtree_control',
        '/sys/fs/cgroup/cgroup.stat',
      ],
      {
        doc: 'Controllers that version 2 of control groups has and governs, and the number of groups',
        origin: 'https://docs.kernel.org/admin-guide/cgroup-v2.html',
      },
    ),
    cgroup_service_memory: globFile(
      [
        '/sys/fs/cgroup/system.slice/*.service/memory.current',
        '/sys/fs/cgroup/system.slice/*.service/memory.max',
        '/sys/fs/cgroup/system.slice/*.service/memory.events',
        '/sys/fs/cgroup/system.slice/*.service/cpu.stat',
      ],
      {
        doc: 'Memory, limit, out-of-memory kills and throttling of each service: one that hits its limit',
        origin: 'https://docs.kernel.org/admin-guide/cgroup-v2.html',
      },
    ),
    cgroup_slice_limits: globFile(
      [
        '/sys/fs/cgroup/*.slice/memory.current',
        '/sys/fs/cgroup/*.slice/memory.max',
        '/sys/fs/cgroup/*.slice/memory.min',
        '/sys/fs/cgroup/*.slice/memory.high',
        '/sys/fs/cgroup/*.slice/memory.low',
        '/sys/fs/cgroup/*.slice/memory.events',
        '/sys/fs/cgroup/*.slice/memory.stat',
        '/sys/fs/cgroup/*.slice/memory.swap.*',
        '/sys/fs/cgroup/*.slice/cpu.max',
        '/sys/fs/cgroup/*.slice/cpu.stat',
        '/sys/fs/cgroup/*.slice/pids.*',
        '/sys/fs/cgroup/*.slice/*.pressure',
        // A container has its own here.
        '/sys/fs/cgroup/memory.current',
        '/sys/fs/cgroup/memory.max',
        '/sys/fs/cgroup/memory.high',
        '/sys/fs/cgroup/memory.events',
        '/sys/fs/cgroup/memory.swap.*',
        '/sys/fs/cgroup/cpu.max',
        '/sys/fs/cgroup/cpu.stat',
        '/sys/fs/cgroup/pids.*',
        '/sys/fs/cgroup/memory/memory.limit_in_bytes',
        '/sys/fs/cgroup/memory/memory.usage_in_bytes',
        '/sys/fs/cgroup/memory/memory.failcnt',
        '/sys/fs/cgroup/cpu/cpu.cfs_*_us',
        '/sys/fs/cgroup/cpu/cpu.stat',
        '/sys/fs/cgroup/pids/pids.*',
      ],
      {
        doc: 'Limits, use and pressure of each slice: system, users, machines and pods; in a container, its own',
        origin: 'https://docs.kernel.org/admin-guide/cgroup-v2.html',
      },
    ),
    clocksources: simpleFile('/sys/devices/system/clocksource/clocksource0/available_clocksource', {
      doc: 'Clocks that the kernel could use: one that is missing was found to be unstable',
      origin: 'https://docs.kernel.org/timers/timekeeping.html',
    }),
    cpu_isolation: globFile(
      [
        '/sys/devices/system/cpu/isolated',
        '/sys/devices/system/cpu/nohz_full',
        '/sys/devices/system/cpu/offline',
      ],
      {
        doc: 'CPUs that are set apart, run without timer ticks, or are off',
        origin: 'https://docs.kernel.org/admin-guide/cputopology.html',
      },
    ),
    fips_enabled: simpleFile('/proc/sys/crypto/fips_enabled', {
      doc: 'Whether the kernel runs in FIPS mode: 1 if only approved ciphers may be used',
      origin: 'https://docs.kernel.org/admin-guide/sysctl/crypto.html',
    }),
    hugepages: globFile(
      [
        '/sys/kernel/mm/hugepages/hugepages-*/*_hugepages',
        '/sys/kernel/mm/transparent_hugepage/defrag',
        '/sys/kernel/mm/transparent_hugepage/enabled',
        '/sys/kernel/mm/transparent_hugepage/shmem_enabled',
        '/sys/kernel/mm/transparent_hugepage/khugepaged/defrag',
        '/sys/kernel/mm/transparent_hugepage/khugepaged/max_ptes_*',
        '/sys/kernel/mm/transparent_hugepage/khugepaged/pages_to_scan',
        '/sys/kernel/mm/transparent_hugepage/khugepaged/*_millisecs',
      ],
      {
        doc: 'Huge pages by size, reserved and free, and how the kernel makes them by itself',
        origin: 'https://docs.kernel.org/admin-guide/mm/hugetlbpage.html',
      },
    ),
    iostat_sample: simpleCommand('/usr/bin/iostat -xtz 1 2', {
      doc: 'Requests, queue and response time of each disk, since boot and in one second: slow disks',
      origin: 'iostat(1)',
    }),
    kernel_limits: globFile(
      [
        '/proc/sys/fs/file-nr',
        '/proc/sys/fs/inode-nr',
        '/proc/sys/fs/inotify/*',
        '/proc/sys/fs/aio-nr',
        '/proc/sys/fs/aio-max-nr',
        '/proc/sys/kernel/pid_max',
        '/proc/sys/kernel/threads-max',
      ],
      {
        doc: 'Limits of open files, file watches, asynchronous requests, processes and threads, and some of their use',
        origin: 'https://docs.kernel.org/admin-guide/sysctl/fs.html',
      },
    ),
    ksm_zswap: globFile(['/sys/kernel/mm/ksm/*', '/sys/module/zswap/parameters/*'], {
      doc: 'Merging of equal pages, with its counters, and compressed cache of swap',
      origin: 'https://docs.kernel.org/admin-guide/mm/ksm.html',
    }),
    kvm_parameters: globFile(
      [
        '/sys/module/kvm/parameters/*',
        '/sys/module/kvm_intel/parameters/*',
        '/sys/module/kvm_amd/parameters/*',
      ],
      {
        doc: 'Options of KVM: nested guests and mitigations',
        origin: 'https://docs.kernel.org/admin-guide/kernel-parameters.html',
      },
    ),
    // It exits with 1 and prints nothing if a process ends after lsns opened its directory in /proc and before lsns read its stat.
    lsns: firstOf(
      ['/usr/bin/lsns', '/usr/bin/lsns -W', '/usr/bin/lsns -l'].map((line) => simpleCommand(line)),
      {
        doc: 'Namespaces with the number of their processes and the first one: containers and sandboxes',
        origin: 'lsns(8)',
        effects: { needsRoot: true },
      },
    ),
    module_parameters: globFile(['/sys/module/*/parameters/*'], {
      doc: 'Options in force of every loaded or built-in kernel module',
      onRequest: true,
      origin: 'https://docs.kernel.org/admin-guide/kernel-parameters.html',
    }),
    mpstat_sample: simpleCommand('/usr/bin/mpstat -P ALL 1 1', {
      doc: 'Use of each CPU in one second: one that is busy while the others wait',
      origin: 'mpstat(1)',
    }),
    pressure: globFile(
      ['/proc/pressure/cpu', '/proc/pressure/io', '/proc/pressure/memory', '/proc/pressure/irq'],
      {
        doc: 'Share of time in which tasks waited for CPU, memory or disks: what the host is short of',
        origin: 'https://docs.kernel.org/accounting/psi.html',
      },
    ),
    proc_crypto: simpleFile('/proc/crypto', {
      doc: 'Ciphers of the kernel with driver, priority and result of their self-test',
      origin: 'proc(5)',
    }),
    proc_filesystems: simpleFile('/proc/filesystems', {
      doc: 'File systems that the running kernel knows: a mount fails if its type is not among them',
      origin: 'proc(5)',
    }),
    proc_locks: simpleFile('/proc/locks', {
      doc: 'File locks with the process that holds each: who blocks whom',
      origin: 'proc(5)',
    }),
    proc_modules: simpleFile('/proc/modules', {
      doc: 'Loaded modules with size, users, state and taint flags, from the kernel itself',
      origin: 'proc(5)',
    }),
    proc_status: simpleCommand(
      '/usr/bin/find /proc -maxdepth 2 -ignore_readdir_race -path "/proc/[0-9]*/status" -exec /bin/grep -h -s -E "^(Name|State|Pid|PPid|Uid|VmRSS|Threads):" {} +',
      {
        doc: 'Processes with state, parent, user, threads and memory, on a host without ps',
        origin: 'proc(5)',
        // Processes end while it reads.
        keepRc: true,
        when: not(hasPs()),
      },
    ),
    proc_version: simpleFile('/proc/version', {
      doc: 'Version of the running kernel with its compiler and builder: tell a distribution kernel from another',
      origin: 'proc(5)',
    }),
    ps_cgroup: simpleCommand(
      '/usr/bin/ps -eo pid,ppid,user:32,stat,lstart,etimes,pcpu,pmem,rss,wchan:32,cgroup:80,args -ww',
      {
        doc: 'Processes with start time, state, wait channel, memory and the service that each belongs to',
        ...noProcps,
        origin: 'ps(1)',
      },
    ),
    ps_threads: simpleCommand('/usr/bin/ps -eLo pid,tid,psr,cls,pri,ni,stat,wchan:32,comm', {
      doc: 'Threads with CPU, scheduling class, priority and wait channel: real-time tasks that starve others',
      ...noProcps,
      origin: 'ps(1)',
    }),
    sar_today: simpleCommand('/usr/bin/sar -A', {
      doc: 'Recorded activity since midnight: CPU, memory, disks, network and queues over time',
      timeout: 5,
      absentWhen: ['Please check if data collecting is enabled'],
      origin: 'sar(1)',
    }),
    slabtop_once: simpleCommand('/usr/bin/slabtop -o', {
      doc: 'Largest caches of kernel memory: a leak in the kernel',
      origin: 'slabtop(1)',
      effects: { needsRoot: true },
    }),
    top_once: simpleCommand('/usr/bin/top -b -n 1 -w 512', {
      doc: 'Load, memory and the busiest tasks at this moment',
      ...noProcps,
      // Without it, top would make a directory for its settings in the home.
      env: { XDG_CONFIG_HOME: '/dev/null' },
      origin: 'top(1)',
    }),
    vm_files: globFile(
      [
        '/proc/vmstat',
        '/proc/zoneinfo',
        '/proc/pagetypeinfo',
        '/proc/swaps',
        '/proc/loadavg',
        '/proc/softirqs',
        '/proc/diskstats',
      ],
      {
        doc: 'Counters of memory, swap, load, interrupts and disks: reclaim, fragmentation and out-of-memory kills',
        origin: 'proc(5)',
      },
    ),
    vmallocinfo: simpleFile('/proc/vmallocinfo', {
      doc: 'Virtual memory of the kernel by the function that asked for it: which driver uses it up',
      origin: 'proc(5)',
      effects: { needsRoot: true },
    }),
    vmstat_sample: simpleCommand('/usr/bin/vmstat -w 1 3', {
      doc: 'Run queue, memory, swapping, disk traffic and CPU over two seconds',
      origin: 'vmstat(8)',
    }),
    zramctl: simpleCommand('/sbin/zramctl --output-all', {
      doc: 'Compressed devices in memory: size, data and compression of swap in memory',
      absentWhen: ['unrecognized option'],
      origin: 'zramctl(8)',
    }),
  },
  providers: [blockedTasks],
  conditions: [hasPs],
});
