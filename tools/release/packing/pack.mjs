import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from '../../workspace/execute.mjs';
import { publishedOf } from '../../workspace/packages.mjs';
import { root } from '../../workspace/root.mjs';
import { pinned } from '../../workspace/run.mjs';

/** Packs every package of a workspace as it would be published: `{ ...package, tarball }`, with the path of each tarball. */
export const packAll = async (destination, workspace = root) => {
  mkdirSync(destination, { recursive: true });
  const packages = publishedOf(workspace);
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  const pack = ['pnpm', ...filters, 'pack', '--pack-destination', destination];
  await execute(workspace, {}, 'npx', ...pinned(pack));
  const made = readdirSync(destination);
  return packages.map((each) => {
    const name = `${each.manifest.name.replace('@', '').replace('/', '-')}-${each.manifest.version}.tgz`;
    if (!made.includes(name)) throw new Error(`${each.manifest.name} was not packed as ${name}`);
    return { ...each, tarball: join(destination, name) };
  });
};
