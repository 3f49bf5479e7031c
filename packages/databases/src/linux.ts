import { globFile, linux, simpleCommand } from '@hostspec/spec';
import { databases } from './specs.js';

/** The databases domain for all of Linux. */
export const databasesLinux = linux(databases, {
  for: {
    galera_cnf: ['rhel', 'suse'],
    postgresql_log: ['rhel', 'suse'],
  },
  logs: {
    mariadb_log: { newest: 8_000_000 },
    mysql_log: { newest: 8_000_000 },
  },
  add: {
    database_conf: globFile(
      [
        '/etc/redis/*.conf',
        '/etc/redis.conf',
        '/etc/valkey/*.conf',
        '/etc/mongod.conf',
        '/etc/memcached.conf',
        '/etc/rabbitmq/*.conf',
        '/etc/rabbitmq/rabbitmq.config',
        '/etc/elasticsearch/*.yml',
        '/etc/elasticsearch/jvm.options',
        '/etc/cassandra/cassandra.yaml',
        '/etc/clickhouse-server/config.xml',
      ],
      {
        doc: 'Configuration of Redis, Valkey, MongoDB, memcached, RabbitMQ, Elasticsearch, Cassandra and ClickHouse',
        origin: 'https://redis.io/docs/latest/operate/oss_and_stack/management/config/',
        effects: { needsRoot: true },
      },
    ),
    mysql_conf: globFile(
      [
        '/etc/mysql/my.cnf',
        '/etc/mysql/conf.d/*.cnf',
        '/etc/mysql/mariadb.conf.d/*.cnf',
        '/etc/mysql/mysql.conf.d/*.cnf',
        '/etc/my.cnf',
        '/etc/my.cnf.d/*.cnf',
      ],
      {
        doc: 'MySQL and MariaDB configuration: memory, logs, replication and listening address',
        origin: 'https://mariadb.com/kb/en/configuring-mariadb-with-option-files/',
      },
    ),
    pg_lsclusters: simpleCommand('/usr/bin/pg_lsclusters', {
      doc: 'PostgreSQL clusters of Debian: version, port, state, data directory and log',
      for: ['debian'],
      origin: 'pg_lsclusters(1)',
    }),
    postgresql_conf: globFile(
      [
        '/etc/postgresql/*/*/*.conf',
        '/etc/postgresql/*/*/conf.d/*.conf',
        '/var/lib/pgsql/data/*.conf',
        '/var/lib/pgsql/*/data/*.conf',
      ],
      {
        doc: 'PostgreSQL configuration and access rules: memory, connections, replication and who may log in',
        origin: 'https://www.postgresql.org/docs/current/config-setting.html',
        effects: { needsRoot: true },
      },
    ),
  },
});
