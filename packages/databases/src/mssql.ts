import { namedFile } from '@hostspec/facts';
import { defineProvider, nothing, nothingWithout, readText } from '@hostspec/spec';
import { parseIni } from './ini.js';

const path = '/var/opt/mssql/mssql.conf';

/** The certificate that SQL Server presents to its clients. */
export const mssqlTlsCertFile = defineProvider({
  name: 'mssql_tls_cert_file',
  doc: 'Path of the SQL Server certificate: option `tlscert` of section `network` in /var/opt/mssql/mssql.conf, unchanged. A value that is not the absolute path of a regular file is left out. The file is read with the rights of the account that can change mssql.conf.',
  yields: 'string',
  async evaluate({ host }) {
    const text = await readText(host, path);
    if (text === undefined) return nothingWithout(host, path);
    const certificate = parseIni(text)('network', 'tlscert');
    if (!certificate) return nothing(`${path} sets no tlscert in section network`);
    return (
      (await namedFile(host, certificate, path)) ??
      nothing(`${path} sets tlscert to ${certificate}, which is not the absolute path of a regular file`)
    );
  },
});
