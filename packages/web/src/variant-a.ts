import { foreachExecute, globFile, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { httpdCmd } from './providers.js';
import { web } from './specs.js';

/** The web domain in its earlier variant A. */
export const webA = variant(web, {
  override: {
    httpd_M: foreachExecute('%s -M', httpdCmd(), {
      doc: 'Modules loaded by each running Apache: missing or risky modules',
    }),
    httpd_V: foreachExecute('%s -V', httpdCmd(), {
      doc: 'Version, MPM and build settings of each running Apache: which limits apply',
    }),
    httpd_conf: globFile(
      [
        '/etc/httpd/conf/httpd.conf',
        '/etc/httpd/conf.d/*.conf',
        '/etc/httpd/conf.d/*/*.conf',
        '/etc/httpd/conf.modules.d/*.conf',
      ],
      { doc: 'Apache configuration files in use: virtual hosts, TLS and worker limits' },
    ),
    httpd_conf_scl_httpd24: globFile(
      [
        '/opt/rh/httpd24/root/etc/httpd/conf/httpd.conf',
        '/opt/rh/httpd24/root/etc/httpd/conf.d/*.conf',
        '/opt/rh/httpd24/root/etc/httpd/conf.d/*/*.conf',
        '/opt/rh/httpd24/root/etc/httpd/conf.modules.d/*.conf',
      ],
      { doc: 'Apache configuration of the httpd24 collection: settings apart from the system server' },
    ),
    httpd_conf_scl_jbcs_httpd24: globFile(
      [
        '/opt/rh/jbcs-httpd24/root/etc/httpd/conf/httpd.conf',
        '/opt/rh/jbcs-httpd24/root/etc/httpd/conf.d/*.conf',
        '/opt/rh/jbcs-httpd24/root/etc/httpd/conf.d/*/*.conf',
        '/opt/rh/jbcs-httpd24/root/etc/httpd/conf.modules.d/*.conf',
      ],
      { doc: 'Apache configuration of JBoss Core Services: settings of the bundled web server' },
    ),
    nginx_error_log: simpleFile('/var/log/nginx/error.log', {
      doc: 'Nginx error log: upstream timeouts, denied files and worker crashes',
      effects: { needsRoot: true },
    }),
  },
  add: {
    ls_var_www: simpleCommand('/bin/ls -la /dev/null /var/www', {
      doc: 'Listing of the web root: owners and modes that expose content',
      absentWhen: ['No such file or directory'],
    }),
    systemctl_httpd: simpleCommand('/bin/systemctl show httpd', {
      doc: 'Properties of the Apache service: limits, private temporary files and restarts',
    }),
    systemctl_nginx: simpleCommand('/bin/systemctl show nginx', {
      doc: 'Properties of the nginx service: limits, restarts and drop-ins',
    }),
  },
  omit: ['eap_json_reports', 'squid_cache_log', 'tomcat_web_xml'],
  providers: [httpdCmd],
});
