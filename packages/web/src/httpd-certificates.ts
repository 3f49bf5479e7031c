import { posix } from 'node:path';
import { defineProvider, listOr, nothing } from '@hostspec/spec';
import type { HttpdConfiguration, ServerDirective } from './httpd-configuration.js';
import { systemHttpd } from './httpd-roots.js';

const unreadable = nothing(`${systemHttpd.path}/conf/httpd.conf cannot be read`);

/** Certificate files of Apache's TLS virtual hosts. */
export const httpdSslCertificateFiles = defineProvider({
  name: 'httpd_ssl_certificate_files',
  doc: 'Sorted distinct certificate files (SSLCertificateFile) of the virtual hosts and the server below /etc/httpd where SSLEngine is on or optional; all of them where a host has several, relative ones below ServerRoot. Names of directives count in any letter case and only in full, what is set for the whole server holds for every virtual host that says nothing else, and a virtual host ends with its file; in the reference implementation none of that is so. Left out: paths with unknown variables, and certificates on hardware tokens.',
  yields: 'list',
  async evaluate({ host }) {
    const configuration = await systemHttpd.configuration(host);
    if (!configuration) return unreadable;
    const files = serversOf(configuration).flatMap((server) =>
      isOn(server('sslengine')) ? server('sslcertificatefile').map(([path]) => path ?? '') : [],
    );
    const paths = files.filter((path) => path !== '' && !/\$\{|^(pkcs11|store):/i.test(path));
    return listOr(
      [...new Set(paths.map((path) => posix.resolve(configuration.serverRoot, path)))].sort(),
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
    if (!configuration) return unreadable;
    const pairs = new Map<string, readonly string[]>();
    for (const server of serversOf(configuration)) {
      const [database = ''] = server('nsscertificatedatabase').at(-1) ?? [];
      const nickname = server('nssnickname').at(-1)?.join(' ') ?? '';
      if (!isOn(server('nssengine')) || database === '' || nickname === '') continue;
      const pair = [databasePath(configuration.serverRoot, database), nickname];
      pairs.set(pair.join('\0'), pair);
    }
    return listOr(
      [...pairs.values()],
      `no server or virtual host of ${systemHttpd.path} has NSSEngine on, a certificate database and a nickname`,
    );
  },
});

/** The arguments of every occurrence of a directive that holds for a server. */
type Server = (name: string) => readonly (readonly string[])[];

function serversOf({ directives }: HttpdConfiguration): Server[] {
  const byHost = new Map<number | undefined, ServerDirective[]>([[undefined, []]]);
  for (const directive of directives) {
    const own = byHost.get(directive.virtualHost) ?? [];
    byHost.set(directive.virtualHost, [...own, directive]);
  }
  const wordsIn = (server: number | undefined, name: string) =>
    (byHost.get(server) ?? []).filter((directive) => directive.name === name).map(({ words }) => words);
  return [...byHost.keys()].map((server) => (name) => {
    const own = wordsIn(server, name);
    return own.length > 0 ? own : wordsIn(undefined, name);
  });
}

function isOn(values: readonly (readonly string[])[]): boolean {
  return /^(on|optional)$/i.test(values.at(-1)?.[0] ?? '');
}

function databasePath(serverRoot: string, database: string): string {
  const [, kind = '', path = ''] = /^((?:sql|dbm|rdb|extern):)?(.*)$/.exec(database) ?? [];
  return kind + posix.resolve(serverRoot, path);
}
