import { lowerAscii } from '../match/bytes.js';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// Host names that are usually not meant as such.
const hosts = wordSet(
  'localhost localdomain server host hostname linux unix node master worker primary secondary database web www mail test demo dev prod local default none unknown system debian ubuntu redhat centos fedora rocky almalinux localhost4 localhost6 ip6-localhost ip6-loopback',
);

// Accounts that many hosts have, and words that are found in place of an account.
const users = wordSet(
  'root admin administrator test user users guest nobody nfsnobody default local system service daemon demo backup ftp www web mail host server linux vagrant ubuntu debian centos fedora ec2-user cloud-user core ansible localhost ' +
    'bin sys sync games man news uucp proxy www-data list irc gnats operator halt shutdown adm nogroup _apt systemd-network systemd-resolve systemd-timesync systemd-coredump systemd-journal systemd-oom messagebus dbus polkitd sshd chrony ntp rpc rpcuser tss sssd unbound postfix dovecot exim debian-exim apache nginx httpd mysql mariadb postgres pgsql redis mongodb memcache memcached haproxy squid named bind tomcat jenkins git gitlab docker podman kubelet etcd prometheus grafana nagios zabbix elasticsearch kibana logstash rabbitmq qemu libvirt libvirt-qemu nova neutron glance cinder keystone swift ceph gdm gdm-greeter lightdm colord avahi rtkit pulse geoclue usbmux dnsmasq saned hplip speech-dispatcher whoopsie kernoops syslog uuidd tcpdump landscape pollinate sshd_config postdrop lost+found linuxbrew ' +
    'abrt activemq aide alertmanager amanda amandabackup amavis apt asterisk audio avahi-autoipd awx bacula bird bluetooth caddy cassandra cdrom celery clamav clamscan clamupdate clevis consul couchdb crontab cups cyrus dhcpcd dhcpd dialout dip dirsrv disk dnf fax flatpak floppy foreman foreman-proxy frr frrvty gluster gssproxy hacluster haclient hbase hdfs hive hugetlbfs icinga identd influxdb input insights ipaapi jboss kafka kdcproxy keepalived_script kmem knot kube kvm ldap libstoragemgmt lighttpd lock loki lpadmin luci maildrop mailman mailnull mapred minio-user mlocate mosquitto mssql munin neo4j netdev nm-openconnect nm-openvpn node_exporter node-exporter nomad nrpe nscd nsd nslcd ntpd oozie opendkim opendmarc openldap opensearch openvpn openvswitch oprofile ossec pcp pdns pegasus pesign pkiuser plocate plugdev pm2 podman policyd-spf postgrey promtail pulp pulse-access puppet puppetdb qdrouterd quagga radiusd radius radvd render rhnsd rhsm ricci sanlock sasl saslauth scanner screen sddm setroubleshoot sgx shadow slocate smmsp snmp snort solr spamd spark squid ssh ssh_keys ssl-cert sstpc staff stapdev stapsys stapusr statd strongswan stunnel stunnel4 sudo suricata svn swtpm syslog-ng tang tape telegraf telnetd tor traefik utempter utmp varnish varnishlog vault vcache vdsm video virtlogd vmail voice wazuh wbpriv wheel wildfly wireshark wwwrun yarn yum zookeeper ' +
    'null true false yes no none any all unknown unset undefined anonymous invalid error info public shared self username name domain group the and not',
);

// User names that are also words or programs: only the text around them shows that an account is meant.
const words = wordSet(
  'mark will grant chase page price field long short white black green gray grey power street church cross bond west north south east snow frost rain winter summer day prince major bell ball bass fish bird strong smart sharp sweet best perl java ruby ' +
    'backup deploy deployer docker oracle hadoop spark kafka hive hbase splunk elastic puppet chef salt consul vault nomad builder build runner agent monitor monitoring web www-admin app apps application data dbadmin dev devel developer ops prod stage staging report reports sftp scanner printer kiosk student support manager office sales media plex minecraft steam node nodejs python golang rust user1 stack cloud-init opc azureuser core lxd multipass pi kali alma rocky suse arch alpine',
);

// User names that are also parts of names or rarer words: found only in the given spelling, and as whole words.
const shared = wordSet(
  'bill rose hope faith dean drew jack rich frank guy john pearl jade sage basil iris dawn june april august carol reed wade cole dale glen heath lane ward brook young king brown rice wood stone hill ford bush cook baker carter mason miller parker porter turner walker cooper hunter gardner knight bishop wolf lamb crane swan drake hawk',
);

// Words that show that the comment of an account does not name a person.
const roles = wordSet(
  'account accounts admin administrator agent alert ansible apache application backup bot bug build builder center client cloud cluster command container control core daemon data database debian default demo deploy deployment developer development directory docker domain download dynamic engine file free generic gitlab gnome group guest helper home host hosting install installer integration internal jenkins kernel kubernetes linux list live local login mail mailer mailing maintainer maintainers manager monitor monitoring mysql network node office online open operator oracle owner package packages packaging postgresql print project proxy public query queue red redhat release remote report root runner schema script search secure security server service session share shared signing software source sql storage student support system systems task team temporary test tester tracking ubuntu unix update upload user users vagrant virtual virtualization web windows worker',
);

/** True if the short name of a host, in lower case, is usually not meant as such. */
export const isCommonHost = (name: string): boolean => hosts.has(name);

/** True if many hosts have an account of this name, in lower case, or if the name is a word for an account. */
export const isCommonUser = (name: string): boolean =>
  users.has(name) || /^(?:_|systemd-|debian-|gdm-|cockpit-)/.test(name);

/** True for the account of a person, not of a service or a group of users. */
export const isOwnUser = (text: string): boolean =>
  text.length > 2 && !isCommonUser(lowerAscii(text).replace(/\$$/, '')) && !/_[rtu]$/.test(text);

/** True if a user name, in lower case, is frequent in text that does not mean the user. */
export const isWord = (name: string): boolean => words.has(name);

/** True if a user name, in lower case, may be found in text that does not mean the user. */
export const isSharedUserName = (name: string): boolean =>
  name.length < 4 || words.has(name) || shared.has(name);

const part = /^[A-Z\x80-\xff][A-Za-z\x80-\xff'.-]{0,31}$/;
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|la|le|el|al|bin|ibn|af|av|zu|zur|ter)$/;

/** The parts of a person's full name in Latin-1; none if it does not look like one. */
export function personParts(name: string): string[] {
  const parts = name.trim().split(/ +/);
  const capitals = parts.filter((each) => part.test(each));
  const isName =
    parts.length <= 5 &&
    capitals.length > 1 &&
    parts.every((each) => part.test(each) || particle.test(each)) &&
    !parts.some((each) => roles.has(lowerAscii(each)));
  return isName ? parts : [];
}
