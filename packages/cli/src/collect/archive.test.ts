import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf } from '../testing/cli.js';
import { archiveOf, ok, runInProcess } from '../testing/in-process.js';

describe('--archive', () => {
  test('collects and plans from another archive', async () => {
    const archive = await archiveOf({ 'etc/sysconfig/network-scripts/ifcfg-eth0': 'a' });
    const cwd = temporaryDirectory();
    const { status, stdout } = await runInProcess(
      ['collect', '--archive', archive, '--domain', 'kernel,networking', '--output', 'x.tgz'],
      {
        cwd,
      },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^web1\.example in \S+: \d+ items, /);
    expect(await ok('diff', archive, join(cwd, 'x.tgz'))).toMatch(/^No spec differs \(\d+ compared\)\n$/);
    expect(await ok('plan', '--archive', archive, '--only', 'ifcfg')).toContain(
      '  ifcfg  /etc/sysconfig/network-scripts/ifcfg-eth0\n',
    );
  });

  test('takes outputs of commands from a sos report', async () => {
    const report = directoryOf({
      'sos/sos_commands/kernel/lsmod': 'Module Size\nxfs 1\n',
      'sos/etc/hostname': 'sos1\n',
    });
    const cwd = temporaryDirectory();
    const args = ['collect', '--archive', join(report, 'sos'), '--only', 'lsmod', '--output', 'x.tgz'];
    expect((await runInProcess(args, { cwd })).stdout).toMatch(/^sos1 in /);
    expect(await ok('read', join(cwd, 'x.tgz'), 'lsmod')).toBe('Module Size\nxfs 1\n');
  });

  test('an error explains the problem', async () => {
    const archive = await archiveOf({});
    expect(await runInProcess(['plan', '--archive', archive, '--root', '/'])).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(await runInProcess(['plan', '--archive', '/nix'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--archive /nix does not exist'),
    });
    expect(await runInProcess(['plan', '--archive', '/etc/hosts'])).toMatchObject({ status: 1, stdout: '' });
  });
});
