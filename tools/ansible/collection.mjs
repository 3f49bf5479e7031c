import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
import { root } from '../workspace/root.mjs';

/** A directory with the collection, built and installed as users do, and its playbooks. */
export const installCollection = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-ansible-'));
  const galaxy = (...args) =>
    execaSync('ansible-galaxy', ['collection', ...args], {
      cwd: folder,
      env: environment(folder),
      extendEnv: false,
    });
  galaxy('build', join(root, 'packages/ansible'), '--output-path', folder);
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  galaxy('install', join(folder, file), '--collections-path', join(folder, 'collections'), '--offline');
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** The environment of Ansible, without the user's settings and network. */
export const environment = (folder) => ({
  PATH: process.env.PATH,
  HOME: folder,
  LC_ALL: 'C.UTF-8',
  ANSIBLE_COLLECTIONS_PATH: join(folder, 'collections'),
  ANSIBLE_LOCAL_TEMP: join(folder, 'tmp'),
  ANSIBLE_LOCALHOST_WARNING: 'False',
  ANSIBLE_NOCOLOR: '1',
  ANSIBLE_RETRY_FILES_ENABLED: 'False',
});

/** Runs a playbook on all hosts: its exit status, its text, and the result of the last task by host; `before` precedes the command line. */
export const play = async (folder, inventory, content, { args = [], env = {}, before = [] } = {}) => {
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
export const fakeHostspec = (folder, { fails = 'none', stderr = '', code = 'SINK' } = {}) => {
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
