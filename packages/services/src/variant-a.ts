import { globFile, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { services } from './specs.js';

/** The services domain in its earlier variant A. */
export const servicesA = variant(services, {
  add: {
    cups_ppd: globFile(['etc/cups/ppd/*'], {
      doc: 'Printer description files of the configured queues: driver and filter of each printer',
    }),
    dnsmasq_config: globFile(['/etc/dnsmasq.conf', '/etc/dnsmasq.d/*.conf'], {
      doc: 'Dnsmasq configuration, main file and drop-ins: upstream servers, DHCP ranges and cache',
    }),
    ldif_config: globFile(['/etc/dirsrv/slapd-*/dse.ldif'], {
      doc: 'Directory server configuration of the slapd instances: encryption, backends and limits',
      effects: { needsRoot: true },
    }),
    ls_ipa_idoverride_memberof: simpleCommand(
      '/bin/ls -lan /usr/share/ipa/ui/js/plugins/idoverride-memberof',
      {
        doc: 'Files of the IPA web plugin for id override membership: whether the plugin is installed',
        absentWhen: ['No such file or directory'],
      },
    ),
    ls_var_spool_clientmq: simpleCommand('/bin/ls -ln /var/spool/clientmqueue', {
      doc: 'Files in the sendmail client queue: local mail that piles up undelivered',
      absentWhen: ['No such file or directory'],
      effects: { needsRoot: true },
    }),
    ls_var_spool_postfix_maildrop: simpleCommand('/bin/ls -ln /var/spool/postfix/maildrop', {
      doc: 'Files in the postfix maildrop directory: mail queued while postfix is not running',
      absentWhen: ['No such file or directory'],
      effects: { needsRoot: true },
    }),
    ntpq_leap: simpleCommand("/usr/sbin/ntpq -c 'rv 0 leap'", {
      doc: 'Leap second indicator of ntpd: whether a leap second is announced or the clock is unsynchronised',
    }),
    ntptime: simpleCommand('/usr/sbin/ntptime', {
      doc: 'Kernel clock discipline variables: status flags, leap second state and maximum error',
    }),
    rabbitmq_env: simpleFile('/etc/rabbitmq/rabbitmq-env.conf', {
      doc: 'Environment settings of RabbitMQ: node name, ports and Erlang options',
    }),
    rabbitmq_report: simpleCommand('/usr/sbin/rabbitmqctl report', {
      doc: 'Full RabbitMQ status report: memory, file descriptors, queues, connections and alarms',
      effects: { needsRoot: true },
    }),
    rabbitmq_startup_log: simpleFile('/var/log/rabbitmq/startup_log', {
      doc: 'Start-up log of RabbitMQ: plugins loaded and errors on the way up',
    }),
    rabbitmq_users: simpleCommand('/usr/sbin/rabbitmqctl list_users', {
      doc: 'RabbitMQ users and their tags: leftover guest or administrator accounts',
      effects: { needsRoot: true },
    }),
    systemctl_cat_dnsmasq_service: simpleCommand('/bin/systemctl cat dnsmasq.service', {
      doc: 'Unit file of dnsmasq with drop-ins: how the service is really started',
      absentWhen: ['No files found for', 'System has not been booted with systemd'],
    }),
  },
  omit: [
    'cups_browsed_conf',
    'cups_files_conf',
    'cupsd_conf',
    'ipa_default_conf',
    'postfix_master',
    'sendmail_mc',
    'snmpd_conf',
  ],
});
