import { posix } from 'node:path';
import { configurationFiles } from '@hostspec/facts';
import { type Account, defineProvider, type Host, hostError, listOr, namedBy } from '@hostspec/spec';
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
  doc: "Sorted distinct arguments of the directive ssl_certificate in the files of nginx_conf and the files they include. Relative paths are below the nginx directory. Comments, quotes, several directives on one line and included files are handled; the reference implementation does not support them. Left out: paths with variables, whose values depend on the request, and certificates given as data. If another account's file names a certificate, it is read with that account's rights.",
  yields: 'list',
  async evaluate({ host }) {
    const certificates = new Map<string, Account | undefined>();
    for (const { directory, directives, by } of await configuration(host))
      for (const { name, words } of directives) {
        const [path = ''] = words;
        if (name !== 'ssl_certificate' || path === '' || /\$|^data:/.test(path)) continue;
        const absolute = posix.resolve(directory, path);
        // A file that root also names is read with root's rights.
        certificates.set(absolute, certificates.has(absolute) ? certificates.get(absolute) && by : by);
      }
    return listOr(
      [...certificates.keys()].sort().map((path) => namedBy(certificates.get(path), path)),
      'no nginx configuration names a certificate file',
    );
  },
});

interface NginxFile {
  readonly path: string;
  /** The base of relative paths: the directory of the main file, even in included files. */
  readonly directory: string;
  readonly directives: readonly NginxDirective[];
  /** The account that controls the file, or the one that includes it; undefined if only root does. */
  readonly by: Account | undefined;
}

interface Waiting extends Pick<NginxFile, 'path' | 'directory'> {
  /** The account that controls the file that includes it. */
  readonly namedBy?: Account | undefined;
}

const used = new Set(['include', 'ssl_certificate']);
// Each one accesses directories.
const maxIncludes = 2000;

async function configuration(host: Host): Promise<readonly NginxFile[]> {
  const content = configurationFiles(host, 'nginx');
  const { paths } = await host.glob(nginxConfigurationPatterns);
  const waiting = paths.map((path): Waiting => ({ path, directory: path.replace(/(\/nginx)\/.*$/s, '$1') }));
  const read = new Map<string, NginxFile>();
  const included = new Set<string>();
  for (const { path, directory, namedBy: includedBy } of waiting) {
    if (read.has(path)) continue;
    const text = await content.read(path, { by: includedBy });
    const directives = parseNginx(text ?? '', (name) => used.has(name));
    const by = includedBy ?? (await host.controller?.(path));
    read.set(path, { path, directory, directives, by });
    for (const { name, words } of directives) {
      const pattern = posix.resolve(directory, words[0] ?? '');
      if (name !== 'include' || !words[0] || included.has(pattern)) continue;
      included.add(pattern);
      if (included.size > maxIncludes)
        throw hostError(
          'refused',
          `the configuration of nginx has more than ${maxIncludes} include directives`,
        );
      for (const file of (await host.glob([pattern])).paths)
        waiting.push({ path: file, directory, namedBy: by });
    }
  }
  return [...read.values()];
}
