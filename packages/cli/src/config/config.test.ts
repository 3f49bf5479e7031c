import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const itAsRoot = needs('root');

const plan = (config: string | Uint8Array, name = 'config.yaml', args: readonly string[] = []) => {
  const cwd = directoryOf({ [name]: config });
  return runInProcess(['plan', '--root', fakeRoot(), '--config', name, '--only', 'cmdline', ...args], {
    cwd,
  });
};

test('hostspec config prints every setting as a configuration that changes nothing', async () => {
  const { status, stdout } = await runInProcess(['config']);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^# Parts of kernel module names: .*\n(#.*\n)*#modinfo_modules:\n# {2}- "be2net"\n/m,
  );
  expect(stdout).toMatch(/^#aws_metadata_endpoint: ""$/m);
  expect(stdout.split('\n').every((line) => line === '' || line.startsWith('#'))).toBe(true);
  expect((await plan(stdout)).status).toBe(0);
});

test('without the #, the output is a valid configuration', async () => {
  const { stdout } = await runInProcess(['config']);
  const active = stdout.replace(/^#(?! )/gm, '').replace(/^# {2}- /gm, '  - ');
  expect(active).toContain('\nmodinfo_modules:\n  - "be2net"\n');
  const { status, stderr } = await plan(active);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('a setting changes what would be collected', async () => {
  const cwd = directoryOf({ 'config.json': '{"du_dirs": ["/srv/data", "/a b"]}' });
  const args = ['plan', '--root', fakeRoot(), '--only', 'du_dirs', '--domain', 'storage', '--json'];
  const commands = async (more: readonly string[]): Promise<unknown> => {
    const { described } = JSON.parse((await runInProcess([...args, ...more], { cwd })).stdout);
    const found = described.find(({ name }: { name: string }) => name === 'du_dirs');
    return found.sources.map(({ source }: { source: { argv: string[] } }) => source.argv.at(-1));
  };
  expect(await commands([])).toContain('/var/log');
  expect(await commands(['--config', 'config.json'])).toEqual(['/srv/data', '/a b']);
});

describe('an error names file, line, setting, value and the allowed values', () => {
  test.each([
    [
      'modinfo_module: [x]\n',
      'config.yaml:1:1: no setting is named "modinfo_module"; did you mean modinfo_modules?',
    ],
    [
      '# a\nmodinfo_modules: true\n',
      'config.yaml:2:18: setting modinfo_modules is true; allowed: a list of strings',
    ],
    [
      'modinfo_modules:\n  - be2net\n  - 3\n',
      'config.yaml:2:3: setting modinfo_modules is ["be2net",3]; allowed: a list of strings',
    ],
    [
      'modinfo_modules:\n  - be2net\n  - "a b"\n',
      'config.yaml:3:5: setting modinfo_modules is "a b"; must be a part of a module name',
    ],
    ['aws_metadata_endpoint: ftp://x\n', 'config.yaml:1:24: setting aws_metadata_endpoint is "ftp://x"; '],
    ['- a\n', 'config.yaml:1:1: contains no settings; allowed: a line "NAME: VALUE" for each setting'],
    ['a: [\n', 'config.yaml:2:1: '],
    ['a: 1\na: 2\n', 'config.yaml:2:1: '],
    ['a: !!js/function x\n', 'config.yaml:1:4: '],
  ])('%j', async (config, message) => {
    const { status, stdout, stderr } = await plan(config);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

test.each([
  ...['plan', 'check', 'check a', 'summary a', 'diff a a', 'report a', 'redact a -o b', 'explain cmdline'],
  ...['collect', 'show-redactions --preview'],
])('hostspec %s refuses an unknown setting', async (line) => {
  const { status, stderr } = await runInProcess([...line.split(' '), '--config', 'config.yaml'], {
    cwd: directoryOf({ 'config.yaml': 'timeot: 3\n' }),
    isTTY: true,
  });
  expect(stderr).toMatch(/config\.yaml:1:1: no setting is named "timeot"; did you mean timeout\?\n$/);
  expect(status).toBe(2);
});

test('accepts a setting of a domain that is not selected', async () => {
  const args = ['--domain', 'kernel'];
  expect((await plan('aws_metadata_endpoint: http://127.0.0.1:1\n', 'config.yaml', args)).status).toBe(0);
  const { status, stderr } = await plan('aws_metadata_endpoin: http://127.0.0.1:1\n', 'config.yaml', args);
  expect(status).toBe(2);
  expect(stderr).toContain('did you mean aws_metadata_endpoint?');
});

test('each problem of a configuration has a line of its own', async () => {
  const { stderr } = await plan('timeout: @1\nkey: @\u001b\n');
  expect(stderr).toMatch(
    /^hostspec: \S+config\.yaml:1:10: a text that begins with "@" must be in quotes; add them\n\S+config\.yaml:2:6: [^\n]+\n$/,
  );
});

test('an empty configuration, or one with only comments, changes nothing', async () => {
  expect((await plan('')).status).toBe(0);
  expect((await plan('# nothing\n')).status).toBe(0);
});

test('rejects a file that is missing or not text', async () => {
  expect((await plan(Buffer.from([0x61, 0xff, 0xfe]))).stderr).toContain('config.yaml is not UTF-8 text');
  const cwd = directoryOf({});
  mkdirSync(join(cwd, 'folder'));
  const stderr = async (name: string) => {
    const result = await runInProcess(['plan', '--config', name], { cwd });
    expect(result.status).toBe(2);
    return result.stderr;
  };
  expect(await stderr('folder')).toContain('folder is not a regular file');
  expect(await stderr('missing')).toContain('missing cannot be read: no such file or directory\n');
  execFileSync('mkfifo', ['-m', '600', join(cwd, 'pipe')]);
  expect(await stderr('pipe')).toContain('pipe is not a regular file');
  writeFileSync(join(cwd, 'huge'), '');
  truncateSync(join(cwd, 'huge'), 1_900_000_000);
  expect(await stderr('huge')).toContain('huge has 1900000000 bytes; allowed: at most 4194304\n');
});

describe('root does not use a configuration that others can change', () => {
  const refused = async (prepare: (cwd: string) => void, why: RegExp) => {
    const cwd = directoryOf({ 'sub/config.yaml': '' });
    prepare(cwd);
    const { status, stderr } = await runInProcess(['plan', '--config', 'sub/config.yaml'], { cwd });
    expect(stderr).toMatch(why);
    expect(status).toBe(2);
  };
  itAsRoot('a file that the group can write to', () =>
    refused(
      (cwd) => chmodSync(join(cwd, 'sub/config.yaml'), 0o664),
      /config\.yaml can be written to by group 0;/,
    ),
  );
  itAsRoot('a directory that everybody can write to, sticky or not', () =>
    refused((cwd) => chmodSync(join(cwd, 'sub'), 0o1777), /sub can be written to by everybody;/),
  );
  itAsRoot('a file of another user', () =>
    refused(
      (cwd) => chownSync(join(cwd, 'sub/config.yaml'), 12345, 0),
      /config\.yaml belongs to user 12345;/,
    ),
  );
  itAsRoot('a directory of another user, further up', () =>
    refused((cwd) => chownSync(cwd, 12345, 0), /belongs to user 12345;/),
  );
});
