export { logrotateConfList } from './logrotate.js';
export { pcpRawFiles, pmlogSummaryArgs, pmlogSummaryArgsPcpZeroconf, rosCollect } from './pcp.js';
export { rsyslogTlsCaCertFile, rsyslogTlsCertFile } from './rsyslog.js';
