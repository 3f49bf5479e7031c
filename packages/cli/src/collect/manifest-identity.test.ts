import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '@hostspec/archive';
import { formats } from '@hostspec/archive/formats';
import { describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { tally } from '../runs/tally.js';
import { directoryOf, directoryWithKey, fakeRoot, hostspec } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { showProgress } from './progress.js';

const machineId = '0123456789abcdef0123456789abcdef';
const root = () => fakeRoot({ 'etc/machine-id': `${machineId}\n`, 'etc/hosts': `# ${machineId}\n` });

const manifestOf = async (path: string) => {
  const archive = await openArchive(path);
  await archive.close();
  return archive.manifest;
};

async function collected(cwd: string, name: string, ...args: string[]) {
  const { status, stderr } = await runInProcess(
    ['collect', '--only', 'hosts', '--output', name, '--in-process', ...args],
    { cwd },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return join(cwd, name);
}

describe.each(formats)('an archive as %s', (format) => {
  test("has its host's machine id, also if it is collected again", async () => {
    const cwd = temporaryDirectory();
    const first = await collected(cwd, 'a', '--root', root(), '--format', format);
    const again = await collected(cwd, 'b', '--archive', first, '--format', format);
    for (const path of [first, again]) {
      const manifest = await manifestOf(path);
      expect(manifest).toMatchObject({ machineId });
      // The kernel of this machine is not that of the root.
      for (const name of ['bootId', 'target', 'collectedFrom', 'processes'])
        expect(manifest).not.toHaveProperty(name);
    }
  });
});

test('an archive that insights-core made is named as the origin, and stays so', async () => {
  const cwd = directoryOf({
    'i/insights_commands/hostname': 'web1\n',
    'i/etc/hosts': 'x\n',
    'i/etc/machine-id': `${machineId}\n`,
    'i/proc/sys/kernel/random/boot_id': '1e35fd62-2b02-4816-8698-7266c3414879\n',
  });
  const first = await collected(cwd, 'a', '--archive', 'i');
  const again = await collected(cwd, 'b', '--archive', first);
  for (const path of [first, again])
    expect(await manifestOf(path)).toMatchObject({
      collectedFrom: 'insights-host',
      machineId,
      bootId: '1e35fd62-2b02-4816-8698-7266c3414879',
    });
});

test.each(['host', 'serial'])(
  '--map %s maps the ids in the manifest as in content, and unmap restores them',
  async (kind) => {
    const cwd = directoryWithKey();
    const path = await collected(cwd, 'a', '--root', root(), '--map', kind, '--key', 'k');
    const { machineId: token = '' } = (await manifestOf(path)) ?? {};
    expect(token).toMatch(/^[A-Za-z]+$/);
    expect((await runInProcess(['read', path, 'hosts'])).stdout).toBe(`# ${token}\n`);
    expect((await runInProcess(['unmap', path, '--key', 'k', '--output', 'b'], { cwd })).status).toBe(0);
    expect(await manifestOf(join(cwd, 'b'))).toMatchObject({ machineId });
  },
);

test('a machine id that must not be collected is not in the manifest', async () => {
  const cwd = directoryOf({ 'deny.yaml': 'files: [/etc/machine-id]\n' });
  const path = await collected(cwd, 'a', '--root', root(), '--deny', 'deny.yaml');
  expect(await manifestOf(path)).not.toHaveProperty('machineId');
});

test.each(['2038-01-19T03:14:08Z', '1983-01-01T00:00:00Z'])(
  'a clock that jumps to %s does not affect the progress line',
  async (jump) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let text = '';
    const err = { isTTY: true, columns: 80, write: (more: string | Uint8Array) => (text += more) };
    const progress = showProgress(tally(), 7, { err });
    try {
      progress.update();
      vi.setSystemTime(new Date(jump));
      await vi.waitFor(
        () => {
          progress.update();
          expect(text).toMatch(/0\/7 specs, 0 B, \d+(\.\d+)? s/);
        },
        { timeout: 60_000 },
      );
      expect(text).not.toMatch(/-\d|\d min/);
    } finally {
      progress.end();
      vi.useRealTimers();
    }
  },
);

test.each([-1e12, 1e12])('a clock that jumps by %d ms does not affect durations in the summary', (jump) => {
  const cwd = temporaryDirectory();
  const clock = join(cwd, 'clock.cjs');
  writeFileSync(
    clock,
    `const now = Date.now; let asked = 0; Date.now = () => now() + (++asked > 2 ? ${jump} : 0);`,
  );
  const run = (...args: string[]) =>
    hostspec(['collect', '--root', fakeRoot(), '--domain', 'kernel', ...args], {
      cwd,
      env: { NODE_OPTIONS: `--require ${clock}` },
    });
  expect(run('--output', 'x.tgz').stdout).toMatch(/ in \d+(\.\d+)? s$/m);
  const { duration, started } = JSON.parse(run('--output', 'y.tgz', '--json').stdout);
  expect(duration).toBeGreaterThan(0);
  expect(duration).toBeLessThan(600);
  expect(Date.parse(started)).toBeGreaterThan(0);
});
