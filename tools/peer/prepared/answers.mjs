import { tables } from './tables.mjs';

const processes = [
  ['root', 1, '/usr/lib/systemd/systemd --switched-root'],
  ['root', 801, '/usr/sbin/httpd -DFOREGROUND'],
  ['nginx', 802, 'nginx: worker process'],
  ['root', 803, '/usr/sbin/nginx -g daemon off;'],
  ['db2inst1', 804, 'db2sysc 0'],
  ['pcp', 805, '/usr/libexec/pcp/bin/pmlogger -N -P'],
  ['ceph', 806, '/usr/bin/ceph-mon -f --id a'],
  ['root', 807, '/usr/sbin/sshd -D'],
];
const pad = (value, width) => String(value).padEnd(width);
const table = (commandOf) =>
  [
    'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND',
    ...processes.map(
      ([user, pid, command]) =>
        `${pad(user, 8)} ${String(pid).padStart(7)}  0.1  0.2 172140 13300 ?        Ss   Nov20   0:01 ${commandOf(command)}`,
    ),
    '',
  ].join('\n');
const otherTable = (head, columnsOf) =>
  [head, ...processes.map(([user, pid, command]) => `${columnsOf(user, pid)} ${command}`), ''].join('\n');
const base = (command) => command.split(' ')[0].split('/').at(-1).replace(/:$/, '');

const rpm = (name, version, release) =>
  `{"name":"${name}","epoch":"(none)","version":"${version}","release":"${release}","arch":"x86_64","installtime":"Thu Nov 20 08:00:00 2026","buildtime":"1700000000","vendor":"Red Hat, Inc.","buildhost":"x86-64-01.build.example.com","sigpgp":"RSA/SHA256, Mon Nov 17 10:00:00 2026, Key ID 199e2f91fd431d51"}`;
const rpmQuery =
  '-qa --qf \\{"name":"%{NAME}","epoch":"%{EPOCH}","version":"%{VERSION}","release":"%{RELEASE}","arch":"%{ARCH}","installtime":"%{INSTALLTIME:date}","buildtime":"%{BUILDTIME}","vendor":"%{VENDOR}","buildhost":"%{BUILDHOST}","sigpgp":"%{SIGPGP:pgpsig}"\\}\\n';
const rpms = `${[
  rpm('bash', '5.2.26', '6.el10'),
  rpm('insights-core', '3.8.4', '1.el10'),
  rpm('insights-client', '3.10.3', '2.el10'),
  rpm('kernel', '6.12.0', '55.9.1.el10_0'),
  rpm('satellite', '6.11.5', '1.el8sat'),
].join('\n')}\n`;

const hosts = 'web01.corp.example.org';
const dmidecode = `# dmidecode 3.6
Getting SMBIOS data from sysfs.
SMBIOS 2.7 present.

Handle 0x0000, DMI type 0, 24 bytes
BIOS Information
	Vendor: Amazon EC2
	Version: 1.0
	Release Date: 10/16/2017

Handle 0x0001, DMI type 1, 27 bytes
System Information
	Manufacturer: Amazon EC2
	Product Name: m5.large
	Version: Not Specified
	Serial Number: ec2e1916-9099-7caf-fd21-012345abcdef
	UUID: ec2e1916-9099-7caf-fd21-012345abcdef

Handle 0x0003, DMI type 3, 25 bytes
Chassis Information
	Manufacturer: Amazon EC2
	Asset Tag: Amazon EC2
`;

const link = (index, name, kind, address) =>
  `${index}: ${name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP mode DEFAULT group default qlen 1000\\    link/${kind} ${address} brd ff:ff:ff:ff:ff:ff\n`;

const containers = ['0123456789ab', 'ba9876543210'].map((start) => start.padEnd(64, '7'));
const containerTable = [
  `${pad('CONTAINER ID', 66)}${pad('IMAGE', 40)}${pad('COMMAND', 16)}${pad('CREATED', 16)}${pad('STATUS', 18)}${pad('PORTS', 9)}NAMES`,
  ...containers.map(
    (id, index) =>
      `${pad(id, 66)}${pad('registry.example.com/ubi9/ubi:latest', 40)}${pad('/sbin/init', 16)}${pad('2 weeks ago', 16)}${pad('Up 2 weeks', 18)}${pad('', 9)}web${index}`,
  ),
  '',
].join('\n');

/** By path of program and its arguments, joined by blanks, with … for any, what it prints. */
export const answers = {
  ...tables,
  '/bin/hostname': { '': `${hosts}\n`, '-f': `${hosts}\n`, '-s': 'web01\n', '-I': '192.0.2.10 \n' },
  '/bin/ps': {
    aux: table((command) => command),
    auxww: table((command) => command),
    auxcww: table(base),
    '-ef': otherTable(
      'UID          PID    PPID  C STIME TTY          TIME CMD',
      (user, pid) => `${pad(user, 8)} ${pid} 1  0 Nov20 ?        00:00:01`,
    ),
    alxwww: otherTable(
      'F   UID     PID    PPID PRI  NI    VSZ   RSS WCHAN  STAT TTY        TIME COMMAND',
      (_, pid) => `4     0 ${pid} 1  20   0 172140 13300 do_epo Ss   ?          0:01`,
    ),
  },
  '/bin/rpm': { [rpmQuery]: rpms },
  '/sbin/blkid': {
    '-c /dev/null':
      '/dev/sda1: LABEL="root" UUID="5f4f2a63-0d5b-4a4e-9d2c-0d5d7c2b1a01" TYPE="xfs"\n/dev/sdb: UUID="b1" TYPE="LVM2_member"\n',
  },
  '/sbin/ip': {
    '-o link':
      '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\\    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n' +
      link(2, 'eth1', 'ether', '52:54:00:00:00:02') +
      link(3, 'eth0', 'ether', '52:54:00:00:00:01') +
      link(4, 'eth0.7@eth0', 'ether', '52:54:00:00:00:01') +
      link(5, 'ib0', 'infiniband', '00:01:02:03'),
    '-s -d link':
      '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00 promiscuity 0\n    RX: bytes  packets  errors  dropped overrun mcast\n    840        10       0       0       0       0\n    TX: bytes  packets  errors  dropped carrier collsns\n    840        10       0       0       0       0\n',
    'route show table all':
      'default via 192.0.2.1 dev eth0 proto dhcp metric 100\n192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.10 metric 100\n',
  },
  '/sbin/lsmod': {
    '': 'Module                  Size  Used by\nbe2net                180224  0\nxfs                  2117632  2\nlibcrc32c              12288  1 xfs\n',
  },
  '/usr/bin/curl': {
    '…/latest/api/token…': 'the-token\n',
    '…169.254.169.254…': 'an answer\n',
  },
  '/usr/bin/ipcs': {
    '-m': '\n------ Shared Memory Segments --------\nkey        shmid      owner      perms      bytes      nattch     status\n0x00000000 65536      root       600        4194304    2          dest\n\n',
    '-s': '\n------ Semaphore Arrays --------\nkey        semid      owner      perms      nsems\n0x00000000 65570      apache     600        1\n0x00000000 98331      root       600        1\n0x00000000 98333      other      600        1\n\n',
  },
  '/usr/bin/iris': {
    list: `\nConfiguration 'IRIS'   (default)\n\tdirectory:    /intersystems\n\tversionid:    2023.1.0.235.1com\n\tdatadir:      /intersystems\n\tconf file:    iris.cpf  (SuperServer port = 1972, WebServer = 52773)\n\tstatus:       running, since Tue Jun 27 02:33:31 2026\n\tproduct:      InterSystems IRISHealth\n`,
  },
  '/usr/bin/nmcli': {
    'conn show':
      'NAME      UUID                                  TYPE            DEVICE\nteam0     bf000427-d9f1-432f-819d-257edb86c6fb  team            team0\nenp0s3    320d4923-c410-4b22-b7e9-afc5f794eecc  802-3-ethernet  --\n',
  },
  '/usr/bin/ovs-vsctl': { 'list-br': 'br-ext\nbr-int\n' },
  '/usr/bin/pgrep': { '-o httpd': '1\n', '-n openshift-route': '1\n' },
  '/usr/bin/podman': {
    'ps --all --no-trunc': containerTable,
    'cp …': '',
    'exec …cat /etc/redhat-release': 'Red Hat Enterprise Linux release 9.4 (Plow)\n',
    'exec …find /etc /opt…': '/etc/nginx/nginx.conf\n/etc/other.conf\n',
    'exec …ps aux': table((command) => command),
    'exec …rpm -qa…': rpms,
    'exec …dotnet --version': '8.0.100\n',
    'exec …': 'key = value\n',
  },
  '/usr/bin/uname': {
    '-a': 'Linux web01.corp.example.org 6.12.0-55.9.1.el10_0.x86_64 #1 SMP PREEMPT_DYNAMIC Tue Apr 8 08:00:00 EDT 2026 x86_64 GNU/Linux\n',
  },
  '/usr/sap/hostctrl/exe/saphostctrl': {
    '-function GetCIMObject -enuminstances SAPInstance':
      '*********************************************************\n SID , String , D89\n SystemNumber , String , 88\n InstanceName , String , HDB88\n Hostname , String , web01\n FullQualifiedHostname , String , web01.corp.example.org\n SapVersionInfo , String , 749, patch 200, changelist 1746259\n',
  },
  '/usr/bin/cloud-init': { 'query…': "('aws', 'ec2')\n" },
  '/usr/bin/yum': {
    '-d 2 -C --noplugins repolist':
      'repo id      repo name      status\nbaseos       BaseOS         1,234\nrepolist: 1,234\n',
  },
  '/usr/sbin/corosync-cmapctl': {},
  '/usr/sbin/httpd': {
    '-M': 'Loaded Modules:\n core_module (static)\n ssl_module (shared)\n',
    '-V': 'Server version: Apache/2.4.62 (Red Hat Enterprise Linux)\nServer MPM:     event\n',
  },
  '/usr/sbin/subscription-manager': {
    facts: 'cpu.core(s)_per_socket: 1\nnetwork.fqdn: web01.corp.example.org\n',
  },
  '/usr/sbin/tuned-adm': {
    list: 'Available profiles:\n- balanced                    - General non-specialized tuned profile\nCurrent active profile: balanced\n',
  },
  '/usr/sbin/dmidecode': { '': dmidecode },
  '/usr/sbin/runuser': {
    '-l db2inst1 -c db2 list database directory':
      '\n System Database Directory\n\n Number of entries in the directory = 1\n\nDatabase 1 entry:\n\n Database alias                       = SAMPLE\n Database name                        = SAMPLE\n',
  },
  '/usr/sbin/sestatus': {
    '-b': 'SELinux status:                 enabled\nSELinuxfs mount:                /sys/fs/selinux\nCurrent mode:                   enforcing\nMode from config file:          enforcing\nPolicy MLS status:              enabled\nPolicy from config file:        targeted\n\nPolicy booleans:\nabrt_anon_write                             off\n',
  },
  '/usr/sbin/virt-what': { '': 'aws\n' },
  '/bin/systemctl': {
    'list-unit-files':
      'UNIT FILE                     STATE    PRESET\npmproxy.service               enabled  disabled\nsshd.service                  enabled  enabled\n\n2 unit files listed.\n',
  },
};
