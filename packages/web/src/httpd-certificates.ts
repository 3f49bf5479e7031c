import { posix } from 'node:path';
import {
  type Account,
  defineProvider,
  type Element,
  listOr,
  type NamedElement,
  namedBy,
  nothing,
  whyUnreadable,
} from '@hostspec/spec';
import type { HttpdConfiguration, ServerDirective } from './httpd-configuration.js';
import { systemHttpd } from './httpd-roots.js';

const main = `${systemHttpd.path}/conf/httpd.conf`;

/** Certificate files of Apache's TLS virtual hosts. */
export const httpdSslCertificateFiles = defineProvider({
  name: 'httpd_ssl_certificate_files',
  doc: "Sorted distinct certificate files (SSLCertificateFile) of the virtual hosts and the server below /etc/httpd where SSLEngine is on or optional; all of them where a host has several, relative ones below ServerRoot. Names of directives count in any letter case and only in full, what is set for the whole server holds for every virtual host that says nothing else, and a virtual host ends with its file; in the reference implementation none of that is so. Left out: paths with unknown variables, and certificates on hardware tokens. A certificate that another account's file names is read with that account's rights.",
  yields: 'list',
  async evaluate({ host }) {
    const configuration = await systemHttpd.configuration(host);
    if (!configuration) return nothing(await whyUnreadable(host, main));
    const certificates = new Map<string, Account | undefined>();
    for (const server of serversOf(configuration))
      for (const { words, by } of isOn(server('sslengine')) ? server('sslcertificatefile') : []) {
        const [path = ''] = words;
        if (path === '' || /\$\{|^(pkcs11|store):/i.test(path)) continue;
        const absolute = posix.resolve(configuration.serverRoot, path);
        // A file that root names too needs nobody's rights.
        certificates.set(absolute, certificates.has(absolute) ? certificates.get(absolute) && by : by);
      }
    return listOr(
      [...certificates.keys()].sort().map((path) => namedBy(certificates.get(path), path)),
      `no server or virtual host of ${systemHttpd.path} has SSLEngine on and a certificate file`,
    );
  },
});

/** Certificates of Apache in NSS databases. */
export const httpdCertificateInfoInNss = defineProvider({
  name: 'httpd_certificate_info_in_nss',
  doc: 'Distinct pairs (certificate database, nickname) of the server and the virtual hosts below /etc/httpd where NSSEngine is on, in the order of the configuration. Database and nickname keep their letter case, and a nickname its blanks; the reference implementation lower-cases both and keeps the last word of a nickname. Settings of the whole server hold for its virtual hosts.',
  yields: 'list',
  width: 2,
  async evaluate({ host }) {
    const configuration = await systemHttpd.configuration(host);
    if (!configuration) return nothing(await whyUnreadable(host, main));
    const pairs = new Map<string, Element | NamedElement>();
    for (const server of serversOf(configuration)) {
      const directive = server('nsscertificatedatabase').at(-1);
      const [database = ''] = directive?.words ?? [];
      const nickname = server('nssnickname').at(-1)?.words.join(' ') ?? '';
      if (!isOn(server('nssengine')) || database === '' || nickname === '') continue;
      const pair = [databasePath(configuration.serverRoot, database), nickname];
      pairs.set(pair.join('\0'), namedBy(directive?.by, pair));
    }
    return listOr(
      [...pairs.values()],
      `no server or virtual host of ${systemHttpd.path} has NSSEngine on, a certificate database and a nickname`,
    );
  },
});

/** Every occurrence of a directive that holds for a server. */
type Server = (name: string) => readonly ServerDirective[];

function serversOf({ directives }: HttpdConfiguration): Server[] {
  const byHost = new Map<number | undefined, ServerDirective[]>([[undefined, []]]);
  for (const directive of directives) {
    const own = byHost.get(directive.virtualHost) ?? [];
    own.push(directive);
    byHost.set(directive.virtualHost, own);
  }
  const wordsIn = (server: number | undefined, name: string) =>
    (byHost.get(server) ?? []).filter((directive) => directive.name === name);
  return [...byHost.keys()].map((server) => (name) => {
    const own = wordsIn(server, name);
    return own.length > 0 ? own : wordsIn(undefined, name);
  });
}

function isOn(directives: readonly ServerDirective[]): boolean {
  return /^(on|optional)$/i.test(directives.at(-1)?.words[0] ?? '');
}

function databasePath(serverRoot: string, database: string): string {
  const [, kind = '', path = ''] = /^((?:sql|dbm|rdb|extern):)?(.*)$/.exec(database) ?? [];
  return kind + posix.resolve(serverRoot, path);
}
