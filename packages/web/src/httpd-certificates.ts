import { addNamed, sortedByKey } from '@hostspec/facts';
import {
  type Account,
  defineProvider,
  type Element,
  listOr,
  type NamedElement,
  namedBy,
  nothingWithout,
} from '@hostspec/spec';
import type { HttpdConfiguration, ServerDirective } from './httpd-configuration.js';
import { systemHttpd } from './httpd-configuration.js';
import { leastTrusted, type Value } from './httpd-values.js';

const main = `${systemHttpd.path}/conf/httpd.conf`;

/** Certificate files of Apache's TLS virtual hosts. */
export const httpdSslCertificateFiles = defineProvider({
  name: 'httpd_ssl_certificate_files',
  doc: "Sorted distinct certificate files (SSLCertificateFile) of the virtual hosts and the server below /etc/httpd that have SSLEngine on or optional. All certificates of a host count, and relative paths are below ServerRoot. Unlike in the reference implementation, names of directives match in any letter case and only in full, virtual hosts inherit settings of the server, and a virtual host ends at the end of its file. Left out: paths with unknown variables, and certificates on hardware tokens. If another account's file names a certificate, it is read with that account's rights.",
  yields: 'list',
  async evaluate({ host }) {
    const configuration = await systemHttpd.configuration(host);
    if (!configuration) return nothingWithout(host, main);
    const certificates = new Map<string, string | NamedElement>();
    for (const server of serversOf(configuration))
      for (const { words, by } of isOn(server('sslengine')) ? server('sslcertificatefile') : []) {
        const [path = ''] = words;
        if (path === '' || /\$\{|^(pkcs11|store):/i.test(path)) continue;
        const named = configuration.belowServerRoot(path, by);
        addNamed(certificates, named.text, namedBy(named.by, named.text));
      }
    return listOr(
      sortedByKey(certificates),
      `no server or virtual host of ${systemHttpd.path} has SSLEngine on and a certificate file`,
    );
  },
});

/** Certificates of Apache in NSS databases. */
export const httpdCertificateInfoInNss = defineProvider({
  name: 'httpd_certificate_info_in_nss',
  doc: 'Distinct pairs (certificate database, nickname) of the server and the virtual hosts below /etc/httpd that have NSSEngine on, in the order of the configuration. Database and nickname keep their letter case, and the nickname keeps its spaces; the reference implementation converts both to lower case and keeps only the last word of a nickname. Virtual hosts inherit settings of the server.',
  yields: 'list',
  width: 2,
  async evaluate({ host }) {
    const configuration = await systemHttpd.configuration(host);
    if (!configuration) return nothingWithout(host, main);
    const pairs = new Map<string, Element | NamedElement>();
    for (const server of serversOf(configuration)) {
      const directive = server('nsscertificatedatabase').at(-1);
      const [database = ''] = directive?.words ?? [];
      const certificate = server('nssnickname').at(-1);
      const nickname = certificate?.words.join(' ') ?? '';
      if (!isOn(server('nssengine')) || database === '' || nickname === '') continue;
      const named = databasePath(configuration, database, leastTrusted(directive?.by, certificate?.by));
      const pair = [named.text, nickname];
      addNamed(pairs, pair.join('\0'), namedBy(named.by, pair));
    }
    return listOr(
      [...pairs.values()],
      `no server or virtual host of ${systemHttpd.path} has NSSEngine on, a certificate database and a nickname`,
    );
  },
});

/** Every occurrence of a directive that applies to a server. */
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

function databasePath(
  configuration: HttpdConfiguration,
  database: string,
  account: Account | undefined,
): Value {
  const [, kind = '', path = ''] = /^((?:sql|dbm|rdb|extern):)?(.*)$/.exec(database) ?? [];
  const { text, by } = configuration.belowServerRoot(path, account);
  return { text: kind + text, by };
}
