/** The outputs of a host with a problem of each kind, as the programs print them, by command line or path. */
export const hostInTrouble: Readonly<Record<string, string>> = {
  '/bin/hostname': 'web01.example.org\n',
  '/etc/os-release':
    'NAME="Red Hat Enterprise Linux"\nVERSION="9.4 (Plow)"\nID="rhel"\nPRETTY_NAME="Red Hat Enterprise Linux 9.4 (Plow)"\n',
  '/usr/bin/uname -a':
    'Linux web01.example.org 5.14.0-427.13.1.el9_4.x86_64 #1 SMP PREEMPT_DYNAMIC Wed Apr 10 10:29:16 EDT 2024 x86_64 x86_64 x86_64 GNU/Linux\n',
  '/usr/sbin/dmidecode':
    '# dmidecode 3.5\nHandle 0x0100, DMI type 1, 27 bytes\nSystem Information\n\tManufacturer: Dell Inc.\n\tProduct Name: PowerEdge R650\n\tVersion: Not Specified\n\nHandle 0x0200, DMI type 2, 8 bytes\nBase Board Information\n\tManufacturer: Other\n',
  '/bin/date': 'Tue Jun  4 10:15:00 CEST 2024\n',
  '/proc/stat': 'cpu  10 20 30\nctxt 5\nbtime 1717401600\nprocesses 9\n',
  '/usr/bin/timedatectl status':
    '               Local time: Tue 2024-06-04 10:15:00 CEST\n                Time zone: Europe/Berlin (CEST, +0200)\nSystem clock synchronized: no\n              NTP service: inactive\n',
  '/usr/bin/lscpu':
    'Architecture:            x86_64\nCPU(s):                  4\nModel name:              Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz\nSocket(s):               2\n',
  '/usr/bin/uptime': ' 10:15:00 up 1 day,  2:15,  3 users,  load average: 9.12, 7.50, 3.01\n',
  '/proc/meminfo':
    'MemTotal:       16000000 kB\nMemFree:          200000 kB\nMemAvailable:     800000 kB\nSwapTotal:       4000000 kB\nSwapFree:        1000000 kB\nHugePages_Total:     512\nHugepagesize:       2048 kB\n',
  '/bin/ps auxww':
    'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\nroot           1  0.0  0.1 172000 14000 ?        Ss   Jun03   0:04 /usr/lib/systemd/systemd --switched-root\nmysql       2201 97.5 60.0 9800000 9600000 ?     Ssl  Jun03 999:01 mysqld: accepting connections\nroot           2  0.0  0.0      0     0 ?        S    Jun03   0:00 [kthreadd]\n',
  '/bin/lsblk':
    'NAME          MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS\nsda             8:0    0  100G  0 disk \n├─sda1          8:1    0    1G  0 part /boot\n└─sda2          8:2    0   99G  0 part /\n',
  '/bin/df -alP -x autofs':
    'Filesystem     1024-blocks     Used Available Capacity Mounted on\nproc                     0        0         0        - /proc\n/dev/sda2         71645184 68062925   3582259      96% /\n/dev/sda1          1038336   311501    726835      30% /boot\n/dev/mapper/data  20961280  2096128  18865152      10% /srv/my files\n',
  '/bin/df -li -x autofs':
    'Filesystem       Inodes   IUsed  IFree IUse% Mounted on\n/dev/sda2      35840000 1000000 34840000    3% /\n/dev/mapper/data 655360  655360       0  100% /srv/my files\n',
  '/proc/mounts':
    '/dev/sda2 / xfs rw,relatime 0 0\n/dev/mapper/data /srv/my\\040files ext4 ro,relatime 0 0\n',
  '/proc/mdstat':
    'Personalities : [raid1]\nmd0 : active raid1 sdb1[1] sda1[0](F)\n      1047552 blocks super 1.2 [2/1] [_U]\n\nunused devices: <none>\n',
  '/sbin/ip addr':
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n2: eno1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000\n    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff\n    inet 192.0.2.10/24 brd 192.0.2.255 scope global eno1\n    inet6 2001:db8::10/64 scope global\n3: eno2: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc mq state DOWN group default qlen 1000\n    link/ether 52:54:00:12:34:57 brd ff:ff:ff:ff:ff:ff\n',
  '/sbin/ip route show table all':
    'default via 192.0.2.1 dev eno1 proto dhcp metric 100 \n192.0.2.0/24 dev eno1 proto kernel scope link src 192.0.2.10 metric 100 \nlocal 192.0.2.10 dev eno1 table local proto kernel scope host src 192.0.2.10 \ndefault via 10.9.9.9 dev eno2 table 200 \n',
  '/sbin/ip -s -d link':
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00 promiscuity 0\n    RX:  bytes packets errors dropped  missed   mcast           \n          1000      10      0       0       0       0 \n    TX:  bytes packets errors dropped carrier collsns           \n          1000      10      0       0       0       0 \n2: eno1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000\n    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff promiscuity 0\n    RX:  bytes packets errors dropped  missed   mcast           \n     123456789  100000    170    4200       0       0 \n    TX:  bytes packets errors dropped carrier collsns           \n     987654321   90000      0       0       0       0 \n',
  '/proc/net/bonding/bond0':
    'Ethernet Channel Bonding Driver: v5.14.0\n\nBonding Mode: fault-tolerance (active-backup)\nPrimary Slave: None\nCurrently Active Slave: eno1\nMII Status: up\n\nSlave Interface: eno1\nMII Status: up\nLink Failure Count: 0\n\nSlave Interface: eno2\nMII Status: down\nLink Failure Count: 3\n',
  '/usr/sbin/ss -tupna':
    'Netid State  Recv-Q Send-Q     Local Address:Port  Peer Address:Port Process\nudp   UNCONN 0      0              127.0.0.1:323        0.0.0.0:*     users:(("chronyd",pid=801,fd=5))\ntcp   LISTEN 0      511              0.0.0.0:443        0.0.0.0:*     users:(("nginx",pid=1201,fd=7),("nginx",pid=1200,fd=7))\ntcp   LISTEN 0      511                 [::]:443           [::]:*     users:(("nginx",pid=1201,fd=8),("nginx",pid=1200,fd=8))\ntcp   LISTEN 0      128              0.0.0.0:22         0.0.0.0:*     users:(("sshd",pid=901,fd=3))\ntcp   ESTAB  0      0            192.0.2.10:22      192.0.2.77:50211 users:(("sshd",pid=4001,fd=4))\n',
  '/bin/systemctl list-units':
    '  UNIT                    LOAD   ACTIVE SUB     DESCRIPTION\n  dev-sda.device          loaded active plugged Disk\n● httpd.service           loaded failed failed  The Apache HTTP Server\n  sshd.service            loaded active running OpenSSH server daemon\n\nLOAD   = Reflects whether the unit definition was properly loaded.\n3 loaded units listed.\n',
  '/bin/dmesg':
    '[    0.000000] Linux version 5.14.0\n[ 1200.100000] mysqld invoked oom-killer: gfp_mask=0x140dca\n[ 1200.200000] Out of memory: Killed process 2100 (mysqld) total-vm:9800000kB, anon-rss:9600000kB\n[ 1300.200000] Memory cgroup out of memory: Killed process 2300 (java) total-vm:100kB\n[ 2000.000000] blk_update_request: I/O error, dev sdb, sector 12345 op 0x0:(READ)\n[ 2001.000000] blk_update_request: I/O error, dev sdb, sector 12346 op 0x0:(READ)\n[ 2100.000000] INFO: task kworker/1:2:345 blocked for more than 120 seconds.\n',
  '/sbin/sysctl -a': 'kernel.tainted = 4097\nvm.swappiness = 60\n',
  '/sys/kernel/kexec_crash_size': '0\n',
  '/etc/kdump.conf': 'path /var/crash\ncore_collector makedumpfile -l --message-level 7 -d 31\n',
  '/var/log/messages':
    'Jun  2 23:10:00 web01 kernel: Out of memory: Killed process 1900 (ruby) total-vm:900kB, anon-rss:800kB\nJun  3 09:58:12 web01 app[900]: request 17 done\nJun  3 10:00:02 web01 kernel: Linux version 5.14.0\nJun  3 10:20:00 web01 kernel: Out of memory: Killed process 2100 (mysqld) total-vm:9800000kB, anon-rss:9600000kB\n',
  '/usr/sbin/sestatus -b':
    'SELinux status:                 enabled\nSELinuxfs mount:                /sys/fs/selinux\nCurrent mode:                   permissive\nMode from config file:          enforcing\n\nPolicy booleans:\nabrt_anon_write   off\n',
  '/usr/bin/yum -d 2 -C --noplugins repolist':
    'repo id                                repo name\nrhel-9-for-x86_64-baseos-rpms          Red Hat Enterprise Linux 9 - BaseOS\nrhel-9-for-x86_64-appstream-rpms       Red Hat Enterprise Linux 9 - AppStream\n',
  '/usr/sbin/subscription-manager status':
    '+-------------------------------------------+\n   System Status Details\n+-------------------------------------------+\nOverall Status: Invalid\n',
};
