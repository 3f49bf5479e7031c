import { posix } from 'node:path';
import { addNamed, firstOf, listed, namedFile, sortedByKey } from '@hostspec/facts';
import { defineProvider, type Element, type NamedElement, nothing, readText } from '@hostspec/spec';

const most = 100;
const maxBytes = 256 * 1024;

/** Where services name their certificates. */
const configurations: readonly {
  readonly files: readonly string[];
  /** Finds the path, on one line. */
  readonly names: RegExp;
  /** Directory of paths that are not absolute. */
  readonly below: string;
}[] = [
  {
    files: [
      '/etc/nginx/nginx.conf',
      '/etc/nginx/conf.d/*',
      '/etc/nginx/sites-enabled/*',
      '/etc/nginx/snippets/*',
    ],
    names: /^\s*ssl_certificate\s+["']?([^\s;"']+)/gm,
    below: '/etc/nginx',
  },
  {
    files: [
      '/etc/apache2/apache2.conf',
      '/etc/apache2/*-enabled/*.conf',
      '/etc/apache2/vhosts.d/*.conf',
      '/etc/httpd/conf.d/*.conf',
    ],
    names: /^\s*SSLCertificateFile\s+["']?([^\s"']+)/gim,
    below: '/etc/apache2',
  },
  { files: ['/etc/haproxy/haproxy.cfg'], names: /^[^#\n]*\scrt\s+(\S+)/gm, below: '/etc/haproxy' },
  {
    files: ['/etc/postfix/main.cf'],
    names: /^\s*smtpd?_tls_(?:cert_file|eccert_file|chain_files)\s*=\s*([^\s,]+)/gm,
    below: '/etc/postfix',
  },
  {
    files: ['/etc/dovecot/dovecot.conf', '/etc/dovecot/conf.d/*.conf'],
    names: /^\s*ssl_(?:cert|server_cert_file)\s*=\s*<?\s*(\S+)/gm,
    below: '/etc/dovecot',
  },
  {
    files: [
      '/etc/ldap/slapd.conf',
      '/etc/ldap/slapd.d/cn=config.ldif',
      '/etc/openldap/slapd.conf',
      '/etc/openldap/slapd.d/cn=config.ldif',
    ],
    names: /^(?:olc)?TLSCertificateFile:?\s+"?([^\s"]+)/gim,
    below: '/etc/ldap',
  },
  {
    files: ['/etc/libvirt/libvirtd.conf', '/etc/libvirt/virtproxyd.conf'],
    names: /^\s*cert_file\s*=\s*"([^"\n]+)"/gm,
    below: '/etc/libvirt',
  },
];

/** Where services look for certificates that nothing names. */
const usual = [
  '/etc/letsencrypt/live/*/cert.pem',
  '/etc/cockpit/ws-certs.d/*.cert',
  '/etc/pki/libvirt/servercert.pem',
];

/** Certificates of the services of a host. */
export const hostCertificates = defineProvider({
  name: 'host_certificates',
  doc: `Sorted certificate files that the configuration of nginx, Apache, HAProxy, Postfix, Dovecot, OpenLDAP or libvirt names, and ${usual.join(', ')}; at most ${most}. If another account's file names a certificate, it is read with that account's rights.`,
  yields: 'list',
  async evaluate({ host }) {
    const found = new Map<string, Element | NamedElement>();
    for (const path of (await host.glob(usual)).paths) found.set(path, path);
    for (const { files, names, below } of configurations)
      for (const file of (await host.glob(files)).paths)
        for (const [, name = ''] of ((await readText(host, file, { maxBytes })) ?? '').matchAll(names)) {
          if (name.includes('$')) continue;
          const path = posix.resolve(below, name);
          const element = await namedFile(host, path, file);
          if (element !== undefined) addNamed(found, path, element);
        }
    const sorted = sortedByKey(found);
    if (sorted.length === 0) return nothing('no configuration of a service names a certificate');
    const { first, leftOut } = firstOf(sorted, most, 'certificates');
    return listed(first, leftOut);
  },
});
