import { defined } from '@hostspec/host-kit';
import { expect, test } from 'vitest';
import { createRedaction, secretColumns } from '../index.js';
import { furtherLines } from '../testing/catalog-further.js';
import { hostLines } from '../testing/catalog-hosts.js';
import { layoutLines } from '../testing/catalog-layouts.js';
import { platformLines } from '../testing/catalog-platforms.js';
import { serviceLines } from '../testing/catalog-services.js';
import { piecesOf, through } from '../testing/content.js';
import { secretName } from './column-row.js';

/** Masks content with a path, in pieces. Masks become guillemets. */
function masked(path: string | undefined, text: string, size = text.length): string {
  const content = createRedaction().content(defined({ path }));
  const out = through(content, piecesOf(Buffer.from(text), size)).toString();
  return out.replace(/__secret_\w+?_[0-9a-f]{8}__/g, '«»');
}

const files: readonly (readonly [string, string])[] = [
  [
    '/home/bob/LIESMICH.txt',
    'Das Kennwort vom Router lautet «mohnblume», bitte lassen\naltes Passwort: «Sommer2019»\nPIN der Anlage ist «4471»\nZugangscode Serverraum: «8831#»\nLogin für Datev: bob/«Steuer#2020»\nDas Kennwort muss mindestens 12 Zeichen haben.\nKennwort steht im Tresor\nSchlüssel liegt unter /etc/ssl/x.key\n',
  ],
  [
    '/root/LEGGIMI.md',
    '- La password di root è «Zucchero88»\n- il PIN del lettore (menu nascosto) è «5590».\n- chiave WiFi: «cavallo-bianco»\n- La password scade dopo 60 giorni\n- codice allarme: «55129»\n',
  ],
  [
    '/home/bob/LISEZMOI.txt',
    'Le mot de passe du wifi est «petit-pois»\nphrase secrète : «le chat dort ici»\nAccès imprimante: admin/«1n1t1al»\nLe mot de passe doit contenir 8 signes\nclé wifi : «abricot-sec-9»\n',
  ],
  [
    '/opt/app/README.md',
    'Default login is `admin` / `«W4lnuss»`.\nLog in as `root` with password `«hazelnut»`.\nThe secret key of the given `length` is public.\nSet `a` / `b`.\n| servicio | contraseña |\n|---|---|\n| Webmin | «word» |\n',
  ],
  [
    '/etc/app/comments.conf',
    '# Kennwort lautet «eichelhaeher»\n# mot de passe : «fromage»\nx = 1 # old: «Rk82mmQp»\n# old value: 25\n# login bob/«Xy77zzTop»\n# Passphrase des alten Schlüssels: «Leucht-Turm»\n# Türcode: «4711»\n# enable ipv6=true\nmdp BI: «cube-rouen»\n',
  ],
  [
    '/usr/local/bin/login.sh',
    'login_api bob «Qx7pTz91»\nget_pw() { echo "«Hopfen5Tee»"; }\nget_secret() {\n  echo "«two words»"\n}\nfront_pin_2=«9921»\npin_timeout=3600\n/usr/local/bin/sync.sh web01 bob «Vogelbeere8»\nssh_login root 10.0.0.4\n',
  ],
  [
    '/opt/app/login.py',
    'db = connect("h", "bob", "«Mangold_7»")\nUSER, PASSWORD = "bob", "«Spinat8»"\nPW = 1\npw = { "a": "«two1»", "b": "«three»" }\nlogins = [("a1", "«Wirsing8x»"), ("b1", "«Kohl3x»")]\nbind("a", "utf8")\n',
  ],
  ['/opt/app/map.pl', 'my %passwords = (\n    web1 => \'«Salbei9k»\',\n    "web2" => "«thymian»",\n);\n'],
  ['/etc/app/blocks.toml', '[passwords]\nalice = "«litschi»"\n[x]\nname = "litschi"\n'],
  ['/etc/check_mk/x.mk', 'snmp_communities = [\n  ( "«word»", ["a"] ),\n]\n'],
  ['/opt/app/devices.csv', 'nas01;10.0.0.5;admin;«Kaktus77»\nnas02;10.0.0.6;web01;x\n'],
  ['/opt/app/passwords.csv', 'nas01,root,«Lavendel5»\npdu1;10.0.0.9;apc;«oleander»\n'],
  ['h/insights_commands/psql_-x_-c_select', 'id       | 1\npin      | «4182»\npassword | «stachel»\n'],
  [
    '/etc/app/names.conf',
    'cle_base = «sqlcipher_2»\njeton_terminal = «T-5D2-QX8»\nCleEchange=«4C1F8A93B7E05D26»\ncleanup = a-b-1\nCodeTiroir=«7793»\nexit_code = 1001\nservice_menu_code = «71034»\nradio_key      «A7 3F 09 C2 5E 81 D4 6B»\nurl pg://bob/«z9Lm_Qv3»@db/x\n',
  ],
  ['h/insights_commands/kubeadm_token_list', 'TOKEN TTL\n«i4i8do.6j69ge3g4t4s6xzm»   23h   x\n'],
  [
    '/opt/app/nodes.json5',
    "'c[1-9]': { u: 'bob', p: '«two words»' },\n<snmp v=\"2c\" c=\"«word»\"/>\n{ u: 'bob', path: 'x' }\n",
  ],
  ['/etc/systemd/system/app.service.d/x.conf', 'Environment="App__Default__Password=«two words 61»"\n'],
  [
    '/opt/app/relay.own',
    'TO sftp bob@h:22 KEYPASS "«two words»"\nunlock «7719#» }\n:join-phrase «ship, keel and deck»\n(db :role "a" :pw "«word»")\nmaster.phrase -> «word»\nfallback_login = bob / «c0ver-Me»\n<signingPin>«593027»</signingPin>\n',
  ],
  [
    'h/insights_commands/sqlplus_-s_._as_sysdba',
    'BOB 0 «0A1B2C3D4E5F6071»  S:«0A1B2C3D4E5F60710A1B2C3D4E5F60710A1B2C3D4E5F60710A1B2C3D4E5F»\n',
  ],
  ['h/insights_commands/mysql_-N_-e_select', 'bob\t%\tmysql_old_password\t«cdedab72e19ad404»\n'],
  ['/opt/app/feed.xml', '<b dsn="Uid=a;Pwd=«word&amp;more7»;"/>\n<b dsn="Uid=a;Pwd=«word1»&amp;x=1"/>\n'],
  ['/usr/sap/X/saprouttab', 'P 10.0.*.* h 3200 «word»\nP * * 3299\nD * * *\n# P a b c d\n'],
  ['/opt/zebra/x.zpl', '! U1 setvar "ip.http.admin_password" "«word»"\n'],
  ['/home/bob/.git-credentials', 'https://«6db664f2da02990e0a4ce921edf4d20e5816a7d7»@h\nhttps://bob@h\n'],
  [
    '/root/NOTES.txt',
    '- idrac web-01: root / «calvin»\n- LUKS: passphrase = «wer nichts wird wird wirt»\n- iDRAC neu: root / «calvin»  -> noch ändern\n- wifi guest TB: «regen4gaeste»\n- luks: passphrase is «Neun mal kluge Eule»\n- wachtwoord van de UPS is nog `«apc-kelder»`, graag wijzigen.\n',
  ],
  ['/home/bob/.apprc', 'frase_recuperacao: «some more words»\npassword = «word»\n'],
  ['/opt/app/list.txt', 'Device  User  Password\nnas01   bob   «word4711»\n\na  b\n'],
  [
    '/opt/app/terminals.tab',
    '# id | ip | terminal code | sam pin | x\nT1 | 10.0.0.1 | «73KX-09Q» | «59201» | 4\n',
  ],
  [
    '/opt/app/doors.lst',
    '# doors (ground floor)\n# door:zone:master code:duress code:mode\nlab:A:«480917»:«480918»:badge+code\ndock:C:«1155»::code\n',
  ],
  [
    '/opt/app/voice.map',
    '; extension  owner   pin    forward\n2100         bob     «7726»   -\n2110  bob  «5588»  b@x\n',
  ],
  ['/opt/app/x.txt', '# a: b: pin: d\nw: x: y: z\n'],
  ['/etc/app/terminals.cnf', '# Terminals: Name;Password\nt1;«word»\n'],
  ['/etc/ipsec.d/x.secrets', ': P12 x.p12 "«two words»"\n: PIN %smartcard:50 «4711»\n'],
  ['/etc/app/app.cfg', 'passwd «word»;\nx { secret "«two \\"words»"; community «word» { y; } }\ncount 12\n'],
  [
    '/etc/app/app.conf',
    'ikev1 pre-shared-key «word»\nset db_pass {«word»}\npermit nopass bob\npasswd: files\n',
  ],
  ['/etc/app/app.toml', 'auth.token = "«two words»"\nlogin = "bob:«word»"\nlogin = "h:8080"\ntoken = 3000\n'],
  [
    '/etc/app/x.ini',
    'cluster_key = «a-b-c»\nunlockPin=«4711»\nlight_pin = 17\nguest_code=«4711»\npincode=«4711»\nkennwort = «word»\nlösenord = "«two words»"\nhaslo_bazy=«word»\nsenha_expira=a-b\ncontraseña=«word»\nrootpw: «word»\ncrypto_seed = «word»\nHandlePowerKey=off-now\naccess_key = bob\nprimary_key = name\nikey = DI01\nssl_key = server.key\ntls_key: /x/{{ .Values.a }}\ntopologyKey: kubernetes.io/hostname\ntime_key: "@timestamp"\nvalkey = a-b\n',
  ],
  [
    '/opt/app/a.xml',
    '<a user="bob" kennwort="«word»" commKey=\'«4711»\'/>\n<encryption_key>«word»</encryption_key><public_key>word</public_key>\n<key>LIMSPassword</key><string>«two words»</string><key>Label</key><string>x</string>\n<p name="x.pin" value="«4711»"/>\n',
  ],
  ['/opt/app/data/x.json', '{"zone_key":"«word»","sortKey":"name"}\n'],
  ['/var/cache/debconf/passwords.dat', 'Name: x/password\nTemplate: x/password\nValue: «word»\n'],
  [
    '/srv/net/core.cfg',
    'password manager user-name "bob" plaintext "«two words»"\ntacacs-server key "«word»"\ncipher AES-256-CBC\nset account(apiKey) «word»\n',
  ],
  [
    '/srv/net/core.xsf',
    'x shared-secret «word»\nsuper password level 15 simple «word»\nospf authentication-mode md5 1 plain «word»\nx authentication-key "«two words»" authentication-type md5\nx { psk branch { secret "«word»" } }\n',
  ],
  ['/etc/app/values.yaml', 'existingSecret: tls-1\npullSecret: reg1\napp_secret: «word-1»\n'],
  ['/etc/app/codes.ini', 'gate_code = «4711»\nexit_code = 17\nCOOKIE_HASH=«word»\n'],
  ['/opt/app/x.exe.config', '<add key="SmtpPwd" value="«word»"/>\n'],
  [
    '/opt/app/gates.csv',
    '"name";"host";"api_pw";"pin"\ng1;"a;b";"«two; words»";«4711»\ng2;h;;none\ng3;h;a;b;c\n\nx;y;z;17\n',
  ],
  ['/opt/app/a.tsv', 'id\tpassword hint\tsecret\n1\tword\t«word»\n2\tword\t«word 2»\n'],
  ['/opt/app/b.txt', 'a, the password\nword, word\nuser,passwd files,x\na,b,c\n\npassword \nword\n'],
  [
    '/opt/app/notes.md',
    '# Logins\n| Host | Kennwort |\n|---|:--:|\n| h | «word» |\n\n| Name | Text |\n|---|---|\n| a.password | b |\n| c | d |\n',
  ],
  [
    '/etc/app/old.conf',
    '# db password until March was «Granite33»\npassword = «word» # was «Granite33»\n# the password of web01\nmem = 1G # was granite33\n',
  ],
  ['h/insights_commands/az_keyvault_secret_show', '{\n  "name": "db",\n  "value": "«word»"\n}\n'],
  ['/etc/hostapd/hostapd.conf', 'wpa_group_rekey=86400\nwpa_passphrase=«word»\n'],
  ['/etc/amanda/x.conf', 'define script-params x { property "smb-pass" "«word»" }\n'],
  ['/etc/radsecproxy.d/clients.inc', '\tsecret «word»\n'],
  ['/srv/idp/config/config-x.php', "'proxy.auth' => 'bob:«word-3»',\n"],
  ['/etc/memcached.sasldb.txt', 'session:«teapot9742»\n'],
  ['/etc/asterisk/site-voicemail.conf', '4710 => «62361833»,Bob,b@h\n'],
  ['h/insights_commands/mysql_radius', '| 44 | bob@dsl | Cleartext-Password | := | «two words» |\n'],
  ['/opt/librenms/config.d/site.php', "$config['snmp']['community'][] = '«word»';\n"],
  ['/root/play/users.yml', "    password: \"{{ '«two words»' | password_hash('sha512') }}\"\n"],
  ['/etc/kafka/kafka_jaas.conf', '    user_mes-producer="«word»";\n'],
  ['/root/.cloginrc', '#add password h*\t{ «word» }\t{ «word2» }\n'],
  ['/etc/smokeping/slavesecrets.txt', 'slave-b:«word4711»\n'],
  ['/etc/radius/agent.json', '  "client_secrets": { "*default": "«word»", "h": "«word2»" }\n'],
  ['/etc/rgw/user.json', '  "temp_url_keys": [ { "key": 0, "val": "«word»" } ]\n'],
  ['/etc/cwmp/device.json', '  "pppoePassword":{"_value":"«word»"},\n'],
  [
    'h/insights_commands/pdnsutil_list-tsig-keys',
    'acme. hmac-sha256. «Qm7TzR4kW9xLp2VbN8sYd3HcJ6fGa5Xe1KuE0oiPwQ=»\n',
  ],
  [
    'h/insights_commands/asterisk_-rx_sip_show_users_',
    'Username                   Secret           Accountcode      Def.Context      ACL  Forcerport\n4710                       «word»           sekr             internal         No   No\n4711                                        sekr             internal         No   No\n',
  ],
  [
    'h/insights_commands/asterisk_-rx_iax2_show_users',
    'Username         Secret                Authen           Def.Context      A/C    Codec Pref\nbob              «word»                000000000000003  internal         No     Host\n',
  ],
  [
    'h/insights_commands/consul_keygen_nomad_operator_gossip_keyring_list',
    '«8ium9wWMEEjv15/dAKdGqIWBpz6t6fW9DdqIgTbru0p=»\nKey                                           Usage\n«UGRgOa7DhGA6rrLuGZDR95HqWQ9elKqXjyf4fQhyhV6=»  primary\n',
  ],
  [
    'h/insights_commands/borg_key_export_--paper_.srv.borg',
    'BORG PAPER KEY v1\nid: 2 / 71ab5c / 6e94d8 - 9b\n 1: «86a961 6c676f 726974» - 14\n 2: «323536 a46461 7461da» - a4\n',
  ],
  [
    'h/insights_commands/ansible-vault_view_vault.yml',
    '---\ndb_user: bob2\nnode_count: three\nvault_snmp_auth: «word_3»\n',
  ],
  ['h/insights_commands/pct_config_211', 'hostname: h\ndescription: Login bob / Passwort «Granite3x»\n'],
  [
    '/root/todo.md',
    '- [ ] AP -> `«Granite3x»`\n- Proxmox   root@pam: «pepper7439»\n- db01-03 on https://h.example/x1y2z3w4\n- user bob, Kennwort «word»\n',
  ],
  ['/etc/pcsd/known-hosts', '{"h": "«d3930cd6-bb4e-434d-af52-2151b02087bd»", "n": "x"}\n'],
  ['/var/lib/pacemaker/cib/cib-41.raw', '<nvpair id="f" name="hexadecimal_kg" value="«word»"/>\n'],
  ['/etc/amandapass.win', '//h/d$\t«word»\tLAB\n//h/e$ bob%«word» LAB\n'],
  ['/etc/asterisk/voicemail.campus.conf', '4710 => «62361833»,Bob,b@h\n'],
  ['/etc/stunnel/conf.d/x.conf', '; engineCtrl = PIN:«4711»\ncert = /x.pem\n'],
  ['/etc/nut/upsmon.conf', 'CERTIDENT "h" "«two words»"\n'],
  ['/etc/conman.conf', 'global ipmiopts="U:bob,P:«word»,K:«word»,L:user"\n'],
  ['/etc/chrony/keys.d/lab.keys', '# 40 MD5 «ASCII:word»\n# 2 keys of the lab\n'],
  [
    'h/insights_commands/mysql_-t_-e_select',
    '+----+----------+\n| id | password |\n+----+----------+\n|  1 | «word»     |\n|  2 | NULL     |\n+----+----------+\n',
  ],
  [
    'h/insights_commands/opt.peerd.bin.peerctl_peers_--reveal',
    'PEER   STATE  PSK\nlyon   up     «Four/basil»\nmilano  down   «word»\n',
  ],
  [
    'h/insights_commands/vaultctl_show_x',
    'entry      core\nsecret     «Patch & Panel 24»\ndata key:  «cd9583f618b9» (kek-07)\nsupport code: «3150-3640»\n[Central] CleEchange = «B7E05D26»\nkey        core\ncode: 12\nregistry   bob:«zAjBpW9w»@registry.example.net\nrecovery codes:\n  «s5t2r-lstff»\n  «vtonf-gg8z4»\ntag        rel:2024a@x\nmeter      «c2d1f8e30b5a17a9f7230cd581be6490»\n',
  ],
  [
    'h/insights_commands/ps_aux',
    'x openssl enc -k «Wachs ohne Band» -in /a\nx java -Dowl.db.pwd=«Tawny Feather» -cp lib\nx bridge crm bus/«rxSA7Yf»@crm\nx job.pl -u night -w «Eule.uhu.Kauz» -z a\nx isql2 controlling «Fall*3»\nx login 10.0.0.1 admin «sw1tch-Keller»\nx mysqldump --password=«abc» shop --opt\nx pppd user fti/2kq8zm@fti\n',
  ],
  [
    '/etc/tapewatch/hosts.cfg',
    '# host  ilo-user       ilo-word       model\ndb1     Administrator  «4WAF465R»       DL380\nnas1    ADMIN          «word»           SSG-6029\n',
  ],
  [
    '/etc/zeit/terminal.cnf',
    '# Terminals: Name;IP;Geräteschlüssel;Servicecode\nA-01;10.0.0.1;«73fe7ef7»;«2580»\n',
  ],
  [
    '/etc/scanrouter/routes.ini',
    'ftpword = «Glass.Plate.3»\ncode = «tech2911»\ngastcode: «BAGGER-0624»\nkeyA=«A0B1C2D3E4F7»\nkw=«General?schluessel»\nexit_code = abc123\ncode = utf8.md\nkeyword = web2print\ncodec = h264x\nunlock = yes\n',
  ],
  ['h/insights_commands/psql_-c_select', ' name | token \n------+-------\n a    | «word»\n(1 row)\n'],
  ['/etc/stunnel/psk.secrets', 'gate-muc:«word»\n: RSA a.pem\nh : x\n'],
  ['/etc/hostapd/x.radius_clients', '10.10.0.11\t«word»\n'],
  [
    '/opt/app/etc/mail.lua',
    'M.mail_pw = "«a-b-c»"\nM.sort_key = "a1"\nM.api_key = "name"\nM.api_key = "«n4me»"\nsecret: [\'«n4me»\', "«old n4me»"],\n',
  ],
  ['/opt/app/mail.edn', ':mail {:user "bob" :mail-pw "«w0rd, x»" :label "x1"}\n'],
  ['/opt/app/site/settings_local.py', "SOCIAL_AUTH_X_KEY = 'Iv1.8a61'\nEMAIL_KEY = '«w0rd x»'\n"],
  ['/opt/app/join.ini', 'join_code=«4711»\ndoor.unlock=«4711»\nlock = 17\nunlock = 18\n'],
  ['/opt/app/db.properties', 'uri=mongodb\\://bob\\:«word»@h\\:27017/x\n'],
  [
    '/srv/backup/net/floor2.txt',
    ' password hash «$h$6$a$b»\n key authentication simple «word»\nsnmp-agent usm-user v3 x grp simple authentication-mode sha «word» privacy-mode aes128 «word»\nsnmp-agent sys-info version v3\nnv set neighbor swp51 password «word»\n',
  ],
  [
    '/var/lib/oxidized/configs/core1',
    'snmp-server host 10.0.0.5 version 2c «word»\nusername bob privilege 15 secret 9 «w0rd»\nradius-server host 10.0.0.5 acct-port 1813 key 7 «word» authentication accounting\nset system ntp authentication-key 1 type md5 value "«two words»"\nenable password level 15 encrypted «w0rd»\nstandby 1 authentication «word»\n ntp authentication 1 md5 «w0rd»\nset session-key outbound esp 256 cipher «w0rd» authenticator «w1rd»\npassword «word» privilege 15\nip ospf authentication message-digest\ncrypto key generate rsa\nadd ssl certKey wild2026 -passcrypt "«w0rd»"\nset system user bob «w0rd» -encrypted\npsk branch {\n',
  ],
  [
    '/srv/net/export.rsc',
    '/interface wireguard peers add interface=wg0 preshared-key="«two words»" public-key="word"\n/ppp secret add name=branch password=«w0rd» service=l2tp\n/file set key=/etc/x.key pin=on\n',
  ],
  [
    '/srv/oxidized/router.db',
    '# name:model:user:password\nsw1:ios:bob:«w0rd»:«word»\nsw2:ios:bob:«word»\nsw3:ios\n',
  ],
  [
    '/etc/orthanc/orthanc.json',
    '{\n  "RegisteredUsers" : {\n    // old\n    "alice" : "«w0rd»",\n    "bob" : "«word-of-bob»", // x1\n    "eve" : "word"\n  },\n  "Users" : {\n    "alice" : "w0rd"\n  },\n  "x" : "w0rd"\n}\n',
  ],
  [
    '/opt/lab/lab.auto.tfvars',
    'admin_passwords = {\n  web = "«w0rd»"\n  region = "eu-west-1"\n\n  db  = "«w1rd»"\n}\nzone = "eu1-b"\n',
  ],
  [
    '/etc/app/logins.yaml',
    `tokens:\n  bob: «w0rd»\n  url: https://h1\n  eve: $\{EVE1}\nother: w0rd\nsecrets:\n- source: a1\n- "a-1"\n- "«A-w0rd»"\nsecrets: {}\n  a: b1\n`,
  ],
  ['/etc/hysteria/config.yaml', 'auth:\n  type: userpass\n  userpass:\n    tom: «w0rd»\nlisten: :443\n'],
  ['/opt/app/perl/Zugang.pm', 'our $ftp_pass = q(«word-15»);\nour $x = q(word);\n'],
  [
    '/omd/sites/a/etc/rules.mk',
    "{'value': ('authPriv', 'sha', 'bob', '«word»', 'AES', '«w0rd»'), 'condition': {}},\n",
  ],
  ['/etc/accel-ppp.conf', 'server=10.66.9.12,«word»,auth-port=1812\ndae-server=10.66.0.2:3799,«word»\n'],
  [
    '/etc/open5gs/hss.js',
    `{ imsi: "001010000000001", k: "«${'46fb'.repeat(8)}»", opc: "«${'55fa'.repeat(8)}»", amf: "8000" }\n`,
  ],
  [
    '/config/config.boot',
    'api {\n    keys {\n        id ci {\n            key "«word»"\n        }\n    }\n}\nkey word\n',
  ],
  ['/opt/emqx/default_api_key.conf', '# key:secret\nbob:«w0rd»:viewer\n'],
  [
    '/etc/onlyoffice/documentserver/local.json',
    '"secret": {"inbox": {"string": "«a-b»"}, "session": {"string": "«word»"}}\n',
  ],
  [
    'h/insights_commands/uci_show_wireless',
    "wireless.default_radio0.key='«two words»'\nwireless.default_radio0.mode='wireless'\n",
  ],
  ['/root/replica.ldif', 'olcSyncrepl: {0}rid=4 bindmethod=simple credentials="«a-b»" searchbase="dc=x"\n'],
  ['/etc/opensips/core.d/20-auth.cfg', 'modparam("uac_auth","credential","bob:h.example:«a-b»")\n'],
  ['/etc/systemd/system/x.service.d/tls.conf', '[Service]\nLoadCredential=tls:/etc/x.key\n'],
  ['/etc/exim4/passwd.client.site', '# smtp.example.com:bob:«a-b»\n# host:login:password, or so\n'],
  ['/etc/emqx/emqx.conf', 'node {\n  cookie = "«word»"\n}\n'],
  ['/etc/bareos/bareos-dir.conf', 'Director { Name = x; Key Encryption Key = "«word»" }\n'],
  [
    '/opt/wls/scripts/deploy.py',
    "cmo.setServerPrivateKeyPassPhrase('«word»')\nset('CustomTrustKeyStorePassPhrase', '«word»')\nset('Name', 'word')\n",
  ],
  ['/opt/gate/settings.py', "GATE_LOGIN = ('gate', '«up_and_down»')\nSITE = ('gate', 'up_and_down')\n"],
  ['/opt/bus/etc/old.xml', '<credential user="bob" value="«Tulip&amp;Bulb3»"/><size value="big_one1"/>\n'],
  ['/opt/x/Config.pm', "our %CALLBACK_PIN = ( power => '«4402»', gas => '«8815»' );\n"],
  ['/etc/mongo/replset.key', '«ly4Z8oT+7PwP0mKhTPCqoZ6NZylRCbKl»\n«XDAL+7Vl2BkCoC1xclH8JAGf»\n'],
  ['/etc/clickhouse-server/users.d/x.xml', '<identity>bob:«w0rd»</identity>\n'],
  [
    '/root/notes.txt',
    'UPS  10.61.250.7   apc / «word»\nsee 10.0.0.1 for more\nPhone  user: x   PW: «w0rd»\n',
  ],
  [
    'h/insights_commands/pvesh_create_.access.users.a.token',
    '| value | «e06a-word» |\n│ value │ «e06a-word» │\n',
  ],
  [
    'h/insights_commands/nmcli_connection_show_x',
    '802-11-wireless-security.psk:           «word»\n802-11-wireless-security.psk-flags:     0 (none)\n',
  ],
  ['/etc/mongo/keyfile-hist', '«word»\n'],
  ['/etc/apt/preferences.d/nodejs', 'Package: nodejs\nPin: origin deb.example.com\n'],
  ['/etc/chrony.keys', '#12 MD5 «granite»\n# 12 keys of the site\n'],
  ['/etc/ppp/chap-secrets.site', '# bob * «granite» *\n# client server secret addresses\n'],
  [
    '/etc/elasticsearch/elasticsearch.yml',
    `x.ssl.key: certs/http.key\nca_pin: sha256:${'e27e'.repeat(16)}\n`,
  ],
  [
    'h/insights_commands/sudo_wg_show_all_dump',
    `wg0\t«${'a'.repeat(43)}=»\t${'b'.repeat(43)}=\t51820\toff\n`,
  ],
  ['/etc/app/gate.ini', 'reset_code = «4711»\nzugriffscode=«4711»\nreturn_code = 17\n'],
  ['/etc/radcli/servers.vpn', 'radius1.example\t«word»\n#radius2.example\t«word»\n'],
  ['/etc/postfix/sasl_passwd_relay', '[h]:587 bob:«word»\n'],
  ['/etc/pam.d/password-auth', 'auth required pam_env.so\npassword sufficient pam_unix.so\n'],
  ['/opt/app/x/y/config/default.js', "session: { name: 'x.sid', secret: ['«w0rd»', '«w1rd»'] },\n"],
  ['/etc/ppp/chap-secrets.bak', 'bob\t*\t«word»\t*\n'],
  ['/etc/davfs2/secrets.d/nas', 'https://h/x bob "«two words»"\n'],
  ['/etc/turnserver-prod.conf', '#user=bob:«word»\nrealm=word\n'],
  ['/etc/activemq/users.properties', '# user=word\nbob=«word»\n#eve=«w0rd»\n'],
  ['/etc/postfix/relay_passwd', '# host login:word, see postmap\n[h]:587 bob@h:«word»\n#[h]:25 eve:«w0rd»\n'],
  [
    '/srv/net/fw.fgt',
    'config system snmp community\n    edit 1\n        set name "«two words»"\nconfig system zone\n    edit 2\n        set name "word"\n',
  ],
  [
    '/srv/net/site.conf',
    'eap-bob { id = bob; secret = "«a-b-c»" }\npeer h addr=10.0.0.1 shared=«word» pw="«two words»" key=/etc/x\nunix password sync = yes\n',
  ],
  ['/etc/keycloak/realm.json', '{"bindDn": ["cn=a"], "bindCredential": ["«two words»"]}\n'],
  ['h/insights_commands/kubectl_-n_prod_get_secret_a_-o_yaml', 'data:\n  url: «cGdzcWw6Ly9ib2I6eEBo»\n'],
  [
    'h/insights_commands/kubectl_get_secret_a_-o_yaml',
    'data:\n  url: «cGdzcWw6Ly9ib2I6eEBo»\n  username: Ym9iYm9iYm9i\nkind: Secret\nmetadata:\n  name: database\n  uid: 0a1b2c3d-4e5f-6071\n',
  ],
  ['/home/bob/.thunderbird/x/user.js', 'user_pref("a.password", "«a\\"b»");\nuser_pref("a.port", "b");\n'],
  ['/opt/till/x.xml', '<tse puk="«word»" serial="b"/>\n'],
  ['/opt/till/x.json', '{"preshared": "«word»", "freigabe_code": "«4711»"}\n'],
  ['/etc/modem/smsd.rc', 'pin «4711»\nport 17\n'],
  ['/opt/media/publish.password', '# user password\nbob «word»\nuser = bob\n'],
  ['h/insights_commands/uci_export_network', "\toption private_key '«0a1b2c»'\n\toption proto 'static'\n"],
  ['/etc/torrc', 'HTTPSProxyAuthenticator bob:«word»\n'],
  [
    '/etc/app/Config.pm',
    "$Self->{DatabasePw} = '«word»';\nSet($DbPassword, '«it\\'s»');\nSet($Name, 'x');\n",
  ],
  ['/etc/app/app_config.py', "c.X.cookie_secret = bytes.fromhex('«0a1b»')\nUSER = 'bob'\n"],
  [
    '/etc/app/app.json',
    '{"a":1,"zone_key":"«word»","encrypt":"«two \\"words»","keys":"x","appKey":"«0A1B2C3D4E5F60718293A4B5C6D7E8F9»","pass_hash":"«0a1b»","password_hash":"bcrypt","encrypt_key":"AES-256-GCM"}\n',
  ],
  ['/etc/mosquitto/psk.txt', 'dev1:«0a1b2c3d»\n'],
  ['/etc/dante-users', 'bob «0a1b2c3d»\n@include common-password\n'],
  ['/etc/courier/esmtpauthclient', 'smtp.example.net,587 bob «word»\n'],
  ['/etc/news/passwd.nntp', 'news.example:bob:«word:authinfo»\n'],
  [
    '/srv/svn/conf/passwd',
    '# x\n[groups]\nx = bob\n[users]\n# y\n\nbob = «word»\neve = «word»\n[a]\nb = c\n',
  ],
  ['/srv/tftp/preseed/x.cfg', 'd-i passwd/root-password password «word»\n'],
  ['/srv/tftp/pxelinux.cfg/default', 'MENU MASTER PASSWD «word»\nLABEL x\n'],
  ['/etc/racoon/psk.txt', '# h k\n10.1.1.1\t«word»\n'],
  ['/boot/grub2/grub.cfg', 'cryptomount -p «word» -u 3c1f\n'],
  ['/etc/frr/frr.conf', 'msdp peer 10.0.0.9 password «word»\n'],
  ['/etc/apache2/sites-enabled/x', 'PerlSetVar DBPass «word»\nSSLSRPUnknownUserSeed "«two words»"\n'],
  ['/etc/nginx/conf.d/mail.conf', 'auth_http_header X-Auth-Key "«two words»";\n'],
  ['/etc/nginx/conf.d/app.conf', 'passenger_env_var DB_PASSWORD "«a-b-c»";\n'],
  ['/etc/squid/squid.conf', 'access_log daemon:/h:3306/logs/access/bob/«word» squid\n'],
  [
    '/etc/grafana/grafana.ini',
    '[users]\ndefault_theme = dark\nprovider_config = bob:«p@w»@tcp(127.0.0.1:3306)/grafana\n',
  ],
  ['/etc/nagios/nrpe.cfg', 'command[x]=/p/check_http -H h -b bob:«word»\n'],
  ['/etc/vault.d/vault.hcl', '  auth_info = "digest:bob:«word»"\n'],
  ['/etc/netplan/90-NM-1.yaml', '  vpn-secrets.IPSec secret: "«a-b-c»"\n'],
  ['/etc/prometheus/prometheus.yml', '        secrets: ["«word»"]\n'],
  ['/etc/datadog-agent/datadog.yaml', "community_strings:\n  - '«word»'\n  - «other»\nx:\n- y\n"],
  ['/etc/dma/auth.conf', 'bob|smtp.example.com:«word»\n'],
  ['/root/.cvspass', '/1 :pserver:bob@h:2401/cvs «Aword»\n'],
  ['/root/.curlrc', '-u bob:«word»\noauth2-bearer = "«word»"\n'],
  ['/root/.config/lftp/rc', 'open -u bob,«word» h\n'],
  ['/etc/mail/authinfo2', 'AuthInfo:h "U:root" "P:«word»" "M:PLAIN"\n'],
  ['/etc/netatalk/afppasswd', 'bob:«E0E1BFC6590B44DB»:****************:********\n'],
  ['/etc/radicale/users', '# bob:word1\nbob:«word1»\nx:group\ny:/bin/sh1\n'],
  ['/etc/haraka/auth_flat_file.ini', '[core]\nmethods=PLAIN\n[users]\nbob=«word»\n'],
  ['/etc/couchdb/local.d/x.ini', '[admins]\neve = «word»\nbob = «-pbkdf2-0a1b,2c,10»\n'],
  ['/etc/collectd/auth_file', '# x: y\nbob: «word»\n'],
  ['/etc/kubernetes/tokens.csv', '«word»,bob,1,"system:masters"\n'],
  ['/root/.gem/credentials', '---\n:corp: «0a1b»\n'],
  ['/var/solr/security.json', `"solr":"«${'aB'.repeat(21)}c= ${'dE'.repeat(21)}f=»"`],
  ['/etc/nomad.d/nomad.hcl', 'server { encrypt = "«word»" }\nconsul { auth = "bob:«word»" }\n'],
  ['h/insights_commands/mysql_-e_select', `root\th\t*«${'0A'.repeat(20)}»\nbob\th\t«$A$005$a"b c»\nx\th\t\n`],
  [
    'h/insights_commands/mysql_-e_select',
    'localhost\tmysql.sys\t$A$005$THISISACOMBINATIONOFINVALIDSALTANDPASSWORDTHATMUSTNEVERBRBEUSED\n',
  ],
  ['/etc/ansible/group_vars/all/vault.yml', 'vault_grafana: "«Gr@f-X»"\nvault_user: admin\nvault_on: true\n'],
  ['/etc/proxysql.cnf', 'admin_credentials="admin:«Pr0xy»;cluster:«klase»"\n'],
  ['/etc/msmtprc', 'passwordeval "echo «ab cd ef»"\n'],
  ['/infra/main.tf', 'password = random_password.app.result\n'],
  [
    '/var/lib/jenkins/users/bob_1/config.xml',
    `<value><version>11</version><hash>«${'0a'.repeat(32)}»</hash></value>\n`,
  ],
  ['/etc/samba/smbpasswd', `scanner:1051:${'X'.repeat(32)}:«${'B2'.repeat(16)}»:[U ]:LCT-5F:\n`],
  ['/etc/pam_ldap.conf', 'pam_password crypt\n'],
  ['/etc/redis/redis.conf', '# requirepass foobared\n'],
  ['/etc/openvpn/client/auth.txt', 'bob\n«two words»\n'],
  ['/etc/chatscripts/isp', "ogin: bob\nassword: \\q«word»\n'' ATZ\n"],
  ['/etc/conserver.cf', 'console x { username root; password «word»; }\n'],
  ['/etc/freeipmi/freeipmi.conf', 'username bob\npassword «word»\nk_g «a-b-c»\n'],
  ['/etc/opensips/opensips.cfg', 'modparam("uac_auth","credential","bob:example.com:«word»")\n'],
  ['/etc/vpnc/x.conf', 'IPSec ID x\nIPSec obfuscated secret «0A1B»\n'],
  ['/etc/activemq/users.properties', '# a=b\nadmin=«word»\n'],
  ['h/insights_commands/debconf-get-selections', 'mysql-server\tmysql-server/x\tpassword\t«word»\n'],
  ['h/insights_commands/pdbedit_-Lw', `bob:1:«${'A1'.repeat(16)}»:«${'B2'.repeat(16)}»:[U ]:LCT-5F:\n`],
  ['h/insights_commands/klist_-k_.root..pgpass', 'h:1:d:u:p\n'],
  ['/root/.pgpass', '# h:1:d:u:p\ndb1:15432:app:bob:«Gran:ite x»\n*:*:*:bob:«word»'],
  ['/etc/pgbouncer/userlist.txt', '"bob" "«word»"\n'],
  ['/etc/exim4/passwd.client', '*.google.com:bob@x:«word»\n'],
  ['/etc/postfix/sasl_passwd', '[h]:587 bob:«word»\n'],
  ['/etc/dovecot/users', 'bob:«{PLAIN}word»:1000:1000::/home/bob::\n'],
  ['/home/bob/.msmtprc', 'user bob\npassword «word»\n'],
  ['/home/bob/.fetchmailrc', 'poll h user "bob" pass "«wo rd»" ssl\n'],
  ['/etc/davfs2/secrets', '# x y z\n/mnt/dav bob «word»\nhttps://h/x\tbob\t"«two words»"\n'],
  ['/etc/hostapd/psk.txt', 'vlanid=3 00:11:22:33:44:55 «two words»\n'],
  ['/etc/samba/smbpasswd', `bob:1000:«${'A1'.repeat(16)}»:«${'B2'.repeat(16)}»:[U ]:LCT-5F:\n`],
  [
    '/etc/shadow',
    'root:*:1:0:9:7:::\neve:«abJnggxhB/yWI»:1:0:9:7:::\nx:!«abJnggxhB/yWI»:1:::::\ny:!!:1:::::\n',
  ],
  ['/etc/ansible/group_vars/all.yml', 'snmp_v3: { user: nms, auth: «Auth-n0rd», priv: «Priv-n0rd» }\n'],
  ['/etc/koha/sites/a/koha-conf.xml', ' <userinfo>koha:«eL4stikBU»</userinfo>\n'],
  ['/etc/koha/passwd', 'dev:«kohadev»:koha_dev:db\nprod:koha:«St3th~»:koha_prod:db\n'],
  [
    '/etc/munge/munge.key.b64',
    '# base64 of munge.key\n«NeObmr1DdSPiOsxpj8oStMsgQLu7m2y3g»\n«9qn93DfU6pEg4KdnPT==»\n',
  ],
  [
    '/etc/wireguard/wg0.conf',
    `# bob, his private key: «${'aB3'.repeat(14)}c=»\n# bob: ${'aB3'.repeat(14)}c=\n`,
  ],
  ['/opt/x/y/z/cfg.d/database.pl', `$c->{dbpass} = '«kK3#"thesis"Vm»';\n`],
  ['/opt/k8s/secrets.yaml', 'kind: Secret\nstringData:\n  smtp: "«Kub3-Smtp:55»"\n'],
  ['/etc/beegfs/x.conf', '# dbToken                            = «MiI6RKe2yVA==»\n'],
  ['/root/HANDOVER.md', '| Service | Compte | Mot de passe |\n|---|---|---|\n| x | sip-b1 | «term1nal» |\n'],
  [
    '/root/TODO.txt',
    'root on the cluster is «Granite-33x»\nBMCs are ADMIN with «Bmc-7Rack!n3»\nchange root pw before the audit!! still «nas03Root2018»\n',
  ],
  [
    '/root/README',
    '- root on node of nodes is web01\nIPsec key with h, agreed by phone on 12/09: «Hop1tal-Bleu-Cerf»\ncode for the cage: «4812#»\n',
  ],
  ['/etc/x/users.yml', 'hash: "x"\n# clear: «flu3nt.B1t»\n# clear: all the queues\n'],
  ['/opt/x/import.pl', '$ua->credentials("h:80", "ERP", "import", "«Wurst-theke12»");\n'],
  ['/etc/php.d/newrelic.ini', 'newrelic.license = "«7c90b1ae4f83d2659f0e1bc8a74d53fe0NRAL»"\n'],
  [
    '/root/NOTIZEN.txt',
    'LUKS beim Booten (Port 2222): "«vier alte Koffer im Keller»"\niDRAC: root / «calvin»  -> geaendert auf «eeQu4.Sha»\nRobot Login: K0482217711, PW liegt bei Jana\nPassphrase fuer Backups ist *«sieben Loeffel Zucker»*, Key-ID 1\nUser `deploy`, API-Token `«11d7f0b8c93ea24562f91e0bc7a83d5f64»`\n',
  ],
  ['/etc/security/opasswd', 'bob:1000:1:«word»\n'],
  ['/etc/apache2/a.htdigest', `bob:realm:«${'0a'.repeat(16)}»\n`],
  ['/etc/apache2/.htpasswd', 'bob:«rl.3StKT.4T8M»\n'],
  ['/etc/crypttab', 'a /dev/sda2 /root/key luks\nb /dev/sda3 «word» plain\nc /dev/sda4 none\n'],
  ['/root/.netrc', 'machine h login bob password «word»\n'],
  ['/tmp/preseed.cfg', 'd-i passwd/root-password password «word»\nd-i passwd/user-fullname string Bob\n'],
  ['/root/.passwd-s3fs', '«AKIAword»:«word»\n'],
  ['/etc/pam_radius_auth.conf', '# h s 1\n10.0.0.1:1812 «word» 3\n'],
  ['/etc/chrony/chrony.keys', '# 1 word\n1 SHA256 «HEX:0a»\n25 «word»\n'],
  ['/etc/pve/priv/token.cfg', 'root@pam!ci «word-1»\n'],
  ['/etc/nut/upsmon.conf', 'MONITOR ups@h 1 mon «word» master\n'],
  ['/etc/conman.conf', 'GLOBAL ipmiopts="U:bob,P:«word»"\n'],
  ['/etc/asterisk/voicemail.conf', '1001 => «4711»,Bob,bob@h\n'],
  ['/etc/asterisk/sip.conf', 'register => 1001:«word»@sip.h/1001\n'],
  ['/etc/turnserver.conf', 'user=bob:«word»\n'],
  ['/var/lib/pki/conf/password.conf', 'internal=«123»\n'],
  [
    '/etc/apcupsd/apcupsd.conf',
    'DEVICE 192.0.2.9:161:APC:«word»\nDEVICE 192.0.2.9:bob:«word»\nDEVICE /dev/tty1\n',
  ],
  ['/etc/apt-cacher-ng/security.conf', 'AdminAuth: bob:«word»\nPort: 3142\n'],
  ['/etc/barbican/barbican.conf', "kek = '«word1»'\nlogin = «mypin»\nslot_id = 1\n"],
  ['/etc/ldap-account-manager/config.cfg', 'password: «{SSHA}wo=» «c2Fs»\ndefault: lam\n'],
  ['/etc/davical/config.php', "$c->x = array('bindDN' => 'cn=a', 'passDN' => '«word»');\n"],
  ['/etc/hostapd/hostapd.conf', 'r0kh=02:00:00:00:00:01 r0.example «000102030405»\nssid=x\n'],
  ['/home/bob/.fdm.conf', 'account "a" imaps server "h" user "bob" pass "«word»"\n'],
  ['/etc/cups/snmp.conf', 'Community «word»\nAddress @LOCAL\n'],
  ['/etc/inspircd/inspircd.conf', '<power diepass="«word»" restartpass="«word»">\n'],
  ['/etc/exim4/exim4.conf.template', '  client_send = ^bob^«word»\n'],
  ['/etc/tac_plus.conf', 'key = "«two words»"\n  login = cleartext «word»\n  login = PAM\n'],
  ['/etc/munin/plugin-conf.d/munin-node', 'env.mysqlpassword «word»\nenv.host h\n'],
  ['/etc/collectd/collectd.conf', '  Community "«word»"\n'],
  ['/etc/openvpn/auth/ldap.conf', '  Password  «word»\n  BindDN x\n'],
  ['/etc/frr/bgpd.conf', 'password «word»\nenable password 8 «word»\nhostname h\n'],
  ['/etc/fluent/fluent.conf', '  shared_key «word»\n  aws_key_id x\n'],
  ['/etc/mosquitto/mosquitto.conf', 'bridge_psk «0a1b»\nbridge_identity x\n'],
  ['/etc/kafka/kafka_jaas.conf', '  user_bob="«word»";\n  username="bob"\n'],
  ['/etc/consul.d/acl.hcl', `tokens { agent = "«${'0a1b'.repeat(9)}»" }\n`],
  ['/etc/cups/printers.conf', 'DeviceURI smb://ACME\\bob:«word»@h/q\n'],
  ['/etc/telegraf/telegraf.conf', '  servers = ["bob:«wo@rd»@tcp(h:3306)/"]\n'],
  ['/etc/ppp/chap-secrets', '# c s p\nbob * «word» *\n"bo b" h "«two words»"\n'],
  ['/etc/rsyncd.secrets', 'bk:«word»\n'],
  ['/etc/proftpd/sql.conf', 'SQLConnectInfo db@h:3306 bob «word»\n'],
  ['/etc/proftpd/conf.d/ldap.conf', 'LDAPBindDN "cn=a,dc=b" "«word&9»"\n'],
  ['/srv/x/docker-compose.yml', '  - MYSQL_PASSWORD=«word;more»\n  - MYSQL_USER=bob;x\n'],
  ['/etc/tomcat/context.xml', 'url="jdbc:x://h/d?user=b&amp;password=«word&lt;more»&amp;ssl=1"/>\n'],
  ['/etc/auto.scan', 'scan -fstype=cifs,user=bob,pass=«word\\\\,more»,vers=2.1 ://h/scan\n'],
  ['/var/mqm/x.mqsc', "LDAPPWD('«wo#rd»') + KEYRPWD('«word-two»')\n"],
  ['/home/db2/x.clp', 'USING TSM_OWNER db2 TSM_PASSWORD «word0»;\n'],
  ['/etc/mosquitto/conf.d/bridge.conf', 'remote_password «Trafo;Oel»\nremote_username bob\n'],
  [
    '/etc/corosync/corosync.conf',
    '# hacluster / «Clust3r-Koekje» (pcs host auth)\n# root / admin\n# root / part1 of it\n',
  ],
  ['/etc/default/restic', 'RESTIC_PASSWORD=«four words of letters»\nA_PASSWORD=«word» ./run --fast\n'],
  ['/home/bob/x.sql', '-- connect sys/«Wo4d#1»@//h:1521/DB as sysdba\n'],
  ['/etc/dnsdist/dnsdist.conf', 'setKey("«a+b=»")\n'],
  ['/etc/hostapd/hostapd.eap_user', '"bob"\tMSCHAPV2\t"«word»"\t[2]\n'],
  ['/etc/config/wireless', "\toption key '«coffee»'\n\toption ssid 'Office'\n"],
  ['/etc/ipmi/lan.conf', '  user 2 true "admin" "«word»" admin 10\n'],
  ['/var/lib/glusterd/vols/gv0/info', 'count=1\npassword=«987092b-dd17»\n'],
  ['/etc/istgt/auth.conf', '  Auth "i" "«word»" "m" "«other»"\n'],
  ['/etc/amandapass', '//h/C$ bk%«word»\n'],
  ['/etc/pgpool2/pcp.conf', 'pgpool:«0a1b»\n'],
  ['/etc/cassandra/jmxremote.password', 'monitorRole «word»\n'],
  ['/opt/couchdb/etc/local.ini', '[admins]\nadmin = «word»\n'],
  ['/etc/zeppelin/shiro.ini', '[users]\nbob = «word», admin\nrealm = org.apache.Realm\n'],
  ['/etc/smokeping/smokeping_secrets', 'h:«word»\n'],
  ['/home/rancid/.cloginrc', 'add password h* {«wo{r}d»} {«word»}\n'],
  ['/home/rancid/.cloginrc', 'add user * bob\nadd password h* {«word»} «other»\n'],
  ['/etc/oxidized/config', 'vars:\n  enable: «word»\n'],
  ['/home/rancid/.cloginrc', 'add password h* «word}1» {«word»}\n'],
  ['/etc/netdata/stream.conf', '[«f469f983-7aa3-4d6a-bf93-9bca3d569245»]\n  enabled = yes\n'],
  ['/etc/prometheus/web.yml', 'basic_auth:\n  - bob:«word»\n  - eve:«word2»\n'],
  ['/root/.nuget/NuGet/NuGet.Config', '<add key="https://h/v3/index.json" value="«word»" />\n'],
  ['/root/.bundle/config', 'BUNDLE_GEMS__EXAMPLE__ORG: "bob:«word»"\nBUNDLE_PATH: "vendor/bundle"\n'],
  ['/etc/vpnc/work.conf', 'IPSec ID staff\nIPSec secret «word»\nXauth password «word 2»\n'],
  ['/etc/xray/config.json', '"id": "«f469f983-7aa3-4d6a-bf93-9bca3d569245»",\n"tag": "in"\n'],
  ['/etc/frp/frpc.ini', '[ssh]\nsk = «word»\n'],
  [
    '/etc/teleport.yaml',
    'token_name: "«word»"\ntokens:\n  - proxy,node:«word12345»\n  - node:/var/lib/teleport/token\n',
  ],
  ['/etc/exim4/conf.d/auth/plain', '  client_send = : bob : «word»\n'],
  ['/etc/mail/authinfo', 'AuthInfo:h "U:root" "I:me" "P:«word»" "M:PLAIN"\n'],
  ['/etc/smtpd/secrets', 'relay bob:«word»\n'],
  ['/etc/lighttpd/lighttpd.user', 'bob:«word»\n'],
  ['/etc/cobbler/users.digest', 'cobbler:Cobbler:«0a1b»\n'],
  ['/etc/rundeck/realm.properties', 'admin:«word»,user,admin\n'],
  ['/etc/users.oath', `HOTP/T30/6 bob - «${'0a1b'.repeat(10)}»\nHOTP eve «4711» «${'0a1b'.repeat(8)}»\n`],
  ['/etc/motion/motion.conf', 'stream_authentication view:«word»\n'],
  ['/var/lib/deluged/config/auth', 'bob:«word»:10\n'],
  ['/etc/blobfuse.cfg', 'accountName x\naccountKey «a+b=»\n'],
  ['/etc/backuppc/config.pl', "$Conf{RsyncdPasswd} = '«word»';\n"],
  ['/etc/inspircd/inspircd.conf', '<link name="h" sendpass="«word»" recvpass="«other»">\n'],
  ['/etc/monit/monitrc', '  allow admin:«word»\n  allow 10.0.0.0/8\nset httpd port 1 allow eve:«word»\n'],
  ['/etc/snmp-exporter/snmp.yml', '    community: «word»\n'],
  ['/etc/puppet/csr_attributes.yaml', '  challengePassword: «word»\n'],
  ['/var/lib/cloud/user-data.txt', 'hostname: h\nlist: |\n    bob:«word»\n'],
  ['/opt/jboss/mgmt-users.properties', 'admin=«22f2»\n'],
  ['/var/ossec/etc/client.keys', '001 h 10.0.0.5 «6403»\n'],
  ['/var/ossec/etc/ossec.conf', '<key>«5ab76887»</key>\n'],
  ['/etc/tinyproxy.conf', 'BasicAuth bob «word»\nUpstream http bob:«word»@px:8080\nPort 80\n'],
  ['/etc/3proxy.cfg', 'users bob:CL:«word» eve:CL:«other»\n'],
  ['/etc/cntlm.conf', 'Username\tbob\nPassLM          «49DD»\n'],
  ['/etc/proxychains4.conf', 'socks5 10.0.0.9 1080 bob «word»\nsocks4 127.0.0.1 9050\n'],
  ['/etc/privoxy/config', 'forward-socks5 / bob:«word»@px:1080 .\nforward / .\n'],
  ['/etc/stunnel/psk.txt', 'client1:«15d36fb7dbd74409»\n'],
  ['/etc/n2n/edge.conf', '-c=net\n-k=«word»\n'],
  ['/etc/dante/users', 'bob «word»\n'],
  [
    '/srv/homeassistant/secrets.yaml',
    '# all\nalarm_code: "«2580»"\nhue: «jBSi mN»\nmqtt_user: hass\ncamera: rtsp://h/x\n',
  ],
  ['/etc/redis/redis.conf', 'rename-command CONFIG «f182»\nrename-command FLUSHALL ""\n'],
  ['/etc/tomcat9/server.xml', '<Server port="8005" shutdown="«Cat»">\n<Server shutdown="SHUTDOWN">\n'],
  ['/etc/ldap/slapd.conf', '  bindmethod=simple credentials=«word» retry=1\n'],
  ['/etc/grub.d/40_custom', 'password operator «word»\n'],
  ['/root/.config/rclone/rclone.conf', 'account = 1\nkey = «word»\n'],
  ['/etc/turnserver.conf', 'user=bob:«0x0767»\nrealm=h\n'],
  [
    '/etc/pgbouncer/pgbouncer.ini',
    "app = host=h user=app password=«La,rk;8»\nrep = host=h password='«it''s a»' port=1\n",
  ],
  ['/etc/dovecot/dovecot-sql.conf.ext', 'connect = host=/run/m.sock password=«k"8v»\n'],
  ['/etc/postfix/ldap-aliases.cf', 'bind_pw = «two words 1»\n'],
  ['/etc/radiusclient-ng/servers', 'r1.example\t\t«Sis&kin»\n'],
  ['/var/lib/glusterd/vols/gv0/gv0.tcp-fuse.vol', '    option password «e302-1»\n'],
  ['/var/log/glusterfs/mnt-gv0.log', '  8:     option password «e302-1»\n'],
  ['/var/log/installer/curtin-install.log', "'type': 'dm_crypt', 'key': '«word»', 'x': 1\n"],
  ['/etc/tac_plus.conf', 'host = 10.0.0.1 { key = «word» }\n'],
  [
    '/root/.netrc',
    'account «word»\ndefault login anonymous password user@site\nlogin anonymous password «word»\n',
  ],
  [
    '/etc/monit/monitrc',
    'allow bob:"«two & words»" read-only\n  protocol pgsql username "mon" password "«word.1»" then alert\n',
  ],
  ['/etc/davfs2/secrets', 'https://h/x dav "«wo\\"rd x»"\n'],
  ['/boot/grub/grub.conf', '#password «word»\n'],
  ['/etc/nginx/nginx.conf', '  «bApsR6RtC5hry5Js15zf» "kiosk";\n  # "«old-Peri-3»" "retired";\n'],
  ['/etc/squid/squid.conf', 'request_header_add X-Proxy-Auth "«1d1a»" all\n'],
  ['/etc/named.conf', 'database "ldap 2 v3 simple {cn=dns} {«word_22»} {10.0.0.9} ldap:///";\n'],
  ['/etc/vault.d/vault.hcl', 'seal "pkcs11" { pin = "«word-1»"\n'],
  ['/etc/rancher/k3s/registries.yaml', '    auth: { auth: «UFDy5h» }\n'],
  ['/etc/cloud/cloud.cfg.d/x.cfg', '  content: "pg1:5432:*:app:«word9»\\n"\n'],
  ['/etc/ldap.conf', 'nss_base_passwd ou=people,dc=x?one\nbindpw «word»\n'],
  ['/var/lib/pki/ca/CS.cfg', 'preop.pin=«word»\n'],
  [
    '/etc/NetworkManager/system-connections/x.nmconnection',
    'private-key=file:///etc/pki/x.key\npin=«1234»\n',
  ],
  ['/etc/wpa_supplicant/wpa_supplicant.conf', '  #psk="«Gin and Rum»"\n'],
  ['/etc/cinder/cinder.conf', 'transport_url = rabbit://c:«two words»@mq:5672/\n'],
  ['/etc/ansible/hosts', 'ansible_become_pass="{{ x_pass }}"\nansible_ssh_pass="«word»"\n'],
  ['/etc/puppet/hiera/common.yaml', 'profile::psk: >\n  «two words»\n'],
  ['/etc/datadog-agent/datadog.yaml', 'x: { configs: [ { community_string: "«leop»" } ] }\n'],
  [
    '/etc/nagios/objects/db.cfg',
    'check_command  check_snmp!-C «word» -o .1\ncheck_command  check_mysql!mon!«word»\ncheck_command  check_ldap!-D cn=x -P «word»\ncheck_command  check_http!-a mon:«word» -u /x\ncheck_command  check_http!-p 8080 -w 5\ncheck_command  check_ping!100.0,20%!500.0\n',
  ],
  [
    '/etc/check_mk/mk_oracle.cfg',
    "DBUSER='mon:«word»:SYSDBA:h:1521'\nREMOTE_INSTANCE_1='mon:«word»::h'\n# DBUSER='/:'\n",
  ],
  [
    '/opt/tsm/admin.sh',
    'echo "set password «word» «other»" | dsmc\ndsmadmc -id=bob -pa=«word» "q stg"\nregister node n1 «word» domain=x\nupdate node n1 domain=x\n',
  ],
  ['/opt/db/x.sql', 'connect bob/«word»@H\nCONN bob/"«word»"@H\nconnect to x/y\n'],
  [
    '/srv/net/vars.yml',
    'snmp_communities: ["«word»", "«other»"]\nro_communities:\n  - «word»\n  - «other»\nx:\n  - y\ncommunities:\n  - 65000:100\n  - no-export\n',
  ],
  [
    '/opt/app/a.ini',
    '[DoorAccess]\nCode=«471122»\n[Article]\nCode=471122\n[x]\ntresorcode = «471122»\nkeypad_code = «4711»\nraumcode = «471122»\nservice_code = DE-1\npostal_code = 12345\ncommunity_write = «word»\nsnmp_rw = «word»\nsnmp_read_timeout = 2000\n',
  ],
  [
    '/etc/app/app.yml',
    'tokens:\n  signing: «a1b2c3»\n  lifetime: 3600\n  - «abcdefg1234567hij»\nsecrets:\n  - my-registry-2\nsession_keys: «word,other»\nauth: {protocol: SHA, key: «word»}\n',
  ],
  ['/etc/app/app.json', '{"passwords": {"root": "«word»", "bob": "«other»"}, "names": {"root": "word"}}\n'],
  ['/home/bob/.msmtprc-site', 'user bob\npassword "«two \\" words»"\n'],
  ['/srv/net/wifi.yml', '  - { ssid: Guest, key: "«w.rd»" }\n  - { id: Guest, key: "word" }\n'],
  ['/etc/app/guard.conf', 'admin.basic = bob:«word»\nbasic = 8080:80\n'],
  ['/opt/app/put.sh', 'ftp -n h <<EOF\nuser bob «word»\nquote PASS «other»\nEOF\nuser bob word\n'],
  ['/etc/telegraf/telegraf.conf', '  password = "@{vault:pw}"\n  password = "«word»"\n'],
  [
    '/etc/postgresql/15/main/postgresql.conf',
    "primary_conninfo = 'host=pg1 password=«Ro\\'s_G» sslmode=prefer'\n",
  ],
  ['/root/.my.cnf', "password='«D\\'s B»'\n"],
  ['/etc/samba/smb.conf', "add user script = /x --bindpw=«Ke'N'B» %u\n"],
  [
    '/etc/kamailio/kamailio.cfg',
    'modparam("auth", "secret", "«word»")\nmodparam("auth", "use_domain", "1")\n',
  ],
  [
    '/opt/librenms/config.php',
    "$config['snmp']['community'] = array('«c1»', '«c2»');\n$config['x'] = array('y');\n",
  ],
  [
    '/etc/rsyslog.d/dd.conf',
    `string="«${'66fc'.repeat(8)}» <%pri%>%msg%"\n$template D,"<%pri%>1 - [«${'66fc'.repeat(8)}» ddsource="\n`,
  ],
  ['/srv/shop-compose.yml', '    command: ["--api-token=«two words»"]\n'],
  ['/srv/docker-compose.prod.yml', '    command: ["--api-token=«two words»", "--port=80"]\n'],
  [
    'h/insights_commands/vault_kv_get_secret_x',
    'Key         Value\n---         -----\npassword    «word»\nusername    bob\n',
  ],
  ['h/insights_commands/wg_show_all_dump', `wg0\t«${'aB'.repeat(21)}c=»\t${'dE'.repeat(21)}f=\t51820\toff\n`],
];

test.each(files)('the secrets of %s are masked, and nothing else, in pieces of any size', (path, marked) => {
  const text = marked.replace(/[«»]/g, '');
  for (const size of [1, 7, 1000]) expect(masked(path, text, size)).toBe(marked.replace(/«.*?»/g, '«»'));
});

/** Paths of the catalogs with lines of them. */
const sections = [hostLines, serviceLines, platformLines, layoutLines, furtherLines].flatMap((text) =>
  text
    .split(/^=== /m)
    .slice(1)
    .map((section): [string, string] => {
      const [path = '', ...lines] = section.split('\n');
      return [path, lines.join('\n')];
    }),
);

const filled = (text: string, password: string): string => text.replaceAll('«»', `«${password}»`);
const unmarked = (text: string): string => text.replace(/[«»]/g, '');

test.each(sections)('what is a secret in %s is masked, whatever it is, and nothing else', (path, lines) => {
  for (const password of ['Granite3x', 'hunterfalcon', 'winter-bishop-coffee', 'k7%Qm!2x']) {
    const marked = filled(lines, password);
    // Outputs of commands have no path.
    const origin = path.startsWith('commands/') ? undefined : path;
    const masks = masked(origin, unmarked(marked)).split('\n');
    expect(masks).toEqual(marked.replace(/«.*?»/g, '«»').split('\n'));
    expect(masked(origin, unmarked(marked), 61).split('\n')).toEqual(masks);
  }
});

const examples = [...files, ...sections].map(
  ([path, text]) => [path, unmarked(filled(text, 'Granite3x')).split('\n')] as const,
);

test('every row for names of secrets knows words without which no line can match', () => {
  const { source } = new RegExp(secretName);
  const rows = secretColumns.filter(({ line }) => line.source.includes(source));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ words }) => words === undefined).map(({ doc }) => doc)).toEqual([]);
});

test('every kind of file has an example', () => {
  for (const { doc, line } of secretColumns)
    expect([doc, examples.some(([, lines]) => lines.some((each) => each.search(line) >= 0))]).toEqual([
      doc,
      true,
    ]);
});

test('the same lines elsewhere, and lines that are masked already, stay', () => {
  expect(masked('/etc/hosts.equiv', 'bob:x1:word')).toBe('bob:x1:word');
  const { content } = createRedaction();
  const mask = 'd-i passwd/root-password password __secret_secret_column_0123abcd__\n';
  const again = content({ path: '/tmp/preseed.cfg' });
  expect(through(again, [Buffer.from(mask)]).toString()).toBe(mask);
  expect(again.masked()).toEqual({});
});
