import { simpleCommand, variant } from '@hostspec/spec';
import { security } from './specs.js';

/** The security domain in its earlier variant A. */
export const securityA = variant(security, {
  override: {
    sealert: simpleCommand('/usr/bin/sealert -l "*"', {
      doc: 'Stored SELinux alerts with explanations: which denials occurred and the suggested remedy',
    }),
  },
  add: {
    sshd_config_perms: simpleCommand('/bin/ls -lH /etc/ssh/sshd_config', {
      doc: 'Owner and mode of the SSH server configuration: detect a file that others may read or change',
      absentWhen: ['No such file or directory'],
    }),
  },
  omit: [
    'audispd_conf',
    'auditctl_rules',
    'ausearch_insights',
    'falconctl_aid',
    'falconctl_backend',
    'falconctl_rfm',
    'falconctl_version',
    'fapolicyd_rules',
    'keyctl_show',
    'krb5_localauth_plugin',
    'login_pam_conf',
    'mdatp_managed',
    'mokutil_db_short',
    'mokutil_list_enrolled',
    'nmap_ssh',
    'ossl_files',
    'secure',
    'securetty',
    'sshd_config_d',
    'sshd_test_mode',
    'sssd_conf_d',
    'strings_shimx64_efi',
    'sudoers',
  ],
});
