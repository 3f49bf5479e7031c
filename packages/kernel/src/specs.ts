import { coreEgg, isGtRhel9, selinuxDisabled } from '@hostspec/facts';
import {
  any,
  commandWithArgs,
  firstFile,
  foreachExecute,
  globFile,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { currentVersion, kernelModuleFilters, semid } from './providers.js';
import { modinfoModules } from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Kernel, cpu, memory, modules, sysctl, kdump, hardware as the kernel sees it. */
export const kernel = slice({
  name: 'kernel',
  version,
  origin: insightsCore,
  specs: {
    buddyinfo: simpleFile('/proc/buddyinfo', {
      doc: 'Free memory blocks by order in each zone: memory fragmentation',
    }),
    cdc_wdm: simpleFile('/sys/bus/usb/drivers/cdc_wdm/module/refcnt', {
      doc: 'Use count of the USB modem driver cdc_wdm: whether a flaw in this driver can be reached',
    }),
    cgroups: simpleFile('/proc/cgroups', {
      doc: 'Control group controllers with hierarchy and group count: disabled controllers and leaked groups',
    }),
    cmdline: simpleFile('/proc/cmdline', {
      doc: 'Kernel command line of the running boot: options that explain its behaviour',
    }),
    cpu_cores: globFile(['sys/devices/system/cpu/cpu[0-9]*/online'], {
      doc: 'Online flag of each CPU: processors taken offline',
    }),
    cpu_siblings: globFile(['sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list'], {
      doc: 'Hyper-thread siblings of each CPU: thread layout for pinning and isolation',
    }),
    cpu_smt_active: simpleFile('sys/devices/system/cpu/smt/active', {
      doc: 'Whether simultaneous multithreading is active: a factor in side-channel exposure',
    }),
    cpu_vulns: globFile(['sys/devices/system/cpu/vulnerabilities/*'], {
      doc: 'Verdict of the kernel on each CPU vulnerability: which mitigations are active',
    }),
    cpuinfo: simpleFile('/proc/cpuinfo', {
      doc: 'Processor model, flags and microcode for every CPU: capability and erratum checks',
    }),
    cpuset_cpus: simpleFile('/sys/fs/cgroup/cpuset/cpuset.cpus', {
      doc: 'CPUs allowed by the top cpuset of the host: processors withheld from tasks',
    }),
    current_clocksource: simpleFile('/sys/devices/system/clocksource/clocksource0/current_clocksource', {
      doc: 'Clock source in use: slow or unstable ones harm latency and timekeeping',
    }),
    dmesg: simpleCommand('/bin/dmesg', {
      doc: 'Kernel ring buffer: hardware, driver and memory errors since boot',
    }),
    dmesg_log: simpleFile('/var/log/dmesg', {
      doc: 'Kernel messages saved at boot: early hardware and driver errors',
    }),
    dracut_kdump_capture_service: simpleFile('/usr/lib/dracut/modules.d/99kdumpbase/kdump-capture.service', {
      doc: 'Unit that saves the crash dump in the capture initramfs: check for the packaged fault',
    }),
    getconf_page_size: simpleCommand('/usr/bin/getconf PAGE_SIZE', {
      doc: 'Memory page size: tells 4 KiB from 64 KiB kernels',
    }),
    ibm_fw_vernum_encoded: simpleFile('/proc/device-tree/openprom/ibm,fw-vernum_encoded', {
      doc: 'Firmware level of an IBM Power system from the device tree: match it with firmware notices',
    }),
    ibm_lparcfg: simpleFile('/proc/powerpc/lparcfg', {
      doc: 'Partition configuration on IBM Power: entitled processors, sharing mode and capacity',
    }),
    init_process_cgroup: simpleFile('/proc/1/cgroup', {
      doc: 'Control groups of process 1: tells a container from a full host',
    }),
    interrupts: simpleFile('/proc/interrupts', {
      doc: 'Interrupt counts for each CPU and device: uneven or stuck interrupt handling',
    }),
    ipcs_m: simpleCommand('/usr/bin/ipcs -m', {
      doc: 'System V shared memory segments: leftovers and large users of shared memory',
    }),
    ipcs_m_p: simpleCommand('/usr/bin/ipcs -m -p', {
      doc: 'Creator and last user of each shared memory segment: find segments without a living owner',
    }),
    ipcs_s: simpleCommand('/usr/bin/ipcs -s', {
      doc: 'System V semaphore sets: leaked sets that use up the limit',
    }),
    ipcs_s_i: foreachExecute('/usr/bin/ipcs -s -i %s', semid(), {
      doc: 'Details of semaphore sets of root, apache and oracle: sets whose processes are gone',
    }),
    kdump_conf: simpleFile('/etc/kdump.conf', {
      doc: 'Crash dump configuration: dump target, compression and failure action',
    }),
    kernel_config: globFile(['/boot/config-*'], {
      doc: 'Build options of each installed kernel: features compiled in, as modules or left out',
    }),
    kernel_crash_kexec_post_notifiers: simpleFile(
      '/sys/module/kernel/parameters/crash_kexec_post_notifiers',
      { doc: 'Whether panic notifiers run before the crash kernel: affects dump reliability' },
    ),
    kexec_crash_size: simpleFile('/sys/kernel/kexec_crash_size', {
      doc: 'Bytes reserved for the crash kernel: zero means that no dump can be taken',
    }),
    kpatch_list: simpleCommand('/usr/sbin/kpatch list', {
      doc: 'Loaded and installed kernel live patches: which fixes are active without a reboot',
    }),
    ksmstate: simpleFile('/sys/kernel/mm/ksm/run', {
      doc: 'Switch of kernel same-page merging: trades CPU time and isolation for memory',
    }),
    lru_gen_enabled: simpleFile('/sys/kernel/mm/lru_gen/enabled', {
      doc: 'Multi-generational page reclaim switch: explains reclaim behaviour under memory pressure',
    }),
    lscpu: simpleCommand('/usr/bin/lscpu', {
      doc: 'Summary of the processors: sockets, cores, threads, caches and NUMA nodes',
    }),
    lsinitrd_kdump_image: commandWithArgs('/usr/bin/lsinitrd -k %skdump', currentVersion(), {
      doc: 'Contents of the kdump initramfs: modules and tools present when a dump is taken',
      effects: { needsRoot: true },
    }),
    lsmod: simpleCommand('/sbin/lsmod', {
      doc: 'Loaded kernel modules with sizes and users: unexpected or unused drivers',
      absentWhen: ['could not open /proc/modules: No such file or directory'],
    }),
    lspci: simpleCommand('/sbin/lspci -k', {
      doc: 'PCI devices with the driver bound to each: missing or third-party drivers',
    }),
    lspci_vmmkn: simpleCommand('/sbin/lspci -vmmkn', {
      doc: 'PCI devices by numeric id with driver, in records: match hardware with certified or faulty models',
    }),
    meminfo: firstFile(['/proc/meminfo', '/meminfo'], {
      doc: 'Memory use as the kernel counts it: free, cached, slab, huge pages and swap',
    }),
    modinfo_filtered_modules: commandWithArgs('modinfo %s', kernelModuleFilters(), {
      doc: 'Details of chosen loaded modules: version, signature and parameters',
    }),
    modprobe: globFile(['/etc/modprobe.conf', '/etc/modprobe.d/*.conf'], {
      doc: 'Module options, aliases and blacklists: drivers that are blocked or specially tuned',
    }),
    modules_load_d: globFile(['/etc/modules-load.d/*.conf'], {
      doc: 'Modules to load at boot: drivers requested without hardware detection',
    }),
    numa_cpus: globFile(['/sys/devices/system/node/node[0-9]*/cpulist'], {
      doc: 'CPUs of each NUMA node: layout for pinning and memory locality',
    }),
    nvidia_smi_active_clocks_event_reasons: simpleCommand(
      '/usr/bin/nvidia-smi --query-gpu=name,clocks_event_reasons.active --format=csv,noheader',
      {
        doc: 'Reasons why NVIDIA GPUs run at reduced clocks: heat, power caps or idling',
        effects: { loadsModules: true },
      },
    ),
    nvidia_smi_l: simpleCommand('/usr/bin/nvidia-smi -L', {
      doc: 'NVIDIA GPUs with model and UUID: which accelerators the driver sees',
      effects: { loadsModules: true },
    }),
    nvidia_smi_query_gpu: simpleCommand(
      '/usr/bin/nvidia-smi --query-gpu=index,name,uuid,memory.total --format=csv,noheader',
      {
        doc: 'Index, name, UUID and memory of each NVIDIA GPU: capacity for model serving',
        effects: { loadsModules: true },
      },
    ),
    od_cpu_dma_latency: simpleCommand('/usr/bin/od -An -t d /dev/cpu_dma_latency', {
      doc: 'CPU latency limit requested by programs: whether deep idle states are held off',
      absentWhen: ['No such file or directory'],
      effects: { needsRoot: true },
    }),
    proc_keys: simpleFile('/proc/keys', {
      doc: 'Keys visible to the collecting process: expiry, owner and keyring types',
    }),
    proc_keyusers: simpleFile('/proc/key-users', {
      doc: 'Key counts and quotas for each user: users who run out of kernel key quota',
    }),
    proc_slabinfo: simpleFile('proc/slabinfo', {
      doc: 'Kernel slab caches with object counts: caches that leak kernel memory',
      effects: { needsRoot: true },
    }),
    proc_stat: simpleFile('proc/stat', {
      doc: 'CPU time, context switches, forks and boot time: the raw base of load figures',
    }),
    random_entropy_avail: simpleFile('/proc/sys/kernel/random/entropy_avail', {
      doc: 'Entropy available in the kernel pool: low values stall key generation on old kernels',
    }),
    sysconfig_irqbalance: simpleFile('/etc/sysconfig/irqbalance', {
      doc: 'Options of irqbalance: CPUs banned from interrupts and one-shot mode',
    }),
    sysconfig_kdump: simpleFile('etc/sysconfig/kdump', {
      doc: 'Environment of the kdump service: kernel arguments for the capture kernel',
    }),
    sysconfig_kernel: simpleFile('etc/sysconfig/kernel', {
      doc: 'Kernel installation defaults: whether a new kernel becomes the default entry',
    }),
    sysctl: simpleCommand('/sbin/sysctl -a', {
      doc: 'All kernel parameters with their current values: tuning that is really in force',
      // BusyBox says so if it could not read one of them.
      emptyRc: [1],
    }),
    sysctl_conf: simpleFile('/etc/sysctl.conf', {
      doc: 'Main sysctl file: kernel parameters set by the administrator',
    }),
    sysctl_d_conf_etc: globFile(['/etc/sysctl.d/*.conf'], {
      doc: 'Local sysctl drop-in files: parameters that override packaged values',
    }),
    sysctl_d_conf_usr: globFile(['/usr/lib/sysctl.d/*.conf'], {
      doc: 'Packaged sysctl files: kernel parameter defaults of the distribution and its packages',
    }),
    thp_enabled: simpleFile('/sys/kernel/mm/transparent_hugepage/enabled', {
      doc: 'Transparent huge page mode: a common cause of database latency',
    }),
    thp_use_zero_page: simpleFile('/sys/kernel/mm/transparent_hugepage/use_zero_page', {
      doc: 'Whether huge zero pages serve read faults: a memory saving tied to known kernel faults',
    }),
    tuned_adm: simpleCommand('/usr/sbin/tuned-adm list', {
      doc: 'TuneD profiles on offer and the active one: whether tuning suits the workload',
      when: any(isGtRhel9(), selinuxDisabled(), coreEgg()),
    }),
    uname: simpleCommand('/usr/bin/uname -a', {
      doc: 'Kernel release, build and architecture: the kernel that is really running',
    }),
    vma_ra_enabled: simpleFile('/sys/kernel/mm/swap/vma_ra_enabled', {
      doc: 'Whether swap read-ahead follows virtual memory areas: affects swap speed',
    }),
    x86_ibpb_enabled: simpleFile('sys/kernel/debug/x86/ibpb_enabled', {
      doc: 'State of the IBPB mitigation on older kernels: barrier against Spectre branch injection',
      effects: { needsRoot: true },
    }),
    x86_ibrs_enabled: simpleFile('sys/kernel/debug/x86/ibrs_enabled', {
      doc: 'State of the IBRS mitigation on older kernels: restricted branch speculation in the kernel',
      effects: { needsRoot: true },
    }),
    x86_pti_enabled: simpleFile('sys/kernel/debug/x86/pti_enabled', {
      doc: 'State of page table isolation on older kernels: the Meltdown mitigation',
      effects: { needsRoot: true },
    }),
    x86_retp_enabled: simpleFile('sys/kernel/debug/x86/retp_enabled', {
      doc: 'State of retpolines on older kernels: the compiler-based Spectre mitigation',
      effects: { needsRoot: true },
    }),
  },
  providers: [currentVersion, kernelModuleFilters, semid],
  conditions: [coreEgg, isGtRhel9, selinuxDisabled],
  settings: [modinfoModules],
});
