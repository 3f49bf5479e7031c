import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** The packages of a workspace that are published, sorted by folder: `{ folder, path, manifest, isDomain }`. A domain publishes its specs as data. */
export const packagesOf = (workspace = root) =>
  readdirSync(join(workspace, 'packages'))
    .sort()
    .map((folder) => ({ folder, path: join(workspace, 'packages', folder) }))
    .filter(({ path }) => existsSync(join(path, 'package.json')))
    .map((each) => ({ ...each, manifest: JSON.parse(readFileSync(join(each.path, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .map((each) => ({ ...each, isDomain: './specs.json' in each.manifest.exports }));

/** The packages with the runner's program for one platform each: `{ folder, path, manifest }`. */
export const programsOf = (workspace = root) => {
  const npm = join(workspace, 'packages/runner/npm');
  if (!existsSync(npm)) return [];
  return readdirSync(npm)
    .sort()
    .map((name) => ({
      folder: `runner/npm/${name}`,
      path: join(npm, name),
      manifest: JSON.parse(readFileSync(join(npm, name, 'package.json'), 'utf8')),
    }));
};

/** Every package that a release publishes. */
export const publishedOf = (workspace = root) => [...packagesOf(workspace), ...programsOf(workspace)];

/** The exports of a package of the workspace, from its build. */
export const importBuilt = ({ path }) => import(pathToFileURL(join(path, 'dist', 'index.js')).href);

/** The built command, as a function that resolves to what it prints for its arguments. */
export const builtCommand = async (workspace = root) => {
  const { run } = await importBuilt(packagesOf(workspace).find(({ folder }) => folder === 'cli'));
  return async (...args) => {
    let printed = '';
    const write = (text) => (printed += text);
    await run(args, { out: { write }, err: { write }, env: {}, cwd: '/' });
    return printed;
  };
};

/**
 * The built slices of a workspace: `{ ...package, slice, variants, isOnlyLinux }`. Only domains of the specification have a
 * variant A. A domain that only the variant linux has exports its slice as that, not as default.
 */
export const slicesOf = (workspace = root) =>
  Promise.all(
    packagesOf(workspace)
      .filter(({ isDomain }) => isDomain)
      .map(async (domain) => {
        const { default: slice = undefined, variantA, linux } = await importBuilt(domain);
        if (slice === undefined) return { ...domain, slice: linux, variants: {}, isOnlyLinux: true };
        const variants = { ...(variantA ? { a: variantA } : {}), ...(linux ? { linux } : {}) };
        return { ...domain, slice, variants, isOnlyLinux: false };
      }),
  );
