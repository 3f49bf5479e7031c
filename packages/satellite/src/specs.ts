import { firstOf, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { isSatellite, isSatellite611 } from './conditions.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Satellite/Foreman/Katello/Pulp/Candlepin server and capsule. */
export const satellite = slice({
  name: 'satellite',
  version,
  origin: insightsCore,
  specs: {
    candlepin_log: simpleFile('/var/log/candlepin/candlepin.log', {
      doc: 'Log of Candlepin: errors in subscription and entitlement handling on a Satellite',
      effects: { needsRoot: true },
    }),
    cron_foreman: simpleFile('/etc/cron.d/foreman', {
      doc: 'Cron jobs of Foreman: report expiry and clean-up tasks that keep the database small',
    }),
    foreman_production_log: simpleFile('/var/log/foreman/production.log', {
      doc: 'Main log of Foreman: failed requests, errors and slow pages',
      effects: { needsRoot: true },
    }),
    puppet_ca_cert_expire_date: simpleCommand(
      '/usr/bin/openssl x509 -in /etc/puppetlabs/puppet/ssl/ca/ca_crt.pem -enddate -noout',
      {
        doc: 'Expiry date of the Puppet CA certificate: all agents fail once it lapses',
        absentWhen: ['No such file or directory'],
        effects: { needsRoot: true },
      },
    ),
    satellite_compute_resources: simpleCommand(
      "/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c 'select name, type from compute_resources' --csv",
      {
        doc: 'Compute resources of a Satellite by name and type: retired hypervisor integrations',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_content_hosts_count: simpleCommand(
      "/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c 'select count(*) from hosts'",
      {
        doc: 'Number of hosts known to a Satellite: size it against tuning profiles',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_custom_ca_chain: simpleCommand(
      '/usr/bin/awk \'BEGIN { pipe="openssl x509 -noout -subject -enddate"} /^-+BEGIN CERT/,/^-+END CERT/ { print | pipe } /^-+END CERT/ { close(pipe); printf("\\n")}\' /etc/pki/katello/certs/katello-server-ca.crt',
      {
        doc: 'Subject and expiry of each certificate in the server CA chain: expired or stray links',
        absentWhen: ['No such file or directory'],
      },
    ),
    satellite_custom_hiera: simpleFile('/etc/foreman-installer/custom-hiera.yaml', {
      doc: 'Custom installer overrides: settings that may block or break an upgrade',
    }),
    satellite_enabled_features: simpleCommand(
      '/usr/bin/curl -sk https://localhost:9090/features --connect-timeout 5',
      {
        doc: 'Features that the local smart proxy offers: compare with what the server expects',
        when: isSatellite(),
      },
    ),
    satellite_host_facts_count: simpleCommand(
      "/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c 'select count(*) from fact_names' --csv",
      {
        doc: 'Number of distinct fact names: floods of facts slow down a Satellite',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_ignore_source_rpms_repos: simpleCommand(
      "/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c \"select id, name from katello_root_repositories where ignorable_content like '%srpm%' and mirroring_policy='mirror_complete'\" --csv",
      {
        doc: 'Mirrored repositories that also ignore source packages: a contradictory sync setting',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_logs_table_size: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select pg_total_relation_size(\'logs\') as logs_size" --csv',
      {
        doc: 'Size of the report log table in bytes: reports that are not expired',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_provision_param_settings: simpleCommand(
      "/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c \"select name, value from parameters where name='package_upgrade' and reference_id in (select id from operatingsystems where name='RedHat' and major='9')\" --csv",
      {
        doc: 'Package upgrade parameter of one operating system record: provisioning that jumps releases',
        when: isSatellite611(),
        effects: { needsRoot: true },
      },
    ),
    satellite_qualified_capsules: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select name from smart_proxies where download_policy = \'background\'" --csv',
      {
        doc: 'Capsules with the background download policy: a policy that newer releases drop',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_qualified_katello_repos: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select id, name, url, download_policy from katello_root_repositories where download_policy = \'background\' or url is NULL" --csv',
      {
        doc: 'Repositories with background download or no URL: settings that break synchronisation or upgrades',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_revoked_cert_count: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d candlepin -c "select count(cp_certificate.id) from cp_cert_serial inner join cp_certificate on cp_certificate.serial_id = cp_cert_serial.id where cp_cert_serial.revoked = \'t\'" --csv',
      {
        doc: 'Number of revoked certificates in Candlepin: huge numbers slow its clean-up',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_rhv_hosts_count: simpleCommand(
      '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select count(*) from hosts where "compute_resource_id" in (select id from compute_resources where type=\'Foreman::Model::Ovirt\')" --csv',
      {
        doc: 'Number of hosts on oVirt compute resources: what depends on a retired integration',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_settings: firstOf(
      [
        simpleCommand(
          '/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c "select name, value, \\"default\\" from settings where name in (\'destroy_vm_on_host_delete\', \'unregister_delete_host\')" --csv',
        ),
        simpleCommand(
          "/usr/bin/sudo -iu postgres /usr/bin/psql -d foreman -c \"select name, value from settings where name in ('destroy_vm_on_host_delete', 'unregister_delete_host')\" --csv",
        ),
      ],
      {
        doc: 'Settings for deleting hosts: whether unregistering destroys hosts or virtual machines',
        when: isSatellite(),
        effects: { needsRoot: true },
      },
    ),
    satellite_version_rb: simpleFile('/usr/share/foreman/lib/satellite/version.rb', {
      doc: 'Version file of a Satellite: the exact installed release',
    }),
    satellite_yaml: simpleFile('/etc/foreman-installer/scenarios.d/satellite.yaml', {
      doc: 'Installer scenario of a Satellite: modules and paths used at the next installer run',
      effects: { needsRoot: true },
    }),
  },
  conditions: [isSatellite, isSatellite611],
});
