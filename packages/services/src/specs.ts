import { globFile, insightsCore, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Mail, print, Samba, DNS, NTP, directory, FTP, SNMP, message brokers, xinetd. */
export const services = slice({
  name: 'services',
  version,
  origin: insightsCore,
  specs: {
    amq_broker: globFile(['/var/opt/amq-broker/*/etc/broker.xml'], {
      doc: 'Broker definitions of AMQ instances: acceptors, addresses, paging and security settings',
    }),
    chrony_conf: simpleFile('/etc/chrony.conf', {
      doc: 'Chrony configuration: time servers, step policy and leap second handling',
    }),
    chronyc_sources: simpleCommand('/usr/bin/chronyc sources', {
      doc: 'Time sources of chronyd with reachability and offset: find a clock that is not being synchronised',
      absentWhen: ['506 Cannot talk to daemon', 'Could not open connection to daemon'],
    }),
    cups_browsed_conf: simpleFile('/etc/cups/cups-browsed.conf', {
      doc: 'Configuration of cups-browsed: remote printer discovery, including the exposed legacy protocol',
    }),
    cups_files_conf: simpleFile('/etc/cups/cups-files.conf', {
      doc: 'CUPS files and directories settings: log targets, spool paths and the account in use',
      effects: { needsRoot: true },
    }),
    cupsd_conf: simpleFile('/etc/cups/cupsd.conf', {
      doc: 'Print server configuration: listeners, access rules and job limits',
      effects: { needsRoot: true },
    }),
    dig_dnssec: simpleCommand('/usr/bin/dig +dnssec . SOA', {
      doc: 'Query for the DNS root with DNSSEC records: whether the resolver passes signatures through',
      effects: { network: true },
    }),
    dig_edns: simpleCommand('/usr/bin/dig +edns=0 . SOA', {
      doc: 'Query for the DNS root with EDNS: whether resolver and firewalls accept extended DNS',
      effects: { network: true },
    }),
    dig_noedns: simpleCommand('/usr/bin/dig +noedns . SOA', {
      doc: 'Query for the DNS root without EDNS: the plain DNS baseline to compare with the EDNS queries',
      effects: { network: true },
    }),
    dirsrv_errors: globFile(['var/log/dirsrv/*/errors*'], {
      doc: 'Error logs of the directory server instances: replication, database and start-up problems',
      effects: { needsRoot: true },
    }),
    doveconf: simpleCommand('/usr/bin/doveconf', {
      doc: 'Effective configuration of the Dovecot mail server: protocols, TLS and authentication settings',
    }),
    dse_ldif: globFile(['/etc/dirsrv/*/dse.ldif'], {
      doc: 'Configuration entries of each directory server instance: ports, TLS, cache and plugin settings',
      effects: { needsRoot: true },
    }),
    ipa_default_conf: simpleFile('/etc/ipa/default.conf', {
      doc: 'Default IPA configuration: realm, domain and server of the host, and whether it is a server itself',
    }),
    ipaupgrade_log: simpleFile('/var/log/ipaupgrade.log', {
      doc: 'Log of IPA server upgrades: the step at which an upgrade failed',
      effects: { needsRoot: true },
    }),
    lpstat_p: simpleCommand('/usr/bin/lpstat -p', {
      doc: 'State of each printer queue: idle, printing or disabled, and since when',
      absentWhen: ['Scheduler is not running', 'No destinations added'],
    }),
    named_checkconf_p: simpleCommand('/usr/sbin/named-checkconf -p', {
      doc: 'BIND configuration in canonical form with includes resolved: what named really uses',
      effects: { needsRoot: true },
    }),
    named_conf: simpleFile('/etc/named.conf', {
      doc: 'BIND main configuration as written: zones, recursion, forwarders and DNSSEC options',
      effects: { needsRoot: true },
    }),
    ntp_conf: simpleFile('/etc/ntp.conf', {
      doc: 'Configuration of ntpd: servers, access restrictions and monitoring queries',
    }),
    ntpq_pn: simpleCommand('/usr/sbin/ntpq -pn', {
      doc: 'Peers of ntpd with reach, delay and offset: which server is selected and how good it is',
      absentWhen: ['Connection refused'],
    }),
    postconf: simpleCommand('/usr/sbin/postconf', {
      doc: 'All postfix parameters with the values in force: relays, TLS settings and restrictions',
    }),
    postconf_builtin: simpleCommand('/usr/sbin/postconf -C builtin', {
      doc: 'Values in force of the parameters built into postfix: leaves out user and service names',
    }),
    postfix_master: simpleFile('/etc/postfix/master.cf', {
      doc: 'Postfix process table: which services run, with chroot, limits and option overrides',
    }),
    rndc_status: simpleCommand('/usr/sbin/rndc status', {
      doc: 'State of the running BIND server: version, zones, recursive clients and query logging',
      absentWhen: ['connection refused', 'rndc.key was found'],
      effects: { needsRoot: true },
    }),
    samba: simpleFile('/etc/samba/smb.conf', {
      doc: 'Samba configuration as written: shares, protocol versions and domain membership',
    }),
    sendmail_mc: simpleFile('/etc/mail/sendmail.mc', {
      doc: 'Macro source of the sendmail configuration: relays, TLS and daemon options',
    }),
    setup_named_chroot: simpleFile('/usr/libexec/setup-named-chroot.sh', {
      doc: 'Script that builds the chroot of BIND: check which paths it mounts into the chroot',
    }),
    smbstatus_p: simpleCommand('/usr/bin/smbstatus -p', {
      doc: 'Connected Samba clients by process: user, machine and protocol version',
      effects: { needsRoot: true },
    }),
    snmpd_conf: simpleFile('/etc/snmp/snmpd.conf', {
      doc: 'SNMP agent configuration: communities, views and access that exposes host data',
      effects: { needsRoot: true },
    }),
    spamassassin_channels: simpleCommand("/bin/grep -r '^\\s*CHANNELURL=' /etc/mail/spamassassin/channel.d", {
      doc: 'Update channel URLs of SpamAssassin: rule sources that no longer exist',
      emptyRc: [1],
      absentWhen: ['No such file or directory'],
    }),
    sysconfig_ntpd: simpleFile('/etc/sysconfig/ntpd', {
      doc: 'Start options of ntpd: slew mode and the account in use',
    }),
    systemctl_cat_rpcbind_socket: simpleCommand('/bin/systemctl cat rpcbind.socket', {
      doc: 'Unit file of the rpcbind socket with drop-ins: the addresses on which rpcbind listens',
      absentWhen: ['No files found for', 'System has not been booted with systemd'],
    }),
    testparm_s: simpleCommand('/usr/bin/testparm -s', {
      doc: 'Samba configuration after parsing: errors, warnings and settings that differ from defaults',
    }),
    testparm_v_s: simpleCommand('/usr/bin/testparm -v -s', {
      doc: 'Samba configuration after parsing with all defaults shown: the value in force of every parameter',
    }),
    vsftpd: simpleFile('/etc/pam.d/vsftpd', {
      doc: 'PAM stack of the FTP server: who may log in and which user list denies access',
    }),
    vsftpd_conf: simpleFile('/etc/vsftpd/vsftpd.conf', {
      doc: 'FTP server configuration: anonymous access, TLS versions and chroot settings',
      effects: { needsRoot: true },
    }),
    xinetd_conf: globFile(['/etc/xinetd.conf', '/etc/xinetd.d/*'], {
      doc: 'Super-server configuration and its services: legacy network services that are switched on',
    }),
  },
});
