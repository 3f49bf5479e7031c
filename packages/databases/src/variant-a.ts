import { simpleCommand, variant } from '@hostspec/spec';
import { databases } from './specs.js';

/** The databases domain in its earlier variant A. */
export const databasesA = variant(databases, {
  add: {
    ls_var_opt_mssql: simpleCommand('/bin/ls -ld /var/opt/mssql', {
      doc: 'Owner and mode of the SQL Server directory: wrong owners stop the server',
      absentWhen: ['No such file or directory'],
    }),
    ls_var_opt_mssql_log: simpleCommand('/bin/ls -la /var/opt/mssql/log', {
      doc: 'Listing of the SQL Server log directory: dumps, error logs and their sizes',
      absentWhen: ['No such file or directory'],
      effects: { needsRoot: true },
    }),
    saphostexec_status: simpleCommand('/usr/sap/hostctrl/exe/saphostexec -status', {
      doc: 'State of the SAP host agent: whether its processes are running',
      effects: { needsRoot: true },
    }),
    saphostexec_version: simpleCommand('/usr/sap/hostctrl/exe/saphostexec -version', {
      doc: 'Version of the SAP host agent: kernel release and patch level',
      effects: { needsRoot: true },
    }),
    systemctl_mariadb: simpleCommand('/bin/systemctl show mariadb', {
      doc: 'Properties of the MariaDB service: open file limit and restart settings',
      absentWhen: ['System has not been booted with systemd'],
    }),
  },
  omit: ['db2_database_configuration', 'db2_database_manager', 'iris_cpf', 'iris_list', 'iris_messages_log'],
});
