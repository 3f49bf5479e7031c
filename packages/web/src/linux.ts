import { globFile, linux, simpleCommand } from '@hostspec/spec';
import { web } from './specs.js';

/** The web domain for all of Linux. */
export const webLinux = linux(web, {
  for: {
    httpd24_httpd_error_log: ['rhel'],
    httpd_conf_scl_httpd24: ['rhel'],
    httpd_conf_scl_jbcs_httpd24: ['rhel'],
    httpd_error_log: ['rhel'],
    jbcs_httpd24_httpd_error_log: ['rhel'],
  },
  logs: {
    httpd24_httpd_error_log: { newest: 8_000_000 },
    httpd_error_log: { newest: 8_000_000 },
    jbcs_httpd24_httpd_error_log: { newest: 8_000_000 },
    nginx_error_log: { newest: 8_000_000 },
    squid_cache_log: { newest: 8_000_000 },
  },
  add: {
    apache2_conf: globFile(
      [
        '/etc/apache2/*.conf',
        '/etc/apache2/conf-enabled/*.conf',
        '/etc/apache2/conf.d/*.conf',
        '/etc/apache2/envvars',
        '/etc/apache2/mods-enabled/*.conf',
        '/etc/apache2/sites-enabled/*',
        '/etc/apache2/vhosts.d/*.conf',
      ],
      {
        doc: 'Apache configuration on Debian, SUSE and Alpine: sites, modules in use and options',
        for: ['debian', 'suse', 'alpine'],
        origin: 'https://httpd.apache.org/docs/2.4/configuring.html',
      },
    ),
    // apache2ctl would make directories before it asks the server, with these variables from /etc/apache2/envvars.
    apache2ctl_s: simpleCommand('/usr/sbin/apache2 -S', {
      doc: 'Virtual hosts of Apache as it reads them, with file and line, and errors of its configuration',
      keepRc: true,
      for: ['debian'],
      timeout: 15,
      env: {
        APACHE_CONFDIR: '/etc/apache2',
        APACHE_LOCK_DIR: '/var/lock/apache2',
        APACHE_LOG_DIR: '/var/log/apache2',
        APACHE_PID_FILE: '/var/run/apache2/apache2.pid',
        APACHE_RUN_DIR: '/var/run/apache2',
        APACHE_RUN_GROUP: 'www-data',
        APACHE_RUN_USER: 'www-data',
      },
      origin: 'apache2(8)',
      effects: { needsRoot: true },
    }),
    app_servers: globFile(
      [
        '/etc/tomcat*/server.xml',
        '/etc/tomcat*/*.policy',
        '/etc/default/tomcat*',
        '/etc/uwsgi/apps-enabled/*',
        '/etc/gunicorn.d/*',
        '/etc/supervisor/supervisord.conf',
        '/etc/supervisor/conf.d/*.conf',
        '/etc/supervisord.conf',
        '/etc/supervisord.d/*.ini',
      ],
      {
        doc: 'Application servers Tomcat, uWSGI, Gunicorn and Supervisor: ports, memory and what they start',
        origin: 'https://tomcat.apache.org/tomcat-10.1-doc/config/index.html',
        effects: { needsRoot: true },
      },
    ),
    nginx_sites: globFile(
      [
        '/etc/nginx/sites-enabled/*',
        '/etc/nginx/modules-enabled/*.conf',
        '/etc/nginx/snippets/*.conf',
        '/etc/nginx/http.d/*.conf',
        '/etc/nginx/vhosts.d/*.conf',
      ],
      {
        doc: 'Sites, modules and snippets of nginx on Debian, Alpine and SUSE',
        origin: 'https://nginx.org/en/docs/beginners_guide.html',
      },
    ),
    nginx_version: simpleCommand('/usr/sbin/nginx -V', {
      doc: 'Version of nginx with the modules and options that it was built with',
      origin: 'https://nginx.org/en/docs/switches.html',
    }),
    php_conf: globFile(
      [
        '/etc/php/*/*/php.ini',
        '/etc/php/*/fpm/php-fpm.conf',
        '/etc/php/*/fpm/pool.d/*.conf',
        '/etc/php*/php.ini',
        '/etc/php*/php-fpm.conf',
        '/etc/php*/php-fpm.d/*.conf',
        '/etc/php-fpm.conf',
        '/etc/php-fpm.d/*.conf',
      ],
      {
        doc: 'PHP configuration and its process pools: memory, upload and time limits, number of workers',
        origin: 'https://www.php.net/manual/en/install.fpm.configuration.php',
      },
    ),
    proxies_conf: globFile(
      [
        '/etc/squid/squid.conf',
        '/etc/squid/conf.d/*.conf',
        '/etc/varnish/*.vcl',
        '/etc/traefik/*.yml',
        '/etc/traefik/*.yaml',
        '/etc/traefik/*.toml',
        '/etc/caddy/Caddyfile',
        '/etc/envoy/*.yaml',
      ],
      {
        doc: 'Proxies and caches Squid, Varnish, Traefik, Caddy and Envoy: listeners, backends and access rules',
        origin: 'https://www.squid-cache.org/Doc/config/',
        effects: { needsRoot: true },
      },
    ),
  },
});
