import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, packages, parentOfPrograms } from '../testing/cli.js';
import { json, ok, runInProcess } from '../testing/in-process.js';

const files = { 'etc/hosts': 'x\n', 'etc/resolv.conf': 'y\n', 'proc/cmdline': 'z\n', 'etc/fstab': 'f\n' };
const onRoot = () => ['--root', fakeRoot(files)];

/** The specs of a plan that its options select, without those that are for other distributions. */
async function selected(options: readonly string[], cwd?: string): Promise<readonly string[]> {
  const { status, stdout, stderr } = await runInProcess(['plan', '--json', ...options], {
    ...(cwd === undefined ? {} : { cwd }),
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { specs } = JSON.parse(stdout) as { specs: { name: string; deselected?: true }[] };
  return specs.flatMap(({ name, deselected }) => (deselected ? [] : [name]));
}

/** A directory with a profile of one's own. */
const own = (text: string): string => directoryOf({ 'mine.yaml': text }, parentOfPrograms);

describe('--profile', () => {
  test('selects what a profile names, with what is on request', async () => {
    const specs = await selected([...onRoot(), '--profile', 'storage']);
    expect(specs).toEqual(expect.arrayContaining(['fstab', 'deleted_open_files', 'var_usage', 'os_release']));
    expect(specs).not.toContain('hosts');
    expect(specs).not.toContain('suid_files');
  });

  test('joins profiles, and combines with --only, --skip and --domain', async () => {
    const both = await selected([...onRoot(), '--profile', 'network,storage']);
    expect(both).toEqual(expect.arrayContaining(['hosts', 'fstab', 'var_usage']));
    const narrowed = [...onRoot(), '--profile', 'network,storage'];
    expect(await selected([...narrowed, '--only', 'hosts,fstab,cpuinfo'])).toEqual(['hosts', 'fstab']);
    const inDomain = await selected([...narrowed, '--domain', 'storage', '--skip', 'fstab']);
    expect(inDomain).toContain('var_usage');
    expect(inDomain).not.toContain('fstab');
  });

  test('reads a file, with names beside what --domain leaves', async () => {
    const cwd = own('pick: [hosts, fstab]\n');
    expect(await selected([...onRoot(), '--profile', './mine.yaml'], cwd)).toEqual(['hosts', 'fstab']);
    const domain = [...onRoot(), '--profile', 'mine.yaml', '--domain', 'storage'];
    expect(await selected(domain, cwd)).toEqual(['fstab']);
  });

  test('reads the profile of an installed package', async () => {
    const project = temporaryDirectory(parentOfPrograms);
    const folder = join(project, 'node_modules/@acme/support');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name": "@acme/support", "version": "1.0.0"}');
    writeFileSync(join(folder, 'profile.yaml'), 'name: acme\npick: [hosts]\n');
    const options = ['--packages', project, '--domain', 'networking', '--profile', '@acme/support'];
    expect(await selected([...onRoot(), ...options])).toEqual(['hosts']);
  });

  test('is in the plan with its window and limits, and in the manifest', async () => {
    const cwd = own('name: mine\ndoc: Our files\npick: [hosts]\nwindow: 2d\nlimits: {max-bytes: 2M}\n');
    const root = onRoot();
    const plan = ['plan', ...root, '--profile', './mine.yaml'];
    const { stdout } = await runInProcess(plan, { cwd });
    expect(stdout).toContain('\nprofile mine: Our files (logs of the last 2d, max-bytes 2M)\n');
    const printed = await runInProcess([...plan, '--json'], { cwd });
    writeFileSync(join(cwd, 'plan.json'), printed.stdout);
    const manifestOf = async (...options: string[]): Promise<Manifest> => {
      const output = join(temporaryDirectory(), 'o');
      const args = ['collect', ...root, ...options, '--format', 'directory', '--output', output];
      expect(await runInProcess(args, { cwd })).toMatchObject({ status: 0, stderr: '' });
      return JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
    };
    const both = { profiles: ['mine'], window: { asked: '--since -2d' } };
    expect(await manifestOf('--profile', './mine.yaml')).toMatchObject(both);
    expect(await manifestOf('--plan', 'plan.json')).toMatchObject(both);
    const other = await manifestOf('--profile', './mine.yaml', '--since', '-3h');
    expect(other.window).toMatchObject({ asked: '--since -3h' });
    expect(await manifestOf('--only', 'hosts')).not.toHaveProperty('profiles');
  });

  test('limits the run, unless an option does, by the widest limit of all profiles', async () => {
    const cwd = directoryOf(
      {
        'a.yaml': 'pick: [hosts]\nlimits: {max-item-bytes: 1}\n',
        'b.yaml': 'pick: [hosts]\nlimits: {max-item-bytes: 5}\n',
        'c.yaml': 'pick: [hosts]\n',
      },
      parentOfPrograms,
    );
    const root = fakeRoot({ 'etc/hosts': 'a\nb\nc\nd\ne\n' });
    const bytesOf = async (...options: string[]): Promise<number> => {
      const output = join(temporaryDirectory(), 'o.ndjson');
      const args = [
        'collect',
        '--root',
        root,
        ...options,
        '--json',
        '--output',
        output,
        '--format',
        'ndjson',
      ];
      const { stdout } = await runInProcess(args, { cwd });
      return JSON.parse(stdout.split('\n')[0] ?? '').bytes;
    };
    expect(await bytesOf('--profile', './c.yaml')).toBe(10);
    expect(await bytesOf('--profile', './b.yaml')).toBeLessThanOrEqual(5);
    expect(await bytesOf('--profile', './a.yaml,./b.yaml')).toBe(await bytesOf('--profile', './b.yaml'));
    expect(await bytesOf('--profile', './a.yaml,./c.yaml')).toBe(10);
    expect(await bytesOf('--profile', './a.yaml', '--max-item-bytes', '100')).toBe(10);
  });

  test.each([
    ['pick: [hosst]\n', '1:8: pick "hosst" matches no spec of the catalog; did you mean hosts?'],
    ['skip: [hosts, "hosst*"]\n', '1:15: skip "hosst*" matches no spec of the catalog; did you mean hosts?'],
    ['domains: [storag]\n', '1:11: domains "storag" matches no domain of the catalog; did you mean storage?'],
    ['picks: [hosts]\n', '1:1: unknown key "picks"; allowed: pick, '],
    ['pick: hosts\n', '1:7: pick is "hosts"; allowed: a list of at most 10000 names'],
    ['pick: [1]\n', '1:8: pick is 1; allowed: names of at most 256 characters'],
    ['- hosts\n', '1:1: is not a profile; allowed: a mapping with name, doc, '],
    ['name: a b\n', '1:7: name is "a b"; allowed: at most 64 letters, digits, _, - and .'],
    ['doc: [a]\n', '1:6: doc is ["a"]; allowed: one line of at most 256 characters'],
    ['window: 3 days\n', '1:9: window is "3 days"; allowed: a number with m, h, d or w'],
    ['limits: {jobs: 1}\n', '1:10: unknown limit "jobs"; allowed: max-bytes, '],
    ['limits: [1]\n', '1:9: limits is [1]; allowed: a mapping with timeout, '],
    ['limits: {max-bytes: 2X}\n', '1:21: max-bytes "2X" is not allowed; allowed: a number of bytes'],
  ])('refuses a file that is wrong, before anything runs: %s', async (text, message) => {
    const cwd = own(text);
    const output = ['--output', join(cwd, 'never.tar.gz')];
    const { status, stdout, stderr } = await runInProcess(
      ['collect', ...onRoot(), '--profile', './mine.yaml', ...output],
      { cwd },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`hostspec: ${join(cwd, 'mine.yaml')}:${message}`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    [
      ['--profile', 'bot'],
      '--profile bot is neither a profile of hostspec nor an installed package, and a file is written as ./bot.yaml; did you mean boot?',
    ],
    [['--profile', './none.yaml'], '--profile /none.yaml cannot be read: no such file or directory'],
    [['--profile', '../..'], '--profile / is not a regular file'],
    [
      ['--profile', '@acme/none'],
      '--profile @acme/none is neither a profile of hostspec nor an installed package',
    ],
    [['--profile', 'network', '--domain', 'boot'], '--profile network selects no spec of this catalog'],
  ])('refuses what is not there: %j', async (options, message) => {
    const { status, stderr } = await runInProcess(['plan', ...onRoot(), ...options]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('can be the one in the documentation', async () => {
    const page = readFileSync(join(packages, 'docs/CATALOGS.md'), 'utf8');
    const [, text = ''] = /## A profile\n[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const specs = await selected([...onRoot(), '--profile', './mine.yaml'], own(text));
    expect(specs).toEqual(expect.arrayContaining(['hosts', 'suid_files']));
    expect(specs).not.toContain('ethtool_S');
  });

  test('cannot change a plan that is given', async () => {
    const { status, stderr } = await runInProcess(['collect', '--plan', 'x', '--profile', 'boot']);
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--profile cannot be combined with --plan x'),
    });
  });

  test('of hostspec needs the catalog for all of Linux only as far as it is there', async () => {
    const specs = await selected([...onRoot(), '--variant', 'b', '--profile', 'storage']);
    expect(specs).toContain('fstab');
    expect(specs).not.toContain('var_usage');
  });

  test('is completed with the names of the profiles', async () => {
    expect((await ok('complete', '--', 'hostspec', 'collect', '--profile', 'st')).split('\n')).toContain(
      'storage',
    );
  });

  needs('root')('as root, a file that others can change is refused', async () => {
    const cwd = own('pick: [hosts]\n');
    chmodSync(join(cwd, 'mine.yaml'), 0o666);
    const { status, stderr } = await runInProcess(['plan', ...onRoot(), '--profile', './mine.yaml'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toMatch(/mine\.yaml .*can be written to by everybody/);
  });
});

test('the plan as JSON has what a profile selects', async () => {
  const plan = await json('plan', '--json', ...onRoot(), '--profile', 'minimal');
  expect(plan.restrictions?.profiles).toMatchObject([{ name: 'minimal', limits: { 'max-bytes': '2M' } }]);
});
