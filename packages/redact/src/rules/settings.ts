import {
  type ColumnRow,
  columns,
  directives,
  noValue,
  quotedOrWord,
  quotedValue,
  secretName,
  secretVariable,
  settings,
} from './column-row.js';
import { publicCodes } from './fragments.js';

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
/** Below folders of settings, because elsewhere most are of programs. */
export const json = [
  ...['etc', 'opt', 'srv'].flatMap((folder) =>
    ['*', '*/*', '*/*/*', '*/*/*/*'].map((below) => `${folder}/${below}.json`),
  ),
  ...['root', 'home/*'].flatMap((folder) => [`${folder}/*.json`, `${folder}/*/*.json`]),
  '*config.json',
  '*settings.json',
];
/** Scripts next to settings. Further below are those of packages. */
export const programs = [
  'opt/*',
  'opt/*/*',
  'srv/*',
  'srv/*/*',
  'usr/local/bin',
  'usr/local/sbin',
  'usr/local/lib',
  'usr/local/lib/*',
  'home/*/*',
  'root/*',
  'config',
  'conf',
  'conf.d',
  'cfg',
  'cfg.d',
  'etc',
  'scripts',
].flatMap((folder) =>
  ['lua', 'php', 'pl', 'pm', 'ps1', 'py', 'rb', 'js', 'cjs', 'mjs', 'json5', 'scm'].map(
    (ending) => `${folder}/*.${ending}`,
  ),
);
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
  'local/bin/*',
  'local/sbin/*',
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

/** The start of a line, which can be a comment. */
const start = r`^[ \t]{0,40}(?:(?:#|;|//|dnl[ ])[#; \t]{0,4})?`;

/** A value in quotes or a word that a comma, semicolon or bracket ends. */
const item = r`(?:${quotedValue}|(?![[{][ \t])((?:[^\s"',;)\]}]|[,;)\]}](?![\s,;)\]}"']|[\w.-]{1,32}["']?[=:]|$))+))`;

/** A value in quotes, or two at the end of a list. */
const quotedValues = r`(?:${quotedValue})(?:,\s{0,4}(?:${quotedValue})(?=\s{0,4}\]))?`;

/** Names of entries that describe a secret but are not secret themselves. */
const ofEntry =
  'user|username|login|name|id|type|kind|host|port|path|file|url|uri|region|e?mail|scopes?|roles?|env|driver|external|description|enabled|key|from|ref|provider|backend|realm|algorithm|expir\\w*|ttl|lifetime|timeout|interval|created\\w*|version|engine|mount|source|target|namespace|issuer|audience|length|min|max|mode|owner|group|client|prefix|pattern|regex|format|header|store|vault';

/** Names of blocks of passwords. */
const passwordBlocks =
  'passwords|passwds|passphrases|psks|pins|pws|passw(?:oe|\\xc3\\xb6|\\xf6)rter|kennw(?:oe|\\xc3\\xb6|\\xf6)rter|mots_de_passe|contrasenas|senhas|wachtwoorden|hasla|shared_secrets|pw_map|pass_map|password_map';

/** Names of blocks of secrets. */
const collections = `${passwordBlocks}|secrets|stringdata|tokens|api_?keys|credentials|secret_map|token_map|registered_?users|userpass`;

/** Further names of secrets: of words, codes and tickets, in several languages. Other values have them, too. */
const furtherNames =
  '[a-z_]words?|wort|\\bkw|[._-]kw|codes?|zugang|unlock|activation|enroll?(?:ment)?|handshake|[._-]seed|master(?:karte|_?key)?|_ticket|signieren(?:_mit)?|combination|kombination|key_?[a-d]|[._-]hmac|codice|codigo';

/** A value of a list with a name, whose text matches `test`. */
const listed = (test: string, names: string): string =>
  r`["'](?<=(?<![a-z])(?:\w{0,40}[_.-])?${names}["']?\s{0,4}(?:=>|[=:])\s{0,4}\[[^\]]{0,120}?["'])${test}([^"']{4,512})["'](?=\s{0,4}[,\]])`;

/** A password with a blank in a URL. */
const blankLogin = r`://[\w.-]{1,64}:([^\s"'@/]{1,40} [^"'@/]{1,40})(?=@[\w.-])`;

/** Configuration of Linux hosts and of services on them: what is a secret whatever its value. A new file is one path, a new form one row. */
export const settingRows: readonly ColumnRow[] = [
  {
    doc: 'keys of SNMP version 3 in lists of devices',
    paths: ['*.yml', '*.yaml'],
    line: columns(r`\b(?:auth|priv)(?:_?key)?:\s+(?<=snmp\S*\s.{0,200}\s)${item}(?=\s*[,}])`),
    allowed: noValue,
  },
  {
    doc: 'users and passwords of Koha',
    paths: ['koha-conf.xml', 'koha/passwd'],
    line: columns(
      r`<userinfo>[^<:]+:([^<]+)</userinfo>|^[\w-]+:(?:(?=(?:[^:]*:){3}[^:]*$)[^:]+:)?([^:]+):\w+:[\w.-]+$`,
    ),
  },
  {
    doc: 'keys of munge as text',
    paths: ['munge.key.*'],
    line: columns(r`^([\w+/]{12,}={0,2})$`),
  },
  {
    doc: 'private keys in comments of WireGuard',
    paths: ['wireguard/*.conf'],
    line: columns(r`^\s*#.*\bpriv(?:ate|ee?|ado?|\b).*?[\s:=]([\w+/]{43}=)`, 'i'),
  },
  {
    doc: 'values in braces',
    paths: ['*.yml', '*.yaml', '*.hcl', ...cloudInit, 'minion', 'minion.d/*'],
    line: columns(
      r`[{,]\s{0,4}["']?(?:${secretName}|key(?<=\b(?:protocol|ssid):.{3,40}key))["']?(?::\s{1,4}|\s{0,4}=\s{0,4})(?:"((?:[^"\\]|\\.)+)"|'([^']+)'|([^\s"'{}[\],&*!|>$][^"'{}[\],]*?)(?=\s{0,4}[,}]))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords of users of Redis, and of users of HAProxy in quotes',
    paths: ['redis/*.conf', 'redis.conf', 'valkey/*.conf', 'users.acl', 'haproxy.cfg', 'haproxy/*.cfg'],
    line: columns(r`\s>(?<=^user .{0,200})(\S+)|\binsecure-password\s+"([^"]+)`),
  },
  {
    doc: 'lists of users and written files of cloud-init',
    paths: [...cloudInit, 'instance-data.json', 'user-data', 'user-data.txt'],
    line: columns(
      r`\blist"?:\s{0,4}\[\s{0,4}["']?[\w.-]{1,32}:([^\s"',\]]+)(?:["']?,\s{0,4}["']?[\w.-]{1,32}:([^\s"',\]]+))?|^\s+(?:(?:-\s+)?content:\s+["'])?[\w.*-]{1,64}:(?:\d{1,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:(\S.*?\S)(?:(?:\\n)?["'])?$`,
    ),
  },
  {
    doc: 'variables of PAM',
    paths: ['pam_env.conf'],
    line: columns(r`${start}\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY)\s+(?:DEFAULT|OVERRIDE)=${item}`),
  },
  {
    doc: 'variables of containers in their options',
    paths: ['systemd/*', '*.container'],
    line: columns(r`(?:-e|--env)[= ](?:\w{0,48}_)?(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN|PW|PSK)=${item}`),
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
      'grub.d/*',
      'installer/syslog',
    ],
    line: columns(
      r`(?<=[\s"'])(?:[\w.]{0,32}(?:password|passwd)(?:\.in)?|netcfg/wireless_w(?:ep|pa)|rd\.iscsi\.in\.(?:password|secret))=([^\s"']+)|cifs(?:root=|:)//[^:@/\s]+:([^@\s/]+)@|netroot=iscsi:[\w.-]+:([^\s@:]+)(?::[\w.-]+:([^\s@:]+))?(?=@)|\bset_credential=[\w.-]+:([^\s"']+)`,
    ),
  },
  {
    doc: 'keys of disks that installers encrypt',
    paths: ['curtin-install.log'],
    line: columns(r`'dm_crypt'.*?'key': '([^']+)`),
  },
  {
    doc: 'passwords of boot menus',
    paths: ['grub.conf', 'menu.lst', 'extlinux.conf', 'syslinux.cfg', 'pxelinux.cfg', 'pxelinux.cfg/*'],
    line: columns(
      r`${start}(?:password\s+(?:--\w+\s+)?(?=\S+(?:\s+/\S*)?\s*$)|menu (?:master )?passwd\s+)(\S+)`,
      'i',
    ),
  },
  {
    doc: 'keys and pins of connections',
    paths: ['system-connections/*', '*.nmconnection'],
    ...settings(r`wep-key\d|password-raw|(?:Xauth |IPSec |proxy )(?:password|secret)|pin|otp|cookie`),
  },
  {
    doc: 'keys of netctl',
    paths: ['netctl/*'],
    ...settings('Key'),
  },
  {
    doc: 'keys and pins of netplan',
    paths: ['netplan/*.yaml'],
    line: columns(
      r`(?:^\s*(?:-\s+)?|[{,]\s*)(?:password|client-key-password|pin|psk|shared|private|vpn-secrets\.[\w -]+):\s*${item}`,
    ),
  },
  {
    doc: 'wireless keys of interfaces',
    paths: ['interfaces', 'interfaces.d/*'],
    line: columns(
      r`${start}(?:wpa-(?:psk|pass(?:word|phrase)|pin|wep-key\d|private-key2?-passwd)|wireless-key\d?)\s+(?!restricted|open|off|\[)(?:"([^"]+)|(\S.*\S))`,
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
    doc: 'lines of OpenVPN',
    paths: ['openvpn/*.conf', 'client/*.conf', 'server/*.conf'],
    line: columns(
      r`${start}(?:auth-token|scramble\s+(?:obfuscate|xormask)|setenv\s+\w*(?:(?:PASS|SECRET|TOKEN)\w*|PW|_KEY))\s+${quotedOrWord}`,
    ),
  },
  {
    doc: 'pins of swanctl',
    paths: ['swanctl.conf', 'swanctl/conf.d/*'],
    line: columns(r`(?:^|\{)\s*(?:secret|pin)\s*=\s*${item}`),
  },
  {
    doc: 'passwords of BIRD',
    paths: ['bird.conf', 'bird/*.conf'],
    line: columns(r`(?:^|[;{#])\s*(?:password|secret|key)\s+(?:"([^"]+)|'([^']+))`),
  },
  {
    doc: 'keys of BIND',
    paths: ['named.conf*', 'named/*.conf', 'bind/*.key'],
    line: columns(
      r`(?:^|[\s{;])(?:secret|cookie-secret|password)\s+(?:"([^"]+)|([^\s";]+))|\bpass=([^\s"]+)|\bsimple\s+\{[^}]*\}\s+\{([^}]+)\}`,
    ),
  },
  {
    doc: 'plugins of CoreDNS',
    paths: ['Corefile'],
    line: columns(
      r`(?:^|\{)\s*(?:credentials\s+\S+|aws_access_key\s+\S+|client_secret|secret\s+[\w.-]+|password|token)\s+(\S+)`,
    ),
  },
  {
    doc: 'password of ntpd',
    paths: ['ntp.conf', 'ntp.d/*.conf'],
    line: columns(r`${start}crypto\b.*?\spw\s+(\S+)`),
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
    line: columns(r`${start}(?:trapsess|proxy)\s.*?\s-${option}\s+${quotedOrWord}`),
  })),
  {
    doc: 'users of snmpd',
    paths: ['snmpd.conf', 'snmptrapd.conf'],
    line: columns(
      r`${start}createUser\s+(?:-e\s+\S+\s+)?\S+\s+[A-Z]+[\d-]*\s+(?:-[lm]\s+)?${quotedOrWord}(?:"?\s+(?:AES|DES)[\d-]*\s+(?:-[lm]\s+)?${quotedOrWord})?`,
    ),
  },
  {
    doc: 'options of plugins of collectd',
    paths: ['collectd.conf', 'collectd.conf.d/*'],
    line: columns(
      r`${start}(?:DriverOption\s+"password"|AuthPassphrase|PrivacyPassphrase|Password(?=\s+"))\s+${quotedOrWord}`,
    ),
  },
  {
    doc: 'actions of fail2ban',
    paths: ['jail.local', 'jail.conf', 'jail.d/*', 'fail2ban.local'],
    line: columns(
      r`[\[,]\s{0,4}\w{0,32}(?:apikey|api_key|token|password|secret)=${item}|${start}(?:cftoken|cfapikey|\w+_apikey|ns_auth)\s*=\s*(\S+)`,
    ),
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
      r`${start}(?:hide\s+)?(?:my|pg)sql_servers\s*=\s*(?:[^/\s(]*\([^)]*\)|[^/\s]+)/[^/]+/[^/]+/([^\s:]+)(?:\s?:\s?(?:\([^)]*\)|[^/\s]+(?:/[^/\s(]*)*\([^)]*\)|[^/\s]+)/[^/\s]+/[^/\s]+/(\S+))?|${start}(?:hide\s+)?redis_servers\s*=\s*[^/\s]+/\d*/(\S+)|${start}client_secret\s*=\s*(?!\$)(\S+)|\beq\{\$auth\d\}\{(?<!server_secret.{0,99})([^{}$]+)\}(?!.{0,200}\beq\{\$auth)|${start}server_secret\s*=.*\}\{([^{}$]+)\}|\bldap\w?\s?\{[^}]{0,200}?\bpass=([^\s$"]+)`,
    ),
  },
  {
    doc: 'directives of Apache with a secret after their name',
    paths: apache,
    line: columns(
      r`${start}(?:AuthBasicFake\s+(?!%)\S+|Auth(?:My|Pg)?SQLPassword|Auth_\w+_Password|TKTAuthSecret|SSLSRPUnknownUserSeed|SecHashKey|SecHttpBlKey|MDExternalAccountBinding\s+\S+|OIDCOAuthVerifySharedKeys\s+(?:plain|hex|b64)##|GssapiSessionKey\s+key:|AuthJWTSignatureSharedSecret|JkWorkerProperty\s+\S+\.secret=|(?:AuthRadiusAuthServer|AddRadiusAuth)\s+\S+)\s*${quotedOrWord}`,
    ),
  },
  {
    doc: 'variables and headers of Apache',
    paths: apache,
    line: columns(
      r`${start}(?:(?:SetEnv|Define)\s+\w*(?:PASS|PWD|SECRET|TOKEN|PIN|KEY|AUTH)\w*|PerlSetVar\s+\w*(?:[pP]ass(?:word)?|[sS]ecret|[tT]oken)|(?:RequestHeader|Header)\s+(?:always\s+)?(?:set|add|append)\s+[\w-]*(?:Key|Token|Secret|-Auth|-Verify)(?!\s+"?%\{)|php_(?:admin_)?value\s+[\w.]*(?:default_pw|password|license))\s+${quotedOrWord}`,
    ),
    allowed: noValue,
  },
  {
    doc: 'connections of Apache',
    paths: apache,
    line: columns(r`${start}(?:(?:ProxyPass|BalancerMember)\s.*?\ssecret=|DBDParams\s.*?\bpass=)([^\s",]+)`),
  },
  {
    doc: 'conditions of Apache',
    paths: apache,
    line: columns(
      r`${start}(?:RewriteCond\s+\S{0,40}?(?:TOKEN|KEY|SECRET|HTTP:X-\S{1,30}(?:-AUTH|(?<!CLIENT)-VERIFY)|QUERY_STRING)\S{0,40}\s+!?=?\S{0,40}?(?:\^|key=|token=|(?<=[ !=]))|SetEnvIf(?:NoCase)?\s+(?:\S*(?:Secret|Token|Key)\s+"?\^?|Authorization\s+"?\^?Basic\s)|Require\s+expr\s+"%\{[\w:-]*(?:Token|Key|Secret)\}\s+==?\s+')([^\s$^"']+)`,
      'i',
    ),
  },
  {
    doc: 'directives of nginx with a secret after their name',
    paths: nginx,
    line: columns(
      r`${start}(?:secure_link_secret|binddn_passwd|redis2_query\s+auth|encrypted_session_key|aws_(?:secret|signing)_key|vod_secret_key|akamai_token_validate_key|push\s+rtmps?://\S+/)\s*(?:"([^"$]+)"|([^\s";$]+));`,
    ),
  },
  {
    doc: 'variables and headers of nginx',
    paths: nginx,
    line: columns(
      r`${start}(?:(?:proxy_set|grpc_set|add|auth_http)_header\s+(?:[\w-]*(?:key|token|secret|-auth|-verify)|cookie\s+"[\w.-]+(?==)|authorization\s+['"](?:apikey|token|splunk)(?= ))|(?:(?:fastcgi|uwsgi|scgi)_param|passenger_env_var)\s+\w*(?:pass|password|secret|token|key|pin)|(?:set|js_var)\s+\$\w*(?:secret|token|key|pass|password)|more_set_(?:input_)?headers\s+['"][\w-]*(?:key|token|secret):)(?:\s+|=)(?:${quotedValue}|([^\s"';]+))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'databases and conditions of nginx',
    paths: nginx,
    line: columns(
      r`${start}(?:(?:postgres|drizzle)_server\s.*?\bpassword=|(?:.*\{\s{0,4})?if\s+\(?(?:\$|ngx\.var\.)(?:http|arg|cookie)_\w*(?:key|token|secret|auth)\s+[!~]?[~=]?=\s+"?)([^\s";)]+)`,
    ),
  },
  {
    doc: 'maps of nginx from a secret',
    paths: nginx,
    line: columns(
      r`${start}(?:"([^"\s~/]{8,})"\s+(?:1|true|"[\w-]+")|([\da-f]{32,}|(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{20,})\s+[\w"-]+);$`,
    ),
  },
  {
    doc: 'plugins and headers of Caddy',
    paths: ['Caddyfile', 'caddy/*.conf', 'Caddyfile.d/*'],
    line: columns(
      r`${start}(?:(?:tls\s*\{\s*)?(?:acme_)?dns\s+\w+|mac_key|secret_access_key|api_token|header_up\s+[\w-]*(?:Key|Token|Secret)|basic_?auth\s+[\w.@-]+|crypto\s+key\s+(?:\S+\s+)?sign-verify|sign_key|[\w.@-]+(?=\s+(?:JDJ|\$2)))\s+(?!\{)${quotedOrWord}(?<=\S)"?\s*(?:[{}]\s*)?$`,
    ),
  },
  {
    doc: 'users and tokens of Traefik',
    paths: ['traefik/*.yml', 'traefik/*.yaml', 'traefik/*.toml', 'traefik/*/*'],
    line: columns(
      r`(?:^\s*-|[\[,])\s*["']?[\w.@-]+:(?:[\w .@-]+:([\da-f]{32})|(\$[^\s"']+))|${start}(?:hmacEncoded|\w*LapiKey|secretAccessKey|X-[\w-]*(?:Key|Token|Secret|-Auth|-Verify))["']?\s*[:=]\s*${item}`,
    ),
  },
  {
    doc: 'headers and checks of HAProxy',
    paths: haproxy,
    line: columns(
      r`${start}(?:http-re(?:quest|sponse)\s+(?:set|add)-header\s+[\w-]*(?:key|token|secret|-auth|-verify)\s+(?!"?%\[)|dynamic-cookie-key\s+|http-check\s+send\s+(?:[^#]{0,100}?\s)?hdr\s+[\w-]*(?:key|token|secret)\s+|tcp-check\s+send\s+"?AUTH\\? |setenv\s+\w*(?:pass|password|secret|token|key)\s+)"?((?:[^\s"\\]|\\(?![rn]))+)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'conditions of HAProxy',
    paths: haproxy,
    line: columns(
      r`hdr\([\w-]{0,40}(?:key|token|secret|-auth|(?<!client)-verify)\)(?: -[im](?: (?:str|beg))?){0,2} ([^\s}]+)|[ "]Basic\\ ([\w+/=]+)|\bjwt_verify\("?\w+"?,"?([^\s"/)]+)`,
      'i',
    ),
  },
  {
    doc: 'conditions and headers of Varnish',
    paths: ['*.vcl'],
    line: columns(
      r`req\.http\.[\w-]{0,40}(?:(?<!cache-)key|token|secret)\s{0,4}(?:[!=]=|=|~)\s{0,4}"([^"]+)`,
      'i',
    ),
  },
  {
    doc: 'logins and helpers of Squid',
    paths: ['squid.conf', 'squid/conf.d/*'],
    line: columns(
      r`${start}(?:cache_peer\s.*?\slogin=[^:\s]+:|cachemgr_passwd\s+(?!disable|none)|acl\s+\S+\s+snmp_community\s+|wccp2_service\s.*?\bpassword=|(?:auth_param|external_acl_type)\s.*?\s(?:-w|--password)\s+|request_header_(?:add|replace)\s+[\w-]*(?:Key|Token|Secret|-Auth)\s+|access_log\s+daemon:(?:/[^/\s]+){4}/)${quotedOrWord}`,
    ),
  },
  {
    doc: 'secrets of Envoy',
    paths: ['envoy/*.yaml', 'envoy.yaml'],
    line: columns(
      r`\binline_(?:string|bytes):\s+(?<!username:\s{0,4}\{\s{0,4}inline_string:\s{0,4})${item}|\bkey:\s+["']?[\w-]{0,40}(?:key|token|secret)["']?,\s+value:\s+${item}`,
    ),
  },
  {
    doc: 'connections of Tomcat and of brokers',
    paths: ['server.xml', 'context.xml', 'broker.xml', 'cluster.conf'],
    line: columns(
      r`(?:[?;,"]|&amp;)(?:password|keyStorePassword|trustStorePassword)=((?:[^\s;,"<&]|&(?:lt|gt|quot|apos);)+)|name="[\w./]*(?:[pP]assword|[sS]ecret|[tT]oken)"\s+value="([^"]+)`,
    ),
  },
  {
    doc: 'settings of PHP',
    paths: ['php.ini', 'pool.d/*.conf', 'php-fpm.d/*.conf'],
    line: columns(
      r`${start}(?:newrelic\.license|php_admin_value\[newrelic\.license\]|suhosin\.\w+\.cryptkey|tideways\.api_key|env\[\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN)\])\s*=\s*(?:"([^"]+)|'([^']+)|([^\s"'$][^;"']*[^\s;"']))|--passwordeval\s+['"]echo\s+([^'"$|]+)|\bsecret_key\("([^"]+)|\bauth(?:\[pass\])?=([^\s"&]+)|\bauth\[\]=([^\s"&]+)(?!.*\bauth\[\]=)`,
    ),
  },
  {
    doc: 'variables and plugins of uWSGI',
    paths: ['uwsgi/*.ini', 'apps-enabled/*'],
    line: columns(
      r`${start}env\s*=\s*\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN)=(\S.*\S)|${start}(?:route\s*=.*?\bbasicauth:[^,]+,[^:]+:|legion\s*=\s*\S+\s+\S+\s+\d+\s+[\w-]+:|subscribe-with-credentials\s*=[^,]+,[^:]+:|emperor\s*=\s*pg://.*?\bpassword=|alarm\s*=\s*\S+\s+xmpp:[^;]+;)([^\s;]+)`,
    ),
  },
  {
    doc: 'variables of supervised programs and of Gunicorn',
    paths: ['supervisor/conf.d/*', 'supervisord.d/*', 'supervisord.conf', 'gunicorn.d/*'],
    line: columns(
      r`[=,"']\w{0,40}(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN|PSK)=(?:(?<=["']\w{0,40}=)([^"'=]+)["']\s?[,\]]|${item})|["']\w{0,40}(?:PASS|PASSWORD|SECRET|TOKEN|KEY|PIN|PSK)': ${item}|=\s*(\{SHA\}[\da-f]{40})`,
    ),
  },
  {
    doc: 'logins of clusters of MariaDB',
    paths: ['my.cnf', 'my.cnf.d/*', 'mysql/*.cnf', 'mysql/*/*.cnf'],
    line: columns(r`${start}wsrep_sst_auth\s*=\s*(?:["'][\w.-]+:([^"']+)|[\w.-]+:(\S+))`),
  },
  {
    doc: 'passwords of MySQL and MariaDB',
    paths: ['my.cnf', '.my.cnf', 'my.cnf.d/*', 'mysql/*.cnf', 'mysql/*/*.cnf'],
    ...settings(r`[\w-]*(?:encrypt[_-]key|secret_id)|file_key_management_filekey`),
  },
  {
    doc: 'connections of PostgreSQL',
    paths: ['postgresql.conf', 'postgresql.auto.conf', 'recovery.conf', 'conf.d/*.conf', 'pg_hba.conf'],
    line: columns(
      r`${start}primary_conninfo\s*=.*?\bpassword=(?:''([^']+)''|((?:[^\s'\\]|\\.|''(?=\S))+))|${start}ssl_passphrase_command\s*=\s*'echo ([^']+)'|\b(?:ldapbindpasswd|radiussecret)=${quotedOrWord}|\bradiussecrets=(?:"((?:[^"]|"")+)"|([^\s"]\S*))`,
    ),
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
      r`${start}(?:\w{1,24} ){1,4}(?:script|preexec|postexec|close)\s*=.*?(?:\s-w\s+|(?:password|bindpw|secret|token)=)(?!"?%)([^\s,]+)`,
    ),
  },
  {
    doc: 'logins of ProFTPD',
    paths: ['proftpd/*.conf', 'proftpd/*/*.conf', 'proftpd.conf'],
    line: columns(
      r`${start}(?:LDAPBindDN\s+(?:"[^"]*"|\S+)|R(?:adius|ADIUS)(?:Acct|Auth)?Server\s+\S+|UserPassword\s+\S+|GroupPassword\s+\S+|RedisServer\s+\S+)\s+${quotedOrWord}`,
    ),
  },
  {
    doc: 'keys of k3s and RKE2',
    paths: ['k3s/config.yaml', 'config.yaml.d/*', 'rke2/config.yaml', 'registries.yaml'],
    line: columns(
      r`(?:${start}|[{,]\s*)(?:etcd-s3-secret-key|agent-token|auth):\s+${item}|\bjoinKey=([^\s"',]+)`,
    ),
  },
  {
    doc: 'logins at databases that a network in parentheses follows',
    paths: ['*.yaml', '*.yml', '*.conf', '*.service', 'etc/default/*', 'etc/sysconfig/*', 'telegraf.d/*'],
    line: columns(r`:(?!//)(?<=["'=/ ][\w.-]{1,32}:)([^\s"']{1,64}?)(?=@(?:\w{2,6})?\()`),
  },
  {
    doc: 'headers of registries',
    paths: ['hosts.toml'],
    line: columns(
      r`${start}(?:authorization|x-[\w-]*(?:key|token|secret|auth|api|pass)[\w-]*)[ ]{0,4}=[ ]{0,4}\[?[ ]{0,4}["'](?:Basic |Bearer )?([^"']+)`,
      'i',
    ),
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
      r`${start}(?:-\s+)?(?:user_key|routing_key|service_key|credentials|X-[\w-]*(?:Key|Token)):\s+${item}|\b(?:token|api_?key|password|secrets):[ ]{0,4}\[?[ ]{0,4}${item}`,
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords of Grafana',
    paths: ['grafana.ini'],
    line: columns(
      r`${start}(?:;\s*)?\w*password\s*=\s*"""(.+?)"""|${start}connstr\s*=.*?\bpassword=([^\s,]+)|${start}\w*write_key\s*=\s*(\S+)|=\s*[\w.-]+:(\S+)@tcp\(`,
    ),
  },
  {
    doc: 'logins and keys of Beats',
    paths: ['filebeat.yml', 'filebeat/*.yml', 'metricbeat.yml', 'heartbeat.yml'],
    line: columns(
      r`${start}(?:[\w.]+\.)?(?:cloud\.auth|api_key):\s+(?:["'][\w-]+:([^"']+)|[\w-]+:([^\s"']+))|${start}(?:[\w.]+\.)?(?:client\.secret|hmac\.key|secret\.value|session_token):\s+${item}`,
    ),
  },
  {
    doc: 'keys of the Datadog agent',
    paths: ['datadog.yaml', 'datadog-agent/*.yaml'],
    line: columns(
      r`^\s+-\s+["']?([\da-f]{32})["']?\s*$|[\[,]\s{0,4}["']([\da-f]{32})["']|\bcommunity_strings:[ ]{0,4}\[[ ]{0,4}([^\s"',\]]+)(?:,\s*([^\s"',\]]+))?`,
    ),
  },
  {
    doc: 'passwords that templates of Ansible hash',
    paths: ['*.yml', '*.yaml'],
    line: columns(r`\{\{ '([^'{}]{3,})' \| password_hash`),
  },
  {
    doc: 'lists of communities',
    paths: ['*.yml', '*.yaml'],
    line: columns(r`^\s*-\s+["']?(?!\d+:|no-|local-|internet)([^\s"':]+)["']?\s*$`),
    within: /\b(?:\w*_)?communit(?:y_strings|ies):\s*$/,
  },
  {
    doc: 'logins and keys of Telegraf',
    paths: ['telegraf.conf', 'telegraf.d/*'],
    line: columns(
      r`"[\w.-]+:([^\s"@]+)@lan\(|${start}(?:hex_key|app_id|insights_key|server_key|bearer_token_string|tls_key_pwd|X-[\w-]*(?:Key|Token))\s*=\s*"([^"]+)|"X-[\w-]{0,40}(?:Key|Token)"\s*[=:]\s*"([^"]+)|[;\s]password=([^\s;"]+)`,
      'i',
    ),
  },
  {
    doc: 'options of checks of NRPE',
    paths: ['nrpe.cfg', 'nrpe.d/*.cfg'],
    line: columns(
      r`${start}command\[[^\]]*\]=\S*check_(?:(?:my|pg)sql\S*\s.*?-p|ipmi\S*\s.*?-P|snmp\S*\s.*?-C|ldap\S*\s.*?-P|http\s.*?-[ab] [^:\s]+:|redis\S*\s.*?-a)\s?(\S+)|${start}command\[[^\]]*\]=\S*check_\w+\s.*?\s-[pP]\s?(?!\d{1,5}(?:\s|$))(?:'([^']+)|"([^"]+)|([^\s"'/$-]\S*))`,
    ),
  },
  {
    doc: 'arguments of checks of Nagios',
    paths: ['objects/*', 'nagios*/*', 'conf.d/*.cfg', 'services/*.cfg', 'icinga/*', 'naemon/*'],
    line: columns(
      r`${start}check_command\s+check_\w*(?:snmp\w*!(?:[^!]*-C\s?|(?![-\d.$]))|(?:sql|oracle|ldap|ipmi|imap|redis|ftp|jmx|db2)\w*!(?:.*?\s-[pP]\s?(?!\d+(?:\s|$))|[a-zA-Z][\w.@\\-]*!(?!\d+%?(?:[,!]|$)))|http\w*!(?:.*?\s)?-[ab]\s[\w.-]+:)([^\s!$]+)`,
    ),
  },
  {
    doc: 'logins of plugins of the Checkmk agent',
    paths: ['check_mk/*.cfg'],
    line: columns(r`^\s*(?:DBUSER|ASMUSER|REMOTE_INSTANCE)\w*=["']?[\w.$#-]+:([^:"']+)`),
  },
  {
    doc: 'passwords in commands of Spectrum Protect',
    paths: ['tsm/*', 'ba/bin/*', '*.mac'],
    line: columns(
      r`\bset password\s+(?:([^\s"']+)\s+)?([^\s"']+)|\s-pa\w{0,6}=([^\s"']+)|^\s*(?:reg\w*|upd\w*) (?:node|admin) \S+ ([^\s=]+)(?:\s|$)`,
      'i',
    ),
  },
  {
    doc: 'logins at Oracle in scripts',
    paths: ['*.sql', '*.sh', '*.rcv'],
    line: columns(
      r`(?:^\s*(?:--\s*)?conn(?:ect)?\s+["']?[\w$#]+/["']?(?=\S*@)|\bexplain=[\w$#]+/)([^\s"'@/]+)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords of IBM MQ',
    paths: ['*.mqsc'],
    line: columns(r`(?:pwd|password)\('([^'\r\n]{3,})'\)`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'passwords in settings of Db2',
    paths: ['*.clp', '*.db2', '*.ddl', '*.sql', '*.sh'],
    line: columns(r`\btsm_password\s+([^\s;"']{3,})`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'bridges of Mosquitto',
    paths: ['mosquitto.conf', 'mosquitto/*.conf', 'mosquitto/*/*.conf'],
    line: columns(r`^\s*remote_password\s+(\S.*?)\s*$`),
  },
  {
    doc: 'passphrases of words in environment files',
    paths: ['etc/default/*', 'etc/sysconfig/*', '*.env'],
    line: columns(r`^\w*(?:PASSWORD|PASSPHRASE)=([a-z\x80-\xff]{1,24}(?: [a-z\x80-\xff]{1,24}){2,9})\s*$`),
  },
  {
    doc: 'keys of Ceph',
    paths: ['ceph.conf'],
    line: columns(
      r`${start}rgw[ _]crypt[ _][\w ]{1,64}?keys?[ ]{0,4}=[ ]{0,4}(?:[\w-]+=)?([\w+/]{20,}=*)|${start}(?:\w{1,24} ){0,5}(?:password|admin token|secret)[ ]{0,4}=[ ]{0,4}(?!/)(\S(?:[^#;\r\n]*[^#;\s])?)|\s[\w-]{1,40}=([\w+/]{20,}=*)(?<=^\s*rgw[ _]crypt.{1,400})`,
    ),
  },
  {
    doc: 'users of Swift',
    paths: ['swift/*.conf', 'proxy-server.conf'],
    line: columns(
      r`${start}(?:user(?:64)?_\w+|super_admin_key|encryption_root_secret\w*|swift_hash_path_(?:suffix|prefix))\s*=\s*(\S+)`,
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
    doc: 'modules of Kamailio and OpenSIPS',
    paths: ['kamailio*.cfg', 'kamailio/*.cfg', 'opensips*.cfg', 'opensips/*.cfg', 'opensips/*/*.cfg'],
    line: columns(
      r`modparam\("[\w-]+",\s*"(?:\w*(?:secret|password|_key)",\s*"|credential",\s*"[^":]+:[^":]*:)([^"]+)|^#!(?:subst|(?:try)?def)\w*\s+["']?[!/|]\w*(?:SECRET|PASS|KEY|TOKEN)\w*[!/|]([^!/|"']+)`,
    ),
  },
  {
    doc: 'communities of LibreNMS and Observium',
    paths: ['librenms/config.php', 'librenms/config.d/*', 'observium/config.php'],
    line: columns(r`community'\](?:\[\])?\s*=\s*(?:array\()?'([^']+)'(?:,\s*'([^']+)')?(?:,\s*'([^']+)')?`),
  },
  {
    doc: 'parameters of rsyslog',
    paths: ['rsyslog.conf', 'rsyslog.d/*'],
    line: columns(
      r`\b(?:pwd|serverpassword|community|cry\.key|httpheadervalue)="(?:Bearer |Splunk |Basic )?([^"]+)|"sasl\.password=([^"]+)|"(?:Authorization: )?(?:Bearer|Splunk|Basic) ([^"]+)"|\[([\da-f]{8}-[\da-f-]{27})@\d+ |string="([\da-f]{32})[ ]|\[([\da-f]{32}) ddsource|${start}\$(?:ActionLibdbiPassword|actionsnmpcommunity)\s+(\S+)`,
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
    doc: 'keys of ReaR',
    paths: ['rear/local.conf', 'rear/site.conf'],
    line: columns(
      r`${start}(?:export\s+)?\w*(?:CRYPT_KEY|PASSPHRASE|PASSWORD)=(?:"([^"]+)|'([^']+)|([^\s"']+))|\bpassword=(?:(?<=^[^"]{0,99}="[^"]{0,200})([^,"]+)|([^\s,"]+))`,
    ),
    allowed: noValue,
  },
  {
    doc: 'options of mounts',
    paths: ['fstab', 'fstab.*', '*.fstab', 'auto.*', 'auto.master.d/*', '*.mount', 'cluster.conf'],
    line: columns(
      r`[,="\s](?:password|pass|passwd|secret)=((?:\\,|[^\s,"])+)|curlftpfs#(?:\w+://)?[^:\s]+:([^@\s]+)@|\\://[^\\:@/\s]+\\:([^@\s]+)@|\buser(?:name)?=(?:[^,%:\s\\]+\\?:|[^,%\s]+%)([^,\s]+)`,
    ),
  },
  { doc: 'key of Corosync', paths: ['corosync.conf'], line: columns(r`${start}key:\s+(\S+)`) },
  {
    doc: 'attributes of Pacemaker',
    paths: ['cib.xml', 'pacemaker/cib/*'],
    line: columns(
      r`<nvpair\b[^>]{0,200}?\bname="\w*(?:passwd|password|secret|secret_key|token|community|pin|_kg)"[^>]{0,100}?\bvalue="([^"]+)|<nvpair\b[^>]{0,100}?\bvalue="([^"]+)"(?=[^>]{0,100}?\bname="\w*(?:passwd|password|secret|secret_key|token|community|pin|_kg)")|value="[^"]*?\bpassword=([^\s"]+)`,
    ),
  },
  { doc: 'tokens of pcs', paths: ['pcsd/tokens', 'pcsd/known-hosts'], line: columns(r`: "([\da-f-]{36})"`) },
  {
    doc: 'consoles of libvirt',
    paths: ['qemu/*.xml', 'storage/*.xml', 'libvirt/*.xml'],
    line: columns(
      r`\bpasswd='([^']+)|<qemu:env name='\w*(?:PASS|PASSWORD|SECRET|TOKEN|KEY)' value='([^']+)|\bsecret,id=\w+,data=([^\s,']+)|<cookie name=['"][^'"]*['"]>([^<]+)`,
    ),
  },
  {
    doc: 'keys of cloud-init',
    paths: cloudInit,
    line: columns(
      r`(?:^\s*(?:-\s+)?|[{,]\s*)(?:password|plain_text_passwd|hashed_passwd|passwd|registration_key|activation[-_]key|token|token_key|token_secret|data):\s+${item}`,
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
    paths: [
      '*.repo',
      '*.service',
      '*.list',
      '*.sources',
      'if-up.d/*',
      'apk/repositories',
      'cron.d/*',
      'crontab',
    ],
    line: columns(
      r`https?://[^\s?]{0,80}/(?:priv|private)/([\da-f]{32,})/|https?://[^\s?]{0,80}?/((?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{24,64})/|https?://[^\s/]{1,120}/([\da-f]{32,64})/|https?://([\da-f]{32,}):?@|\.php\?([\w-]{24,})["'\s]|https?://[^\s?]{1,120}\?(?:token=|authtoken=)?([\w-]{24,})(?:\s|$)|https?://[^\s?]{1,120}\?(?:auth)?token=([^\s&]+)`,
    ),
  },
  { doc: 'code of SUSEConnect', paths: ['SUSEConnect'], line: columns(r`^regcode:\s+(\S+)`) },
  {
    doc: 'logins of Vault at ZooKeeper',
    paths: ['vault.d/*.hcl', 'vault.hcl'],
    line: columns(r`\bdigest:[^:\s]+:([^\s"]+)`),
  },
  {
    doc: 'inventory of OpenShift',
    paths: ['openshift/hosts', 'ansible/hosts'],
    line: columns(
      r`${start}\w*(?:secretkey|accesskey|admin_key|_pass)\s*=\s*${item}|_secrets=\["?'?([^"'\]]+)|'(?:bindPassword|clientSecret)':\s*'([^']+)`,
    ),
    allowed: noValue,
  },
  {
    doc: 'options of PAM modules',
    paths: ['pam.d/*', 'pam.conf'],
    line: columns(r`\s(?:passwd|bindpw|secret|password|key(?<=pam_yubico\S{0,40}\s.{0,80}))=(?!/)(\S+)`),
  },
  {
    doc: 'logins at databases and keys of MinIO in variables',
    paths: environments,
    line: columns(
      r`^\s{0,8}(?:export\s)?[A-Z][A-Z_]{1,40}=["']?[\w$#]{1,32}/([^\s@"'/]{3,64})@[A-Z][\w.]{1,40}["']?\s*$|MINIO_KMS_SECRET_KEY=["']?[\w.-]{1,64}:([\w+/=]{16,})`,
    ),
  },
  {
    doc: 'environment of jobs of cron',
    paths: ['cron.d/*', 'crontab', 'crontabs/*'],
    line: columns(
      r`^\s{0,8}\w{0,48}(?:PASS|PASSWORD|PASSPHRASE|SECRET|TOKEN|_KEY)\s{0,4}=\s{0,4}(?!["'$])(\S.*\S)`,
    ),
    allowed: noValue,
  },
  {
    doc: 'variables in scripts and environments',
    paths: environments,
    line: columns(r`${secretVariable('"')}([^"$]+ [^"$]+)"|${secretVariable(r`(?:^|[\s"';])`)}${item}`),
    allowed: noValue,
  },
  {
    doc: 'credentials of units',
    paths: ['*.service', '*service.d/*', '*.socket'],
    line: columns(r`${start}SetCredential(?:Encrypted)?=[\w.-]+:\s*(?!\\)(\S.*)`),
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
      r`\becho (?:-n )?["']?([^\s"'$|]+)["']?\s*\|\s*(?:sudo -S|kinit|su\b|gpg\b|openssl\b)|\becho ["']?[\w.-]+:([^\s"'$]+)["']?\s*\|\s*chpasswd|--password-command ["']?echo\s+([^\s"'$]+)|(?:[?&]|-d ["']?|--data[\w-]{0,12}[ =]["']?)(?:\w{1,20}_)?(?:token|password|passwd|secret|api_?key)=([^&"'\s$]+)`,
    ),
  },
  {
    doc: 'headers and logins in scripts',
    paths: environments,
    line: columns(
      r`["'][\w-]{1,40}(?:[Kk]ey|[Tt]oken|[Ss]ecret)["']\s{0,4}(?:=>|,)\s{0,4}["']([^"'$]{6,})["']|\bcredentials\((?:\s{0,4}["'][^"']{1,80}["'],){3}\s{0,4}["']([^"']+)|${blankLogin}`,
    ),
    allowed: noValue,
  },
  {
    doc: 'passwords of VRRP',
    paths: ['keepalived.conf', 'keepalived/*', 'keepalived/*/*'],
    line: columns(r`\bauth_pass\s+${quotedOrWord}`),
  },
  {
    doc: 'hashes in the list of users',
    paths: ['etc/passwd'],
    line: columns(r`^[^:#\s]+:([^:*!x][^:]{12,}):\d`),
  },
  {
    doc: 'files with a secret that are written at boot',
    paths: ['tmpfiles.d/*'],
    line: columns(
      r`^[fw][+!=]{0,2}\s+\S*(?:token|passw(?:or)?d|secret|\.key|\.pin|\.pass|psk)\S*\s+\S+\s+\S+\s+\S+\s+\S+\s+(\S.*\S)`,
    ),
  },
  {
    doc: 'secrets of hosts and controllers of NVMe',
    paths: ['nvme/*.conf', 'nvme/config.json'],
    line: columns(r`\s(?:-S|-C|--dhchap-(?:ctrl-)?secret)[ =](\S+)|"dhchap_(?:ctrl_)?key":\s{0,4}"([^"]+)`),
  },
  {
    doc: 'passwords of requests and tokens in OpenSSL',
    paths: ['openssl.cnf', 'openssl/*.cnf', 'ssl/*.cnf'],
    ...settings(r`challengePassword(?:_default)?|(?:in|out)put_password|[\w-]*\bpin`),
  },
  {
    doc: 'logins in tables of Postfix that stand in its settings',
    paths: ['main.cf'],
    line: columns(r`[{,]\s{0,4}\[?[\w.-]{1,80}\]?(?::\w{1,8})?\s{0,4}=\s{0,4}[\w.@-]{1,64}:([^\s},]+)`),
  },
  {
    doc: 'options of commands of sudo',
    paths: ['sudoers', 'sudoers.d/*'],
    line: columns(
      r`(?:--?[\w-]{0,24}(?:password|passwd|token|secret)\\?|[ ,](?:password|pass)\\)=((?:\\.|[^\s\\,])+)`,
    ),
  },
  {
    doc: 'further logins of message brokers, and those with blanks',
    paths: [
      'nova.conf',
      'cinder.conf',
      'gnocchi.conf',
      'ceilometer.conf',
      'heat.conf',
      'neutron.conf',
      'designate.conf',
      'glance/*.conf',
      'keystone.conf',
    ],
    line: columns(r`,[\w.-]{1,32}:([^\s@/,]+)(?=@[\w.[])(?<=://\S{1,300})|${blankLogin}`),
    allowed: noValue,
  },
  {
    doc: 'keys of wireless networks of Gentoo',
    paths: ['conf.d/net'],
    line: columns(r`${start}key_\w{1,40}=["'(]{0,2}(?:\[\d\]\s)?(?:s:)?([^\s"']+)`),
  },
  {
    doc: 'headers of identity providers in SSSD',
    paths: ['sssd.conf', 'sssd/conf.d/*'],
    ...settings('auth_header_value'),
  },
  {
    doc: 'options of containers in quotes',
    paths: [
      'manifests/*',
      'pod-manifests/*',
      '*compose.yml',
      '*compose.yaml',
      'compose*.yml',
      'compose*.yaml',
      'docker-compose*.yml',
      'docker-compose*.yaml',
    ],
    line: columns(
      r`["']--[\w-]{0,40}(?:password|passwd|passphrase|token|secret)=([^"'$]+)["']|:\d{2,5}:([^\s:,]+):(?:true|false)`,
    ),
  },
  {
    doc: 'values of the environment of containers, after their names',
    paths: ['manifests/*', 'pod-manifests/*', 'k8s/*', 'kubernetes/*'],
    after:
      /^\s*-?\s*name:\s+["']?\w{0,64}(?:pass|password|passwd|passphrase|secret|token|_key|_pin|_pw)["']?\s*$/i,
    line: columns(r`${start}value:\s+${item}`),
  },
  {
    doc: 'values of entries of web applications, after their names',
    paths: ['web.xml'],
    after:
      /<(?:env-entry-name>[\w./-]{0,64}(?:password|secret|token|key)|param-name>[\w./-]{0,64}(?:password|secret|token|api[._-]?key))</i,
    line: columns(
      r`<env-entry-value>([^<]+)|^\s*(?:<param-value>\s*)?([^<\s](?:[^<]*[^<\s])?)\s*(?:</param-value>)?\s*$`,
    ),
    allowed: noValue,
  },
  {
    doc: 'blocks of text after a name',
    paths: ['*.yml', '*.yaml', 'minion'],
    after: new RegExp(r`^[ \t]{0,40}(?:-[ \t])?["']?${secretName}["']?:[ \t]+[>|][-+\d]{0,2}[ \t]*$`, 'i'),
    line: columns(r`^\s+(?!-\s)([^\s:#{}](?:[^:#{}]{4,}[^\s:#{}]))$`),
  },
  {
    doc: 'entries of a block that is named for passwords, whatever they are',
    paths: ['*.yml', '*.yaml', '*.toml', '*.ini', '*.conf', '*.cfg', ...json, ...programs],
    within: new RegExp(
      r`(?:${passwordBlocks})(?=["'\])]{0,3}\s{0,4}(?:=>|[:=])?\s{0,4}(?:array|dict)?[{[(:]\s*$)(?<=^[ \t]{0,60}(?:(?:my|our|local|const|var|let)[ ])?["'$%@]?(?:[\w-]{0,40}[_-])?(?:${passwordBlocks}))|^\s*\[(?:[\w.-]{0,40}[._-])?(?:${passwordBlocks})\]`,
      'i',
    ),
    line: columns(
      r`^\s*(?:-\s+)?(?:(?!["':[]{0,2}(?:[\w-]*[_-])?(?:${ofEntry})["'\]]{0,2}\s*[:=])["':[]{0,2}[\w.@-][\w.@ -]{0,79}["'\]]{0,2}[ \t]{0,16}(?:=>|[:=](?=\s|["']))\s*(?:${quotedValue}|([^\s"'{[(&*!|>$#\d][^\s,;({]{3,}|\d{4,}))|["']([^"']{4,})["']|(?<=-\s{1,8})([^\s"':{[(]{4,}))\s*[,;]?\s*(?:[#/].*)?$`,
    ),
    allowed: noValue,
  },
  {
    doc: 'entries of a block that is named for secrets',
    paths: [
      '*.yml',
      '*.yaml',
      '*.toml',
      '*.tfvars',
      '*.hcl',
      '*.conf',
      '*.cfg',
      '*.groovy',
      '*.nix',
      '*config.js',
      '*config.php',
      '*config.py',
      ...json,
      ...programs,
    ],
    // What comes before the name is looked at last, because few lines have the rest.
    within: new RegExp(
      r`(?:${collections})(?=["'\])]{0,3}\s{0,4}(?:=>|[:=])?\s{0,4}(?:new Map\(|array|dict)?[{[(:]\s*$)(?<=^[ \t]{0,60}(?:[\w$. ]{1,40}[ .])?["'$%@]?(?:[\w-]{0,40}[_-])?(?:${collections}))|^\s*\[(?:[\w.-]{0,40}[._-])?(?:${collections})\]`,
      'i',
    ),
    line: columns(
      r`^\s*(?:- )?(?:(?!["']?(?:[\w-]*[_-])?(?:${ofEntry})["']?\s*[:=])(?:"[^"]{1,80}"|'[^']{1,80}'|[\w.@-]{1,80})\s*(?:=>|[:=])\s*(?=["']?[^\s"',]*(?:\d|[!@#$%^&*+~?]|[a-z]-[a-z]+-[a-z]))(?:${quotedValue}|([^\s"'{[(&*!|>$#][^\s,;]*))|(?=["'][^"']*\d)(?=["'][^"']*[A-Z!@#$%^&*+~?])${quotedValue}|(?<=- )(?=\S*(?:\d\S*[A-Za-z]\S*\d|[A-Za-z]\S*\d\S*[A-Za-z]))([\w+/=-]{12,}))\s*[,;]?\s*(?:[#/].*)?$`,
    ),
    allowed: noValue,
  },
  {
    doc: 'entries of an object in one line that is named for passwords',
    paths: [...json, 'commands/curl_*', 'commands/cgr-console*', 'commands/radosgw-admin*'],
    line: columns(
      r`"\s{0,4}:\s{0,4}"([^"]{4,})(?="\s{0,4}[,}])(?<="(?:(?:passwords|passphrases|api_?keys|tokens|psks|pins|(?:client_?)?secrets|(?:registered|auth)_?users|temp_url_keys)"\s{0,4}:\s{0,4}(?:\[\s{0,4})?\{[^{}]{0,300}|\w{0,60}(?:password|passphrase|secret)"\s{0,4}:\s{0,4}\{\s{0,4}"_?value"[^{}]{0,300}))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'logins of transfers in scripts',
    paths: ['*.sh', '*.ftp', 'local/bin/*', 'cron.daily/*'],
    after: /\bftp\b|^\s*(?:open|quote user)\s/i,
    line: columns(r`^\s*(?:user\s+\S+|quote\s+pass)\s+(\S+)\s*$`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'keys of wireless networks',
    paths: ['wpa_supplicant*.conf', 'hostapd*.conf', 'wpa_supplicant/*.conf', 'hostapd/*.conf', 'iwd/*.psk'],
    ...settings(
      r`wpa_psk|psk|wep_key\d|password|pin|private_key2?_passwd|wpa_passphrase|passphrase|presharedkey|auth_server_shared_secret|acct_server_shared_secret|mka_cak`,
    ),
  },
  {
    doc: 'keys of children of Netdata',
    paths: ['netdata/*.conf'],
    line: columns(r`${start}(?:api key\s*=\s*|\[(?=[\da-f-]{36}\]))([^\s[\]]+)`),
  },
  {
    doc: 'lists of logins of proxies and tunnels',
    paths: ['*.yml', '*.yaml'],
    within: /^\s*basic_?auth:\s*$/i,
    line: columns(r`^\s*-\s+["']?[\w.@-]{1,64}:([^\s"']+)`),
  },
  {
    doc: 'credentials of package managers',
    paths: ['NuGet.Config', '.bundle/config'],
    line: columns(r`<add key="https?:[^"]*" value="([^"]+)|^BUNDLE_\w+:\s+"?[^\s:"-][^\s:"]*:([^\s:"]+)`),
  },
  {
    doc: 'users and keys of proxies of V2Ray, and visitors of frp',
    paths: ['v2ray/*.json', 'xray/*.json', 'sing-box/*.json', 'frp/*', 'frpc.*', 'frps.*'],
    line: columns(r`"(?:uu)?id":\s*"([\da-f-]{36})|^\s*(?:sk|secretKey)\s*=\s*${item}`),
  },
  {
    doc: 'tokens of Teleport',
    paths: ['teleport.yaml'],
    line: columns(r`^\s*(?:-\s+["']?[a-z]+(?:,[a-z]+)*:(?!/)(?=\S{8})|token_name:\s+["']?)([^\s"']+)`),
  },
  {
    doc: 'codes in a section that is named for access',
    paths: ['*.ini', '*.conf', '*.cfg'],
    within:
      /^\s*\[[\w .-]{0,32}(?:zugang|zutritt|alarm|door|t(?:ue|\xc3\xbc)r|gate|lock|tresor|safe|access|login|security|keypad)/i,
    line: columns(r`^\s*(?:code|nummer)\s*[=:]\s*["']?(\d{4,10})["']?\s*$`, 'i'),
  },
  {
    doc: 'codes of rooms and services that are numbers',
    paths: ['*.ini', '*.conf', '*.cfg', '*.yml', '*.yaml', ...json],
    line: columns(
      r`(?:entry|funk|kassen|notfall|raum|schranken|service|storno|wartungs)[._-]?code["']?\s{0,4}[=:]\s{0,4}["']?(\d{4,10})(?=["']?\s{0,4}(?:[,;#}]|$))`,
      'i',
    ),
  },
  {
    doc: 'values of further names that look like no name',
    paths: [
      '*.conf',
      '*.cfg',
      '*.ini',
      '*.cnf',
      '*.yml',
      '*.yaml',
      '*.toml',
      '*.properties',
      '*.env',
      ...json,
      ...programs,
      'etc/default/*',
      'etc/sysconfig/*',
    ],
    line: columns(
      r`^[ \t]{0,40}(?:-[ \t]|[$"'])?[\w.$['"-]{1,60}(?=["'\]]{0,2}[ \t]{0,16}[=:])(?<=(?:^|[^a-z\d])(?:[a-z][\w-]{0,40}[._-]?)?(?:${furtherNames}))(?<!(?:${publicCodes})[._-]?codes?|(?:key|pass|count|left|re|stop|pre)words?)["'\]]{0,2}[ \t]{0,16}(?:=>|:?=|:(?=[ \t]))[ \t]{0,16}["']?(?![$%@<{[/&*|])(?!\S*(?:://|\.[a-z]{2,4}["',;]?\s*$)|\d+(?:\.\d+)+)(?:(?=[^\s"'<>]*[a-z])(?=[^\s"'<>]*[\d!#^&*~+?])([^\s"'<>{}()=]{6,64})|((?=[A-Z])[A-Z][a-z]{2,}[._-][^\s"'<>{}()]{3,40}))(?=["']?[ \t]*(?:[,;}\]]+[ \t]*)?(?:$|[#;]))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'files of names with values',
    paths: [
      '*.conf',
      '*.cfg',
      '*.ini',
      '*.cnf',
      '*.toml',
      '*.yml',
      '*.yaml',
      ...json,
      '*.properties',
      '*.env',
      '*.tfvars',
      '*.local',
      '*.hcl',
      '*.nmconnection',
      '*.jcfg',
      '*.repo',
      'SUSEConnect',
      'credentials.d/*',
      'pluginconf.d/*',
      'environment',
      'etc/conf.d/*',
      'etc/default/*',
      'etc/sysconfig/*',
      'ifcfg-*',
      '*.cf',
      'minion',
      'openshift/hosts',
      'profile.d/*',
      'system-connections/*',
      'up2date',
    ],
    ...settings(r`(?!passwd:|token["']?[ \t]*[:=][ \t]*\d{1,6}$)${secretName}`),
  },
  {
    doc: 'files of names with values after a blank',
    paths: [
      ...apache,
      'Caddyfile',
      'collectd.conf',
      'fluent-bit/*.conf',
      '.mbsyncrc',
      'ldap.conf',
      'libnss-ldap.conf',
      'nslcd.conf',
      'pam_ldap.conf',
      'sudo-ldap.conf',
      'proftpd/*.conf',
      'redis.conf',
      'redis/*.conf',
      'storage.cfg',
      'valkey/*.conf',
      'freeipmi.conf',
      'freeipmi/*.conf',
      'ipmi*.conf',
      'vpnc.conf',
      'vpnc/*.conf',
      'dsm.sys',
      'dsm.opt',
      'commands/vault_*',
    ],
    ...directives(
      r`(?!ProxyPass|\w+_pass\s|machine |pam_password\s|nss_)(?:${secretName})|(?:IPSec|Xauth) (?:obfuscated )?(?:secret|password)|k_g|bindpw|rootpwmodpw|tls_keypw|requirepass|(?:master|primary)auth|tls-(?:client-)?key-file-pass`,
    ),
  },
  {
    doc: 'names with values after a blank, also in braces and after other words',
    paths: [
      '*.conf',
      '*.cfg',
      '*.boot',
      '*.res',
      '*-confg',
      '*-config',
      'etc/*/*.inc',
      '*.set',
      '*.exp',
      '*.tcl',
      '*.rc',
      '*.xsf',
      '*.bak',
      'configs/*',
      'tftp/*',
      'tftpboot/*',
      'srv/backup/*',
      'backup/*/*',
    ],
    line: columns(
      r`(?:^|[{;])[ \t]{0,40}(?:(?:[\w.:/!-]{1,64}|"[^"\s]{1,64}")[ \t]{1,4}){0,7}?(?!ProxyPass|omapi-key\s|psk \S+ \{|(?:[a-z]*cgi|grpc|memcached|proxy|redis2)_pass\s|pam_password\s|nss_)"?(?:${secretName}|community(?:-name)?)[)"]?[ \t]{1,40}(?:(?:[0789]|cipher|hash|simple|plain|md5|clear|cleartext|plaintext|ascii-text|hex)[ \t]{1,4})?(?:(?:${quotedValue})(?=[ \t]*(?:[;{}]|$)|[ \t]+\w)|(?:\{([^\s{}]+)\}|([^\s"'{}();=<>|][^\s"'{}();<>|]*))(?=[ \t]*(?:[;{}]|$|encrypted[ \t]*$|authorization |privacy-mode |hash2?\b)))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'logins in one value',
    paths: [
      '*.conf',
      '*.cfg',
      '*.ini',
      '*.toml',
      '*.yml',
      '*.yaml',
      '*.properties',
      'torrc',
      'monitrc',
      '*config.php',
    ],
    line: columns(
      r`(?:auth|authenticator|basic|login|credentials?|userpass|accept\.users)["']?(?:[ \t]*(?:=>?|:)[ \t]*|[ \t]+)[\["']{0,3}[\w.@-]{1,64}(?:::?|[ ]?/[ ]?(?=[^\s/]*[\d!#$%^&*+~?][^\s/]*$))(?!//|\d{1,5}(?:\D|$))([^\s"',:/@]{3,})(?=["',\]]|@[\w.-]+\.[a-z]{2,}$|$)|\\://[^\s:\\@/]{1,64}\\:([^\s@]+)(?=@)`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'cookies of EMQX and RabbitMQ',
    paths: ['emqx/*.conf', 'emqx*.conf', 'rabbitmq.conf'],
    ...settings('cookie'),
  },
  {
    doc: 'keys of Bareos and Bacula',
    paths: ['bareos/*', 'bareos*/*/*', 'bacula/*'],
    line: columns(r`\b(?:Password|Key Encryption Key)\s*=\s*"([^"]+)`, 'i'),
    allowed: noValue,
  },
  {
    doc: 'secrets in lists below their name, and logins as lists',
    paths: ['*.toml', '*.yml', '*.yaml', '*.tfvars', '*.hcl', '*.cfg', ...json, ...programs],
    line: columns(
      r`${listed(r`(?=[^"']*[\d!@#$%^&*+])(?!\w*pass\w*["'])`, '(?:passw(?:or)?d|passphrase|secret|(?<!csrf_)token|api_?key|psk|(?:gate|door|access|alarm)_code|credential)s?')}|${listed(r`(?=[^"'\d]*\d)(?=[\w+/=-]{20,512}["'])`, 'keys')}|${listed(r`(?![\d:]+["'])`, 'communit(?:ies|y_strings)')}|(?:admin|bind|login|auth|smtp|creds?|credentials?|gateway|account)["'\])]{0,2}\s{0,4}(?:=>|[=:])\s{0,4}[[(]\s{0,4}(?:["'][^"']{1,128}["'],\s{0,4}){1,3}["'](?!https?:|[\w.]*\.[\w.]*["'])(?=[^"']{0,64}(?:[\d!@#$%^&*+?]|[a-z]-[a-z]+-[a-z]))([^"'/@]{6,128})["']\s{0,4},?[\])]`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'attributes, elements and properties of XML',
    paths: ['*.xml', '*.plist', '*.config'],
    line: columns(
      r`(?:[\s;<]|<key>|(?:name|key)=")(?:${secretName})(?:=(?:"([^"]+)"|'([^']+)')|(?<=<[^\s<>]{1,100})>([^<]+)</|</key>\s{0,8}<string>([^<]+)|"\s{1,4}value="([^"]+))|<(?:credential|password|secret|token)\s(?:[^<>]{0,100}\s)?value="([^"]+)|<identity>[^<:]+:([^<]+)|<version>\d{1,2}</version><hash>([\da-f]{40,128})<`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'values of Ansible with names for those in its vault',
    paths: [
      'vault',
      'vault*.yml',
      '*vault.yml',
      'group_vars/*.yml',
      'group_vars/*/*.yml',
      'host_vars/*.yml',
      'host_vars/*/*.yml',
    ],
    ...settings(r`vault_(?!\w*(?:${ofEntry})["']?\s*:)\w{1,64}`),
  },
  {
    doc: 'answers to questions of packages',
    paths: ['debconf/passwords.dat'],
    ...settings('Value'),
  },
  {
    doc: 'settings in programs',
    paths: [
      '*config.php',
      '*.inc.php',
      '*config.py',
      '*settings.php',
      '*settings.py',
      '*siteconfig.pm',
      'amavis/conf.d/*',
      '*.cfg.lua',
      '*config.pl',
      '*.mk',
      'prefs.js',
      'user.js',
      'etc/*/*.lua',
      'etc/*/*.php',
      'etc/*/*.pl',
      'etc/*/*.pm',
      'etc/*/*.py',
      'etc/*/*.rb',
      'etc/*/*.js',
    ],
    line: columns(
      r`(?:${secretName})["'\]})]{0,3}(?:\s{0,16}(?:=>|[=:,])\s{0,4}|\s{1,4}(?=["']))(?:\w{1,12}\.fromhex\()?(?:\[\s{0,4})?b?${quotedValues}`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'settings in scripts that look like no name',
    paths: ['*config.js', '*config.lua', '*config.groovy', '*settings_local.py', '*.edn', ...programs],
    line: columns(
      r`(?:${secretName})(?:["'\]})]{0,3}(?:\s{0,16}(?:=>|[=:])\s{0,4}|\s\.\s|\s{1,4}(?=["']))(?:\[\s{0,4})?b?(?=["'](?:[^"'%\\]|\\.){0,64}(?:[a-z\d]\d|\d[a-z]|[a-z]-[a-z]{2,}-[a-z]|[!@^&*+~?][a-z\d]))${quotedValues}|\s{0,4}=\s{0,4}qq?\(([^()]{4,})\))|\bset(?:\w{0,40}pass(?:word|phrase)\(|\(['"]\w{0,40}pass(?:word|phrase)['"],)\s{0,2}(?:${quotedValue})(?=\s{0,2}\))`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'tables whose first line names a column for a secret',
    paths: [
      '*.csv',
      '*.tsv',
      '*.tab',
      '*.tbl',
      '*.lst',
      '*.list',
      '*.map',
      '*.md',
      '*.txt',
      '*.dat',
      'etc/*/*.cnf',
      'etc/*/*.cfg',
      'etc/*/*.conf',
      'commands/mysql_*',
      'commands/mariadb_*',
      'commands/psql_*',
    ],
    table: true,
    line: columns(
      r`^(?:${secretName}|[\w\x80-\xff-]*schl(?:ue|\xc3\xbc)ssel|[\w-]*(?:access|alarm|door|service|zugangs)[_-]?code|[a-z]{2,12}-word|kw) $`,
      'i',
    ),
    allowed: noValue,
  },
  {
    doc: 'values in JSON',
    paths: json,
    line: columns(
      r`"(?:${secretName}|challenge|encrypt|cookie_hash|\w{1,40}_encryption)"\s{0,4}:\s{0,4}(?:(?<!credentials"\s{0,4}:\s{0,4})\[\s{0,4})?"((?:[^"\\]|\\.)+)"|"\w{0,40}(?<!pub(?:lic)?_?|sort_?)key"\s{0,4}:\s{0,4}"((?=[^"\d]{0,20}\d)(?!AAAA)[\w+/-]{20,}={0,2})"`,
      'i',
    ),
    allowed: noValue,
  },
];
