import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '@hostspec/archive';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { bin, directoryOf, directoryWithKey, fakeRoot, writeFiles } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { everythingIn, tarOfFiles } from '../testing/planted-inputs.js';

const hostFiles = {
  'etc/hostname': 'dbhost7.corp.example.org\n',
  'etc/hosts': '127.0.0.1 localhost\n10.20.30.40 dbhost7.corp.example.org dbhost7\n',
  'etc/passwd': 'root:x:0:0::/root:/bin/sh\njsmith42:x:1000:1000::/home/jsmith42:/bin/sh\n',
  'etc/nscd.conf': 'dbhost7 of jsmith42, Zephyr\nbadge 654321\nplant 9\n10.20.30.41 password=hunter2x\n',
  'etc/chrony.conf': 'server 192.0.2.1\n',
  'etc/yum.conf': 'plant 1\n',
};
const identity = ['dbhost7', 'corp.example.org', '10.20.30.4', 'jsmith42', 'Zephyr'];
const shown = (text: string) => identity.filter((each) => text.includes(each));

const given = {
  words: 'zephyr\n',
  'rules.yaml':
    '- { id: badge, keywords: ["badge "], pattern: "badge (\\\\d{6})", matches: ["badge «123456»"], others: [x] }\n',
  'deny.yaml': 'specs: [hostname]\nfiles: [/etc/chrony.conf]\ncommands: [/sbin/lsmod]\npatterns: [plant]\n',
};
const mapping = ['--map', 'identity', '--key', 'k', '--keywords', 'words'];

const specs = 'hosts,nscd_conf,hostname,chrony_conf,yum_conf';

/** An archive of hostspec in a directory. */
async function ours(cwd: string, format: string): Promise<string> {
  const args = ['collect', '--root', fakeRoot(hostFiles), '--only', specs, '--format', format];
  expect((await runInProcess([...args, '--output', 'ours'], { cwd })).status).toBe(0);
  return 'ours';
}

/** Archives of others: their names by kind. */
const others: Readonly<Record<string, (cwd: string) => string>> = {
  'an archive of insights-core'(cwd) {
    const data = Object.entries(hostFiles).map(([path, text]) => [`data/${path}`, text]);
    const meta = {
      name: 'insights.specs.Specs.hostname',
      results: [{ object: { relative_path: 'etc/hostname' } }],
    };
    tarOfFiles(
      {
        'insights_archive.txt': '',
        'meta_data/insights.specs.Specs.hostname.json': JSON.stringify(meta),
        ...Object.fromEntries(data),
        'data/insights_commands/lsmod': 'xfs 1\n',
        'data/insights_commands/lsmodules': 'kept\n',
      },
      join(cwd, 'insights.tar.gz'),
    );
    return 'insights.tar.gz';
  },
  'a sos report'(cwd) {
    const commands = { 'sos_commands/kernel/lsmod': 'xfs 1\n', 'sos_commands/kernel/lsmodules': 'kept\n' };
    tarOfFiles({ ...hostFiles, ...commands }, join(cwd, 'sos.tar.gz'));
    return 'sos.tar.gz';
  },
  'a directory'(cwd) {
    writeFiles(join(cwd, 'host'), hostFiles);
    return 'host';
  },
};

const outputOf = (input: string) => input.replace(/^\w+/, 'clean');

describe.each(formats)('an archive as %s', (format) => {
  test('is mapped, and restored with the key alone', async () => {
    const cwd = directoryWithKey(given);
    const run = (...args: string[]) => runInProcess(args, { cwd });
    const input = await ours(cwd, format);
    expect(shown((await run('read', input, 'nscd_conf')).stdout)).not.toEqual([]);
    const { status, stdout, stderr } = await run('redact', input, '--output', 'clean', ...mapping);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^hostspec: no names of users are mapped: the archive has no \/etc\/passwd;.*\n$/);
    expect(stdout).toMatch(/^\d+ values masked or mapped in \d+ of 4 files\n/);
    expect(await run('verify', 'clean')).toMatchObject({ status: 0, stderr: '' });
    expect(shown(everythingIn(join(cwd, 'clean')))).toEqual(['jsmith42']);
    expect((await run('unmap', 'clean', '--key', 'k', '--output', 'plain')).status).toBe(0);
    expect((await run('read', 'plain', 'hosts')).stdout).toBe(hostFiles['etc/hosts']);
    const again = await run('redact', 'clean', '--output', 'twice', ...mapping);
    expect(again.stderr).toContain('--map identity is not allowed for an archive that was mapped before');
    expect(again.status).toBe(2);
  });

  test('loses the outputs of commands that are denied, by their first words', async () => {
    const add = Object.entries({ whole: 'heron', longer: 'heron 7', other: 'herons' })
      .map(
        ([name, words]) => `  ${name}: { type: simple_command, command: /bin/echo ${words}, doc: A word }\n`,
      )
      .join('');
    const cwd = directoryOf({
      'site.yaml': `name: site\nversion: "1.0.0"\nadd:\n${add}`,
      'commands.yaml': 'commands: [/bin/echo heron]\n',
    });
    const run = (...args: string[]) => runInProcess(args, { cwd });
    const collect = ['collect', '--catalog', 'site.yaml', '--format', format, '--output', 'ours'];
    expect((await run(...collect)).status).toBe(0);
    expect((await run('read', 'ours', 'longer')).stdout).toBe('heron 7\n');
    expect((await run('redact', 'ours', '--output', 'clean', '--deny', 'commands.yaml')).status).toBe(0);
    expect(await run('verify', 'clean')).toMatchObject({ status: 0, stderr: '' });
    for (const spec of ['whole', 'longer'])
      expect(JSON.parse((await run('explain', '--json', spec, 'clean')).stdout).outcome).toMatchObject({
        status: 'denied',
        reason: `left out by ${join(cwd, 'commands.yaml')}`,
        items: [],
      });
    expect((await run('read', 'clean', 'other')).stdout).toBe('herons\n');
    expect(everythingIn(join(cwd, 'clean'))).not.toContain('heron 7');
  });

  test('loses what is denied, and its outcomes say so', async () => {
    const cwd = directoryOf(given);
    const run = (...args: string[]) => runInProcess(args, { cwd });
    const input = await ours(cwd, format);
    const { status } = await run(
      'redact',
      input,
      '--output',
      'clean',
      '--deny',
      'deny.yaml',
      '--rules',
      'rules.yaml',
    );
    expect(status).toBe(0);
    expect(await run('verify', 'clean')).toMatchObject({ status: 0, stderr: '' });
    const why = async (spec: string) => (await run('explain', '--json', spec, 'clean')).stdout;
    for (const spec of ['hostname', 'chrony_conf'])
      expect(JSON.parse(await why(spec)).outcome).toMatchObject({
        status: 'denied',
        reason: `left out by ${join(cwd, 'deny.yaml')}`,
        items: [],
      });
    expect(JSON.parse(await why('yum_conf')).outcome).toMatchObject({
      status: 'empty',
      reason: 'every line of it is left out',
      items: [],
    });
    expect(everythingIn(join(cwd, 'clean'))).not.toMatch(/192\.0\.2\.1|plant/);
    expect((await run('read', 'clean', 'nscd_conf')).stdout).toMatch(
      /^dbhost7 of jsmith42, Zephyr\nbadge __secret_badge_\w{8}__\n10\.20\.30\.41 password=__secret_/,
    );
  });
});

describe.each(Object.entries(others))('%s', (kind, make) => {
  test('is mapped with the names in it', async () => {
    const cwd = directoryWithKey(given);
    const input = make(cwd);
    const { status, stderr } = await runInProcess(
      ['redact', input, '--output', outputOf(input), ...mapping],
      { cwd },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(shown(everythingIn(join(cwd, outputOf(input))))).toEqual([]);
    const again = (...map: string[]) =>
      runInProcess(['redact', outputOf(input), '--output', input.replace(/^\w+/, 'twice'), ...map], { cwd });
    for (const kinds of ['identity', 'ip'])
      expect(await again('--map', kinds, '--key', 'k')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(
          `--map ${kinds} is not allowed: names of the host are tokens of this key`,
        ),
      });
    const unmap = ['unmap', outputOf(input), '--key', 'k', '--output', input.replace(/^\w+/, 'plain')];
    expect((await runInProcess(unmap, { cwd })).status).toBe(0);
    expect(everythingIn(join(cwd, input.replace(/^\w+/, 'plain')))).toContain(hostFiles['etc/hosts']);
  });

  test('loses what is denied, and says which files', async () => {
    const cwd = directoryOf(given);
    const input = make(cwd);
    const args = ['redact', input, '--output', outputOf(input), '--deny', 'deny.yaml'];
    const { status, stderr } = await runInProcess(args, { cwd });
    expect(status).toBe(0);
    const left = [...stderr.matchAll(/^hostspec: left out: (.*): left out by .*deny\.yaml$/gm)].map(
      ([, path]) => path?.replace(/^host\//, ''),
    );
    const denied = {
      'an archive of insights-core': [
        'data/etc/chrony.conf',
        'data/etc/hostname',
        'data/insights_commands/lsmod',
        'meta_data/insights.specs.Specs.hostname.json',
      ],
      'a sos report': ['etc/chrony.conf', 'sos_commands/kernel/lsmod'],
      'a directory': ['etc/chrony.conf'],
    };
    expect(left.sort()).toEqual(denied[kind as keyof typeof denied]);
    const everything = everythingIn(join(cwd, outputOf(input)));
    expect(everything).not.toMatch(/192\.0\.2\.1|xfs|plant/);
    expect(everything).toContain('10.20.30.41');
    expect(everything.includes('kept')).toBe(kind !== 'a directory');
  });
});

test('a stream is mapped with the names of this host', () => {
  const cwd = directoryOf(given);
  const { status, stdout } = spawnSync(process.execPath, [bin, 'redact', '-', '--output', '-', ...mapping], {
    cwd,
    input: 'Zephyr on 10.20.30.40\n',
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\w+ on 10\.\S+\n$/);
  expect(shown(stdout)).toEqual([]);
});

test('the configuration adds rules and denials, and never a mapping', async () => {
  const cwd = directoryOf({ ...given, a: 'badge 654321\nplant\n10.20.30.40\ndb_password = Quiet7Harbour\n' });
  const settings = `rules: ${cwd}/rules.yaml\ndeny: ${cwd}/deny.yaml\nmap: [ip]\nkeep-secrets: true\n`;
  writeFileSync(join(cwd, 'config.yaml'), settings);
  expect(
    (await runInProcess(['redact', 'a', '--output', 'b', '--config', 'config.yaml'], { cwd })).status,
  ).toBe(0);
  expect(readFileSync(join(cwd, 'b'), 'utf8')).toMatch(
    /^badge __secret_badge_\w{8}__\n10\.20\.30\.40\ndb_password = __secret_\S+__\n$/,
  );
});

test('keywords are refused without a mapping', async () => {
  const { status, stderr } = await runInProcess(['redact', 'a', '--output', 'b', '--keywords', 'w'], {
    cwd: temporaryDirectory(),
  });
  expect(stderr).toContain('--keywords is not allowed without --map');
  expect(status).toBe(2);
});
