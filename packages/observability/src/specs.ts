import {
  commandWithArgs,
  firstFile,
  foreachCollect,
  globFile,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { pcpEnabled } from './conditions.js';
import {
  logrotateConfList,
  pcpRawFiles,
  pmlogSummaryArgs,
  pmlogSummaryArgsPcpZeroconf,
  rosCollect,
  rsyslogTlsCaCertFile,
  rsyslogTlsCertFile,
} from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** PCP, logs, journal, rsyslog, abrt, sos. */
export const observability = slice({
  name: 'observability',
  version,
  origin: insightsCore,
  specs: {
    abrt_ccpp_conf: simpleFile('/etc/abrt/plugins/CCpp.conf', {
      doc: 'ABRT settings for crashes of C and C++ programs: whether and where core dumps are kept',
    }),
    abrt_status_bare: simpleCommand('/usr/bin/abrt status --bare=True', {
      doc: 'Number of crash reports that ABRT holds: a quick sign that programs have been crashing',
    }),
    etc_journald_conf: simpleFile('etc/systemd/journald.conf', {
      doc: 'Main journald configuration: storage mode, size limits and rate limits of the journal',
    }),
    etc_journald_conf_d: globFile(['etc/systemd/journald.conf.d/*.conf'], {
      doc: 'Local journald drop-in files: settings that override the main journald configuration',
    }),
    journal_header: simpleCommand('/usr/bin/journalctl --no-pager --header', {
      doc: 'Header of every journal file: size, age and state, to find corrupt or overgrown journals',
    }),
    logrotate_conf: foreachCollect('%s', logrotateConfList(), {
      doc: 'Log rotation rules, main file and drop-ins: see why a log grows or disappears too soon',
    }),
    messages: simpleFile('/var/log/messages', {
      doc: 'General system log: errors and warnings from the kernel and most services',
      effects: { needsRoot: true },
    }),
    pcp_metrics: simpleCommand('/usr/bin/curl -s http://127.0.0.1:44322/metrics --connect-timeout 5', {
      doc: 'Current metrics from the local PCP web interface: performance figures without a separate agent',
      when: pcpEnabled(),
    }),
    pcp_raw_data: foreachCollect('%s', pcpRawFiles(), {
      doc: 'Raw PCP archive files of yesterday: full performance history for later analysis',
      saveAs: 'var/log/pcp/pmlogger/',
      raw: true,
    }),
    pidstat: simpleCommand('/usr/bin/pidstat', {
      doc: 'CPU use per process since boot: find the tasks that keep the processors busy',
    }),
    pmlog_summary: commandWithArgs('/usr/bin/pmlogsummary %s', pmlogSummaryArgs(), {
      doc: 'Averages of the metrics in the PCP archive kept for resource optimisation: spot over-sized hosts',
    }),
    pmlog_summary_pcp_zeroconf: commandWithArgs('/usr/bin/pmlogsummary %s', pmlogSummaryArgsPcpZeroconf(), {
      doc: 'Averages of CPU, memory, disk and pressure metrics in the default PCP archive: judge host sizing',
      saveAs: 'pmlogsummary_based_on_pcp_zeroconf_archives',
    }),
    pmrep_metrics: simpleCommand(
      '/usr/bin/pmrep -t 1s -T 1s network.interface.out.packets network.interface.collisions swap.pagesout mssql.memory_manager.stolen_server_memory mssql.memory_manager.total_server_memory -o csv',
      {
        doc: 'One sample of PCP metrics on packets, collisions, swapping and SQL Server memory: a database short of memory',
      },
    ),
    ros_config: simpleFile('/var/lib/pcp/config/pmlogger/config.ros', {
      doc: 'PCP logger configuration for resource optimisation: which metrics are recorded, and how often',
    }),
    rsyslog_conf: globFile(['/etc/rsyslog.conf', '/etc/rsyslog.d/*.conf'], {
      doc: 'Rsyslog configuration, main file and drop-ins: where logs are written or forwarded to',
    }),
    rsyslog_tls_ca_cert_enddate: commandWithArgs(
      '/usr/bin/openssl x509 -in %s -enddate -noout',
      rsyslogTlsCaCertFile(),
      {
        doc: 'Expiry date of the CA certificate that rsyslog trusts: foresee failing encrypted log forwarding',
        absentWhen: ['No such file or directory'],
      },
    ),
    rsyslog_tls_cert_enddate: commandWithArgs(
      '/usr/bin/openssl x509 -in %s -enddate -noout',
      rsyslogTlsCertFile(),
      {
        doc: 'Expiry date of the certificate that rsyslog presents to TLS peers: renew it in time',
        absentWhen: ['No such file or directory'],
      },
    ),
    sos_conf: firstFile(['/etc/sos/sos.conf', '/etc/sos.conf'], {
      doc: 'Defaults of the sos report tool: plugins and options used when support data is gathered',
    }),
    usr_journald_conf_d: globFile(['usr/lib/systemd/journald.conf.d/*.conf'], {
      doc: 'Packaged journald drop-in files: journal defaults set by the distribution',
    }),
  },
  providers: [
    logrotateConfList,
    pcpRawFiles,
    pmlogSummaryArgs,
    pmlogSummaryArgsPcpZeroconf,
    rsyslogTlsCaCertFile,
    rsyslogTlsCertFile,
  ],
  conditions: [pcpEnabled],
  settings: [rosCollect],
});
