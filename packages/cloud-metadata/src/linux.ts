import { globFile, linux, simpleCommand } from '@hostspec/spec';
import { cloudMetadata } from './specs.js';

/** The cloud-metadata domain for all of Linux. */
export const cloudMetadataLinux = linux(cloudMetadata, {
  logs: {
    cloud_init_log: { newest: 4_000_000 },
  },
  add: {
    cloud_agents_conf: globFile(
      [
        '/etc/waagent.conf',
        '/etc/default/instance_configs.cfg',
        '/etc/amazon/ssm/*.json',
        '/etc/vmware-tools/*.conf',
        '/etc/qemu/qemu-ga.conf',
      ],
      {
        doc: 'Agents of Azure, Google Cloud, AWS, VMware and QEMU: what they may change in this host',
        origin: 'https://learn.microsoft.com/azure/virtual-machines/extensions/agent-linux',
      },
    ),
    cloud_cfg: globFile(
      ['/etc/cloud/cloud.cfg', '/etc/cloud/cloud.cfg.d/*.cfg', '/etc/cloud/ds-identify.cfg'],
      {
        doc: 'Configuration of cloud-init: data sources, modules and what it does at each boot',
        origin: 'https://docs.cloud-init.io/en/latest/reference/base_config_reference.html',
        effects: { needsRoot: true },
      },
    ),
    cloud_init_results: globFile(
      [
        '/run/cloud-init/result.json',
        '/run/cloud-init/status.json',
        '/run/cloud-init/cloud-id',
        '/run/cloud-init/ds-identify.log',
        '/run/cloud-init/instance-data.json',
        '/var/lib/cloud/data/status.json',
      ],
      {
        doc: 'What cloud-init found and did: data source, instance, stages and errors, without what it keeps secret',
        origin: 'https://docs.cloud-init.io/en/latest/explanation/instancedata.html',
      },
    ),
    cloud_init_status: simpleCommand('/usr/bin/cloud-init status --long', {
      doc: 'Whether the first boot ended well: state, data source and errors of cloud-init',
      // 1 and 2 if it failed.
      keepRc: true,
      origin: 'cloud-init(1)',
    }),
  },
});
