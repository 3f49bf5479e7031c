const r = String.raw;

/**
 * Lines that the manuals of the programs in the catalogs allow, by domain: a path, and lines with each secret in guillemets. Empty ones are
 * filled with passwords of several kinds. Everything outside the guillemets stays.
 */
export const hostLines = r`
=== /boot/loader/entries/x.conf
options root=/dev/sda1 netroot=iscsi:bob:«»@192.0.2.9::3260::iqn.2026-01.example:x rd.iscsi.password=«» rd.iscsi.in.password=«» quiet
options inst.vncpassword=«» inst.repo=https://bob:«»@repo.example/x rd.luks.key=/keyfile:UUID=1
options cifsroot=//bob:«»@192.0.2.9/share rd.luks.options=timeout=10s
options systemd.set_credential=passwd.plaintext-password.root:«» systemd.unit=rescue.target
=== /boot/grub/grub.conf
password --md5 «$1$ab12cd34$xyzxyzxyzxyz»
password «»
title Linux
	lock
=== /boot/grub2/grub.cfg
set superusers="bob"
password bob «»
password_pbkdf2 bob «grub.pbkdf2.sha512.10000.0123456789ABCDEF.0123456789ABCDEF»
linux /vmlinuz root=/dev/sda1 inst.rdp.password=«» ro
=== /boot/extlinux/extlinux.conf
MENU MASTER PASSWD «»
  MENU PASSWD «»
  APPEND root=/dev/sda1 vncpassword=«» ro
=== /boot/syslinux/syslinux.cfg
menu master passwd «$4$Nz4J6IAN$SnsPpzAlmIJjtWoz1rTJtEQ2EA8»
=== /etc/default/grub
GRUB_CMDLINE_LINUX="quiet netroot=iscsi:bob:«»@192.0.2.9::3260 rd.iscsi.password=«»"
GRUB_TIMEOUT=5
=== /etc/NetworkManager/system-connections/x.nmconnection
psk=«»
wep-key0=«»
leap-password=«»
private-key-password=«»
phase2-private-key-password=«»
password-raw=«1;2;65;66»;
pin=«4711»
password=«»
Xauth password=«»
IPSec secret=«»
cert-pass=«»
http-proxy-password=«»
mka-cak=«0123456789abcdef0123456789abcdef»
private-key=«aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
preshared-key=«aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
psk-flags=0
password-flags=1
private-key=/etc/pki/x.key
key-mgmt=wpa-psk
id=Office
=== /etc/netplan/01.yaml
        "Home":
          password: "«»"
        "Work": {password: «»}
          auth:
            key-management: eap
            password: «»
            client-key-password: "«»"
            client-key: /etc/x.key
      pin: "«4711»"
      keys:
        - shared: «aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
=== /etc/network/interfaces
    wpa-psk «»
    wpa-password «»
    wpa-passphrase «»
    wpa-private-key-passwd «»
    wpa-wep-key0 «»
    wpa-pin «»
    wireless-key «1234567890»
    wireless-key1 «s:abcde»
    wpa-ssid Home
    wpa-key-mgmt WPA-PSK
    up wpa_passphrase Home «» > /run/x
=== /etc/sysconfig/network-scripts/ifcfg-wlan0
WPA_PSK='«»'
KEY1=«0123456789»
KEY_PASSPHRASE1="«»"
IEEE_8021X_PASSWORD=«»
IEEE_8021X_PRIVATE_KEY_PASSWORD="«»"
IEEE_8021X_PIN=«4711»
IEEE_8021X_PRIVATE_KEY=/etc/x.key
MKA_CAK=«0123456789abcdef0123456789abcdef»
MACSEC_CAK=«0123456789abcdef0123456789abcdef»
KEY_MGMT=WPA-PSK
DEVICE=wlan0
=== /etc/sysconfig/network/ifcfg-wlan0
WIRELESS_WPA_PSK='«»'
WIRELESS_WPA_PASSWORD='«»'
WIRELESS_KEY_0='«»'
WIRELESS_CLIENT_KEY_PASSWORD='«»'
WIRELESS_AUTH_MODE='psk'
WIRELESS_KEY_LENGTH='128'
=== /etc/systemd/network/30.netdev
PrivateKey=«aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
PresharedKey=«aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=»
Key=«0123456789abcdef0123456789abcdef»
PublicKey=aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg=
Key=42
PrivateKeyFile=/etc/systemd/network/wg.key
=== /etc/openvpn/client/x.conf
auth-token «»
setenv UV_PASS «»
pkcs11-id 'x' 
<auth-user-pass>
bob
«»
</auth-user-pass>
<http-proxy-user-pass>
bob
«»
</http-proxy-user-pass>
auth-user-pass /etc/openvpn/login
askpass /etc/openvpn/pass
<ca>
-----BEGIN CERTIFICATE-----
=== /etc/swanctl/swanctl.conf
   ike-1 {
      secret = "«»"
      secret = «»
      secret = «0saBcDeFgHiJkLmNo=»
   }
   token1 {
      pin = «4711»
      handle = 1
   }
      secret = «0x0123456789abcdef»
    auth = psk
=== /etc/ipsec.conf
    authby=secret
    leftauth=psk
    xauth_identity=bob
=== /etc/frr/frr.conf
password «»
enable password «»
 neighbor 192.0.2.1 password «»
 neighbor PEERS password «»
 ip ospf authentication-key «»
 ip ospf message-digest-key 1 md5 «»
 isis password clear «»
 area-password md5 «»
 domain-password clear «»
 ip rip authentication string «»
 key-string «»
 mpls ldp neighbor 192.0.2.1 password «»
 neighbor 192.0.2.2 password «»
 ip nhrp authentication «»
 area 1 virtual-link 192.0.2.1 message-digest-key 1 md5 «»
 area 1 virtual-link 192.0.2.1 authentication-key «»
 ipv6 ospf6 authentication key-id 1 hash-algo md5 key «»
 openfabric password clear «»
 ip rip authentication mode md5
 ip ospf authentication message-digest
 neighbor 192.0.2.1 remote-as 65000
=== /etc/bird/bird.conf
	password "«»";
	password "«»" {
	password '«»';
	secret "«»";
	key "«»";
	authentication cryptographic;
	authentication none;
	local as 65000;
=== /etc/keepalived/keepalived.conf
        auth_type PASS
        auth_pass «»
        auth_pass «1111»
    script "/usr/bin/mysqladmin -u chk -p«» ping"
=== /etc/bind/named.conf.local
	secret "«»";
	secret «aBcDeFgHiJkLmNo=»;
key "k" { algorithm hmac-sha256; secret "«aBcDeFgHiJkLmNo=»"; };
	cookie-secret "«0123456789abcdef0123456789abcdef»";
dyndb "x" "ldap.so" { password "«»"; uri "ldaps://h"; };
	password "«»";
dlz "x" { database "mysql {host=h dbname=d user=bob pass=«» ssl=false} x"; };
	keys { "k"; };
	session-keyfile "/run/named/session.key";
=== /etc/unbound/unbound.conf
    redis-server-password: "«»"
    secret-seed: "«»"
    cookie-secret: «0123456789abcdef0123456789abcdef»
    tls-service-key: "/etc/unbound/x.key"
    server-key-file: "/etc/unbound/unbound_server.key"
=== /etc/powerdns/pdns.conf
gmysql-password=«»
gmysql-password-2=«»
gpgsql-extra-connection-parameters=sslmode=require
api-key=«»
webserver-password=«»
ldap-secret=«»
webserver-password=«$scrypt$ln=10,p=1,r=8$abcdefgh==$abcdefgh»
launch=gmysql
api-key-file=/etc/x
=== /etc/coredns/Corefile
        credentials bob «»
        aws_access_key AKIA «»
        client_secret «»
        secret k.example. «aBcDeFgHiJkLmNo=»
        password «»
        forward . 192.0.2.1
=== /etc/dnsmasq.d/x.conf
dhcp-option=252,http://wpad/wpad.dat
=== /etc/chrony/chrony.conf
keyfile /etc/chrony/chrony.keys
server ntp.example iburst key 5
=== /etc/ntp.conf
crypto pw «» randfile /dev/urandom
crypto host h pw «»
keys /etc/ntp/keys
trustedkey 1
=== /etc/snmp/snmpd.conf
rocommunity «» 192.0.2.0/24
rwcommunity6 «»
com2sec -Cn ctx mynet 192.0.2.0/24 «»
com2sec6 local ::1 «»
com2secunix local default «»
createUser bob SHA "«»" AES «»
createUser -e 0x80001f8880 bob MD5 «»
trapcommunity «»
trapsink 192.0.2.9 «»
trap2sink udp:192.0.2.9:162 «»
informsink h.example «» 162
trapsess -v 2c -c «» 192.0.2.9
trapsess -v 3 -u bob -l authPriv -a SHA -A «» -x AES -X «» 192.0.2.9
proxy -v 2c -c «» 192.0.2.9 .1.3
proxy -Cn ctx -v 1 -c «» 192.0.2.9
smuxpeer .1.3.6.1.4.1.674 «»
defAuthPassphrase «»
defPrivPassphrase «»
defPassphrase «»
defAuthLocalizedKey 0x«0123456789abcdef0123456789abcdef»
defPrivMasterKey 0x«0123456789abcdef0123456789abcdef»
defCommunity «»
authcommunity log,execute «»
rouser bob priv
group g v2c mynet
access g "" any noauth exact all none none
syscontact Bob
#rocommunity «» default
=== /etc/collectd/collectd.conf
    Password "«»"
    Pass "«»"
    Community "«»"
    AuthPassphrase "«»"
    PrivacyPassphrase "«»"
    SMTPPassword "«»"
    DriverOption "password" "«»"
    DriverOption "username" "bob"
    ClientKeyPass "«»"
    SecurityLevel "Encrypt"
    Username "bob"
    URL "https://bob:«»@h/x"
    Header "Authorization: Basic «Ym9iOkdyYW5pdGUzeA==»"
    AuthFile "/etc/collectd/passwd"
=== /etc/fail2ban/jail.local
action = abuseipdb[abuseipdb_apikey="«»", abuseipdb_category="18"]
         cloudflare[cfuser="bob", cftoken="«»"]
action = slack-notify[slack_api_token=«»]
cftoken = «»
cfapikey = «»
blocklist_de_apikey = «»
ns_auth = «»
password = «»
sender = root@h
=== /etc/conf.d/wireguard
WG_PSK="«»"
command_args="--token «» --port 80"
rc_need="net"
=== /etc/modprobe.d/x.conf
options kvm nested=1
`;
