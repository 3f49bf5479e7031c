import { type ColumnRow, columns, entry, quotedOrWord } from './column-row.js';

const r = String.raw;

/** Files of mail, networks and network devices with a secret in a column. Add a kind of file as a row. */
export const networkColumns: readonly ColumnRow[] = [
  {
    doc: 'mail logins of Exim, news logins of INN',
    paths: ['*passwd.client', 'passwd.nntp'],
    line: columns(r`(?:${entry}[^:\s]*:[^:]*|^\s*#\s[\w-]+(?:\.[\w-]+)+:[^:\s]+):(.*\S)`),
  },
  {
    doc: 'mail logins of Postfix',
    paths: ['*sasl_passwd', 'sasl/*', 'sasl_password', 'postfix/*passwd'],
    line: columns(r`^#?\s?\S+\s+[^:\s]+:(\S+|(?<!^#.*).*\S)$`),
  },
  {
    doc: 'users of Dovecot',
    paths: ['dovecot/users', 'dovecot/passwd', 'dovecot.passwd', 'cram-md5.pwd'],
    line: columns(r`^[^:#\s]+:([^:\s]+)`),
  },
  {
    doc: 'msmtp',
    paths: ['*msmtprc', 'msmtprc*'],
    line: columns(
      r`^\s*password\s+(?:"((?:[^"\\]|\\.)+)|([^\s"](?:.*\S)?))|^\s*passwordeval\s+(?:"echo\s+([^"$|]+)"|'echo\s+([^'$|]+)'|echo\s+([^\s"'$|]+))`,
    ),
  },
  {
    doc: 'fetchmail and fdm',
    paths: ['.fetchmailrc', 'fetchmailrc', 'fetchmail.d/*', '.fdm.conf', 'fdm.conf'],
    line: columns(r`\bpass(?:word)?\s+(?:is\s+)?${quotedOrWord}`),
  },
  {
    doc: 'logins of WebDAV, mail logins of Courier',
    paths: ['davfs2/secrets', 'davfs2/*-secrets', '.davfs2/secrets', 'esmtpauthclient'],
    line: columns(r`${entry}(?:"[^"]*"|\S+)\s+(?:(?:"[^"]*"|\S+)\s+)?${quotedOrWord}"?\s*$`),
  },
  {
    doc: 'keys of wireless stations',
    paths: ['*psk.txt', '*.wpa_psk', 'hostapd.psk'],
    line: columns(r`${entry}(?:\w+=\S+\s+)*[0-9A-Fa-f:]{17}\s+(.*\S)`),
  },
  {
    doc: 'logins of FTP and HTTP',
    paths: ['.netrc', '_netrc'],
    line: columns(r`\b(?:password(?!(?<=login\s+anonymous\s+password)\s+\S*@)|account)\s+${quotedOrWord}`),
  },
  {
    doc: 'secrets of RADIUS servers',
    paths: [
      'pam_radius_auth.conf',
      '*radius_clients',
      'raddb/server',
      'radiusclient*/servers',
      'radcli/servers',
    ],
    line: columns(r`${entry}\S+\s+(\S+)`),
  },
  {
    doc: 'keys of NTP',
    paths: ['chrony.keys', 'ntp.keys', 'ntp/keys', 'chrony/keys.d/*'],
    line: columns(
      r`^\s*(?:#?|# (?=\d+ [A-Z\d]{2,10}\s))\d+\s+(?:[A-Z][A-Z\d]*\s+)?((?:HEX:|ASCII:)?[^\s#]+)`,
    ),
  },
  {
    doc: 'logins of NUT',
    paths: ['upsmon.conf'],
    line: columns(r`^\s*(?:MONITOR\s+\S+\s+\d+\s+\S+|CERTIDENT\s+(?:"[^"]*"|\S+))\s+${quotedOrWord}`),
  },
  { doc: 'logins of ConMan', paths: ['conman.conf'], line: columns(r`\b[PK]:(?<=opts="[^"]*)([^,"]+)`) },
  { doc: 'pins of voicemail', paths: ['voicemail.conf'], line: columns(r`^\s*;?\d+\s*=>?\s*([^,\s]+),`) },
  {
    doc: 'registrations of Asterisk',
    paths: ['sip.conf', 'iax.conf', 'asterisk/*'],
    line: columns(r`^\s*register\s*=>?\s*[^:\s]+:(\S+)@[^@\s]+`),
  },
  {
    doc: 'keys and logins of TACACS+',
    paths: ['tac_plus.conf', 'tac_plus.cfg', 'tacplus.conf', 'tac_plus-ng*.cfg', 'tac_plus-ng/*'],
    line: columns(
      r`(?:(?:^|[{\s])key(?:\s+warn\s+\S+)?\s*=|\b[\w-]+\s*=\s*(?:clear|cleartext|crypt|des)\b)\s*${quotedOrWord}`,
    ),
  },
  {
    doc: 'keys of WireGuard',
    paths: ['commands/wg_show*dump'],
    line: columns(
      r`^(?:\S+\t)?(?:([\w+/]{43}=)\t[\w+/]{43}=\t\d+\t(?:off|0x\w+)$|[\w+/]{43}=\t([\w+/]{43}=)\t)`,
    ),
  },
  {
    doc: 'logins of PPP and L2TP',
    paths: ['chap-secrets', 'pap-secrets', 'l2tp-secrets', 'srp-secrets'],
    line: columns(r`(?:${entry}(?:"[^"]*"|\S+)\s+(?:"[^"]*"|\S+)|^\s*#\s\S+\s+\*)\s+${quotedOrWord}`),
  },
  { doc: 'logins of rsync', paths: ['rsyncd.secrets'], line: columns(r`${entry}[^:\s]+:(.*\S)`) },
  {
    doc: 'lists of names and keys',
    paths: ['*.secrets', '*_pwd.conf'],
    line: columns(r`${entry}[^:\s]+:\s?(\S{4,})\s*$`),
  },
  {
    doc: 'logins of ProFTPD',
    paths: ['proftpd/*.conf', 'proftpd.conf', 'proftpd/conf.d/*'],
    line: columns(r`^\s*SQL(?:ConnectInfo\s+\S+|NamedConnectInfo\s+\S+\s+\S+\s+\S+)\s+\S+\s+${quotedOrWord}`),
  },
  { doc: 'key of dnsdist', paths: ['dnsdist.conf'], line: columns(r`^\s*setKey\("([^"]+)`) },
  {
    doc: 'keys of roaming stations',
    paths: ['hostapd.conf', 'hostapd/*.conf'],
    line: columns(r`^\s*r[01]kh=\S+\s+\S+\s+(\S+)`),
  },
  {
    doc: 'users of hostapd',
    paths: ['*.eap_user'],
    line: columns(r`${entry}(?:"[^"]*"\*?|\*)\s+\S+\s+(?:"([^"]+)|hash:(\S+)|([\da-fA-F]{32,}))`),
  },
  {
    doc: 'settings of OpenWrt',
    paths: ['etc/config/*', 'commands/uci_*', '*.uci'],
    line: columns(
      r`(?:^\s*option\s+|^[\w.@[\]-]+\.)\w*(?:key\d?|password|passwd|secret|pass)(?:\s+|=)'([^']{5,})`,
    ),
  },
  {
    doc: 'users of IPMI',
    paths: ['ipmi/*.conf', 'lan.conf'],
    line: columns(r`^\s*user\s+\d+\s+\S+\s+"[^"]*"\s+"([^"]+)`),
  },
  {
    doc: 'slaves of SmokePing',
    paths: ['smokeping_secrets', 'smokeping_secrets.dist'],
    line: columns(r`${entry}[^:\s]+:(.*\S)`),
  },
  {
    doc: 'routes of SAProuter, and master passwords of SAP',
    paths: ['*saprouttab', '*inifile.params'],
    line: columns(r`^[PSps]\s+\S+\s+\S+\s+\S+\s+(\S+)|=\s{0,4}(des\$\([\dA-F]{16,256}\))`),
  },
  {
    doc: 'tokens of git without a user',
    paths: ['*git-credentials'],
    line: columns(r`^https?://([^\s:@/]{16,})@`),
  },
  {
    doc: 'logins of RANCID',
    paths: ['.cloginrc', 'cloginrc'],
    line: columns(
      r`^\s*#?\s{0,4}add\s+\w*pass(?:word|phrase)\s+\S+\s+(?:\{\s{0,4}((?:[^\s{}]|\{[^\s{}]*\})+\}?)\s{0,4}\}|(\S+))(?:\s+(?:\{\s{0,4}([^\s}]+)\s{0,4}\}|(\S+)))?`,
    ),
  },
  {
    doc: 'servers of accel-ppp',
    paths: ['accel-ppp.conf', 'accel-ppp/*.conf'],
    line: columns(r`^\s*(?:dae-)?server=[^,\s]+,([^,\s]+)`),
  },
  {
    doc: 'keys of SIM cards',
    paths: ['open5gs/*', 'free5gc/*', 'srsran/*', 'srsepc/*'],
    line: columns(r`(?:^|[{,\s])["']?(?:k|ki|opc?)["']?\s*[:=]\s*["']?([\da-fA-F]{32})`),
  },
  {
    doc: 'keys of the interface of VyOS',
    paths: ['config.boot'],
    within: /^\s*id \S+ \{\s*$/,
    line: columns(r`^\s*key "?([^\s"]+)`),
  },
  {
    doc: 'devices of Oxidized',
    paths: ['router.db'],
    line: columns(r`${entry}(?:[^:\s]+:){3}([^:\s]+)(?::([^:\s]+))?`),
  },
  {
    doc: 'enable password of Oxidized',
    paths: ['oxidized/config'],
    line: columns(r`[\s{]enable:\s+["']?([^\s"'}]+)`),
  },
  {
    doc: 'logins of Exim',
    paths: ['exim4/*', 'exim.conf', 'auth/*', 'exim4.conf.template'],
    line: columns(
      r`^\s*client_send\s*=\s*(?:(?::\s*[^:\s]+\s*:\s*|\^[^^\s]*\^)(\S(?:.*\S)?)|"\^[^^\s"]*\^([^"]+))`,
    ),
  },
  {
    doc: 'logins of Sendmail',
    paths: ['authinfo', 'mail/authinfo*', 'mail/access', 'mail/*.mc'],
    line: columns(r`^\s*(?:dnl\s)?AuthInfo:.*"P[:=]([^"]+)`),
  },
  {
    doc: 'logins of OpenSMTPD',
    paths: ['*smtpd/secrets', 'mail/secrets'],
    line: columns(r`${entry}\S+\s+[^:\s]+:(\S+)`),
  },
  {
    doc: 'links of InspIRCd',
    paths: ['inspircd.conf', 'links.conf'],
    line: columns(r`\b(?:send|die|recv|restart)?pass(?:word)?="([^"]+)"`),
  },
  {
    doc: 'logins of Tinyproxy',
    paths: ['tinyproxy.conf'],
    line: columns(
      r`^\s*(?:BasicAuth\s+\S+\s+|Upstream\s+\S+\s+[^:@\s]+:(?=\S+@))([^\s@]\S*?)(?:@[\w.-]+:\d+\s*)?$`,
    ),
  },
  {
    doc: 'users of 3proxy',
    paths: ['3proxy.cfg', '3proxy/*.cfg'],
    line: columns(r`^\s*users\s+[^:\s]+:(?:C[LR]|NT):(\S+)(?:\s+[^:\s]+:(?:C[LR]|NT):(\S+))?`),
  },
  { doc: 'hashes of Cntlm', paths: ['cntlm.conf'], line: columns(r`^\s*Pass(?:NTLMv2|LM|NT|word)\s+(\S+)`) },
  {
    doc: 'logins of ProxyChains',
    paths: ['proxychains*.conf'],
    line: columns(r`^\s*(?:socks[45]|http)\s+\S+\s+\d+\s+\S+\s+(\S+)`),
  },
  {
    doc: 'logins of Privoxy',
    paths: ['privoxy/config'],
    line: columns(r`^\s*forward\S*\s+\S+\s+[^:@\s]+:(\S+)@`),
  },
  {
    doc: 'keys of stunnel',
    paths: ['stunnel/*.txt', 'stunnel/*psk', 'stunnel/*/*psk', 'stunnel/*.conf', 'stunnel/*/*.conf'],
    line: columns(r`${entry}[^:\s=]+:(?!//)(\S{16,})|^[;\s]{0,8}engineCtrl\s{0,8}=\s{0,8}PIN:(\S+)`),
  },
  { doc: 'key of n2n', paths: ['n2n/*.conf'], line: columns(r`^\s*-k[= ]?(\S+)`) },
  {
    doc: 'keys of certificates and smart cards of strongSwan',
    paths: ['*.secrets'],
    line: columns(r`^[^:#]*:\s*(?:P12|PKCS8|PIN)\s+\S+\s+${quotedOrWord}`),
  },
  { doc: 'keys of racoon', paths: ['racoon/psk.txt'], line: columns(r`${entry}\S+\s+(\S+)`) },
  {
    doc: 'logins of DMA',
    paths: ['dma/auth.conf', '.dma/auth.conf'],
    line: columns(r`${entry}[^|\s]+\|[^:\s]+:(\S+)`),
  },
  { doc: 'logins of CVS', paths: ['*cvspass'], line: columns(r`^(?:/1 )?:\w+:\S+ (A\S+)`) },
  {
    doc: 'logins of curl',
    paths: ['.curlrc'],
    line: columns(
      r`^\s*(?:-u\s*[^:\s]+:|-{0,2}(?:oauth2-bearer|pass|proxy-pass)\b[\s=:]*)(?:"([^"]+)|([^\s"]\S*))`,
    ),
  },
  {
    doc: 'answers of chat scripts',
    paths: ['chatscripts/*', '*.chat'],
    line: columns(r`word:\S*\s+['"]?(?:\\q)?([^\s'"\\]+)`),
  },
  {
    doc: 'logins at consoles',
    paths: ['conserver.cf', 'conserver/*.cf'],
    line: columns(r`\bpassword\s+(?:"([^"]+)|([^\s";]+))`),
  },
  { doc: 'logins of lftp', paths: ['lftp/rc', '.lftprc'], line: columns(r`^\s*open\s.*-u\s+[^,\s]+,(\S+)`) },
  { doc: 'users of Dante', paths: ['dante/users'], line: columns(r`${entry}\S+\s+(\S+)`) },
];
