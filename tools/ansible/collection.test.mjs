import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lackingOf, needs } from '@hostspec/testing';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { sshHosts, sshNeeds } from '../fleet/ssh-hosts.mjs';
import { root } from '../workspace/root.mjs';
import { environment, installCollection } from './collection.mjs';

/** Runs a playbook on all hosts: its exit status, its text, and the result of the last task by host; `before` precedes the command line. */
const play = async (folder, inventory, content, { args = [], env = {}, before = [] } = {}) => {
  writeFileSync(join(folder, 'inventory'), inventory);
  writeFileSync(
    join(folder, 'play.yml'),
    JSON.stringify([{ hosts: 'all', gather_facts: false, ...content }]),
  );
  const results = join(folder, 'results');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const options = {
    cwd: folder,
    env: {
      ...environment(folder),
      ANSIBLE_CALLBACKS_ENABLED: 'tree',
      ANSIBLE_CALLBACK_TREE_DIR: results,
      ...env,
    },
    extendEnv: false,
    reject: false,
  };
  const [program, ...words] = [...before, 'ansible-playbook', '-i', 'inventory', 'play.yml', ...args];
  const { exitCode, stdout, stderr } = await execa(program, words, options);
  const read = (name) => [name, JSON.parse(readFileSync(join(results, name), 'utf8'))];
  return {
    status: exitCode,
    text: `${stdout}\n${stderr}\n`,
    results: Object.fromEntries(readdirSync(results).map(read)),
  };
};

/** A fake hostspec: writes its arguments to `called` and an archive to its `--output`; fails for one host. */
const fakeHostspec = (folder, { fails = 'none', stderr = '', code = 'SINK' } = {}) => {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const path = join(folder, 'bin/hostspec');
  writeFileSync(
    path,
    `#!${process.execPath}
const { appendFileSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const value = (name) => args.find((arg) => arg.startsWith('--' + name + '='))?.slice(name.length + 3);
const password = value('sudo-password-file');
const secret = password && { password, text: readFileSync(password, 'utf8'), mode: statSync(password).mode & 0o777 };
appendFileSync(${JSON.stringify(join(folder, 'called'))}, JSON.stringify({ args, ...secret }) + '\\n');
if (value('output').endsWith(${JSON.stringify(`/${fails}.tar.gz`)})) {
  process.stderr.write(${JSON.stringify(stderr)});
  console.log(JSON.stringify({ error: { code: ${JSON.stringify(code)}, message: 'x' } }));
  process.exitCode = 1;
} else {
  writeFileSync(value('output'), 'archive');
  console.log(JSON.stringify({ archive: value('output'), counts: { collected: 2 }, items: 3, bytes: 4, duration: 0.5, problems: [{ reason: 'CONTENT' }] }));
}
`,
  );
  chmodSync(path, 0o755);
  return path;
};

const components = ['ansible-galaxy', 'ansible-playbook'];
const bin = join(root, 'packages/cli/bin/hostspec.cjs');
const runner = join(root, 'packages/runner/npm/linux-x64/hostspec-runner');
const withAnsible = needs(...components);

let collection;
let folder;

const isThere = lackingOf(components).length === 0;

beforeAll(() => {
  if (isThere) collection = installCollection();
  folder = collection?.folder;
});
afterAll(() => collection?.remove());
beforeEach(() => {
  if (!isThere) return;
  for (const name of ['out', 'called', 'bin', 'ssh'])
    rmSync(join(folder, name), { recursive: true, force: true });
  fakeHostspec(folder);
});

const collect = (more = {}) => ({
  tasks: [
    { 'hostspec.collect.collect_info': { dest: 'out', executable: join(folder, 'bin/hostspec'), ...more } },
  ],
});

/** What the program was called with, call by call. */
const calls = () =>
  existsSync(join(folder, 'called'))
    ? readFileSync(join(folder, 'called'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

describe('the collection', () => {
  withAnsible('contains its plugins, its role and nothing else', () => {
    const files = execFileSync('tar', ['tzf', join(folder, collection.file)], { encoding: 'utf8' }).split(
      '\n',
    );
    expect(files.filter((name) => name !== '' && !name.endsWith('/')).sort()).toEqual([
      'FILES.json',
      'MANIFEST.json',
      'README.md',
      'meta/runtime.yml',
      'plugins/action/collect_info.py',
      'plugins/modules/collect_info.py',
      'roles/collect/README.md',
      'roles/collect/defaults/main.yml',
      'roles/collect/meta/main.yml',
      'roles/collect/tasks/main.yml',
    ]);
  });

  withAnsible('has documentation for every argument of the action', () => {
    const text = execFileSync('ansible-doc', ['--json', 'hostspec.collect.collect_info'], {
      env: environment(folder),
      encoding: 'utf8',
    });
    const { doc, examples, return: returned } = JSON.parse(text)['hostspec.collect.collect_info'];
    const source = readFileSync(join(root, 'packages/ansible/plugins/action/collect_info.py'), 'utf8');
    const [, table] = /^ARGUMENTS = \{\n([\s\S]*?)^\}/m.exec(source);
    const names = [...table.matchAll(/^ {4}"(\w+)":/gm)].map(([, name]) => name);
    expect(Object.keys(doc.options).sort()).toEqual(names.sort());
    for (const name of names) {
      const [, line] = new RegExp(`^ {4}"${name}": (\\{[\\s\\S]*?\\}),$`, 'm').exec(table);
      const { type, default: usual } = doc.options[name];
      expect({ name, line }).toEqual({ name, line: expect.stringContaining(`"type": "${type}"`) });
      const [, given] = /"default": ("?)(.*?)\1\}?$/.exec(line)?.slice(1) ?? [];
      expect({ name, given: given?.toLowerCase() }).toEqual({ name, given: usual?.toString() });
    }
    expect(examples).toContain('hostspec.collect.collect_info:');
    expect(Object.keys(returned)).toEqual(expect.arrayContaining(['path', 'sha256', 'counts']));
  });
});

describe('collect_info', () => {
  withAnsible(
    'calls hostspec with the connection of the inventory',
    async () => {
      const inventory = [
        'plain',
        'full ansible_host=192.0.2.7 ansible_port=2200 ansible_user=ops',
        'v6 ansible_host=2001:db8::7',
        'key ansible_ssh_private_key_file="/keys/a b" ansible_ssh_common_args="-J jump"',
        'here ansible_connection=local',
      ].join('\n');
      const { status, text } = await play(
        folder,
        inventory,
        collect({ domain: ['kernel', 'storage'], offline: true }),
      );
      expect(text).toContain('failed=0');
      expect(status).toBe(0);
      const targets = calls().map(({ args }) => args.find((arg) => /^--(host|via)=/.test(arg)) ?? 'none');
      expect(targets.sort()).toEqual([
        '--host=ssh://[2001:db8::7]',
        '--host=ssh://ops@192.0.2.7:2200',
        '--host=ssh://plain',
        "--via=ssh -T -oBatchMode=yes -oServerAliveInterval=15 -J jump '-oIdentityFile=/keys/a b' -- key 'exec /bin/sh'",
        'none',
      ]);
      const names = calls().map(({ args }) => args.find((arg) => arg.startsWith('--target=')));
      expect(names.sort()).toEqual(['full', 'here', 'key', 'plain', 'v6'].map((name) => `--target=${name}`));
      for (const { args } of calls())
        expect(args).toEqual(
          expect.arrayContaining(['collect', '--json', '--offline', '--domain=kernel', '--domain=storage']),
        );
    },
    120_000,
  );

  withAnsible(
    'returns path, digest and counts, and nothing that was collected',
    async () => {
      const { results, text } = await play(folder, 'web~01', collect());
      const path = join(folder, 'out/web%7E01.tar.gz');
      const { rc, changed, invocation, ...result } = results['web~01'];
      expect({ rc, changed }).toEqual({ rc: 0, changed: true });
      expect(result).toMatchObject({
        path,
        sha256: createHash('sha256').update('archive').digest('hex'),
        counts: { collected: 2 },
        items: 3,
        bytes: 4,
        duration: 0.5,
      });
      expect(JSON.stringify(result) + text).not.toContain('CONTENT');
      expect(Object.keys(result).filter((name) => /facts|problems/.test(name))).toEqual([]);
      expect(statSync(join(folder, 'out')).mode & 0o777).toBe(0o700);
    },
    60_000,
  );

  withAnsible(
    'in check mode starts nothing and writes nothing',
    async () => {
      const { status, results } = await play(folder, 'web01', collect(), { args: ['--check'] });
      expect({ status, calls: calls(), out: existsSync(join(folder, 'out')) }).toEqual({
        status: 0,
        calls: [],
        out: false,
      });
      expect(results.web01).toMatchObject({ changed: true, path: join(folder, 'out/web01.tar.gz') });
    },
    60_000,
  );

  withAnsible(
    'gives the password of sudo in a file that is removed, never as an argument',
    async () => {
      const { status, text } = await play(
        folder,
        'web01 ansible_become_password="p w"',
        { become: true, ...collect() },
        { args: ['-vvvv'] },
      );
      expect(status).toBe(0);
      const [{ args, password, text: given, mode }] = calls();
      expect(args).toEqual(expect.arrayContaining(['--sudo', `--sudo-password-file=${password}`]));
      expect({ given, mode, left: existsSync(password) }).toEqual({
        given: 'p w\n',
        mode: 0o600,
        left: false,
      });
      expect(args.join(' ') + text).not.toContain('p w');
    },
    60_000,
  );

  withAnsible(
    'a failure has the words of hostspec, and the other hosts are collected',
    async () => {
      fakeHostspec(folder, { fails: 'bad', stderr: 'hostspec: connection refused; check the host\n' });
      const { status, results } = await play(folder, 'bad\ngood', collect());
      expect(status).toBe(2);
      const msg = 'hostspec: connection refused; check the host';
      expect(results).toMatchObject({ bad: { changed: false, msg }, good: { changed: true, items: 3 } });
    },
    60_000,
  );

  withAnsible(
    'a host that cannot be reached is unreachable, and the others are collected',
    async () => {
      fakeHostspec(folder, {
        fails: 'bad',
        stderr:
          'hostspec: web: no answer for 30 s; check that the host is up, or give it more time (--connect-timeout)\n',
        code: 'UNREACHABLE',
      });
      const { status, text, results } = await play(folder, 'bad\ngood', collect());
      expect(status).toBe(4);
      expect(text).toMatch(/bad +: ok=0 +changed=0 +unreachable=1 +failed=0/);
      expect(results).toMatchObject({ good: { changed: true, items: 3 } });
      expect(text).toContain('give it more time (connect_timeout)');
    },
    60_000,
  );

  withAnsible(
    'names no option that a playbook does not have',
    async () => {
      for (const [said, expected] of [
        [
          'w: sudo asks for a password; name a file that has it (--sudo-password-file FILE), run on a terminal, or connect as root',
          'w: sudo asks for a password; set ansible_become_password, or connect as root',
        ],
        ['--output "/x" is not safe; name a --key FILE', 'dest "/x" is not safe; name a key'],
        ['w: a; give --via or --host; check it', 'w: a; check it'],
      ]) {
        fakeHostspec(folder, { fails: 'bad', stderr: `hostspec: ${said}\n` });
        const { results } = await play(folder, 'bad', collect());
        expect(results.bad).toMatchObject({ msg: `hostspec: ${expected}` });
      }
    },
    120_000,
  );

  withAnsible(
    'masks secrets unless the task keeps them, and maps every kind of identity',
    async () => {
      await play(folder, 'w', collect());
      await play(folder, 'w', collect({ keep_secrets: true, map: ['serial', 'ip'] }));
      const [usual, keeping] = calls().map(({ args }) => args.filter((arg) => /secrets|map/.test(arg)));
      expect({ usual, keeping }).toEqual({
        usual: [],
        keeping: ['--keep-secrets', '--map=serial', '--map=ip'],
      });
    },
    60_000,
  );

  withAnsible(
    'says what is wrong in one sentence',
    async () => {
      const said = async (inventory, content) =>
        Object.values((await play(folder, inventory, content)).results)[0]?.msg;
      expect(await said('w ansible_connection=ansible.builtin.winrm', collect())).toMatch(/winrm/);
      expect(await said('w ansible_password=hunter2', collect())).toBe(
        'a password for ssh is not supported; allowed: a key, in the agent or a file',
      );
      expect(await said('w ansible_become_method=su', { become: true, ...collect() })).toBe(
        'become_method=su with become_user=root is not supported; allowed: sudo to root',
      );
      expect(await said('w', collect({ executable: 'no-such-hostspec' }))).toMatch(
        /^no-such-hostspec is not a program on the controller; install/,
      );
      expect(await said('w', collect({ name: '../x' }))).toMatch(/^name='..\/x' is not allowed/);
      expect(await said('w', collect({ formt: 'x' }))).toMatch(/Unsupported parameters/);
      expect(calls()).toEqual([]);
    },
    120_000,
  );

  withAnsible(
    'no argument reaches a shell',
    async () => {
      const { status } = await play(
        folder,
        'w',
        collect({ only: ['$(touch pwned)', '; touch pwned'], name: '$(touch pwned)' }),
      );
      expect(status).toBe(0);
      expect(readdirSync(folder)).not.toContain('pwned');
      expect(calls()[0].args).toEqual(
        expect.arrayContaining(['--only=$(touch pwned)', '--only=; touch pwned']),
      );
    },
    60_000,
  );

  withAnsible(
    'the role collects with its variables',
    async () => {
      const vars = { collect_dest: join(folder, 'out'), collect_domain: ['kernel'] };
      const { status } = await play(
        folder,
        'w',
        { vars, roles: ['hostspec.collect.collect'] },
        { env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` } },
      );
      expect(status).toBe(0);
      expect(calls()[0].args).toEqual(
        expect.arrayContaining(['--domain=kernel', `--output=${join(folder, 'out/w.tar.gz')}`]),
      );
    },
    60_000,
  );
});

describe('over ssh', () => {
  needs(
    ...components,
    ...sshNeeds,
    bin,
    runner,
  )(
    'hosts are collected by the installed command, and one that refuses is reported',
    async () => {
      const out = join(folder, 'out');
      const ssh = join(folder, 'ssh');
      mkdirSync(ssh);
      const inventory = [
        'web1',
        'web2 ansible_port=2200 ansible_user=root',
        `web3 ansible_ssh_private_key_file=${join(ssh, 'user')} ansible_become=true`,
        'refused1',
      ].join('\n');
      const { results } = await play(
        folder,
        inventory,
        collect({ executable: bin, only: ['cmdline'], dest: out }),
        {
          before: sshHosts(ssh),
        },
      );
      expect(results.refused1).toMatchObject({
        changed: false,
        msg: expect.stringContaining('Connection refused'),
      });
      for (const name of ['web1', 'web2', 'web3']) {
        const path = join(out, `${name}.tar.gz`);
        const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
        expect(results[name]).toMatchObject({
          changed: true,
          path,
          sha256,
          items: 1,
          counts: { collected: 1 },
        });
      }
      expect(readdirSync(out).sort()).toEqual(['web1.tar.gz', 'web2.tar.gz', 'web3.tar.gz']);
    },
    120_000,
  );
});
