const r = String.raw;

/** As `hostLines`: settings that are disabled, values with blanks, values on a line of their own, and rarer files. */
export const furtherLines = r`
=== /etc/motd
Welcome to build-03
 * Jenkins: user ci / password: «»
 * Wifi PSK for the lab: «funk loch 12»
 * Change your password every 90 days.
=== /etc/passwd
root:x:0:0:root:/root:/bin/bash
uucp:«aB3.xQ9/kLm2Y»:10:14:uucp:/var/spool/uucp:/bin/sh
bob:*:1000:1000::/home/bob:/bin/sh
=== /etc/tmpfiles.d/x.conf
f+ /run/x/db.password 0400 app app - «»
f /run/x/api.token 0600 app app - «two words»
d /run/x 0750 app app -
L /run/x/key.pem - - - - /etc/x/key.pem
=== /etc/nvme/discovery.conf
-t tcp -a 192.0.2.7 -s 4420 -S «DHHC-1:00:tlTelPqwMDr12u242AK01mK8pZkx5DXLTRcVrQtVYtF2XDnn:»
--transport=tcp --dhchap-secret=«DHHC-1:00:YBC5HlkoS7nzDLADnUV/wVfms64ILRd9Hh1BczNkHD3n9GHO:» --hostnqn=nqn.2014-08.org
=== /etc/nvme/config.json
      "dhchap_key": "«»",
=== /etc/ssl/openssl.cnf
challengePassword_default = «»
input_password = «»
# output_password = «»
pkcs11-module-token-pin = «4711»
challengePassword_min = 4
=== /etc/postfix/main.cf
smtp_sasl_password_maps = inline:{ [mail.example]:587=bob:«» }
    { relay.example=bob:«» }
relayhost = [mail.example]:587
=== /etc/sudoers.d/x
bob ALL=(ALL) NOPASSWD: /usr/bin/mysqladmin --password\=«» shutdown
=== /etc/neutron/neutron.conf
transport_url=rabbit://bob:«»@192.0.2.1:5671,bob:«»@192.0.2.2:5671/?ssl=1
=== /etc/conf.d/net
key_home="s:«coffee» enc open"
key_work="[1] s:«coffee» key [1] enc open"
=== /etc/sssd/conf.d/x.conf
auth_header_value = «»
=== /etc/kubernetes/manifests/x.yaml
    - name: bgp_peerpass
      value: «»
    - name: "RESTIC_PASSWORD"
      value: '«two words»'
    - name: bgp_peers
      value: 192.0.2.1:65000:«»:false,192.0.2.2:65000:«»:true
    - name: vip_arp
      value: "true"
    - "--password=«two words»"
    - --token-file=/etc/x
=== /etc/tomcat9/web.xml
    <env-entry-name>apiKey</env-entry-name>
    <env-entry-type>java.lang.String</env-entry-type>
    <env-entry-value>«»</env-entry-value>
=== /etc/vector/x.yaml
      token: >-
        «»
      inputs: [x]
=== /etc/keepalived/keepalived.conf
  authentication { auth_type PASS auth_pass «» }
    #    auth_pass «»
    auth_type PASS
=== /etc/cron.hourly/x
$ua->default_header('X-Api-Token' => '«»');
$ua->credentials("h.example:443", "WMS", "bob", "«»");
=== /etc/environment
http_proxy="http://bob:«two words»@proxy.example:3128"
=== /etc/profile
PROD_LOGIN=batch/«»@ORCL
export PATH=/usr/bin:/bin
=== /etc/default/minio
MINIO_ACCESS_KEY="minioprod"
MINIO_KMS_SECRET_KEY=my-key:«Yy8J/cveO5ajRdKBLEum5LH7kMZX5s5nJx4S3j7VGdY=»
=== /etc/crontab
RESTIC_PASSWORD=«two words more»
0 3 * * * root /usr/bin/true
=== /run/cloud-init/instance-data.json
  "chpasswd": {"list": ["root:«»", "bob:«»"]},
=== /etc/cloud/cloud.cfg.d/x.cfg
      db1:5432:*:app:«»
=== /etc/grub.d/40_custom
#password bob «»
password_pbkdf2 root $HASH
=== /etc/bird/bird.conf
protocol rip { interface "eth2" { authentication plaintext; password "«»"; }; }
=== /etc/ceph/ceph.conf
rgw keystone admin password = «two words»
rgw crypt s3 kms encryption keys = a=«5YNOn8or7xXTZR26Id+Em2WiOaWKKDd7up/zN/UXp9I=» b=«uPhZrX1pnPAj8JNTddKRq2WPlUTA4hgNpTRvzj6uNb0=»
=== /etc/collectd/collectd.conf
#    Password "«»"
=== /etc/fstab
//h/it /mnt/it smb3 user=CORP/bob%«»,ro 0 0
//h/hr /srv/hr cifs credentials=/root/.smb-hr,seal,_netdev,nofail 0 0
curlftpfs#ftp://bob:«»@ftp.example/out /mnt/partner fuse ro 0 0
=== /etc/auto.cifs
ftp	-fstype=curlftpfs,allow_other	:ftp\://bob\:«»@ftp.example/
=== /etc/haproxy/haproxy.cfg
    http-request set-var(txn.jwt) http_auth_bearer,jwt_verify("HS256","«»")
    http-check send meth GET uri /ping hdr X-Auth-Token «»
=== /etc/httpd/conf.d/x.conf
OIDCOAuthVerifySharedKeys plain##«»
SetEnvIfNoCase Authorization "^Basic «cmVwbzpXYWxkLWFyYmVpdGVy»$" repo_ok
RewriteCond %{HTTP:X-Deploy-Token} !=«8348e1ace2137b49a3b28ee823b54444»
PerlSetVar DBpassword «»
AuthLDAPBindPassword "exec:/usr/local/bin/pw intranet"
=== /etc/nginx/nginx.conf
        00112233445566778899001122334455x off;
        «155677d794a27527f9fded49bc7e0f64» client_two;
        proxy_set_header   Authorization   'ApiKey «»';
    location /x { content_by_lua_block { if ngx.var.arg_token ~= "«»" then ngx.exit(403) end } }
=== /etc/openvpn/server/x.conf
;scramble obfuscate «»
=== /etc/ntp.conf
#crypto pw «»
=== /etc/php.ini
;sendmail_path = "/usr/bin/msmtp --passwordeval 'echo «»' -t"
=== /etc/postgresql/14/main/postgresql.conf
#primary_conninfo = 'user=repl password=''«two words»'' host=pg0'
=== /etc/proftpd/x.conf
RadiusAuthServer localhost:1812 «» 5
=== /etc/yum.repos.d/x.repo
baseurl=https://«9d6699e64e34a4f5b8ce40f98123dd0767dbbf8c2a0437e0»:@packagecloud.io/acme/private
baseurl=https://rmt.example/repo/SUSE/Products?credentials=SCCcredentials
=== /etc/apt/sources.list.d/x.list
deb https://packagecloud.io/priv/«03b974dba5ae9192877f08d861b1571ede855675c3916193»/debian/ bookworm main
=== /etc/rear/local.conf
BACKUP_OPTIONS="username=rear,password=«two words»,vers=3.0"
=== /var/lib/pacemaker/cib/cib.xml
          <nvpair value="«»" name="test_passwd" id="db-tp"/>
=== /etc/traefik/x.yml
        users: ["test:traefik:«064bc559dccde83cb96c26a48961b73a»"]
=== /etc/mail/sendmail.mc
dnl AuthInfo:smtp.example "U:root" "I:bob" "P:«»" "M:PLAIN"
=== /etc/exim4/conf.d/main/x
hide pgsql_servers = 192.0.2.1/db/bob/«» : (/tmp/.s.PGSQL.5432)/db/bob/«»
=== /etc/exim4/conf.d/auth/x
  server_secret = \${if eq{\$auth1}{bob}{«»}fail}
=== /tmp/preseed.cfg
d-i netcfg/wireless_wpa string «two words»
d-i partman-crypto/passphrase password «»
mysql-server mysql-server/root_password password «»
=== /root/.config/openshift/hosts
ansible_become_pass='«two words»'
=== /etc/cloud/cloud.cfg.d/y.cfg
rh_subscription: {username: bob, password: «two words», activation-key: «»}
  list: |
    bob:«Gran:ite»
    eve:RANDOM
ssh_import_id:
  - gh:somebody
=== /etc/netplan/02.yaml
    wg0: {mode: wireguard, key: «4GgaQCy68nzNsUE5aJ9fuLzHhB65tAlwbmA72MWnOm8=»}
  modems: {cdc0: {apn: internet, password: «two words»}}
=== /etc/prometheus/prometheus.yml
  basic_auth: {username: bob, password: «two words»}
  oauth2: {client_id: bob, client_secret: «», token_url: https://h/t}
=== /etc/vault.d/x.hcl
seal "awskms" { secret_key = "«»" kms_key_id = "19ec80b0-dfdd" }
=== /etc/wpa_supplicant/wpa_supplicant.conf
	psk="«two words»"
	wep_key0="«abcde»"
	pin="«1234»"
	key_mgmt=WPA-PSK
=== /root/anaconda-ks.cfg
rootpw --plaintext «»
rhsm --organization="1" --activation-key="«»"
user --name=bob --password=«» --plaintext
=== /etc/netdata/stream.conf
  api key = «11111111-2222-3333-4444-555555555555»
=== /etc/sysctl.d/x.conf
net.ipv4.tcp_fastopen_key = «00112233-44556677-8899aabb-ccddeeff»
=== /etc/my.cnf.d/galera.cnf
wsrep_sst_auth="sst:«two words»"
wsrep_sst_auth=sst:«»
=== /etc/nagios/nrpe.cfg
command[v]=/usr/lib/nagios/plugins/check_vmware_esx -u bob -p '«»' -S runtime
command[m]=/usr/lib/nagios/plugins/check_mongodb -P 27017 -u bob -p «»
command[r]=/usr/lib/nagios/plugins/check_redis -a «» -H h
command[d]=/usr/lib/nagios/plugins/check_disk -w 20% -c 10% -p /dev/sda1
command[t]=/usr/lib/nagios/plugins/check_tcp -p $ARG1$
=== /etc/filebeat/filebeat.yml
cloud.auth: "elastic:«two words»"
=== /etc/fluent-bit/fluent-bit.conf
    Cloud_Auth elastic:«»
=== /etc/gunicorn.d/x.py
raw_env = ['DB_PASSWORD=«two words»', 'A=b', "SECRET_KEY=«»"]
=== /etc/uwsgi/apps-enabled/x.ini
env = SECRET_KEY=«two words»
=== /etc/php-fpm.d/www.conf
env[DB_PASS] = «»
=== /etc/issue
Service account: Passwort: «»
The PIN of the rack is «4711-22»
Default login: pi / «»
=== /var/spool/cron/crontabs/root
0 3 * * * restic --password-command "echo «»" backup /
0 5 * * * curl -d "token=«»&user=bob" https://h
=== /etc/nslcd.conf
bindpw «two words»
=== /etc/sudo-ldap.conf
bindpw «»
tls_keypw «»
=== /etc/datadog-agent/datadog.yaml
    "https://h": ["«00112233445566778899aabbccddeeff»"]
=== commands/ps
root 1 iwconfig wlan0 essid alt key «0123-4567-89»
root 1 ip xfrm state add src 192.0.2.1 dst 192.0.2.2 spi 0x1 enc 'cbc(aes)' «0x1f099d941dd14e51bfb4f4cfe0095ae0» auth sha1 «0x42cb36bcad0b7ef7b51321fde532dafc7a43e4fb»
root 1 ip macsec add macsec0 tx sa 0 pn 1 on key 01 «60f3d378e864b1fe76a9338cbfc50c8c»
root 1 setkey -c add 192.0.2.1 192.0.2.2 esp 0x201 -E aes-cbc «0x680b350a55f1a7016e58514461871a9a»
root 1 create_ap wlan0 eth0 Kiosk «»
root 1 nvme connect -t tcp -a 192.0.2.1 -S «DHHC-1:00:abcdefg=:» -n nqn
root 1 hdparm --user-master u --security-unlock «» /dev/sda
root 1 storcli /c0 set securitykey=«» keyid=k1
root 1 lbu commit -e -p «» usb
root 1 ipa-server-install -r EXAMPLE.ORG -p «» -U
root 1 ipa-replica-install -P admin -w «» -U
root 1 ctr images pull --user bob:«» h/x
root 1 crictl pull --creds bob:«» h/x
root 1 knife bootstrap h -U root -P «» -N web9
root 1 vmrun -T ws -gu root -gp «» list
root 1 frpc tcp -s h:7000 -t «» -l 22
root 1 mongorestore --host=h -u=bob -p=«» --drop
root 1 curl --cert /etc/c.pem:«» https://h
root 1 rdesktop -u bob -p «» h
=== /etc/openvpn/server/server.conf
setenv LDAP_BINDPW «»
setenv opt block-outside-dns
=== /etc/coredns/Corefile
    netbox {
      token «»
      url https://netbox.example.com
=== /etc/apache2/sites-enabled/shop.conf
	RequestHeader set X-Origin-Verify "«»"
	RequestHeader set X-SSL-Client-Verify "%{SSL_CLIENT_VERIFY}s"
	RewriteCond %{HTTP:X-Origin-Verify} !^«hunterfalcon»$
	RewriteCond %{HTTP:X-SSL-Client-Verify} !^SUCCESS$
=== /etc/nginx/conf.d/shop.conf
    proxy_set_header X-Backend-Auth "«»";
    proxy_set_header X-SSL-Client-Verify $ssl_client_verify;
    set $auth "Basic «cHJvbTpHVEVLNERTbDg=»";
=== /etc/haproxy/haproxy.cfg
	dynamic-cookie-key «»
	http-request set-header X-Backend-Auth «»
	http-request set-header X-SSL-Client-Verify %[ssl_c_verify]
	acl is_cdn hdr(x-origin-verify) -m str «»
	acl has_cert hdr(x-ssl-client-verify) -m str 0
=== /etc/traefik/dynamic.yml
          X-Backend-Auth: "«»"
          X-Frame-Options: "DENY"
=== /etc/php/8.2/fpm/php.ini
session.save_path = "tcp://10.0.0.3:6379?weight=1&auth[]=bob&auth[]=«»&prefix=S_"
session.save_path = "tcp://10.0.0.3:6379?auth[]=«»"
=== /etc/tomcat9/web.xml
            <param-name>apiKey</param-name>
            <param-value>
                «»
            </param-value>
            <param-name>listings</param-name>
            <param-value>yes-or-no</param-value>
        <env-entry-name>ldap/bindPassword</env-entry-name>
        <env-entry-type>java.lang.String</env-entry-type>
        <env-entry-value>«»</env-entry-value>
=== /var/lib/pgsql/data/pg_hba.conf
host all all 10.0.0.0/8 radius radiusservers="a,b" radiussecrets="«""secret one"",""two""»" radiusports="1812,1812"
host all all 10.0.0.0/8 radius radiusservers="a" radiussecrets=«» radiusports=1812
=== /etc/default/etcd
ETCD_DISCOVERY="https://discovery.etcd.io/«5734385844e773c64f4fafeb67c758cc»"
ETCD_DISCOVERY_SRV="example.com"
=== /etc/grub.d/40_custom
    linux (http)/vmlinuz auto=true netcfg/wireless_wpa=«» priority=high
=== /etc/auto.nas
ftp	-fstype=curlftpfs,user=bob\:«»	:ftp.example.com
ftp	-fstype=cifs,user=bob%«»,vers=3.0	://h/s
ftp	-fstype=sshfs,user=bob,uid=1000	:h\:/s
=== /etc/libvirt/qemu/win2019.xml
        <cookies><cookie name='session'>«»</cookie></cookies>
=== /etc/apt/sources.list.d/vendors.list
deb https://packages.example.com/«24e8cba96ef58d198359855184d6e4b656365d21b429739e»/vendor/debian/ bookworm main
deb https://packages.example.com/debian/bookworm/ main contrib
=== /etc/sudoers.d/90-batch
Cmnd_Alias CIFS = /usr/bin/mount -t cifs //h/s /mnt/b -o username\=b\,password\=«»
Cmnd_Alias LS = /usr/bin/ls --color\=auto
=== /etc/msmtprc
passwordeval   "echo «»"
passwordeval   "gpg -d /root/.msmtp.gpg"
=== /etc/exim4/conf.d/auth/30_examples
  client_send = "^bob@example.org^«»"
=== /etc/exim4/conf.d/main/00_local_macros
hide mysql_servers = localhost::(/run/mysqld/mysqld.sock)/vmail/bob/«»
=== /etc/ldap.conf
bindpw «»
pam_password exop
=== commands/ps
root 1 landscape-config --silent --account-name acme --registration-key «» --computer-title web
root 1 rbd -p images --id glance --key «» ls
root 1 |/usr/local/bin/rdm-mailhandler.rb --url https://pm.example.com --key «» --project x
root 1 govc vm.info -u administrator@vsphere.local:«»@vc.example.com/sdk vm7
root 1 vault server -dev -dev-root-token-id=«» -dev-listen-address=127.0.0.1:8200
root 1 mysqld --wsrep-sst-auth=bob:«» --wsrep-on=ON
root 1 java -Dbasicauth=bob:«» -Dsolr.solr.home=/var/solr
root 1 swift -A http://10.0.0.5:5000/v3 -U acct:user -K «» stat
Executed with sys.argv: ['/usr/bin/pro', 'attach', '«»']
`;
