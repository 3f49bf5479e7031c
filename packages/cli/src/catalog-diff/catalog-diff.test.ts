import { expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { json, runInProcess } from '../testing/in-process.js';
import { diffCatalogs } from './print-diff.js';

test('compares names, types and arguments, but not domains', () => {
  const file = (path: string, domain = 'd') => ({ domain, type: 'simple_file', path }) as const;
  const diff = diffCatalogs(
    { gone: file('/a'), same: file('/b'), moved: file('/c', 'x'), other: file('/d') },
    { new: file('/e'), same: file('/b'), moved: file('/c', 'y'), other: file('/f') },
  );
  expect(diff).toEqual({
    added: { new: file('/e') },
    removed: { gone: file('/a') },
    changed: { other: { from: file('/d'), to: file('/f') } },
  });
});

test('catalog diff compares variants, packages and files', async () => {
  const published = directoryOf({
    'b.json': (await runInProcess(['catalog', '--variant', 'b', '--json'])).stdout,
  });
  expect(await runInProcess(['catalog', 'diff', 'b', 'b.json'], { cwd: published })).toEqual({
    status: 0,
    stdout: '0 added, 0 removed, 0 changed\n',
    stderr: '',
  });
  const diff = await json('catalog', 'diff', 'a', 'b', '--json');
  expect(diff.changed?.yum_repolist).toEqual({
    from: { domain: 'software', type: 'simple_command', command: '/usr/bin/yum -C --noplugins repolist' },
    to: { domain: 'software', type: 'simple_command', command: '/usr/bin/yum -d 2 -C --noplugins repolist' },
  });
  const text = (await runInProcess(['catalog', 'diff', 'a', 'b'])).stdout;
  expect(text).toMatch(/^\+ thp_enabled = |^\+ \w+ = /m);
  expect(text).toContain('- netstat_agn = simple_command("/bin/netstat -agn")\n');
  expect(text).toContain('  was simple_command("/usr/bin/yum -C --noplugins repolist")'.trimStart());
  const kernel = await json('catalog', 'diff', '@hostspec/kernel', 'linux', '--json');
  expect(kernel.removed).toEqual({});
  expect(kernel.added).not.toHaveProperty('cmdline');
  expect(kernel.added).toHaveProperty('ethtool');
});

test('catalog diff rejects a file that is not a catalog', async () => {
  const cwd = directoryOf({
    'x.yaml': 'a: 1\n',
    'y.yaml': 'a: {type: simple_fil, path: /x}\n',
    'z.json': '{"a":',
    'other.txt': '',
  });
  const message = async (name: string) => {
    const { status, stderr } = await runInProcess(['catalog', 'diff', 'b', name], { cwd });
    expect(status).toBe(2);
    return stderr;
  };
  expect(await message('x.yaml')).toContain('x.yaml:1:1: ');
  expect(await message('y.yaml')).toContain('type is "simple_fil"; allowed: one of simple_file, ');
  expect(await message('z.json')).toMatch(/z\.json:\d+:\d+: /);
  expect(await message('nix')).toContain('nix');
  expect(await message('other.txt')).toMatch(/; the file of this name is written as \.\/other\.txt\n$/);
  expect(await message('./nix')).toMatch(/catalog \S+\/nix cannot be read: no such file or directory$/m);
});
