const r = String.raw;

/** As `hostLines`: mail, web, databases and directories. */
export const serviceLines = r`
=== /etc/postfix/main.cf
smtp_sasl_password_maps = static:bob:«»
smtp_sasl_password_maps = inline:{ { [smtp.example.com]:587 = bob:«» } }
accounts_bind_pw = «»
bind_pw = «»
smtp_tls_key_file = /etc/ssl/x.key
smtpd_sasl_auth_enable = yes
=== /etc/postfix/master.cf
  -o smtp_sasl_password_maps=static:bob:«»
  -o smtpd_tls_security_level=encrypt
=== /etc/exim4/conf.d/main/x
hide mysql_servers = 192.0.2.9/maildb/bob/«»
hide pgsql_servers = (/run/pg)/maildb/bob/«»:db2/maildb/bob/«»
hide redis_servers = 127.0.0.1/1/«»
  client_secret = «»
  server_condition = {if and{{eq{$auth2}{bob}}{eq{$auth3}{«»}}}}
  data = {lookup ldap{user="cn=a,dc=x" pass=«» ldap://h/dc=x}}
=== /etc/exim4/conf.d/auth/x
  client_send = : bob : «»
=== /etc/msmtprc
password «»
passwordeval gpg -d x
=== /etc/opendkim.conf
SigningTable	dsn:mysql://bob:«»@h/db/table=t?keycol=k
LDAPBindPassword	«»
KeyFile	/etc/dkim/x.private
=== commands/doveconf
imapc_password = «»
doveadm_password = «»
doveadm_api_key = «Granite-3x»
ssl_key_password = «»
submission_relay_password = «»
auth_policy_hash_nonce = «abFXUkSIxjNH»
auth_policy_server_api_header = Authorization: Basic «Ym9iOkdyYW5pdGUzeA==»
  args = password=«»
  mail_crypt_private_password = «»
=== /etc/apache2/sites-enabled/x.conf
    AuthLDAPBindPassword "«»"
    AuthLDAPBindPassword «»
    AuthLDAPBindPassword "exec:/bin/pw"
    DBDParams "host=h user=bob pass=«» dbname=x"
    DBDParams host=h,user=bob,pass=«»,dbname=x
    SetEnv DB_PASSWORD «»
    SetEnv API_PIN "«»"
    OIDCClientSecret «»
    OIDCCryptoPassphrase "«»"
    OIDCRedisCachePassword «»
    OIDCOAuthClientSecret «»
    OIDCProviderMetadataURL https://h/.well-known
    SessionCryptoPassphrase «»
    SessionCryptoPassphrase exec:/bin/pw
    RequestHeader set Authorization "Basic «Ym9iOkdyYW5pdGUzeA==»"
    RequestHeader set X-Api-Key "«»"
    Header set X-Internal-Token "«»"
    ProxyPass /x ajp://127.0.0.1:8009/x secret=«»
    ProxyPass / balancer://c stickysession=JSESSIONID
    BalancerMember ajp://192.0.2.9:8009 route=a secret=«»
    php_admin_value mysqli.default_pw «»
    php_value session.save_path "tcp://h:6379?auth=«»"
    AuthRadiusAuthServer 192.0.2.9:1812 «»
    AddRadiusAuth 192.0.2.9:1812 «» 5:3
    AuthBasicFake bob «»
    AuthBasicFake %{SSL_CLIENT_S_DN_CN}
    AuthMySQLPassword «»
    Auth_MySQL_Password «»
    TKTAuthSecret "«»"
    SecHashKey «» keyOnly
    SecHttpBlKey «abcdefghijkl»
    MDExternalAccountBinding kid-1 «»
    GssapiSessionKey key:«aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789»
    AuthJWTSignatureSharedSecret «»
    AuthJWTSignatureKeyFile /etc/x.pem
    JkWorkerProperty worker.a.secret=«»
    Define DB_PASS «»
    Define LOG_LEVEL warn
    ProxyRemote "*" "http://bob:«»@px:3128"
    SSLPassPhraseDialog exec:/usr/libexec/x
    SSLPassPhraseDialog builtin
    AuthUserFile /etc/apache2/.htpasswd
    RewriteCond %{HTTP:X-Token} !^«»$
    RewriteCond %{QUERY_STRING} !key=«»
    SetEnvIf X-Secret "^«»$" allowed
    Require expr "%{HTTP:X-Api-Key} == '«»'"
=== /etc/apache2/envvars
export DB_PASS=«»
export APACHE_RUN_USER=www-data
=== /etc/nginx/sites-enabled/x
    proxy_set_header Authorization "Basic «Ym9iOkdyYW5pdGUzeA==»";
    proxy_set_header X-Api-Key "«»";
    proxy_set_header X-Api-Key «»;
    proxy_set_header X-Auth-Token $http_x_auth_token;
    proxy_set_header X-Forwarded-Proto https;
    add_header X-Service-Token "«»";
    fastcgi_param DB_PASSWORD «»;
    fastcgi_param APP_KEY "«»";
    uwsgi_param API_TOKEN «»;
    set $api_token "«»";
    set $secret «»;
    set $backend app;
    secure_link_secret «»;
    secure_link_md5 "$secure_link_expires$uri «»";
    auth_basic_user_file /etc/nginx/.htpasswd;
    auth_basic "Private";
    binddn_passwd «»;
    redis2_query auth «»;
    postgres_server 127.0.0.1 dbname=d user=bob password=«»;
    drizzle_server h user=bob password=«» protocol=mysql;
    encrypted_session_key "«»";
    encrypted_session_iv "1234567812345678";
    aws_secret_key «»;
    aws_signing_key «»;
    vod_secret_key "«»";
    akamai_token_validate_key «»;
    if ($http_x_api_key != "«»") { return 403; }
    if ($arg_token = «») {
    if ($request_method = POST) {
    proxy_pass https://bob:«»@h/;
    push rtmp://h/live/«»;
    more_set_input_headers "X-Api-Key: «»";
    ssl_password_file /etc/nginx/pw;
    auth_jwt_key_file /etc/x;
=== /etc/nginx/conf.d/map.conf
map $http_x_api_key $valid_key {
    "«»" 1;
    default 0;
}
=== /etc/caddy/Caddyfile
		bob «$2a$14$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234»
		bob «JDJhJDE0JGFiY2RlZmdoaWprbG1ub3BxcnN0dXZB»
	dns cloudflare «»
	acme_dns cloudflare «»
	dns cloudflare {env.CF_TOKEN}
		mac_key «»
		secret_access_key «»
		api_token «»
	header_up Authorization "Basic «Ym9iOkdyYW5pdGUzeA==»"
	header_up X-Api-Key «»
	header_up X-Real-IP {remote_host}
		basic_auth bob «»
		crypto key sign-verify «»
		client_secret «»
		sign_key "«»"
	reverse_proxy 127.0.0.1:8080
=== /etc/traefik/dynamic.yml
          - "bob:«$apr1$ab12cd34$xyzxyzxyzxyzxyzxyzxyzx»"
          - "bob:realm:«0123456789abcdef0123456789abcdef»"
    hmacEncoded: «»
    token: «»
    password: "«»"
          Authorization: "Basic «Ym9iOkdyYW5pdGUzeA==»"
          X-Api-Key: "«»"
          crowdsecLapiKey: «»
    secretAccessKey: «»
        rule: Host(x)
=== /etc/traefik/traefik.toml
  token = "«»"
  password = "«»"
  hmacEncoded = "«»"
  users = ["bob:«$apr1$ab12cd34$xyzxyzxyzxyzxyzxyzxyzx»"]
=== /etc/haproxy/haproxy.cfg
    stats auth bob:«»
    user bob insecure-password «»
    user bob password «$6$ab$cdefghijklmnop»
    http-request set-header Authorization "Basic «Ym9iOkdyYW5pdGUzeA==»"
    http-request set-header X-Api-Key «»
    http-request set-header X-Forwarded-Proto https
    http-check send hdr Authorization "Basic «Ym9iOkdyYW5pdGUzeA==»"
    option httpchk GET /x HTTP/1.0\r\nAuthorization:\ Basic\ «Ym9iOkdyYW5pdGUzeA==»
    tcp-check send AUTH\ «»\r\n
    tcp-check send "AUTH «»\r\n"
    tcp-check send PING\r\n
    acl ok hdr(X-Api-Key) -m str «»
    acl ok req.hdr(x-token) «»
    acl ok hdr(host) -i www.example
    setenv API_TOKEN «»
    http-request deny unless { req.hdr(x-secret) -m str «» }
    http-request auth realm x unless { http_auth(u) }
    default-server ssl crt /etc/x.pem
=== /etc/varnish/default.vcl
    if (req.http.X-Api-Key != "«»") {
    if (req.http.Authorization != "Basic «Ym9iOkdyYW5pdGUzeA==»") {
    set bereq.http.X-Auth-Token = "«»";
    set req.http.X-Forwarded-For = client.ip;
    .host = "127.0.0.1";
=== /etc/squid/squid.conf
cache_peer h.example parent 3128 0 no-query login=bob:«»
cache_peer h.example parent 3128 0 login=*:«»
cache_peer h.example parent 3128 0 login=PASS
cachemgr_passwd «» all
cachemgr_passwd disable shutdown
acl snmppublic snmp_community «»
wccp2_service standard 0 password=«»
auth_param basic program /usr/lib/squid/basic_ldap_auth -b dc=x -D cn=a -w «» -f uid=%s h
external_acl_type g %LOGIN /usr/lib/squid/ext_ldap_group_acl -b dc=x -D cn=a -w «» h
auth_param basic program /usr/lib/squid/basic_radius_auth -h h -w «»
auth_param basic program /usr/lib/squid/basic_db_auth --user bob --password «»
request_header_add X-Api-Key "«»" all
auth_param basic realm proxy
snmp_access allow snmppublic
=== /etc/envoy/envoy.yaml
          inline_string: "«»"
        password: {inline_string: "«»"}
        inline_bytes: «aBcDeFgHiJkLmNo=»
            - header: {key: Authorization, value: "Bearer «abcdefgh12345»"}
            - header: { key: x-api-key, value: «» }
        address: 127.0.0.1
=== /etc/tomcat9/server.xml
<Connector port="8443" keystorePass="«»" truststorePass="«»" keystoreFile="conf/ks"/>
<Certificate certificateKeystorePassword="«»" certificateKeyPassword='«»' type="RSA"/>
<Connector SSLPassword="«»" keyPass="«»" SSLCertificateFile="x"/>
<Connector protocol="AJP/1.3" secret="«»" secretRequired="true"/>
<Connector protocol="AJP/1.3" requiredSecret="«»"/>
<Realm connectionName="cn=a" connectionPassword="«»" connectionURL="ldap://h"/>
<Resource name="jdbc/x" username="bob" password="«»" url="jdbc:mysql://h/x"/>
<Resource connectionProperties="user=bob;password=«»;ssl=true"/>
<Resource url="jdbc:mysql://h/x?user=bob&amp;password=«»"/>
<Environment name="db/password" value="«»" type="java.lang.String"/>
<Parameter name="apiSecret" value="«»" override="false"/>
<Interceptor className="org.apache.EncryptInterceptor" encryptionKey="«0123456789abcdef»"/>
<Server port="8005" shutdown="«»">
=== /etc/tomcat9/web.xml
<param-name>db.password</param-name><param-value>«»</param-value>
<env-entry-name>api/token</env-entry-name><env-entry-value>«»</env-entry-value>
<param-name>listings</param-name><param-value>false</param-value>
=== /etc/php/8.2/fpm/php.ini
mysqli.default_pw = «»
newrelic.license = "«»"
session.save_path = "tcp://h:6379?auth=«»"
session.save_path = "tcp://h:6379?auth[user]=bob&auth[pass]=«»"
odbc.default_pw = «»
sp.global.secret_key("«»");
suhosin.session.cryptkey = «»
blackfire.server_token = «»
tideways.api_key=«»
memcached.sess_sasl_password = «»
session.name = PHPSESSID
=== /etc/php/8.2/fpm/pool.d/www.conf
env[DB_PASSWORD] = «»
env[API_PIN] = '«»'
php_admin_value[newrelic.license] = «»
php_value[session.save_path] = "tcp://h:6379?auth=«»"
user = www-data
=== /etc/uwsgi/apps-enabled/x.ini
env = DB_PASSWORD=«»
env = API_PIN=«»
env = LANG=C.UTF-8
route = ^/admin basicauth:Private,bob:«»
legion = a 225.1.1.1:4242 98 bf-cbc:«»
emperor = pg://host=h user=bob password=«» dbname=x;SELECT 1
alarm = jabber xmpp:bob@h;«»;eve@h
socket = 127.0.0.1:3031
=== /etc/gunicorn.d/x
        'DB_PASSWORD': '«»',
        'API_KEY': '«»',
=== /etc/supervisor/conf.d/x.conf
password = «»
password = «{SHA}82ab876d1387bfafe46cc1c8a2ef074eae50cb1d»
environment=A="b",DB_PASSWORD="«»",API_PIN="«»"
environment=SECRET_KEY=«»,PATH=/usr/bin
command=/usr/bin/x --password «» --port 80
username = bob
=== /etc/my.cnf
password=«»
password="«»"
report-password=«»
report_password = «»
master-password=«»
wsrep_sst_auth=bob:«»
file_key_management_filekey = «»
file_key_management_filekey = FILE:/etc/mysql/k
authentication_ldap_simple_bind_root_pwd = «»
hashicorp-key-management-token="«»"
encrypt-key=«»
encrypt_key = «»
loose-keyring_hashicorp_secret_id = «»
user = bob
ssl-key=/etc/x.pem
validate_password.length = 8
=== /etc/postgresql/15/main/postgresql.conf
primary_conninfo = 'host=h port=5432 user=bob password=«» sslmode=require'
primary_conninfo = 'host=h password=''«»'' user=bob'
archive_command = 'PGPASSWORD=«» /usr/bin/push %p'
ssl_passphrase_command = 'echo «»'
password_encryption = scram-sha-256
ssl_key_file = '/etc/x.key'
=== /etc/postgresql/15/main/pg_hba.conf
host all all 192.0.2.0/24 ldap ldapserver=h ldapbinddn="cn=a" ldapbindpasswd="«»" ldapbasedn="dc=x"
host all all 192.0.2.0/24 ldap ldapserver=h ldapbindpasswd=«»
host all all 192.0.2.0/24 radius radiusservers="192.0.2.9" radiussecrets="«»"
host all all 192.0.2.0/24 radius radiusserver=192.0.2.9 radiussecret=«»
host all all 192.0.2.0/24 scram-sha-256
=== /etc/mongod.conf
    PEMKeyPassword: «»
    certificateKeyFilePassword: "«»"
    clusterPassword: «»
        queryPassword: «»
sslPEMKeyPassword = «»
   clientCertificatePassword: «»
  keyFile: /etc/mongo.key
=== /etc/cassandra/cassandra.yaml
    keystore_password: «»
    truststore_password: «»
    # key_password: «»
credentials_validity: 2000ms
=== /etc/redis/redis.conf
requirepass «»
masterauth «»
primaryauth «»
tls-key-file-pass «»
# tls-client-key-file-pass «»
user bob on >«» ~* +@all
user bob on #«0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef» +@all
sentinel auth-pass mymaster «»
sentinel sentinel-pass «»
sentinel auth-user mymaster bob
masteruser bob
=== /etc/clickhouse-server/config.xml
<password>«»</password>
<password_sha256_hex>«0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef»</password_sha256_hex>
<password_double_sha1_hex>«0123456789abcdef0123456789abcdef01234567»</password_double_sha1_hex>
<secret>«»</secret>
<secret_access_key>«»</secret_access_key>
<identity>bob:«»</identity>
<digest>bob:«»</digest>
<key_hex>«00112233445566778899aabbccddeeff»</key_hex>
<key_hex id="0">«00112233445566778899aabbccddeeff»</key_hex>
<account_key>«»</account_key>
<header>Authorization: Bearer «abcdefgh12345»</header>
<sasl_password>«»</sasl_password>
<access_key_id>AKIAX</access_key_id>
<user>bob</user>
=== /etc/elasticsearch/elasticsearch.yml
xpack.security.transport.ssl.keystore.password: «»
xpack.notification.email.account.x.smtp.password: «»
xpack.ssl.key_passphrase: «»
xpack.security.authc.realms.ldap.x.bind_password: «»
xpack.security.authc.realms.oidc.o.rp.client_secret: «»
s3.client.default.secret_key: «»
xpack.security.enabled: true
=== /etc/elasticsearch/jvm.options
-Djavax.net.ssl.keyStorePassword=«»
-Des.ssl.secret=«»
=== /etc/odbc.ini
Password = «»
PWD=«»
Pwd = «»
UID = bob
=== /etc/sssd/sssd.conf
ldap_default_authtok = «»
idp_client_secret = «»
p11_uri = pkcs11:token=x;pin-value=«4711»
krb5_keytab = /etc/krb5.keytab
ldap_default_authtok_type = password
=== /etc/ldap.conf
bindpw «»
rootpwmodpw «»
binddn cn=a,dc=x
ssl start_tls
=== /etc/sudo-ldap.conf
bindpw «»
=== /etc/libnss-ldap.conf
bindpw «»
=== /etc/dirsrv/slapd-x/dse.ldif
nsslapd-rootpw: «{PBKDF2_SHA256}AAAIAH9SdIi2xyz»
nsslapd-rootpw: «»
nsDS5ReplicaCredentials: «{AES-TUhNR0NTcUdTSWIzRFFFRkRUQm1NRVVHQ1NxR1NJYjNEUUVGRERBNEJDUTJaR»
 «1pqYWhOV1V3TUMwNVlqUTAA»
 «MjNkMWFiYg==}xyz»
nsMultiplexorCredentials: «»
nsDS5ReplicaBootstrapCredentials: «»
userPassword: «»
userPassword:: «e1NTSEF9YWJj»
nsSymmetricKey:: «aBcDeFgHiJkLmNo=»
nsslapd-rootdn: cn=Directory Manager
passwordStorageScheme: PBKDF2_SHA256
=== /etc/samba/smb.conf
add user script = /usr/sbin/x -w «» %u
root preexec = mount -o username=bob,password=«» //h/s /m
passwd chat = *New*password* %n\n *Retype*
machine password timeout = 604800
passdb backend = tdbsam
=== /etc/proftpd/proftpd.conf
SQLConnectInfo db@h bob «»
LDAPBindDN "cn=a,dc=x" "«»"
RadiusServer 192.0.2.9:1812 «» 5
RADIUSAcctServer 192.0.2.9:1813 «»
UserPassword bob «fPxYz1abcde»
RedisServer 127.0.0.1:6379 «»
AuthUserFile /etc/proftpd/passwd
=== /etc/vsftpd.conf
rsa_private_key_file=/etc/x.key
no_anon_password=YES
`;
