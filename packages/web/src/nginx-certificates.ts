import { posix } from 'node:path';
import { defineProvider, type Host, listOr, readText } from '@hostspec/spec';
import { type NginxDirective, parseNginx } from './nginx-directives.js';

const configurationDirectories = [
  '/etc/nginx',
  '/opt/rh/nginx*/root/etc/nginx',
  '/etc/opt/rh/rh-nginx*/nginx',
];

/** Where the files of the entry nginx_conf are. */
export const nginxConfigurationPatterns = configurationDirectories.flatMap((directory) =>
  ['*.conf', 'conf.d/*.conf', 'default.d/*.conf'].map((names) => `${directory}/${names}`),
);

/** Certificate files of nginx. */
export const nginxSslCertificateFiles = defineProvider({
  name: 'nginx_ssl_certificate_files',
  doc: 'Sorted distinct arguments of the directive ssl_certificate in the files of nginx_conf and in the files that those include; relative ones below the nginx directory. Comments, quotes and several directives in a line are understood, which the reference implementation does not, and it reads no included file. Left out: paths with variables, which only a request decides, and certificates given as data.',
  yields: 'list',
  async evaluate({ host }) {
    const certificates = new Set<string>();
    for (const { directory, directives } of await configuration(host))
      for (const { name, words } of directives) {
        const [path = ''] = words;
        if (name === 'ssl_certificate' && path !== '' && !/\$|^data:/.test(path))
          certificates.add(posix.resolve(directory, path));
      }
    return listOr([...certificates].sort(), 'no nginx configuration names a certificate file');
  },
});

interface NginxFile {
  readonly path: string;
  /** What relative paths are relative to: the directory of the main file, also in included files. */
  readonly directory: string;
  readonly directives: readonly NginxDirective[];
}

async function configuration(host: Host): Promise<readonly NginxFile[]> {
  const { paths } = await host.glob(nginxConfigurationPatterns);
  const waiting = paths.map((path) => ({ path, directory: path.replace(/(\/nginx)\/.*$/s, '$1') }));
  const read = new Map<string, NginxFile>();
  for (const { path, directory } of waiting) {
    if (read.has(path)) continue;
    const directives = parseNginx((await readText(host, path)) ?? '');
    read.set(path, { path, directory, directives });
    const included = await Promise.all(
      directives
        .filter(({ name, words }) => name === 'include' && words[0])
        .map(({ words }) => host.glob([posix.resolve(directory, words[0] ?? '')])),
    );
    waiting.push(...included.flatMap((matches) => matches.paths.map((file) => ({ path: file, directory }))));
  }
  return [...read.values()];
}
