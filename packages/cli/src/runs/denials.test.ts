import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import type { DescribedSpec } from '@hostspec/engine';
import { anotherUser, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec, overEtc, parentOfPrograms } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const root = () =>
  fakeRoot({
    'etc/nscd.conf': 'one\nthe acme plant\ntwo Zephyr9 three ZÜRICH\nuser 12\n',
    'etc/chrony.conf': 'server 192.0.2.1\n',
    'etc/yum.conf': 'x\n',
  });

/** What collect and plan say with a file of denials. */
async function collected(deny: string) {
  const cwd = directoryOf({ 'd.yaml': deny });
  const options = [
    '--root',
    root(),
    '--deny',
    'd.yaml',
    '--only',
    'nscd_conf,chrony_conf,hosts,yum_conf,lsmod',
  ];
  const output = join(temporaryDirectory(), 'archive');
  const run = await runInProcess(['collect', ...options, '--format', 'directory', '--output', output], {
    cwd,
  });
  const plan = await runInProcess(['plan', '--json', ...options], { cwd });
  const manifest = join(output, 'manifest.json');
  const { outcomes: listed = [] }: Pick<Manifest, 'outcomes'> = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {};
  const outcomes = Object.fromEntries(
    listed.map(({ name, status, reason }) => [name, `${status} ${reason ?? ''}`.trim()]),
  );
  return { ...run, outcomes, plan };
}

describe('--deny', () => {
  test('leaves out files however the specs and the file of denials have their paths', async () => {
    const catalog = `name: site
version: "1.0.0"
add:
  relative: { type: simple_file, path: etc/os-release, doc: a }
  named: { type: simple_file, path: /proc/stat, doc: a }
  directory: { type: listdir, path: /dev/disk/, doc: a }
  bracket: { type: simple_file, path: "/var/log/a[1].log", doc: a }
  matched: { type: simple_file, path: /var/log/a1.log, doc: a }
  below: { type: listdir, path: /srv/a, doc: a }
  other: { type: simple_file, path: var/log/a2.log, doc: a }
`;
    const deny = `files: [/etc/os-release, proc//stat, /dev/disk, "/var/log/a[1].log", "srv/*/"]\n`;
    const cwd = directoryOf({ 'd.yaml': deny, 'catalog.yaml': catalog }, parentOfPrograms);
    const files = {
      'etc/os-release': 'x',
      'proc/stat': 'x',
      'dev/disk/a': 'x',
      'var/log/a[1].log': 'x',
      'var/log/a1.log': 'x',
      'var/log/a2.log': 'x',
      'srv/a/b': 'x',
    };
    const run = async (...args: string[]) => {
      const { status, stdout, stderr } = await runInProcess(args, { cwd });
      expect([status, stderr]).toEqual([0, '']);
      return stdout;
    };
    const reasons = (named: readonly (readonly [name: string, reason: string | undefined])[]) => {
      const reason = `left out by ${join(cwd, 'd.yaml')}`;
      const all = ['relative', 'named', 'directory', 'bracket', 'matched', 'below'];
      const wanted = Object.fromEntries(all.map((name) => [name, reason]));
      expect(Object.fromEntries(named)).toEqual({ ...wanted, other: undefined });
    };
    const archived = (name: string) => {
      const { outcomes } = JSON.parse(readFileSync(join(cwd, name, 'manifest.json'), 'utf8')) as Manifest;
      reasons(outcomes.map(({ name: spec, reason }) => [spec, reason]));
    };
    const host = ['--root', fakeRoot(files), '--catalog', 'catalog.yaml'];
    const to = (output: string) => ['--quiet', '--format', 'directory', '--output', output];
    await run('collect', ...host, '--deny', 'd.yaml', ...to('denied'));
    archived('denied');
    const { described } = JSON.parse(await run('plan', '--json', ...host, '--deny', 'd.yaml'));
    reasons(described.map((spec: DescribedSpec) => [spec.name, (spec.gap ?? spec.sources[0]?.gap)?.reason]));
    await run('collect', ...host, ...to('all'));
    await run('redact', 'all', '--deny', 'd.yaml', '--output', 'copy');
    archived('copy');
  });

  test('leaves out specs, files and commands, and says so in outcome and plan', async () => {
    const { outcomes, plan } = await collected(
      'specs: [nscd_*]\nfiles:\n  - /etc/chrony.conf\n  - yum_conf\n  - /etc/host[s]\ncommands: [/sbin/lsmod]\n',
    );
    const named = (name: string) => {
      const found = JSON.parse(plan.stdout).described.find((spec: { name: string }) => spec.name === name);
      return (found.gap ?? found.sources[0].gap).reason;
    };
    for (const name of ['nscd_conf', 'chrony_conf', 'yum_conf', 'hosts', 'lsmod']) {
      expect(outcomes[name]).toMatch(/^denied left out by .*\/d\.yaml$/);
      expect(named(name)).toMatch(/^left out by .*\/d\.yaml$/);
    }
  });

  test('leaves out lines, and masks keywords in any case, also with --keep-secrets', async () => {
    const cwd = directoryOf({
      'd.yaml':
        "patterns:\n  regex:\n    - '^user [[:digit:]]+$'\n    - (?i)ACME\nkeywords: [zephyr9, zürich]\n",
    });
    const options = ['--root', root(), '--deny', 'd.yaml', '--only', 'nscd_conf', '--format', 'directory'];
    for (const more of [[], ['--keep-secrets']]) {
      const { stdout } = await runInProcess(
        ['collect', ...options, ...more, '--output', join(temporaryDirectory(), 'o')],
        { cwd },
      );
      const path = stdout.trimEnd().split('\n').at(-1) ?? '';
      const { stdout: content } = await runInProcess(['read', path, 'nscd_conf']);
      expect(content).toMatch(
        /^one\ntwo __secret_keyword_[0-9a-f]{8}__ three __secret_keyword_[0-9a-f]{8}__\n$/,
      );
    }
  });

  test('content of which no line is left is empty', async () => {
    expect((await collected('patterns: [server]\n')).outcomes.chrony_conf).toMatch(
      /^empty every line of \/etc\/chrony\.conf is left out$/,
    );
  });

  test.each([
    ['file: [x]\n', 'd.yaml:1:1: "file" is not known; allowed: specs, files, commands, patterns, keywords'],
    ['files: /etc/x\n', 'd.yaml:1:8: is not a list of texts'],
    ['files:\n  - 3\n', 'd.yaml:2:5: is 3; allowed: a text in quotes'],
    ['patterns:\n  regexp: [x]\n', 'allowed: a list of texts, or regex with a list of regular expressions'],
    ["patterns:\n  regex:\n    - '('\n", 'd.yaml:3:7: "(" cannot be used: missing closing ); allowed: RE2'],
    [
      "patterns:\n  regex:\n    - x\n    - '(?<=user )\\w+'\n",
      'd.yaml:4:7: "(?<=user )\\\\w+" cannot be used: (?<=user )\\w+ is not possible',
    ],
    [
      "patterns:\n  regex: ['(a)\\1']\n",
      'cannot be used: \\1 is not possible; allowed: RE2, without look-ahead',
    ],
    [
      "patterns:\n  regex: ['.{0,300}x']\n",
      'steps; allowed: 500. Repeat less in braces, or write it as several',
    ],
    [
      `patterns:\n  regex: [${"'.{0,100}x', ".repeat(30)}]\n`,
      'steps; allowed: 5000. Write plain texts as a list, without regex',
    ],
    [
      'keywords: [ab]\n',
      'd.yaml:1:12: is "ab"; allowed: 3 to 1000 bytes of UTF-8 without control characters',
    ],
    ['keywords: ["a\\tbc"]\n', 'd.yaml:1:12: is "a\\tbc"; allowed: 3 to 1000 bytes'],
    ['- x\n', 'd.yaml:1:1: is not a mapping; allowed: one with specs, files'],
  ])('nothing is collected with %j', async (deny, problem) => {
    const { status, stdout, stderr } = await collected(deny);
    expect(stderr).toContain(problem);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test('a file that does not exist is an error', async () => {
    const { status, stderr } = await runInProcess(['collect', '--deny', 'none.yaml'], {
      cwd: temporaryDirectory(),
    });
    expect(stderr).toContain('none.yaml cannot be read: no such file or directory');
    expect(status).toBe(2);
  });
});

needs('root', 'a mount namespace')(
  'reads the files of the host, as hostspec and insights-client have them',
  () => {
    const files = {
      'hostspec/deny.yaml': 'files: [/etc/nscd.conf]',
      'insights-client/file-redaction.yaml':
        'commands: [/sbin/lsmod]\ncomponents: [insights.specs.default.DefaultSpecs.hosts]',
      'insights-client/file-content-redaction.yaml': 'patterns: [server]\nkeywords:',
    };
    const args = ['collect', '--root', root(), '--only', 'nscd_conf,chrony_conf,hosts,lsmod', '--quiet'];
    const { stdout } = hostspec([...args, '--format', 'ndjson', '--output', '-'], { before: overEtc(files) });
    const outcomes = stdout
      .split('\n')
      .filter((line) => line.startsWith('{"name":'))
      .map((line) => JSON.parse(line));
    const reasons = Object.fromEntries(outcomes.map(({ name, reason }) => [name, reason]));
    expect(reasons).toMatchObject({
      nscd_conf: 'left out by /etc/hostspec/deny.yaml',
      hosts: 'left out by /etc/insights-client/file-redaction.yaml',
      lsmod: 'left out by /etc/insights-client/file-redaction.yaml',
      chrony_conf: 'every line of /etc/chrony.conf is left out',
    });
  },
);

needs(...anotherUser, 'a mount namespace')(
  'root of a user namespace that does not map root obeys the file of the host',
  () => {
    const enter = [
      'chmod 644 /etc/hostspec/deny.yaml',
      'exec setpriv --reuid=4242 --regid=4242 --clear-groups unshare -U -r "$@"',
    ].join(' && ');
    const { stderr } = hostspec(
      ['collect', '--only', 'hosts', '--quiet', '--format', 'ndjson', '--output', '-'],
      { before: [...overEtc({ 'hostspec/deny.yaml': 'files: [/etc/hosts]' }), 'sh', '-c', enter, 'sh'] },
    );
    expect(stderr).toContain('nothing was collected: left out by /etc/hostspec/deny.yaml');
  },
);
