import { globFile, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** What virsh says if libvirt does not run. */
export const noLibvirt = ['Failed to connect socket'];

/** Libvirt, QEMU, oVirt/RHV, VMware and Hyper-V guest tools, virt-who. */
export const virtualization = slice({
  name: 'virtualization',
  version,
  origin: insightsCore,
  specs: {
    engine_log: simpleFile('/var/log/ovirt-engine/engine.log', {
      doc: 'Main log of the oVirt engine: failing hosts, storage and migrations',
    }),
    libvirtd_log: simpleFile('/var/log/libvirt/libvirtd.log', {
      doc: 'Log of the libvirt daemon: guest start failures and monitor errors',
      effects: { needsRoot: true },
    }),
    ovirt_engine_server_log: simpleFile('/var/log/ovirt-engine/server.log', {
      doc: 'Application server log of the oVirt engine: deployment and Java errors',
    }),
    ovirt_engine_ui_log: simpleFile('/var/log/ovirt-engine/ui.log', {
      doc: 'Log of the oVirt web interface: script errors that users ran into',
    }),
    qemu_xml: globFile(['/etc/libvirt/qemu/*.xml'], {
      doc: 'Definitions of local virtual machines: CPU model, disks, networks and NUMA',
      effects: { needsRoot: true },
    }),
    sys_vmbus_class_id: globFile(['/sys/bus/vmbus/devices/*/class_id'], {
      doc: 'Class id of each Hyper-V bus device: which kinds of synthetic devices exist',
    }),
    sys_vmbus_device_id: globFile(['/sys/bus/vmbus/devices/*/device_id'], {
      doc: 'Instance id of each Hyper-V bus device: tell single adapters and disks apart',
    }),
    sysconfig_libvirt_guests: simpleFile('etc/sysconfig/libvirt-guests', {
      doc: 'What happens to guests when their host shuts down: suspend or shut down, and timeouts',
    }),
    vdsm_log: simpleFile('var/log/vdsm/vdsm.log', {
      doc: 'Log of VDSM on a hypervisor: storage, migration and monitoring errors',
    }),
    virsh_list_all: simpleCommand('/usr/bin/virsh --readonly list --all', {
      doc: 'Virtual machines of the host with their state: running, paused and crashed guests',
      absentWhen: noLibvirt,
      effects: { needsRoot: true },
    }),
    virt_what: simpleCommand('/usr/sbin/virt-what', {
      doc: 'Hypervisor or container type of the host: virtual or bare metal, and which kind',
      effects: { needsRoot: true },
    }),
    vmware_tools_conf: simpleFile('/etc/vmware-tools/tools.conf', {
      doc: 'VMware guest tools configuration: logging, time synchronisation and excluded devices',
    }),
  },
});
