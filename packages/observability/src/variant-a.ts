import { globFile, variant } from '@hostspec/spec';
import { observability } from './specs.js';

/** The observability domain in its earlier variant A. */
export const observabilityA = variant(observability, {
  override: {
    logrotate_conf: globFile(['/etc/logrotate.conf', '/etc/logrotate.d/*'], {
      doc: 'Log rotation rules, main file and drop-ins: see why a log grows or disappears too soon',
    }),
  },
  omit: [
    'journal_header',
    'pcp_raw_data',
    'pidstat',
    'pmlog_summary_pcp_zeroconf',
    'rsyslog_tls_ca_cert_enddate',
    'rsyslog_tls_cert_enddate',
    'sos_conf',
  ],
});
