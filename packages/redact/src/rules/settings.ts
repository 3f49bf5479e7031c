import {
  type ColumnRow,
  columns,
  directives,
  noValue,
  quotedOrWord,
  secretName,
  secretVariable,
  settings,
} from './column-row.js';

const r = String.raw;
const apache = [
  'apache2/*.conf',
  'conf-enabled/*',
  'mods-enabled/*',
  'sites-enabled/*',
  'vhosts.d/*',
  'httpd.conf',
  'httpd/conf.d/*',
];
const nginx = [
  'nginx/*.conf',
  'nginx/conf.d/*',
  'default.d/*.conf',
  'http.d/*',
  'sites-enabled/*',
  'snippets/*',
  'vhosts.d/*',
];
const haproxy = ['haproxy.cfg', 'haproxy/*.cfg'];
const snmp = ['snmpd.conf', 'snmp.conf', 'snmptrapd.conf'];
const cloudInit = ['cloud.cfg', 'cloud.cfg.d/*'];
const environments = [
  'environment',
  'environment.d/*',
  'etc/conf.d/*',
  'etc/default/*',
  'etc/sysconfig/*',
  'profile.d/*',
  'etc/profile',
  'bashrc',
  'bash.bashrc',
  'envvars',
  '*.service',
  'service.d/*',
  'systemd/*.container',
  'systemd/*',
  'cron.d/*',
  'crontab',
  'crontabs/*',
  'kubeadm-flags.env',
  'containerd-env',
  'rc.local',
  'rc.conf',
  'init.d/*',
  'cron.daily/*',
  'cron.hourly/*',
  'cron.weekly/*',
  'cron.monthly/*',
  'periodic/*/*',
  'update-motd.d/*',
  'if-up.d/*',
  'if-pre-up.d/*',
  'if-down.d/*',
  'if-post-down.d/*',
  'dispatcher.d/*',
  'pam_env.conf',
  'local.conf',
];

/** A value in quotes or a word that a comma, semicolon or bracket ends. */
const item = r`(?:"((?:[^"\\]|\\.)+)"|'((?:[^']|'')+)'|([^\s"',;)\]}]+))`;

/** Configuration of Linux hosts and of services on them: what is a secret whatever its value. A new file is one path, a new form one row. */
export const settingRows: readonly ColumnRow[] = [
  {
    doc: 'passwords of users of Redis, and of users of HAProxy in quotes',
    paths: ['redis/*.conf', 'redis.conf', 'valkey/*.conf', 'users.acl', 'haproxy.cfg', 'haproxy/*.cfg'],
    line: columns(r`\s>(?<=^user .{0,200})(\S+)|\binsecure-password\s+"([^"]+)`),
  },
  {
    doc: 'options of logging drivers',
    paths: ['daemon.json'],
    line: columns(r`"[\w-]{0,40}(?:token|apikey|api-key|password|secret)"\s{0,4}:\s{0,4}"([^"$]+)`),
  },
  {
    doc: 'lists of users of cloud-init',
    paths: cloudInit,
    line: columns(
      r`\blist:\s{0,4}\[\s{0,4}["']?[\w.-]{1,32}:([^\s"',\]]+)(?:["']?,\s{0,4}["']?[\w.-]{1,32}:([^\s"',\]]+))?`,
    ),
  },
  {
    doc: 'variables of PAM',
    paths: ['pam_env.conf'],
    line: columns(r`^\s*\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY)\s+(?:DEFAULT|OVERRIDE)=${item}`),
  },
  {
    doc: 'variables of containers in their options',
    paths: ['containers/systemd/*', 'systemd/*', '*.container'],
    line: columns(r`(?:-e|--env)[= ](?:\w{0,48}_)?(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN|PW|PSK)=${item}`),
  },
  { doc: 'key of Landscape', paths: ['client.conf'], line: columns(r`^\s*registration_key\s*=\s*(\S.*\S)`) },
  {
    doc: 'code of Systems Manager',
    paths: ['amazon-ssm-agent.json'],
    line: columns(r`"ActivationCode":\s{0,4}"([^"]+)`),
  },
  {
    doc: 'arguments of the kernel',
    paths: [
      'cmdline',
      'cmdline.txt',
      'cmdline.d/*',
      'entries/*.conf',
      'grub',
      'grub.conf',
      'grub.cfg',
      'extlinux.conf',
      'syslinux.cfg',
    ],
    line: columns(
      r`(?<=[\s"'])(?:[\w.]{0,32}(?:password|passwd)(?:\.in)?|netcfg/wireless_w(?:ep|pa)|rd\.iscsi\.in\.(?:password|secret))=([^\s"']+)|cifs(?:root=|:)//[^:@/\s]+:([^@\s/]+)@|\bset_credential=[\w.-]+:([^\s"']+)`,
    ),
  },
  {
    doc: 'passwords of boot menus',
    paths: ['grub.conf', 'menu.lst', 'extlinux.conf', 'syslinux.cfg'],
    line: columns(
      r`^\s{0,16}(?:password\s+(?:--md5\s+|--encrypted\s+)?(?=\S+(?:\s+/\S*)?\s*$)|menu (?:master )?passwd\s+|MENU (?:MASTER )?PASSWD\s+)(\S+)`,
    ),
  },
  {
    doc: 'keys and pins of connections',
    paths: ['system-connections/*', '*.nmconnection'],
    ...settings(
      r`wep-key\d|leap-password|password-raw|(?:Xauth |IPSec |proxy )?(?:password|secret)|cert-pass|mka-cak|private-key|preshared-key|pin|otp|cookie`,
    ),
  },
  {
    doc: 'keys and pins of netplan',
    paths: ['netplan/*.yaml'],
    line: columns(
      r`(?:^\s*(?:-\s+)?|[{,]\s*)(?:password|client-key-password|pin|psk|shared|private):\s*${item}`,
    ),
  },
  {
    doc: 'wireless keys of interfaces',
    paths: ['interfaces', 'interfaces.d/*'],
    line: columns(
      r`^\s*(?:wpa-(?:psk|pass(?:word|phrase)|pin|wep-key\d|private-key2?-passwd)|wireless-key\d?)\s+(?:s:)?(?!restricted|open|off|\[)(?:"([^"]+)|(\S.*\S))`,
    ),
  },
  {
    doc: 'keys of ifcfg files',
    paths: ['ifcfg-*', 'keys-*'],
    // The shell reads them: no blank stands beside the sign.
    line: columns(
      r`^\s{0,16}(?:#\s?)?(?:(?:WIRELESS_)?KEY(?:_?\d)?|KEY_PASSPHRASE\d|(?:MKA|MACSEC)_C?AK|IEEE_8021X_PIN|WIRELESS_WPA_\w*(?:PSK|PASSWORD))=(?:"([^"]+)|'([^']+)|([^\s"']\S*))`,
    ),
    allowed: noValue,
  },
  {
    doc: 'keys of network devices of systemd',
    paths: ['*.netdev', 'network/*.conf'],
    line: columns(r`^\s*(?:(?:Private|Preshared)Key\s*=\s*(\S+)|Key\s*=\s*([\da-fA-F]{32,}))`),
  },
  {
    doc: 'lines of OpenVPN',
    paths: ['openvpn/*.conf', 'client/*.conf', 'server/*.conf'],
    line: columns(r`^\s*(?:auth-token|setenv\s+\w*(?:PASS|SECRET|TOKEN)\w*)\s+${quotedOrWord}`),
  },
  {
    doc: 'pins of swanctl',
    paths: ['swanctl.conf', 'swanctl/conf.d/*'],
    line: columns(r`(?:^|\{)\s*(?:secret|pin)\s*=\s*(?:0[sx])?${item}`),
  },
  {
    doc: 'passwords of FRR',
    paths: ['frr.conf', 'frr/*.conf'],
    line: columns(
      r`^\s*(?:neighbor\s+\S+\s+password|mpls ldp neighbor\s+\S+\s+password|(?:isis|area-password|domain-password|openfabric)(?:\s+password)?\s+(?:clear|md5)|ip rip authentication string|ip nhrp authentication|(?:ip ospf|area\s+\S+ virtual-link\s+\S+)\s+(?:authentication-key|message-digest-key\s+\d+\s+md5)|key-string|ipv6 ospf6 authentication .*\bkey)\s+(?:[78] )?(\S+)\s*$`,
    ),
  },
  {
    doc: 'passwords of BIRD',
    paths: ['bird.conf', 'bird/*.conf'],
    line: columns(r`^\s*(?:password|secret|key)\s+(?:"([^"]+)|'([^']+))`),
  },
  {
    doc: 'keys of BIND',
    paths: ['named.conf*', 'named/*.conf', 'bind/*.key'],
    line: columns(
      r`(?:^|[\s{;])(?:secret|cookie-secret|password)\s+(?:"([^"]+)|([^\s";]+))|\bpass=([^\s"]+)`,
    ),
  },
  {
    doc: 'plugins of CoreDNS',
    paths: ['Corefile'],
    line: columns(
      r`(?:^|\{)\s*(?:credentials\s+\S+|aws_access_key\s+\S+|client_secret|secret\s+[\w.-]+|password)\s+(\S+)`,
    ),
  },
  {
    doc: 'password of ntpd',
    paths: ['ntp.conf', 'ntp.d/*.conf'],
    line: columns(r`^\s*crypto\b.*?\spw\s+(\S+)`),
  },
  {
    doc: 'communities and passphrases of snmpd',
    paths: snmp,
    line: columns(
      r`^\s*#?\s?(?:r[ow]community6?\s+|com2sec(?:6|unix)?\s+(?:-Cn\s+\S+\s+)?\S+\s+\S+\s+|(?:trap|def|auth)[cC]ommunity\s+(?:[\w,]+\s+(?=\S))?|(?:trap2?|inform)sink\s+\S+\s+|smuxpeer\s+\S+\s+|def(?:Auth|Priv)?Passphrase\s+|def(?:Auth|Priv)(?:Localized|Master)Key\s+(?:0x)?|(?:trapsess|proxy)\s.*?\s-c\s+)${quotedOrWord}`,
    ),
  },
  ...['A', 'X'].map((option) => ({
    doc: 'passphrases of traps of snmpd',
    paths: snmp,
    line: columns(r`^\s*(?:trapsess|proxy)\s.*?\s-${option}\s+${quotedOrWord}`),
  })),
  {
    doc: 'users of snmpd',
    paths: ['snmpd.conf', 'snmptrapd.conf'],
    line: columns(
      r`^\s*createUser\s+(?:-e\s+\S+\s+)?\S+\s+[A-Z]+[\d-]*\s+${quotedOrWord}(?:"?\s+(?:AES|DES)[\d-]*\s+${quotedOrWord})?`,
    ),
  },
  {
    doc: 'options of plugins of collectd',
    paths: ['collectd.conf', 'collectd.conf.d/*'],
    line: columns(r`^\s*(?:DriverOption\s+"password"|AuthPassphrase|PrivacyPassphrase)\s+${quotedOrWord}`),
  },
  {
    doc: 'actions of fail2ban',
    paths: ['jail.local', 'jail.conf', 'jail.d/*', 'fail2ban.local'],
    line: columns(
      r`[\[,]\s{0,4}\w{0,32}(?:apikey|api_key|token|password|secret)=${item}|^\s*(?:cftoken|cfapikey|\w+_apikey|ns_auth)\s*=\s*(\S+)`,
    ),
  },
  {
    doc: 'login of Postfix at a directory',
    paths: ['main.cf'],
    line: columns(r`^\s*(?:\w+_)?bind_pw\s*=\s*(\S+)`),
  },
  {
    doc: 'databases and logins of Exim',
    paths: [
      'exim4/*',
      'conf.d/main/*',
      'conf.d/auth/*',
      'conf.d/router/*',
      'conf.d/transport/*',
      'exim.conf',
    ],
    line: columns(
      r`^\s*(?:hide\s+)?(?:my|pg)sql_servers\s*=\s*(?:\([^)]*\)|[^/\s]+)/[^/]+/[^/]+/([^\s:]+)(?::(?:\([^)]*\)|[^/\s]+)/[^/]+/[^/]+/(\S+))?|^\s*(?:hide\s+)?redis_servers\s*=\s*[^/\s]+/\d*/(\S+)|^\s*client_secret\s*=\s*(?!\$)(\S+)|\beq\{\$auth\d\}\{([^{}$]+)\}(?!.{0,200}\beq\{\$auth)|\bldap\w?\s?\{[^}]{0,200}?\bpass=([^\s$"]+)`,
    ),
  },
  {
    doc: 'directives of Apache with a secret after their name',
    paths: apache,
    line: columns(
      r`^\s*(?:AuthBasicFake\s+(?!%)\S+|Auth(?:My|Pg)?SQLPassword|Auth_\w+_Password|TKTAuthSecret|SecHashKey|SecHttpBlKey|MDExternalAccountBinding\s+\S+|GssapiSessionKey\s+key:|AuthJWTSignatureSharedSecret|JkWorkerProperty\s+\S+\.secret=|(?:AuthRadiusAuthServer|AddRadiusAuth)\s+\S+)\s*${quotedOrWord}`,
    ),
  },
  {
    doc: 'variables and headers of Apache',
    paths: apache,
    line: columns(
      r`^\s*(?:(?:SetEnv|Define)\s+\w*(?:PASS|PWD|SECRET|TOKEN|PIN|KEY|AUTH)\w*|PerlSetVar\s+\w*(?:Password|Secret|Token)|(?:RequestHeader|Header)\s+(?:always\s+)?(?:set|add|append)\s+[\w-]*(?:Key|Token|Secret)|php_(?:admin_)?value\s+[\w.]*(?:default_pw|password|license))\s+${quotedOrWord}`,
    ),
    allowed: noValue,
  },
  {
    doc: 'connections of Apache',
    paths: apache,
    line: columns(r`^\s*(?:(?:ProxyPass|BalancerMember)\s.*?\ssecret=|DBDParams\s.*?\bpass=)([^\s",]+)`),
  },
  {
    doc: 'conditions of Apache',
    paths: apache,
    line: columns(
      r`^\s*(?:RewriteCond\s+\S{0,40}?(?:TOKEN|KEY|SECRET|QUERY_STRING)\S{0,40}\s+!?\S{0,40}?(?:\^|key=|token=)|SetEnvIf(?:NoCase)?\s+\S*(?:Secret|Token|Key)\s+"?\^?|Require\s+expr\s+"%\{[\w:-]*(?:Token|Key|Secret)\}\s+==?\s+')([^\s$^"']+)`,
      'i',
    ),
  },
  {
    doc: 'directives of nginx with a secret after their name',
    paths: nginx,
    line: columns(
      r`^\s*(?:secure_link_secret|binddn_passwd|redis2_query\s+auth|encrypted_session_key|aws_(?:secret|signing)_key|vod_secret_key|akamai_token_validate_key|push\s+rtmps?://\S+/)\s*(?:"([^"$]+)"|([^\s";$]+));`,
    ),
  },
  {
    doc: 'variables and headers of nginx',
    paths: nginx,
    line: columns(
      r`^\s*(?:(?:proxy_set|grpc_set|add)_header\s+(?:[\w-]*(?:key|token|secret)|cookie\s+"[\w.-]+(?==))|(?:fastcgi|uwsgi|scgi)_param\s+\w*(?:pass|password|secret|token|key|pin)|set\s+\$\w*(?:secret|token|key|pass|password)|more_set_(?:input_)?headers\s+['"][\w-]*(?:key|token|secret):)(?:\s+|=)(?:"([^"]+)"|'([^']+)'|([^\s"';]+))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'databases and conditions of nginx',
    paths: nginx,
    line: columns(
      r`^\s*(?:(?:postgres|drizzle)_server\s.*?\bpassword=|if\s+\(\$(?:http|arg|cookie)_\w*(?:key|token|secret|auth)\s+!?~?=\s+"?)([^\s";)]+)`,
    ),
  },
  {
    doc: 'maps of nginx from a secret',
    paths: nginx,
    line: columns(r`^\s+"([^"\s~/]{8,})"\s+(?:1|true|"[\w-]+");$`),
  },
  {
    doc: 'plugins and headers of Caddy',
    paths: ['Caddyfile', 'caddy/*.conf', 'Caddyfile.d/*'],
    line: columns(
      r`^\s*(?:(?:tls\s*\{\s*)?(?:acme_)?dns\s+\w+|mac_key|secret_access_key|api_token|header_up\s+[\w-]*(?:Key|Token|Secret)|basic_?auth\s+[\w.@-]+|crypto\s+key\s+(?:\S+\s+)?sign-verify|sign_key|[\w.@-]+(?=\s+(?:JDJ|\$2)))\s+(?!\{)${quotedOrWord}(?<=\S)"?\s*(?:[{}]\s*)?$`,
    ),
  },
  {
    doc: 'users and tokens of Traefik',
    paths: ['traefik/*.yml', 'traefik/*.yaml', 'traefik/*.toml', 'traefik/*/*'],
    line: columns(
      r`^\s*-\s+["']?[\w.@-]+:(?:[\w .@-]+:([\da-f]{32})|(\$[^\s"']+))|^\s*(?:hmacEncoded|\w*LapiKey|secretAccessKey|X-[\w-]*(?:Key|Token))["']?\s*[:=]\s*${item}`,
    ),
  },
  {
    doc: 'headers and checks of HAProxy',
    paths: haproxy,
    line: columns(
      r`^\s*(?:http-re(?:quest|sponse)\s+(?:set|add)-header\s+[\w-]*(?:key|token|secret)\s+|http-check\s+send\s+hdr\s+[\w-]*(?:key|token|secret)\s+|tcp-check\s+send\s+"?AUTH\\? |setenv\s+\w*(?:pass|password|secret|token|key)\s+)"?((?:[^\s"\\]|\\(?![rn]))+)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'conditions of HAProxy',
    paths: haproxy,
    line: columns(
      r`hdr\([\w-]{0,40}(?:key|token|secret)\)(?: -[im](?: (?:str|beg))?){0,2} ([^\s}]+)|\\ Basic\\ ([\w+/=]+)`,
      'i',
    ),
  },
  {
    doc: 'conditions and headers of Varnish',
    paths: ['*.vcl'],
    line: columns(r`req\.http\.[\w-]{0,40}(?:key|token|secret)\s{0,4}(?:[!=]=|=|~)\s{0,4}"([^"]+)`, 'i'),
  },
  {
    doc: 'logins and helpers of Squid',
    paths: ['squid.conf', 'squid/conf.d/*'],
    line: columns(
      r`^\s*(?:cache_peer\s.*?\slogin=[^:\s]+:|cachemgr_passwd\s+(?!disable|none)|acl\s+\S+\s+snmp_community\s+|wccp2_service\s.*?\bpassword=|(?:auth_param|external_acl_type)\s.*?\s(?:-w|--password)\s+|request_header_(?:add|replace)\s+[\w-]*(?:Key|Token|Secret)\s+)${quotedOrWord}`,
    ),
  },
  {
    doc: 'secrets of Envoy',
    paths: ['envoy/*.yaml', 'envoy.yaml'],
    line: columns(
      r`\binline_(?:string|bytes):\s+${item}|\bkey:\s+["']?[\w-]{0,40}(?:key|token|secret)["']?,\s+value:\s+${item}`,
    ),
  },
  {
    doc: 'attributes of Tomcat and of clusters with a secret',
    paths: ['server.xml', 'context.xml', 'cluster.conf'],
    line: columns(
      r`[\s;](?:\w{0,40}(?:[pP]assword|[pP]ass|passwd)|secret|requiredSecret|encryptionKey|community)=(?:"([^"]+)"|'([^']+)')`,
    ),
    allowed: noValue,
  },
  {
    doc: 'connections of Tomcat and of brokers',
    paths: ['server.xml', 'context.xml', 'broker.xml', 'cluster.conf'],
    line: columns(
      r`(?:[?;,"]|&amp;)(?:password|keyStorePassword|trustStorePassword)=([^\s;,"<&]+)|name="[\w./]*(?:[pP]assword|[sS]ecret|[tT]oken)"\s+value="([^"]+)`,
    ),
  },
  {
    doc: 'entries of the environment of web applications',
    paths: ['web.xml'],
    line: columns(
      r`(?:password|secret|token|key)</env-entry-name>\s{0,8}(?:<env-entry-type>[\w.]+</env-entry-type>\s{0,8})?<env-entry-value>([^<]+)`,
      'i',
    ),
  },
  {
    doc: 'settings of PHP',
    paths: ['php.ini', 'pool.d/*.conf', 'php-fpm.d/*.conf'],
    line: columns(
      r`^\s*(?:newrelic\.license|php_admin_value\[newrelic\.license\]|suhosin\.\w+\.cryptkey|tideways\.api_key|env\[\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN)\])\s*=\s*${item}|\bsecret_key\("([^"]+)|\bauth(?:\[pass\])?=([^\s"&]+)`,
    ),
  },
  {
    doc: 'variables and plugins of uWSGI',
    paths: ['uwsgi/*.ini', 'apps-enabled/*'],
    line: columns(
      r`^\s*(?:env\s*=\s*\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN)=|route\s*=.*?\bbasicauth:[^,]+,[^:]+:|legion\s*=\s*\S+\s+\S+\s+\d+\s+[\w-]+:|subscribe-with-credentials\s*=[^,]+,[^:]+:|emperor\s*=\s*pg://.*?\bpassword=|alarm\s*=\s*\S+\s+xmpp:[^;]+;)([^\s;]+)`,
    ),
  },
  {
    doc: 'variables of supervised programs and of Gunicorn',
    paths: ['supervisor/conf.d/*', 'supervisord.d/*', 'supervisord.conf', 'gunicorn.d/*'],
    line: columns(
      r`[=,"']\w{0,40}(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN|PSK)(?:=|': )${item}|=\s*\{SHA\}([\da-f]{40})`,
    ),
  },
  {
    doc: 'passwords of MySQL and MariaDB',
    paths: ['my.cnf', '.my.cnf', 'my.cnf.d/*', 'mysql/*.cnf', 'mysql/*/*.cnf'],
    ...settings(
      r`[\w-]*(?:root_pwd|encrypt[_-]key|secret_id|management-token)|file_key_management_filekey|(?:report|master)[_-]password`,
    ),
  },
  {
    doc: 'connections of PostgreSQL',
    paths: ['postgresql.conf', 'postgresql.auto.conf', 'recovery.conf', 'conf.d/*.conf', 'pg_hba.conf'],
    line: columns(
      r`^\s*primary_conninfo\s*=.*?\bpassword=(?:''([^']+)''|([^\s']+))|^\s*ssl_passphrase_command\s*=\s*'echo ([^']+)'|\b(?:ldapbindpasswd|radiussecrets?)=${quotedOrWord}`,
    ),
  },
  {
    doc: 'logins of Sentinel',
    paths: ['redis/*.conf', 'valkey/*.conf', 'sentinel.conf'],
    line: columns(r`^\s*sentinel\s+(?:sentinel-pass|auth-pass\s+\S+)\s+${quotedOrWord}`),
  },
  {
    doc: 'seed of Unbound',
    paths: ['unbound.conf', 'unbound.conf.d/*'],
    ...settings('secret-seed|cookie-secret'),
  },
  {
    doc: 'keys and logins of ClickHouse',
    paths: ['clickhouse-server/*.xml', 'config.d/*.xml'],
    line: columns(
      r`<(?:password\w*|secret\w*|\w*secret|key_hex|account_key|sasl_password)(?: id="\d+")?>([^<]+)<|<(?:identity|digest)>[^:<]+:([^<]+)<`,
    ),
  },
  {
    doc: 'options of Java',
    paths: ['jvm.options', 'jvm.options.d/*', 'tomcat*', 'elasticsearch'],
    line: columns(r`-D[\w.]{1,64}(?:[pP]assword|[sS]ecret|[tT]oken)=([^\s"']+)`),
  },
  {
    doc: 'client of an identity provider in SSSD',
    paths: ['sssd.conf', 'sssd/conf.d/*'],
    line: columns(r`\bpin-value=([^\s;&]+)`),
  },
  {
    doc: 'entries of directory servers',
    paths: ['*.ldif'],
    line: columns(
      r`^(?:nsslapd-rootpw|olcRootPW|nsds5replica(?:bootstrap)?credentials|nsmultiplexorcredentials|userpassword|nssymmetrickey|krbprincipalkey|ipanthash|sambantpassword|unicodepwd):{1,2} ?(.*\S)`,
      'i',
    ),
    folded: true,
  },
  {
    doc: 'scripts of Samba',
    paths: ['smb.conf', 'samba/*.conf'],
    line: columns(
      r`^\s*(?:\w{1,24} ){1,4}(?:script|preexec|postexec|close)\s*=.*?(?:\s-w\s+|\bpassword=)([^\s,]+)`,
    ),
  },
  {
    doc: 'logins of ProFTPD',
    paths: ['proftpd/*.conf', 'proftpd.conf'],
    line: columns(
      r`^\s*(?:LDAPBindDN\s+(?:"[^"]*"|\S+)|R(?:adius|ADIUS)(?:Acct)?Server\s+\S+|UserPassword\s+\S+|GroupPassword\s+\S+|RedisServer\s+\S+)\s+${quotedOrWord}`,
    ),
  },
  {
    doc: 'clusters and logins of etcd',
    paths: ['etcd.conf', 'default/etcd', 'sysconfig/etcd', 'conf.d/etcd'],
    line: columns(r`^\s*(?:export\s+)?(?:ETCD_INITIAL_CLUSTER_TOKEN=|ETCDCTL_USER=["']?\w+:)["']?([^\s"']+)`),
  },
  {
    doc: 'arguments of MicroK8s',
    paths: ['current/args/*'],
    line: columns(r`^\s*--[\w-]*(?:password|token|secret)[= ](?!/)${quotedOrWord}`),
  },
  {
    doc: 'keys of k3s and RKE2',
    paths: ['k3s/config.yaml', 'config.yaml.d/*', 'rke2/config.yaml', 'registries.yaml'],
    line: columns(r`^\s*(?:etcd-s3-(?:access|secret)-key|auth):\s+${item}|\bjoinKey=([^\s"',]+)`),
  },
  {
    doc: 'logins at databases that a network in parentheses follows',
    paths: [
      'k3s/config.yaml',
      'rke2/config.yaml',
      'config.yaml.d/*',
      'k0s.yaml',
      'k3s*.service',
      'etc/default/*',
      'etc/sysconfig/*',
      'telegraf.conf',
      'telegraf.d/*',
    ],
    line: columns(r`:(?!//)(?<=["'=/ ][\w.-]{1,32}:)([^\s"'@]{1,64})(?=@(?:\w{2,6})?\()`),
  },
  {
    doc: 'headers of registries',
    paths: ['hosts.toml'],
    line: columns(
      r`^\s*(?:authorization|x-[\w-]+)[ ]{0,4}=[ ]{0,4}\[?[ ]{0,4}["'](?:Basic |Bearer )?([^"']+)`,
      'i',
    ),
  },
  {
    doc: 'variables of containers',
    paths: ['containers.conf', 'containers.conf.d/*', 'lxc/*.conf', 'lxc/*/config'],
    line: columns(
      r`(?:["'\s=]|^)\w{0,48}(?:PASS|PASSWORD|PWD|SECRET|TOKEN|KEY|PIN|PSK|SALT|COMMUNITY)=([^\s"',]+)`,
    ),
    allowed: noValue,
  },
  {
    doc: 'networks of containers',
    paths: ['*.conflist', 'net.d/*.conf'],
    line: columns(r`"k8s_auth_token":\s*"([^"]+)`),
  },
  {
    doc: 'keys of Alertmanager and of scraped services',
    paths: ['prometheus/*.yml', 'alertmanager.yml'],
    line: columns(
      r`^\s*(?:-\s+)?(?:user_key|routing_key|service_key|credentials|X-[\w-]*(?:Key|Token)):\s+${item}|\b(?:token|api_?key|password):[ ]{0,4}\[?[ ]{0,4}${item}`,
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords of Grafana',
    paths: ['grafana.ini'],
    line: columns(
      r`^\s*(?:;\s*)?\w*password\s*=\s*"""(.+?)"""|^\s*connstr\s*=.*?\bpassword=([^\s,]+)|^\s*\w*write_key\s*=\s*(\S+)`,
    ),
  },
  {
    doc: 'logins and keys of Beats',
    paths: ['filebeat.yml', 'filebeat/*.yml', 'metricbeat.yml', 'heartbeat.yml'],
    line: columns(
      r`^\s*(?:#\s?)?(?:[\w.]+\.)?(?:cloud\.auth|api_key):\s+["']?[\w-]+:([^\s"']+)|^\s*(?:[\w.]+\.)?(?:client\.secret|hmac\.key|secret\.value|session_token):\s+${item}`,
    ),
  },
  {
    doc: 'keys of the Datadog agent',
    paths: ['datadog.yaml', 'datadog-agent/*.yaml'],
    line: columns(
      r`^\s+-\s+["']?([\da-f]{32})["']?\s*$|\bcommunity_strings:[ ]{0,4}\[[ ]{0,4}["']?([^\s"',\]]+)(?:["']?,\s*["']?([^\s"',\]]+))?|^\s*(?:-\s+)?(?:authKey|privKey|authentication_key|privacy_key|community_string):\s+${item}`,
    ),
  },
  {
    doc: 'headers of Fluent Bit',
    paths: ['fluent-bit/*.conf', 'fluent-bit.conf'],
    line: columns(r`^\s*Header\s+X-[\w-]*(?:Key|Token)\s+(\S+)|^\s*[Tt]ls\.key_passwd\s+(\S+)`),
  },
  {
    doc: 'logins and keys of Telegraf',
    paths: ['telegraf.conf', 'telegraf.d/*'],
    line: columns(
      r`"[\w.-]+:([^\s"@]+)@lan\(|^\s*(?:hex_key|app_id|insights_key|server_key|bearer_token_string|tls_key_pwd|X-[\w-]*(?:Key|Token))\s*=\s*"([^"]+)|"X-[\w-]{0,40}(?:Key|Token)"\s*[=:]\s*"([^"]+)|[;\s]password=([^\s;"]+)`,
      'i',
    ),
  },
  {
    doc: 'options of checks of NRPE',
    paths: ['nrpe.cfg', 'nrpe.d/*.cfg'],
    line: columns(
      r`^\s*command\[[^\]]*\]=\S*check_(?:(?:my|pg)sql\S*\s.*?-p|snmp\S*\s.*?-C|ldap\S*\s.*?-P|http\s.*?-a [^:\s]+:)\s?(\S+)`,
    ),
  },
  {
    doc: 'secrets of Spacewalk',
    paths: ['rhn.conf'],
    ...settings(r`(?:server\.)?session_(?:swap_)?secret_\d`),
  },
  {
    doc: 'passwords of virt-who',
    paths: ['virt-who.conf', 'virt-who.d/*'],
    ...settings(r`\w*encrypted_password`),
  },
  {
    doc: 'keys of Foreman',
    paths: ['custom-hiera.yaml', 'satellite.yaml', 'settings.yml'],
    ...settings(r`[\w:]*(?:consumer_key|consumer_secret|key_secret|_password|:password)`),
  },
  {
    doc: 'settings of Chef in Ruby',
    paths: ['client.rb', 'knife.rb', 'solo.rb'],
    line: columns(
      r`^\s*(?:(?:https?|ftp)_proxy_pass|data_collector\.token|data_collector\["token"\]\s*=|knife\[:\w*(?:pass|password|token|secret|key)\]\s*=)\s*["']([^"']+)`,
    ),
  },
  {
    doc: 'settings of Salt',
    paths: ['salt/minion', 'minion.d/*.conf', 'salt/master', 'master.d/*.conf'],
    ...settings(r`[\w.]+\.(?:key|pass|passwd|token)|master_sign_pass|key_pass|signing_key_pass`),
  },
  {
    doc: 'keys of Ceph',
    paths: ['ceph.conf'],
    line: columns(
      r`^\s*rgw[ _]crypt[ _][\w ]{1,64}?keys?[ ]{0,4}=[ ]{0,4}(?:[\w-]+=)?([\w+/]{20,}=*)|^\s*(?:\w{1,24} ){0,5}(?:password|admin token|secret)[ ]{0,4}=[ ]{0,4}(?!/)(\S+)`,
    ),
  },
  {
    doc: 'keys of OpenStack',
    paths: ['nova.conf', 'cinder.conf', 'gnocchi.conf', 'ceilometer.conf', 'heat.conf', 'neutron.conf'],
    ...settings(r`fixed_key|(?:ceph|telemetry|metering)_secret|swift_key|s3_secret_access_key`),
  },
  {
    doc: 'users of Swift',
    paths: ['swift/*.conf', 'proxy-server.conf'],
    line: columns(
      r`^\s*(?:user(?:64)?_\w+|super_admin_key|encryption_root_secret\w*|swift_hash_path_(?:suffix|prefix))\s*=\s*(\S+)`,
    ),
  },
  {
    doc: 'terms of RabbitMQ',
    paths: ['rabbitmq.config', 'advanced.config'],
    line: columns(
      r`\{(?:default_pass|password|passphrase),\s*(?:\{encrypted,\s*)?(?:<<)?"([^"]+)|_bind,\s*\{\s*"[^"]*",\s*"([^"]+)`,
    ),
  },
  {
    doc: 'settings of RabbitMQ',
    paths: ['rabbitmq.conf', 'rabbitmq-env.conf'],
    ...settings(r`[\w.]*(?:_pass|\.password|acl_token|ERLANG_COOKIE)`),
  },
  { doc: 'clusters of Qpid', paths: ['qpidd.conf'], ...settings(r`(?:cluster|ha)-password`) },
  {
    doc: 'parameters of rsyslog',
    paths: ['rsyslog.conf', 'rsyslog.d/*'],
    line: columns(
      r`\b(?:pwd|serverpassword|community|cry\.key)="([^"]+)|"sasl\.password=([^"]+)|"(?:Authorization: )?(?:Bearer|Splunk|Basic) ([^"]+)"|\[([\da-f]{8}-[\da-f-]{27})@\d+ |^\s*\$(?:ActionLibdbiPassword|actionsnmpcommunity)\s+(\S+)`,
    ),
  },
  {
    doc: 'options of syslog-ng',
    paths: ['syslog-ng.conf', 'syslog-ng/conf.d/*', 'conf.d/*.conf'],
    line: columns(
      r`(?<=[\s(]|^)(?:password|token|auth|community|auth-password|enc-password|collector|api-key|sasl\.password|bot-id|secret)\((?:"([^"]+)"|'([^']+)'|([^\s"'()]+))\)|"X-[\w-]{0,40}(?:Key|Token): ([^"]+)"`,
    ),
    allowed: noValue,
  },
  {
    doc: 'keys of sos',
    paths: ['sos.conf'],
    ...settings(r`encrypt[-_]pass|upload[-_]pass|upload[-_]s3[-_]secret[-_]key`),
  },
  {
    doc: 'keys of ReaR',
    paths: ['rear/local.conf', 'rear/site.conf'],
    line: columns(
      r`^\s*(?:export\s+)?\w*(?:CRYPT_KEY|PASSPHRASE|PASSWORD)=(?:"([^"]+)|'([^']+)|([^\s"']+))|\bpassword=([^\s,"]+)`,
    ),
    allowed: noValue,
  },
  {
    doc: 'options of mounts',
    paths: ['fstab', 'auto.*', 'auto.master.d/*', '*.mount', 'cluster.conf'],
    line: columns(r`[,="\s](?:password|pass|passwd|secret)=([^\s,"]+)|curlftpfs#[^:\s]+:([^@\s]+)@`),
  },
  { doc: 'key of Corosync', paths: ['corosync.conf'], line: columns(r`^\s*key:\s+(\S+)`) },
  {
    doc: 'attributes of Pacemaker',
    paths: ['cib.xml'],
    line: columns(
      r`<nvpair\b[^>]{0,200}?\bname="\w*(?:passwd|password|secret|secret_key|token|community|pin)"[^>]{0,100}?\bvalue="([^"]+)|value="[^"]*?\bpassword=([^\s"]+)`,
    ),
  },
  {
    doc: 'consoles of libvirt',
    paths: ['qemu/*.xml', 'storage/*.xml', 'libvirt/*.xml'],
    line: columns(
      r`\bpasswd='([^']+)|<qemu:env name='\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY)' value='([^']+)|\bsecret,id=\w+,data=([^\s,']+)`,
    ),
  },
  {
    doc: 'passwords of guests of Proxmox',
    paths: ['qemu-server/*.conf'],
    line: columns(r`^\s*cipassword:\s+(\S+)`),
  },
  {
    doc: 'keys of cloud-init',
    paths: cloudInit,
    line: columns(
      r`(?:^\s*(?:-\s+)?|[{,]\s*)(?:password|plain_text_passwd|hashed_passwd|passwd|registration_key|activation[-_]key|token|consumer_key|token_key|token_secret|data):\s+${item}`,
    ),
    allowed: noValue,
  },
  {
    doc: 'keys of instances',
    paths: ['instance-data.json', 'instance-data-sensitive.json'],
    line: columns(r`"(?:admin_pass|random_seed|SecretAccessKey|Token)":\s*"(?!redacted)([^"]+)`),
  },
  {
    doc: 'tokens in addresses of packages',
    paths: ['*.repo', '*.service', '*.list', '*.sources'],
    line: columns(
      r`https?://[^\s?]{1,120}\?(?:token=|authtoken=)?([\w-]{24,})(?:\s|$)|https?://[^\s?]{1,120}\?(?:auth)?token=([^\s&]+)`,
    ),
  },
  { doc: 'code of SUSEConnect', paths: ['SUSEConnect'], line: columns(r`^regcode:\s+(\S+)`) },
  {
    doc: 'keys of certbot',
    paths: ['letsencrypt/*.ini', 'letsencrypt/renewal/*'],
    ...settings(r`eab[-_]hmac[-_]key`),
  },
  {
    doc: 'cache of ImageMagick',
    paths: ['policy.xml'],
    line: columns(r`\bname="shared-secret"\s+value="([^"]+)`),
  },
  {
    doc: 'seals and storage of Vault',
    paths: ['vault.d/*.hcl', 'vault.hcl'],
    ...settings(r`pin|account_?key`),
  },
  {
    doc: 'inventory of OpenShift',
    paths: ['openshift/hosts', 'ansible/hosts'],
    line: columns(
      r`^\s*\w*(?:secretkey|accesskey|admin_key|_pass)\s*=\s*["']?([^\s"']+)|_secrets=\["?'?([^"'\]]+)|'(?:bindPassword|clientSecret)':\s*'([^']+)`,
    ),
  },
  {
    doc: 'options of PAM modules',
    paths: ['pam.d/*', 'pam.conf'],
    line: columns(r`\s(?:passwd|bindpw|secret|password|key(?<=pam_yubico\S{0,40}\s.{0,80}))=(?!/)(\S+)`),
  },
  {
    doc: 'variables of doas',
    paths: ['doas.conf', 'doas.d/*'],
    line: columns(r`\s\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY)=(\S+)`),
  },
  {
    doc: 'variables in scripts and environments',
    paths: environments,
    line: columns(r`${secretVariable('"')}([^"$]+ [^"$]+)"|${secretVariable(r`(?:^|[\s"';])`)}${item}`),
    allowed: noValue,
  },
  {
    doc: 'logins in variables',
    paths: environments,
    line: columns(r`_AUTH=(?<=(?:^|\s)\w{1,40}_AUTH=)["']?[\w.@-]{1,64}:([^\s"']+)`),
  },
  {
    doc: 'variables of a C shell',
    paths: ['profile.d/*', 'csh.*', '*.csh'],
    line: columns(r`^\s*setenv\s+\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY)\s+${quotedOrWord}`),
  },
  {
    doc: 'credentials of units',
    paths: ['*.service', 'service.d/*', '*.socket'],
    line: columns(r`^\s*SetCredential(?:Encrypted)?=[\w.-]+:\s*(?!\\)(\S.*)`),
  },
  {
    doc: 'secrets that commands get',
    paths: [
      'cron.d/*',
      'crontab',
      'crontabs/*',
      'cron/*',
      'cron.daily/*',
      'cron.hourly/*',
      'cron.weekly/*',
      '*.service',
      'rc.local',
    ],
    line: columns(
      r`\becho (?:-n )?["']?([^\s"'$|]+)["']?\s*\|\s*(?:sudo -S|kinit|su\b|gpg\b|openssl\b)|\becho ["']?[\w.-]+:([^\s"'$]+)["']?\s*\|\s*chpasswd|hc-ping\.com/([\da-f-]{20,})`,
    ),
  },
  {
    doc: 'services of xinetd',
    paths: ['xinetd.d/*'],
    line: columns(r`^\s*(?:env\s*\+?=\s*\w*(?:PASS|SECRET|TOKEN|KEY)\w*=|server_args\s*\+?=.*?\s-p\s+)(\S+)`),
  },
  {
    doc: 'variables of SSH',
    paths: ['ssh_config', 'ssh_config.d/*', 'sshd_config', 'sshd_config.d/*'],
    line: columns(r`^\s*SetEnv\s.*?(?:PASS|PASSWORD|SECRET|TOKEN|KEY)=(\S+)`),
  },
  {
    doc: 'files of names with values',
    paths: [
      '*-client.conf',
      '*.hcl',
      '*.nmconnection',
      '*.repo',
      'SUSEConnect',
      'alertmanager.yml',
      'ansible.cfg',
      'cassandra.yaml',
      '.my.cnf',
      'my.cnf',
      'my.cnf.d/*',
      'mysql/*.cnf',
      'mysql/*/*.cnf',
      'ceilometer.conf',
      'ceph.conf',
      'cinder.conf',
      'client.conf',
      'cloud.cfg',
      'cloud.cfg.d/*',
      'collectd/*.conf',
      'conf.d/*.cfg',
      'config.toml',
      'containerd/conf.d/*.toml',
      'containers.conf',
      'credentials.d/*',
      'custom-hiera.yaml',
      'amazon-ssm-agent.json',
      'daemon.json',
      'dnf.conf',
      'yum.conf',
      'pluginconf.d/*',
      'datadog.yaml',
      'designate.conf',
      'elasticsearch/*.yml',
      'environment',
      'environment.d/*',
      'envoy/*.yaml',
      'etc/conf.d/*',
      'etc/default/*',
      'etc/sysconfig/*',
      'etcd.conf',
      'fail2ban/*.local',
      'fail2ban/jail.d/*',
      'fail2ban.local',
      'filebeat.yml',
      'gnocchi.conf',
      'grafana.ini',
      'heat.conf',
      'hosts.toml',
      'ifcfg-*',
      'instance-data.json',
      'iscsid.conf',
      'k0s.yaml',
      'k3s/config.yaml',
      'k3s/config.yaml.d/*',
      'lbu.conf',
      'letsencrypt/*.ini',
      'letsencrypt/renewal/*',
      'libvirt/*.conf',
      'main.cf',
      'master-config.yaml',
      'minion',
      'minion.d/*.conf',
      'mongod.conf',
      'netplan/*.yaml',
      'neutron.conf',
      'neutron/*.ini',
      'nova.conf',
      'odbc.ini',
      'openshift/hosts',
      'php.ini',
      'pool.d/*.conf',
      'postgresql.conf',
      'powerdns/*.conf',
      'profile.d/*',
      'prometheus/*.yml',
      'qpidd.conf',
      'qemu-server/*.conf',
      'rabbitmq.conf',
      'rabbitmq-env.conf',
      'rear/local.conf',
      'registries.yaml',
      'rhn.conf',
      'rhsm.conf',
      'rke2/config.yaml',
      'rke2/config.yaml.d/*',
      'satellite.yaml',
      'sos.conf',
      'sssd.conf',
      'sssd/conf.d/*',
      'supervisor/conf.d/*',
      'supervisord.conf',
      'supervisord.d/*',
      'swanctl.conf',
      'swanctl/conf.d/*',
      'swift/*.conf',
      'system-connections/*',
      'telegraf.conf',
      'telegraf.d/*',
      'traefik/*.toml',
      'traefik/*.yaml',
      'traefik/*.yml',
      'unbound.conf',
      'unbound.conf.d/*',
      'up2date',
      'uwsgi/apps-enabled/*',
      'vector/*.yaml',
      'virt-who.conf',
      'virt-who.d/*',
      'zabbix_agent*.conf',
    ],
    ...settings(secretName),
  },
  {
    doc: 'files of names with values after a blank',
    paths: [
      'Caddyfile',
      'apache2/*.conf',
      'apache2/conf-enabled/*',
      'apache2/mods-enabled/*',
      'apache2/sites-enabled/*',
      'apache2/vhosts.d/*',
      'collectd.conf',
      'fluent-bit/*.conf',
      'httpd/conf.d/*',
      'httpd/conf/*',
      'ldap.conf',
      'libnss-ldap.conf',
      'nslcd.conf',
      'opendkim.conf',
      'pam_ldap.conf',
      'proftpd/*.conf',
      'redis.conf',
      'redis/*.conf',
      'storage.cfg',
      'valkey/*.conf',
    ],
    ...directives(
      r`(?!ProxyPass|\w+_pass\s|machine )(?:${secretName})|bindpw|rootpwmodpw|requirepass|(?:master|primary)auth|tls-(?:client-)?key-file-pass`,
    ),
  },
];
