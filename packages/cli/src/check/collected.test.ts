import { existsSync } from 'node:fs';
import { openArchive } from '@hostspec/archive';
import { expect, test } from 'vitest';
import { silentIo } from '../testing/in-process.js';
import { withCollected } from './collected.js';
import { installedFindings } from './installed-findings.js';

test('what is for other distributions is not collected', async () => {
  const id = existsSync('/etc/arch-release') ? 'debian/reboot_required' : 'arch/configuration_not_merged';
  const findings = installedFindings(silentIo).filter((each) => each.id === id);
  const status = await withCollected({}, findings, silentIo, async (path) => {
    const archive = await openArchive(path);
    const reasons = [...archive.outcomes.values()].map(({ reason }) => reason);
    await archive.close();
    expect(reasons).toContainEqual(expect.stringMatching(/^not for this distribution \(for (?:arch|debian)/));
    return 7;
  });
  expect(status).toBe(7);
});
