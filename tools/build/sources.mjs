import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace/root.mjs';

/** Where a build of the command records the sources that it was made from. */
export const recordName = 'dist/.sources.json';

const cli = join(root, 'packages/cli');
const isBuilt = (file) => /\.(ts|js|mjs|css)$/.test(file) && !/\.test(-d)?\.ts$|^testing\//.test(file);

/** A checksum of the sources of each package. Times of files say nothing: a cache or a checkout sets them. */
export const checksums = (names) =>
  Object.fromEntries(names.map((name) => [name, checksumOf(join(root, 'packages', name, 'src'))]));

const checksumOf = (folder) => {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true }).filter(isBuilt).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex');
};

/** Why the built command is not made from the sources as they are; undefined if it is. */
export const whyStale = (read = () => readFileSync(join(cli, recordName), 'utf8'), now = checksums) => {
  let built;
  try {
    built = JSON.parse(read());
  } catch {
    return 'the command is not built; run npm run build';
  }
  const names = Object.keys(built);
  const actual = now(names);
  const changed = names.filter((name) => built[name] !== actual[name]);
  return changed.length === 0
    ? undefined
    : `the build of the command is older than the source of ${changed.join(', ')}; run npm run build`;
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const why = whyStale();
  if (why !== undefined) {
    console.error(why);
    process.exitCode = 1;
  }
}
