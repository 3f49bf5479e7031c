const r = String.raw;

/** As `hostLines`: the same files in other layouts, and processes. */
export const layoutLines = r`
=== /etc/my.cnf
password = '«two words»'
password="«a;b#c»"
#password = «»
 password=«»
[client]
=== /etc/mysql/conf.d/x.cnf
password=«»
=== /etc/netplan/90.yaml
          password: '«it''s me»'
          password: "«a\"b»"
          psk: «»
=== /etc/sssd/conf.d/x.conf
ldap_default_authtok = «two words»
=== /etc/redis/redis.conf
requirepass "«two words»"
# masterauth «»
user bob on >«» >«» ~*
=== /etc/rancher/k3s/config.yaml
token: '«»'
etcd-s3-secret-key: "«»"
=== /etc/default/x
export DB_PASS=«»
#API_TOKEN=«»
SMTP_PASSWORD="«two words»"
db_password=«»
DATABASE_URL=postgres://bob:«»@h/x
OPTIONS="--user bob --password «»"
OPTIONS="-u bob -p «»"
DAEMON_ARGS="--admin-token=«»"
GF_SECURITY_ADMIN_PASSWORD=«»
ENCRYPTION_KEY=«»
JWT_SECRET='«»'
AUTH_TOKEN=«»
API_SECRET=«»
SLACK_WEBHOOK=https://hooks.slack.com/services/«T00000000/B00000000/abcdefghij»
=== /etc/sysconfig/x
GRAFANA_PASS=«»
X_CREDENTIALS="«»"
=== /etc/httpd/conf.d/x.conf
PerlSetVar DBPassword «»
PerlSetVar ApiSecret "«»"
AuthDBDUserPWQuery "SELECT password FROM users WHERE name = %s"
OIDCCookie mod_auth_openidc_session
OIDCPassIDTokenAs claims
ProxyPassReverse / http://h/
SSLCertificateKeyFile /etc/x.key
# AuthLDAPBindPassword «»
=== /etc/nginx/nginx.conf
    fastcgi_pass 127.0.0.1:9000;
    proxy_pass http://h;
    proxy_set_header X-Secret «»;
    proxy_set_header Cookie "session=«»";
    proxy_set_header X-Auth-Request-Email $email;
    auth_request_set $token $upstream_http_x;
    set $secret_key "«»";
    limit_req_zone $binary_remote_addr zone=a:10m;
=== /etc/haproxy/haproxy.cfg
    http-request set-header X-Secret "«»"
    acl auth_ok http_auth(users)
    server a 192.0.2.1:80 check cookie a
    cookie SRV insert
    user admin insecure-password "«two words»"
=== /etc/squid/squid.conf
cache_peer p parent 3128 0 default login=bob:«» no-digest
http_access allow localhost
=== /etc/snmp/snmpd.conf
rocommunity "«two words»" 192.0.2.0/24
com2sec notConfigUser default «»
createUser bob SHA-256 "«two words»" AES-256 "«three words x»"
createUser hex SHA-256 -m «0x957ee6ff» AES -l «0x393c1332»
rouser bob authpriv .1
sysLocation Sitting on the Dock
=== /etc/postgresql/15/main/postgresql.conf
primary_conninfo = 'user=bob password=«» host=h'
#primary_conninfo = 'host=h user=bob password=«»'
=== /etc/grafana/grafana.ini
password = «a;b»
;admin_password = «»
bind_password = '«»'
client_secret = "«»"
=== /etc/telegraf/telegraf.d/x.conf
  password = '«»'
  urls = ["http://bob:«»@h:8086"]
  dsn = "bob:«»@tcp(h:3306)/"
  community = '«»'
  servers = ["mongodb://bob:«»@h:27017"]
  http_headers = { Authorization = "Token «abcdefgh12345»" }
=== /etc/prometheus/prometheus.yml
    basic_auth:
      username: bob
      password: '«»'
    authorization:
      credentials: «»
    bearer_token: "«»"
    params:
      token: [ '«»' ]
      api_key: ["«»"]
=== /etc/rabbitmq/rabbitmq.conf
default_users.bob.password = «»
auth_ldap.other_bind.password = «»
=== /etc/nova/nova.conf
transport_url = rabbit://bob:«»@h:5672/
#password = «»
[keystone_authtoken]
password=«»
username = nova
fixed_key = «»
=== /etc/neutron/metadata_agent.ini
metadata_proxy_shared_secret = «»
=== /etc/ceph/ceph.conf
rgw_keystone_admin_password = «»
key = «AQBaB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXy==»
=== /etc/libvirt/qemu.conf
spice_password = "«»"
#vnc_password = "«»"
=== /etc/swanctl/conf.d/x.conf
secrets { ike-a { id = h
        secret = "«two words»"
    eap-bob { secret = «» }
=== /etc/systemd/system/x.service.d/override.conf
Environment=DB_PASSWORD=«»
Environment="DB_PASSWORD=«»" "B=c"
Environment=API_KEY=«» OTHER=x
ExecStart=/usr/bin/x --db-password=«» --listen :80
ExecStart=/usr/bin/x -u bob -p «»
=== /etc/containers/systemd/db.container
Environment=POSTGRES_PASSWORD=«»
Environment=MYSQL_ROOT_PASSWORD=«» MYSQL_USER=bob
Environment="RABBITMQ_DEFAULT_PASS=«»"
Exec=--requirepass «»
PodmanArgs=--env=PIN=«»
=== /etc/docker/daemon.json
  "log-opts": { "splunk-token": "«»", "splunk-url": "https://h" },
  "registry-token": "«»"
=== /etc/supervisor/supervisord.conf
password=«»
environment=DB_PASSWORD="«»",LANG="C"
environment=TOKEN='«»'
=== /etc/zabbix/zabbix_agent2.conf
Plugins.Redis.Default.Password=«»
Plugins.Mysql.Sessions.a.Password=«»
=== /etc/filebeat/filebeat.yml
output.elasticsearch:
  password: «two words»
  username: "bob"
  #api_key: "id:«»"
=== /etc/vault.d/vault.hcl
    token          = "«»"
    secret_key     = "«»"
seal "pkcs11" {
  pin            = "«»"
=== /etc/foreman-installer/custom-hiera.yaml
foreman::initial_admin_password: '«»'
foreman_proxy::plugin::x::password: "«»"
=== /etc/cloud/cloud.cfg
    plain_text_passwd: «»
chpasswd: { list: ["root:«»"] }
  - {name: bob, passwd: «$6$ab$cdefghijklmnop»}
=== /etc/fstab
//h/s /m cifs vers=3,username=bob,password="«»" 0 0
//h/s /m cifs rw,user=bob,password=«» 0 0
bob@h:/x /m fuse.sshfs IdentityFile=/root/x 0 0
=== /etc/cron.d/x
0 * * * * root /usr/bin/curl -s "https://h/cron?key=«»"
0 * * * * root wget -q "https://h/x?cron_key=«XDdAxbPAclvhO294M»"
0 * * * * bob mysqldump -u bob -p'«»' x | gzip
0 * * * * bob RESTIC_PASSWORD=«» restic backup /
0 * * * * bob BORG_PASSPHRASE='«two words»' borg create x
0 * * * * bob sshpass -p '«»' rsync a b
DB_PASS=«»
=== /etc/profile.d/x.sh
export ANSIBLE_VAULT_PASSWORD=«»
export http_proxy="http://bob:«»@px:3128/"
PW=«»
export OS_PASSWORD="«two words»"
=== /etc/openvpn/server/x.conf
setenv DB_PASS «»
management 127.0.0.1 7505 /etc/openvpn/pw
=== /etc/NetworkManager/system-connections/vpn
[vpn-secrets]
password=«two words»
Xauth password=«»
ca=/etc/x.pem
=== /etc/apache2/conf-enabled/x.conf
<Location /x>
  Require ip 192.0.2.0/24
SetEnv SMTP_PASS "«two words»"
=== /etc/odbc.ini
PASSWORD=«a;b»
Password	= «»
=== /etc/elasticsearch/elasticsearch.yml
xpack.security.http.ssl.truststore.password: "«»"
#xpack.security.http.ssl.keystore.secure_password: «»
=== /etc/cassandra/cassandra.yaml
    keystore_password: '«»'
=== /etc/tomcat9/server.xml
           connectionPassword='«»'
           keystorePass="«two words»"
  maxThreads="150" SSLEnabled="true" scheme="https"
=== /etc/virt-who.conf
password = «»
=== /etc/postfix/main.cf
smtp_sasl_password_maps = hash:/etc/postfix/sasl_passwd
smtpd_sasl_security_options = noanonymous
=== /etc/iscsi/iscsid.conf
#node.session.auth.password = «»
node.session.auth.chap_algs = SHA3-256
=== /etc/mongod.conf
  #PEMKeyPassword: "«»"
security:
  authorization: enabled
=== /etc/datadog-agent/datadog.yaml
#api_key: «»
additional_endpoints:
  "https://app.datadoghq.com":
  - «0123456789abcdef0123456789abcdef»
=== /etc/logrotate.d/x
/var/log/x { postrotate /usr/bin/curl -u bob:«» http://h/ }
=== /etc/update-motd.d/x
TOKEN="«»"
PASSWORD=$(cat /etc/x)
=== /etc/rc.local
DB_PASS="«»"
/usr/bin/x --password «»
=== /etc/network/if-up.d/x
SECRET=«»
=== /etc/cron.daily/x
PASSPHRASE="«two words»"
mysqldump -u bob --password="«»" x
=== /etc/init.d/x
DAEMON_OPTS="--user bob --password «»"
API_KEY="«»"
=== /etc/sudoers.d/x
Defaults env_keep += "DB_PASSWORD"
=== /etc/security/pam_env.conf
DB_PASSWORD DEFAULT=«»
=== /etc/fluent-bit/x.conf
    http_passwd «two words»
    password    «»
=== /etc/vector/vector.yaml
    auth: { strategy: basic, user: bob, password: "«»" }
=== /etc/caddy/Caddyfile
	basicauth /x {
		bob «$2a$14$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234»
	reverse_proxy h {
		header_up X-Auth-Token "«»"
	tls { dns cloudflare «» }
=== /etc/traefik/traefik.yml
      eab:
        kid: x
        hmacEncoded: "«»"
    consulCatalog:
      endpoint:
        token: «»
=== /etc/envoy/envoy.yaml
                  inline_string: «»
=== /etc/coredns/Corefile
    route53 x { aws_access_key AKIA «» }
=== /etc/unbound/unbound.conf.d/x.conf
    secret-seed: «»
=== /etc/exim4/update-exim4.conf.conf
dc_smarthost='h::587'
=== /etc/proftpd/proftpd.conf
SQLConnectInfo db@h "bob" "«»"
LDAPBindDN "cn=a" «»
=== /etc/salt/minion.d/x.conf
mysql.pass: "«two words»"
=== /etc/landscape/client.conf
registration_key = «two words»
=== /etc/rsyslog.conf
action(type="omelasticsearch" server="h" uid="bob" pwd="«»")
action(type="ommysql" server="h" db="d" uid="bob" pwd='«»')
=== /etc/syslog-ng/conf.d/x.conf
destination d { http(url("https://h") user("bob") password("«»")); };
    password('«»')
=== /etc/kubernetes/manifests/etcd.yaml
        value: bob
      - name: MYSQL_PWD
        value: "«»"
    - --etcd-servers=https://h
=== /etc/letsencrypt/renewal/x.conf
privkey = /etc/x.pem
=== /etc/waagent.conf
Provisioning.PasswordCryptId=6
Provisioning.PasswordCryptSaltLength=10
HttpProxy.Host=None
=== /etc/pam.d/common-password
password [success=1 default=ignore] pam_unix.so obscure yescrypt
password requisite pam_pwquality.so retry=3
=== /etc/login.defs
PASS_MAX_DAYS 99999
ENCRYPT_METHOD SHA512
=== /etc/dnf/dnf.conf
password=«»
proxy_password=«»
username=bob
=== /etc/yum.conf
proxy_password=«»
=== /etc/yum/pluginconf.d/x.conf
password=«»
token = «»
=== /etc/zypp/services.d/x.service
url = https://bob:«»@h/
=== /etc/amazon/ssm/amazon-ssm-agent.json
"ActivationCode": "«»"
=== /etc/opt/rh/rh-mongodb34/mongod.conf
    PEMKeyPassword: «»
=== /var/lib/pgsql/data/recovery.conf
primary_conninfo = 'host=h password=«»'
=== /var/lib/kubelet/kubeadm-flags.env
KUBELET_KUBEADM_ARGS="--bootstrap-token=«»"
=== /etc/lxc/default.conf
lxc.environment = A_TOKEN=«»
=== /etc/gai.conf
precedence ::1/128 50
=== commands/ps
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 psql host=db1 user=bob password=«» dbname=x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 psql postgresql://bob:«»@db1/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mysql -u bob -p«» x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mysql --user=bob --password=«» x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mysqladmin -ubob -p«» status
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mysqldump --defaults-extra-file=/root/x -u bob --password «» x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mariadb-backup --backup --user=bob --password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 redis-cli -h h -a «» ping
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 redis-cli -u redis://bob:«»@h:6379
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 redis-cli --pass «» ping
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mongosh --host h -u bob -p «» --authenticationDatabase admin
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mongosh mongodb://bob:«»@h/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mongodump -u bob --password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sqlcmd -S h -U sa -P «» -Q x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sqlcmd -S h -U sa -P«» -Q x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ldapsearch -x -H ldap://h -D cn=a,dc=x -w «» -b dc=x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ldapmodify -x -D cn=a -w «» -f x.ldif
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 smbclient //h/s -U bob%«» -c ls
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 smbclient //h/s «» -U bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mount -t cifs //h/s /m -o username=bob,password=«»,uid=0
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mount.cifs //h/s /m -o user=bob,pass=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rpcclient -U bob%«» h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 net ads join -U bob%«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 wbinfo -a bob%«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl -s -u bob:«» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl --user bob:«» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl -x http://px:3128 --proxy-user bob:«» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl -H Authorization: Bearer «abcdefgh12345» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl -H X-Api-Key: «» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl -d username=bob&password=«» https://h/login
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl --data password=«» https://h/login
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 wget --user=bob --password=«» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 wget --header=X-Api-Key: «» https://h/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sshpass -p «» ssh bob@h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sshpass -p«» ssh bob@h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 docker login -u bob -p «» registry.example
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 docker run -e MYSQL_ROOT_PASSWORD=«» -d mysql
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 docker run --env=API_PIN=«» -d x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 podman login --username bob --password «» registry.example
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 kubectl --token=«» get pods
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 kubectl --server=https://h --token «» get pods
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 kubectl create secret docker-registry r --docker-username=bob --docker-password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 kubectl create secret generic r --from-literal=pw=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 helm install x y --set auth.password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 helm upgrade x y --set auth.rootPassword=«»,auth.user=bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 etcdctl --user root:«» get x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 etcdctl --user=root:«» get x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 vault login «hvs.abcdefghijklmnopqrstuvwx»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 vault write auth/userpass/login/bob password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 vault login -method=userpass username=bob password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 consul agent -encrypt «pUqJ+rVyVRj5jsiYEkM/tFQYfWyJIv4s3XkvDwy7Cu5s=» -join h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 consul members -token=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 nomad status -token=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ansible-playbook site.yml -e ansible_become_pass=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ansible-playbook site.yml --extra-vars db_password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ansible all -m ping --become-pass «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 subscription-manager register --username bob --password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 subscription-manager register --username=bob --password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 subscription-manager register --org 1 --activationkey «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rhc connect --organization 1 --activation-key «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rhc connect -o 1 -a «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ipa-client-install --principal admin --password «» --unattended
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ipa-client-install -p admin -w «» -U
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 realm join -U bob example.com
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 samba-tool domain join x DC -U bob --password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 samba-tool user create bob «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 pcs host auth h1 h2 -u hacluster -p «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 pcs cluster auth h1 -u hacluster -p «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ipmitool -I lanplus -H h -U bob -P «» power status
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 fence_ipmilan -a h -l bob -p «» -o status
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 racadm -r h -u bob -p «» getsysinfo
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 snmpwalk -v 2c -c «» h .1
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 snmpget -v2c -c«» h .1
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 snmpwalk -v3 -u bob -l authPriv -a SHA -A «» -x AES -X «» h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 nmcli dev wifi connect x password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 nmcli con modify x wifi-sec.psk «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 wpa_passphrase Home «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 openssl pkcs12 -in x -passin pass:«» -passout pass:«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 openssl enc -aes-256-cbc -k «» -in x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 openssl rsa -in x -passin pass:«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 gpg --batch --passphrase «» -c x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 zip -P «» a.zip b
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 7z a -p«» a.7z b
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 unrar x -p«» a.rar
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 iscsiadm -m node -T x -o update -n node.session.auth.password -v «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 nvme connect -t tcp -a h --dhchap-secret «DHHC-1:00:abcdefghijABCDEFGHIJ0123456789==:»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rclone copy a b --s3-secret-access-key «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rclone copy a b --sftp-pass=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 aws configure set aws_secret_access_key «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 az login --service-principal -u x -p «» --tenant y
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 s3cmd --access_key=x --secret_key=«» ls
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mc alias set m http://h bob «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 java -Djavax.net.ssl.keyStorePassword=«» -jar x.jar
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 java -Dspring.datasource.password=«» -jar x.jar
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 java -jar x.jar --spring.datasource.password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 jboss-cli.sh --connect --user=bob --password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 jboss-cli.sh -c -u=bob -p=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rabbitmqctl add_user bob «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rabbitmqctl change_password bob «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rabbitmqadmin -u bob -p «» list queues
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 beam.smp -- -sname rabbit -setcookie «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mosquitto_pub -h h -u bob -P «» -t x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 influx -t «» query
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 influx --token «» query
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 influx -username bob -password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 grafana-cli admin reset-admin-password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 filebeat -E output.elasticsearch.password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 curl -k https://elastic:«»@h:9200/
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 zabbix_agentd --tls-psk «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 qemu-system-x86_64 -vnc :0,password=on -object secret,id=s0,data=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 qemu-system-x86_64 -spice port=1,password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 virt-install --name x --graphics vnc,password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 virt-builder x --root-password password:«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 useradd -p «$6$ab$cdefghijklmnop» bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 htpasswd -b /etc/x bob «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 swaks --to x --auth-user bob --auth-password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 swaks --to x -au bob -ap «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 s-nail -S smtp-auth-user=bob -S smtp-auth-password=«» x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 basic_ldap_auth -b dc=x -D cn=a -w «» -f uid=%s h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 radtest bob «» h 0 «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 git clone https://bob:«»@h/x.git
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 svn checkout --username bob --password «» https://h/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 java -jar jenkins-cli.jar -s http://h -auth bob:«» list-jobs
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 gitlab-runner register -u https://h -r «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 gitlab-runner register --url https://h --registration-token «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 config.sh --url https://h --token «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 k3s server --token «» --cluster-init
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 k3s agent --server https://h:6443 --token=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 kubeadm join h:6443 --token «abcdef.0123456789abcdef» --discovery-token-ca-cert-hash sha256:00
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 microk8s join h:25000/«0123456789abcdef0123456789abcdef/abc»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 lxc remote add h --password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 pro attach «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 SUSEConnect -r «» -e bob@x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 tailscale up --authkey «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 cloudflared tunnel run --token «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ssh-keygen -t ed25519 -N «» -f x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 keytool -list -keystore x -storepass «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 pk12util -i x -W «» -d y
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 db2 connect to x user bob using «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sqlplus bob/«»@orcl
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rman target bob/«»@orcl
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 expdp bob/«» full=y
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 hdbsql -n h -u bob -p «» select
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 dsmadmc -id=bob -password=«» q x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 xtrabackup --backup --user=bob --password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 pg_basebackup -d host=h user=bob password=«» -D x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 repmgr -d host=h user=bob password=«» status
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 xfreerdp /u:bob /p:«» /v:h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 rdesktop -u bob -p «» h
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 x11vnc -passwd «» -rfbport 1
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ntopng --redis=:«»@127.0.0.1:6379
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 lftp -u bob,«» ftp.example
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 ncftpput -u bob -p «» h / x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 mkpasswd -m sha-512 «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 tomcat -Dcom.x.secret=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 node server.js --session-secret «» --port 3000
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --client-secret «» --client-id x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --client-secret=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --api-key «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --apikey=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --access-token «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --auth-token=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --db-pass «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --db_pass=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --pin «4711»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app -password «» -user bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app -password=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --dsn bob:«»@tcp(h:3306)/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --dsn=bob:«»@unix(/run/x)/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --database-url=postgres://bob:«»@h/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --redis-password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --smtp-password=«» --smtp-user bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --encryption-key «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --master-key=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --secret «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --jwt-secret=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --license-key «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --cookie-secret=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --bind-password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --webhook-secret=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --admin-password «» --admin-user admin
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --password-file /x --user bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 app --token-ttl 10m
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 oauth2-proxy --client-secret=«» --cookie-secret=«»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 prometheus-pve --password «»
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 blackbox --config.file=/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 haproxy -f /etc/haproxy.cfg -p /run/x.pid
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sshd: bob [priv]
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 postgres: bob x 192.0.2.1(4242) idle
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 /usr/sbin/sshd -D -p 22
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 dnsmasq -u nobody -p 53
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 nginx: worker process
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 python3 -m http.server -p 8080
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 su - bob -c /usr/bin/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 env DB_PASSWORD=«» /usr/bin/x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sh -c PGPASSWORD=«» pg_dump -h h x
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 bash -c export AWS_SECRET_ACCESS_KEY=«»; aws s3 ls
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sh -c echo «» | sudo -S ls
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sh -c echo «» | passwd --stdin bob
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 sh -c echo bob:«» | chpasswd
root        4454  2.5  1.7 268383 28957 pts/3    S+   17:04   27:08 bash -c mysql -ubob -p«» x
`;
