import { isGtOrRhel84, rpmQueryFormat } from '@hostspec/facts';
import {
  firstFile,
  firstOf,
  foreachExecute,
  globFile,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { rpmVPkgList } from './providers.js';
import { rpmVPackageList } from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Rpm/yum/dnf, subscription, rpm-ostree/bootc, the client itself, language runtimes, Ansible. */
export const software = slice({
  name: 'software',
  version,
  origin: insightsCore,
  specs: {
    alternatives_display_python: simpleCommand('/usr/sbin/alternatives --display python', {
      doc: 'Which interpreter the python command points to, and by what priority: explain broken scripts',
    }),
    ansible_telemetry: simpleCommand('/usr/bin/env python3 /usr/share/ansible/telemetry/telemetry.py', {
      doc: 'Ansible usage summary: core versions, collections and modules that playbook runs have used',
      keepRc: true,
      saveAs: 'ansible_telemetry',
    }),
    awx_manage_print_settings: simpleCommand(
      '/usr/bin/awx-manage print_settings INSIGHTS_TRACKING_STATE SYSTEM_UUID INSTALL_UUID TOWER_URL_BASE AWX_CLEANUP_PATHS AWX_PROOT_BASE_PATH LOG_AGGREGATOR_ENABLED LOG_AGGREGATOR_LEVEL --format json',
      {
        doc: 'Selected automation controller settings as JSON: installation ids, job isolation and log forwarding',
        effects: { network: true, needsRoot: true },
      },
    ),
    bootc_status: simpleCommand('/usr/bin/bootc status --json', {
      doc: 'Booted, staged and rollback images of an image-mode host: which operating system image is running',
      effects: { needsRoot: true },
    }),
    convert2rhel_facts: simpleFile('/etc/rhsm/facts/convert2rhel.facts', {
      doc: 'Record of a conversion from another distribution: source and target release and the outcome',
    }),
    cron_daily_rhsmd: simpleFile('/etc/cron.daily/rhsmd', {
      doc: 'Daily cron script of the subscription daemon: check for the job that loads the subscription server',
      effects: { needsRoot: true },
    }),
    dnf_conf: simpleFile('/etc/dnf/dnf.conf', {
      doc: 'DNF main configuration: package excludes, best-version policy, proxy and kept kernels',
    }),
    dnf_module_list: simpleCommand('/usr/bin/dnf -C --noplugins module list', {
      doc: 'Modules and streams known to DNF: which streams are enabled, installed or default',
      signal: 'SIGTERM',
    }),
    dnf_modules: globFile(['/etc/dnf/modules.d/*.module'], {
      doc: 'Stored state of each DNF module: enabled stream and installed profiles',
    }),
    dotnet_version: simpleCommand('/usr/bin/dotnet --version', {
      doc: 'Version of the .NET SDK in use: match it against supported releases',
    }),
    flatpak_list: simpleCommand('/usr/bin/flatpak list', {
      doc: 'Installed Flatpak applications and runtimes: software that does not show up in the rpm database',
    }),
    ilab_config_show: simpleCommand('/usr/bin/ilab config show', {
      doc: 'Effective InstructLab configuration: models, serving and training settings',
      inheritEnv: ['HOME'],
    }),
    ilab_model_list: simpleCommand('/usr/bin/ilab model list', {
      doc: 'Models that InstructLab has downloaded, with size and date: what is ready to serve',
      inheritEnv: ['HOME'],
    }),
    image_builder_facts: simpleFile('/etc/rhsm/facts/osbuild.facts', {
      doc: 'Facts left by Image Builder: tell that the host was built from a custom image, and how',
    }),
    imagemagick_policy: globFile(
      ['/etc/ImageMagick/policy.xml', '/usr/lib*/ImageMagick-6.5.4/config/policy.xml'],
      { doc: 'ImageMagick security policy: which coders and delegates are blocked against malicious images' },
    ),
    insights_client_conf: simpleFile('/etc/<client>-client/<client>-client.conf', {
      doc: 'Configuration of the collecting client: server, proxy, obfuscation and upload options',
    }),
    installed_rpms: simpleCommand(`/bin/rpm -qa --qf '${rpmQueryFormat}'`, {
      doc: 'Every installed rpm with version, install date, vendor and signing key: the basis of package checks',
      signal: 'SIGTERM',
    }),
    lastupload: globFile(['/etc/redhat-access-<client>/.lastupload', '/etc/<client>-client/.lastupload'], {
      doc: 'Time stamp of the last upload by the client: hosts that have stopped reporting',
    }),
    pluginconf_d: globFile(['/etc/yum/pluginconf.d/*.conf'], {
      doc: 'Settings of each yum plugin: enabled plugins that change repositories or versions',
    }),
    rhc_conf: simpleFile('/etc/rhc/config.toml', {
      doc: 'Configuration of the remote host connector: broker address, certificates and log level',
    }),
    rhsm_conf: simpleFile('/etc/rhsm/rhsm.conf', {
      doc: 'Subscription manager configuration: server, proxy, content URL and certificate checks',
    }),
    rhsm_katello_default_ca_cert: simpleCommand(
      '/usr/bin/openssl x509 -in /etc/rhsm/ca/katello-default-ca.pem -noout -issuer',
      {
        doc: 'Issuer of the Katello default CA certificate: which Satellite or capsule the host trusts',
        absentWhen: ['No such file or directory'],
      },
    ),
    rhsm_releasever: simpleFile('/var/lib/rhsm/cache/releasever.json', {
      doc: 'Cached release lock of the subscription: a pinned minor release that holds back updates',
    }),
    rhui_releasever: firstFile(['/etc/dnf/vars/releasever', '/etc/yum/vars/releasever'], {
      doc: 'Release version variable for cloud repositories: a pinned minor release on RHUI clients',
    }),
    rpm_V_package: foreachExecute('/bin/rpm -V %s', rpmVPkgList(), {
      doc: 'Verification of chosen packages: files changed since installation',
      keepRc: true,
      signal: 'SIGTERM',
    }),
    rpm_ostree_status: simpleCommand('/usr/bin/rpm-ostree status --json', {
      doc: 'Deployments of an rpm-ostree host as JSON: booted commit, layered packages and pending updates',
      signal: 'SIGTERM',
    }),
    software_collections_list: simpleCommand('/usr/bin/scl --list', {
      doc: 'Installed software collections: which parallel language and database versions exist',
    }),
    subscription_manager_facts: simpleCommand('/usr/sbin/subscription-manager facts', {
      doc: 'Facts that subscription manager gathers about the host: virtual or physical, sockets, cloud instance ids',
      env: { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
      // Where it sees a cloud, it asks the metadata service.
      effects: { network: true, needsRoot: true },
    }),
    subscription_manager_id: simpleCommand('/usr/sbin/subscription-manager identity', {
      doc: 'Subscription identity and organisation: match the host to its record on the server',
      env: { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
      effects: { network: true, needsRoot: true },
    }),
    subscription_manager_installed_product_ids: simpleCommand(
      "/usr/bin/find /etc/pki/product-default/ /etc/pki/product/ -name '*pem' -exec rct cat-cert --no-content '{}' \\;",
      {
        doc: 'Contents of the product certificates: which products and versions the host claims to run',
        absentWhen: ["/etc/pki/product/': No such file or directory"],
      },
    ),
    subscription_manager_status: simpleCommand('/usr/sbin/subscription-manager status', {
      doc: 'Overall subscription status: whether the host is entitled or uses simple content access',
      env: { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
      effects: { network: true, needsRoot: true },
    }),
    subscription_manager_syspurpose: simpleCommand('/usr/sbin/subscription-manager syspurpose --show', {
      doc: 'System purpose: role, usage, service level and add-ons set for subscription matching',
      env: { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
      when: isGtOrRhel84(),
      effects: { network: true, needsRoot: true },
    }),
    systemid: firstOf(
      [simpleFile('/etc/sysconfig/rhn/systemid'), simpleFile('/conf/rhn/sysconfig/rhn/systemid')],
      {
        doc: 'Registration file of the old RHN client: system id and profile name on a Satellite 5 server',
        effects: { needsRoot: true },
      },
    ),
    up2date: simpleFile('/etc/sysconfig/rhn/up2date', {
      doc: 'Configuration of the old RHN client: server URL, proxy and CA certificate',
    }),
    up2date_log: simpleFile('/var/log/up2date', {
      doc: 'Log of the old RHN client: failed registrations and update errors',
    }),
    yum_conf: simpleFile('/etc/yum.conf', {
      doc: 'Yum main configuration: excludes, proxy, kept kernels and plugin use',
    }),
    yum_list_available: simpleCommand('yum -C --noplugins list available', {
      doc: 'Packages on offer from the cached repository data: what could be installed or updated',
      signal: 'SIGTERM',
    }),
    yum_log: simpleFile('/var/log/yum.log', {
      doc: 'Log of yum transactions: which packages changed before a problem began',
      effects: { needsRoot: true },
    }),
    yum_repolist: simpleCommand('/usr/bin/yum -d 2 -C --noplugins repolist', {
      doc: 'Enabled repositories with package counts: missing or unexpected package sources',
      signal: 'SIGTERM',
      env: { LC_ALL: '' },
    }),
    yum_repos_d: globFile(['/etc/yum.repos.d/*.repo'], {
      doc: 'Repository definitions: base URLs, GPG checks and disabled or third-party repositories',
    }),
  },
  providers: [rpmVPkgList],
  conditions: [isGtOrRhel84],
  settings: [rpmVPackageList],
});
