/** What hosts print most, as a sample: keywords are looked for where few other words have the same letters. */
export const hostText = `
Nov 30 14:02:11 web01 systemd[1]: Started session-42.scope - Session 42 of User root.
Nov 30 14:02:11 web01 systemd[1]: apt-daily.service: Deactivated successfully.
Nov 30 14:02:12 web01 systemd[1]: Starting man-db.service - Daily man-db regeneration...
Nov 30 14:05:01 web01 CRON[2211]: (root) CMD (command -v debian-sa1 > /dev/null && debian-sa1 1 1)
Nov 30 14:05:01 web01 CRON[2211]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)
Nov 30 14:06:40 web01 sshd[2290]: Connection closed by 10.0.0.7 port 51644 [preauth]
Nov 30 14:06:41 web01 sshd[2291]: Disconnected from invalid user admin 10.0.0.7 port 51650
Nov 30 14:07:03 web01 kernel: [ 1201.220133] eth0: link up, 1000 Mbps, full duplex
Nov 30 14:07:03 web01 kernel: usb 1-1: new high-speed USB device number 4 using xhci_hcd
Nov 30 14:07:09 web01 NetworkManager[611]: <info>  [1764511629.1] device (eth0): state change: config -> activated
Nov 30 14:08:00 web01 dhclient[700]: DHCPREQUEST for 10.0.0.23 on eth0 to 10.0.0.1 port 67
Nov 30 14:08:44 web01 postfix/smtpd[2400]: connect from mail.example.org[10.0.0.9]
Nov 30 14:08:44 web01 rsyslogd: action 'action-3-builtin:omfile' resumed (module 'builtin:omfile')
Nov 30 14:09:12 web01 dockerd[812]: time="2026-11-30T14:09:12Z" level=info msg="ignoring event" container=0a1b module=libcontainerd
Nov 30 14:09:30 web01 kubelet[901]: I1130 14:09:30.512 901 reconciler.go:224] "operationExecutor.VerifyControllerAttachedVolume started for volume"
Nov 30 14:10:01 web01 chronyd[640]: Selected source 10.0.0.1, system clock wrong by 0.002 seconds
2026-11-30T14:10:10.120Z INFO  [main] o.s.b.w.e.tomcat.TomcatWebServer - Tomcat started on port(s): 8080 (http) with context path ''
2026-11-30 14:10:11,301 WARN worker-3 retry 2 of 5 failed: timeout waiting for response from upstream server, request queued
2026-11-30 14:10:12 UTC [1201] LOG:  checkpoint complete: wrote 42 buffers (0.3%); 0 WAL file(s) added, 0 removed
2026-11-30 14:10:12 [Warning] Aborted connection 12 to db: 'shop' user: 'app' host: 'localhost' (Got timeout reading communication packets)
2026-11-30 14:10:13 status half-configured libc6:amd64 2.36-9
2026-11-30 14:10:13 install python3-requests:all <none> 2.28.1
10.0.0.7 - - [30/Nov/2026:14:10:15 +0000] "GET /index.html HTTP/1.1" 200 5120 "https://www.example.org/" "Mozilla/5.0 (X11; Linux x86_64)"
10.0.0.7 - - [30/Nov/2026:14:10:16 +0000] "POST /api/v1/orders?page=2 HTTP/1.1" 404 153 "-" "curl/7.88.1"
type=SERVICE_START msg=audit(1764511629.120:301): pid=1 uid=0 auid=4294967295 ses=4294967295 subj=unconfined msg='unit=cron comm="systemd"'
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.1 168020 12040 ?        Ss   Nov29   0:04 /lib/systemd/systemd --system --deserialize=35
www-data     812  0.1  0.4 220100 41220 ?        S    09:01   0:12 nginx: worker process
postgres    1201  0.0  0.9 330100 90220 ?        Ssl  Nov29   1:02 /usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/15/main
root         655  0.0  0.0      0     0 ?        I<   Nov29   0:00 [kworker/0:1H-kblockd]
drwxr-xr-x  2 root root     4096 Nov 30 14:02 conf.d
-rw-r--r--  1 root root    12288 Nov 30 14:02 /usr/share/doc/python3/changelog.gz
lrwxrwxrwx  1 root root       27 Nov 30 14:02 localtime -> /usr/share/zoneinfo/Etc/UTC
/dev/mapper/vg0-root /               ext4    rw,relatime,errors=remount-ro 0 1
tmpfs                /run            tmpfs   rw,nosuid,nodev,noexec,relatime,size=400M,mode=755 0 0
Filesystem     1024-blocks      Used Available Capacity Mounted on
2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff
    inet 10.0.0.23/24 brd 10.0.0.255 scope global dynamic eth0
default via 10.0.0.1 dev eth0 proto dhcp src 10.0.0.23 metric 100
tcp   LISTEN 0      4096         0.0.0.0:443        0.0.0.0:*    users:(("nginx",pid=811,fd=6))
Chain INPUT (policy ACCEPT 0 packets, 0 bytes)
    0     0 ACCEPT     all  --  *      *       0.0.0.0/0            0.0.0.0/0            ctstate RELATED,ESTABLISHED
net.ipv4.conf.all.accept_redirects = 0
kernel.sched_domain.cpu0.domain0.flags = 4655
vm.dirty_background_ratio = 10
fs.protected_hardlinks = 1
MemAvailable:   22102448 kB
processor	: 0
flags		: fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat clflush mmx fxsr sse sse2 syscall nx
Module                  Size  Used by
nf_conntrack          176128  2 xt_conntrack,nf_nat
ii  libpam-modules:amd64  1.5.2-6  amd64  Pluggable Authentication Modules for PAM
openssl-libs-3.0.7-27.el9.x86_64
  UNIT                      LOAD   ACTIVE SUB     DESCRIPTION
  ssh.service               loaded active running OpenBSD Secure Shell server
[Unit]
Description=The Apache HTTP Server
After=network.target remote-fs.target nss-lookup.target
ExecStart=/usr/sbin/apachectl start
WantedBy=multi-user.target
ActiveEnterTimestampMonotonic=1201220133
# This file is read by the daemon at start; see the manual page for all options.
# Uncomment the following lines to enable logging to a file, or leave the default.
# You may use, copy, modify and distribute this program under the terms of the license.
# It is not necessary to change these settings unless another server is required.
ServerName www.example.org
<Directory /var/www/html>
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    listen 443 ssl http2 default_server;
include /etc/nginx/conf.d/*.conf
session    required     pam_limits.so
root:x:0:0:root:/root:/bin/bash
deb http://deb.debian.org/debian bookworm main contrib non-free-firmware
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
if [ -r /etc/default/locale ]; then . /etc/default/locale; fi
maxmemory-policy = allkeys-lru
max_connections = 100                   # (change requires restart)
<property name="hibernate.show_sql" value="false"/>
  "metadata": { "name": "web", "namespace": "default", "labels": { "app": "web", "tier": "frontend" } },
    resources: { requests: { cpu: 100m, memory: 128Mi } }
  - name: install packages
    image: registry.example.org/shop/web:1.4.2
    restart: unless-stopped
    driver: bridge
ls: cannot access '/opt/app': No such file or directory
Permission denied (publickey).
command not found
WARNING: this operation is not supported on this platform
Error: could not open the configuration file, using default values instead
`;
