/** Texts as hosts print them, with the values to be found in them, which belong to the host web01.example.com. */
export const formats: Record<string, string> = {
  'ip addr': `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
    inet6 ::1/128 scope host
2: ens192: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000
    link/ether «00:50:56:8f:0a:11» brd ff:ff:ff:ff:ff:ff
    inet «10.20.30.41»/24 brd «10.20.30.255» scope global noprefixroute ens192
    inet6 «2a02:26f0:9c00:1::41»/64 scope global
    inet6 «fe80::250:56ff:fe8f:a11»/64 scope link noprefixroute
`,
  'ip route': `default via «10.20.30.1» dev ens192 proto static metric 100
«10.20.30.0»/24 dev ens192 proto kernel scope link src «10.20.30.41» metric 100
«10.20.0.0»/16 via «10.20.30.2» dev ens192
10.0.0.0/8 via «10.20.30.2» dev ens192
`,
  netstat: `Proto Recv-Q Send-Q Local Address           Foreign Address         State       PID/Program name
tcp        0      0 0.0.0.0:22              0.0.0.0:*               LISTEN      811/sshd
tcp        0     52 «10.20.30.41»:22          «10.20.30.77»:51122       ESTABLISHED 9011/sshd
tcp6       0      0 :::80                   :::*                    LISTEN      900/httpd
tcp6       0      0 «2a02:26f0:9c00:1::41»:80 «2a02:26f0:9c00:1::77»:4433 TIME_WAIT   -
`,
  ss: `tcp   ESTAB  0      0      «10.20.30.41»:22 «10.20.30.77»:51122 users:(("sshd",pid=9011,fd=4))
udp   UNCONN 0      0      127.0.0.53%lo:53 0.0.0.0:*
tcp   ESTAB  0      0      [::ffff:«10.20.30.41»]:8080 [«2a02:26f0:9c00:1::77»]:4433
`,
  '/proc/net/tcp': `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0019 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 18274 1 0000000000000000 100 0 0 10 0
   1: «291E140A»:0016 «4D1E140A»:C7B2 01 00000000:00000000 02:000A7D2C 00000000     0        0 48211 2 0000000000000000 20 4 31 10 -1
`,
  '/proc/net/tcp6': `   0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000
   1: «F026022A0100009C0000000041000000»:0050 «F026022A0100009C0000000077000000»:1151 06 00000000:00000000 03:00000A11 00000000
`,
  'grep of /proc/net/tcp and tcp6': `/proc/net/tcp:   1: «291E140A»:0016 «4D1E140A»:C7B2 01 00000000:00000000 02:000A7D2C 00000000     0        0 48211
/proc/net/udp6:  71: «F026022A0100009C0000000041000000»:0050 «F026022A0100009C0000000077000000»:1151 07 00000000:00000000 03:00000A11 00000000
`,
  '/proc/net/route': `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
ens192\t00000000\t«011E140A»\t0003\t0\t0\t100\t00000000\t0\t0\t0
`,
  '/proc/net/if_inet6': `00000000000000000000000000000001 01 80 10 80       lo
«2a0226f09c0000010000000000000041» 02 40 00 80   ens192
«fe80000000000000025056fffe8f0a11» 02 40 20 80   ens192
`,
  '/proc/net/ipv6_route': `«2a0226f09c0000010000000000000000» 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000064 00000001 00000000 00000001   ens192
`,
  '/proc/net/arp': `IP address       HW type     Flags       HW address            Mask     Device
«10.20.30.1»       0x1         0x2         «00:50:56:8f:0a:01»     *        ens192
`,
  'arp -a': '_gateway («10.20.30.1») at «00:50:56:8f:0a:01» [ether] on ens192\n',
  hosts: `127.0.0.1   localhost localhost.localdomain localhost4 localhost4.localdomain4
::1         localhost localhost.localdomain localhost6 localhost6.localdomain6
«10.20.30.41» «web01».«example».com «web01»
«10.20.30.42» «db02».«example».com
`,
  'resolv.conf': 'search «example».com\nnameserver «10.20.30.5»\nnameserver «2a02:26f0:9c00:1::5»\n',
  ifcfg:
    'HWADDR=«00:50:56:8F:0A:11»\nIPADDR=«10.20.30.41»\nNETMASK=255.255.252.0\nGATEWAY="«10.20.30.1»"\nPREFIX=24\n',
  nmcli: `IP4.ADDRESS[1]:                         «10.20.30.41»/24
GENERAL.HWADDR:                         «00:50:56:8F:0A:11»
IP4.ROUTE[1]:                           dst = «10.20.30.0»/24, nh = 0.0.0.0, mt = 100
`,
  'uname -a':
    'Linux «web01».«example».com 4.18.0-305.el8.x86_64 #1 SMP Thu Apr 29 08:54:30 EDT 2021 x86_64 GNU/Linux\n',
  'wildcard mask': 'access-list 10 permit «10.20.32.0» 0.0.3.255\n',
  'reverse zone': '«41.30.20.10».in-addr.arpa\n',
  'kernel log':
    'IN=ens192 OUT= MAC=«00:50:56:8f:0a:11»:«00:50:56:8f:0a:01»:08:00 SRC=«10.20.30.77» DST=«10.20.30.41»\n',
  'bridge identifier': 'br0\t8000.«0050568f0a11»\tno\n',
  'DHCP lease':
    '  uid "\\001"; client-id 01:«00:50:56:8f:0a:11» duid 00:01:00:01:2a:7b:11:22:«00:50:56:8f:0a:11»\n',
  InfiniBand:
    '    link/infiniband 80:00:02:08:fe:80:00:00:00:00:00:00:«00:02:c9:03:00:0e:8a:cd» brd 00:ff:ff:ff:ff:12:40:1b:ff:ff:00:00:00:00:00:00:ff:ff:ff:ff\n',
  paths:
    '/home/«jsmith»/.ssh «jsmith»@«web01»:/export //«10.20.30.41»/share «web01»_backup «web01»-old /var/log/«10.20.30.9»/x\n',
  'passwd and ls': '«jsmith»:x:1001:1001::/home/«jsmith»:/bin/bash\n-rw-r--r--. 1 «jsmith» «jsmith» 0 a\n',
  escapes:
    '"x\\n«10.20.30.41»\\t«web01»" %2F«10.20.30.41» \u001b[1;32m«10.20.30.41»\u001b[0m └─«10.20.30.41» ‘«web01»’\n',
  ranges: '«10.20.30.50»-«10.20.30.99» «10.20.30.41»->«10.20.30.77» <ip>«10.20.30.41»</ip>\n',
  keywords:
    'The «Blue Heron» project, «bluemoon42», «BLUEMOON»-x, «blue-heron», «Blue_Heron», «blueheron», «blue moon» «Blue-Moon».\n',
  'joined names': 'user-«jsmith» «jsmith»_backup «JSMITH» «Jsmith» app.«jsmith».service «jsmith»-tools-1.2\n',
  people:
    '«Zora Quill» <«zquill»@«mail».«acme».example>, «ZORA QUILL» «zora.quill» «Quill, Zora»; Mrs. «Quill»\n',
  mail: 'To: <«a.person+tag»@«corp».com> mailto:«b_person»@«sub».«corp».co.uk root@«corp».com, «c»@«d».org\n',
  'accounts of a directory':
    '«pdoe»:*:20001:20001:«Pat Doe»,«Room 5»,«+49 30 1234»:/home/«pdoe»:/bin/bash\ndevs:x:20000:«pdoe»,«qroe»\n',
  'domain accounts':
    '«ACME»\\«pdoe» logged on, "user":"«ACME»\\\\«qroe»" «acme».example\\«rroe» BUILTIN\\Administrators C:\\Users\\«sroe»\\x\n',
  realms: '«pdoe»@«ACME».EXAMPLE host/«web9».«acme».example@«ACME».EXAMPLE «qroe»@«ACMECORP»\n',
  'distinguished names':
    'dn: uid=«pdoe»,ou=people,dc=«acme»,dc=example\nuid: «pdoe»\ncn: «Pat Doe»\nsn: «Doe»\nmemberUid: «qroe»\nCN=«Pat Doe»,OU=Staff,DC=«acme»,DC=co,DC=uk\n',
  'logs of accounts': `sshd[1]: Accepted publickey for «pdoe» from «10.20.30.41» port 22
sshd[1]: Failed password for invalid user «qroe» from «10.20.30.41» port 22
session opened for user «pdoe»(uid=20001) by (uid=0)
New session 5 of user «pdoe».
sudo[9]:  «pdoe» : TTY=pts/0 ; USER=root
CRON[77]: («pdoe») CMD (true)
type=USER_LOGIN msg=audit(1.1:1): acct="«pdoe»" AUID="«qroe»" UID="root"
uid=20001(«pdoe») gid=20001(«pdoe»)
/home/«pdoe»/.ssh /var/spool/cron/«qroe» /var/mail/«qroe»
`,
  'processes, failed logins and requests':
    '   1234 «pdoe»      20   0  162204   7300   5200 S   0.3   0.1   0:01.23 bash\n   77 «qroe»      rt   0  162.2g   7.3m   5200 R  99.9   0.1   0:01.23 x\n«pdoe»:\nWhen                Type  Source                Valid\n1700000000.123     45 «10.20.30.41» TCP_MISS/200 123 GET http://h.test/x «pdoe» HIER_NONE/- text/html\n',
  'ids of hardware': `\tAsset Tag: «ACME-004711»
\tService Tag: «8XK2R93»
\tUUID: «4c4c4544-0051-3810-8058-b8c04f333132»
Disk identifier: «0x1b2c3d4e»
wwn-«0x5000c500a1b2c3d4»-part1 naa.«5000c500a1b2c3d4» eui.«0025385b71b0c5d6» scsi-«35000c500a1b2c3d4»
LU WWN Device Id: «5 000c50 0a1b2c3d4»
port_name: «0x21000024ff123456» «50:01:43:80:12:34:56:78»
ata-WDC_WD40EFRX-68N32N0_«WD-WCC7K1234567» -> ../../sda
nvme-Samsung_SSD_970_«S466NX0M123456»_1 -> ../../nvme0n1
InitiatorName=iqn.1994-05.com.redhat:«a1b2c3d4e5f6»
Machine ID: «0123456789abcdef0123456789abcdef»
`,
  'addresses in names': '«ip-10-20-30-41» «ec2-54-1-2-3».example «enx005056a3b4c5» mac=«005056a3b4c5»\n',
};

/** Lines without addresses and names, which look as if they had some. */
export const untouched: readonly string[] = [
  'kernel-4.18.0.305-305.el8.x86_64',
  'kernel-core-5.14.0-70.22.1.el9_0.x86_64',
  '1.2.3.4-5.el8',
  'java-1.8.0-openjdk-1.8.0.302.b08-0.el8_4.x86_64',
  'nss-softokn-3.53.1.17-1.el8.i686',
  'libfoo.so.1.2.3.4',
  '/usr/lib64/libfoo.so.1.2.3.4 (0x00007f0000000000)',
  '/opt/oracle/product/12.1.0.2/db',
  '/srv/db2:11.1.4.7:7::Mon',
  'foo==1.2.3.4',
  'libfoo >= 1.2.3.4',
  'Requires: bar >= 2:1.6.99.1',
  'foo_1.2.3.4_amd64.deb',
  'version: 1.2.3.4',
  'Version     : 1.2.3.4',
  '"version": "1.2.3.4",',
  'firmware-version: 8.37.0.1',
  '<version>1.2.3.4</version>',
  'OpenSSL 1.0.2.1',
  'v1.2.3.4',
  '1.2.3.4~rc1 1.2.3.4+dfsg 1.2.3.4rc1',
  '1.3.6.1.4.1.8072.3.2.10',
  '.1.3.6.1',
  'OID: 2.5.29.15',
  '2021.01.02.03 21.01.02.03',
  '00:1f.2 SATA controller [0106]: Intel Corporation 82801IR/IO/IH (ICH9R/DO/DH) [8086:2922] (rev 02)',
  '0000:00:1f.2 03:12:55 2021-01-02T03:04:05 12:34:56.789',
  'SHA1 Fingerprint=AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD',
  'MD5 00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff',
  '550e8400-e29b-41d4-a716-446655440000',
  'std::vector dead::beef face::b00c Fcntl::add',
  'd41d8cd98f00b204e9800998ecf8427e  empty',
  'ffff9a3c80000000: 00000002 00000000 00010000 0001 01 18274 /run/systemd/notify',
  'http://169.254.169.254/latest http://[fd00:ec2::254]/',
  'ip6tables -s fc00::/7 -d 2000::/3 -j ACCEPT',
  'root admin test localhost localhost.localdomain',
  'jsmithson oldjsmith markdown mark-source MARK bookmark',
  'web011 xweb01 web01x my-example.com example.com.org notexample.com',
  'example sample',
];
