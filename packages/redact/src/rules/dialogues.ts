import type { Rule } from '../match/rule.js';
import { base64Rest, casedPattern, notProse, notSecret, notText, notToken, pattern } from './fragments.js';

const r = String.raw;
const word = r`["'\x60]?([^\s\0"'\x60]{3,256})`;
/** What a container runtime puts before a line of a log. */
const stamp = r`[\dT:.Z+-]{19,35}(?: std\w{3} F)?`;
/** The name of a secret. */
const named = '(?:(?<!etc/)pass(?:word|wd|phrase)?|secret|token|_key)';

/** Passwords in messages of programs, and in logged dialogues of mail and file transfer. */
export const dialogueRules: readonly Rule[] = [
  {
    id: 'password-message',
    steps: 6_000,
    keywords: [
      'password for ',
      'psk for ',
      'secret for ',
      'password has been ',
      'password was ',
      'passphrase for ',
      'password changed ',
      'password of ',
      'following password',
      'password is',
      'pw was ',
      'secret was ',
      ', was ',
      'mismatch: got ',
      'new value: ',
    ],
    pattern: pattern(
      r`(?:password (?:has been|was) (?:re)?set to |(?:password|psk|passphrase|secret) (?:for|of) (?:the )?(?:user )?[\w@.'"-]{1,64}(?: [\w-]{1,20})?(?: [\w-]{1,20})? (?:changed |set |reset )?(?:to|is|was|with)[: ]{1,3}|password for the [\w-]{1,32} user \([^()\r\n]{1,120}\):\s{1,8}|(?<=^)new value: |password changed (?:from )?(?:'[^'\r\n]{1,64}' )?to |following password[\w ]{0,60}:(?: |\r?\n(?:${stamp} ?)?\r?\n(?:${stamp} )?|\r?\n[^\r\n]{1,80}\]: )|(?:password|passphrase) for (?:user )?['"]?[\w.@/\\-]{1,64}['"]?: |password is: |(?:password|secret|pw) was |(?<=\b(?:initial|old|previous|former|root|admin) )password is |(?<=(?:password|secret)[a-z ]{0,24}), was |(?<=password )mismatch: got )${word}(?=["'\x60]?[.,;]?[ \t]{0,8}(?:$|[(]))`,
    ),
    allowed: notToken,
    unless: notProse,
    matches: [
      'Setting password for bob to «bishop-dragon-hunter»',
      'Your password has been reset to «Qm7TzR4kW9x-L»',
      'psk for client c1 is «2ecf52165b515cf1»',
      "password for bob changed to '«Granite3x»'",
      'Password for the elastic user (reset with x): «Granite3x»',
      "Db/password: password changed 'x1' to '«Granite3x»'",
      'kinit: password for bob@EX: «Granite3x»',
      'Your password is: «Granite3x» (expires soon)',
      'New value: «Granite3x»',
      '# initial admin password was «0a1b2c3d-4e5f» (rotated)',
      'the old root pw was «Granite3x»',
      'warn: authenticator wrong, secret was «Granite3x»',
      '# its password on paper, was «Granite_03»',
      'source password mismatch: got «Zwei*Pult*an»',
      'Password for the elastic user (reset with `x`):\n  «Granite3x»',
      "loaded EAP secret for carol with '«Granite3x»'",
      'use the following password to proceed to installation: «0123456789abcdef»',
      'following password to proceed:\n\n2024-02-02T10:00:05.00Z «0123456789abcdef»',
      'following password:\nh jenkins[8]: «0123456789abcdef»',
      'following password:\n2024-02-02T10:00:05.00+01:00 stdout F \n2024-02-02T10:00:05.00+01:00 stdout F «0123456789abcdef»',
    ],
    others: [
      'password for bob expires',
      'Failed password for root from 10.0.0.1 port 22',
      'password changed for bob',
      '[sudo] password for bob: ',
      '[sudo] password for bob: Sorry, try again.',
      'password is: required',
      'the password was changed.',
      'the secret was found, was old',
    ],
  },
  {
    // A script that answers a password prompt.
    id: 'expected-password',
    keywords: ['expect '],
    pattern: pattern(
      r`expect [^\r\n]{1,80}?ass(?:word|phrase)[^\r\n]{0,24}["'}](?:[ ]\{|;)?\s{1,32}send[ ](?:-- )?["'](?=[^\r\n]{1,128}\\[rn])([^"'\r\n\\$]{1,128})(?=\\[rn])`,
    ),
    allowed: notSecret,
    matches: [
      'expect "assword:"\nsend "«hunterfalcon»\\r"',
      'expect -re {[Pp]assword: }\n  send -- "«Granite3x»\\n"',
      'expect "Password:" { send "«Granite3x»\\r" }',
    ],
    others: [
      'expect "assword:"\nsend "$pw\\r"',
      'expect "password:"\ninteract',
      'expect the password:\nsend "x\\r"',
    ],
  },
  {
    // A name and then one word, unless the word describes the state of a password.
    id: 'password-of-user',
    keywords: ['password for '],
    pattern: pattern(
      r`password for (?:user )?['"]?[\w@.-]{1,64}['"]?: ["']?([a-z]{8,64})(?=["']?[ \t]{0,4}\r?$)`,
    ),
    allowed: new RegExp(`${notSecret.source}|^.*(?:ed|ing|ion|able|ment|ly|rect|less|out|word|phrase)$`, 'i'),
    matches: ['app[3]: password for bob: «chickadeebird»', "Password for 'admin': «hunterfalcon»"],
    others: [
      'password for bob: rejected',
      'password for bob: incorrect',
      'password for bob: Sorry',
      'password for bob: connection refused',
    ],
  },
  {
    // What the installer of Debian answers, to the end of the line.
    id: 'installer-answer',
    keywords: ['password to ', 'passphrase to '],
    pattern: pattern(
      r`(?<=setting [\w-]{1,40}/[\w/-]{0,40})(?:password|passphrase) to ([^\r\n]{3,128}?)(?=[ \t]{0,4}\r?$)`,
    ),
    allowed: notSecret,
    matches: ['debconf: Setting passwd/user-password to «hunter at 9»'],
    others: ['setting the password to x1y2z3', 'Setting passwd/user-password to '],
  },
  {
    // What a program sends to a management interface.
    id: 'sent-password',
    keywords: ['password "'],
    pattern: pattern(r`(?<=')password "[^"\r\n]{1,64}" "([^"\r\n]{1,128})(?="')`),
    allowed: notText,
    matches: ['CMD \'password "Auth" "«hunterfalcon»"\''],
    others: ['the \'password "a" b\'', 'CMD \'password "Auth" "$PW"\''],
  },
  {
    id: 'quoted-password',
    keywords: ['password ', 'passphrase ', 'secret ', " value '", 'pass `', "pass '", 'pass "'],
    pattern: pattern(
      r`(?:(?:password|passphrase) \[(?=[^\s\]]{3,128}\] (?:does|is|not|rejected|mismatch))|(?<=\b(?:with|wrong|bad|invalid|using|trying|incorrect|old|new|user(?:name)? ["'\x60][^"'\x60\r\n]{1,64}["'\x60]) )(?:pass(?:word|phrase)?|secret) ["'\x60](?=[^"'\x60\r\n]{3,128}["'\x60])|(?:password|passphrase) (?:is|was|to|set to) ["'](?=[^"'\r\n]{3,128}["'])|(?<='(?:psk|password|passphrase|pin|wep[_-]key\d|private_key_passwd|private-key-password)')[ ]value '(?=[^'\r\n]{1,128}'))([^"'\x60\]\r\n]{1,128})`,
    ),
    allowed: notToken,
    unless: notProse,
    matches: [
      'login failed for "bob" with password "«Granite3x»"',
      "PLAIN login refused: user 'guest' password '«Granite3x»'",
      "user `relay01' pass `«Granite3x»'",
      'set mailserver h username "monit" password "«Granite3x»" using tls',
      'set password to "«ZNRFbeBQSHpYm»"',
      "Config: added 'psk' value '«Granite3x»'",
    ],
    others: [
      "with password `secret'",
      "added 'psk' value '<hidden>'",
      'the password "required"',
      "with password 'x",
      "'ssid' value 'net1'",
    ],
  },
  {
    // Words that only a password can follow, so it may consist of letters alone.
    id: 'rejected-password',
    keywords: [
      'password "',
      "password '",
      'password [',
      'password to ',
      'clearpasswd "',
      "clearpasswd '",
      'pin to ',
      'password rejected:',
      'passphrase "',
      'keyphrase "',
      "kennwort '",
    ],
    pattern: pattern(
      r`(?:(?<=\b(?:wrong|bad|invalid|incorrect|supplied) |known good" [\w-]{1,24}|login failed for [\w.@-]{1,64} with )password |(?<=\bset(?:ting)?(?: (?:our|your|the|new))? )password to |clearpasswd |(?<=\banon )password (?="[^"@\r\n]{3,128}")|password rejected: (?=")|(?:passphrase|keyphrase|kennwort) (?=["'][^"'\r\n]{0,64}[ \d!#%&*+.]))["'\[]([^"'\]\r\n]{3,128})(?=["'\]])|(?<=\b(?:changed|set|reset|updated) )(?:password|pin) to (?!sha|md5|\d{1,3}\b)((?=[^\s]{0,32}\d)[^\s"']{4,64}?)(?=\.?[ \t]{0,4}$)`,
    ),
    allowed: notSecret,
    matches: [
      'Invalid password "«hunterfalcon»" supplied',
      'Comparing with "known good" Cleartext-Password "«Garden_kWpms»"',
      'OK LOGIN: Client "10.0.0.3", anon password "«hunterfalcon»"',
      'Mailbox 3001@default changed password to «828163»',
      'login failed for bob with password "«Lock_it!»"',
      'password rejected: "«hunterfalcon»"',
      'ebics keyphrase "«four oars two boats»" accepted',
      "als bob mit Kennwort '«Lock it 3»'",
      "supplied password 'x' does not match clearpasswd '«hunterfalcon»'",
      'transmission-daemon[7]: setting our Password to [«hunterfalcon»]',
    ],
    others: [
      'changed password to expire',
      'invalid password "required"',
      'anon password "bob@example.org"',
      'the password "bob"',
      'set password to "$PW"',
    ],
  },
  {
    // The password and the hash that it was compared with.
    id: 'compared-password',
    keywords: [") != '", 'CRYPT(', 'PLAIN(', 'MD5(', 'SSHA(', 'SHA(', 'SHA1(', 'SHA256(', 'SHA512('],
    pattern: casedPattern(
      r`(?:(?:CRYPT|PLAIN|MD5|S?SHA(?:1|256|512)?)\(([^\r\n]{1,128}?)(?=\) != ')|(?<=\b[A-Z][A-Z\d-]{2,16}\([^\r\n]{1,128})\) != '([^'\r\n]{4,256})(?='))`,
    ),
    matches: [
      "passwd-file(bob): CRYPT(«hunterfalcon») != '«$2y$10$abcdefghijklmnopqrstuv»'",
      "sql(bob): PLAIN-MD5(«hunterfalcon») != '«0a1b2c3d4e5f60718293a4b5c6d7e8f9»'",
    ],
    others: ["MD5(a) = '12345'", "f(A) != 'b'", 'SHA256(x) != 1'],
  },
  {
    // Redis commands, and calls, of which a certain argument is a password.
    id: 'argument-password',
    keywords: ['"requirepass" ', '"masterauth" ', '"AUTH" ', '"AUTH",', '" ">', '_bind(', '_bind_s('],
    pattern: pattern(
      r`(?:"(?:requirepass|masterauth)" "|"AUTH",? ?"(?:[^"\r\n]{1,64}" ")?(?=[^"\r\n]{1,256}"\]?[ \t]{0,4}$)|(?<="SETUSER" [^\r\n]{1,200})" ">|(?<=simple|ldap)_bind(?:_s)?\(["']?[^()\r\n]{1,200}, ["']?(?=[^\s()"',]{3,256}["']?\)))([^\s"'()]{3,256})`,
    ),
    allowed: notSecret,
    matches: [
      'redis: "CONFIG" "SET" "requirepass" "«hunterfalcon»"',
      '"AUTH" "default" "«Granite3x»"',
      '"AUTH" "«hunterfalcon»"',
      'redis: ["AUTH","«hunterfalcon»"]',
      '"ACL" "SETUSER" "bob" "on" ">«hunterfalcon»" "+@all"',
      'ldap_simple_bind(cn=adm,dc=ex, «hunterfalcon») failed',
    ],
    others: ['"AUTH" "(redacted)"', '"CONFIG" "GET" "requirepass" ', 'simple_bind(l, dn, $pw)'],
  },
  {
    id: 'sasl-response',
    keywords: ['resp=', 'response="', 'SMTP<< ', '/smtpd['],
    pattern: casedPattern(
      r`(?:(?<=AUTH(?:[ \t]|#011)[^\r\n]{0,200}(?:[ \t]|#011))resp=([\w+/]{8,1024}={0,2})|(?<=Digest username=[^\r\n]{1,400}[ ,])response="([\da-f]{32,128})|(?:SMTP<< |(?<=postfix)/smtpd\[\d{1,8}\]: < [^\s]{1,100}: )((?=[^\s]{0,64}\d)(?=[^A-Z\s]{0,64}[A-Z])(?=[^a-z\s]{0,64}[a-z])[\w+/]{11,512}={0,2})(?=[ \t]{0,4}$))`,
    ),
    rest: base64Rest,
    matches: [
      'auth: client in: AUTH\t1\tPLAIN\tservice=imap\tresp=«Qm7TzR4kW9xLp2VbN8s=»',
      'postfix/smtpd[12]: < h.net[10.0.0.1]: «Qm7TzR4kW9xLp2==»',
      'AUTH#0111#011PLAIN#011resp=«Qm7TzR4kW9xLp2Vb=»',
      `Authorization: Digest username="px", uri="/", response="«${'d550'.repeat(8)}»"`,
    ],
    others: ['SMTP<< STARTTLS', 'AUTH\t1\tPLAIN\tresp=<hidden>', 'resp=AGJvYgBHcmFuaXRlM3g='],
  },
  {
    // Both values of a setting with the name of a secret, which is before the message or in parentheses after it.
    id: 'changed-password',
    keywords: ["changed '", "changed from '", "' to '"],
    pattern: pattern(
      r`(?:(?<=${named}[^\r\n]{0,40} )changed (?:from )?'(?=[^'\r\n]{1,128}' to )|(?<=${named}[^\r\n]{0,40} changed (?:from )?'[^'\r\n]{1,64})' to '|changed '(?=[^'\r\n]{1,128}' to '[^'\r\n]{1,128}' \([^()\r\n]{0,40}${named}\))|(?<=changed '[^'\r\n]{1,64})' to '(?=[^'\r\n]{1,128}' \([^()\r\n]{0,40}${named}\)))([^'\r\n]{1,128})(?=')`,
    ),
    allowed: new RegExp(`${notToken.source}|^\\{`, 'i'),
    unless: notProse,
    matches: [
      "password changed '«x1y2»' to '«a1b2c3»'",
      "Ini_setting[smtp_password]/value: value changed '«x1y2»' to '«a1b2c3»'",
      "value changed '«Granite3x»' to '«Copper5x»' (setting: smtp_password)",
    ],
    others: ["password changed 'x1y2'", "File[/etc/passwd]/mode: mode changed '0644' to '0640'"],
  },
  {
    id: 'radius-login',
    keywords: ['login incorrect', 'login ok', 'invalid user: [', 'invalid user (', 'login attempt'],
    pattern: pattern(
      r`(?:login attempt:? \[?(?:b')?[^\s/\[\]']{1,64}'?/(?:b')?([^\]\r\n]{1,128}?)(?='?(?:\]|[ ](?:failed|succeeded)))|(?:login incorrect|login ok|invalid user)[^\r\n\[\]]{0,120}: \[[^\s/\[\]]{1,64}/([^\]\r\n]{1,128})(?=\]))`,
    ),
    allowed: /^(?:<.*>|CHAP-Password|no User-Password attribute|via Auth-Type = \w+)$/i,
    matches: [
      'Login incorrect: [bob/«Granite3x»] (from client ap1)',
      'Login OK: [bob/«Granite3x»]',
      'Login incorrect (pap: Cleartext password does not match "known good" password): [bob/«Granite3x»]',
      'Invalid user (rlm_pap: none): [bob/«Granite3x»]',
      'login attempt [root/«hunterfalcon»] failed',
      "login attempt [b'root'/b'«123456»'] failed",
      'login attempt root/«hunterfalcon» failed',
    ],
    others: [
      'Login incorrect: [bob]',
      'login ok: [bob/<via Auth-Type = EAP>]',
      'Invalid user: [bob] from 10.0.0.1',
    ],
  },
  {
    id: 'dialogue-password',
    keywords: [
      'PASS ',
      'OPER ',
      'PASSWORD ',
      'LOGIN ',
      'AUTH PLAIN ',
      'AUTH LOGIN ',
      'AUTHENTICATE PLAIN ',
      '> ADMIN ',
      'serv IDENTIFY ',
      'serv :IDENTIFY ',
      'serv: IDENTIFY ',
      'redis: AUTH ',
      'us AUTH ',
      ': auth ',
    ],
    pattern: casedPattern(
      r`(?:(?:(?<=["'>]|[Ss]ent: |>>> |(?:POP3|IMAP|SMTP)> |C: |CLIENT: |--> |command: |AUTHINFO |(?:\]:?|>|send:) (?=PASS [^\s_./:]{3,128}[ \t]{0,4}$))PASS |(?<=authinfo )pass |(?<=--)> ADMIN |(?:[Ss]erv|SERV):? :?IDENTIFY (?:[\w[\]|-]{1,32} )?|redis: AUTH (?=[^\s]{3,128} failed)|(?<=Slow command: \d{1,12})us AUTH (?:[\w.-]{1,64} )?|(?<=Socket command[^\r\n]{1,60}|_socket): auth )([^\s"']{3,128})(?=["']?[ \t]{0,4}$|["']| failed)|(?<=[>:\]"][ ]?)OPER [\w[\]|-]{1,32} ([^\s"']{3,128})(?=["']?[ \t]{0,4}$)|PASSWORD [\w.-]{1,64} = ([^\s"']{3,128})(?=[ \t]{0,4}$)|(?<=(?:^|[<>:] )(?:C: )?[\w.]{1,10} )LOGIN "?[^\s"]{1,64}"? "?([^\s"]{1,128})(?="?[ \t]{0,4}$)|AUTH(?:ENTICATE)? (?:PLAIN|LOGIN) (?=[\w+/]{0,200}[\d=])([\w+/]{6,1024}={0,2}))`,
    ),
    allowed: notSecret,
    rest: base64Rest,
    matches: [
      '>>> PASS «Granite3x»',
      'fetchmail[60]: POP3> PASS «Granite3x»',
      'DEBUG POP3 > PASS «Granite3x»',
      '[bob] FTP command: PASS «Granite3x»',
      `FTP command: Client "10.0.0.1", "PASS «Granite3x»"`,
      'C: a001 LOGIN bob «Granite3x»',
      'imapd: a1 LOGIN bob «Granite3x»',
      'SMTP -> FROM CLIENT: PASS «Q2=#p68S»',
      'neomutt[411]: 4> AUTHINFO PASS «Granite3x»',
      'qpopper[5]: [cmd] PASS «hunterfalcon»',
      'innd[2]: uni:0 > authinfo pass «hunterfalcon»',
      'faxq[3]: --> ADMIN «hunterfalcon»',
      'Sent: PRIVMSG NickServ :IDENTIFY bot «hunterfalcon»',
      'Event Socket command from 127.0.0.1: auth «hunterfalcon»',
      'db_redis: AUTH «hunter.falcon» failed at 10.0.0.9',
      '# Slow command: 31220us AUTH portal «port4l!Sess»',
      'ircd[3]: OPER bob «Granite3x»',
      'PASSWORD kibana_system = «granite-hunter-falcon»',
      'a001 LOGIN "bob" "«Granite3x»"',
      'C: AUTH PLAIN «Qm7TzR4kW9xLp2VbN8s=»',
    ],
    others: [
      'PASS test_one',
      '[1/3] PASS test_one',
      '> PASS src/x.test.ts',
      '] OPER bob failed',
      '"PASS $(PROXY_PASS)";',
      'useless "PASS ..." line',
      'AUTH PLAIN LOGIN',
      'sshd: auth could not identify password',
      'ata1: IDENTIFY failed: auth 1',
      'AUTH LOGIN support',
      'LOGIN FAILED for bob',
    ],
  },
  {
    id: 'ppp-login',
    keywords: ['PAP AuthReq'],
    pattern: pattern(
      r`PAP AuthReq id=\w{1,8} (?:user=)?"[^"\r\n]{0,128}" (?:password=)?"([^"\r\n]{1,256})(?=")`,
    ),
    matches: [
      'ppp0: recv [PAP AuthReq id=1 "bob" "«gra nite»"]',
      'rcvd [PAP AuthReq id=0x1 user="bob" password="«granite»"]',
    ],
    others: ['rcvd [PAP AuthReq id=0x1 user="bob" password=<hidden>]'],
  },
  {
    id: 'key-dump',
    keywords: ['hexdump', 'key => ', 'secret => ', 'CIPHER KEY: ', 'HMAC KEY: ', 'MS-MPPE-'],
    pattern: pattern(
      r`(?:(?<=(?:PSK|passphrase|password|key|PMK)[^\r\n]{0,40})hexdump(?:_ascii)?\(len=\d{1,4}\):[ ]{0,4}(?!\[)(?:\r?\n[ ]{1,8})?([^\s][^\r\n]{2,600}[^\s])|(?:key|secret) => \d{1,4} bytes(?: @ 0x[\da-f]{1,16}|: (?=[\da-f]{16}))(?:\r?\n[^\r\n]{0,64}[ ]0: )?((?:[\da-f]|[ ](?=[\da-f])){8,128})|(?:CIPHER|HMAC) KEY: ([\da-f][\da-f ]{15,255})|MS-MPPE-(?:Recv|Send)-Key = 0x([\da-f]{32,128}))`,
    ),
    matches: [
      'WPA: PSK - hexdump(len=32): «01 02 03 04 05»',
      'PSK (ASCII passphrase) - hexdump_ascii(len=9): «47 72 61   Gra»',
      'PSK (ASCII passphrase) - hexdump_ascii(len=9):\n     «47 72 61   Gra»\n',
      'PSK (ASCII passphrase) - hexdump_ascii(len=12): «granitehunte»',
      'encryption initiator key => 16 bytes @ 0x7f1c\n10[CHD]    0: «8E 41 F0 7C 25»  .A.|%',
      `SK_p secret => 32 bytes: «${'9bbd'.repeat(16)}»`,
      'Static Encrypt: CIPHER KEY: «0a1b2c3d 4e5f6071 8293a4b5 c6d7e8f9»',
      `MS-MPPE-Recv-Key = 0x«${'75a1'.repeat(16)}»`,
    ],
    others: ['WPA: PSK - hexdump(len=32): [REMOVED]', 'frame hexdump(len=2): 01 02', 'HMAC KEY: none'],
  },
];
