// Publishes every package whose version the registry does not have, and tags them. One npm does it: pnpm and changesets start one for each
// package, which takes four times as long.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackInto } from '../package/tree.mjs';
import { publishedOf } from '../workspace/packages.mjs';
import { run, runPinned } from '../workspace/run.mjs';
import { pack } from './packing/pack.mjs';
import { upstreamRegistry } from './publish/possible.mjs';

const registry = upstreamRegistry();

const isThere = async ({ name, version }) => {
  const response = await fetch(new URL(name.replace('/', '%2f'), registry));
  if (response.status === 404) return false;
  if (!response.ok)
    throw new Error(
      `${registry} answered ${response.status} for ${name}, and nothing was published; try again`,
    );
  return version in (await response.json()).versions;
};

const missing = [];
for (const each of publishedOf()) if (!(await isThere(each.manifest))) missing.push(each);

/** The packages, each after those it needs, so that what is published before an error can be installed. */
const inOrder = new Set();
const visit = (each) => {
  const { dependencies, optionalDependencies } = each.manifest;
  for (const other of missing)
    if (other.manifest.name in { ...dependencies, ...optionalDependencies } && !inOrder.has(other))
      visit(other);
  inOrder.add(each);
};
for (const each of missing) visit(each);

const publish = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-publish-all-'));
  try {
    const packed = await pack(join(folder, 'packed'), [...inOrder]);
    await unpackInto(folder, packed);
    const workspaces = packed.map(({ manifest }) => manifest.name);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces }));
    const words = 'publish --workspaces --access public --ignore-scripts --loglevel error';
    return await run('npm', words.split(' '), { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

process.exitCode = (missing.length > 0 ? await publish() : 0) || (await runPinned(['changeset', 'tag']));
