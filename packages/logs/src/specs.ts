import { commandWithArgs, firstFile, firstOf, globFile, simpleCommand, slice } from '@hostspec/spec';
import { localAccounts } from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Text logs with their rotated and packed files, and the records of log-ins. */
export const logs = slice({
  name: 'logs',
  version,
  specs: {
    alternatives_log: globFile(['/var/log/alternatives.log', '/var/log/alternatives.log.*'], {
      doc: 'When a generic name such as java or editor got another program',
      origin: 'update-alternatives(1)',
      for: ['debian'],
      log: { window: '365d', newest: 1_000_000 },
    }),
    apache2_error_log: globFile(
      [
        '/var/log/apache2/*error*.log',
        '/var/log/apache2/*error*.log.*',
        '/var/log/apache2/error_log',
        '/var/log/apache2/error_log-*',
      ],
      {
        doc: 'Errors of Apache on Debian and SUSE, for every site',
        origin: 'https://httpd.apache.org/docs/current/logs.html',
        for: ['debian', 'suse'],
        log: { window: '7d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    apport_log: globFile(['/var/log/apport.log', '/var/log/apport.log.*'], {
      doc: 'Crashes of programs that were caught, and reports that were dropped',
      origin: 'https://wiki.ubuntu.com/Apport',
      for: ['ubuntu'],
      log: { window: '90d', newest: 1_000_000 },
      effects: { needsRoot: true },
    }),
    audit_log_rotated: globFile(['/var/log/audit/audit.log.*'], {
      doc: 'Audit events before the current log: denials, log-ins',
      origin: 'auditd.conf(5)',
      log: { window: '3d', newest: 16_000_000 },
      effects: { needsRoot: true },
    }),
    auth_log: globFile(['/var/log/auth.log', '/var/log/auth.log.*'], {
      doc: 'Log-ins, sudo and ssh of two weeks',
      origin: 'rsyslog.conf(5)',
      for: ['debian'],
      log: { window: '14d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    boot_log: globFile(
      ['/var/log/boot.log', '/var/log/boot.log.*', '/var/log/boot.log-*', '/var/log/boot.msg'],
      {
        doc: 'What the console showed while the host started',
        origin: 'plymouthd(8)',
        log: { window: '30d', newest: 2_000_000 },
        effects: { needsRoot: true },
      },
    ),
    chrony_logs: globFile(['/var/log/chrony/*.log'], {
      doc: 'Offset and drift of the clock over days',
      origin: 'chrony.conf(5)',
      log: { window: '7d', newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    cloud_agent_logs: globFile(
      [
        '/var/log/waagent.log',
        '/var/log/amazon/ssm/*.log',
        '/var/log/google-*.log',
        '/var/log/gce-*.log',
        '/var/log/vmware-*.log',
      ],
      {
        doc: 'Messages of the agents of Azure, AWS, Google Cloud and VMware',
        origin: 'https://learn.microsoft.com/azure/virtual-machines/extensions/agent-linux',
        log: { window: '14d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    cloud_init_logs: globFile(
      ['/var/log/cloud-init-output.log', '/var/log/cloud-init.log.*', '/var/log/cloud-init-output.log.*'],
      {
        doc: 'What cloud-init and its scripts printed, and its earlier logs',
        origin: 'https://docs.cloud-init.io/',
        log: { window: '365d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    cluster_logs: globFile(
      [
        '/var/log/corosync/*.log',
        '/var/log/cluster/corosync.log',
        '/var/log/pacemaker/pacemaker.log-*',
        '/var/log/crmsh/*.log',
        '/var/log/ceph/ceph.log',
        '/var/log/ceph/ceph-volume.log',
        '/var/log/glusterfs/*.log',
        '/var/log/glusterfs/bricks/*.log',
      ],
      {
        doc: 'Fencing, lost quorum and moved resources, from Corosync and Pacemaker; faults of Ceph and GlusterFS',
        origin: 'corosync.conf(5)',
        log: { window: '7d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    config_agent_logs: globFile(
      [
        '/var/log/salt/minion',
        '/var/log/puppetlabs/puppet/*.log',
        '/var/log/chef/client.log',
        '/var/log/ansible.log',
      ],
      {
        doc: 'What Salt, Puppet, Chef or Ansible changed, and where they failed',
        origin: 'https://docs.saltproject.io/',
        log: { window: '7d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    cron_log_rotated: globFile(['/var/log/cron.log', '/var/log/cron.log.*', '/var/log/cron-*'], {
      doc: 'Jobs that cron ran in a week',
      origin: 'cron(8)',
      log: { window: '7d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    cups_error_log: globFile(
      ['/var/log/cups/error_log', '/var/log/cups/error_log.*', '/var/log/cups/error_log-*'],
      {
        doc: 'Why a job was not printed',
        origin: 'cupsd-logs(5)',
        log: { window: '7d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    daemon_log: globFile(['/var/log/daemon.log', '/var/log/daemon.log.*'], {
      doc: 'Messages of daemons, which Debian 11 and earlier keep apart',
      origin: 'rsyslog.conf(5)',
      for: ['debian'],
      log: { window: '7d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    database_logs: globFile(
      [
        '/var/log/redis/*.log',
        '/var/log/mongodb/*.log',
        '/var/log/rabbitmq/*.log',
        '/var/log/elasticsearch/*.log',
        '/var/log/cassandra/system.log',
        '/var/log/clickhouse-server/*.err.log',
      ],
      {
        doc: 'Errors of Redis, MongoDB, RabbitMQ, Elasticsearch, Cassandra and ClickHouse',
        origin: 'https://redis.io/docs/latest/operate/oss_and_stack/management/config/',
        log: { window: '7d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    dmesg_saved: globFile(['/var/log/dmesg.*'], {
      doc: 'Kernel messages of earlier starts',
      origin: 'dmesg(1)',
      for: ['debian'],
      log: { window: '90d', newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    dnf_logs: globFile(
      ['/var/log/dnf.log', '/var/log/dnf.log.*', '/var/log/dnf.rpm.log', '/var/log/dnf.rpm.log.*'],
      {
        doc: 'Transactions of dnf, with what scripts of packages printed',
        origin: 'dnf(8)',
        for: ['rhel'],
        log: { window: '30d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    dpkg_log: globFile(['/var/log/dpkg.log', '/var/log/dpkg.log.*'], {
      doc: 'Every step of dpkg with its time: installed, upgraded, configured, removed',
      origin: 'dpkg(1)',
      for: ['debian'],
      log: { window: '90d', newest: 8_000_000 },
    }),
    fail2ban_log: globFile(['/var/log/fail2ban.log', '/var/log/fail2ban.log.*', '/var/log/fail2ban.log-*'], {
      doc: 'Addresses that fail2ban found and banned',
      origin: 'fail2ban(1)',
      log: { window: '7d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    haproxy_log: globFile(['/var/log/haproxy.log', '/var/log/haproxy.log.*'], {
      doc: 'Backends that went down, and requests that failed at HAProxy',
      origin: 'https://docs.haproxy.org/',
      log: { window: '3d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    httpd_error_rotated: globFile(['/var/log/httpd/error_log-*', '/var/log/httpd/ssl_error_log'], {
      doc: 'Errors of Apache on RHEL before today, and those of TLS sites',
      origin: 'https://httpd.apache.org/docs/current/logs.html',
      for: ['rhel'],
      log: { window: '7d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    install_logs: globFile(
      ['/var/log/anaconda/*.log', '/var/log/installer/syslog', '/var/log/bootstrap.log'],
      {
        doc: 'Messages of the installer, or of debootstrap: faults from the first day',
        origin: 'https://anaconda-installer.readthedocs.io/',
        log: { newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    kern_log: globFile(['/var/log/kern.log', '/var/log/kern.log.*'], {
      doc: 'Kernel messages of two weeks, over restarts',
      origin: 'rsyslog.conf(5)',
      for: ['debian'],
      log: { window: '14d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    lastlog: firstOf(
      [
        simpleCommand('/usr/bin/lastlog', { absentWhen: ['No such file or directory'] }),
        simpleCommand('/usr/bin/lastlog2', { absentWhen: ['Cannot open database'] }),
      ],
      {
        doc: 'Last log-in of each account',
        origin: 'lastlog(8)',
      },
    ),
    letsencrypt_log: globFile(
      ['/var/log/letsencrypt/letsencrypt.log', '/var/log/letsencrypt/letsencrypt.log.*'],
      {
        doc: 'Certificates that certbot renewed or could not',
        origin: 'https://eff-certbot.readthedocs.io/',
        log: { window: '100d', newest: 2_000_000 },
        effects: { needsRoot: true },
      },
    ),
    libvirt_qemu_logs: globFile(['/var/log/libvirt/qemu/*.log'], {
      doc: 'Command line and messages of each virtual machine: why one did not start',
      origin: 'https://libvirt.org/logging.html',
      log: { window: '14d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    log_inventory: simpleCommand('/usr/bin/find /var/log -xdev -type f -printf "%M %u %g %s %TF %TT %p\\n"', {
      doc: 'Every file below /var/log with size and time: which log grows, which one is silent',
      origin: 'hier(7)',
    }),
    logins_failed: commandWithArgs('/usr/bin/lastb -F -w -n 500 %s', localAccounts(), {
      doc: 'Failed log-ins of the accounts of this host: guessing of passwords',
      absentWhen: ['No such file or directory'],
      origin: 'lastb(1)',
      effects: { needsRoot: true },
    }),
    logins_last: firstOf(
      [
        simpleCommand('/usr/bin/last -F -w -x -n 1000'),
        simpleCommand('/usr/bin/wtmpdb last -F -w -x -n 1000'),
      ],
      {
        doc: 'Who was logged in, from where, with restarts and shutdowns between',
        absentWhen: ['No such file or directory'],
        origin: 'last(1)',
      },
    ),
    logrotate_status: firstFile(
      [
        '/var/lib/logrotate/status',
        '/var/lib/logrotate/logrotate.status',
        '/var/lib/logrotate.status',
        '/var/lib/misc/logrotate.status',
      ],
      { doc: 'When each log was last rotated', origin: 'logrotate(8)' },
    ),
    mail_log: globFile(
      [
        '/var/log/mail.log',
        '/var/log/mail.log.*',
        '/var/log/mail.err',
        '/var/log/exim4/mainlog',
        '/var/log/exim4/mainlog.*',
        '/var/log/exim4/paniclog',
        '/var/log/exim4/rejectlog',
        '/var/log/exim/main.log',
        '/var/log/exim/main.log-*',
        '/var/log/mail',
        '/var/log/maillog',
        '/var/log/maillog-*',
      ],
      {
        doc: 'Mail that was sent, deferred or refused, from the log of the mail server',
        origin: 'rsyslog.conf(5)',
        log: { window: '3d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    messages_rotated: globFile(['/var/log/messages-*', '/var/log/messages.*'], {
      doc: 'Days before today of the main log',
      origin: 'logrotate(8)',
      for: ['rhel', 'suse', 'alpine'],
      log: { window: '7d', newest: 16_000_000 },
      effects: { needsRoot: true },
    }),
    monitor_agent_logs: globFile(
      [
        '/var/log/zabbix/*.log',
        '/var/log/zabbix-agent/*.log',
        '/var/log/datadog/agent.log',
        '/var/log/telegraf/*.log',
        '/var/log/filebeat/filebeat*',
        '/var/log/monit.log',
        '/var/log/icinga2/icinga2.log',
        '/var/log/nagios/nagios.log',
        '/var/log/nagios4/nagios.log',
        '/var/log/grafana/grafana.log',
        '/var/log/netdata/error.log',
      ],
      {
        doc: 'Why monitoring is silent: Zabbix, Datadog, Telegraf, Filebeat, Monit, Icinga, Nagios, Grafana and Netdata',
        origin: 'https://www.zabbix.com/documentation/current/',
        log: { window: '3d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    mysql_error_log: globFile(
      [
        '/var/log/mysql/error.log',
        '/var/log/mysql/error.log.*',
        '/var/log/mysql/mysql-slow.log',
        '/var/log/mysqld.log',
        '/var/log/mariadb/mariadb.log-*',
      ],
      {
        doc: 'Errors and slow queries of MySQL and MariaDB',
        origin: 'https://mariadb.com/kb/en/error-log/',
        log: { window: '14d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    nginx_error_rotated: globFile(
      [
        '/var/log/nginx/?*error*.log',
        '/var/log/nginx/error?*.log',
        '/var/log/nginx/*error*.log.*',
        '/var/log/nginx/*error*.log-*',
      ],
      {
        doc: 'Errors of nginx for every site, days before today too',
        origin: 'https://nginx.org/en/docs/ngx_core_module.html',
        log: { window: '7d', newest: 8_000_000 },
        effects: { needsRoot: true },
      },
    ),
    openvswitch_logs: globFile(['/var/log/openvswitch/*.log', '/var/log/openvswitch/*.log.*.gz'], {
      doc: 'Restarts of the switch, ports that flap, polls that took long',
      origin: 'ovs-vswitchd(8)',
      log: { window: '7d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    php_fpm_log: globFile(['/var/log/php*-fpm.log', '/var/log/php-fpm/*.log'], {
      doc: 'Workers of PHP that were all busy or crashed',
      origin: 'https://www.php.net/manual/en/install.fpm.configuration.php',
      log: { window: '7d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    postgresql_log_files: globFile(['/var/log/postgresql/*.log', '/var/log/postgresql/*.log.*'], {
      doc: 'Errors and slow queries of every PostgreSQL cluster on Debian',
      origin: 'https://www.postgresql.org/docs/current/runtime-config-logging.html',
      for: ['debian'],
      log: { window: '14d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    rhsm_logs: globFile(
      [
        '/var/log/rhsm/rhsm.log',
        '/var/log/rhsm/rhsm.log.*',
        '/var/log/insights-client/insights-client.log',
        '/var/log/firewalld',
      ],
      {
        doc: 'Faults of the subscription, the Insights client and firewalld',
        origin: 'subscription-manager(8)',
        for: ['rhel'],
        log: { window: '14d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    samba_logs: globFile(['/var/log/samba/log.*'], {
      doc: 'Connections, shares and log-ins of Samba, by client',
      origin: 'smb.conf(5)',
      log: { window: '7d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    secure_rotated: globFile(['/var/log/secure-*'], {
      doc: 'Log-ins, sudo and ssh of the days before today',
      origin: 'logrotate(8)',
      for: ['rhel'],
      log: { window: '14d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    squid_logs: globFile(['/var/log/squid/cache.log.*'], {
      doc: 'Faults of the proxy Squid before today',
      origin: 'https://wiki.squid-cache.org/SquidFaq/SquidLogs',
      log: { window: '7d', newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    sssd_logs: globFile(['/var/log/sssd/*.log'], {
      doc: 'Log-ins against a directory: servers that cannot be reached, refused accounts',
      origin: 'sssd.conf(5)',
      log: { window: '3d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    sudo_log: globFile(['/var/log/sudo.log', '/var/log/sudo.log.*'], {
      doc: 'Commands that ran by sudo, with user and directory',
      origin: 'sudoers(5)',
      log: { window: '14d', newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    syslog: globFile(['/var/log/syslog', '/var/log/syslog.*'], {
      doc: 'Main log of Debian: messages of all programs, a week of them',
      origin: 'rsyslog.conf(5)',
      for: ['debian'],
      log: { window: '7d', newest: 16_000_000 },
      effects: { needsRoot: true },
    }),
    syslog_ng_conf: globFile(['/etc/syslog-ng/syslog-ng.conf', '/etc/syslog-ng/conf.d/*.conf'], {
      doc: 'Where syslog-ng sends each message',
      origin: 'syslog-ng.conf(5)',
    }),
    sysstat_daily: globFile(['/var/log/sysstat/sa[0-9]*', '/var/log/sa/sa[0-9]*'], {
      doc: 'Load, memory, disks and network of the last days, for sar -f',
      origin: 'sar(1)',
      raw: true,
      log: { window: '7d', newest: 16_000_000 },
    }),
    tomcat_logs: globFile(['/var/log/tomcat*/catalina.out', '/var/log/tomcat*/catalina.*.log'], {
      doc: 'Exceptions of applications in Tomcat, and its start',
      origin: 'https://tomcat.apache.org/tomcat-10.1-doc/logging.html',
      log: { window: '7d', newest: 8_000_000 },
      effects: { needsRoot: true },
    }),
    tuned_log: globFile(['/var/log/tuned/tuned.log'], {
      doc: 'Changes of the tuning profile, and settings that could not be applied',
      origin: 'tuned(8)',
      log: { window: '30d', newest: 1_000_000 },
      effects: { needsRoot: true },
    }),
    ufw_log: globFile(['/var/log/ufw.log', '/var/log/ufw.log.*'], {
      doc: 'Packets that ufw dropped or let pass, in three days',
      origin: 'ufw(8)',
      log: { window: '3d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    user_log: globFile(['/var/log/user.log', '/var/log/user.log.*', '/var/log/debug', '/var/log/debug.*'], {
      doc: "Messages of users' programs, and those for debugging",
      origin: 'rsyslog.conf(5)',
      for: ['debian'],
      log: { window: '7d', newest: 4_000_000 },
      effects: { needsRoot: true },
    }),
    web_access_tail: globFile(
      ['/var/log/apache2/*access*.log', '/var/log/nginx/*access*.log', '/var/log/httpd/*access_log'],
      {
        doc: 'Last requests to Apache and nginx: what clients asked around a fault',
        origin: 'https://httpd.apache.org/docs/current/logs.html',
        log: { newest: 16_000_000, newestEach: 1_000_000 },
        onRequest: true,
        effects: { needsRoot: true },
      },
    ),
    wireless_daemon_logs: globFile(
      ['/var/log/wpa_supplicant.log', '/var/log/openvpn/*.log', '/var/log/charon.log'],
      {
        doc: 'Connections by Wi-Fi, OpenVPN and IPsec',
        origin: 'wpa_supplicant(8)',
        log: { window: '7d', newest: 4_000_000 },
        effects: { needsRoot: true },
      },
    ),
    xorg_log: globFile(['/var/log/Xorg.*.log', '/var/log/Xorg.*.log.old'], {
      doc: 'Drivers, screens and errors of the X server',
      origin: 'Xorg(1)',
      log: { newest: 4_000_000 },
    }),
  },
  providers: [localAccounts],
});
