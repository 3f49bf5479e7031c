import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { redactionSettings } from '@hostspec/policy';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot, hostspec, overEtc } from '../testing/cli.js';
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
  itAsRoot('a directory of another user, further up', () =>
    refused((cwd) => chownSync(cwd, 12345, 0), /belongs to user 12345;/),
  );
});

const root = () =>
  fakeRoot({ 'etc/nscd.conf': 'one Zephyr\ndb_password = Quiet7Harbour\nbadge 654321\n10.20.30.40\n' });

const toFile = ['--only', 'nscd_conf', '--format', 'ndjson', '--output', 'archive'];

const files = {
  'k.key': `${'ab'.repeat(32)}\n`,
  words: 'zephyr\n',
  'rules.yaml':
    '- { id: badge, keywords: ["badge "], pattern: "badge (\\\\d{6})", matches: ["badge «123456»"], others: [x] }\n',
  'deny.yaml': 'patterns: [one]\n',
};

/** What is collected with a configuration; `DIR` in it is the directory of the files. */
async function collected(config: string, more: readonly string[] = []) {
  const cwd = directoryOf(files);
  chmodSync(join(cwd, 'k.key'), 0o600);
  writeFileSync(join(cwd, 'config.yaml'), config.replaceAll('DIR', cwd));
  const { status, stdout, stderr } = await runInProcess(
    ['collect', '--root', root(), ...toFile, '--config', 'config.yaml', ...more],
    { cwd },
  );
  const archive = join(cwd, 'archive');
  const lines = existsSync(archive) ? readFileSync(archive, 'utf8').split('\n') : [];
  const line = lines.find((each) => each.includes('"nscd_conf"')) ?? '';
  return { status, stdout, stderr, cwd, line };
}

describe('a setting does what the option does', () => {
  test('keep-secrets', async () => {
    expect((await collected('')).line).not.toContain('Quiet7Harbour');
    expect((await collected('keep-secrets: false\n')).line).not.toContain('Quiet7Harbour');
    expect((await collected('keep-secrets: true\n')).line).toContain('Quiet7Harbour');
  });

  test('map, key and keywords', async () => {
    const config = 'map: [ip, keyword]\nkey: DIR/k.key\nkeywords: DIR/words\n';
    const { line } = await collected(config);
    expect(line).not.toMatch(/Zephyr|10\.20\.30\.40/);
    const content = (text: string) => /one .*?"/.exec(text)?.[0];
    expect(content((await collected(config)).line)).toBe(content(line));
    const options = ['--map', 'ip,keyword', '--key', 'k.key', '--keywords', 'words'];
    expect(content((await collected('', options)).line)).toBe(content(line));
  });

  test('rules', async () => {
    expect((await collected('')).line).toContain('badge 654321');
    expect((await collected('rules: DIR/rules.yaml\n')).line).toMatch(/badge __secret_badge_/);
  });

  test('deny', async () => {
    expect((await collected('')).line).toContain('one Zephyr');
    expect((await collected('deny: DIR/deny.yaml\n')).line).not.toContain('Zephyr');
  });
});

describe('the command line wins', () => {
  test('--no-keep-secrets masks, and the option that is given last counts', async () => {
    const config = 'keep-secrets: true\n';
    const line = async (...options: string[]) => (await collected(config, options)).line;
    expect(await line('--no-keep-secrets')).toMatch(/db_password = __secret_/);
    expect(await line('--no-keep-secrets', '--keep-secrets')).toContain('Quiet7Harbour');
    expect(await line('--keep-secrets', '--no-keep-secrets')).not.toContain('Quiet7Harbour');
  });

  test('--map none maps nothing, and other kinds are other kinds', async () => {
    const config = 'map: [identity]\nkey: DIR/k.key\nkeywords: DIR/words\n';
    expect((await collected(config, ['--map', 'none'])).line).toMatch(/Zephyr.*10\.20\.30\.40/);
    expect((await collected(config, ['--map', 'ip'])).line).toMatch(/Zephyr(?!.*10\.20\.30\.40)/);
  });

  test('--deny, --rules, --key and --keywords name other files', async () => {
    const config = `map: [keyword]\n${['deny', 'rules', 'key', 'keywords'].map((name) => `${name}: /nowhere\n`).join('')}`;
    const options = ['--deny', 'deny.yaml', '--rules', 'rules.yaml', '--key', 'k.key', '--keywords', 'words'];
    const { status, line } = await collected(config, options);
    expect(status).toBe(0);
    expect(line).toMatch(/badge __secret_badge_/);
    expect(line).not.toContain('one');
  });
});

describe('an error names the file and the setting', () => {
  test.each([
    ['key: k.key\n', 'config.yaml:1:6: setting key is "k.key"; allowed: an absolute path'],
    ['deny: true\n', 'config.yaml:1:7: setting deny is true; allowed: a string'],
    ['map: ip\n', 'config.yaml:1:6: setting map is "ip"; allowed: a list of strings'],
    ['keep-secret: true\n', 'config.yaml:1:1: no setting is named "keep-secret"; did you mean keep-secrets?'],
    ['map: [names]\n', 'config.yaml: map "names" is not allowed; allowed: identity, gdpr, ip,'],
    ['deny: /nowhere\n', 'config.yaml: deny /nowhere cannot be read: no such file'],
    ['rules: /nowhere\n', 'config.yaml: rules /nowhere cannot be read'],
    ['map: [keyword]\nkeywords: /nowhere\nkey: DIR/k.key\n', 'config.yaml: keywords /nowhere cannot be read'],
    ['map: [ip]\nkey: DIR/words\n', 'config.yaml: key '],
  ])('%j', async (config, message) => {
    const { status, stdout, stderr } = await collected(config);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  needs('root')('root does not use rules that others can change', async () => {
    const cwd = directoryOf(files);
    chmodSync(join(cwd, 'rules.yaml'), 0o666);
    const { status, stderr } = await collected(`rules: ${cwd}/rules.yaml\n`);
    expect(stderr).toMatch(
      /config\.yaml: rules .*rules\.yaml is not used by root, because others can change it/,
    );
    expect(status).toBe(2);
  });
});

needs('root', 'a mount namespace')(
  'the configuration of the host counts, also for a plan from a file',
  () => {
    const before = overEtc({
      'hostspec/config.yaml': 'map: [ip]\nkey: /etc/hostspec/own.key',
      'hostspec/own.key': 'ab'.repeat(32),
    });
    const cwd = directoryOf({});
    const host = ['--root', root()];
    const { stdout: plan } = hostspec(['plan', '--json', ...host, '--only', 'nscd_conf'], { cwd, before });
    writeFileSync(join(cwd, 'plan.json'), plan);
    const output = ['--format', 'ndjson', '--output', '-'];
    const { status, stdout } = hostspec(['collect', '--plan', 'plan.json', ...host, ...output], {
      cwd,
      before,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('one Zephyr');
    expect(stdout).not.toContain('10.20.30.40');
  },
);

test('hostspec config and CONFIGURATION.md have all of them', async () => {
  const { stdout } = await runInProcess(['config']);
  const reference = readFileSync(new URL('../../../docs/CONFIGURATION.md', import.meta.url), 'utf8');
  for (const name of Object.keys(redactionSettings)) {
    expect(stdout).toMatch(new RegExp(`^#${name}: `, 'm'));
    expect(reference).toContain(`| \`${name}\` |`);
  }
});
