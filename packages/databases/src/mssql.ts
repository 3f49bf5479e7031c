import { defineProvider, nothing, readText } from '@hostspec/spec';
import { parseIni } from './ini.js';

const path = '/var/opt/mssql/mssql.conf';

/** The certificate that SQL Server presents to its clients. */
export const mssqlTlsCertFile = defineProvider({
  name: 'mssql_tls_cert_file',
  doc: 'Path of the SQL Server certificate: option `tlscert` of section `network` in /var/opt/mssql/mssql.conf, as it stands there; whether the file exists is not checked.',
  yields: 'string',
  async evaluate({ host }) {
    const text = await readText(host, path);
    if (text === undefined) return nothing(`${path} cannot be read`);
    return parseIni(text)('network', 'tlscert') || nothing(`${path} sets no tlscert in section network`);
  },
});
