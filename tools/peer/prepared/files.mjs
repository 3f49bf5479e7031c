const virtualHost = (port, lines) =>
  `<VirtualHost *:${port}>\n${lines.map((line) => `  ${line}\n`).join('')}</VirtualHost>\n`;

/** The content, by path, of files that providers, conditions and parsers read. */
export const files = {
  '/etc/redhat-release': 'Red Hat Enterprise Linux release 10.0 (Coughlan)\n',
  '/etc/os-release':
    'NAME="Red Hat Enterprise Linux"\nVERSION="10.0 (Coughlan)"\nID="rhel"\nVERSION_ID="10.0"\n',
  '/etc/machine-id': '0123456789abcdef0123456789abcdef\n',
  '/etc/dnf/dnf.conf': '[main]\ngpgcheck=1\ninstallonly_limit=3\nbest=True\n',
  '/etc/systemd/logind.conf': '[Login]\nKillUserProcesses=no\nRemoveIPC=no\n',
  '/etc/systemd/system.conf': '[Manager]\nLogLevel=info\nDefaultTimeoutStopSec=45s\n',
  '/etc/fstab': '/dev/sda1 / xfs defaults 0 0\n',
  '/etc/selinux/config': 'SELINUX=enforcing\nSELINUXTYPE=targeted\n',
  '/etc/httpd/conf/httpd.conf': 'ServerRoot "/etc/httpd"\nListen 80\nIncludeOptional conf.d/*.conf\n',
  '/etc/httpd/conf.d/ssl.conf': virtualHost(443, [
    'SSLEngine on',
    'SSLCertificateFile /etc/pki/tls/certs/web01.crt',
  ]),
  '/etc/httpd/conf.d/nss.conf': virtualHost(8443, [
    'NSSEngine on',
    'NSSCertificateDatabase /etc/httpd/alias',
    'NSSNickname server-cert',
  ]),
  '/opt/rh/httpd24/root/etc/httpd/conf/httpd.conf':
    'ServerRoot "/opt/rh/httpd24/root/etc/httpd"\nListen 8080\n',
  '/opt/rh/jbcs-httpd24/root/etc/httpd/conf/httpd.conf':
    'ServerRoot "/opt/rh/jbcs-httpd24/root/etc/httpd"\nListen 8081\n',
  '/etc/nginx/nginx.conf':
    'events {}\nhttp {\n  server {\n    listen 443 ssl;\n    ssl_certificate /etc/pki/nginx/server.crt;\n    ssl_certificate_key /etc/pki/nginx/server.key;\n  }\n}\n',
  '/etc/rsyslog.conf':
    '$DefaultNetstreamDriverCAFile /etc/pki/rsyslog/ca.pem\n$DefaultNetstreamDriverCertFile /etc/pki/rsyslog/cert.pem\n*.info /var/log/messages\n',
  '/etc/logrotate.conf': 'weekly\nrotate 4\ninclude /etc/logrotate.d\n',
  '/etc/logrotate.d/syslog': '/var/log/messages {\n  sharedscripts\n}\n',
  '/var/opt/mssql/mssql.conf': '[network]\ntlscert = /etc/pki/mssql/server.crt\n',
  '/intersystems/iris.cpf':
    '[Databases]\nIRISSYS=/intersystems/mgr/\n[config]\nconsole=,/intersystems/mgr/messages.log\n',
  '/intersystems/mgr/messages.log': '06/27/26-02:33:31:000 (1) 0 [Utility.Event] started\n',
  '/etc/rhsm/rhsm.conf': '[server]\nhostname = subscription.rhsm.redhat.com\n[rhsm]\nmanage_repos = 1\n',
  '/etc/yum.repos.d/example1.repo': '[baseos]\nname=BaseOS\nbaseurl=file:///repo\nenabled=1\n',
  '/usr/share/foreman/lib/satellite/version.rb': 'module Satellite\n  VERSION = "6.11.5"\nend\n',
  '/var/tmp/insights-runtimes/uploads/report.json': '{"version": "1.0.0"}\n',
  '/var/lib/pcp/config/pmlogger/config.ros':
    'log mandatory on default {\n\tmem.physmem\n\tkernel.all.cpu.idle\n}\n[access]\ndisallow .* : all;\n',
};
