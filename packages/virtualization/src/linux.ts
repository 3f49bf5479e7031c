import { foreachExecute, globFile, linux, simpleCommand } from '@hostspec/spec';
import { proxmoxFilesServed } from './conditions.js';
import { libvirtDomains } from './providers.js';
import { noLibvirt, virtualization } from './specs.js';

const virsh = { absentWhen: noLibvirt, origin: 'virsh(1)' };

/** The virtualization domain for all of Linux. */
export const virtualizationLinux = linux(virtualization, {
  for: {
    engine_log: ['rhel'],
    ovirt_engine_server_log: ['rhel'],
    ovirt_engine_ui_log: ['rhel'],
    sysconfig_libvirt_guests: ['rhel', 'suse'],
    vdsm_log: ['rhel'],
  },
  logs: {
    engine_log: { newest: 8_000_000 },
    libvirtd_log: { newest: 8_000_000 },
    ovirt_engine_server_log: { newest: 8_000_000 },
    ovirt_engine_ui_log: { newest: 4_000_000 },
    vdsm_log: { newest: 8_000_000 },
  },
  add: {
    libvirt_conf: globFile(
      ['/etc/libvirt/*.conf', '/etc/libvirt/qemu/networks/*.xml', '/etc/libvirt/storage/*.xml'],
      {
        doc: 'Options of libvirt and its drivers, and its networks and storage pools as configured',
        origin: 'https://libvirt.org/daemons.html',
        effects: { needsRoot: true },
      },
    ),
    proxmox_conf: globFile(
      [
        '/etc/pve/storage.cfg',
        '/etc/pve/datacenter.cfg',
        '/etc/pve/corosync.conf',
        '/etc/pve/qemu-server/*.conf',
        '/etc/pve/lxc/*.conf',
      ],
      {
        doc: 'Storage, data centre, cluster and guests of Proxmox as configured',
        for: ['proxmox'],
        when: proxmoxFilesServed(),
        origin: 'https://pve.proxmox.com/wiki/Proxmox_Cluster_File_System_(pmxcfs)',
        effects: { needsRoot: true },
      },
    ),
    proxmox_guests: simpleCommand('/usr/sbin/qm list --full', {
      doc: 'Guests of Proxmox with state, memory, disk and process',
      for: ['proxmox'],
      when: proxmoxFilesServed(),
      timeout: 15,
      origin: 'qm(1)',
      effects: { needsRoot: true },
    }),
    proxmox_version: simpleCommand('/usr/bin/pveversion -v', {
      doc: 'Versions of the packages that make up Proxmox',
      for: ['proxmox'],
      origin: 'pveversion(1)',
    }),
    virsh_dominfo: foreachExecute('/usr/bin/virsh --readonly dominfo %s', libvirtDomains(), {
      doc: 'State, memory, processors and autostart of each guest of libvirt',
      ...virsh,
    }),
    virsh_networks: simpleCommand('/usr/bin/virsh --readonly net-list --all', {
      doc: 'Networks of libvirt: which are active and which start by themselves',
      ...virsh,
    }),
    virsh_pools: simpleCommand('/usr/bin/virsh --readonly pool-list --all --details', {
      doc: 'Storage pools of libvirt with state, capacity and free space',
      ...virsh,
    }),
  },
  providers: [libvirtDomains],
  conditions: [proxmoxFilesServed],
});
