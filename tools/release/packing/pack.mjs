import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { root } from '../../workspace/root.mjs';
import { withPnpm } from '../../workspace/run.mjs';

/** Packs packages of the workspace as they would be published: `{ ...package, tarball }`, with the path of each tarball. */
export const pack = async (destination, packages) => {
  mkdirSync(destination, { recursive: true });
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  await execa({ cwd: root, env: withPnpm() })`pnpm ${filters} pack --pack-destination ${destination}`;
  const made = readdirSync(destination);
  return packages.map((each) => {
    const name = `${each.manifest.name.replace('@', '').replace('/', '-')}-${each.manifest.version}.tgz`;
    if (!made.includes(name)) throw new Error(`${each.manifest.name} was not packed as ${name}`);
    return { ...each, tarball: join(destination, name) };
  });
};
