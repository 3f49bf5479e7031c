import { rpmQueryFormat } from '@hostspec/facts';
import { simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { software } from './specs.js';

/** The software domain in its earlier variant A. */
export const softwareA = variant(software, {
  override: {
    rpm_ostree_status: simpleCommand('/usr/bin/rpm-ostree status --json', {
      doc: 'Deployments of an rpm-ostree host as JSON: booted commit, layered packages and pending updates',
    }),
    subscription_manager_id: simpleCommand('/usr/sbin/subscription-manager identity', {
      doc: 'Subscription identity and organisation: match the host to its record on the server',
      effects: { network: true, needsRoot: true },
    }),
    yum_repolist: simpleCommand('/usr/bin/yum -C --noplugins repolist', {
      doc: 'Enabled repositories with package counts: missing or unexpected package sources',
      signal: 'SIGTERM',
    }),
  },
  add: {
    awx_manage_check_license: simpleCommand('/usr/bin/awx-manage check_license', {
      doc: 'Licence state of the automation controller: instance counts and expiry',
      effects: { network: true, needsRoot: true },
    }),
    branch_info: simpleFile('/branch_info', {
      doc: 'Branch and leaf ids that the collecting client stores in an archive: the path by which a host reports',
      raw: true,
    }),
    rhsm_log: simpleFile('/var/log/rhsm/rhsm.log', {
      doc: 'Log of subscription manager: registration failures and certificate or server errors',
    }),
    rpm_V_packages: simpleCommand('/bin/rpm -V coreutils procps procps-ng shadow-utils passwd sudo chrony', {
      doc: 'Verification of a fixed set of core packages: altered system programs and configuration',
      keepRc: true,
      signal: 'SIGTERM',
    }),
    tags: simpleFile('/tags.json', {
      doc: 'Tags given to the host by its owner: the groups in which its results are shown',
      raw: true,
    }),
    version_info: simpleFile('/version_info', {
      doc: 'Versions of the client and its core as stored in an archive: which collector made the data',
    }),
    yum_updateinfo: simpleCommand('/usr/bin/yum -C updateinfo list', {
      doc: 'Advisories that apply to the host, from cached data: outstanding security and bug fixes',
      signal: 'SIGTERM',
    }),
  },
  omit: [
    'ansible_telemetry',
    'bootc_status',
    'convert2rhel_facts',
    'dnf_module_list',
    'flatpak_list',
    'ilab_config_show',
    'ilab_model_list',
    'image_builder_facts',
    'rhc_conf',
    'rhui_releasever',
    'rpm_V_package',
    'subscription_manager_facts',
    'subscription_manager_status',
    'subscription_manager_syspurpose',
  ],
  values: {
    last_upload_globs: {
      doc: 'Paths of the marker files that show when the client last uploaded, in both generations of the client',
      value: ['/etc/redhat-access-<client>/.lastupload', '/etc/<client>-client/.lastupload'],
    },
    rpm_format: {
      doc: 'Query format shared by the package listings: prints each package as one JSON object per line',
      value: rpmQueryFormat,
    },
  },
});
