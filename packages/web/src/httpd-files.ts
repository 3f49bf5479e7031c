import { defineProvider, namedBy, nothing, whyUnreadable } from '@hostspec/spec';
import { type HttpdRoot, httpdRoot, systemHttpd } from './httpd-roots.js';

/** Configuration files of the system's Apache. */
export const httpdConfigurationFiles = configurationFiles('httpd_configuration_files', systemHttpd);

/** Configuration files of the httpd24 software collection. */
export const httpd24SclConfigurationFiles = configurationFiles(
  'httpd24_scl_configuration_files',
  httpdRoot('/opt/rh/httpd24/root/etc/httpd'),
);

/** Configuration files of JBoss Core Services Apache. */
export const httpd24SclJbcsConfigurationFiles = configurationFiles(
  'httpd24_scl_jbcs_configuration_files',
  httpdRoot('/opt/rh/jbcs-httpd24/root/etc/httpd'),
);

function configurationFiles<const N extends string>(name: N, root: HttpdRoot) {
  return defineProvider({
    name,
    doc: `Files that make up the Apache configuration below ${root.path}: conf/httpd.conf and what it includes, in the order in which Apache reads them, each once. Continued lines, quotes, Define and ServerRoot count in every file; a file that includes itself is not entered again. The reference implementation ignores an Include inside a section; here it is followed, also in IfModule, IfDefine and VirtualHost, whether the condition of the section holds or not. Not followed: what Macro makes, and paths with variables from the environment. A file that another account's file includes is read with that account's rights.`,
    yields: 'list',
    async evaluate({ host }) {
      const main = `${root.path}/conf/httpd.conf`;
      const configuration = await root.configuration(host);
      if (!configuration) return nothing(await whyUnreadable(host, main));
      return [...configuration.files].map(([path, by]) => namedBy(by, path));
    },
  });
}
