import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, install } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

test('a fleet is made, filled, asked and shown as a page', async () => {
  const cwd = directoryOf({ 'web1.example.html': 'mine' });
  mkdirSync(join(cwd, 'runs'));
  const root = fakeRoot({ 'etc/hosts': 'red\x1b[2J\n' });
  const made = ['collect', '--in-process', '--root', root, '--only', 'hosts'];
  expect((await runInProcess([...made, '--output', join(cwd, 'runs/a.tar.gz')])).status).toBe(0);
  const fleet = (...args: string[]) => runInProcess(['fleet', ...args], { cwd });
  expect(await fleet('add', 'f', 'runs')).toMatchObject({
    status: 0,
    stderr: `hostspec: created the fleet "${cwd}/f"\n`,
    stdout: '1 added, 0 known already, 0 refused\n',
  });
  const sql = 'SELECT text FROM lines';
  // What a host wrote cannot control the terminal.
  for (const format of ['table', 'csv', 'json'])
    expect((await fleet('query', 'f', sql, '--format', format)).stdout).toMatch(/red(?:\\x1b|\\u001b)\[2J/);
  expect(await fleet('report', 'f')).toMatchObject({ status: 0, stdout: `${cwd}/fleet.html\n`, stderr: '' });
  expect(readFileSync(join(cwd, 'fleet.html'), 'utf8')).toContain('"report":"web1.example.html"');
  expect((await fleet('report', 'f')).stderr).toContain('it exists');
  expect((await fleet('report', 'f', 'x')).stderr).toContain('unexpected argument "x"');
  expect((await fleet('nothing', 'f')).stderr).toMatch(/is not an action of hostspec fleet; .*check.*report/);
  expect((await fleet('reprot', 'f')).stderr).toContain('did you mean report?');
  for (const [action, option, value, allowed] of [
    ['hosts', '--share', '3', 'outliers'],
    ['verify', '--timeout', '3', 'hosts, changes, outliers, query'],
    ['report', '--since', '7d', 'changes, check'],
    ['query', '--skip-finding', 'a/b', 'check, report'],
  ] as const)
    expect(await fleet(action, 'f', option, value)).toMatchObject({
      status: 2,
      stderr: `hostspec: ${option} is not for ${action}; allowed with: ${allowed}\n`,
    });
});

test('without the package, one sentence says how to get it', () => {
  expect(install(temporaryDirectory())('fleet', 'query', 'f', 'SELECT 1')).toMatchObject({
    status: 2,
    stdout: '',
    stderr:
      'hostspec: @hostspec/fleet is not installed with hostspec; install it beside hostspec: npm install @hostspec/fleet\n',
  });
});
