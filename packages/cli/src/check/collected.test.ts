import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '@hostspec/archive';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { startHostspec, withoutNetwork } from '../testing/cli.js';
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

test('a signal ends it without a result, and nothing is left', async () => {
  const scratch = temporaryDirectory();
  const { child, ended } = startHostspec(['check'], {
    before: ['env', `TMPDIR=${scratch}`, ...withoutNetwork],
  });
  await vi.waitFor(
    () => {
      const [directory = ''] = readdirSync(scratch);
      expect(readdirSync(join(scratch, directory))).toContainEqual(expect.stringMatching(/\.partial$/));
    },
    { timeout: 30_000, interval: 20 },
  );
  child.kill('SIGINT');
  expect(await ended).toEqual({
    status: 130,
    stdout: '',
    stderr: 'hostspec: SIGINT: ending without a result; repeat the signal to end at once\n',
  });
  expect(readdirSync(scratch)).toEqual([]);
});
