import type { Rule } from '../rule.js';
import { mixedCase, notSecret, notToken, pattern, valueRest } from './fragments.js';

const r = String.raw;
const argument = r`(?:"((?:[^"\\\r\n\0]|\\[^\r\n]){1,512})|'([^'\r\n\0]{1,512})|([^\s\0"'<>|;&-][^\s\0"'<>|;&]{0,511}))`;
/** Between an option and its value: blanks, NUL as in /proc, the next item of a list, or the next argument of an audit record. */
const gap = r`(?:[ \t]{1,8}|\0|["'],[ \t]{0,4}|["']?[ \t]{1,4}a\d{1,3}=)`;

/** Options of command lines, in the output of ps, unit files, history, cron and audit records. */
export const commandLineRules: readonly Rule[] = [
  {
    id: 'option-password',
    keywords: [
      '-pass',
      '-secret',
      '-token',
      '-pwd',
      '-storepass',
      '-keypass',
      '-password',
      '-api-key',
      '-auth-token',
      '-psk',
      '-bindpw',
      '-secret-key',
    ],
    pattern: pattern(
      r`(?<=(?:^|[\s"'=,\[\0])(?:-|--?\w[\w-]{0,30})?)(?<!-(?:ask|with|without|delete|remove|prompt)(?:-\w{1,8})?)-(?:[a-z]{0,12}(?:password|passwd|passphrase|pass(?:in|out)?)(?<!-no-?pass)|secret(?:-key)?|token|auth-token|pwd|api-key|psk|bindpw)${gap}(?:pass:)?${argument}`,
    ),
    allowed: new RegExp(`${notSecret.source}|^pass:$`, 'i'),
    rest: valueRest,
    matches: [
      'foo --password «hunter2» --host x',
      'keytool -storepass «changeit1»',
      "--db-password '«a b»'",
      'openssl rsa -passin pass:«abc»',
      '["--password", "«x1»"]',
      'a1="--password" a2="«x1»"',
      'foo\0--token\0«abc»\0bar',
    ],
    others: [
      '--password-file /x',
      '--password --host x',
      'systemd-ask-password agent',
      '--no-pass foo',
      '--ask-pass when',
      '--delete-root-password may',
    ],
  },
  {
    id: 'option-p',
    keywords: [' -p', '\t-p', '"-p', '\0-p', "'-p"],
    pattern: pattern(
      r`(?<=\b(?:mysql|mysqladmin|mysqldump|mysqlshow|mysqlcheck|mysqlimport|mariadb|mariadb-dump|mariadb-admin|sshpass|smbclient|xtrabackup)\b[^\r\n|]{0,300})[\s\0"']-p["']?(?![a-z]{0,10}=)([^\s\0"'=][^\s\0"']{0,255})`,
    ),
    allowed: /^(?:assword|ort|rotocol|ipe|\d{4,5})$/i,
    rest: valueRest,
    matches: [
      'mysql -u root -p«hunter2» db',
      "mysqldump -u root -p'«hunter2»' db",
      'sshpass -p«abc» ssh x',
      'mysqldump --all "-p«xy»" -h z',
      'mysql -p«xport» db',
      'mysql -p«ports» db',
      'mysql -p«330» db',
      'mysql -p«330600» db',
    ],
    others: [
      'mysql -u root -p db',
      'ssh -p22 host',
      'mysqladmin -protocol=tcp ping',
      'mkdir -pv x',
      'mysql -p3306 x',
      'mysql -PORT 1',
      'mysql -pipe x',
      'mysql -password x',
      'mysql -protocol tcp',
    ],
  },
  {
    id: 'option-p-argument',
    keywords: [' -p ', ' -w ', ' -a ', ' -y ', ' -k ', ' -m '],
    pattern: pattern(
      r`(?:(?<=\b(?:sshpass|racadm|pcs|ipmitool|docker login|podman login|oc login|helm registry login|skopeo login|mongo|mongosh|mongodump|sqlcmd|isql|chpasswd|useradd|usermod|htpasswd|subscription-manager|smbpasswd|db2|keystone|sqoop|curl)\b[^\r\n|]{0,300}) -p |(?<=\b(?:ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd|dsconf)\b[^\r\n|]{0,300}) -w |(?<=\b(?:redis-cli|snmp(?:walk|get|bulkwalk|set|table|getnext|trap|status|df))\b[^\r\n|]{0,300}) -a |(?<=\bipmitool\b[^\r\n|]{0,300}) -[yk] |(?<=\bfence_\w{1,20}\b[^\r\n|]{0,300}) -p )[ ]{0,4}(?!(?:MD5|SHA|AES)\b)${argument}`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: [
      'sshpass -p «abc» ssh x',
      'ipmitool -I lanplus -U root -P «calvin9» chassis',
      'ldapsearch -x -D cn=x -w «secret1» -b y',
      'redis-cli -a «abc» ping',
      'snmpwalk -v3 -a SHA -A «authpw11» h',
      'fence_ipmilan -a 1.2.3.4 -l u -p «pw» -o status',
      "podman login -u u -p '«a b»' reg",
    ],
    others: ['cp -p a b', 'ls -a b', 'grep -w foo', 'snmpwalk -a SHA -l x'],
  },
  {
    id: 'option-u',
    keywords: [' -u', ' --user', ' --proxy-user', '"-u" a', '"--user" a'],
    pattern: pattern(
      r`(?<=\b(?:curl|wget|http|smbclient|mount|rpcclient|net|nexus|lftp|ab)\b[^\r\n|]{0,300})(?:[ ](?:-U|--user|--proxy-user)[ =]{0,4}["']?|"(?:-U|--user)" a\d{1,2}=")[^\s:"'%\\]{1,64}[:%]([^\s\0"']{1,256})`,
    ),
    allowed: notSecret,
    rest: valueRest,
    matches: [
      'curl -s -u admin:«hunter2» https://x',
      "curl --user 'a:«b»' x",
      'smbclient //h/s -U user%«pw»',
      'wget --user=a:«pw1» x',
      'a0="curl" a1="-u" a2="admin:«hunter2»"',
    ],
    others: ['curl -u admin https://x', 'chown -u a:b', 'docker run --user 1000:1000 x'],
  },
  {
    id: 'snmp-options',
    keywords: [' -c ', ' -x ', ' -c', 'snmp'],
    pattern: pattern(
      r`(?:(?<=\bsnmp(?:walk|get|bulkwalk|set|table|getnext|trap|status|df|bulkget|inform)\b[^\r\n|]{0,200}) -c[ ]{0,4}|(?<=\bsnmp(?:walk|get|bulkwalk|set|table|getnext|trap|status|df)\b[^\r\n|]{0,200}) -x (?!AES|DES))([^\s\0"'-][^\s\0"']{0,127})`,
    ),
    matches: ['snmpwalk -v2c -c «c0mm» host', 'snmpget -v 1 -c«c0mm» host', 'snmpget -x AES -X «privpw11» h'],
    others: ['ping -c 4 host', 'snmpget -v3 -x AES h', 'bash -c foo'],
  },
  {
    id: 'piped-password',
    keywords: ['echo', 'printf', 'chpasswd', 'passwd --stdin'],
    pattern: pattern(
      r`(?:echo|printf)[ ]{1,4}(?:-[ne]{1,2}[ ])?["']?(?=[^\r\n|]{1,200}\|[ ]{0,4}(?:sudo[ ](?:-\w{1,4}[ ])?)?(?:/\w{1,8}/s?bin/)?(?:chpasswd|passwd[ ]--stdin|cryptsetup|kinit|sudo[ ]-S|openssl|saslpasswd2|smbpasswd|base64))(?:[\w.-]{1,32}:)?([^\s"'|\r\n]{1,256})`,
    ),
    allowed: notSecret,
    matches: [
      'echo root:«hunter2» | chpasswd',
      "echo '«pw1»' | passwd --stdin root",
      'echo «pw» | kinit admin',
    ],
    others: ['echo hello | grep h', 'echo $x | chpasswd'],
  },
  {
    id: 'identified-by',
    keywords: ['identified by', 'identified with', 'password ', 'password('],
    pattern: pattern(
      r`(?:(?<=\b(?:user|link)\b[^\r\n]{0,200})identified by (?:"([^"\r\n]{1,128})|([^\s"';]{3,128}))|(?:identified(?: with [\w']{1,40}){0,1} (?:by|as)(?: password)?|(?<=\b(?:user|role|login)\b[^\r\n]{0,200})(?:with )?(?:encrypted )?password|(?<=\bset )password(?: for [^=\s]{1,100}[ ]?)?|password)[ ]{0,4}[=(]?[ ]{0,4}(?:password\()?'([^'\r\n]{1,256}))`,
    ),
    allowed: notSecret,
    matches: [
      "GRANT ALL ON *.* TO 'u'@'h' IDENTIFIED BY '«pw1»'",
      "ALTER ROLE x WITH ENCRYPTED PASSWORD '«pw»'",
      'ALTER USER a IDENTIFIED BY "«pw1»"',
      'CREATE USER a IDENTIFIED BY «hunter2»;',
      "SET PASSWORD FOR 'u'@'h' = PASSWORD('«pw»')",
      "CREATE LOGIN x WITH PASSWORD = '«pw»'",
    ],
    others: ['identified by the kernel', "password is 'x"],
  },
  {
    id: 'temporary-password',
    keywords: ['password '],
    pattern: pattern(
      r`(?:(?<=(?:temporary|generated|initial|new|default) )password(?: (?:is|was))?(?: generated)?(?: for (?:user )?[\w@.'-]{1,64})?(?: is)?:?|password (?:is|set to|to))[ ]{1,4}(?:generated for [\w@.]{1,64}: )?["']?(?=[^\s]{0,64}[\d!#$%^&*+<>?])([^\s"']{5,128})(?=["']?[.,;]?[ \t]{0,4}$)`,
    ),
    allowed: notToken,
    unless: mixedCase,
    matches: [
      'A temporary password is generated for root@localhost: «q1w;e#Rt»',
      'Initial password is «abc123»',
      'Generated password for user admin: «abc123»',
    ],
    others: ['New password again', 'password is too short', 'password to expire'],
  },
];
