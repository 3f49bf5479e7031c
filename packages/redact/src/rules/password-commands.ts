import type { Rule } from '../match/rule.js';
import { notProse, notSecret, notToken, pattern } from './fragments.js';

const r = String.raw;

/** Passwords that shell and SQL commands set, and messages about them. */
export const passwordCommandRules: readonly Rule[] = [
  {
    id: 'piped-password',
    keywords: ['echo', 'printf'],
    pattern: pattern(
      r`(?:(?<=(?:key|pass|password|secret|token)(?:-?file)?[ =]<\()(?:echo|printf) (?:-n )?["']?([^\s"'$()]{4,128})(?=["']?\))|(?:echo|printf)[ ]{1,4}(?:-[ne]{1,2}[ ])?["']?(?=[^\r\n|>]{1,200}>[ ]{0,4}[^\s]{1,128}(?:[./_-](?:key|pass|secret|token|psk)|passw(?:or)?d)(?:["';)]|[ \t]{0,4}$)|[^\r\n|]{1,200}\|[ ]{0,4}(?:sudo[ ](?:-\w{1,4}[ ])?)?(?:/\w{1,8}/s?bin/)?(?:chpasswd|passwd[ ]--stdin|cryptsetup|kinit|sudo[ ]-S|openssl|saslpasswd2|smbpasswd|base64|zfs load-key|realm join|[^\r\n|]{1,60}(?:(?:_password|srvpw)(?![\w.-])|[_-](?:key /dev/)?stdin|passphrase-fd 0)))(?:[\w.-]{1,32}:(?=[^\r\n|>]{1,200}(?:\|[^\r\n|]{0,40}(?:chpasswd|smbpasswd)|>)))?(?:(?<=["'](?:[\w.-]{1,32}:)?)([^"'|\r\n]{1,256})(?=["'])|([^\s"'|\r\n]{1,256}?)(?=[;)]{0,2}(?:[\s"'|]|$))))`,
    ),
    allowed: notSecret,
    matches: [
      'echo root:«hunter2» | chpasswd',
      "echo '«pw1»' | passwd --stdin root",
      "echo 'bob:«cactus pebble»' | chpasswd",
      'echo «pw» | kinit admin',
      "echo -n '«pw one»' | zfs load-key tank/x",
      'echo «pw1» | $X/sbin/pbs_ds_password -C u',
      "echo '«pw1»' | realm join -U bob h",
      'echo «luks:Carga2» | cryptsetup open /dev/sdd1 x',
      'echo "«Blumen:Kohl»" | passwd --stdin bob',
      '(echo «pw1»; echo «pw1») | smbpasswd -s -a bob',
      'echo «pw1» | docker login -u ci --password-stdin',
      'echo «pw1» | gpg --passphrase-fd 0 -d a.gpg',
      'wg set x private-key <(echo «aBcDeFgHiJkLmNo=»)',
      'rsync --password-file=<(echo «granite») a b',
      'echo «aBcDeFgHiJkLmNo=» | wg set x private-key /dev/stdin',
      "+ echo '«pw1»' > /etc/agent.key",
      'echo "«granite»" > /etc/app/token',
    ],
    others: ['echo hello | grep h', 'echo $x | chpasswd', 'wg set x private-key <(echo "$KEY")'],
  },
  {
    // A pipe in the trace of a shell.
    id: 'traced-password',
    keywords: ['+ echo '],
    pattern: pattern(r`\+ echo '?[\w.-]{1,32}:([^\s']{1,256})(?='?\r?\n\+{1,4} chpasswd)`),
    allowed: notSecret,
    matches: ["+ echo 'bob:«pw1»'\n+ chpasswd"],
    others: ["+ echo 'x:y'\n+ cat"],
  },
  {
    id: 'identified-by',
    keywords: [
      'identified by',
      'identified with',
      'identified via',
      'password ',
      'password(',
      'identified\\040by',
      'password\\040',
    ],
    pattern: pattern(
      r`(?:(?<=encryption key )identified by "([^"\r\n]{1,128})|(?<=\b(?:user|link|connect to|set encryption|encryption on)\b[^\r\n]{0,200})identified by (?!values )(?:"([^"\r\n]{1,128})|([^\s"';]{3,128}))|(?<=\b(?:user|authorization)\b[^\r\n]{0,200})password \\?"([^"\\\r\n]{1,128})(?=\\?")|(?:(?:identified\\040by|password)\\040(?:=\\040)?|identified(?: (?:with|via) [\w']{1,40}){0,1} (?:by|as|using)(?: (?:password|values))?|(?<=\b(?:user|role|login)\b[^\r\n]{0,200})(?:with )?(?:encrypted )?password|(?<=\bset )password(?: for [^=\s]{1,100}[ ]?)?|password(?!\('[^'\r\n]{1,64}',))[ ]{0,4}(?:[=(][ ]{0,4})?(?:password\()?'((?:[^'\\\r\n]|\\[^\r\n]|''){1,256}))`,
    ),
    steps: 6_000,
    allowed: notSecret,
    matches: [
      "GRANT ALL ON *.* TO 'u'@'h' IDENTIFIED BY '«pw1»'",
      "ALTER ROLE x WITH ENCRYPTED PASSWORD '«pw»'",
      "ALTER ROLE x PASSWORD '«it''s1»';",
      'ALTER USER a IDENTIFIED BY "«pw1»"',
      'CREATE USER a IDENTIFIED BY «hunter2»;',
      'CONNECT TO "A" IDENTIFIED BY "«pw1»"',
      "IDENTIFIED BY VALUES '«S:0A1B2C»'",
      "IDENTIFIED VIA mysql_native_password USING '«*1FB5DFE2»'",
      'SET ENCRYPTION ON IDENTIFIED BY «Gra*nite» ONLY;',
      'set encryption identified by "«Gra*nite»" only;',
      'CREATE SERVER l AUTHORIZATION "r" PASSWORD "«granite»" OPTIONS (NODE \'o\');',
      String.raw`hdbsql "ALTER USER z PASSWORD \"«granite»\" NO FORCE"`,
      'ALTER SYSTEM SET ENCRYPTION KEY IDENTIFIED BY "«wall3tPw»"',
      "SET PASSWORD FOR 'u'@'h' = PASSWORD('«pw»')",
      "CREATE LOGIN x WITH PASSWORD = '«pw»'",
      String.raw`create\040user\040a\040identified\040by\040'«pw»';`,
      String.raw`SET\040PASSWORD\040=\040'«pw»';`,
    ],
    others: ['identified by the kernel', "password is 'x"],
  },
  {
    id: 'temporary-password',
    keywords: ['password ', 'password, '],
    pattern: pattern(
      r`(?:(?<=(?:temporary|generated|initial|new|default) )password(?: (?:is|was))?(?: generated)?(?: for (?:user )?[\w@.'-]{1,64})?(?: is)?:?|password (?:is|set to|to)|password,? it(?: is|'s))[ ]{1,4}(?:generated for [\w@.]{1,64}: )?["']?(?=[^\s]{0,64}[\d!#$%^&*+<>?]|[^\s]{1,64}[:;=@~][^\s]|[a-z]{3,16}-[a-z]{3,16}-[a-z])([^\s"']{5,128})(?=["']?[.,;]?[ \t]{0,4}$)`,
    ),
    allowed: notToken,
    unless: notProse,
    matches: [
      "changed root password to '«copper-silver-rocket»'",
      'A temporary password is generated for root@localhost: «q1w;e#Rt»',
      'Initial password is «abc123»',
      'send me the password, it is «abc123»',
      'Generated password for user admin: «abc123»',
    ],
    others: ['New password again', 'password is too short', 'password to expire'],
  },
];
