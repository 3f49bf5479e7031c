import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
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
