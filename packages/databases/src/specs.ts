import {
  commandWithArgs,
  firstFile,
  firstOf,
  foreachCollect,
  foreachExecute,
  globFile,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import {
  db2DatabasesInfo,
  db2Users,
  irisWorkingConfiguration,
  irisWorkingMessagesLog,
  mssqlTlsCertFile,
  sapHanaSid,
  sapHanaSidSidNr,
} from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** DB2, SQL Server, MySQL/MariaDB, PostgreSQL, IRIS, ODBC, SAP HANA and SAP host agent. */
export const databases = slice({
  name: 'databases',
  version,
  origin: insightsCore,
  specs: {
    db2_database_configuration: foreachExecute(
      "/usr/sbin/runuser -l %s -c 'db2 get database configuration for %s'",
      db2DatabasesInfo(),
      {
        doc: 'Configuration of each DB2 database: memory, logging and locking parameters',
        nestedCommandLine: true,
        effects: { needsRoot: true },
      },
    ),
    db2_database_manager: foreachExecute("/usr/sbin/runuser -l %s -c 'db2 get dbm cfg'", db2Users(), {
      doc: 'DB2 database manager configuration: instance memory, agents and authentication',
      nestedCommandLine: true,
      effects: { needsRoot: true },
    }),
    db2ls_a_c: simpleCommand('/usr/local/bin/db2ls -a -c', {
      doc: 'Installed DB2 copies with level and fix pack: outdated database software',
    }),
    galera_cnf: firstFile(
      ['/var/lib/config-data/puppet-generated/mysql/etc/my.cnf.d/galera.cnf', '/etc/my.cnf.d/galera.cnf'],
      { doc: 'Galera replication settings: cluster address, state transfer method and cache' },
    ),
    iris_cpf: foreachCollect('%s', irisWorkingConfiguration(), {
      doc: 'Configuration of each IRIS instance: memory, journals and databases',
    }),
    iris_list: simpleCommand('/usr/bin/iris list', {
      doc: 'IRIS instances with version, directory and state: which are running',
    }),
    iris_messages_log: foreachCollect('%s', irisWorkingMessagesLog(), {
      doc: 'Message log of each IRIS instance: severe errors and start-up problems',
    }),
    mariadb_log: simpleFile('/var/log/mariadb/mariadb.log', {
      doc: 'MariaDB error log: crashes, recovery and configuration warnings',
      effects: { needsRoot: true },
    }),
    mssql_api_assessment: simpleFile('/var/opt/mssql/log/assessments/assessment-latest', {
      doc: 'Latest SQL Server assessment results: findings against best practice',
      effects: { needsRoot: true },
    }),
    mssql_conf: simpleFile('/var/opt/mssql/mssql.conf', {
      doc: 'SQL Server configuration: memory limit, TLS and telemetry settings',
      effects: { needsRoot: true },
    }),
    mssql_tls_cert_enddate: commandWithArgs(
      '/usr/bin/openssl x509 -in %s -enddate -noout',
      mssqlTlsCertFile(),
      {
        doc: 'Expiry date of the SQL Server TLS certificate: foresee failing client connections',
        absentWhen: ['No such file or directory'],
      },
    ),
    mysql_log: globFile(
      ['/var/log/mysql/mysqld.log', '/var/log/mysql.log', '/var/opt/rh/rh-mysql*/log/mysql/mysqld.log'],
      {
        doc: 'MySQL error logs: crashes, InnoDB recovery and aborted connections',
        effects: { needsRoot: true },
      },
    ),
    mysqladmin_vars: simpleCommand('/bin/mysqladmin variables', {
      doc: 'Variables of the running MySQL or MariaDB server: buffers, limits and logging',
      absentWhen: ["Can't connect to local"],
      effects: { needsRoot: true },
    }),
    odbc_ini: simpleFile('/etc/odbc.ini', {
      doc: 'ODBC data sources: drivers and servers that applications connect to',
    }),
    odbcinst_ini: simpleFile('/etc/odbcinst.ini', {
      doc: 'Registered ODBC drivers: library paths and threading options',
    }),
    postgresql_log: firstOf(
      [
        globFile(['/var/opt/rh/rh-postgresql12/lib/pgsql/data/log/postgresql-*.log']),
        globFile(['/var/lib/pgsql/data/pg_log/postgresql-*.log']),
      ],
      {
        doc: 'PostgreSQL server logs: errors, slow statements and connection exhaustion',
        effects: { needsRoot: true },
      },
    ),
    sap_hana_landscape: foreachExecute(
      "/bin/su -l %sadm -c 'python /usr/sap/%s/HDB%s/exe/python_support/landscapeHostConfiguration.py'",
      sapHanaSidSidNr(),
      {
        doc: 'Host roles and failover state of a SAP HANA system: hosts that are not as configured',
        keepRc: true,
        nestedCommandLine: true,
        effects: { needsRoot: true },
      },
    ),
    sap_hdb_version: foreachExecute("/bin/su -l %sadm -c 'HDB version'", sapHanaSid(), {
      doc: 'Version of each SAP HANA database: revision to compare with known faults',
      keepRc: true,
      nestedCommandLine: true,
      effects: { needsRoot: true },
    }),
    saphostctl_getcimobject_sapinstance: simpleCommand(
      '/usr/sap/hostctrl/exe/saphostctrl -function GetCIMObject -enuminstances SAPInstance',
      {
        doc: 'SAP instances known to the host agent: system ids, numbers and types',
        effects: { needsRoot: true },
      },
    ),
  },
  providers: [
    db2DatabasesInfo,
    db2Users,
    irisWorkingConfiguration,
    irisWorkingMessagesLog,
    mssqlTlsCertFile,
    sapHanaSid,
    sapHanaSidSidNr,
  ],
});
