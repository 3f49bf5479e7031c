import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from '../workspace/execute.mjs';
import { stripped } from './strip.mjs';

/** The pinned Node: its version, what it is made of, and for each processor the checksums of its npm package and of its program. */
export const pinnedNode = JSON.parse(readFileSync(new URL('node.json', import.meta.url), 'utf8'));

const check = (what, actual, wanted) => {
  if (actual !== wanted)
    throw new Error(`${what} has the checksum ${actual}; tools/package/node.json has ${wanted}`);
};

/** The checksum of some bytes, as hexadecimal digits. */
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * Fetches the pinned Node for a processor from the npm registry into an empty folder: its program, stripped, as `node`, and its `LICENSE`.
 *
 * @throws Error if a checksum is not the pinned one.
 */
export const fetchNode = async (arch, folder) => {
  const { version, [arch]: pin } = pinnedNode;
  mkdirSync(folder, { recursive: true });
  const name = `node-linux-${arch}`;
  await execute(folder, {}, 'npm', 'pack', `${name}@${version}`, '--silent');
  const tarball = join(folder, `${name}-${version}.tgz`);
  check(
    `${name} ${version}`,
    `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`,
    pin.integrity,
  );
  await execute(
    folder,
    {},
    'tar',
    '-xzf',
    tarball,
    '--strip-components=1',
    'package/bin/node',
    'package/LICENSE',
  );
  rmSync(tarball);
  const path = join(folder, 'bin/node');
  const program = readFileSync(path);
  check(`the program of ${name} ${version}`, sha256(program), pin.sha256);
  const small = stripped(program);
  check(`the stripped program of ${name} ${version}`, sha256(small), pin.stripped);
  writeFileSync(path, small);
  chmodSync(path, 0o755);
};
