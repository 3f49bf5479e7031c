import { globFile, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { virtualization } from './specs.js';

/** The virtualization domain in its earlier variant A. */
export const virtualizationA = variant(virtualization, {
  add: {
    engine_db_query_vdsm_version: simpleCommand(
      'engine-db-query --statement "SELECT vs.vds_name, rpm_version FROM vds_dynamic vd, vds_static vs WHERE vd.vds_id = vs.vds_id" --json',
      {
        doc: 'VDSM version of each hypervisor in the engine database: hosts left behind by updates',
        effects: { needsRoot: true },
      },
    ),
    lsvmbus: simpleCommand('/usr/sbin/lsvmbus -vv', {
      doc: 'Hyper-V bus devices with channels: synthetic devices and their CPU assignment',
    }),
    open_vm_tools_stat_raw_text_session: simpleCommand('/usr/bin/vmware-toolbox-cmd stat raw text session', {
      doc: 'Session details from VMware guest tools: hypervisor version and host data',
    }),
    qemu_conf: simpleFile('/etc/libvirt/qemu.conf', {
      doc: 'Libvirt settings for QEMU guests: process user, security driver and namespaces',
      effects: { needsRoot: true },
    }),
    sysconfig_virt_who: simpleFile('/etc/sysconfig/virt-who', {
      doc: 'Options of virt-who on older releases: interval, hypervisor type and one-shot mode',
    }),
    vdsm_logger_conf: simpleFile('etc/vdsm/logger.conf', {
      doc: 'Logging configuration of VDSM: log levels that flood or hide information',
    }),
    vhost_net_zero_copy_tx: simpleFile('/sys/module/vhost_net/parameters/experimental_zcopytx', {
      doc: 'Zero-copy transmit switch of vhost_net: a speed option with known hangs',
    }),
    virt_uuid_facts: simpleFile('/etc/rhsm/facts/virt_uuid.facts', {
      doc: 'UUID fact reported for a virtual machine: link a guest to its hypervisor record',
    }),
    virt_who_conf: globFile(['etc/virt-who.conf', 'etc/virt-who.d/*.conf'], {
      doc: 'Configuration of virt-who: hypervisors it queries to map guests to hosts',
      effects: { needsRoot: true },
    }),
    virtlogd_conf: simpleFile('/etc/libvirt/virtlogd.conf', {
      doc: 'Settings of the guest log daemon: size and number of console log files',
      effects: { needsRoot: true },
    }),
  },
});
