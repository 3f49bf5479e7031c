import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { beforeEach, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { environment, installCollection } from '../ansible/collection.mjs';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';
import { sshHosts, sshNeeds } from './ssh-hosts.mjs';

const bin = join(root, 'packages/cli/bin/hostspec.cjs');
const runner = join(root, 'packages/runner/npm/linux-x64/hostspec-runner');
const [playbook, cronJob] = [
  ...readFileSync(join(root, 'packages/docs/FLEET.md'), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm),
].map(([, code]) => code);

let folder;
/** The words before a command line where hosts answer over ssh. */
let enter;
beforeEach(() => {
  folder = temporaryDirectory();
  for (const name of ['bin', 'ssh']) mkdirSync(join(folder, name));
  enter = sshHosts(join(folder, 'ssh'));
  // The installed command; two specs are enough.
  const script = `#!/bin/sh\n[ "$1" != collect ] || set -- "$@" --only hostname,cmdline\nexec ${process.execPath} ${bin} "$@"\n`;
  writeFileSync(join(folder, 'bin/hostspec'), script);
  chmodSync(join(folder, 'bin/hostspec'), 0o755);
});

const run = (words, env = process.env) => {
  const [program, ...args] = [...enter, ...words];
  const options = {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, PATH: `${join(folder, 'bin')}:${env.PATH}` },
  };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, text: `${stdout}\n${stderr}` };
};

/** The names that the hosts of a fleet were asked by; all are this machine. */
const namesIn = (fleet) => {
  const words = [bin, 'fleet', 'query', fleet, 'SELECT DISTINCT name FROM runs ORDER BY name', '--json'];
  return JSON.parse(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout).map(({ name }) => name);
};

describe('the examples of FLEET.md', () => {
  needs(
    'ansible-galaxy',
    'ansible-playbook',
    ...sshNeeds,
    runner,
  )('the playbook collects, adds and writes a page, also if a host refuses', () => {
    const collection = installCollection();
    try {
      const paths = { runs: join(folder, 'runs'), fleet: join(folder, 'fleet') };
      writeFileSync(join(folder, 'inventory'), 'web1\nweb2\nrefused1\n');
      writeFileSync(join(folder, 'play.yml'), playbook);
      const words = [
        'ansible-playbook',
        '-i',
        'inventory',
        'play.yml',
        '--extra-vars',
        JSON.stringify(paths),
      ];
      const { text } = run(words, environment(collection.folder));
      expect(text).toMatch(/localhost +: ok=2 +changed=2 +unreachable=0 +failed=0/);
      expect(namesIn(paths.fleet)).toEqual(['web1', 'web2']);
      expect(existsSync(`${paths.fleet}.html`)).toBe(true);
    } finally {
      collection.remove();
    }
  });

  needs(...sshNeeds, runner)('the containers of the CronJob collect and add, also if a host refuses', () => {
    const { initContainers, containers } = parse(cronJob).spec.jobTemplate.spec.template.spec;
    // As a ConfigMap is mounted.
    const targets = join(folder, 'targets');
    mkdirSync(join(targets, '..now'), { recursive: true });
    writeFileSync(join(targets, '..now/hosts.txt'), 'web1\nweb2\nrefused1\n');
    symlinkSync('..now', join(targets, '..data'));
    symlinkSync('..data/hosts.txt', join(targets, 'hosts.txt'));
    mkdirSync(join(folder, 'fleet'));
    for (const { command } of [...initContainers, ...containers]) {
      const words = command.map((word) => word.replaceAll(/\/(?=fleet\/|targets\/)/g, `${folder}/`));
      const { status, text } = run(words);
      expect({ status, text }).toEqual({ status: 0, text: expect.any(String) });
    }
    expect(namesIn(join(folder, 'fleet/tables'))).toEqual(['web1', 'web2']);
  });
});
