import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectionTypeFacts, insightsCore } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { catalogSchema } from '../testing/catalog-schema.js';
import { entryCountA } from '../testing/catalog-size.js';
import { directoryOf, fakeRoot, hostspec, withoutNetwork } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { shellSyntax } from './catalog-file.js';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const validate = new Ajv({ strict: false, allErrors: true }).compile(catalogSchema());

/** Checks a catalog with this text; removes the directory from the messages. */
async function check(text: string, name = 'site.yaml') {
  const cwd = directoryOf({ [name]: text });
  const { status, stdout, stderr } = await runInProcess(['catalog', 'check', name], { cwd });
  return { status, stdout, stderr: stderr.replaceAll(`${cwd}/`, '') };
}

/** Collects with an example into a directory. */
function collected(example: string) {
  const cwd = temporaryDirectory();
  const args = ['collect', '--catalog', join(examples, example), '--output', 'x', '--format', 'directory'];
  const { status, stderr } = hostspec(args, { cwd, before: withoutNetwork });
  const read = (path: string): string => readFileSync(join(cwd, 'x', path), 'utf8');
  return { status, stderr, read, manifest: JSON.parse(read('manifest.json')) };
}

describe.each(readdirSync(examples))('example %s', (name) => {
  const text = readFileSync(join(examples, name), 'utf8');

  test('passes its check and its schema', async () => {
    const { status, stdout, stderr } = await runInProcess(['catalog', 'check', name], { cwd: examples });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${name}: \\d+ specs from .*; \\d+ of them defined in this file\n$`));
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  test('collects on this machine', () => {
    const { status, stderr, manifest } = collected(name);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { outcomes, domains } = manifest;
    expect(domains).toContainEqual({ name: parse(text).name, version: '1.0.0' });
    const own = Object.keys(parse(text).add);
    expect(outcomes.map((outcome: { name: string }) => outcome.name)).toEqual(expect.arrayContaining(own));
  });
});

test('the catalog file of CATALOGS.md passes its check and its schema', async () => {
  const page = readFileSync(new URL('../../../docs/CATALOGS.md', import.meta.url), 'utf8');
  const [, text = ''] = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(page) ?? [];
  expect(await check(text)).toMatchObject({ status: 0, stderr: '' });
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
});

test('the ten types collect on this machine as their entries define', () => {
  const { manifest, read } = collected('every-type.yaml');
  const { outcomes } = manifest;
  const types = Object.fromEntries(
    outcomes.map(({ type, status }: { type: string; status: string }) => [type, status]),
  );
  expect(Object.keys(types).sort()).toEqual(Object.keys(collectionTypeFacts).sort());
  for (const [type, status] of Object.entries(types))
    if (type !== 'foreach_collect' && type !== 'command_with_args')
      expect([type, status]).toEqual([type, 'collected']);
  expect(read('data/insights_commands/ls_.sys.class.net')).toMatch(/^lo$/m);
  expect(read('data/insights_commands/cat_.sys.class.net.lo.mtu')).toMatch(/^\d+$/m);
});

test('picks, skips, overrides and adds', async () => {
  const cwd = directoryOf({
    'site.yaml': `
extends: [kernel, networking]
pick: ['ethtool*', cmdline, hosts]
skip: [ethtool_*]
override:
  cmdline: {type: simple_file, path: /proc/1/cmdline}
add:
  site_motd: {type: simple_file, path: /etc/motd, doc: What users read}
`,
  });
  const { status, stdout } = await runInProcess(['catalog', '--catalog', 'site.yaml', '--json'], { cwd });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    cmdline: { domain: 'kernel', type: 'simple_file', path: '/proc/1/cmdline' },
    ethtool: expect.objectContaining({ domain: 'networking' }),
    hosts: { domain: 'networking', origin: insightsCore, type: 'simple_file', path: '/etc/hosts' },
    site_motd: { domain: 'site', type: 'simple_file', path: '/etc/motd' },
  });
  expect((await runInProcess(['show', '--catalog', 'site.yaml', 'cmdline'], { cwd })).stdout).toMatch(
    /^shows +\S+/m,
  );
  const diff = JSON.parse(
    (await runInProcess(['catalog', 'diff', 'site.yaml', 'linux', '--json'], { cwd })).stdout,
  );
  expect(Object.keys(diff.changed)).toEqual(['cmdline']);
  expect(Object.keys(diff.removed)).toEqual(['site_motd']);
});

test('supports a variant, default-specs, a package by name, and --domain', async () => {
  const cwd = directoryOf({
    'a.yaml': 'extends: [default-specs]\nvariant: a\n',
    'p.yaml': "extends: ['@hostspec/kernel']\nadd:\n  x: {type: simple_file, path: /x, doc: x}\n",
  });
  const count = async (...args: string[]) =>
    Object.keys(JSON.parse((await runInProcess(['catalog', '--json', '--catalog', ...args], { cwd })).stdout))
      .length;
  expect(await count('a.yaml')).toBe(entryCountA);
  expect(await count('p.yaml', '--domain', 'site')).toBe(1);
  expect(
    await runInProcess(['catalog', '--catalog', 'p.yaml', '--domain', 'networking'], { cwd }),
  ).toMatchObject({
    status: 2,
    stderr: 'hostspec: --domain networking is not in p.yaml; available: kernel, site\n',
  });
  const { status, stderr } = await runInProcess(['catalog', '--catalog', 'a.yaml', '--variant', 'b'], {
    cwd,
  });
  expect(status).toBe(2);
  expect(stderr).toContain('--variant b is not allowed with --catalog; allowed: "variant: b" in the file');
});

test('a catalog with only its own specs needs no domain', async () => {
  const cwd = directoryOf({
    'c.json': '{"add": {"hosts": {"type": "simple_file", "path": "/etc/hosts", "doc": "x"}}}',
  });
  const { status, stdout } = await runInProcess(
    ['collect', '--catalog', 'c.json', '--root', fakeRoot(), '--json'],
    {
      cwd,
    },
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    specs: 1,
    items: 1,
    domains: [{ name: 'site', version: '0.0.0' }],
  });
});

describe('an error names file, line, column and the allowed values', () => {
  const spec = (lines: string) => `extends: [kernel, networking]\nadd:\n  x:\n    doc: d\n${lines}`;
  test.each([
    ['- a\n', '1:1: is not a catalog; allowed: a mapping with $schema, name, '],
    ['name: Site\n', '1:7: name is "Site"; allowed: lower-case words joined by hyphens'],
    ['variant: c\n', '1:10: variant is "c"; allowed: linux, b, a'],
    ['pick: cmdline\n', '1:7: pick is "cmdline"; allowed: a list of names'],
    [
      'extends:\n  - kernels\n',
      '2:5: no domain or catalog package "kernels" is installed with hostspec; did you mean kernel?',
    ],
    [
      'extends: [kernel, kernel]\n',
      '1:19: domain kernel of kernel is already in kernel; remove one of the two',
    ],
    [
      'name: kernel\nextends: [kernel]\n',
      '1:7: name kernel is already the name of a domain in kernel; choose another name',
    ],
    [
      'extends: [kernel]\nadd:\n  lsmod: {type: simple_file, path: /x, doc: x}\n',
      '3:3: add names spec lsmod, which kernel already defines; put it under override',
    ],
    [
      'add:\n  "a b": {type: simple_file, path: /x, doc: x}\n',
      '2:3: spec name "a b" is not allowed; allowed: at most 200 letters, digits and _, the first a letter',
    ],
    ['add:\n  x:\n', '2:5: spec x: the spec is null; allowed: an object with a type and its arguments'],
    [
      spec('    type: simple_file\n    path: [/x]\n'),
      '6:11: spec x: path is ["/x"]; allowed: a non-empty string',
    ],
    [
      spec('    type: foreach_execute\n    command: /x\n    provider: interfaces\n'),
      '6:14: spec x has 0 %s in "/x", but its provider fills 1',
    ],
    [
      spec('    type: foreach_execute\n    command: /x %s\n    provider: {type: simple_file, path: /x}\n'),
      '7:22: spec x: provider.type is "simple_file"; allowed: a provider by name, ',
    ],
    [
      spec(
        '    type: first_of\n    specs:\n      - {type: simple_file, path: /x}\n      - {type: simple_file, file: /x}\n',
      ),
      '8:9: spec x: specs.1.path is missing',
    ],
    [
      spec('    type: head\n    spec: {type: glob_file, patterns: []}\n'),
      '6:39: spec x: spec.patterns is []; allowed: a non-empty list of strings',
    ],
    [
      spec('    type: simple_file\n    path: /x\n    when: {all: [SELinuxDisabled, {not: Nix}]}\n'),
      '7:41: spec x needs condition Nix, which no composed slice has; available: ',
    ],
    [spec('    type: simple_file\n    path: /etc/<vendr>/x\n'), '6:11: spec x has the token <vendr>'],
    ['add: [\n', '2:1: '],
    ['a: &a [1]\nb: *c\n', '2:4: alias *c has no anchor &c before it'],
  ])('%j', async (text, message) => {
    const { status, stdout, stderr } = await check(text);
    expect(stderr).toContain(`hostspec: site.yaml:${message}`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test.each([
    [
      'of names and of specs',
      [
        'extends: [kernel]',
        'pick: [lsmid]',
        'skip: [zebra]',
        'override:',
        '  lsmod: {type: simple_file, path: 3}',
        '  nix: {type: simple_file, path: /x}',
        'add:',
        '  a: {type: x}',
      ],
      [
        '2:8: pick "lsmid" matches no spec',
        '3:8: skip "zebra" matches no spec',
        '5:36: spec lsmod: path is 3;',
        '6:3: override names spec nix, which does not exist; ',
        '8:13: spec a: type is "x";',
      ],
    ],
    [
      'of every kind, and all of a spec',
      [
        'nane: x',
        'version: 1',
        'extends: [kernel]',
        'skip: [lsmid]',
        'add:',
        '  a: {type: simple_command, command: /x "y, timeout: 5s, keeprc: true}',
        '  b: {type: foreach_execute, command: /x %s, provider: interface, when: Nix, doc: d}',
      ],
      [
        '1:1: unknown key "nane"',
        '2:10: version is 1',
        '4:8: skip "lsmid" matches no spec',
        '6:38: spec a: command line "/x \\"y" has no closing "',
        '6:54: spec a: timeout is "5s"',
        '6:66: spec a: no such key: keeprc',
        '6:6: spec a: doc is missing',
        '7:56: spec b needs provider interface',
        '7:73: spec b needs condition Nix',
      ],
    ],
    [
      'of an unknown package, which causes no others',
      [
        'extends: [kernels, networking]',
        'skip: [lsmod]',
        'override:',
        '  lsmod: {type: simple_file, path: 3}',
      ],
      ['1:11: no domain or catalog package "kernels"', '4:36: spec lsmod: path is 3;'],
    ],
    [
      'of an unknown key, which causes no others',
      ['extend: [kernel]', 'skip: [lsmod]'],
      ['1:1: unknown key'],
    ],
    [
      'of an override, once',
      ['extends: [kernel]', 'override:', '  nix: {type: simple_file, path: /x}'],
      ['3:3: '],
    ],
    [
      'of YAML',
      ['a: 1', 'a: 2', 'b: {c: 1, c: 2}'],
      ['2:1: "a" is there twice; ', '3:11: "c" is there twice; '],
    ],
  ])('all problems are named at once: %s', async (_, lines, problems) => {
    const { status, stderr } = await check(`${lines.join('\n')}\n`);
    expect(status).toBe(2);
    expect(stderr.replace('hostspec: ', '').trim().split('\n')).toEqual(
      problems.map((problem) => expect.stringContaining(`site.yaml:${problem}`)),
    );
  });

  test('rejects a catalog without specs', async () => {
    expect((await check('name: site\n')).stderr).toContain(
      'site.yaml:1:1: contains no specs; name domains under extends, or specs of your own under add',
    );
  });

  test('prints the result as one JSON object', async () => {
    const cwd = directoryOf({
      'site.yaml': 'add:\n  a: {type: x}\n  b: 3\n',
      'right.yaml': 'extends: [kernel]\n',
    });
    const json = async (name: string) => {
      const { status, stdout, stderr } = await runInProcess(['catalog', 'check', '--json', name], { cwd });
      expect(stderr).toBe('');
      return { status, data: JSON.parse(stdout) };
    };
    const wrong = await json('site.yaml');
    expect(wrong).toMatchObject({ status: 2, data: { file: 'site.yaml' } });
    expect(wrong.data.problems).toEqual([
      { line: 2, column: 13, message: expect.stringMatching(/^spec a: type is "x"/) },
      { line: 3, column: 6, message: expect.stringMatching(/^spec b/) },
    ]);
    expect(await json('right.yaml')).toMatchObject({
      status: 0,
      data: { problems: [], warnings: [], domains: [{ name: 'kernel' }] },
    });
  });

  test('reports positions in a JSON file', async () => {
    const { stderr } = await check(
      '{\n  "add": {"x": {"type": "simple_file", "path": 3, "doc": "d"}}\n}\n',
      'site.json',
    );
    expect(stderr).toContain('site.json:2:48: spec x: path is 3; allowed: a non-empty string');
  });
});

describe('shell syntax in a command', () => {
  test.each([
    ['/bin/ps aux | grep x', 'a pipe'],
    ['/bin/x || /bin/y', 'a pipe'],
    ['/bin/x > /tmp/y', 'a redirection'],
    ['/bin/x 2>/dev/null', 'a redirection'],
    ['/bin/x < y', 'a redirection'],
    ['/bin/ls ~/x', 'a home directory'],
    ['/bin/ls $HOME', 'a variable'],
    ['/bin/ls "$HOME/x y"', 'a variable'],
    ['/bin/x && /bin/y', 'a list of commands'],
    ['/bin/x; /bin/y', 'a list of commands'],
    ['/bin/echo $(id)', 'a variable'],
    ['/bin/echo `id`', 'a command substitution'],
    ['/bin/ls /etc/*.conf', 'a glob'],
    ['/bin/ls /etc/[ab]', 'a glob'],
  ])('%s has %s', (command, what) => {
    expect(shellSyntax(command).map((found) => found.what)).toEqual([what]);
  });

  test.each([
    '/bin/awk \'{ print $1 | "x" }\' /etc/passwd',
    '/usr/bin/find /etc -name "*.conf" -exec /bin/cat {} \\;',
    "/bin/systemctl show '*.service'",
    '/bin/ls -l /etc/a~b http://x/?a=b',
    '/bin/x \\$HOME a\\|b',
    '/bin/x --format=%s',
  ])('%s has none', (command) => {
    expect(shellSyntax(command).filter(({ text }) => text !== '?')).toEqual([]);
  });

  test('is a warning with line and column, also in --json', async () => {
    const text = `add:
  x: {type: simple_command, command: '/bin/ps | grep x > y', doc: d}
  y:
    type: first_of
    doc: d
    specs:
      - {type: simple_command, command: /bin/ls ~}
`;
    const { status, stdout, stderr } = await check(text);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^site\.yaml: 2 specs/);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^hostspec: warning: site\.yaml:2:38: the command contains "\|", a pipe, but hostspec starts no shell; /,
      ),
      expect.stringMatching(/^hostspec: warning: site\.yaml:2:38: the command contains ">", a redirection, /),
      expect.stringMatching(
        /^hostspec: warning: site\.yaml:7:41: the command contains "~", a home directory, /,
      ),
    ]);
    const cwd = directoryOf({ 'site.yaml': text });
    const { warnings } = JSON.parse(
      (await runInProcess(['catalog', 'check', '--json', 'site.yaml'], { cwd })).stdout,
    );
    expect(warnings[2]).toEqual({ line: 7, column: 41, message: expect.stringContaining('"~"') });
  });
});

describe('a catalog can have at most', () => {
  const specs = (count: number) =>
    Array.from({ length: count }, (_, i) => `  s${i}: {type: simple_file, path: /e/${i}, doc: d}\n`).join('');
  test.each([
    ['10,000 specs', `add:\n${specs(10_000)}`, /^site\.yaml: 10000 specs from site 0\.0\.0/],
    ['no more', `add:\n${specs(10_001)}`, /site\.yaml:2:3: add has 10001 specs; allowed: at most 10000$/m],
    ['not 60,000', `add:\n${specs(60_000)}`, /site\.yaml:\d+:\d+: the file has more than 500000 YAML tokens/],
    [
      '100 packages',
      `extends: [${'x,'.repeat(101)}]\n`,
      /site\.yaml:1:10: extends has 101 names; allowed: at most 100$/m,
    ],
    ['10,000 picked names', `pick: [${'x,'.repeat(10_001)}]\n`, /site\.yaml:1:7: pick has 10001 names;/],
    [
      'short names',
      `skip: [${'x'.repeat(257)}]\n`,
      /skip contains "x+"; allowed: names of at most 256 characters$/m,
    ],
    ['1000 problems', `skip: [${'{},'.repeat(2000)}]\n`, /site\.yaml: and at least 950 more$/m],
    [
      '4 MiB',
      ' '.repeat(4 * 1024 * 1024 + 1),
      /FILE site\.yaml has 4194305 bytes; allowed: at most 4194304$/m,
    ],
  ])('%s', async (_, text, message) => {
    const { stdout, stderr } = await check(text);
    expect(stdout + stderr).toMatch(message);
  });

  test('a glob is matched in linear time', async () => {
    const { stderr } = await check(`extends: [kernel, networking]\nskip: ["${'*_'.repeat(100)}x"]\n`);
    expect(stderr).toContain('matches no spec under extends');
  });
});

test('rejects aliases that multiply, without resolving them', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`,
  );
  const { status, stderr } = await check(`a0: &a0 [x, x]\n${lines.join('\n')}\n`);
  expect(status).toBe(2);
  expect(stderr).toMatch(/site\.yaml:\d+:\d+: has more than \d+ characters with its aliases resolved;/);
});

needs('root')('root refuses to collect with a catalog that others can write to', async () => {
  const cwd = directoryOf({ 'site.yaml': 'extends: [kernel]\n' });
  chmodSync(join(cwd, 'site.yaml'), 0o646);
  const { status, stdout, stderr } = await runInProcess(['collect', '--catalog', 'site.yaml'], { cwd });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('site.yaml can be written to by everybody; make root the owner');
  expect(readdirSync(cwd)).toEqual(['site.yaml']);
});

describe('hostspec init', () => {
  test('writes a file that passes its check and its schema, whatever the umask', async () => {
    const cwd = temporaryDirectory();
    const { status, stdout } = hostspec(['init'], { cwd, before: ['sh', '-c', 'umask 0; exec "$@"', 'sh'] });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${cwd}/hostspec.yaml\n` });
    expect(lstatSync(join(cwd, 'hostspec.yaml')).mode & 0o777).toBe(0o644);
    expect(await runInProcess(['catalog', 'check', 'hostspec.yaml'], { cwd })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const text = readFileSync(join(cwd, 'hostspec.yaml'), 'utf8');
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  test('the commented-out parts are valid too', async () => {
    const cwd = temporaryDirectory();
    await runInProcess(['init', 'x.yaml'], { cwd });
    const text = readFileSync(join(cwd, 'x.yaml'), 'utf8')
      .replace(/^#(?! |$)/gm, '')
      .replace(/^# {2}(?=\S| )/gm, '  ');
    expect(text).toMatch(/^override:\n {2}lsmod:\n {4}type: simple_command$/m);
    expect(text).toMatch(/^pick:\n {2}- "ethtool\*"$/m);
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  test('does not overwrite a file', async () => {
    const cwd = directoryOf({ 'x.yaml': 'mine' });
    const { status, stderr } = await runInProcess(['init', 'x.yaml'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(
      `cannot write ${cwd}/x.yaml: it exists; give another name with FILE, or replace it with --force`,
    );
    expect(readFileSync(join(cwd, 'x.yaml'), 'utf8')).toBe('mine');
    symlinkSync('x.yaml', join(cwd, 'link.yaml'));
    // Neither is a file that somebody wants to replace.
    for (const [name, kind] of [
      ['link.yaml', 'symbolic link'],
      ['.', 'directory'],
    ])
      expect((await runInProcess(['init', '--force', name as string], { cwd })).stderr).toMatch(
        new RegExp(`cannot write .*: it is a ${kind}; give the name of a new file with FILE`),
      );
    expect(readFileSync(join(cwd, 'x.yaml'), 'utf8')).toBe('mine');
    expect((await runInProcess(['init', '--force', 'x.yaml'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, 'x.yaml'), 'utf8')).toContain('site_motd');
    expect(readdirSync(cwd).sort()).toEqual(['link.yaml', 'x.yaml']);
    expect((await runInProcess(['init', 'nix/x.yaml'], { cwd })).stderr).toContain(
      `FILE "${cwd}/nix/x.yaml" cannot be made: ${cwd}/nix does not exist; allowed: `,
    );
    expect(await runInProcess(['init', 'x.json'], { cwd })).toMatchObject({
      status: 2,
      stderr: 'hostspec: FILE "x.json" is not allowed; allowed: the path of a YAML file\n',
    });
    expect(await runInProcess(['init', ''], { cwd })).toMatchObject({
      status: 2,
      stderr: 'hostspec: an argument is empty; usage: hostspec init [options] [FILE]\n',
    });
    expect(existsSync(join(cwd, 'hostspec.yaml'))).toBe(false);
  });
});

describe('the JSON Schema', () => {
  // `npx vitest run -u` updates it.
  test('is the published one', async () => {
    const text = JSON.stringify(catalogSchema(), undefined, 2);
    const inLines = text.replace(/\{\s+("\$ref": "[^"]+")\s+\}/g, '{ $1 }');
    await expect(`${inLines}\n`).toMatchFileSnapshot('../../catalog.schema.json');
  });

  test.each([
    { extend: ['kernel'] },
    { extends: 'kernel' },
    { variant: 'c' },
    { add: { x: { type: 'simple_file', path: '/x' } } },
    { add: { x: { type: 'simple_file', path: '/x', doc: 'd', paths: ['/y'] } } },
    { add: { x: { type: 'first_of', doc: 'd', specs: [] } } },
    {
      add: {
        x: {
          type: 'foreach_execute',
          command: '/x %s',
          provider: { type: 'simple_file', path: '/x' },
          doc: 'd',
        },
      },
    },
    { add: { 'a b': { type: 'simple_file', path: '/x', doc: 'd' } } },
  ])('refuses what the check refuses: %j', async (catalog) => {
    expect(validate(catalog)).toBe(false);
    expect((await check(JSON.stringify(catalog), 'c.json')).status).toBe(2);
  });
});
