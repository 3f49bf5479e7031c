import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anotherUser, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { directoryOf, hostspec, parentOfPrograms, temporaryDirectory } from '../testing/cli.js';
import { nodeFinding, oldestNode } from './check-machine.js';
import { spaceFinding } from './check-output.js';
import { capabilityFinding } from './check-user.js';
import type { Finding } from './finding.js';

interface Report {
  readonly problems: number;
  readonly findings: readonly Finding[];
}

/** The findings by topic, and the exit status. */
function doctor(args: readonly string[] = [], options: Parameters<typeof hostspec>[1] = {}) {
  const { status, stdout, stderr } = hostspec(['doctor', '--domain', 'kernel', '--json', ...args], {
    cwd: temporaryDirectory(),
    ...options,
  });
  const { problems, findings } = JSON.parse(stdout) as Report;
  return { status, stderr, problems, byTopic: new Map(findings.map((each) => [each.topic, each])) };
}

test('finds the parts of this machine, and changes nothing', () => {
  const cwd = temporaryDirectory();
  const { status, stderr, problems, byTopic } = doctor([], { cwd });
  expect({ status, stderr, problems }).toEqual({ status: 0, stderr: '', problems: 0 });
  expect(byTopic.get('Node')).toMatchObject({ level: 'ok', text: process.versions.node });
  expect(byTopic.get('catalog')?.text).toMatch(/^\d+ specs in 1 domain$/);
  expect(byTopic.get('output')).toMatchObject({ level: 'ok', text: `archives can be written to ${cwd}` });
  // Nothing was written.
  expect(readdirSync(cwd)).toEqual([]);
});

test('as text: a line for each finding, and their sum', () => {
  const { stdout } = hostspec(['doctor', '--domain', 'kernel'], { cwd: temporaryDirectory() });
  expect(stdout).toMatch(/^ok {7}Node {12}\d+\.\d+/m);
  expect(stdout).toMatch(/\n\n0 problems, \d+ notes?\n$/);
});

test('programs that are not installed are named by domain', () => {
  const catalog = `name: site
version: "1.0.0"
add:
  here: { type: simple_command, command: /bin/ls /, doc: a }
  gone: { type: simple_command, command: /usr/bin/hostspec-test-gone -x, doc: b }
  file: { type: simple_file, path: /etc/hosts, doc: c }
`;
  const folder = directoryOf({ 'catalog.yaml': catalog }, parentOfPrograms);
  const { stdout } = hostspec(['doctor', '--json', '--catalog', join(folder, 'catalog.yaml')], {
    cwd: folder,
  });
  const { findings } = JSON.parse(stdout) as Report;
  expect(findings.find(({ topic }) => topic === 'programs')).toMatchObject({
    level: 'note',
    text: '1 of 2 are not installed, so 1 command will be absent; most hosts need few of them',
    details: ['site: hostspec-test-gone'],
  });
});

describe('files', () => {
  test('a valid configuration, an invalid one, and one that is not there', () => {
    const folder = directoryOf(
      { 'good.yaml': 'modinfo_modules: [a]\n', 'bad.yaml': 'modinfo_module: [a]\n' },
      parentOfPrograms,
    );
    expect(doctor(['--config', join(folder, 'good.yaml')]).byTopic.get('configuration')).toEqual({
      level: 'ok',
      topic: 'configuration',
      text: `${join(folder, 'good.yaml')} has 1 setting`,
    });
    for (const name of ['bad.yaml', 'none.yaml']) {
      const { status, problems, byTopic } = doctor(['--config', join(folder, name)]);
      expect({ status, problems }).toEqual({ status: 1, problems: 1 });
      expect(byTopic.get('configuration')).toMatchObject({
        level: 'problem',
        text: expect.stringContaining(name),
      });
    }
  });

  test('denials', () => {
    const folder = directoryOf({ 'good.yaml': 'specs: [a]\n', 'bad.yaml': 'spec: [a]\n' }, parentOfPrograms);
    expect(doctor(['--deny', join(folder, 'good.yaml')]).byTopic.get('denials')?.level).toBe('note');
    const { status, byTopic } = doctor(['--deny', join(folder, 'bad.yaml')]);
    expect(status).toBe(1);
    expect(byTopic.get('denials')).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('"spec" is not known'),
    });
  });

  test('a key that others can read; one that is not there is not made', () => {
    const folder = temporaryDirectory();
    const key = join(folder, 'key');
    expect(doctor(['--key', key]).byTopic.get('redaction key')?.level).toBe('ok');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(key, `${'ab'.repeat(32)}\n`);
    chmodSync(key, 0o644);
    expect(doctor(['--key', key]).byTopic.get('redaction key')).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('can be read or changed by other users'),
    });
    chmodSync(key, 0o600);
    expect(doctor(['--key', key]).byTopic.get('redaction key')?.level).toBe('ok');
  });
});

test('a catalog that cannot be loaded is a problem', () => {
  const { status, byTopic } = doctor(['--domain', 'kernl']);
  expect(status).toBe(1);
  expect(byTopic.get('catalog')).toMatchObject({ level: 'problem', text: expect.stringContaining('kernl') });
});

test('a directory that others can change is a problem', () => {
  const cwd = temporaryDirectory();
  chmodSync(cwd, 0o777);
  const { status, byTopic } = doctor([], { cwd });
  expect(status).toBe(1);
  expect(byTopic.get('output')).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('everybody'),
  });
});

needs(...anotherUser)('without root: what is denied, and what root would have', () => {
  const before = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
  const { status, byTopic } = doctor([], { before, cwd: '/' });
  expect(status).toBe(1);
  expect(byTopic.get('user')).toMatchObject({
    level: 'note',
    text: expect.stringMatching(/^nobody \(65534\), groups/),
  });
  expect(byTopic.get('needs root')?.details?.join()).toContain('kernel: ');
  expect(byTopic.get('output')?.text).toContain('permission denied');
});

needs('root', 'setpriv')('root without capabilities', () => {
  const before = ['setpriv', '--bounding-set', '-sys_admin', '--inh-caps', '-sys_admin'];
  expect(doctor([], { before }).byTopic.get('capabilities')).toMatchObject({
    level: 'note',
    details: ['CAP_SYS_ADMIN, for storage, quotas and namespaces'],
  });
});

needs('root', 'unshare')('a user namespace', () => {
  expect(doctor([], { before: ['unshare', '-U', '-r'] }).byTopic.get('user namespace')?.level).toBe('note');
  expect(doctor().byTopic.get('user namespace')).toBeUndefined();
});

test('findings for versions of Node, capabilities and space', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(engines.node).toBe(`>=${oldestNode.join('.')}`);
  expect(['20.18.9', '18.20.0', '20.19.0', '22.1.0'].map((each) => nodeFinding(each).level)).toEqual([
    'problem',
    'problem',
    'ok',
    'ok',
  ]);
  const all = (1n << 41n) - 1n;
  expect(capabilityFinding(all).level).toBe('ok');
  // Who may override rights may read.
  expect(capabilityFinding(all & ~(1n << 2n)).level).toBe('ok');
  expect(capabilityFinding(all & ~(3n << 1n)).details).toEqual([
    'CAP_DAC_READ_SEARCH, to read files of all users',
  ]);
  expect(capabilityFinding(undefined).level).toBe('note');
  expect([2 ** 40, 2 ** 29, 2 ** 20].map((free) => spaceFinding('/', free).level)).toEqual([
    'ok',
    'note',
    'problem',
  ]);
});
