import { firstFile, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { openstack } from './specs.js';

/** The openstack domain in its earlier variant A. */
export const openstackA = variant(openstack, {
  add: {
    ceilometer_collector_log: firstFile(
      ['/var/log/containers/ceilometer/collector.log', '/var/log/ceilometer/collector.log'],
      { doc: 'Log of the telemetry collector: samples that fail to reach storage' },
    ),
    ceilometer_compute_log: firstFile(
      ['/var/log/containers/ceilometer/compute.log', '/var/log/ceilometer/compute.log'],
      { doc: 'Log of the telemetry agent on a compute node: polling failures' },
    ),
    ceilometer_conf: firstFile(
      [
        '/var/lib/config-data/puppet-generated/ceilometer/etc/ceilometer/ceilometer.conf',
        '/etc/ceilometer/ceilometer.conf',
      ],
      {
        doc: 'Telemetry service configuration: storage of meters, expiry and messaging',
        effects: { needsRoot: true },
      },
    ),
    cinder_api_log: firstFile(
      ['/var/log/containers/cinder/cinder-api.log', '/var/log/cinder/cinder-api.log'],
      { doc: 'Log of the block storage API: failing volume requests' },
    ),
    cinder_volume_log: firstFile(
      [
        '/var/log/containers/cinder/volume.log',
        '/var/log/containers/cinder/cinder-volume.log',
        '/var/log/cinder/volume.log',
      ],
      { doc: 'Log of the volume service: storage backend and driver errors' },
    ),
    designate_conf: firstFile(
      [
        '/var/lib/config-data/puppet-generated/designate/etc/designate/designate.conf',
        '/etc/designate/designate.conf',
      ],
      { doc: 'DNS service configuration: pools, backends and workers', effects: { needsRoot: true } },
    ),
    gnocchi_conf: firstFile(
      ['/var/lib/config-data/puppet-generated/gnocchi/etc/gnocchi/gnocchi.conf', '/etc/gnocchi/gnocchi.conf'],
      { doc: 'Metric storage configuration: backends and archive policy', effects: { needsRoot: true } },
    ),
    gnocchi_metricd_log: firstFile(
      ['/var/log/containers/gnocchi/gnocchi-metricd.log', '/var/log/gnocchi/metricd.log'],
      { doc: 'Log of the metric processing daemon: backlog and storage errors' },
    ),
    heat_api_log: firstFile(
      ['/var/log/containers/heat/heat_api.log', '/var/log/heat/heat-api.log', '/var/log/heat/heat_api.log'],
      { doc: 'Log of the orchestration API: failing stack requests' },
    ),
    keystone_crontab: simpleFile('/var/spool/cron/keystone', {
      doc: 'Cron jobs of the identity service account: missing token clean-up',
      effects: { needsRoot: true },
    }),
    ls_R_var_lib_nova_instances: simpleCommand('/bin/ls -laR /var/lib/nova/instances', {
      doc: 'Recursive listing of instance files on a compute node: leftovers and wrong owners',
      absentWhen: ['No such file or directory'],
    }),
    ls_var_lib_nova_instances: simpleCommand('/bin/ls -laRZ /var/lib/nova/instances', {
      doc: 'Recursive listing of instance files with SELinux labels: labels that stop migration',
      absentWhen: ['No such file or directory'],
    }),
    neutron_conf: firstFile(
      ['/var/lib/config-data/puppet-generated/neutron/etc/neutron/neutron.conf', '/etc/neutron/neutron.conf'],
      {
        doc: 'Networking service configuration: plugins, agents and high availability of routers',
        effects: { needsRoot: true },
      },
    ),
    neutron_dhcp_agent_ini: firstFile(
      [
        '/var/lib/config-data/puppet-generated/neutron/etc/neutron/dhcp_agent.ini',
        '/etc/neutron/dhcp_agent.ini',
      ],
      {
        doc: 'DHCP agent configuration: driver, metadata and isolated networks',
        effects: { needsRoot: true },
      },
    ),
    neutron_l3_agent_ini: firstFile(
      ['/var/lib/config-data/puppet-generated/neutron/etc/neutron/l3_agent.ini', '/etc/neutron/l3_agent.ini'],
      {
        doc: 'Router agent configuration: agent mode, namespaces and failover',
        effects: { needsRoot: true },
      },
    ),
    neutron_l3_agent_log: firstFile(
      ['/var/log/containers/neutron/l3-agent.log', '/var/log/neutron/l3-agent.log'],
      { doc: 'Log of the router agent: routers that fail to be set up' },
    ),
    neutron_metadata_agent_ini: firstFile(
      [
        '/var/lib/config-data/puppet-generated/neutron/etc/neutron/metadata_agent.ini',
        '/etc/neutron/metadata_agent.ini',
      ],
      {
        doc: 'Metadata agent configuration: workers and the address of the compute metadata service',
        effects: { needsRoot: true },
      },
    ),
    neutron_metadata_agent_log: firstFile(
      ['/var/log/containers/neutron/metadata-agent.log', '/var/log/neutron/metadata-agent.log'],
      { doc: 'Log of the metadata agent: instances that get no metadata' },
    ),
    neutron_ovs_agent_log: firstFile(
      ['/var/log/containers/neutron/openvswitch-agent.log', '/var/log/neutron/openvswitch-agent.log'],
      { doc: 'Log of the Open vSwitch agent: ports that fail to come up' },
    ),
    neutron_plugin_ini: firstFile(
      ['/var/lib/config-data/puppet-generated/neutron/etc/neutron/plugin.ini', '/etc/neutron/plugin.ini'],
      {
        doc: 'Core network plugin configuration: mechanism drivers and tenant network types',
        effects: { needsRoot: true },
      },
    ),
    neutron_sriov_agent: firstFile(
      [
        '/var/lib/config-data/puppet-generated/neutron/etc/neutron/plugins/ml2/sriov_agent.ini',
        '/etc/neutron/plugins/ml2/sriov_agent.ini',
      ],
      {
        doc: 'SR-IOV agent configuration: mapping of physical networks to adapters',
        effects: { needsRoot: true },
      },
    ),
    nova_api_log: firstFile(['/var/log/containers/nova/nova-api.log', '/var/log/nova/nova-api.log'], {
      doc: 'Log of the compute API: failed and slow instance requests',
    }),
    nova_crontab: simpleFile('/var/spool/cron/nova', {
      doc: 'Cron jobs of the compute service account: missing archiving of deleted rows',
      effects: { needsRoot: true },
    }),
    nova_uid: simpleCommand('/usr/bin/id -u nova', {
      doc: 'User id of the compute service account: must match on hosts that migrate instances',
    }),
    swift_object_expirer_conf: firstFile(
      [
        '/var/lib/config-data/puppet-generated/swift/etc/swift/object-expirer.conf',
        '/etc/swift/object-expirer.conf',
      ],
      { doc: 'Object expirer configuration: how expired objects get removed', effects: { needsRoot: true } },
    ),
    systemctl_cinder_volume: simpleCommand('/bin/systemctl show openstack-cinder-volume', {
      doc: 'Properties of the volume service unit: file limits and restarts',
      absentWhen: ['System has not been booted with systemd'],
    }),
  },
});
