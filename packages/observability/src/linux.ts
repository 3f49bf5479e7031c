import { linux } from '@hostspec/spec';
import { observability } from './specs.js';

/** The observability domain for all of Linux. */
export const observabilityLinux = linux(observability, {
  for: {
    abrt_ccpp_conf: ['rhel'],
    abrt_status_bare: ['rhel'],
    etc_journald_conf: ['systemd'],
    etc_journald_conf_d: ['systemd'],
    journal_header: ['systemd'],
    usr_journald_conf_d: ['systemd'],
  },
  logs: {
    messages: { newest: 16_000_000 },
  },
});
