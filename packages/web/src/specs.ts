import {
  firstFile,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  head,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import {
  eapReportFiles,
  httpd24SclConfigurationFiles,
  httpd24SclJbcsConfigurationFiles,
  httpdCertificateInfoInNss,
  httpdCmds,
  httpdConfigurationFiles,
  httpdSslCertificateFiles,
  nginxSslCertificateFiles,
} from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Httpd, nginx, Tomcat, JBoss, PHP, HAProxy, squid. */
export const web = slice({
  name: 'web',
  version,
  origin: insightsCore,
  specs: {
    eap_json_reports: foreachCollect('%s', eapReportFiles(), {
      doc: 'Recent reports from Java and JBoss runtimes: versions, options and loaded libraries',
    }),
    haproxy_cfg: firstFile(
      ['/var/lib/config-data/puppet-generated/haproxy/etc/haproxy/haproxy.cfg', '/etc/haproxy/haproxy.cfg'],
      { doc: 'HAProxy configuration: frontends, backends, timeouts and TLS settings' },
    ),
    httpd24_httpd_error_log: simpleFile('/opt/rh/httpd24/root/etc/httpd/logs/error_log', {
      doc: 'Error log of the httpd24 collection: failing requests and module errors',
      effects: { needsRoot: true },
    }),
    httpd_M: foreachExecute('%s -M', httpdCmds(), {
      doc: 'Modules loaded by each running Apache: missing or risky modules',
    }),
    httpd_V: foreachExecute('%s -V', httpdCmds(), {
      doc: 'Version, MPM and build settings of each running Apache: which limits apply',
    }),
    httpd_cert_info_in_nss: foreachExecute('/usr/bin/certutil -d %s -L -n %s', httpdCertificateInfoInNss(), {
      doc: 'Apache certificates kept in NSS databases: validity and issuer',
      effects: { needsRoot: true },
    }),
    httpd_conf: foreachCollect('%s', httpdConfigurationFiles(), {
      doc: 'Apache configuration files in use: virtual hosts, TLS and worker limits',
    }),
    httpd_conf_scl_httpd24: foreachCollect('%s', httpd24SclConfigurationFiles(), {
      doc: 'Apache configuration of the httpd24 collection: settings apart from the system server',
    }),
    httpd_conf_scl_jbcs_httpd24: foreachCollect('%s', httpd24SclJbcsConfigurationFiles(), {
      doc: 'Apache configuration of JBoss Core Services: settings of the bundled web server',
    }),
    httpd_error_log: simpleFile('var/log/httpd/error_log', {
      doc: 'Apache error log: failing requests, crashes and exhausted workers',
      effects: { needsRoot: true },
    }),
    httpd_limits: foreachCollect(
      '/proc/%s/limits',
      simpleCommand('/usr/bin/pgrep -o httpd', { emptyRc: [1] }),
      {
        doc: 'Resource limits of the running Apache parent: open files and processes allowed',
      },
    ),
    httpd_pid: simpleCommand('/usr/bin/pgrep -o httpd', {
      doc: 'Process id of the oldest Apache process: the key to its limits',
      emptyRc: [1],
    }),
    httpd_ssl_cert_enddate: foreachExecute(
      '/usr/bin/openssl x509 -in %s -enddate -noout',
      httpdSslCertificateFiles(),
      {
        doc: 'Expiry dates of certificates in Apache virtual hosts: sites about to show warnings',
        absentWhen: ['No such file or directory'],
      },
    ),
    jbcs_httpd24_httpd_error_log: simpleFile('/opt/rh/jbcs-httpd24/root/etc/httpd/logs/error_log', {
      doc: 'Error log of JBoss Core Services Apache: proxy and module failures',
      effects: { needsRoot: true },
    }),
    nginx_conf: globFile(
      [
        '/etc/nginx/*.conf',
        '/etc/nginx/conf.d/*.conf',
        '/etc/nginx/default.d/*.conf',
        '/opt/rh/nginx*/root/etc/nginx/*.conf',
        '/opt/rh/nginx*/root/etc/nginx/conf.d/*.conf',
        '/opt/rh/nginx*/root/etc/nginx/default.d/*.conf',
        '/etc/opt/rh/rh-nginx*/nginx/*.conf',
        '/etc/opt/rh/rh-nginx*/nginx/conf.d/*.conf',
        '/etc/opt/rh/rh-nginx*/nginx/default.d/*.conf',
      ],
      { doc: 'Nginx configuration, system and collections: sites, TLS and upstreams' },
    ),
    nginx_error_log: firstOf(
      [simpleFile('/var/log/nginx/error.log'), head(globFile(['/var/opt/rh/rh-nginx*/log/nginx/error.log']))],
      {
        doc: 'Nginx error log: upstream timeouts, denied files and worker crashes',
        effects: { needsRoot: true },
      },
    ),
    nginx_ssl_cert_enddate: foreachExecute(
      '/usr/bin/openssl x509 -in %s -enddate -noout',
      nginxSslCertificateFiles(),
      {
        doc: 'Expiry dates of certificates in the nginx configuration: renew them in time',
        absentWhen: ['No such file or directory'],
      },
    ),
    php_ini: firstFile(['/etc/opt/rh/php73/php.ini', '/etc/opt/rh/php72/php.ini', '/etc/php.ini'], {
      doc: 'PHP configuration: limits, exposed functions and session settings',
    }),
    squid_cache_log: simpleFile('/var/log/squid/cache.log', {
      doc: 'Cache log of Squid: start-up errors, helper crashes and full descriptors',
      effects: { needsRoot: true },
    }),
    tomcat_vdc_fallback: simpleCommand(
      "/usr/bin/find /usr/share -maxdepth 1 -name 'tomcat*' -exec /bin/grep -R -s 'VirtualDirContext' --include '*.xml' '{}' +",
      { doc: 'Use of VirtualDirContext in Tomcat files: a setting that exposes source code', emptyRc: [1] },
    ),
    tomcat_web_xml: firstOf(
      [globFile(['/etc/tomcat*/web.xml']), globFile(['/conf/tomcat/tomcat*/web.xml'])],
      { doc: 'Default web descriptors of Tomcat: servlet options, timeouts and directory listings' },
    ),
  },
  providers: [
    eapReportFiles,
    httpd24SclConfigurationFiles,
    httpd24SclJbcsConfigurationFiles,
    httpdCertificateInfoInNss,
    httpdCmds,
    httpdConfigurationFiles,
    httpdSslCertificateFiles,
    nginxSslCertificateFiles,
  ],
});
