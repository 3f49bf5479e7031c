import { linux } from '@hostspec/spec';
import { satellite } from './specs.js';

/** The satellite domain for all of Linux. */
export const satelliteLinux = linux(satellite, {
  for: {
    candlepin_log: ['rhel'],
    cron_foreman: ['rhel'],
    foreman_production_log: ['rhel'],
    satellite_compute_resources: ['rhel'],
    satellite_content_hosts_count: ['rhel'],
    satellite_custom_ca_chain: ['rhel'],
    satellite_custom_hiera: ['rhel'],
    satellite_enabled_features: ['rhel'],
    satellite_host_facts_count: ['rhel'],
    satellite_ignore_source_rpms_repos: ['rhel'],
    satellite_logs_table_size: ['rhel'],
    satellite_provision_param_settings: ['rhel'],
    satellite_qualified_capsules: ['rhel'],
    satellite_qualified_katello_repos: ['rhel'],
    satellite_revoked_cert_count: ['rhel'],
    satellite_rhv_hosts_count: ['rhel'],
    satellite_settings: ['rhel'],
    satellite_version_rb: ['rhel'],
    satellite_yaml: ['rhel'],
  },
  logs: {
    candlepin_log: { newest: 8_000_000 },
    foreman_production_log: { newest: 8_000_000 },
  },
});
