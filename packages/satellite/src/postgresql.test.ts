import { execFileSync } from 'node:child_process';
import { compose } from '@hostspec/spec';
import { type Collected, collectLive, lackingOf, needs } from '@hostspec/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { satellite, satelliteA } from './index.js';

const components = ['psql', 'pg_ctlcluster', 'sudo', 'root'];
const isThere = lackingOf(components).length === 0;
const itNeedsPostgres = needs(...components);

/** Marks the databases that this test made: only these are ever dropped. */
const mark = 'made by the tests of hostspec';

const databases: Readonly<Record<string, string>> = {
  foreman: `
    create table compute_resources (id int, name text, type text);
    insert into compute_resources values (1, 'rhv, old', 'Foreman::Model::Ovirt'), (2, 'vc', 'Foreman::Model::Vmware');
    create table hosts (id int, compute_resource_id int);
    insert into hosts values (1, 1), (2, 1), (3, 2), (4, null);
    create table fact_names (id int);
    insert into fact_names select generate_series(1, 321);
    create table katello_root_repositories
      (id int, name text, url text, download_policy text, ignorable_content text, mirroring_policy text);
    insert into katello_root_repositories values
      (1, 'both', 'http://x', 'immediate', '["srpm"]', 'mirror_complete'),
      (2, 'slow', 'http://y', 'background', '[]', 'additive'),
      (3, 'lost', null, 'immediate', null, 'additive');
    create table logs (id int);
    insert into logs select generate_series(1, 10);
    create table parameters (name text, value text, reference_id int);
    insert into parameters values ('package_upgrade', 'true', 9), ('package_upgrade', 'false', 8);
    create table operatingsystems (id int, name text, major text);
    insert into operatingsystems values (9, 'RedHat', '9'), (8, 'RedHat', '8');
    create table smart_proxies (name text, download_policy text);
    insert into smart_proxies values ('capsule1', 'background'), ('capsule2', 'on_demand');
    create table settings (name text, value text, "default" text);
    insert into settings values
      ('destroy_vm_on_host_delete', null, '--- true'), ('unregister_delete_host', '--- true', '--- false'), ('x', 'y', 'z');
    create table katello_repository_references (repository_href text);
    insert into katello_repository_references values ('/a'), ('/a'), ('/b');`,
  candlepin: `
    create table cp_cert_serial (id int, revoked boolean);
    insert into cp_cert_serial values (1, true), (2, false), (3, true);
    create table cp_certificate (id int, serial_id int);
    insert into cp_certificate values (10, 1), (11, 2), (12, 3);
    create table cp_owner (displayname text, content_access_mode text);
    insert into cp_owner values ('Default Organization', 'org_environment');`,
  pulpcore: `
    create table core_taskreservedresource (id int);
    insert into core_taskreservedresource values (1), (2);`,
};

function sql(database: string, statements: string): string {
  return execFileSync('sudo', ['-iu', 'postgres', 'psql', '-v', 'ON_ERROR_STOP=1', '-qAt', '-d', database], {
    input: statements,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
    .toString()
    .trim();
}

let started: readonly string[] | undefined;

beforeAll(() => {
  if (!isThere) return;
  const [version = '', cluster = '', , status = ''] = execFileSync('pg_lsclusters', ['-h'])
    .toString()
    .split(/\s+/);
  if (!status.startsWith('online')) {
    execFileSync('pg_ctlcluster', [version, cluster, 'start'], { stdio: 'ignore' });
    started = [version, cluster];
  }
  dropOwn();
  for (const [database, statements] of Object.entries(databases)) {
    sql('postgres', `create database ${database};`);
    sql('postgres', `comment on database ${database} is '${mark}';`);
    sql(database, statements);
  }
});

afterAll(() => {
  if (!isThere) return;
  dropOwn();
  if (started) execFileSync('pg_ctlcluster', [...started, 'stop', '-m', 'fast'], { stdio: 'ignore' });
});

function dropOwn(): void {
  const own = sql(
    'postgres',
    `select datname from pg_database where shobj_description(oid, 'pg_database') = '${mark}';`,
  );
  for (const database of own.split('\n').filter(Boolean))
    sql('postgres', `drop database ${database} with (force);`);
}

const onSatellite = (version: string) => ({
  '/usr/share/foreman/lib/satellite/version.rb': `module Satellite\n  VERSION = "${version}"\nend\n`,
});

const queries = [
  'satellite_*count',
  'satellite_*capsules',
  'satellite_*repos',
  'satellite_compute_resources',
];

function text(collected: Readonly<Record<string, Collected>>, name: string): string | undefined {
  return collected[name]?.contents.join('');
}

describe('the queries of a Satellite, by a real psql', () => {
  itNeedsPostgres('variant B', async () => {
    const collected = await collectLive(compose(satellite), {
      files: onSatellite('6.11.2'),
      only: [...queries, 'satellite_provision*', 'satellite_settings', 'satellite_logs*'],
    });
    expect(text(collected, 'satellite_compute_resources')).toBe(
      'name,type\n"rhv, old",Foreman::Model::Ovirt\nvc,Foreman::Model::Vmware\n',
    );
    expect(text(collected, 'satellite_content_hosts_count')).toMatch(/^ count \n-+\n +4\n\(1 row\)\n/);
    expect(text(collected, 'satellite_host_facts_count')).toBe('count\n321\n');
    expect(text(collected, 'satellite_ignore_source_rpms_repos')).toBe('id,name\n1,both\n');
    expect(text(collected, 'satellite_logs_table_size')).toMatch(/^logs_size\n\d+\n$/);
    expect(text(collected, 'satellite_provision_param_settings')).toBe('name,value\npackage_upgrade,true\n');
    expect(text(collected, 'satellite_qualified_capsules')).toBe('name\ncapsule1\n');
    expect(text(collected, 'satellite_qualified_katello_repos')).toBe(
      'id,name,url,download_policy\n2,slow,http://y,background\n3,lost,,immediate\n',
    );
    expect(text(collected, 'satellite_revoked_cert_count')).toBe('count\n2\n');
    expect(text(collected, 'satellite_rhv_hosts_count')).toBe('count\n2\n');
    expect(text(collected, 'satellite_settings')).toBe(
      'name,value,default\ndestroy_vm_on_host_delete,,--- true\nunregister_delete_host,--- true,--- false\n',
    );
  });

  itNeedsPostgres('settings without the column default, as from 6.14 on', async () => {
    sql('foreman', 'alter table settings rename column "default" to former;');
    try {
      const collected = await collectLive(compose(satellite), {
        files: onSatellite('6.15.0'),
        only: ['satellite_settings', 'satellite_provision_param_settings'],
      });
      expect(text(collected, 'satellite_settings')).toBe(
        'name,value\ndestroy_vm_on_host_delete,\nunregister_delete_host,--- true\n',
      );
      expect(collected.satellite_provision_param_settings?.outcome).toMatchObject({
        status: 'skipped',
        reason: expect.stringContaining('Satellite 6.15.0'),
      });
    } finally {
      sql('foreman', 'alter table settings rename column former to "default";');
    }
  });

  itNeedsPostgres('variant A', async () => {
    const collected = await collectLive(compose(satelliteA), {
      files: onSatellite('6.9.0'),
      only: ['satellite_core*', 'satellite_katello*', 'satellite_sca_status', 'satellite_settings'],
    });
    expect(text(collected, 'satellite_core_taskreservedresource_count')).toBe('count\n2\n');
    expect(text(collected, 'satellite_katello_repos_with_muliple_ref')).toBe('repository_href,count\n/a,2\n');
    expect(text(collected, 'satellite_sca_status')).toBe(
      'displayname,content_access_mode\nDefault Organization,org_environment\n',
    );
    expect(text(collected, 'satellite_settings')).toContain('unregister_delete_host,--- true,--- false\n');
  });

  itNeedsPostgres('are not made on another host', async () => {
    const collected = await collectLive(compose(satellite), { only: queries });
    for (const { outcome } of Object.values(collected))
      if (outcome.name.startsWith('satellite_') && outcome.type === 'simple_command')
        expect(outcome).toMatchObject({ status: 'skipped' });
    expect(collected.satellite_host_facts_count?.outcome.reason).toMatch(/^no Satellite/);
  });
});
