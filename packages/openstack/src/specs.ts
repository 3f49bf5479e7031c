import { firstFile, insightsCore, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** OpenStack services. */
export const openstack = slice({
  name: 'openstack',
  version,
  origin: insightsCore,
  specs: {
    cinder_conf: firstFile(
      ['/var/lib/config-data/puppet-generated/cinder/etc/cinder/cinder.conf', '/etc/cinder/cinder.conf'],
      { doc: 'Block storage configuration: backends, drivers and quotas', effects: { needsRoot: true } },
    ),
    heat_conf: firstFile(
      ['/var/lib/config-data/puppet-generated/heat/etc/heat/heat.conf', '/etc/heat/heat.conf'],
      {
        doc: 'Orchestration service configuration: engine workers, timeouts and plugins',
        effects: { needsRoot: true },
      },
    ),
    ironic_inspector_log: firstFile(
      [
        '/var/log/containers/ironic-inspector/ironic-inspector.log',
        '/var/log/ironic-inspector/ironic-inspector.log',
      ],
      { doc: 'Log of bare metal inspection: nodes that fail discovery' },
    ),
    nova_compute_log: firstFile(
      ['/var/log/containers/nova/nova-compute.log', '/var/log/nova/nova-compute.log'],
      { doc: 'Log of the compute agent: instances that fail to start or migrate' },
    ),
    nova_conf: firstFile(
      [
        '/var/lib/config-data/puppet-generated/nova/etc/nova/nova.conf',
        '/var/lib/config-data/puppet-generated/nova_libvirt/etc/nova/nova.conf',
        '/etc/nova/nova.conf',
      ],
      {
        doc: 'Compute service configuration: overcommit, CPU pinning and libvirt settings',
        effects: { needsRoot: true },
      },
    ),
    swift_proxy_server_conf: firstFile(
      [
        '/var/lib/config-data/puppet-generated/swift/etc/swift/proxy-server.conf',
        '/etc/swift/proxy-server.conf',
      ],
      {
        doc: 'Object storage proxy configuration: pipeline, authentication and caching',
        effects: { needsRoot: true },
      },
    ),
  },
});
