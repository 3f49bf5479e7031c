import { globFile, linux, simpleCommand } from '@hostspec/spec';
import { services } from './specs.js';

/** The services domain for all of Linux. */
export const servicesLinux = linux(services, {
  for: {
    amq_broker: ['rhel'],
    setup_named_chroot: ['rhel'],
    spamassassin_channels: ['rhel'],
    sysconfig_ntpd: ['rhel', 'suse'],
    systemctl_cat_rpcbind_socket: ['systemd'],
    vsftpd_conf: ['rhel', 'alpine'],
  },
  logs: {
    dirsrv_errors: { newest: 8_000_000 },
    ipaupgrade_log: { newest: 4_000_000 },
  },
  add: {
    bind_conf_deb: globFile(['/etc/bind/named.conf*'], {
      doc: 'BIND configuration on Debian: zones, forwarders and who may ask',
      for: ['debian', 'alpine'],
      origin: 'named.conf(5)',
      effects: { needsRoot: true },
    }),
    config_agents_conf: globFile(
      [
        '/etc/salt/minion',
        '/etc/salt/minion.d/*.conf',
        '/etc/puppetlabs/puppet/puppet.conf',
        '/etc/puppet/puppet.conf',
        '/etc/chef/client.rb',
        '/etc/ansible/ansible.cfg',
        '/etc/ansible/facts.d/*',
      ],
      {
        doc: 'Agents of Salt, Puppet, Chef and Ansible: which server decides what is on this host',
        origin: 'https://docs.saltproject.io/en/latest/ref/configuration/minion.html',
        effects: { needsRoot: true },
      },
    ),
    dns_servers_conf: globFile(
      [
        '/etc/unbound/unbound.conf',
        '/etc/unbound/unbound.conf.d/*.conf',
        '/etc/powerdns/*.conf',
        '/etc/coredns/Corefile',
      ],
      {
        doc: 'Name servers Unbound, PowerDNS and CoreDNS: zones, forwarders and access',
        origin: 'unbound.conf(5)',
      },
    ),
    file_services_conf: globFile(
      ['/etc/vsftpd.conf', '/etc/proftpd/*.conf', '/etc/rsyncd.conf', '/etc/samba/*.conf'],
      {
        doc: 'File services vsftpd, ProFTPD, rsync and Samba: shares and who may use them',
        origin: 'vsftpd.conf(5)',
      },
    ),
    // Those of Consul and Nomad hold the key of their network and tokens in forms that cannot be told from other words.
    hashicorp_conf: globFile(['/etc/vault.d/*.hcl', '/etc/default/etcd'], {
      doc: 'Vault and etcd: addresses, peers and storage',
      origin: 'https://developer.hashicorp.com/vault/docs/configuration',
      effects: { needsRoot: true },
    }),
    mail_conf: globFile(
      [
        '/etc/postfix/main.cf',
        '/etc/exim4/update-exim4.conf.conf',
        '/etc/exim4/conf.d/*/*',
        '/etc/aliases',
        '/etc/dovecot/dovecot.conf',
        '/etc/dovecot/local.conf',
        '/etc/dovecot/conf.d/*.conf',
        '/etc/opendkim.conf',
        '/etc/msmtprc',
      ],
      {
        doc: 'Mail servers Postfix, Exim and Dovecot, aliases and signing: relays, domains and restrictions',
        origin: 'postconf(5)',
      },
    ),
    mail_queue: simpleCommand('/usr/bin/mailq', {
      doc: 'Mail that waits, with its age and the reason: a relay that does not answer',
      absentWhen: ['Mail system is down'],
      timeout: 15,
      origin: 'mailq(1)',
    }),
    monitoring_conf: globFile(
      [
        '/etc/prometheus/*.yml',
        '/etc/telegraf/telegraf.conf',
        '/etc/telegraf/telegraf.d/*.conf',
        '/etc/zabbix/zabbix_agent*.conf',
        '/etc/datadog-agent/datadog.yaml',
        '/etc/collectd/collectd.conf',
        '/etc/filebeat/filebeat.yml',
        '/etc/fluent-bit/*.conf',
        '/etc/nagios/nrpe.cfg',
        '/etc/grafana/grafana.ini',
        '/etc/netdata/netdata.conf',
        '/etc/vector/*.yaml',
        '/etc/munin/*.conf',
      ],
      {
        doc: 'Agents that watch this host and ship its logs: servers, checks and what they read',
        origin: 'https://prometheus.io/docs/prometheus/latest/configuration/configuration/',
        effects: { needsRoot: true },
      },
    ),
  },
});
