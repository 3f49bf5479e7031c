import { simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { kernel } from './specs.js';

/** The kernel domain in its earlier variant A. */
export const kernelA = variant(kernel, {
  override: {
    tuned_adm: simpleCommand('/usr/sbin/tuned-adm list', {
      doc: 'TuneD profiles on offer and the active one: whether tuning suits the workload',
    }),
  },
  add: {
    ktimer_lockless: simpleFile('/sys/kernel/ktimer_lockless_check', {
      doc: 'Lockless timer check of the real-time kernel: affects latency on isolated CPUs',
    }),
    ls_edac_mc: simpleCommand('/bin/ls -lan /sys/devices/system/edac/mc', {
      doc: 'Memory controllers watched for ECC errors: whether error reporting is active',
      absentWhen: ['No such file or directory'],
    }),
    ls_lib_firmware: simpleCommand('/bin/ls -lanR /lib/firmware', {
      doc: 'Recursive listing of device firmware files: missing or altered firmware',
      absentWhen: ['No such file or directory'],
    }),
    modinfo_i40e: simpleCommand('/sbin/modinfo i40e', {
      doc: 'Details of the Intel i40e network driver: version and signature of the installed module',
    }),
    modinfo_igb: simpleCommand('/sbin/modinfo igb', {
      doc: 'Details of the Intel igb network driver: tell the shipped module from a vendor build',
    }),
    modinfo_ixgbe: simpleCommand('/sbin/modinfo ixgbe', {
      doc: 'Details of the Intel ixgbe network driver: version to compare with known faults',
    }),
    modinfo_veth: simpleCommand('/sbin/modinfo veth', {
      doc: 'Details of the veth module: version and origin of the virtual Ethernet pair driver',
    }),
    modinfo_vmxnet3: simpleCommand('/sbin/modinfo vmxnet3', {
      doc: 'Details of the VMware vmxnet3 network driver: shipped by the kernel or replaced by guest tools',
    }),
    netconsole: simpleFile('/etc/sysconfig/netconsole', {
      doc: 'Settings for kernel messages over the network: where a crashing host sends its last words',
    }),
  },
  omit: [
    'buddyinfo',
    'lru_gen_enabled',
    'lsinitrd_kdump_image',
    'modinfo_filtered_modules',
    'modules_load_d',
    'nvidia_smi_active_clocks_event_reasons',
    'nvidia_smi_l',
    'nvidia_smi_query_gpu',
    'proc_keyusers',
    'random_entropy_avail',
    'sysconfig_irqbalance',
    'sysconfig_kernel',
  ],
});
