import { pathCondition } from '@hostspec/facts';
import { firstOf, globFile, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Holds if the host can talk to a management controller; without the device, ipmitool can only fail. */
const ipmiDevice = pathCondition('IpmiDevice', '/dev/ipmi0', '/dev/ipmi/0', '/dev/ipmidev/0');

/** Holds while the NVIDIA driver is loaded; nvidia-smi would try to load it. */
const nvidiaDriver = pathCondition('NvidiaDriver', '/proc/driver/nvidia/version');

/** What the clients of a fwupd that does not run say. */
const noFwupd = ['Failed to connect to daemon', 'Could not connect', 'Failed to open'];

/** Buses, processors, memory, sensors, management controllers, GPUs and RAID controllers. */
export const hardware = slice({
  name: 'hardware',
  version,
  specs: {
    acpi_interrupts: simpleCommand('/bin/grep -r -v "^ *0 " /sys/firmware/acpi/interrupts', {
      doc: 'ACPI events that occurred, with their counts: a storm of one explains a busy kworker',
      origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-firmware-acpi',
      emptyRc: [1],
      absentWhen: ['No such file or directory'],
    }),
    bus_files: globFile(
      [
        '/proc/iomem',
        '/proc/ioports',
        '/proc/devices',
        '/proc/misc',
        '/proc/bus/input/devices',
        '/proc/driver/rtc',
        '/proc/tty/drivers',
      ],
      {
        doc: 'Addresses, ports and numbers that drivers claim: conflicts of resources',
        origin: 'proc(5)',
        effects: { needsRoot: true },
      },
    ),
    cpu_microcode: simpleFile('/sys/devices/system/cpu/cpu0/microcode/version', {
      doc: 'Level of the microcode that runs on the first CPU: whether an update took effect',
      origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-devices-system-cpu',
    }),
    cpufreq: simpleCommand(
      '/usr/bin/find /sys/devices/system/cpu -maxdepth 3 -path "*/cpufreq/*" ( -name scaling_driver -o -name scaling_governor -o -name scaling_cur_freq -o -name scaling_max_freq ) -exec /bin/grep -H . {} +',
      {
        doc: 'Governor, current and highest clock of each CPU: a host that is slow by its settings',
        origin: 'https://docs.kernel.org/admin-guide/pm/cpufreq.html',
      },
    ),
    dmi_ids: globFile(
      [
        '/sys/class/dmi/id/bios_*',
        '/sys/class/dmi/id/board_name',
        '/sys/class/dmi/id/board_vendor',
        '/sys/class/dmi/id/board_version',
        '/sys/class/dmi/id/chassis_type',
        '/sys/class/dmi/id/product_name',
        '/sys/class/dmi/id/product_version',
        '/sys/class/dmi/id/sys_vendor',
      ],
      {
        doc: 'Model, board and firmware with its date, without dmidecode; no serial numbers',
        origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-class-dmi',
      },
    ),
    edac_counts: globFile(
      [
        '/sys/devices/system/edac/mc/mc*/mc_name',
        '/sys/devices/system/edac/mc/mc*/ce_count',
        '/sys/devices/system/edac/mc/mc*/ue_count',
      ],
      {
        doc: 'Memory errors by controller since the boot, corrected and not: a failing module',
        origin: 'https://docs.kernel.org/admin-guide/ras.html',
      },
    ),
    fwupd_devices: simpleCommand('/usr/bin/fwupdmgr get-devices --no-unreported-check', {
      doc: 'Devices with the version of their firmware, as fwupd sees them',
      origin: 'fwupdmgr(1)',
      emptyRc: [2],
      absentWhen: noFwupd,
      timeout: 30,
      onRequest: true,
    }),
    fwupd_history: simpleCommand('/usr/bin/fwupdmgr get-history --no-unreported-check', {
      doc: 'Updates of firmware that fwupd tried, and how they ended',
      origin: 'fwupdmgr(1)',
      emptyRc: [2],
      absentWhen: noFwupd,
      timeout: 30,
      onRequest: true,
    }),
    infiniband_ports: globFile(
      [
        '/sys/class/infiniband/*/fw_ver',
        '/sys/class/infiniband/*/ports/*/state',
        '/sys/class/infiniband/*/ports/*/rate',
      ],
      {
        doc: 'State and rate of each InfiniBand or RoCE port, and the firmware of its adapter',
        origin: 'https://www.kernel.org/doc/Documentation/ABI/stable/sysfs-class-infiniband',
      },
    ),
    ipmi_chassis: simpleCommand('/usr/bin/ipmitool chassis status', {
      doc: 'Power, faults and last cause of a power event, from the management controller',
      origin: 'ipmitool(1)',
      when: ipmiDevice(),
      timeout: 30,
      effects: { needsRoot: true },
    }),
    ipmi_lan: simpleCommand('/usr/bin/ipmitool lan print 1', {
      doc: 'Address, VLAN and gateway of the management controller: how to reach it',
      origin: 'ipmitool(1)',
      when: ipmiDevice(),
      timeout: 30,
      effects: { needsRoot: true },
    }),
    ipmi_sel: simpleCommand('/usr/bin/ipmitool sel elist last 500', {
      doc: 'Last 500 events of the management controller: memory, power, temperature, disks',
      origin: 'ipmitool(1)',
      when: ipmiDevice(),
      timeout: 60,
      effects: { needsRoot: true },
    }),
    ipmi_sensors: simpleCommand('/usr/bin/ipmitool sdr elist all', {
      doc: 'Sensors of the management controller with reading and state: fans, volts, degrees',
      origin: 'ipmitool(1)',
      when: ipmiDevice(),
      timeout: 60,
      effects: { needsRoot: true },
    }),
    lscpu_extended: simpleCommand('/usr/bin/lscpu --extended', {
      doc: 'CPU by CPU: core, socket, node, caches, whether it is online, its clock',
      origin: 'lscpu(1)',
    }),
    lsmem: simpleCommand('/usr/bin/lsmem', {
      doc: 'Ranges of memory, online and offline: memory that was added and is not used',
      origin: 'lsmem(1)',
      absentWhen: ['This system does not support memory blocks', 'cannot open /sys/devices/system/memory'],
    }),
    lspci_verbose: simpleCommand('/usr/bin/lspci -nnvv', {
      doc: 'Each PCI device with driver, width and speed of its link, and errors: a slot that runs slow',
      origin: 'lspci(8)',
      absentWhen: ['Cannot find any working access method'],
      effects: { needsRoot: true },
    }),
    lsusb: simpleCommand('/usr/bin/lsusb', {
      doc: 'USB devices by vendor and product',
      origin: 'lsusb(8)',
      emptyRc: [1],
    }),
    lsusb_tree: simpleCommand('/usr/bin/lsusb -t', {
      doc: 'Tree of USB ports with speed and driver of each device: a fast disk at a slow port',
      origin: 'lsusb(8)',
      absentWhen: ['No such file or directory'],
    }),
    numactl_hardware: simpleCommand('/usr/bin/numactl --hardware', {
      doc: 'NUMA nodes with CPUs, memory, free memory and distances',
      origin: 'numactl(8)',
      absentWhen: ['No NUMA support available'],
    }),
    numastat: simpleCommand('/usr/bin/numastat', {
      doc: 'Memory by node, and how often it came from the wrong one',
      origin: 'numastat(8)',
      absentWhen: ['not NUMA aware'],
    }),
    nvidia_driver_version: simpleFile('/proc/driver/nvidia/version', {
      doc: 'Version of the NVIDIA driver that is loaded: it must match that of its libraries',
      origin: 'https://download.nvidia.com/XFree86/Linux-x86_64/latest/README/procinterface.html',
    }),
    nvidia_smi_q: simpleCommand('/usr/bin/nvidia-smi -q', {
      doc: 'Each NVIDIA GPU: memory errors, clocks, why it throttles, its processes',
      origin: 'https://docs.nvidia.com/deploy/nvidia-smi/index.html',
      when: nvidiaDriver(),
      timeout: 30,
      effects: { loadsModules: true },
    }),
    nvidia_smi_topo: simpleCommand('/usr/bin/nvidia-smi topo -m', {
      doc: 'Links between NVIDIA GPUs, adapters and CPUs: which pairs are far apart',
      origin: 'https://docs.nvidia.com/deploy/nvidia-smi/index.html',
      when: nvidiaDriver(),
      timeout: 30,
      effects: { loadsModules: true },
    }),
    pcie_aer: simpleCommand(
      '/usr/bin/find -L /sys/bus/pci/devices -maxdepth 2 -name "aer_dev_*" -exec /bin/grep -H -v " 0$" {} +',
      {
        doc: 'PCI Express errors by device since the boot, those that occurred: a bad slot or cable',
        origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-bus-pci-devices-aer_stats',
        emptyRc: [1],
        absentWhen: ['No such file or directory'],
      },
    ),
    power_supplies: globFile(['/sys/class/power_supply/*/uevent'], {
      doc: 'Batteries and mains: charge, wear, whether the power is on',
      origin: 'https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-class-power',
    }),
    // Without their last word, three of them write a log to the current directory.
    raid_controllers: firstOf(
      [
        simpleCommand('/opt/MegaRAID/storcli/storcli64 /call show all J nolog'),
        simpleCommand('/opt/MegaRAID/perccli/perccli64 /call show all J nolog'),
        simpleCommand('/usr/sbin/ssacli ctrl all show config detail'),
        simpleCommand('/usr/sbin/arcconf getconfig 1 AL nologs'),
      ],
      {
        doc: 'Arrays, disks and batteries of a RAID controller: a degraded array, a disk that fails',
        origin: 'https://docs.broadcom.com/doc/12352476',
        timeout: 60,
        effects: { needsRoot: true },
      },
    ),
    ras_mc_summary: simpleCommand('/usr/sbin/ras-mc-ctl --summary', {
      doc: 'Hardware errors that rasdaemon kept: memory, PCI Express, machine checks, disks',
      origin: 'ras-mc-ctl(8)',
      absentWhen: ['unable to open database file', 'no such table'],
      effects: { needsRoot: true },
    }),
    rfkill_list: simpleCommand('/usr/sbin/rfkill list', {
      doc: 'Radios that a switch or a program blocks: why Wi-Fi or Bluetooth does not work',
      origin: 'rfkill(8)',
      absentWhen: ['cannot open /dev/rfkill', '/dev/rfkill: No such file'],
    }),
    rocm_smi: firstOf(
      [
        simpleCommand('/usr/bin/amd-smi static'),
        simpleCommand('/opt/rocm/bin/rocm-smi -a'),
        simpleCommand('/usr/bin/rocm-smi -a'),
      ],
      {
        doc: 'AMD GPUs: firmware, clocks, temperature, memory, links',
        origin: 'https://rocm.docs.amd.com/projects/amdsmi/en/latest/how-to/amdsmi-cli-tool.html',
        timeout: 30,
      },
    ),
    sensors: simpleCommand('/usr/bin/sensors', {
      doc: 'Temperatures, fans and voltages with their limits: a host that throttles or dies of heat',
      origin: 'sensors(1)',
      emptyRc: [1],
      absentWhen: ['No sensors found'],
    }),
    thermal_zones: globFile(
      ['/sys/class/thermal/thermal_zone*/type', '/sys/class/thermal/thermal_zone*/temp'],
      {
        doc: 'Temperature of each zone in thousandths of a degree, also without lm-sensors',
        origin: 'https://docs.kernel.org/driver-api/thermal/sysfs-api.html',
      },
    ),
  },
  conditions: [ipmiDevice, nvidiaDriver],
});
