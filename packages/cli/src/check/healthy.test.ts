import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { directorySink, openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { collectInto, plan } from '@hostspec/engine';
import { check, needsOf } from '@hostspec/findings';
import { linuxSpecs } from '@hostspec/linux-specs';
import { archiveFacts } from '@hostspec/report';
import { hostFromFile } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { packages } from '../testing/cli.js';
import { silentIo } from '../testing/in-process.js';
import { installedFindings } from './installed-findings.js';

/** The errors and warnings of each host of the fixtures that is in trouble; all others have none. */
const troubles: Readonly<Record<string, readonly string[]>> = {
  'boot/debian-12.yaml': ['boot/crash_dump_saved', 'boot/panic_record'],
  'cluster/debian-12.yaml': ['cluster/nodes_offline'],
  'debian/debian-12.yaml': ['debian/kernel_outdated', 'debian/reboot_required', 'debian/security_updates'],
  'hardware/server.yaml': ['hardware/ipmi_sensor_critical', 'hardware/raid_controller_degraded'],
  'journal/debian-12.yaml': ['systemd/unit_failed'],
  'kernel/debian-12.yaml': ['kernel/service_at_memory_limit'],
  'kubernetes/ubuntu-24-kubeadm.yaml': ['kubernetes/pod_network_not_ready', 'security/certificate_expired'],
  'logs/debian-12.yaml': [
    'databases/postgresql_connections',
    'logs/directory_offline',
    'logs/php_workers_busy',
  ],
  'storage/debian-12-file-server.yaml': [
    'storage/btrfs_errors',
    'storage/drbd_not_in_sync',
    'storage/fstab_wrong',
    'storage/smart_sectors_lost',
    'storage/zpool_unhealthy',
  ],
  'suse/sles-15.yaml': ['suse/reboot_needed', 'suse/security_patches'],
  'systemd/debian-12.yaml': ['systemd/core_dumps', 'systemd/unit_failed'],
};

const findings = installedFindings(silentIo);
const hosts = readdirSync(packages).flatMap((domain) => {
  const folder = join(packages, domain, 'fixtures/hosts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => [`${domain}/${name}`, join(folder, name)] as const);
});

test.each(hosts)('%s shows what is wrong with it, and nothing else', async (name, file) => {
  const host = hostFromFile(file);
  const path = join(temporaryDirectory(), 'archive');
  const only = [...needsOf(findings).specs].filter((spec) => spec in linuxSpecs.specs);
  const planned = await plan(linuxSpecs, { host, only });
  // The logs of these hosts are older than the windows of their specs.
  const window = { since: '2000-01-01' };
  await collectInto(planned, {
    ...{ catalog: linuxSpecs, host, window },
    sink: directorySink({ path }),
    redaction: 'none',
  });
  const archive = await openArchive(path);
  const facts = archiveFacts(archive, await createArchiveHost(archive));
  const { found } = await check(findings, facts).finally(archive.close);
  const ids = found.flatMap(({ id, severity }) => (severity === 'notice' ? [] : [id]));
  expect(ids.sort()).toEqual(troubles[name] ?? []);
});
