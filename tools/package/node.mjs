import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

// Removes from the program of Node what it does not need to run: symbols and debugging data, a seventh of it. The bytes that binutils'
// strip writes depend on its version, and two builders must get the same.
const entrySize = 64;
const magic = 0x7f454c46;
const noBits = 8;

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
  await execa({ cwd: folder })`npm pack ${name}@${version} --silent`;
  const tarball = join(folder, `${name}-${version}.tgz`);
  check(
    `${name} ${version}`,
    `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`,
    pin.integrity,
  );
  await execa({ cwd: folder })`tar -xzf ${tarball} --strip-components=1 package/bin/node package/LICENSE`;
  rmSync(tarball);
  const path = join(folder, 'bin/node');
  const program = readFileSync(path);
  check(`the program of ${name} ${version}`, sha256(program), pin.sha256);
  const small = stripped(program);
  check(`the stripped program of ${name} ${version}`, sha256(small), pin.stripped);
  writeFileSync(path, small);
  chmodSync(path, 0o755);
};

const isLoaded = (entry) => (entry.readBigUInt64LE(8) & 2n) !== 0n;
const startOf = (entry) => Number(entry.readBigUInt64LE(0x18));
const endOf = (entry) =>
  startOf(entry) + (entry.readUInt32LE(4) === noBits ? 0 : Number(entry.readBigUInt64LE(0x20)));

/**
 * The bytes of a 64-bit little-endian ELF program without the sections that are never loaded. What is loaded keeps its offset.
 *
 * @throws Error for another kind of file, and for one whose loaded sections are not the first in the table.
 */
export const stripped = (program) => {
  if (program.readUInt32BE(0) !== magic || program[4] !== 2 || program[5] !== 1)
    throw new Error('the program is not a 64-bit little-endian ELF file');
  const table = Number(program.readBigUInt64LE(0x28));
  const entries = Array.from({ length: program.readUInt16LE(0x3c) }, (_, index) =>
    Buffer.from(program.subarray(table + index * entrySize, table + (index + 1) * entrySize)),
  );
  const names = entries[program.readUInt16LE(0x3e)];
  const kept = entries.slice(0, entries.findLastIndex(isLoaded) + 1);
  if (!kept.slice(1).every(isLoaded))
    throw new Error('the program has a section that is not loaded between those that are');
  const end = Math.max(...kept.map(endOf));

  let texts = Buffer.alloc(0);
  for (const entry of [...kept, names]) {
    const start = startOf(names) + entry.readUInt32LE(0);
    entry.writeUInt32LE(texts.length, 0);
    texts = Buffer.concat([texts, program.subarray(start, program.indexOf(0, start) + 1)]);
  }
  names.writeBigUInt64LE(BigInt(end), 0x18);
  names.writeBigUInt64LE(BigInt(texts.length), 0x20);

  const padding = -(end + texts.length) & 7;
  const loaded = Buffer.from(program.subarray(0, end));
  loaded.writeBigUInt64LE(BigInt(end + texts.length + padding), 0x28);
  loaded.writeUInt16LE(kept.length + 1, 0x3c);
  loaded.writeUInt16LE(kept.length, 0x3e);
  return Buffer.concat([loaded, texts, Buffer.alloc(padding), ...kept, names]);
};
