import { linux } from '@hostspec/spec';
import { security } from './specs.js';

/** The security domain for all of Linux. */
export const securityLinux = linux(security, {
  for: {
    crypto_policies_bind: ['rhel', 'suse'],
    crypto_policies_config: ['rhel', 'suse'],
    crypto_policies_opensshserver: ['rhel', 'suse'],
    crypto_policies_state_current: ['rhel', 'suse'],
    libssh_client_config: ['rhel'],
    libssh_server_config: ['rhel'],
    nss_rhel7: ['rhel'],
    ossl_files: ['rhel'],
    password_auth: ['rhel'],
    sealert: ['rhel'],
    secure: ['rhel'],
    sysconfig_sshd: ['rhel'],
  },
  logs: {
    audit_log: { newest: 16_000_000 },
    secure: { newest: 8_000_000 },
  },
});
