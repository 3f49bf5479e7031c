import { coreRpm, isGtRhel9, selinuxEnabled } from '@hostspec/facts';
import { all, globFile, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

// In a container, even root may not ask the kernel.
const noAudit = ['Operation not permitted'];

/** Audit, SELinux, crypto policies, PAM, sudo, SSH, SSSD/Kerberos, secure boot, endpoint agents. */
export const security = slice({
  name: 'security',
  version,
  origin: insightsCore,
  specs: {
    audispd_conf: simpleFile('/etc/audisp/audispd.conf', {
      doc: 'Audit dispatcher settings: queue depth and what happens when the queue overflows',
      effects: { needsRoot: true },
    }),
    audit_log: simpleFile('/var/log/audit/audit.log', {
      doc: 'Audit log: SELinux denials, logins and other security events',
      effects: { needsRoot: true },
    }),
    auditctl_rules: simpleCommand('/sbin/auditctl -l', {
      doc: 'Audit rules loaded in the kernel: what is really being watched',
      absentWhen: noAudit,
      effects: { needsRoot: true },
    }),
    auditctl_status: simpleCommand('/sbin/auditctl -s', {
      doc: 'State of kernel auditing: enabled flag, backlog limit and lost events',
      absentWhen: noAudit,
      effects: { needsRoot: true },
    }),
    auditd_conf: simpleFile('/etc/audit/auditd.conf', {
      doc: 'Audit daemon configuration: log rotation, and the action taken when the disk fills up',
      effects: { needsRoot: true },
    }),
    ausearch_insights: simpleCommand(
      '/usr/sbin/ausearch -i -m avc,user_avc,selinux_err,user_selinux_err -ts recent',
      {
        doc: 'SELinux denials of the last ten minutes: shows those the collection itself has caused',
        keepRc: true,
        when: all(selinuxEnabled(), coreRpm()),
        effects: { needsRoot: true },
      },
    ),
    certificates_enddate: simpleCommand(
      "/usr/bin/find /etc/origin/node /etc/origin/master /etc/pki /etc/ipa /etc/tower/tower.cert -type f -exec /usr/bin/openssl x509 -noout -enddate -in '{}' \\; -exec echo 'FileName= {}' \\;",
      {
        doc: 'Expiry dates of certificates below the usual PKI directories: certificates about to lapse',
        keepRc: true,
      },
    ),
    crypto_policies_bind: simpleFile('/etc/crypto-policies/back-ends/bind.config', {
      doc: 'Crypto policy for BIND: DNSSEC algorithms and digests that are disabled',
    }),
    crypto_policies_config: simpleFile('/etc/crypto-policies/config', {
      doc: 'System-wide crypto policy that is configured: legacy, default, future or FIPS',
    }),
    crypto_policies_opensshserver: simpleFile('/etc/crypto-policies/back-ends/opensshserver.config', {
      doc: 'Crypto policy for the SSH server: permitted ciphers, MACs and key exchanges',
    }),
    crypto_policies_state_current: simpleFile('/etc/crypto-policies/state/current', {
      doc: 'Crypto policy in force now: differs from the configured one if it was never applied',
    }),
    falconctl_aid: simpleCommand('/opt/CrowdStrike/falconctl -g --aid', {
      doc: 'Agent id of the CrowdStrike sensor: whether the sensor is registered',
      effects: { needsRoot: true },
    }),
    falconctl_backend: simpleCommand('/opt/CrowdStrike/falconctl -g --backend', {
      doc: 'Backend of the CrowdStrike sensor: kernel module, BPF or automatic choice',
      effects: { needsRoot: true },
    }),
    falconctl_rfm: simpleCommand('/opt/CrowdStrike/falconctl -g --rfm-state', {
      doc: 'Reduced functionality mode of the CrowdStrike sensor: protection limited by an unsupported kernel',
      effects: { needsRoot: true },
    }),
    falconctl_version: simpleCommand('/opt/CrowdStrike/falconctl -g --version', {
      doc: 'Version of the CrowdStrike sensor: match it with supported kernels and known faults',
      effects: { needsRoot: true },
    }),
    fapolicyd_rules: globFile(['/etc/fapolicyd/rules.d/*.rules'], {
      doc: 'Rules of the file access policy daemon: which programs may run, and what is denied',
      effects: { needsRoot: true },
    }),
    getcert_list: simpleCommand('/usr/bin/getcert list', {
      doc: 'Certificates tracked by certmonger: expiry, renewal state and errors',
      effects: { needsRoot: true },
    }),
    getenforce: simpleCommand('/usr/sbin/getenforce', {
      doc: 'Current SELinux mode: enforcing, permissive or disabled',
    }),
    getsebool: simpleCommand('/usr/sbin/getsebool -a', {
      doc: 'All SELinux booleans with their state: policy switches that allow or block services',
      absentWhen: ['SELinux is disabled'],
    }),
    keyctl_show: simpleCommand('/usr/bin/keyctl show %:.platform', {
      doc: 'Platform keyring: firmware-provided keys the kernel trusts for kexec image signatures',
      keepRc: true,
      effects: { needsRoot: true },
    }),
    krb5: globFile(['etc/krb5.conf', 'etc/krb5.conf.d/*'], {
      doc: 'Kerberos configuration, main file and drop-ins: realms, KDCs and permitted encryption types',
    }),
    krb5_localauth_plugin: simpleFile('/var/lib/sss/pubconf/krb5.include.d/localauth_plugin', {
      doc: 'Kerberos include that SSSD writes: whether SSSD maps principals to local users',
    }),
    libssh_client_config: simpleFile('/etc/libssh/libssh_client.config', {
      doc: 'System settings of libssh for clients: algorithms used by programs built on libssh',
    }),
    libssh_server_config: simpleFile('/etc/libssh/libssh_server.config', {
      doc: 'System settings of libssh for servers: algorithms offered by servers built on libssh',
    }),
    login_pam_conf: simpleFile('/etc/pam.d/login', {
      doc: 'PAM stack of console login: modules applied when a user logs in locally',
    }),
    mdatp_managed: simpleFile('/etc/opt/microsoft/mdatp/managed/mdatp_managed.json', {
      doc: 'Centrally managed settings of Microsoft Defender: real-time protection and exclusions',
    }),
    mokutil_db_short: simpleCommand('/bin/mokutil --db --short', {
      doc: 'Secure Boot signature database in short form: which certificates the firmware trusts',
      absentWhen: ['EFI variables are not supported'],
    }),
    mokutil_list_enrolled: simpleCommand('/bin/mokutil --list-enrolled', {
      doc: 'Enrolled machine owner keys: extra certificates allowed to sign kernels and modules',
      absentWhen: ['EFI variables are not supported'],
      keepRc: true,
    }),
    mokutil_sbstate: simpleCommand('/bin/mokutil --sb-state', {
      doc: 'Secure Boot state: whether unsigned kernels and modules are refused',
      absentWhen: ['EFI variables are not supported'],
    }),
    nmap_ssh: simpleCommand('/usr/bin/nmap --script ssh2-enum-algos -sV -p 22 127.0.0.1', {
      doc: 'Algorithms that the local SSH server offers, found by a scan: weak ciphers and key exchanges',
      effects: { network: true },
    }),
    nss_rhel7: simpleFile('/etc/pki/nss-legacy/nss-rhel7.config', {
      doc: 'Legacy policy of the NSS library: old ciphers and hashes that are still enabled',
    }),
    ossl_files: simpleCommand('/usr/lib/dracut/ossl-files --config', {
      doc: 'Path of the OpenSSL configuration file in force: what dracut would copy into an initramfs',
      keepRc: true,
    }),
    password_auth: simpleFile('/etc/pam.d/password-auth', {
      doc: 'PAM stack shared by remote services: password, lockout and account rules',
    }),
    sealert: simpleCommand('/usr/bin/sealert -l "*"', {
      doc: 'Stored SELinux alerts with explanations: which denials occurred and the suggested remedy',
      when: all(isGtRhel9(), selinuxEnabled(), coreRpm()),
    }),
    secure: simpleFile('/var/log/secure', {
      doc: 'Authentication log: logins, sudo use and SSH failures',
      effects: { needsRoot: true },
    }),
    securetty: simpleFile('/etc/securetty', {
      doc: 'Terminals on which root may log in directly: check the hardening of console access',
      effects: { needsRoot: true },
    }),
    selinux_config: simpleFile('/etc/selinux/config', {
      doc: 'SELinux mode and policy type for the next boot: compare with the running state',
    }),
    sestatus: simpleCommand('/usr/sbin/sestatus -b', {
      doc: 'SELinux status with policy, modes and booleans: one view of current and configured state',
    }),
    ssh_config: simpleFile('/etc/ssh/ssh_config', {
      doc: 'System-wide SSH client configuration: algorithms and host key checks of outgoing connections',
    }),
    ssh_config_d: globFile(['/etc/ssh/ssh_config.d/*.conf'], {
      doc: 'SSH client drop-in files: settings that come before the main client configuration',
    }),
    sshd_config: simpleFile('/etc/ssh/sshd_config', {
      doc: 'SSH server configuration as written: root login, authentication methods and ciphers',
      effects: { needsRoot: true },
    }),
    sshd_config_d: globFile(['/etc/ssh/sshd_config.d/*.conf'], {
      doc: 'SSH server drop-in files: settings that take effect before the main server configuration',
      effects: { needsRoot: true },
    }),
    sshd_test_mode: simpleCommand('/usr/sbin/sshd -T', {
      doc: 'Effective SSH server configuration: every option after includes, defaults and crypto policy',
      absentWhen: ['Missing privilege separation directory'],
      effects: { needsRoot: true },
    }),
    sssd_conf_d: globFile(['/etc/sssd/conf.d/*.conf'], {
      doc: 'SSSD drop-in files: domain and service settings added to the main configuration',
      effects: { needsRoot: true },
    }),
    sssd_config: simpleFile('/etc/sssd/sssd.conf', {
      doc: 'SSSD configuration: identity domains, providers, caching and enabled services',
      effects: { needsRoot: true },
    }),
    strings_shimx64_efi: simpleCommand('/bin/strings /boot/efi/EFI/<vendor>/shimx64.efi', {
      doc: 'Readable text inside the Secure Boot shim: version and SBAT generation of the loader',
      absentWhen: ['No such file'],
      effects: { needsRoot: true },
    }),
    sudoers: globFile(['/etc/sudoers', '/etc/sudoers.d/*'], {
      doc: 'Sudo rules, main file and drop-ins: who may run what as whom, and with which defaults',
      effects: { needsRoot: true },
    }),
    sysconfig_sshd: simpleFile('/etc/sysconfig/sshd', {
      doc: 'Environment of the SSH server unit: options that bypass the crypto policy',
      effects: { needsRoot: true },
    }),
  },
  conditions: [coreRpm, isGtRhel9, selinuxEnabled],
});
