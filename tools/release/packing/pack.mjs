import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packagesOf } from '../../workspace/packages.mjs';
import { root } from '../../workspace/root.mjs';

const execute = promisify(execFile);
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs the pinned pnpm in a folder and resolves to what it prints on standard output. */
const pnpm = async (cwd, args, env = {}) => {
  const npx = ['--yes', `--package=${packageManager}`, '--', 'pnpm', ...args];
  const { stdout } = await execute('npx', npx, {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
};

/** Packs every package of a workspace as it would be published: `{ ...package, tarball }`, with the path of each tarball. */
export const packAll = async (destination, workspace = root) => {
  mkdirSync(destination, { recursive: true });
  const packages = packagesOf(workspace);
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  await pnpm(workspace, [...filters, 'pack', '--pack-destination', destination]);
  const made = readdirSync(destination);
  return packages.map((each) => {
    const name = `${each.manifest.name.replace('@', '').replace('/', '-')}-${each.manifest.version}.tgz`;
    if (!made.includes(name)) throw new Error(`${each.manifest.name} was not packed as ${name}`);
    return { ...each, tarball: join(destination, name) };
  });
};
