const r = String.raw;

/** Where a password is: the next argument or after `=`, the same argument, either, or after a text that the expression matches. */
export type Shape = 'next' | 'glued' | 'either' | 'text';

/** Programs and options with a password, as expressions. Only one password of each option is masked in a line. */
export type ProgramOptions = readonly [
  programs: readonly string[],
  ...options: readonly (readonly [Shape, string])[],
];

/** Programs whose manuals have an option for a password. A new program is one line. */
export const programs: readonly ProgramOptions[] = [
  [
    ['rar', 'unrar', '7z', '7za', '7zr'],
    ['glued', '-hp'],
    ['glued', '-p'],
  ],
  // Their lower-case options take names of files.
  [
    ['qlogin', 'qoperation', 'qmodify'],
    ['next', '-(?:clp|sysPwd|tk)'],
  ],
  [['pk12util'], ['next', '-W'], ['next', '-K']],
  [['ccrypt'], ['next', '-K']],
  [['ssh-keygen'], ['next', '-N'], ['next', '-P']],
  [['slappasswd'], ['next', '-s']],
  [
    ['ldapsearch', 'ldapmodify', 'ldapadd', 'ldapdelete', 'ldapwhoami', 'ldapcompare', 'ldappasswd'],
    ['glued', '-w'],
  ],
  [['ldappasswd'], ['next', '-s'], ['next', '-a']],
  [
    ['mosquitto_pub', 'mosquitto_sub', 'mosquitto_rr'],
    ['next', '-P'],
  ],
  [
    ['zip', 'unzip', 'zipcloak'],
    ['next', '-P'],
  ],
  [['openconnect'], ['next', '(?:--cookie|-C)']],
  [['ipsec whack'], ['next', '--xauthpass']],
  [
    [
      'hydra',
      'esxcli',
      'aescrypt',
      'veracrypt',
      'cbbackupmgr',
      'couchbase-cli',
      'cbq',
      'hans',
      'redfishtool',
    ],
    ['next', '-p'],
  ],
  [
    ['sendEmail', 'sendemail'],
    ['next', '-xp'],
  ],
  [['vault operator unseal'], ['text', ' ']],
  [
    ['nmcli'],
    [
      'text',
      r`[ ](?:(?:802-11-wireless-security|wifi-sec)\.(?:psk|wep-key\d|leap-password)|wireguard\.private-key) `,
    ],
    ['text', r`[ ]password[ ]{1,4}(?!wep-key-type)`],
  ],
  [
    ['mysqladmin', 'pppd', 'ipmitool'],
    ['text', r`[ "]password["', ]{1,4}(?:\d{1,2} )?`],
  ],
  [['mosquitto_passwd'], ['text', r`[ ]-b [^\s]{1,200} [^\s]{1,64} `]],
  [['nodetool'], ['next', '-pw']],
  [
    ['winexe', 'wmic', 'net ads', 'net rpc', 'smbget', 'smbcacls', 'smbtree'],
    ['text', r`[ ]-U[ ]{0,2}["']?[^\s%"']{1,64}%`],
  ],
  [
    ['exp', 'imp', 'expdp', 'impdp', 'sqlldr'],
    ['text', r`[ ]userid=["']?[^\s/"']{1,64}/`],
  ],
  [['ngrok'], ['text', r`(?: config add-authtoken| authtoken|[ ]--authtoken)[ =]`]],
  [
    ['mc alias set', 'mcli alias set', 'mc config host add'],
    ['text', r` [^\s]{1,64} https?://[^\s]{1,200} [^\s]{1,128} `],
  ],
  [
    ['consul', 'nomad'],
    ['next', '--?encrypt'],
  ],
  [['serf'], ['next', '--?encrypt'], ['next', '--?rpc-auth']],
  [
    ['az storage', 'az redis', 'az cosmosdb'],
    ['next', '--sas-token'],
  ],
  [['wpa_passphrase'], ['text', r` (?:"[^"]{1,32}"|'[^']{1,32}'|[^\s]{1,32}) `]],
  [
    ['rabbitmqadmin', 'twine', 'ncftpput', 'ncftpget', 'ncftpls'],
    ['next', '-p'],
  ],
  [['nsupdate'], ['text', r`[ ]-y[ ]{0,2}["']?(?:hmac-[\w-]{1,16}:)?[\w.-]{1,64}:`]],
  [
    ['grafana-cli', 'grafana'],
    ['text', r`[ ]reset-admin-password `],
  ],
  [
    ['virsh'],
    ['text', r` secret-set-value [^\r\n]{0,100}?--base64[ =]`],
    ['text', r` secret-set-value [\da-fA-F-]{36} `],
  ],
  [['wpa_cli'], ['text', r`[ ]set_network \d{1,3} (?:psk|password|wep_key\d) (?:\\")?`]],
  [
    ['iwconfig', 'iw'],
    ['text', r`[ ]key (?:s:|\d:|(?=[\da-fA-F-]{10,58}(?:[ ]|$)))`],
  ],
  [['isql'], ['text', r` (?:-[a-z]{1,3} )?[\w.-]{1,64} [\w.-]{1,64} (?!-)`], ['either', '-P']],
  [
    ['tsql', 'osql', 'bsqldb', 'defncopy', 'sqlcmd'],
    ['either', '-P'],
  ],
  [
    ['valkey-cli', 'memtier_benchmark', 'redis-benchmark', 'rhc connect', 'sipsak', 'ipa-server-install'],
    ['next', '-a'],
  ],
  [
    ['kdb5_util', 'ossec-authd', 'agent-auth', 'iodine', 'iodined', 'ipmiutil'],
    ['next', '-P'],
  ],
  [
    ['landscape-config', 'nsrwatch'],
    ['next', '(?:-p|--registration-key)'],
  ],
  [
    [
      'ss-server',
      'ss-local',
      'ss-redir',
      'ss-tunnel',
      'sslocal',
      'ssserver',
      'edge',
      'mcrypt',
      'nuget push',
      'dns2tcpc',
      'udp2raw',
    ],
    ['next', '-k'],
  ],
  [['smbpasswd'], ['next', '-w'], ['text', r`[ ](?:-[a-zD] ){1,4}\w[\w.$-]{0,31} (?![-|&;<>(])`]],
  [['net use'], ['text', r`[ ](?:[a-zA-Z]: )?[\\/]{2}[^\s]{1,128} (?:/user:[^\s]{1,64} )?(?![/*-])`]],
  // The password follows the address and the user in the key of an item.
  [
    ['zabbix_get', 'zabbix_agentd', 'zabbix_agent2'],
    ['text', r`[ ]-[kt][ ]?["']?[\w.]{1,64}\[["']?\w{1,8}://[^,\]\s]{1,128},[ ]?["']?[\w.-]{1,64}["']?,[ ]?`],
  ],
  [['pdbedit'], ['next', '--set-nt-hash']],
  [['chpasswd'], ['text', r`[ ]-[ec] [\w.-]{1,32}:`]],
  [
    ['vncdotool', 'fab', 'tpm2_unseal'],
    ['next', '-p'],
  ],
  // Plugins that ask by SNMP.
  [
    [
      'check_snmp',
      'check_snmp_[a-z]{2,8}',
      'check_[a-z]{2,12}_snmp',
      'check_ifoperstatus',
      'check_openmanage',
    ],
    ['next', '-[AC]'],
    ['next', '-X'],
  ],
  [['net-snmp-create-v3-user'], ['next', '-A'], ['next', '-X']],
  [
    ['bcp', 'sqlcmd', 'ipmitool', 'docker login', 'podman login', 'hdbsql'],
    ['glued', '-[pP]'],
  ],
  [
    ['bcp', 'hdbsql', 'az login', 'influx', 'mongorestore'],
    ['next', '-p'],
  ],
  [
    ['check_mysql', 'check_mysql_query', 'check_pgsql', 'check_mssql'],
    ['text', r`[ "']-p[ "',]{1,4}(?!\d{1,5}[ "'])`],
  ],
  [['fence_[a-z_]{2,16}'], ['next', '-c']],
  [['yubico-piv-tool'], ['next', '-P'], ['next', '-N']],
  [['emqx ctl users add'], ['text', r` [^\s]{1,64} `]],
  [['b2 account authorize'], ['text', r` [^\s]{1,64} `]],
  [['pulumi config set'], ['text', r` --secret [^\s]{1,64} `]],
  [
    ['sqlite3', 'sqlcipher'],
    ['text', r`[ ;]PRAGMA (?:re)?key[ ]?=[ ]?`],
  ],
  [['offlineimap'], ['text', 'remotepass=']],
  [
    ['virt-builder', 'virt-customize', 'virt-sysprep'],
    ['text', r`[ ]--(?:root-)?password[ =](?:[\w.-]{1,32}:)?password:`],
  ],
  [['pdftk'], ['text', r`[ ](?:input|user|owner)_pw `]],
  [['bteq'], ['text', r`[ ]\.?logon [^\s,]{1,128},`]],
  [
    [
      'pt-table-checksum',
      'pt-table-sync',
      'pt-online-schema-change',
      'pt-archiver',
      'pt-query-digest',
      'pt-heartbeat',
      'pt-kill',
    ],
    ['text', ',p='],
  ],
  [['chisel'], ['text', r`[ ]--auth[ =]["']?[^\s:"']{1,64}:`]],
  [
    ['ttyd', 'gotty'],
    ['text', r`[ ](?:-c|--credential)[ =]["']?[^\s:"']{1,64}:`],
  ],
  [['transmission-remote'], ['text', r`[ ](?:-n|--auth)[ =]["']?[^\s:"']{1,64}:`]],
  [
    ['ejabberdctl', 'prosodyctl'],
    ['text', r` (?:register|change_password) [^\s]{1,64} [^\s]{1,128} `],
  ],
  [['doveadm pw'], ['next', '-p']],
  [['doveadm'], ['text', r` auth (?:test|login) (?:-[^\r\n]{1,64} )?[^\s-][^\s]{0,63} `]],
  // The password of the user, and the secret of the server.
  [
    ['radtest'],
    ['text', r` (?:-[^\r\n]{1,32} )?[\w.@-]{1,64} `],
    ['text', r` [^\r\n]{1,200} [\w.:-]{1,128} \d{1,8} `],
  ],
  [['deluge-console connect'], ['text', r` [\w.:-]{1,128} [^\s]{1,64} `]],
  [
    ['bundle config', 'bundler config'],
    ['text', r` (?:set )?(?:--\w{1,8} )?[\w.-]{1,128} [^\s:]{1,64}:`],
  ],
  [['filebrowser users add'], ['text', r` [^\s]{1,64} `]],
  [['maas login'], ['text', r` [^\s]{1,64} https?://[^\s]{1,200} `]],
  [['sedutil-cli'], ['text', r` --\w{4,24} (?:\d )?(?:on |off |rw |ro |lk |RW |RO |LK )?`]],
  [
    ['gbak', 'gfix', 'nbackup', 'isql-fb'],
    ['next', r`-pas\w{0,5}`],
  ],
  [
    ['exp', 'imp'],
    ['text', r` [\w.]{1,64}/(?=[^\s]{1,64} (?:file|full|owner|tables|parfile|log)=)`],
  ],
  [['smbclient'], ['text', r` (?://|\\\\)[^\s]{1,128} (?!-)`]],
  [
    ['check_nt', 'eapol_test'],
    ['next', '-s'],
  ],
  [
    ['sipp', 'sipsak'],
    ['next', '-ap'],
  ],
  [['openssl'], ['next', '-hmac'], ['next', '-[kK]']],
  [['lego'], ['next', '--hmac']],
  [['oathtool'], ['text', r`[ ](?=[a-zA-Z\d]{16,128}(?:[\s"']|$))`]],
  [
    ['k3s server', 'k3s agent', 'rke2 server', 'rke2 agent'],
    ['next', '-t'],
  ],
  [['pdf[a-z]{2,10}'], ['next', '-[uo]pw']],
  [
    ['sonar-scanner', 'mvn', 'gradle'],
    ['text', r`[ ]-Dsonar\.login=`],
  ],
  [['jenkins-cli.jar'], ['text', r`[ ]-auth ["']?[^\s:"']{1,64}:`]],
  [['hostapd_cli'], ['text', r`[ ]wps_pin [^\s]{1,32} `]],
  [['mkpasswd'], ['text', r`[ ](?:-m[ ]?|--method=)[\w-]{1,16} `]],
  [['openssl passwd'], ['text', r`[ ](?:-\d|-apr1|-salt [^\s]{1,32}) `]],
  [
    ['SUSEConnect', 'suseconnect'],
    ['next', '(?:-r|--regcode)'],
  ],
  [
    ['pro attach', 'ua attach', "pro', 'attach',", "ua', 'attach',"],
    ['text', ' '],
  ],
  [['falconctl'], ['next', '--cid']],
  [['nessuscli'], ['next', '--key']],
  [['curl'], ['text', r`[ ](?:--cookie|-b)[ =]["']?[\w.-]{1,64}=`]],
  [['expect'], ['text', r`[ ;"]send (?:-- )?["'{]{0,2}`]],
  [['mc admin user add'], ['text', r` [^\s]{1,64} [^\s]{1,128} `]],
  [
    ['yt-dlp', 'fs_cli', 'rcon', 'rcon-cli', 'mcrcon', 'vncdo'],
    ['next', '-p'],
  ],
  [
    ['bw unlock', 'rclone obscure'],
    ['text', ' '],
  ],
  [['keytool'], ['next', '-new']],
  [['qpdf'], ['text', ' --encrypt '], ['text', r` --encrypt [^\s]{1,64} `]],
  [
    ['http', 'https', 'xh'],
    ['text', r`[ ](?:--auth|-a)[ =][^\s:]{1,64}:`],
  ],
  [
    ['secretsdump.py', 'psexec.py', 'wmiexec.py', 'smbexec.py'],
    ['next', '-hashes'],
  ],
];
