import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { type Estimate, estimateOf } from './print-plan.js';

const source = { kind: 'file', path: '/a' } as const;
const spec = (name: string, sources: readonly object[], more: object = {}) =>
  ({ name, domain: 'd', type: 'glob_file', sources, ...more }) as never;
const file = (bytes?: number) => ({ source, ...(bytes === undefined ? {} : { bytes }) });
const gap = { status: 'absent', reason: 'x' } as const;

describe('an estimate', () => {
  test('adds the sizes of files, and what other sources gave before', () => {
    const figures = { made: [900, 1.5], files: [5, 0.25], gone: [7, 7] } as const;
    const all = [
      spec('files', [file(10), file(20), { ...file(40), gap }]),
      spec('made', [file()]),
      spec('gone', [{ ...file(), gap }]),
      spec('first', [file(100), file(200)], { first: true }),
      spec('new', [file(), file()]),
    ];
    expect(estimateOf(all, figures)).toEqual({
      bytes: 30 + 900 + 100 + 1000,
      seconds: 1.77,
      largest: [
        { name: 'new', bytes: 1000 },
        { name: 'made', bytes: 900 },
        { name: 'first', bytes: 100 },
      ],
    });
  });

  test('of nothing is nothing', () => {
    expect(estimateOf([], {})).toEqual({ bytes: 0, seconds: 0, largest: [] });
  });
});

const files = { 'etc/hosts': 'x'.repeat(700), 'var/log/syslog': 'y\n'.repeat(4000) };

test('the plan of a root has the size of its files', async () => {
  const args = ['plan', '--root', fakeRoot(files), '--only', 'hosts,syslog'];
  const { stdout } = await runInProcess([...args, '--json']);
  const { estimate } = JSON.parse(stdout) as { estimate: Estimate };
  expect(estimate.largest).toEqual([
    { name: 'syslog', bytes: 8000 },
    { name: 'hosts', bytes: 700 },
  ]);
  const text = await runInProcess(args);
  expect(text.stdout).toMatch(
    /\nabout 8\.5 KiB of content, less than 1 s; largest: syslog 7\.8 KiB, hosts 700 B\n$/,
  );
});

test('--estimate-from takes what an earlier run gave', async () => {
  const root = ['--root', fakeRoot({ 'proc/cmdline': 'quiet\n' }), '--only', 'cmdline'];
  const archive = join(temporaryDirectory(), 'a.tar.gz');
  expect(await runInProcess(['collect', ...root, '--output', archive])).toMatchObject({ status: 0 });
  const { stdout } = await runInProcess(['plan', ...root, '--estimate-from', archive]);
  expect(stdout).toContain('about 6 B of content');
  const { stdout: without } = await runInProcess(['plan', ...root]);
  expect(without).not.toContain('about 6 B of content');
});

test('--estimate-from needs an archive that hostspec made', async () => {
  const { status, stderr } = await runInProcess(['plan', '--estimate-from', fakeRoot()]);
  expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 2, lines: 1 });
  expect(stderr).toContain('--estimate-from');
});
