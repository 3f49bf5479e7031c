const lines = (...all) => all.map((line) => `${line}\n`).join('');

const listing = lines(
  '/var/log:',
  'total 16',
  'drwxr-xr-x.  2 root root   61 Nov 20 08:00 .',
  'drwxr-xr-x. 19 root root 4096 Nov 20 08:00 ..',
  'lrwxrwxrwx.  1 root root    7 Nov 20 08:00 current -> messages',
  '-rw-------.  1 root root 8192 Nov 20 08:00 messages',
);
const numbered = listing.replaceAll('root root', '0 0');

/** Answers in forms that parsers know: of programs that print tables, by path and arguments. */
export const tables = {
  '/bin/date': {
    '': 'Fri Nov 20 08:00:00 EST 2026\n',
    '--utc': 'Fri Nov 20 13:00:00 UTC 2026\n',
  },
  '/bin/findmnt': {
    '-lo+PROPAGATION': lines(
      'TARGET SOURCE    FSTYPE OPTIONS     PROPAGATION',
      '/      /dev/sda1 xfs    rw,relatime shared',
      '/proc  proc      proc   rw,nosuid   private',
    ),
  },
  '/bin/ls': { '-la …': listing, '-lan …': numbered },
  '/bin/lsblk': {
    '-P …': lines(
      'NAME="sda" KNAME="sda" MAJ:MIN="8:0" FSTYPE="" MOUNTPOINT="" LABEL="" UUID="" RA="4096" RO="0" RM="0" MODEL="VIRTUAL-DISK" SIZE="20G" STATE="running" OWNER="root" GROUP="disk" MODE="brw-rw----" ALIGNMENT="0" MIN-IO="512" OPT-IO="0" PHY-SEC="512" LOG-SEC="512" ROTA="1" SCHED="mq-deadline" RQ-SIZE="256" TYPE="disk" DISC-ALN="0" DISC-GRAN="0B" DISC-MAX="0B" DISC-ZERO="0"',
      'NAME="sda1" KNAME="sda1" MAJ:MIN="8:1" FSTYPE="xfs" MOUNTPOINT="/" LABEL="root" UUID="5f4f2a63-0d5b-4a4e-9d2c-0d5d7c2b1a01" RA="4096" RO="0" RM="0" MODEL="" SIZE="20G" STATE="" OWNER="root" GROUP="disk" MODE="brw-rw----" ALIGNMENT="0" MIN-IO="512" OPT-IO="0" PHY-SEC="512" LOG-SEC="512" ROTA="1" SCHED="mq-deadline" RQ-SIZE="256" TYPE="part" DISC-ALN="0" DISC-GRAN="0B" DISC-MAX="0B" DISC-ZERO="0"',
    ),
  },
  '/bin/mount': {
    '': lines(
      '/dev/sda1 on / type xfs (rw,relatime,seclabel)',
      'proc on /proc type proc (rw,nosuid,nodev,noexec)',
    ),
  },
  '/bin/netstat': {
    '-neopa': lines(
      'Active Internet connections (servers and established)',
      'Proto Recv-Q Send-Q Local Address           Foreign Address         State       User       Inode      PID/Program name     Timer',
      'tcp        0      0 0.0.0.0:22              0.0.0.0:*               LISTEN      0          20808      807/sshd             off (0.00/0/0)',
      'Active UNIX domain sockets (servers and established)',
      'Proto RefCnt Flags       Type       State         I-Node   PID/Program name     Path',
      'unix  2      [ ACC ]     STREAM     LISTENING     11776    1/systemd            /run/systemd/private',
    ),
    '-i': lines(
      'Kernel Interface table',
      'Iface      MTU    RX-OK RX-ERR RX-DRP RX-OVR    TX-OK TX-ERR TX-DRP TX-OVR Flg',
      'eth0      1500     1024      0      0 0          1024      0      0      0 BMRU',
      'lo       65536       10      0      0 0            10      0      0      0 LRU',
    ),
  },
  '/sbin/auditctl': {
    '-s': lines(
      'enabled 1',
      'failure 1',
      'pid 803',
      'rate_limit 0',
      'backlog_limit 8192',
      'lost 0',
      'backlog 0',
    ),
    '-l': lines('-w /etc/passwd -p wa -k identity'),
  },
  '/sbin/ethtool': {
    eth0: lines('Settings for eth0:', '\tSpeed: 10000Mb/s', '\tDuplex: Full', '\tLink detected: yes'),
    eth1: lines('Settings for eth1:', '\tSpeed: Unknown!', '\tDuplex: Unknown! (255)', '\tLink detected: no'),
  },
  '/sbin/lvs': {
    '…': lines(
      "  LVM2_LV_NAME='root'|LVM2_LV_SIZE='17.00g'|LVM2_LV_ATTR='-wi-ao----'|LVM2_MIRROR_LOG=''|LVM2_VG_NAME='rhel'|LVM2_DEVICES='/dev/sdb(0)'|LVM2_REGION_SIZE='0 '|LVM2_DATA_PERCENT=''|LVM2_METADATA_PERCENT=''|LVM2_SEGTYPE='linear'|LVM2_SEG_MONITOR=''|LVM2_LV_KERNEL_MAJOR='253'|LVM2_LV_KERNEL_MINOR='0'",
    ),
  },
  '/sbin/pvs': {
    '…': lines(
      "  LVM2_PV_FMT='lvm2'|LVM2_PV_UUID='b1'|LVM2_DEV_SIZE='20.00g'|LVM2_PV_NAME='/dev/sdb'|LVM2_PV_SIZE='20.00g'|LVM2_PV_FREE='3.00g'|LVM2_VG_NAME='rhel'",
    ),
  },
  '/sbin/vgs': {
    '…': lines(
      "  LVM2_VG_FMT='lvm2'|LVM2_VG_UUID='g1'|LVM2_VG_NAME='rhel'|LVM2_VG_ATTR='wz--n-'|LVM2_VG_SIZE='20.00g'|LVM2_VG_FREE='3.00g'",
    ),
  },
  '/usr/bin/lsof': {
    '': lines(
      'COMMAND   PID   TID TASKCMD             USER   FD      TYPE             DEVICE SIZE/OFF    NODE NAME',
      'systemd     1                           root  cwd       DIR                8,1      224      64 /',
      'httpd     801                           root  txt       REG                8,1   579384  131073 /usr/sbin/httpd',
    ),
  },
  '/usr/bin/pidstat': {
    '': lines(
      'Linux 6.12.0-55.9.1.el10_0.x86_64 (web01.corp.example.org) \t11/20/2026 \t_x86_64_\t(2 CPU)',
      '',
      '08:00:00 AM   UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command',
      '08:00:00 AM     0         1    0.01    0.02    0.00    0.00    0.03     0  systemd',
    ),
  },
  '/usr/bin/uptime': { '': ' 08:00:00 up 10 days,  2:03,  1 user,  load average: 0.10, 0.20, 0.30\n' },
};
