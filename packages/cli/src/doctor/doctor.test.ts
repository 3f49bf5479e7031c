import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anotherUser, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, hostspec, overEtc, parentOfPrograms } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { spaceFinding } from './check-files.js';
import { capabilityFinding } from './check-user.js';
import type { Finding } from './finding.js';

interface Report {
  readonly problems: number;
  readonly findings: readonly Finding[];
}

/** The findings by topic, and the exit status. It runs in a process of its own only if a command line stands before it. */
async function doctor(
  args: readonly string[] = [],
  { cwd = temporaryDirectory(), before }: Parameters<typeof hostspec>[1] = {},
) {
  const words = ['doctor', '--domain', 'kernel', '--json', ...args];
  const { status, stdout, stderr } = before
    ? hostspec(words, { cwd, before })
    : await runInProcess(words, { cwd, env: process.env });
  const { problems, findings } = JSON.parse(stdout) as Report;
  return { status, stderr, problems, byTopic: new Map(findings.map((each) => [each.topic, each])) };
}

test('finds the parts of this machine, and changes nothing', async () => {
  const cwd = temporaryDirectory();
  const { status, stderr, problems, byTopic } = await doctor([], { cwd });
  expect({ status, stderr, problems }).toEqual({ status: 0, stderr: '', problems: 0 });
  expect(byTopic.get('Node')).toMatchObject({ level: 'ok', text: process.versions.node });
  expect(byTopic.get('catalog')?.text).toMatch(
    /^\d+ specs in 1 domain(, \d+ of them for other distributions)?$/,
  );
  expect(byTopic.get('output')).toMatchObject({ level: 'ok', text: `archives can be written to ${cwd}` });
  // Nothing was written.
  expect(readdirSync(cwd)).toEqual([]);
});

needs('a mount namespace', 'a PID namespace')(
  'only a machine without threads of the kernel is a container, whatever file it has',
  async () => {
    // Both have the file of a container, each in its own mount namespace.
    const withFile = 'mount -t tmpfs none /run; touch /run/.containerenv; exec "$@"';
    const inside = async (...namespaces: readonly string[]) =>
      (await doctor([], { before: ['unshare', '--mount', ...namespaces, 'sh', '-ec', withFile, 'sh'] }))
        .byTopic;
    expect((await inside('--pid', '--fork', '--mount-proc')).get('container')?.level).toBe('note');
    const first = '/proc/2/comm';
    if (!existsSync(first) || readFileSync(first, 'utf8') !== 'kthreadd\n') return;
    expect((await inside()).get('container')).toBeUndefined();
  },
);

test('as text: what is as it should be in one line, each note in one, and their sum', () => {
  const { stdout } = hostspec(['doctor', '--domain', 'kernel'], { cwd: temporaryDirectory() });
  expect(stdout).toMatch(/^ok {7}.*\bNode, /m);
  expect(stdout).toMatch(/\n0 problems, (0 notes|1 note; .*|\d+ notes; .*)\n$/);
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
    text: '1 of 2 are not installed; most hosts need few of them',
    details: ['site: hostspec-test-gone'],
  });
});

describe('files', () => {
  test('a valid configuration, an invalid one, and one that is not there', async () => {
    const folder = directoryOf(
      { 'good.yaml': 'modinfo_modules: [a]\njobs: 2\n', 'bad.yaml': 'modinfo_module: [a]\n' },
      parentOfPrograms,
    );
    expect((await doctor(['--config', join(folder, 'good.yaml')])).byTopic.get('configuration')).toEqual({
      level: 'ok',
      topic: 'configuration',
      text: `${join(folder, 'good.yaml')} has 2 settings`,
    });
    for (const name of ['bad.yaml', 'none.yaml']) {
      const { status, problems, byTopic } = await doctor(['--config', join(folder, name)]);
      expect({ status, problems }).toEqual({ status: 1, problems: 1 });
      expect(byTopic.get('configuration')).toMatchObject({
        level: 'problem',
        text: expect.stringContaining(name),
      });
    }
    const { stdout } = hostspec(['doctor', '--domain', 'kernel', '--config', join(folder, 'bad.yaml')]);
    expect(stdout).toContain(`problem  configuration  ${folder}`);
  });

  test('denials', async () => {
    const folder = directoryOf({ 'good.yaml': 'specs: [a]\n', 'bad.yaml': 'spec: [a]\n' }, parentOfPrograms);
    expect((await doctor(['--deny', join(folder, 'good.yaml')])).byTopic.get('denials')?.level).toBe('note');
    const { status, byTopic } = await doctor(['--deny', join(folder, 'bad.yaml')]);
    expect(status).toBe(1);
    expect(byTopic.get('denials')).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('"spec" is not known'),
    });
  });

  test('a key that others can read; one that is not there is not made', async () => {
    const folder = temporaryDirectory();
    const key = join(folder, 'key');
    expect((await doctor(['--key', key])).byTopic.get('redaction key')?.level).toBe('ok');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(key, `${'ab'.repeat(32)}\n`);
    chmodSync(key, 0o644);
    expect((await doctor(['--key', key])).byTopic.get('redaction key')).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('can be read or changed by other users'),
    });
    chmodSync(key, 0o600);
    expect((await doctor(['--key', key])).byTopic.get('redaction key')?.level).toBe('ok');
  });

  needs('root', 'a mount namespace')(
    'a default key that cannot be used is in the way of --map alone',
    async () => {
      const before = overEtc({ 'hostspec/redaction.key': 'none' });
      const { status, byTopic } = await doctor([], { before });
      expect(status).toBe(0);
      expect(byTopic.get('redaction key')).toMatchObject({
        level: 'note',
        advice: expect.stringMatching(/--map$/),
      });
    },
  );
});

test('a catalog that cannot be loaded is one problem', async () => {
  const { status, problems, byTopic } = await doctor(['--domain', 'kernl']);
  expect({ status, problems }).toEqual({ status: 1, problems: 1 });
  expect(byTopic.get('catalog')).toMatchObject({ level: 'problem', text: expect.stringContaining('kernl') });
});

test('a directory that others can change is a problem', async () => {
  const cwd = temporaryDirectory();
  chmodSync(cwd, 0o777);
  const { status, byTopic } = await doctor([], { cwd });
  expect(status).toBe(1);
  expect(byTopic.get('output')).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('everybody'),
  });
});

needs(...anotherUser)('without root: what is denied, and what root would have', async () => {
  const { status, byTopic } = await doctor([], { before: asNobody, cwd: '/' });
  expect(status).toBe(1);
  expect(byTopic.get('user')).toMatchObject({
    level: 'note',
    text: expect.stringMatching(/^nobody \(65534\), groups/),
  });
  expect(byTopic.get('output')?.text).toContain('permission denied');
});

const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];

/** A host in a directory, with files that only its root may read, and a catalog of them. */
function preparedHost(): { readonly host: string; readonly catalog: string; readonly output: string } {
  const host = directoryOf(
    {
      'open/a.conf': 'a\n',
      'open/secret.conf': 's\n',
      'closed/b.conf': 'b\n',
      'output/x': '',
    },
    parentOfPrograms,
  );
  for (const path of ['', 'open', 'output']) chmodSync(join(host, path), 0o755);
  chmodSync(join(host, 'open/secret.conf'), 0o600);
  chmodSync(join(host, 'closed'), 0o700);
  chownSync(join(host, 'output'), 65534, 65534);
  const spec = (name: string, body: string): string => `  ${name}: { ${body}, doc: d }`;
  const catalog = join(host, 'catalog.yaml');
  const needsRoot = 'effects: { needsRoot: true }';
  writeFileSync(
    catalog,
    [
      'name: site\nversion: "1.0.0"\nadd:',
      spec('readable', `type: simple_file, path: ${host}/open/a.conf`),
      spec('secret', `type: simple_file, path: ${host}/open/secret.conf`),
      spec('inside', `type: simple_file, path: ${host}/closed/b.conf`),
      spec('missing', `type: simple_file, path: ${host}/open/none.conf`),
      spec('some', `type: glob_file, patterns: ["${host}/open/*.conf"]`),
      spec('all', `type: glob_file, patterns: ["${host}/open/s*.conf"]`),
      spec('first', `type: first_file, paths: [${host}/closed/b.conf, ${host}/open/a.conf]`),
      spec('listed', `type: listdir, path: ${host}/closed`),
      spec('privileged', `type: simple_command, command: /bin/cat ${host}/open/secret.conf, ${needsRoot}`),
      spec('harmless', `type: simple_command, command: /bin/cat ${host}/open/a.conf`),
      spec('uninstalled', `type: simple_command, command: /usr/bin/hostspec-test-gone, ${needsRoot}`),
      '',
    ].join('\n'),
  );
  chmodSync(catalog, 0o644);
  return { host, catalog, output: join(host, 'output') };
}

interface Predicted {
  readonly files: readonly string[];
  readonly commands: readonly string[];
}

function predictedBy(args: readonly string[], options: Parameters<typeof hostspec>[1]): Predicted {
  const { findings } = JSON.parse(hostspec(['doctor', '--json', ...args], options).stdout) as Report;
  const finding = findings.find(({ topic }) => topic === 'denied');
  const named = (kind: string): string[] =>
    finding?.details
      ?.find((line) => line.startsWith(`${kind}: `))
      ?.slice(kind.length + 2)
      .split(', ') ?? [];
  const predicted = { files: named('files'), commands: named('commands') };
  for (const { length } of Object.values(predicted))
    if (length > 0) expect(finding?.text).toContain(`${length} spec`);
  return predicted;
}

interface RunOutcome {
  readonly name: string;
  readonly status: string;
  readonly type: string;
  readonly reason?: string;
}

function deniedIn(args: readonly string[], options: Parameters<typeof hostspec>[1]): RunOutcome[] {
  const { stdout } = hostspec(
    ['collect', '--quiet', '--format', 'ndjson', '--output', '-', ...args],
    options,
  );
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type, status }) => type !== 'item' && status === 'denied');
}

describe('the run that follows denies what was predicted', () => {
  needs(...anotherUser)('to a user', () => {
    const { catalog, output } = preparedHost();
    const options = { before: asNobody, cwd: output };
    const predicted = predictedBy(['--catalog', catalog], options);
    expect(predicted.files).toEqual(['all', 'inside', 'listed', 'secret']);
    expect(predicted.commands).toEqual(['privileged']);
    const denied = deniedIn(['--catalog', catalog], options).map(({ name }) => name);
    expect(denied.sort()).toEqual([...predicted.files, ...predicted.commands].sort());
  });

  needs(...anotherUser)('to a user, with the files of domains', () => {
    const { output } = preparedHost();
    const options = { before: asNobody, cwd: output };
    const domains = ['--domain', 'kernel,security'];
    const predicted = predictedBy(domains, options);
    const denied = deniedIn(domains, options);
    const byFile = denied.filter(({ reason }) => /: permission denied( \(|$)/.test(reason ?? ''));
    // Another task waits in each run, or none.
    const isSteady = (name: string): boolean => name !== 'blocked_task_stacks';
    const names = byFile.map(({ name }) => name).sort();
    expect(names.filter(isSteady)).toEqual(predicted.files.filter(isSteady));
    const byRoot = denied.filter(({ reason }) => reason?.startsWith('needs root: '));
    expect(predicted.commands).toEqual(expect.arrayContaining(byRoot.map(({ name }) => name)));
  });

  needs('root')('to root', () => {
    const { catalog } = preparedHost();
    const options = { cwd: temporaryDirectory() };
    expect(predictedBy(['--catalog', catalog], options)).toEqual({ files: [], commands: [] });
    expect(deniedIn(['--catalog', catalog], options)).toEqual([]);
  });

  needs(...anotherUser)('and what the owner of the host leaves out is not opened', () => {
    const { catalog, host, output } = preparedHost();
    const deny = join(host, 'deny.yaml');
    writeFileSync(deny, `files: [${host}/open/a.conf]\n`);
    chmodSync(deny, 0o644);
    const predicted = predictedBy(['--catalog', catalog, '--deny', deny], { before: asNobody, cwd: output });
    expect(predicted.files).toContain('readable');
  });
});

needs(...anotherUser)('the text has at most eight lines', () => {
  const { output } = preparedHost();
  const { stdout } = hostspec(['doctor'], { before: asNobody, cwd: output });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
  expect(lines.find((line) => /^note +denied /.test(line))).toMatch(
    / \d+ specs?, whose files may not be read/,
  );
});

needs('root', 'setpriv')('root without capabilities', async () => {
  const before = ['setpriv', '--bounding-set', '-sys_admin', '--inh-caps', '-sys_admin'];
  expect((await doctor([], { before })).byTopic.get('capabilities')).toMatchObject({
    level: 'note',
    details: ['CAP_SYS_ADMIN, for storage, quotas and namespaces'],
  });
});

needs('root', 'unshare')('a user namespace', async () => {
  expect((await doctor([], { before: ['unshare', '-U', '-r'] })).byTopic.get('user namespace')?.level).toBe(
    'note',
  );
  expect((await doctor()).byTopic.get('user namespace')).toBeUndefined();
});

test('findings for capabilities and space', () => {
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
