import { any, firstFile, globFile, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { capsuleVersion, satelliteVersion } from './conditions.js';
import { satellite } from './specs.js';

/** The satellite domain in its earlier variant A. */
export const satelliteA = variant(satellite, {
  override: {
    satellite_compute_resources: { ...satellite.specs.satellite_compute_resources, when: satelliteVersion() },
    satellite_content_hosts_count: {
      ...satellite.specs.satellite_content_hosts_count,
      when: satelliteVersion(),
    },
    satellite_qualified_capsules: {
      ...satellite.specs.satellite_qualified_capsules,
      when: satelliteVersion(),
    },
    satellite_qualified_katello_repos: {
      ...satellite.specs.satellite_qualified_katello_repos,
      when: satelliteVersion(),
    },
    satellite_settings: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select name, value, \\"default\\" from settings where name in (\'destroy_vm_on_host_delete\', \'unregister_delete_host\')" --csv',
      {
        doc: 'Settings for deleting hosts: whether unregistering destroys hosts or virtual machines',
        when: satelliteVersion(),
        effects: { needsRoot: true },
      },
    ),
  },
  add: {
    hammer_task_list: simpleCommand(
      "/usr/bin/hammer --config /root/.hammer/cli.modules.d/foreman.yml --output csv task list --search 'state=running AND ( label=Actions::Candlepin::ListenOnCandlepinEvents OR label=Actions::Katello::EventQueue::Monitor )'",
      {
        doc: 'Running event listener tasks of Katello: a missing or duplicated listener stalls event handling',
        effects: { network: true, needsRoot: true },
      },
    ),
    ls_var_cache_pulp: simpleCommand('/bin/ls -lan /var/cache/pulp', {
      doc: 'Listing of the Pulp cache directory: leftover worker data that fills the disk',
      absentWhen: ['No such file or directory'],
    }),
    ls_var_lib_mongodb: simpleCommand('/bin/ls -la /var/lib/mongodb', {
      doc: 'Listing of the MongoDB data directory: data file sizes and storage engine traces',
      absentWhen: ['No such file or directory'],
    }),
    mongod_conf: globFile(['/etc/mongod.conf', '/etc/opt/rh/rh-mongodb34/mongod.conf'], {
      doc: 'MongoDB configuration: storage engine, cache and bind address for Pulp',
    }),
    passenger_status: simpleCommand('/usr/bin/passenger-status', {
      doc: 'State of Passenger application pools: queue length and busy web workers',
      effects: { needsRoot: true },
    }),
    pulp_worker_defaults: simpleFile('etc/default/pulp_workers', {
      doc: 'Number of Pulp workers: concurrency against the memory of the host',
    }),
    puppetserver_config: simpleFile('/etc/sysconfig/puppetserver', {
      doc: 'Java options and paths of Puppet Server: heap size for the number of agents',
    }),
    qpidd_conf: simpleFile('/etc/qpid/qpidd.conf', {
      doc: 'Configuration of the qpid message broker: authentication and connection limits',
    }),
    rhn_conf: firstFile(['/etc/rhn/rhn.conf', '/conf/rhn/rhn/rhn.conf'], {
      doc: 'Configuration of a Satellite 5 server: database, proxy and memory settings',
      effects: { needsRoot: true },
    }),
    sat5_insights_properties: simpleFile('/etc/redhat-access/redhat-access-<client>.properties', {
      doc: 'Settings of the analysis add-on on a Satellite 5: whether the portal integration is on',
    }),
    satellite_core_taskreservedresource_count: simpleCommand(
      "/usr/bin/sudo -iu postgres /usr/bin/psql -d pulpcore -c 'select count(*) from core_taskreservedresource' --csv",
      {
        doc: 'Number of reserved task resources in Pulp 3: a growing table slows tasks',
        when: satelliteVersion(),
        effects: { needsRoot: true },
      },
    ),
    satellite_katello_repos_with_muliple_ref: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select repository_href, count(*) from katello_repository_references group by repository_href having count(*) > 1;" --csv',
      {
        doc: 'Pulp repositories that several Katello records point to: broken references that stop upgrades',
        when: satelliteVersion(),
        effects: { needsRoot: true },
      },
    ),
    satellite_mongodb_storage_engine: simpleCommand(
      "/usr/bin/mongo pulp_database --eval 'db.serverStatus().storageEngine'",
      { doc: 'Storage engine of the Pulp database: an old engine blocks the move to newer releases' },
    ),
    satellite_non_yum_type_repos: simpleCommand(
      '/usr/bin/mongo pulp_database --eval \'db.repo_importers.find({"importer_type_id": { $ne: "yum_importer"}}).count()\'',
      {
        doc: 'Number of Pulp repositories that are not of type yum: content that needs extra migration',
        when: any(satelliteVersion(), capsuleVersion()),
      },
    ),
    satellite_sca_status: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d candlepin -c "select displayname,content_access_mode from cp_owner" --csv',
      {
        doc: 'Content access mode of each organisation: simple content access or entitlements',
        when: satelliteVersion(),
        effects: { needsRoot: true },
      },
    ),
    smartpdc_settings: simpleFile('/etc/smart_proxy_dynflow_core/settings.yml', {
      doc: 'Settings of the smart proxy task core: database in use and listen address',
      effects: { needsRoot: true },
    }),
    ssh_foreman_proxy_config: simpleFile('/usr/share/foreman-proxy/.ssh/ssh_config', {
      doc: 'SSH client settings of the Foreman proxy account: options that break remote execution',
      effects: { needsRoot: true },
    }),
    systemctl_qdrouterd: simpleCommand('/bin/systemctl show qdrouterd', {
      doc: 'Properties of the qpid dispatch router service: file limit and memory use',
      absentWhen: ['System has not been booted with systemd'],
    }),
    systemctl_qpidd: simpleCommand('/bin/systemctl show qpidd', {
      doc: 'Properties of the qpid broker service: open file limit for many hosts',
      absentWhen: ['System has not been booted with systemd'],
    }),
    systemctl_smartpdc: simpleCommand('/bin/systemctl show smart_proxy_dynflow_core', {
      doc: 'Properties of the smart proxy task service: limits and restart state',
      absentWhen: ['System has not been booted with systemd'],
    }),
  },
  omit: [
    'cron_foreman',
    'satellite_enabled_features',
    'satellite_host_facts_count',
    'satellite_ignore_source_rpms_repos',
    'satellite_logs_table_size',
    'satellite_provision_param_settings',
    'satellite_revoked_cert_count',
    'satellite_rhv_hosts_count',
  ],
  conditions: [capsuleVersion, satelliteVersion],
});
