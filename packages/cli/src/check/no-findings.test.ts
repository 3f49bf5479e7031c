import { expect, test, vi } from 'vitest';
import { runInProcess } from '../testing/in-process.js';

vi.mock('./installed-findings.js', () => ({ installedFindings: () => [] }));

test('without a finding to look for, check says so instead of that there is no problem', async () => {
  const { status, stdout, stderr } = await runInProcess(['check', 'host.tar.gz']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/no installed package has any; install a domain/);
});
