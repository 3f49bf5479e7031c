/** Contents of one host, by spec. Most tables of facts get rows from them. */
export const factContents = {
  hostname_default: 'web01.example.org\n',
  etc_machine_id: '0123456789abcdef0123456789abcdef\n',
  os_release: 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
  uname: 'Linux web01 6.1.0-26-amd64 #1 SMP x86_64 GNU/Linux\n',
  kernel_tainted: '4097\n',
  dmidecode:
    'System Information\n\tManufacturer: ACME\n\tProduct Name: R1\n\tUUID: 1-2\nBIOS Information\n\tVersion: 7\n',
  cpuinfo: 'processor\t: 0\nmodel name\t: Quick\nprocessor\t: 1\n',
  meminfo: 'MemTotal: 1000 kB\nMemAvailable: 255 kB\nSwapTotal: 400 kB\nSwapFree: 100 kB\n',
  proc_stat: 'cpu 1 2\nbtime 1700000000\n',
  uptime: ' 10:15:00 up 1 day,  load average: 0.12, 7.50, 3.01\n',
  timedatectl_show: 'Timezone=UTC\nNTP=yes\nNTPSynchronized=no\n',
  getenforce: 'Permissive\n',
  df__alP:
    'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 100 91 9 91% /\nproc 0 0 0 - /proc\n',
  df__li: 'Filesystem Inodes IUsed IFree IUse% Mounted on\n/dev/vda1 50 10 40 20% /\ntmpfs 9 1 8 12% /run\n',
  mounts: '/dev/vda1 / ext4 ro,relatime 0 0\n',
  findmnt_verify:
    'findmnt: /etc/fstab: parse error at line 5 -- ignored\n/srv\n   [ ] target exists\n   [E] unreachable source: UUID=1\n/opt\n   [W] no final newline\n   [E] FS type is wrong\n\n1 parse error, 2 errors, 1 warning\n',
  mdstat:
    'Personalities : [raid1]\nmd0 : active raid1 sda[0]\n      10 blocks [2/1] [U_]\nmd1 : inactive sdc[0]\nunused devices: <none>\n',
  ip_addr:
    '2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq master br0 state UP\n    link/ether 52:54:00:aa:bb:cc brd ff:ff:ff:ff:ff:ff\n    inet 192.0.2.10/24 scope global eth0\n    inet6 fe80::1/64 scope link dadfailed tentative\n3: eth1: <NO-CARRIER,UP> mtu 1500 state DOWN\n4: eth2: <BROADCAST> mtu 1500 state DOWN\n',
  ip_s_link:
    '2: eth0: <UP> mtu 1500\n    RX: bytes packets errors dropped missed mcast\n    5 6 1 2 0 0\n    TX: bytes packets errors dropped carrier collsns\n    7 8 0 0 0 0\n',
  ethtool: 'Settings for eth0:\n\tSpeed: 100Mb/s\n\tDuplex: Half\n\tLink detected: yes\n',
  ss: 'Netid State Recv-Q Send-Q Local Peer Process\ntcp LISTEN 0 128 0.0.0.0:22 0.0.0.0:* users:(("sshd",pid=7,fd=3))\ntcp LISTEN 0 128 [::1]:631 [::]:*\nudp UNCONN 0 0 192.0.2.10%eth0:68 0.0.0.0:*\n',
  installed_rpms: '{"name":"bash","epoch":"(none)","version":"5.1","release":"9.el9","arch":"x86_64"}\n',
  dpkg_packages:
    'ii \tadduser\tall\t3.134\tadduser\t3.134\t100\t0\nhi \tvim\tamd64\t2:9.0-1\tvim\t2:9.0-1\t1\t0\n',
  apk_packages: 'busybox-extras-1.36.1-r2\nWARNING: x\n',
  pacman_packages: 'linux 6.6.1.arch1-1\n',
  systemctl_list_units: '● a.service loaded failed failed A\n',
  systemctl_list_unit_files: 'UNIT FILE STATE PRESET\na.service enabled enabled\n',
  systemctl_show_all_services:
    'Restart=always\nId=a.service\nNRestarts=7\nResult=exit-code\nActiveState=failed\nInactiveEnterTimestampMonotonic=9500000\n\nId=b.service\nResult=success\nActiveState=active\nInactiveEnterTimestampMonotonic=7000000\n',
  ps_auxww:
    'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 1 0.5 0.1 100 20 ? Ss Jun03 1:02 /sbin/init splash\n',
  sysctl: 'net.ipv4.ip_forward = 1\nkernel.hostname = a = b\nnet.ipv4.tcp_rmem = 4096\t131072\t6291456\n',
  dmesg:
    '[    1.5] Linux version 6\n[   20.25] Out of memory: Killed process 21 (java) total-vm:1kB\n[   21.0] blk_update_request: I/O error, dev sdb\n',
  messages:
    'Jun  3 10:20:00 web01 kernel: Out of memory: Killed process 21 (java) total-vm:1kB\nJun  3 10:21:00 web01 app[1]: I/O error\nJun  3 10:22:00 web01 kernel: [  30.5] I/O error, dev sdc\n',
  host_cert_dates:
    'subject=CN = web01\nissuer=CN = Example CA\nserial=0A\nnotBefore=Nov  3 08:00:00 2026 GMT\nnotAfter=Dec  3 08:00:00 2026 GMT\n',
  certificates_enddate:
    'notAfter=Dec 30 08:00:00 2026 GMT\nFileName= /etc/pki/a.pem\nunable to load certificate\nnotAfter=Dec 31 08:00:00 2026 GMT\nFileName= /etc/pki/b.pem\n',
  getcert_list:
    "Number of certificates and requests being tracked: 1.\nRequest ID '20250101000000':\n\tstatus: MONITORING\n\tissuer: CN=CA\n\tsubject: CN=web01\n\texpires: 2027-01-02 03:04:05 UTC\n",
  passwd: 'root:x:0:0:root:/root:/bin/bash\n+::::::\nbroken:x:1\n',
  account_states: 'root P 2026-01-10 0 99999 7 -1\n',
} as const;
