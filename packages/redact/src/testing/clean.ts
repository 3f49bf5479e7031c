const r = String.raw;

/**
 * Text without secrets that resembles the formats of secrets, by family. Written for the tests. It contains every word that a rule looks
 * for.
 */
export const clean: Readonly<Record<string, string>> = {
  databases: r`
[ODBC Driver 18 for SQL Server]
Description=Microsoft ODBC Driver
Trusted_Connection=yes
PWD=
wsrep_sst_method = rsync
wsrep_sst_auth =
# wsrep_sst_auth is only needed with mysqldump
network.tlscert = /etc/ssl/mssql.pem
mysqli.default_pw =
mysqli.default_user =
session.save_path = "/var/lib/php/session"
session.cookie_lifetime = 0
session.name = PHPSESSID
url.rewriter_tags = "a=href,area=href,form=,fieldset="
url="jdbc:mysql://db1:3306/shop?useSSL=true" driverClassName="com.mysql.Driver"
jdbc:oracle:thin:@db1:1521/orcl
2026-11-21T10:00:00 [Note] Access denied for user 'app'@'10.0.0.3' (using password: YES)
2026-11-21T10:00:00 [Warning] The password for user root expires in 14 days
FATAL:  password authentication failed for user "app"
HINT:  No password was provided; set the variable of the client or use the file .pgpass
host    all    all    10.0.0.0/8    scram-sha-256
local   all    postgres             peer
db2 connect to SAMPLE
sqlplus / as sysdba
CREATE USER app IDENTIFIED EXTERNALLY;
ALTER USER app ACCOUNT LOCK PASSWORD EXPIRE;
validate_password.policy = MEDIUM
validate_password.length = 12
password_encryption = scram-sha-256
default_password_lifetime = 90
`,
  openstack: r`
auth_type = password
auth_url = http://controller:5000/v3
memcached_servers = controller:11211
transport_url = rabbit://controller:5672/
connection = sqlite:///var/lib/keystone/keystone.db
token_provider = fernet
key_repository = /etc/keystone/fernet-keys/
token_expiration = 3600
allow_expired_window = 172800
2026-11-21 10:00:00.000 1234 INFO keystone.token [req-0b1c2d3e-0000-4000-8000-0123456789ab] Token issued for user admin
metadata_workers = 4
admin_token = <None>
#auth_encryption_key = <None>
password = <None>
`,
  kubernetes: r`
apiVersion: v1
kind: Secret
metadata:
  name: registry-credentials
type: kubernetes.io/dockerconfigjson
secretName: my-tls
secretKeyRef:
  name: database
  key: password
imagePullSecrets:
- name: pull-secret
serviceAccountToken:
  expirationSeconds: 3607
automountServiceAccountToken: false
- --token-auth-file=/etc/kubernetes/tokens.csv
- --service-account-signing-key-file=/etc/kubernetes/pki/sa.key
- name: DB_PASSWORD
  valueFrom:
    secretKeyRef:
bindPassword:
  file: ldap-bind-password.txt
clientSecret:
  name: openid-client-secret
ETCD_INITIAL_CLUSTER_STATE=new
client-certificate: /var/lib/kubelet/pki/kubelet-client-current.pem
I1121 10:00:00.000000 1 token_manager.go:42] rotating the token of the service account default
podman secret ls
ID                         NAME          DRIVER      CREATED
`,
  web: r`
    stats enable
    stats auth
    userlist operators
    user bob
    use_backend web if { hdr(host) -i shop.example.com }
    cookie SRV insert indirect nocache
auth_basic "restricted area";
auth_basic_user_file /etc/nginx/htpasswd;
AuthType Basic
AuthName "Restricted"
AuthUserFile /etc/httpd/htpasswd
AuthLDAPURL "ldap://ldap.example.com/ou=people,dc=example,dc=com?uid"
Require valid-user
SSLPassPhraseDialog exec:/usr/libexec/httpd-ssl-pass-dialog
proxy_pass http://127.0.0.1:8080;
proxy_set_header Cookie "";
proxy_set_header Authorization $http_authorization;
fastcgi_pass unix:/run/php-fpm/www.sock;
10.0.0.7 - - [21/Nov/2026:10:00:00 +0000] "GET /login?next=%2Fpassword%2Freset HTTP/1.1" 200 512 "-" "curl/8.5.0"
10.0.0.7 - bob [21/Nov/2026:10:00:01 +0000] "POST /api/v1/token HTTP/1.1" 401 97 "https://shop.example.com/session/new" "Mozilla/5.0"
10.0.0.9 TCP_MISS/200 4512 GET http://mirror.example.com/pub/passwd-1.0.rpm - HIER_DIRECT/10.1.1.1 application/x-rpm
auth_param basic program /usr/lib64/squid/basic_ncsa_auth /etc/squid/passwd
auth_param basic credentialsttl 2 hours
cache_peer parent.example.com parent 3128 0 no-query login=PASS
WWW-Authenticate: Basic realm="repository"
Authorization: required
Set the session cookie only over HTTPS.
`,
  boot: r`
insmod password_pbkdf2
set superusers=""
password --md5
rootpw --lock
authselect select sssd --force
user --name=bob --groups=wheel --lock
bootloader --location=mbr --append="crashkernel=auto"
part /boot --fstype=xfs --size=1024
repo --name=base --baseurl=https://mirror.example.com/base/
url --url=https://mirror.example.com/os/ --noverifyssl
baseurl=https://mirror.example.com:8443/repo/$releasever/$basearch
gpgkey=file:///etc/pki/rpm-gpg/RPM-GPG-KEY-example
proxy=_none_
proxy_username =
proxy_password =
http_proxy=http://proxy.example.com:3128/
no_proxy=localhost,127.0.0.1,.example.com
`,
  network: r`
key-mgmt=wpa-psk
psk-flags=1
802-11-wireless-security.psk:           <hidden>
802-11-wireless-security.psk-flags:     0 (none)
802-1x.password:                        --
KEY_MGMT=WPA-PSK
IEEE_8021X_EAP_METHODS=PEAP
password-flags=1
vers=3.0,sec=krb5,multiuser,cruid=0
//files.example.com/share /mnt cifs credentials=/etc/cifs.credentials,uid=0 0 0
rocommunity
com2sec
# rocommunity: a read-only community
createUser
rouser admin authPriv
authtrapenable 2
SNMPv2-MIB::snmpInBadCommunityNames.0 = Counter32: 12
key "transfer" {
    algorithm hmac-sha256;
};
dnssec-validation auto;
example.com. 3600 IN DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
: RSA gateway-key.pem
authby=secret
leftauth=psk
1 SHA1 sums of the files follow
server ntp.example.com key 10 iburst
keyfile /etc/chrony.keys
bgp neighbor 10.0.0.1 remote-as 65000
* hard maxlogins 10
0 * * * * root /usr/bin/backup --quiet
5 * 12345 * *
`,
  directories: r`
ldap_default_authtok_type = password
ldap_default_bind_dn = cn=sssd,dc=example,dc=com
cache_credentials = True
krb5_store_password_if_offline = True
pam_pwd_expiration_warning = 7
nsslapd-rootpwstoragescheme: PBKDF2_SHA256
passwordMaxAge: 8640000
passwordMinLength: 8
passwordStorageScheme: SSHA512
userPassword:
olcPasswordHash: {SSHA}
bind_dn = cn=reader,dc=example,dc=com
auth required pam_mysql.so config_file=/etc/pam-mysql.conf
auth        sufficient    pam_unix.so nullok try_first_pass
account     required      pam_unix.so
password    requisite     pam_pwquality.so try_first_pass local_users_only retry=3 authtok_type=
password    sufficient    pam_unix.so sha512 shadow nullok use_authtok
session     optional      pam_keyinit.so revoke
passwd:     files sss systemd
shadow:     files sss
PASS_MAX_DAYS   99999
PASS_MIN_DAYS   0
PASS_WARN_AGE   7
ENCRYPT_METHOD SHA512
bob:x:1000:1000:Bob:/home/bob:/bin/bash
bob:!!:19000:0:99999:7:::
bob:*:19000:0:99999:7:::
Last password change					: Nov 01, 2026
Password expires					: never
Password inactive					: never
Keytab name: FILE:/etc/krb5.keytab
   2 host/web1.example.com@EXAMPLE.COM (aes256-cts-hmac-sha1-96)
`,
  clusters: r`
 fence-web1	(stonith:fence_ipmilan):	 Started web2
fence_ipmilan -a 10.0.0.1 -l root -S /root/fence-password.sh -o status
stonith-enabled: true
pcs host auth web1 web2 -u hacluster
SBD_DEVICE=/dev/disk/by-id/scsi-1
SBD_WATCHDOG_DEV=/dev/watchdog
secauth: on
crypto_cipher: aes256
crypto_hash: sha256
keyfile: /etc/corosync/authkey
<nvpair id="f-ip" name="ip" value="10.0.0.1"/>
<nvpair id="f-script" name="passwd_script" value="/root/fence.sh"/>
<graphics type='vnc' port='-1' autoport='yes' listen='127.0.0.1'/>
vnc_tls = 1
auth_type PASS
`,
  management: r`
candlepin.auth.oauth.enable=true
candlepin.auth.trusted.enable=false
jpa.config.hibernate.connection.username=candlepin
:oauth_active: true
:oauth_map_users: true
foreman::initial_admin_username: admin
manage_repos = 1
consumerCertDir = /etc/pki/consumer
<name>checksum_type</name>
serverURL=https://satellite.example.com/XMLRPC
BACKUP=NETFS
BACKUP_URL=nfs://backup.example.com/rear
SSH_ROOT_PASSWORD=''
upload_user =
upload-method = auto
$ModLoad ommysql
module(load="imjournal" StateFile="imjournal.state")
authmethod=BASIC
#username=
#password=
auto_config=True
`,
  commands: r`
root      1234  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 mysql -u root -p shop
root      1235  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 sshpass -f /root/pw ssh web2
root      1236  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 curl -u bob https://mirror.example.com/
root      1237  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 openssl pkcs12 -in a.p12 -passin file:/root/pw
root      1238  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 /usr/bin/systemd-tty-ask-password-agent --watch
root      1239  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 sshd: bob [priv]
root      1240  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 cp -p /etc/passwd /etc/passwd-
root      1241  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 tar -c -p -f /tmp/a.tar -x /etc
root      1242  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 ping -c 4 -w 10 -p ff 10.0.0.1
root      1243  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 docker run --user 1000:1000 -p 8080:80 image
root      1244  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 /usr/sbin/snmpd -LS0-6d -f -p /run/snmpd.pid
root      1245  0.0  0.1  12345  1234 ?  Ss  10:00  0:00 app --password-file /run/secrets/app --token-ttl 3600
Environment=LANG=C PASSWORD_FILE=/run/credentials/app
EnvironmentFile=-/etc/sysconfig/app
LoadCredential=token:/etc/app/token
ExecStart=/usr/bin/app --token-file /etc/app/token --key /etc/app/tls.key
PWD=/root
OLDPWD=/home/bob
SSH_AUTH_SOCK=/run/user/0/agent.1
XDG_SESSION_ID=12
SESSION_MANAGER=local/web1:@/tmp/.ICE-unix/1,unix/web1:/tmp/.ICE-unix/1
`,
  logs: r`
PASS: test/unit/parser.exp: parse the token list
PASS: x86-64 property 8
Nov 21 10:00:00 web1 app[12]: lib/passwd.c:112: no entry for bob
Nov 21 10:00:00 web1 app[12]: htpasswd: Don't use this file
Nov 21 10:00:00 web1 ansible[9]: self.password = self.options.password
Nov 21 10:00:00 web1 ansible[9]: password = params['password']
Nov 21 10:00:00 web1 sudo[1234]: run it with --ask-pass when needed
Nov 21 10:00:00 web1 sshd[1234]: Accepted publickey for bob from 10.0.0.7 port 51234 ssh2: RSA SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
Nov 21 10:00:00 web1 sshd[1234]: Failed password for invalid user admin from 10.0.0.7 port 51234 ssh2
Nov 21 10:00:00 web1 passwd[1234]: pam_unix(passwd:chauthtok): password changed for bob
Nov 21 10:00:00 web1 sudo[1234]:  bob : TTY=pts/0 ; PWD=/home/bob ; USER=root ; COMMAND=/usr/bin/passwd bob
Nov 21 10:00:00 web1 su[1234]: FAILED SU (to root) bob on pts/0
Nov 21 10:00:00 web1 chpasswd[1234]: pam_unix(chpasswd:chauthtok): password changed for root
Nov 21 10:00:00 web1 systemd[1]: Started Forward Password Requests to Wall Directory Watch.
Nov 21 10:00:00 web1 systemd-logind[812]: New session 12 of user bob.
Nov 21 10:00:00 web1 kernel: Key type dns_resolver registered
Nov 21 10:00:00 web1 kernel: Loaded X.509 cert 'Fedora kernel signing key: 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
Nov 21 10:00:00 web1 kernel: PM: Image signature found, token ring support not loaded
Nov 21 10:00:00 web1 NetworkManager[700]: <info>  device (wlan0): Activation: (wifi) connection 'home' requires no security.  No secrets needed.
Nov 21 10:00:00 web1 kubelet[900]: "Unable to retrieve pull secret, the image pull may not succeed." pod="shop/web-0" secret=""
Nov 21 10:00:00 web1 app[901]: token refreshed, token_type=Bearer, expires_in=3600
Nov 21 10:00:00 web1 app[901]: token validation failed: signature mismatch
Nov 21 10:00:00 web1 app[901]: invalid credentials: user unknown
Nov 21 10:00:00 web1 app[901]: user=alice session=open auth=none pass=ok key=42 status=ok
type=USER_AUTH msg=audit(1763719200.123:456): pid=1234 uid=0 auid=1000 ses=3 msg='op=PAM:authentication grantors=pam_unix acct="bob" exe="/usr/bin/su" hostname=? addr=? terminal=pts/0 res=success'
type=EXECVE msg=audit(1763719200.123:457): argc=2 a0="passwd" a1="bob"
type=PROCTITLE msg=audit(1763719200.123:458): proctitle=2F7573722F62696E2F62617368
Started GET "/password/edit" for 10.0.0.7 at 2026-11-21 10:00:00 +0000
  Parameters: {"login"=>"bob", "password"=>"[FILTERED]", "commit"=>"Log in"}
{"time":"2026-11-21T10:00:00Z","level":"info","msg":"password check","user":"bob","token":null,"secret":"***"}
`,
};
