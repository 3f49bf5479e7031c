const r = String.raw;

/** As `hostLines`: containers, monitoring, logs, management, storage, clusters, settings of the system and of its programs. */
export const platformLines = r`
=== /etc/etcd/etcd.conf
ETCD_ROOT_PASSWORD=«»
ETCD_INITIAL_CLUSTER_TOKEN="«»"
ETCDCTL_USER=root:«»
ETCD_KEY_FILE=/etc/x.key
=== /etc/kubernetes/manifests/x.yaml
    - --token=«»
    - name: DB_PASSWORD
      value: «»
    - name: REDIS_AUTH
      value: "«Falcon8474@»"
    - --service-account-key-file=/etc/x.key
=== /var/snap/microk8s/current/args/kubelet
--token=«»
--etcd-password=«»
--kubeconfig=/etc/x
=== /etc/rancher/k3s/config.yaml
token: «»
token: "«»"
agent-token: «»
datastore-endpoint: "mysql://bob:«»@tcp(h:3306)/k3s"
datastore-endpoint: postgres://bob:«»@h/k3s
etcd-s3-secret-key: «»
etcd-s3-access-key: bob
vpn-auth: "name=tailscale,joinKey=«»"
token-file: /etc/x
server: https://h:6443
=== /etc/rancher/rke2/registries.yaml
      username: bob
      password: «»
      auth: «Ym9iOkdyYW5pdGUzeA==»
      token: «»
      identity_token: «»
=== /etc/systemd/system/k3s.service
    '--token' \
    '«»' \
	'--datastore-endpoint' \
	'mysql://bob:«»@tcp(h:3306)/k3s' \
    server \
=== /etc/k0s/k0s.yaml
      dataSource: mysql://bob:«»@tcp(h:3306)/k0s
=== /etc/containerd/config.toml
      username = "bob"
      password = "«»"
      auth = "«Ym9iOkdyYW5pdGUzeA==»"
      identitytoken = "«»"
=== /etc/containerd/certs.d/x/hosts.toml
    Authorization = "Basic «Ym9iOkdyYW5pdGUzeA==»"
    authorization = ["Bearer «abcdefgh12345»"]
    x-api-key = ["«»"]
  capabilities = ["pull", "resolve"]
=== /etc/docker/daemon.json
    "http-proxy": "http://bob:«»@px:3128"
    "splunk-token": "«»",
    "logentries-token": "«»"
    "logdna-apikey": "«»",
    "loki-url": "https://bob:«»@h/loki"
    "log-driver": "splunk"
=== /etc/containers/containers.conf
env = ["DB_PASSWORD=«»", "LANG=C"]
=== /etc/containers/systemd/x.container
Environment=DB_PASSWORD=«» LANG=C
Environment=API_PIN=«»
Environment="A=b" "X_PIN=«»"
Environment='A=b' 'X_PIN=«»'
Environment="MAIL_PASS=«two words»"
PodmanArgs=--env DB_PASS=«» --cpus 1
Exec=/app --password «» --port 80
HealthCmd=mysqladmin -ubob -p«» ping
Label=traefik.http.middlewares.a.basicauth.users=bob:«$apr1$ab12cd34$xyzxyzxyzxyzxyzxyzxyzx»
Secret=db,type=env,target=DB_PASSWORD
EnvironmentFile=/etc/x
=== /etc/cni/net.d/10-calico.conflist
      "policy": {"type": "k8s", "k8s_auth_token": "«»"},
      "etcd_key_file": "/etc/x"
=== /etc/prometheus/alertmanager.yml
  smtp_auth_password: «»
  smtp_auth_password: '«»'
  smtp_auth_secret: «»
  smtp_auth_username: bob
  slack_api_url: https://hooks.slack.com/services/«T00000000/B00000000/abcdefghij»
  opsgenie_api_key: «»
  victorops_api_key: «»
  - routing_key: «»
  - service_key: «»
    user_key: «»
    token: «»
  wechat_api_secret: «»
  bot_token: «»
  credentials: «»
  bearer_token: «»
  bearer_token_file: /etc/x
  - api_secret: «»
=== /etc/prometheus/prometheus.yml
      basic_auth: {username: bob, password: «»}
      password: «»
      client_secret: «»
      secret_key: «»
      token: ['«»']
      auth: [public_v2]
    auth_token: «»
    community: «»
    priv_password: «»
  bob: «$2b$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234»
      Authorization: Bearer «abcdefgh12345»
      X-Api-Key: «»
      module: [http_2xx]
=== /etc/grafana/grafana.ini
admin_password = «»
secret_key = «»
password = """«»"""
password = «»
client_secret = «»
url = mysql://bob:«»@h/grafana
connstr = addr=127.0.0.1:6379,pool_size=100,db=0,password=«»,ssl=false
basic_auth_password = «»
account_key = «»
renderer_token = «»
rudderstack_write_key = «»
ha_redis_password = «»
;admin_user = admin
=== /etc/filebeat/filebeat.yml
  password: "«»"
  password: «»
  api_key: "id1:«»"
cloud.auth: "elastic:«»"
cloud.auth: elastic:«»
  ssl.key_passphrase: «»
  client.secret: «»
  hmac.key: «»
  secret.value: «»
  secret_access_key: «»
  session_token: «»
  var.password: «»
  headers.Authorization: "Bearer «abcdefgh12345»"
  username: elastic
=== /etc/datadog-agent/datadog.yaml
api_key: «0123456789abcdef0123456789abcdef»
app_key: «»
  auth_token: «»
    - «0123456789abcdef0123456789abcdef»
    community_string: «»
    community_strings: [ '«»', '«»' ]
    authKey: «»
    privKey: «»
    authentication_key: «»
    privacy_key: «»
other: ENC[db]
site: datadoghq.eu
=== /etc/fluent-bit/fluent-bit.conf
    HTTP_Passwd «»
    HTTP_User bob
    Shared_Key «»
    Password «»
    Splunk_Token «»
    apikey «»
    license_key «»
    Header Authorization Bearer «abcdefgh12345»
    Header X-Api-Key «»
    tls.key_passwd «»
    rdkafka.sasl.password «»
    HTTP_Token «»
    bearer_token «»
    Workspace_Key «»
    Match *
=== /etc/vector/vector.yaml
      password: «»
      password: "$PW"
    default_token: «»
    default_api_key: «»
    api_key: «»
      key_pass: «»
    license_key: «»
    connection_string: DefaultEndpointsProtocol=https;AccountName=x;AccountKey=«aBcDeFgHiJkLmNo==»
      secret_access_key: «»
=== /etc/telegraf/telegraf.conf
  token = "«»"
  password = "«»"
  servers = ["bob:«»@tcp(127.0.0.1:3306)/"]
  address = "host=localhost user=bob password=«» sslmode=disable"
  address = "postgres://bob:«»@h/db"
  community = "«»"
  auth_password = "«»"
  priv_password = "«»"
  apikey = "«»"
  api_token = "«»"
  bearer_token_string = "«»"
  bearer_token = "/etc/telegraf/token"
  sasl_password = "«»"
  tls_key_pwd = "«»"
  secret_key = "«»"
  servers = ["Server=192.0.2.9;Port=1433;User Id=bob;Password=«»;app name=telegraf;log=1;"]
  servers = ["bob:«»@lan(192.0.2.9)"]
  hex_key = "«0123456789abcdef»"
  headers = {"Authorization" = "Bearer «abcdefgh12345»"}
  http_headers = {"X-Api-Key" = "«»"}
    X-Auth-Token = "«»"
  access_token = "«»"
  server_key = "«»"
  insights_key = "«»"
  access_key_secret = "«»"
  app_id = "«0123456789abcdef0123456789abcdef»"
  username = "bob"
=== /etc/zabbix/zabbix_agentd.conf
UserParameter=mysql.ping,mysqladmin -ubob -p«» ping
UserParameter=x,curl -s -u bob:«» http://h/
Plugins.Mysql.Default.Password=«»
Plugins.PostgreSQL.Sessions.a.Password=«»
TLSPSKIdentity=psk1
TLSPSKFile=/etc/zabbix/x
=== /etc/nagios/nrpe.cfg
command[a]=/usr/lib/nagios/plugins/check_mysql -H h -u bob -p «»
command[b]=/usr/lib/nagios/plugins/check_snmp -H h -C «» -o .1
command[c]=/usr/lib/nagios/plugins/check_http -H h -a bob:«»
command[d]=/usr/lib/nagios/plugins/check_pgsql -H h -l bob -p «»
command[e]=/usr/lib/nagios/plugins/check_ldap -H h -D cn=a -P «»
command[f]=/usr/lib/nagios/plugins/check_disk -w 20% -c 10% -p /
=== /etc/landscape/client.conf
registration_key = «»
http_proxy = http://bob:«»@px:3128
account_name = acme
=== /etc/insights-client/insights-client.conf
password=«»
proxy=http://bob:«»@px:3128
username=bob
authmethod=BASIC
=== /etc/sysconfig/rhn/up2date
proxyPassword=«»
proxyPassword[comment]=The password to use for an authenticated proxy
proxyUser=bob
=== /etc/rhn/rhn.conf
db_password = «»
server.secret_key = «»
session_secret_1 = «0123456789abcdef»
session_swap_secret_2 = «0123456789abcdef»
server.satellite.http_proxy_password = «»
osa-dispatcher.osad_jabber_password = «»
encrypted_passwords = 1
db_user = bob
=== /etc/rhsm/rhsm.conf
proxy_password = «»
=== /etc/virt-who.d/x.conf
password=«»
encrypted_password=«0123456789abcdef»
rhsm_password=«»
rhsm_encrypted_password=«0123456789abcdef»
rhsm_proxy_password=«»
username=bob
=== /etc/sysconfig/virt-who
VIRTWHO_ESX_PASSWORD=«»
VIRTWHO_ESX_USERNAME=bob
=== /etc/foreman-installer/custom-hiera.yaml
foreman::db_password: «»
foreman::initial_admin_password: «»
foreman_proxy::dhcp_key_secret: «»
foreman::oauth_consumer_key: katello-1
foreman::oauth_consumer_secret: «»
foreman::email_smtp_password: "«»"
katello::candlepin_keystore_password: «»
foreman::db_username: bob
=== /etc/foreman-installer/scenarios.d/satellite.yaml
  :password: «»
:initial_admin_password: «»
:dhcp_key_secret: «»
=== /etc/chef/client.rb
http_proxy_pass "«»"
https_proxy_pass '«»'
data_collector.token '«»'
data_collector["token"] = "«»"
knife[:vsphere_pass] = "«»"
encrypted_data_bag_secret '/etc/chef/secret'
http_proxy_user "bob"
=== /etc/salt/minion
mysql.pass: '«»'
mysql.pass: «»
s3.key: «»
smtp.password: «»
slack.api_key: «»
pushover.token: «»
redis.password: «»
    token: «»
master: salt
=== /etc/ansible/ansible.cfg
token=«»
password = «»
vault_password_file = /etc/x
=== /etc/ceph/ceph.conf
key = «AQBaB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXy==»
rgw keystone admin password = «»
rgw_keystone_admin_token = «»
rgw crypt s3 kms encryption keys = testkey-1=«aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
rgw crypt default encryption key = «aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
rgw ldap secret = /etc/openldap/secret
auth_client_required = cephx
=== /etc/nova/nova.conf
password = «»
fixed_key = «0123456789abcdef0123456789abcdef»
metadata_proxy_shared_secret = «»
memcache_secret_key = «»
admin_token = «»
host_password = «»
san_password = «»
connection = mysql+pymysql://nova:«»@h/nova
transport_url = rabbit://bob:«»@h1:5672,bob:«»@h2:5672/
rbd_secret_uuid = 457eb676-33da-42ec-9a8c-9293d545c337
auth_type = password
=== /etc/gnocchi/gnocchi.conf
ceph_secret = «»
swift_key = «»
s3_secret_access_key = «»
coordination_url = redis://:«»@h:6379
=== /etc/swift/proxy-server.conf
user_admin_admin = «» .admin .reseller_admin
user_test_bob = «»
user64_YWNj_Ym9i = «» .admin
super_admin_key = «»
encryption_root_secret = «»
swift_hash_path_suffix = «»
user = swift
=== /etc/ceilometer/ceilometer.conf
telemetry_secret = «»
metering_secret=«»
=== /etc/rabbitmq/rabbitmq.config
  {default_pass, <<"«»">>},
  {password, "«»"}
  {dn_lookup_bind, {"cn=a,dc=x", "«»"}},
  {other_bind, {"cn=a,dc=x", "«»"}},
  {passphrase, "«»"}
  {password, {encrypted, <<"«aBcDeFgHiJkLmNo==»">>}}
  {default_user, <<"bob">>},
=== /etc/rabbitmq/rabbitmq.conf
default_pass = «»
anonymous_login_pass = «»
ssl_options.password = «»
auth_ldap.dn_lookup_bind.password = «»
cluster_formation.consul.acl_token = «»
cluster_formation.aws.secret_key = «»
management.oauth_client_secret = «»
mqtt.default_pass = «»
default_user = bob
=== /etc/rabbitmq/rabbitmq-env.conf
RABBITMQ_ERLANG_COOKIE=«»
RABBITMQ_CTL_ERL_ARGS="-setcookie «»"
NODENAME=rabbit@h
=== /etc/qpid/qpidd.conf
cluster-password=«»
ha-password=«»
auth=yes
=== /var/opt/amq-broker/a/etc/broker.xml
<cluster-password>«»</cluster-password>
<connector name="a">tcp://h:61617?sslEnabled=true;keyStorePassword=«»;trustStorePassword=«»;keyStorePath=x</connector>
<amqp-connection uri="tcp://h:5672" user="bob" password="«»" name="a">
<jdbc-password>«»</jdbc-password>
<jdbc-connection-url>jdbc:mysql://h/x?user=bob&amp;password=«»</jdbc-connection-url>
<cluster-user>bob</cluster-user>
=== /etc/rsyslog.d/x.conf
*.* :ommysql:h,Syslog,bob,«»
action(type="ommysql" server="h" db="d" uid="bob" pwd="«»")
action(type="omhttp" httpheadervalue="Bearer «abcdefgh12345»")
action(type="omhttp" httpheaders=["Authorization: Splunk «abcdefgh12345»"])
action(type="omhiredis" server="h" serverpassword="«»")
action(type="omkafka" confParam=["sasl.username=bob","sasl.password=«»"])
action(type="omsnmp" server="h" community="«»")
action(type="omfile" file="/x" cry.provider="gcry" cry.key="«»")
template(name="l" type="string" string="<%pri%>1 %timestamp% [«01234567-89ab-cdef-0123-456789abcdef»@41058 tag=\"x\"] %msg%\n")
$ActionLibdbiPassword «»
$actionsnmpcommunity «»
$ActionQueueType LinkedList
=== /etc/syslog-ng/syslog-ng.conf
  password("«»")
  sql(type(mysql) username(bob) password(«») database(x));
  loggly(token(«»));
  token("«»")
  telegram(bot-id("«110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw»") chat-id("-1"));
  redis(host("h") auth("«»"));
  headers("Authorization: Bearer «abcdefgh12345»", "X-Api-Key: «»")
  config(sasl.password("«»"))
  community("«»")
  auth-password("«»")
  enc-password("«»")
  sumologic-http(collector("«»"));
  api-key("«»")
  user("bob")
  ip("127.0.0.1") port(514)
=== /etc/sos/sos.conf
upload-pass = «»
upload_pass = «»
encrypt-pass = «»
upload-s3-secret-key = «»
password = «»
upload-user = bob
=== /etc/rear/local.conf
SSH_ROOT_PASSWORD="«»"
BACKUP_PROG_CRYPT_KEY="«»"
BORGBACKUP_PASSPHRASE="«»"
TTY_ROOT_PASSWORD='«$6$ab$cdefghijklmnop»'
GALAXY11_PASSWORD=«»
BACKUP_OPTIONS="username=bob,password=«»"
BACKUP_URL=cifs://h/s
=== /etc/cluster/cluster.conf
<fencedevice agent="fence_ipmilan" login="bob" passwd="«»" name="a"/>
<fencedevice agent="fence_apc_snmp" community="«»" snmp_priv_passwd="«»" ipaddr="h"/>
<netfs options="username=bob,password=«»,rw" name="a"/>
<fencedevice passwd_script="/etc/x"/>
=== /etc/corosync/corosync.conf
    key: «»
    keyfile: /etc/corosync/authkey
    token: 3000
    secauth: on
=== /var/lib/pacemaker/cib/cib.xml
<nvpair name="passwd" value="«»" id="a"/>
<nvpair id="a" name="community" value="«»"/>
<nvpair id="a" name="test_passwd" value="«»"/>
<nvpair id="a" name="primary_conninfo_opt" value="user=bob password=«» keepalives=1"/>
<nvpair id="a" name="secret_key" value="«»"/>
<nvpair id="a" name="pin" value="«4711»"/>
<nvpair id="a" name="login" value="bob"/>
<nvpair id="a" name="passwd_script" value="/etc/x"/>
=== /etc/libvirt/qemu.conf
vnc_password = "«»"
spice_password = "«»"
vnc_password = ""
=== /etc/libvirt/qemu/x.xml
<graphics type='vnc' port='-1' passwd='«»' listen='192.0.2.9'/>
<qemu:env name='API_TOKEN' value='«»'/>
<qemu:arg value='secret,id=s0,data=«»'/>
<auth type='chap' login='bob' passwd='«»'>
<secret type='ceph' uuid='292688bf-74bc-2beb-3821-54446ff4238c'/>
=== /etc/pve/qemu-server/100.conf
cipassword: «»
ciuser: bob
sshkeys: ssh-rsa%20AAAAB3
=== /etc/pve/storage.cfg
	password «»
	username bob
	fingerprint 0a:1b
=== /etc/lxc/default.conf
lxc.environment = DB_PASSWORD=«»
lxc.environment.runtime = API_PIN=«»
lxc.uts.name = a
=== /etc/cloud/cloud.cfg.d/x.cfg
password: «»
    plain_text_passwd: '«»'
    passwd: «$6$ab$cdefghijklmnop»
    hashed_passwd: «$6$ab$cdefghijklmnop»
  registration_key: «»
  activation_key: «»
  activation-key: «»
  token: «»
    consumer_key: aBc1dEf2
    token_key: «»
    token_secret: «»
reporting: {maas: {consumer_key: aBc1dEf2, endpoint: 'http://h/', token_key: «», token_secret: «», type: webhook}}
  data: «»
datasource_list: [ MAAS ]
=== /run/cloud-init/instance-data.json
   "admin_pass": "«»",
   "random_seed": "«aBcDeFgHiJkLmNo=»",
   "SecretAccessKey": "«»",
   "Token": "«»",
   "password": "redacted for non-root user",
   "instance_id": "i-1",
=== /etc/apt/auth.conf.d/x.conf
machine h login bob password «»
=== /etc/apt/apt.conf.d/99proxy
Acquire::http::Proxy "http://bob:«»@px:3128";
=== /etc/apt/sources.list.d/x.list
deb https://bob:«»@h/debian stable main
deb [signed-by=/x.gpg] https://h/debian stable main
=== /etc/yum.repos.d/x.repo
password=«»
proxy_password = «»
baseurl=https://h/x?token=«»
sslclientkey=/etc/x.pem
=== /etc/zypp/repos.d/x.repo
baseurl=https://updates.example.com/SUSE/x?«jUKXdRGnRxbiFuY7xQ4zvSnEUrF7mKPlxbQw4fUXmW9rGxRaTqk7Tn3v»
baseurl=https://h/x?credentials=x
=== /etc/zypp/credentials.d/x
username = SCC_0123456789
password = «»
=== /etc/SUSEConnect
regcode: «»
url: https://scc.suse.com
=== /etc/letsencrypt/cli.ini
eab-hmac-key = «»
eab-kid = kid1
=== /etc/letsencrypt/renewal/x.conf
eab_hmac_key = «»
dns_cloudflare_credentials = /root/cf.ini
account = 0123456789abcdef0123456789abcdef
=== /etc/ImageMagick/policy.xml
<policy domain="cache" name="shared-secret" value="«»" stealth="true"/>
<policy domain="resource" name="memory" value="256MiB"/>
=== /etc/vault.d/vault.hcl
  token = "«»"
  pin = "«»"
  secret_key = "«»"
  account_key = "«»"
  accountKey = "«»"
  client_secret = "«»"
  password = "«»"
  connection_url = "postgres://bob:«»@h/vault"
  circonus_api_token = "«»"
  key_label = "vault-key"
  tls_key_file = "/etc/x.pem"
=== /root/.config/openshift/hosts
oreg_auth_password=«»
rhsub_pass=«»
ansible_ssh_pass=«»
ansible_become_pass=«»
openshift_hosted_registry_storage_s3_secretkey=«»
openshift_storage_glusterfs_heketi_admin_key="«»"
openshift_master_session_auth_secrets=['«»']
openshift_master_session_encryption_secrets=['«»']
openshift_master_identity_providers=[{'name': 'a', 'bindDN': 'cn=a', 'bindPassword': '«»', 'ca': '/x'}]
ansible_user=root
=== /etc/origin/master/master-config.yaml
      bindPassword: «»
      clientSecret: «»
      clientID: a
=== /etc/pam.d/x
auth required pam_mysql.so user=bob passwd=«» host=h db=d
auth required pam_ldap.so bindpw=«» debug
auth required pam_tacplus.so server=192.0.2.9 secret=«» login=pap
auth required pam_radius_auth.so secret=«» debug
auth required pam_yubico.so id=16 key=«aBcDeFgHiJkLmNo=»
auth required pam_google_authenticator.so secret=/home/x
password sufficient pam_unix.so sha512 shadow
=== /etc/doas.conf
permit setenv { DB_PASS=«» LANG } bob
permit nopass bob
=== /etc/default/prometheus-mysqld-exporter
DATA_SOURCE_NAME="bob:«»@(h:3306)/"
DATA_SOURCE_NAME="postgresql://bob:«»@h:5432/x"
MINIO_ROOT_PASSWORD=«»
API_KEY=«»
APP_SECRET="«»"
BACKUP_PASS='«»'
ADMIN_PIN=«»
WIFI_PSK=«»
SESSION_SALT="«»"
SMTP_CREDENTIALS=«»
SNMP_COMMUNITY="«»"
LICENSE_KEY=«»
TUNNEL_TOKEN=«»
ERLANG_COOKIE=«»
BASIC_AUTH=bob:«»
JAVA_OPTS="-Djavax.net.ssl.keyStorePassword=«» -Xmx1g"
OPTS="--web.password «» --port 80"
ARGS="--api-key=«»"
MAXAGE_PASS=90
PASS_FILE=/etc/x
TOKEN_TTL=10
=== /etc/profile.d/x.sh
export GITHUB_TOKEN=«»
export DB_PWD='«»'
export HTTPS_PROXY=http://bob:«»@px:3128
export VAULT_PASS="$PW"
setenv API_TOKEN «»
alias db='mysql -ubob -p«» x'
=== /etc/environment
MAIL_PASS="«»"
LANG=C.UTF-8
=== /etc/systemd/system/x.service
Environment=DB_PASS=«» LANG=C
Environment="A=b" "X_PIN=«»" 'B_TOKEN=«»'
Environment='API_KEY=«»'
SetCredential=db-password:«»
SetCredentialEncrypted=x: \
ExecStart=/usr/bin/x --password «» --port 80
ExecStart=/bin/sh -c 'echo «» | sudo -S x'
LoadCredential=x:/etc/x
=== /etc/systemd/system/x.mount
Options=username=bob,password=«»,uid=0
Options=credentials=/etc/x
=== /etc/cron.d/x
0 1 * * * root PGPASSWORD=«» pg_dump -h h -U bob x
0 1 * * * root curl -s -u bob:«» https://h/
0 1 * * * root curl -H 'X-Api-Key: «»' https://h/
0 1 * * * root curl -fsS https://hc-ping.com/«5b1c9e77-2d41-4a39-8f0e-91a3c0f2d7e6»
0 1 * * * root mysqldump -ubob -p«» x
0 1 * * * root echo «» | sudo -S x
0 1 * * * root echo '«»' | kinit bob
0 1 * * * root echo "bob:«»" | chpasswd
0 1 * * * root openssl enc -aes-256-cbc -k «» -in x
0 1 * * * root gpg --batch --passphrase «» -d x
0 1 * * * root sshpass -p «» ssh h
0 1 * * * root wget --http-password=«» http://h/
RESTIC_PASSWORD=«»
MAILTO=root
=== /etc/fstab
//h/s /m cifs username=bob,password=«»,uid=0 0 0
//h/s /m cifs user=bob,pass=«» 0 0
h:/ /m ceph name=a,secret=«AQBaB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXy==» 0 0
curlftpfs#bob:«»@h /m fuse rw 0 0
//h/s /m cifs credentials=/etc/x 0 0
=== /etc/auto.smb
m -fstype=cifs,username=bob,password=«» ://h/s
=== /etc/iscsi/iscsid.conf
node.session.auth.password = «»
node.session.auth.password_in = «»
discovery.sendtargets.auth.password = «»
node.session.auth.username = bob
=== /etc/nvme/discovery.conf
--transport=tcp --traddr=192.0.2.9 --dhchap-secret=«DHHC-1:00:abcdefghijABCDEFGHIJ0123456789==:»
=== /etc/ssh/ssh_config
    ProxyCommand sshpass -p «» ssh h
    SetEnv API_TOKEN=«»
    PasswordAuthentication no
=== /etc/xinetd.d/x
	env = API_TOKEN=«»
	server_args = -u bob -p «»
=== /etc/lbu/lbu.conf
PASSWORD=«»
=== commands/getcert_list
	key pair storage: type=NSSDB,location='/etc/x',nickname='a',token='NSS Certificate DB',pin='«»'
	key pair storage: type=FILE,location='/etc/x.key'
=== commands/corosync_cmapctl
totem.key (str) = «»
totem.token (u32) = 3000
=== commands/mysqladmin_vars
| report_password | «pw1» |
| report_user | bob |
=== commands/rabbitmq_report
 {default_pass,<<"«»">>},
 {default_user,<<"bob">>},
=== commands/docker_inspect
            "Env": [
                "DB_PASSWORD=«»",
                "API_PIN=«»",
                "PATH=/usr/bin"
=== commands/systemctl_show
Environment=DB_PASSWORD=«» API_PIN=«» LANG=C
ExecStart={ path=/usr/bin/x ; argv[]=/usr/bin/x --password «» --port 80 ; ignore_errors=no }
=== commands/hponcfg
<PASSWORD value = "«»"/>
<USER_LOGIN value = "bob"/>
=== /proc/1234/environ
LANG=C
`;
