import { type ColumnRow, columns, entry, noValue, quotedOrWord, singleQuoted } from './column-row.js';

const r = String.raw;

/** A login whose password ends at a semicolon. */
const login = '[^":;]+:([^";]+)';

/** Files of hosts and their services with a secret in a column. Add a kind of file as a row. */
export const hostColumns: readonly ColumnRow[] = [
  {
    doc: 'PostgreSQL passwords',
    paths: ['*.pgpass', 'pgpass.conf'],
    line: columns(r`^(?:#(?!.*passw))?(?![#\s])(?:(?:[^:\\]|\\.)*:){4}(.*\S)`),
  },
  {
    doc: 'connections of PgBouncer and Dovecot',
    paths: ['pgbouncer.ini', 'pgbouncer/*.ini', '*.conf.ext'],
    line: columns(r`\spassword=(?:${singleQuoted}|([^\s']\S*))`),
  },
  {
    doc: 'users of PgBouncer',
    paths: ['userlist.txt', 'pgbouncer/*.txt'],
    line: columns(r`^"(?:[^"]|"")*"\s+"((?:[^"]|"")+)`),
  },
  {
    doc: 'hashes of Samba',
    paths: ['smbpasswd', 'commands/pdbedit_-L*'],
    line: columns(r`^[^:#]+:\d+:([^:]{32}):([^:]{32})`),
    allowed: noValue,
  },
  {
    doc: 'hashes of users and groups',
    paths: [
      'etc/shadow',
      'etc/shadow-',
      'etc/gshadow',
      'etc/gshadow-',
      'master.passwd',
      'commands/getent_shadow*',
    ],
    line: columns(r`^[^:#\s]+:!{0,2}([^:!*][^:]+):`),
  },
  { doc: 'old hashes of users', paths: ['security/opasswd'], line: columns(r`^[^:#]+:[^:]*:[^:]*:(.*\S)`) },
  {
    doc: 'hashes of web users',
    paths: ['*htpasswd', '*.htdigest'],
    line: columns(r`^[^:#\s]+:(?:[^:]*:)?([^:\s]+)$`),
  },
  {
    doc: 'keys of encrypted disks',
    paths: ['etc/crypttab'],
    line: columns(r`${entry}\S+\s+\S+\s+(?!/|none\b|-|\S+=)(\S+)`),
  },
  {
    doc: 'answers of the Debian installer',
    paths: [
      '*preseed.cfg',
      'preseed/*',
      'preseed*.cfg',
      '*.preseed',
      '*debconf-selections',
      'debconf-selections*',
      'commands/debconf-get-selections*',
    ],
    line: columns(r`^\S+\s+(?:\S+\s+password|netcfg/wireless_w(?:ep|pa)\s+string)\s+(.*\S)`),
  },
  {
    doc: 'keys of S3 buckets',
    paths: ['.passwd-s3fs', 'passwd-s3fs'],
    line: columns(r`${entry}(?:[^:\s]+:)??([^:\s]+):([^:\s]+)$`),
  },
  { doc: 'API tokens of Proxmox', paths: ['priv/token.cfg'], line: columns(r`^\S+!\S+\s+(\S+)`) },
  { doc: 'passwords of Dogtag', paths: ['password.conf'], line: columns(r`^[\w.-]+=(.*\S)`) },
  {
    doc: 'plugins of Munin',
    paths: ['plugin-conf.d/*', 'munin/plugins.conf', 'munin-node.conf'],
    line: columns(r`^\s*env\.\S*(?:[Pp]ass|PASS|[Ss]ecret|[Tt]oken|[Cc]ommunity)\S*\s+(.*\S)`),
  },
  {
    doc: 'logins of Kafka and ZooKeeper',
    paths: ['*jaas.conf', 'server.properties'],
    line: columns(r`\b(?:password|user_[\w.@-]+)\s*=\s*"((?:[^"\\]|\\.)+)"`),
  },
  {
    doc: 'tokens of Consul',
    paths: ['consul.hcl', 'consul.d/*'],
    line: columns(
      r`(?:^|[\s{,])"?(?:agent|default|master|initial_management|agent_recovery|agent_master|replication)"?\s*[=:]\s*"([\da-fA-F-]{36})"`,
    ),
  },
  {
    doc: 'logins of printers',
    paths: ['printers.conf', 'printers.conf.o'],
    line: columns(r`^DeviceURI \S+?://[^:@/\s]+:([^@\s/]+)@`),
  },
  {
    doc: 'logins of GlusterFS',
    paths: ['glusterd/vols/*/info', 'glusterd/vols/*/*.vol', 'glusterfs/*.log', 'bricks/*.log'],
    line: columns(r`^(?:password=|\s*(?:\d+:\s+)?option\s+password\s+)(\S+)`),
  },
  {
    doc: 'logins of iSCSI targets',
    paths: ['istgt/auth.conf'],
    line: columns(r`^\s*Auth\s+"[^"]*"\s+"([^"]+)"(?:\s+"[^"]*"\s+"([^"]+)")?`),
  },
  {
    doc: 'logins of Amanda',
    paths: ['*amandapass'],
    line: columns(r`${entry}\S+\s+(?:[^\s%]+%)?([^\s%]+)(?:\s|$)`),
  },
  { doc: 'users of Pgpool', paths: ['pool_passwd', 'pcp.conf'], line: columns(r`${entry}[^:\s]+:(.*\S)`) },
  {
    doc: 'roles of JMX, users of media servers and of Ganeti',
    paths: ['*.password', 'rapi/users'],
    line: columns(r`${entry}\S+\s+([^\s=]\S*)`),
  },
  {
    doc: 'users with their passwords in a section',
    paths: [
      'auth_flat_file.ini',
      'etc/local.ini',
      'couchdb/local.ini',
      'couchdb/local.d/*',
      'etc/local.d/*.ini',
      'shiro.ini',
      'conf/passwd',
      'svnserve.passwd',
    ],
    within: /^\[(?:admins|passwords|users)\]/,
    line: columns(r`^\s*[\w.@-]+\s*=\s*(-\w{1,8}-\S+|(?![\w.$]*\.[\w.$]*$)[^\s,$]+)(?:\s*,|$)`),
    allowed: noValue,
  },
  {
    doc: 'users of Lighttpd',
    paths: ['*lighttpd.user', 'lighttpd/*.user'],
    line: columns(r`${entry}[^:\s]+:(?:[^:]+:)?(\S+)$`),
  },
  { doc: 'users of Cobbler', paths: ['users.digest'], line: columns(r`^[^:\s]+:[^:]*:(\S+)`) },
  {
    doc: 'users of Jetty, ActiveMQ and Rundeck',
    paths: ['*realm.properties'],
    line: columns(r`${entry}[^:\s]+\s*[:=]\s*([^\s,]+)`),
  },
  {
    doc: 'tokens of OATH',
    paths: ['users.oath'],
    line: columns(r`${entry}\S+\s+\S+\s+(?:[-+]|(\S+))\s+([\da-fA-F]{16,})`),
  },
  {
    doc: 'logins of Motion',
    paths: ['motion.conf', 'motion/*.conf'],
    line: columns(r`^\s*\w+_(?:authentication|userpass)\s+[^:\s]+:(\S+)`),
  },
  {
    doc: 'users of Deluge',
    paths: ['deluge/auth', 'deluged/config/auth'],
    line: columns(r`^[^:#\s]+:([^:\s]+):\d+`),
  },
  {
    doc: 'passwords of BackupPC',
    paths: ['backuppc/*.pl', 'backuppc/pc/*'],
    line: columns(r`^\s*\$Conf\{\w*Passwo?r?d\w*\}\s*=\s*['"]([^'"]+)`),
  },
  {
    doc: 'users and logins of Monit',
    paths: ['monitrc', 'monit/*'],
    line: columns(
      r`(?:^|\s)allow\s+(?:"[a-zA-Z][\w.-]*:([^"]+)|'[a-zA-Z][\w.-]*:([^']+)|[a-zA-Z][\w.-]*:${quotedOrWord})|\spassword\s+${quotedOrWord}`,
    ),
  },
  {
    doc: 'attributes of certificate requests',
    paths: ['csr_attributes.yaml'],
    line: columns(r`^\s*(?:challengePassword|1\.2\.840\.113549\.1\.9\.7):\s+["']?([^\s"']+)`),
  },
  {
    doc: 'first passwords of cloud-init',
    paths: ['user-data', 'user-data.txt', 'cloud.cfg', 'cloud.cfg.d/*'],
    line: columns(
      r`^\s+(?:- )?(?!gh:|lp:|ppa:)[a-z][\w-]{0,31}:(?!//|RANDOM$|R$|(?:\d+|\*):)([^\s:]\S{2,})$`,
    ),
  },
  {
    doc: 'users of JBoss and ActiveMQ',
    paths: ['*users.properties'],
    line: columns(r`^\s*(?:#\s?(?=\S+=\S*\d))?[^#=\s]+\s?=\s?(?:\w+::)?(\S+)$`),
  },
  { doc: 'keys of Wazuh agents', paths: ['etc/client.keys'], line: columns(r`^\d+\s+\S+\s+\S+\s+(\S+)`) },
  { doc: 'users of Netatalk', paths: ['afppasswd'], line: columns(r`^[^:#\s]+:([\dA-F]{16}):`) },
  {
    doc: 'keys of the interface of EMQX',
    paths: ['default_api_key.conf', 'api_key.conf'],
    line: columns(r`${entry}[\w.-]+:([^:\s]+)`),
  },
  {
    doc: 'logins for SNMP in rules of Checkmk',
    paths: ['*.mk'],
    line: columns(r`'auth(?:No)?Priv', '[\w-]+', '[^']*', '([^']+)'(?:, '[\w-]+', '([^']+)')?`),
  },
  {
    doc: 'secrets of ONLYOFFICE',
    paths: ['documentserver/*.json'],
    line: columns(r`"(?:inbox|outbox|browser|session)":\s*\{\s*"string":\s*"((?:[^"\\]|\\.)+)`),
  },
  {
    doc: 'users of services, each with a password after a colon',
    paths: [
      '*users',
      '*users.txt',
      '*pwdb',
      '*.passwd',
      '*passwords',
      '*secrets.conf',
      '*_auth',
      '*psk.txt',
      '*sasldb.txt',
      '*secrets.txt',
    ],
    line: columns(r`^[\w.-][\w.@-]*[:\s](?=\S*[^a-z\s])([^:\s/*!][^:\s]{3,})$`),
  },
  {
    doc: 'logins and communities of apcupsd',
    paths: ['apcupsd.conf'],
    line: columns(r`^\s*DEVICE\s+[^:\s]+:(?:\d+:\w+:(\S+)|[^:\s]+:(\S+?)(?::\d+)?\s*$)`),
  },
  {
    doc: 'keys and pin of Barbican',
    paths: ['barbican.conf', 'barbican/*.conf'],
    line: columns(r`^\s*(?:kek|login)\s*=\s*(?:'([^']+)|"([^"]+)|(\S+))`),
  },
  {
    doc: 'passwords of LDAP Account Manager',
    paths: ['ldap-account-manager/config.cfg'],
    line: columns(r`^password:\s+(\S+)(?:\s+(\S+))?`),
  },
  {
    doc: 'directory of DAViCal',
    paths: ['davical/*.php'],
    line: columns(r`'passDN'\s*=>\s*'([^']+)`),
  },
  {
    doc: 'secrets of Home Assistant and ESPHome',
    paths: ['homeassistant/secrets.yaml', 'hass/secrets.yaml', 'esphome/secrets.yaml'],
    line: columns(
      r`^(?!\w{0,40}?(?:user|name|latitude|longitude|elevation|host|ssid|zone)\w{0,40}:)[\w-]{1,80}:\s+(?!["']?\w+://)(?:"([^"]+)|'([^']+)|([^\s"'#].*\S))`,
    ),
  },
  {
    doc: 'new names of commands of Redis and Valkey',
    paths: ['redis.conf', 'redis/*.conf', 'valkey.conf', 'valkey/*.conf'],
    line: columns(r`^\s*rename-command\s+\S+\s+"?([^\s"]+)`),
  },
  {
    doc: 'word that stops Tomcat',
    paths: ['server.xml', 'conf/*.xml'],
    line: columns(r`<Server\b[^>]{0,200}?\bshutdown="(?!SHUTDOWN")([^"]+)`),
  },
  {
    doc: 'replication of OpenLDAP',
    paths: ['slapd.conf', 'slapd.d/*', '*.ldif'],
    line: columns(r`\bcredentials=${quotedOrWord}`),
  },
  {
    doc: 'users of GRUB',
    paths: ['grub.d/*', 'grub.cfg', 'grub2/user.cfg'],
    line: columns(
      r`^\s*(?:#\s?)?password(?:_pbkdf2)?\s+\S+\s+(?!\$)(\S+)\s*$|^\s*cryptomount\s.*?-p\s+(\S+)`,
    ),
  },
  { doc: 'keys of rclone', paths: ['rclone.conf'], line: columns(r`^\s*key\s*=\s*(.*\S)`) },
  {
    doc: 'users of coturn',
    paths: ['turnserver.conf', 'coturn/*.conf'],
    line: columns(r`^\s*#?\s?user=[^:\s]+:(\S+)`),
  },
  { doc: 'users of collectd', paths: ['collectd/*auth_file'], line: columns(r`${entry}[\w.@-]+:\s*(.*\S)`) },
  {
    doc: 'tokens and passwords of users of Kubernetes',
    paths: ['tokens.csv', '*_tokens.csv', '*_auth.csv'],
    line: columns(r`${entry}([^,\s]+),[^,]+,`),
  },
  { doc: 'keys of RubyGems', paths: ['.gem/credentials'], line: columns(r`^:[\w.-]+:\s+(\S+)`) },
  {
    doc: 'hashes and salts of users of Solr',
    paths: ['security.json'],
    line: columns(r`:\s*"([\w+/]{43}= [\w+/]{43}=)"`),
  },
  {
    doc: 'keys and logins in HashiCorp files',
    paths: ['*.hcl'],
    line: columns(r`\bencrypt\s*=\s*"([^"]+)|\bauth\s*=\s*"[^":\s]+:([^"]+)`),
  },
  {
    doc: 'logins of the administrators of ProxySQL',
    paths: ['proxysql*.cnf'],
    line: columns(r`_credentials\s*=\s*"${login}(?:;${login})?(?:;${login})?`),
  },
  {
    doc: 'hashes of users of MySQL',
    paths: ['commands/mysql_*', 'commands/mariadb_*'],
    line: columns(r`(?:\t|\| )\*?([\dA-F]{40})\b|\t(\$A\$\d{3}\$.*\S)`),
    allowed: noValue,
  },
  {
    doc: 'passwords on lines of their own, after the names of users',
    paths: [
      'openvpn/*auth.txt',
      'openvpn/*/*auth.txt',
      'openvpn/*pass.txt',
      'openvpn/*.auth',
      'openvpn/*/*.up',
      'openvpn/*/*.auth',
      '*virtual_users.txt',
      'vsftpd/*.txt',
    ],
    after: /^[\w.@\\-]+$/,
    line: columns(r`^(\S.*)`),
  },
  {
    doc: 'passwords of users of RADIUS, in tables',
    paths: ['commands/mysql_*', 'commands/mariadb_*', 'commands/psql_*'],
    line: columns(r`\b\w{2,24}-password\s*\|\s*[:=+]{1,2}\s*\|\s*([^\s|](?:[^|]*[^\s|])?)`, 'i'),
  },
  {
    doc: 'keys of TSIG of PowerDNS',
    paths: ['commands/pdnsutil_*'],
    line: columns(r`\shmac-\S+\s+([\w+/]{16,}={0,2})$`),
  },
  {
    doc: 'users of Asterisk, in columns with a fixed width',
    paths: ['commands/asterisk_*'],
    line: columns(
      r`^(?=.{27}\S)(?!Username\s)\S+ +(\S+) .*(?:Yes|No) +(?:Yes|No)\s*$|^(?=.{17}\S)\S+ +(\S+) +\d{15}\s`,
    ),
  },
  {
    doc: 'keys alone on a line, in outputs of programs that make or show them',
    paths: [
      'commands/consul_key*',
      'commands/serf_key*',
      'commands/nomad_operator_gossip*',
      'commands/wg_gen*',
      'commands/docker_swarm_unlock-key*',
      'commands/kubeadm_certs_certificate-key*',
      'commands/psktool*',
      'commands/cscli_*',
    ],
    line: columns(r`^\s*((?=\S*\d)[\w+/-]{22,}={0,2})(?:\s|$)`),
  },
  {
    doc: 'secrets in answers of clouds',
    paths: ['commands/az_keyvault_secret*', 'commands/az_acr_credential*', 'commands/aws_ssm_get*'],
    line: columns(r`"[vV]alue":\s*"((?:[^"\\]|\\.)+)`),
    allowed: noValue,
  },
  {
    doc: 'keys of Borg on paper',
    paths: ['commands/borg_key_export*'],
    line: columns(r`^\s*\d+: ([\da-f][\da-f ]{10,}[\da-f])(?: - |$)`),
  },
  {
    doc: 'values of vaults and of secrets of Xen',
    paths: [
      'commands/ansible-vault_view*',
      'commands/sops_*',
      'commands/vault_kv_get*',
      'commands/bao_kv_get*',
      'commands/xe_secret-*',
    ],
    line: columns(
      r`^\s{0,16}(?!\w{0,40}(?:user|name|host|port|url|path|version|time|_id|expir|mode|mount|type)\w{0,40}[:\s])(?:[\w.-]{1,64}:\s{1,4}|[\w.-]{1,64}\s{4,40}|value \( RO\): )["']?(?=[^\s"']{0,64}[\d!@#$%^&*+~?])(?!\d+$)([^\s"'|>{[](?:[^"'\t]*[^\s"'])?)`,
    ),
    allowed: noValue,
  },
  {
    doc: 'new tokens of Proxmox',
    paths: ['commands/pvesh_create_*', 'commands/pveum_user_token_*', 'commands/pveum_token_*'],
    line: columns(r`\svalue\s+(?:\xe2\x94\x82|\|)\s+(\S+)`),
  },
  {
    doc: 'secrets of connections that nmcli shows',
    paths: ['commands/nmcli_*'],
    line: columns(
      r`^[\w-]+\.(?:psk|wep-key\d|(?:[\w-]*-)?password|pin|otp|secrets):\s+(?!<hidden>|--|\d+ \()(\S.*\S)`,
    ),
  },
  {
    doc: 'data of secrets of Kubernetes',
    paths: ['commands/kubectl_get_secret*', 'commands/oc_get_secret*'],
    line: columns(
      r`^\s{2,12}(?!(?:name|type|kind|user|login|host|port|database|db|e?mail|ca\.|tls\.crt)\w*:)[\w.-]+:\s((?:[\w+/]{4}){2,}(?:[\w+/]{2}==|[\w+/]{3}=)?)$`,
    ),
  },
  { doc: 'key of a Wazuh cluster', paths: ['ossec.conf'], line: columns(r`<key>([^<]{8,})</key>`) },
];
