import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { randomContent } from '../../../../tools/test/seed.js';
import { directoryOf, directoryWithKey, hostspec, startHostspec } from '../testing/cli.js';
import { ok, runInProcess } from '../testing/in-process.js';

const canaries = {
  content: 'Quiet7Harbour',
  path: 'ghp_a1B2c3D4e5F6g7H8j9K0a1B2c3D4e5F6g7H8',
  argument: 'Amber9Lantern',
  printed: 'Copper4Meadow',
  whole: '4f0c2b7e9d',
} as const;
const all = Object.values(canaries);

/** A catalog whose content, paths, arguments and errors have secrets, in a directory with its files. */
function planted(): { readonly cwd: string; readonly args: readonly string[] } {
  const cwd = directoryOf({
    'app.conf': `user = web\ndb_password = ${canaries.content}\nport = 1\n`,
    'pin.txt': `${canaries.whole}\n`,
    [`state/${canaries.path}`]: 'running\n',
  });
  const spec = (type: string, rest: object) => ({ type, doc: 'x', ...rest });
  const login = `--password=${canaries.argument}`;
  const add = {
    content: spec('simple_file', { path: join(cwd, 'app.conf') }),
    whole: spec('simple_file', { path: join(cwd, 'pin.txt') }),
    names: spec('glob_file', { patterns: [join(cwd, 'state/*')] }),
    listing: spec('listdir', { path: join(cwd, 'state') }),
    argument: spec('simple_command', { command: `/bin/echo ${login}` }),
    printed: spec('simple_command', { command: `/bin/ls /nowhere/password=${canaries.printed}` }),
    missing: spec('simple_file', { path: `/nowhere/token=${canaries.path}` }),
  };
  writeFileSync(join(cwd, 'c.json'), JSON.stringify({ name: 'site', version: '1.0.0', add }));
  return { cwd, args: ['--catalog', join(cwd, 'c.json')] };
}

/** Every byte and name below a directory, archives unpacked. */
function everythingIn(directory: string): string {
  for (const name of readdirSync(directory))
    if (name.endsWith('.tar.gz')) execFileSync('tar', ['xzf', name], { cwd: directory });
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const content = paths
    .map((path) => join(directory, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
  return [...paths, ...content].join('\n');
}

/** Collects in a directory; resolves to what the command says, and the text of the NDJSON archive. */
const collectLines = async (cwd: string, ...args: readonly string[]) => {
  const output = join(temporaryDirectory(), 'x.ndjson');
  const said = await runInProcess(['collect', ...args, '--format', 'ndjson', '--output', output], { cwd });
  return { ...said, lines: existsSync(output) ? readFileSync(output, 'utf8') : '' };
};

const leaked = (text: string): string[] => all.filter((canary) => text.includes(canary));

describe('secrets', () => {
  test.each(['tar.gz', 'directory', 'ndjson'])(
    'no secret is in a %s archive or on the terminal',
    (format) => {
      const { args } = planted();
      const cwd = temporaryDirectory();
      const { status, stdout, stderr } = hostspec(['collect', ...args, '--format', format], { cwd });
      const everything = stdout + stderr + everythingIn(cwd);
      expect(leaked(everything)).toEqual([]);
      expect(everything).toContain('user = web\n'.replace('\n', format === 'ndjson' ? '\\n' : '\n'));
      expect(everything).toMatch(/db_password = __secret_\w+?_[0-9a-f]{8}__/);
      expect(stdout).toMatch(/^\d+ secrets? (was|were) masked\. To list the rules/m);
      expect(status).toBe(0);
      expect(hostspec(['verify', stdout.trimEnd().split('\n').at(-1) ?? '']).status).toBe(0);
    },
  );

  test('--json, --quiet and NDJSON on standard output show none', () => {
    const { args } = planted();
    for (const more of [['--json'], ['--quiet'], ['--format', 'ndjson', '--output', '-']]) {
      const { stdout, stderr } = hostspec(['collect', ...args, ...more], { cwd: temporaryDirectory() });
      expect(leaked(stdout + stderr)).toEqual([]);
    }
  });

  test('the manifest says for each item how many values of which rule were masked', async () => {
    const { args } = planted();
    const { stdout } = await runInProcess(['collect', ...args, '--json', '--format', 'directory'], {
      cwd: temporaryDirectory(),
    });
    const { archive, masked } = JSON.parse(stdout);
    const { outcomes } = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
    const content = outcomes.find(({ name }: { name: string }) => name === 'content');
    expect(Object.values(content.items[0].masked)).toEqual([1]);
    expect(Object.keys(masked)).toEqual(expect.arrayContaining(Object.keys(content.items[0].masked)));
  });

  test('compressed content of which only the end fits is left out, as no other shows that it is compressed', async () => {
    const noise = Buffer.concat([Buffer.alloc(1), randomContent(300_000)]);
    const files = { packed: gzipSync(noise), noise, text: 'a line of text\n'.repeat(20_000) };
    const cwd = directoryOf(files);
    const add = Object.fromEntries(
      Object.keys(files).map((name) => [name, { type: 'simple_file', doc: 'x', path: join(cwd, name) }]),
    );
    writeFileSync(join(cwd, 'c.json'), JSON.stringify({ name: 'site', version: '1.0.0', add }));
    const items = async (...more: readonly string[]): Promise<string[]> => {
      const args = ['--catalog', 'c.json', '--only', Object.keys(files).join(), '--max-item-bytes', '100K'];
      const { lines } = await collectLines(cwd, ...args, ...more);
      return lines.split('\n').filter((line) => line.includes('"truncated"'));
    };
    const names = (lines: readonly string[]) =>
      Object.keys(files).filter((name) => lines.some((line) => line.includes(join(cwd, name))));
    expect(names(await items())).toEqual(['noise', 'text']);
    expect(names(await items('--keep-secrets'))).toEqual(['packed', 'noise', 'text']);
  });

  test('--keep-secrets keeps them', async () => {
    const { args } = planted();
    const cwd = temporaryDirectory();
    const { stdout, stderr } = await runInProcess(['collect', ...args, '--keep-secrets'], { cwd });
    expect(leaked(stdout + stderr + everythingIn(cwd))).toEqual(all);
    expect(stdout).not.toContain('masked');
  });

  test('plan and explain show none, unless they are to be kept', async () => {
    const { args } = planted();
    const commands = [
      ['plan', ...args],
      ...['names', 'argument', 'missing'].map((spec) => ['explain', ...args, spec]),
      ['explain', ...args, '--json', 'names'],
    ];
    const shown = async (more: readonly string[] = []) => {
      const said: string[] = [];
      for (const [name = '', ...rest] of commands) {
        const { stdout, stderr } = await runInProcess([name, ...more, ...rest]);
        said.push(stdout, stderr);
      }
      return leaked(said.join('\n'));
    };
    expect(await shown()).toEqual([]);
    // The plan itself has the catalog's commands as they are, or it could not be collected.
    const { described } = JSON.parse(await ok('plan', ...args, '--json'));
    expect(leaked(JSON.stringify(described))).toEqual([]);
    expect(await shown(['--keep-secrets'])).toEqual([canaries.path, canaries.argument, canaries.printed]);
  });

  test('a run that is killed leaves none in its work directory', async () => {
    const { args, cwd: files } = planted();
    const added = JSON.parse(readFileSync(join(files, 'c.json'), 'utf8'));
    added.add.slow = { type: 'simple_command', doc: 'x', command: '/bin/sleep 60', timeout: 60 };
    writeFileSync(join(files, 'c.json'), JSON.stringify(added));
    const cwd = temporaryDirectory();
    const { child, ended } = startHostspec(['collect', ...args], { cwd });
    const hasContent = () => everythingIn(cwd).includes('user = web');
    while (!hasContent() || !everythingIn(cwd).includes('"printed"'))
      await new Promise((r) => setTimeout(r, 50));
    child.kill('SIGKILL');
    await ended;
    expect(leaked(everythingIn(cwd))).toEqual([]);
  });
});

describe('--key', () => {
  const maskIn = async (cwd: string, key: readonly string[]): Promise<string> => {
    const root = directoryOf({
      'etc/hostname': 'h\n',
      'etc/nscd.conf': `db_password = ${canaries.content}\n`,
    });
    const { lines, stderr } = await collectLines(cwd, '--root', root, '--only', 'nscd_conf', ...key);
    return /__secret_\w+?_([0-9a-f]{8})__/.exec(lines)?.[1] ?? stderr;
  };

  test('makes the key for its owner only, and gives equal secrets equal masks with it', async () => {
    const cwd = temporaryDirectory();
    const first = await maskIn(cwd, ['--key', 'k']);
    expect(statSync(join(cwd, 'k')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cwd, 'k'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(first).toMatch(/^[0-9a-f]{8}$/);
    expect(await maskIn(cwd, ['--key', 'k'])).toBe(first);
  });

  test('says that it made a key, because the path may be mistyped', async () => {
    const cwd = directoryOf({ 'root/etc/nscd.conf': 'a = b\n' });
    const collect = () =>
      collectLines(cwd, '--root', 'root', '--only', 'nscd_conf', '--map', 'host', '--key', 'k');
    const made = `hostspec: created the key file ${join(cwd, 'k')}: keep it to get the same masks and tokens again\n`;
    expect((await collect()).stderr.split(made)).toHaveLength(2);
    expect((await collect()).stderr).not.toContain('key file');
  });

  test('without it, each run has another key', async () => {
    const cwd = temporaryDirectory();
    expect(await maskIn(cwd, [])).not.toBe(await maskIn(cwd, []));
  });

  test('refuses a key that others can read, or that is invalid', async () => {
    const cwd = directoryOf({ short: 'abc\n', open: `${'ab'.repeat(32)}\n`, 'folder/x': '' });
    chmodSync(join(cwd, 'short'), 0o600);
    chmodSync(join(cwd, 'open'), 0o640);
    expect(await maskIn(cwd, ['--key', 'short'])).toContain('is not a key; allowed: 64 hexadecimal digits');
    expect(await maskIn(cwd, ['--key', 'open'])).toContain('can be read or changed by other users');
    expect(await maskIn(cwd, ['--key', 'none/k'])).toContain('cannot be used: no such file or directory');
    expect(existsSync(join(cwd, 'none'))).toBe(false);
    expect(await maskIn(cwd, ['--key', 'folder'])).toContain('is a directory; allowed: a regular file');
  });

  needs('root')('root does not use a key of another user', async () => {
    const cwd = directoryOf({ k: `${'ab'.repeat(32)}\n` });
    chmodSync(join(cwd, 'k'), 0o600);
    spawnSync('chown', ['12345', join(cwd, 'k')]);
    expect(await maskIn(cwd, ['--key', 'k'])).toContain('belongs to user 12345');
  });

  needs('root')('root neither uses nor makes a key that another user can replace', async () => {
    const cwd = directoryOf({ 'theirs/k': `${'ab'.repeat(32)}\n` });
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, 'theirs/k'), 0o600);
    spawnSync('chown', ['12345', join(cwd, 'theirs')]);
    for (const name of ['theirs/k', 'theirs/new'])
      expect(await maskIn(cwd, ['--key', name])).toContain(
        `--key ${cwd}/${name} is not used by root, because others can change it: ${cwd}/theirs belongs to user 12345; `,
      );
    expect(existsSync(join(cwd, 'theirs/new'))).toBe(false);
  });
});

describe('--rules', () => {
  const badge = [
    '- id: badge',
    '  keywords: ["badge "]',
    '  pattern: badge (\\d{6})',
    '  matches: ["badge «123456»"]',
    '  others: [badge 12]',
  ];
  const collected = (rules: string) => {
    const cwd = directoryOf({ 'r.yaml': rules });
    const root = directoryOf({ 'etc/hostname': 'h\n', 'etc/nscd.conf': 'badge 654321\n' });
    return collectLines(cwd, '--root', root, '--only', 'nscd_conf', '--rules', 'r.yaml');
  };

  test('masks what they find', async () => {
    expect((await collected(badge.join('\n'))).lines).toMatch(/badge __secret_badge_[0-9a-f]{8}__\\n/);
  });

  test.each([
    ['id: x\n', 'r.yaml:1:1: is not a list of rules; allowed: a list'],
    [badge.join('\n').replace('\\d{6}', '\\d+'), 'r.yaml:1:3: '],
    [
      badge.join('\n').replace('pattern: badge (\\d{6})', 'pattern: 3'),
      'r.yaml:3:12: rule "badge": pattern is 3',
    ],
    [[...badge, ...badge].join('\n'), 'r.yaml:6:7: rule 1 has the id badge, too; choose another one'],
  ])('collects nothing with rules that are not allowed: %j', async (rules, problem) => {
    const { status, stdout, stderr, lines } = await collected(rules);
    expect(stderr).toContain(problem);
    expect({ status, stdout, lines }).toEqual({ status: 2, stdout: '', lines: '' });
  });
});

test.each([
  [
    'server',
    'hostspec: the host\'s name "server" is not mapped where its domain does not follow, because other text has the same word; to map it, name it in --keywords FILE\n',
  ],
  [
    'vm.example.com',
    'hostspec: the host\'s name "vm" is not mapped where its domain does not follow, because other text has the same word\n',
  ],
  ['web01', ''],
  ['localhost', ''],
])('a note says that the name of host %s stays', async (name, note) => {
  const cwd = directoryWithKey({
    'root/etc/hostname': `${name}\n`,
    'root/etc/hosts': `127.0.0.1 ${name}\n`,
  });
  const run = await runInProcess(
    ['collect', '--root', 'root', '--only', 'hosts', '--map', 'host', '--key', 'k', '--quiet'],
    { cwd },
  );
  expect(run).toMatchObject({ status: 0, stderr: note });
});
