import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const site = (command: string, version = '1.0.0') => ({
  name: 'site',
  version,
  add: {
    one: { type: 'simple_command', doc: 'One', command },
    two: { type: 'simple_file', doc: 'Two', path: '/etc/hosts' },
    changes: {
      type: 'simple_command',
      doc: 'Changes',
      command: '/bin/echo set',
      effects: { changesState: { what: 'all' } },
    },
  },
});

/** A directory with a catalog and a plan made from it. */
async function planned(...args: string[]) {
  const cwd = temporaryDirectory();
  const write = (name: string, data: object): void => writeFileSync(join(cwd, name), JSON.stringify(data));
  write('c.json', site('/bin/echo 1'));
  const { status, stdout, stderr } = await runInProcess(['plan', '--json', '--catalog', 'c.json', ...args], {
    cwd,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  writeFileSync(join(cwd, 'plan.json'), stdout);
  const collect = (...more: string[]) =>
    runInProcess(
      [
        'collect',
        '--catalog',
        'c.json',
        '--plan',
        'plan.json',
        '--format',
        'directory',
        '--output',
        'x',
        ...more,
      ],
      { cwd },
    );
  const outcomes = (): Record<string, string> => {
    const manifest = JSON.parse(readFileSync(join(cwd, 'x/manifest.json'), 'utf8'));
    return Object.fromEntries(
      manifest.outcomes.map((each: { name: string; status: string; reason?: string }) => [
        each.name,
        each.reason ?? each.status,
      ]),
    );
  };
  return { cwd, plan: JSON.parse(stdout), write, collect, outcomes };
}

test('collects what plan --json printed, without its options', async () => {
  const { collect, outcomes } = await planned('--skip', 'two', '--allow-state-changes');
  const { status, stdout } = await collect();
  expect(status).toBe(0);
  expect(stdout).toMatch(/: 2 items, .*, from 2 specs in /);
  expect(outcomes()).toEqual({ one: 'collected', two: 'deselected by --skip two', changes: 'collected' });
});

test('says in reasons what the options of the command are', async () => {
  const { collect, outcomes } = await planned();
  expect((await collect()).status).toBe(0);
  expect(outcomes().changes).toBe("changes the host's state (all); allow it with --allow-state-changes");
});

test('collects the installed catalog in both variants, from standard input', async () => {
  const root = fakeRoot();
  for (const args of [[], ['--variant', 'a'], ['--domain', 'kernel,web']]) {
    const cwd = temporaryDirectory();
    const { stdout } = await runInProcess(['plan', '--json', '--root', root, ...args]);
    const { status, stderr } = await runInProcess(
      ['collect', '--plan', '-', '--root', root, '--quiet', '--format', 'directory', '--output', 'x'],
      { cwd, input: stdout },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { outcomes, variant } = JSON.parse(readFileSync(join(cwd, 'x/manifest.json'), 'utf8'));
    const { specs, ...plan } = JSON.parse(stdout);
    expect(outcomes.map(({ name }: { name: string }) => name)).toEqual(
      specs.map(({ name }: { name: string }) => name),
    );
    expect(variant).toBe(plan.variant);
  }
});

test('reads no configuration: the plan has the settings', async () => {
  const root = fakeRoot();
  const cwd = directoryOf({ 'c.yaml': 'du_dirs: [/srv/one]\n' });
  const only = ['--root', root, '--only', 'du_dirs'];
  const { stdout } = await runInProcess(['plan', '--json', ...only, '--config', 'c.yaml'], { cwd });
  const plan = JSON.parse(stdout);
  expect(plan.settings).toEqual({ du_dirs: ['/srv/one'] });
  writeFileSync(join(cwd, 'plan.json'), JSON.stringify(plan));
  const out = ['--format', 'directory', '--output', 'x', '--quiet'];
  await runInProcess(['collect', '--plan', 'plan.json', '--root', root, ...out], { cwd });
  expect(readFileSync(join(cwd, 'x/manifest.json'), 'utf8')).toContain('/srv/one');
});

test.each([
  ['--only', 'one'],
  ['--skip', 'one'],
  ['--domain', 'site'],
  ['--variant', 'a'],
  ['--config', 'x.yaml'],
  ['--brand', 'vendor=x'],
  ['--offline'],
  ['--allow-state-changes'],
])('refuses %s beside the plan', async (option, ...value) => {
  const { cwd, collect } = await planned();
  const { status, stdout, stderr } = await collect(option, ...value);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(
    `hostspec: ${option} cannot be combined with --plan plan.json: the plan has it already; make the plan again with ${option}, or leave it out\n`,
  );
  expect(existsSync(join(cwd, 'x'))).toBe(false);
});

describe('refuses', () => {
  const refused = async (how: Awaited<ReturnType<typeof planned>>, ...args: string[]): Promise<string> => {
    const before = readdirSync(how.cwd).sort();
    const { status, stdout, stderr } = await how.collect(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(readdirSync(how.cwd).sort()).toEqual(before);
    return stderr;
  };

  test('another command in the plan', async () => {
    const how = await planned();
    const [one, ...others] = how.plan.specs;
    how.write('plan.json', {
      ...how.plan,
      specs: [{ ...one, spec: { ...one.spec, command: '/bin/id' } }, ...others],
    });
    expect(await refused(how)).toMatch(
      /^hostspec: the plan was changed: spec one is not as in the catalog; allowed: /,
    );
  });

  test('a catalog that changed since then', async () => {
    const how = await planned();
    how.write('c.json', site('/bin/echo 2'));
    expect(await refused(how)).toContain('the same domains with the same versions, but other content');
    how.write('c.json', { ...site('/bin/echo 2'), name: 'other' });
    expect(await refused(how)).toContain(
      'the plan has domain site, which is not in c.json; make the plan again',
    );
  });

  test.each([
    ['', 'it is not JSON'],
    ['{', 'it is not JSON'],
    [Buffer.from([0x7b, 0xff]), 'is not UTF-8 text'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'its JSON is nested more than 64 deep'],
  ])('what is not a plan: %#', async (text, problem) => {
    const how = await planned();
    writeFileSync(join(how.cwd, 'plan.json'), text);
    const error = await refused(how);
    expect(error).toMatch(/^hostspec: --plan \S*plan\.json is not /);
    expect(error).toContain(problem);
  });

  test('a file that is not there, or not a file', async () => {
    const how = await planned();
    expect(await refused(how, '--plan', 'none.json')).toContain(
      'none.json cannot be read: no such file or directory',
    );
    mkdirSync(join(how.cwd, 'folder'));
    expect(await refused(how, '--plan', 'folder')).toContain('folder is not a regular file');
  });

  needs('root')('as root, a file that others can change', async () => {
    const how = await planned();
    chmodSync(join(how.cwd, 'plan.json'), 0o664);
    expect(await refused(how)).toMatch(
      /--plan \S+ is not used by root, because others can change it: .* by group 0; /,
    );
    chmodSync(join(how.cwd, 'plan.json'), 0o600);
    chownSync(join(how.cwd, 'plan.json'), 12345, 0);
    expect(await refused(how)).toContain('belongs to user 12345; make root the owner');
  });
});
