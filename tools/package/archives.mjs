import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { manifestText, normalize, portableTree, unpackInto } from './tree.mjs';

/** Writes names below a folder to a tar file that says nothing about who made it, or when. */
export const tar = (folder, names, time, output) =>
  execa({ cwd: folder, env: { LC_ALL: 'C' } })`
    tar --create --format=gnu --sort=name --owner=0 --group=0 --numeric-owner
    --mtime=@${time} --file=${output} ${names}`;

/** Compresses a file in place, to one with `.gz` at the end of its name. Node's own zlib differs from version to version. */
export const gzipFile = (file, level, suffix = '.gz') =>
  execa`gzip --no-name -${level || 1} --suffix=${suffix} ${file}`;

/** Writes the tar.gz for a processor to `output`, made in an empty folder. It runs wherever it is unpacked. */
export const makeTar = async (folder, arch, made, output) => {
  const { version, time, level } = made;
  const name = `hostspec-${version}-linux-${arch}`;
  await portableTree(join(folder, name), arch, made);
  const file = output.replace(/\.gz$/, '');
  await tar(folder, [name], time, file);
  await gzipFile(file, level);
};

/** Writes the npm package that carries all others to `output`, made in an empty folder: it is installed without a registry. */
export const makeOffline = async (folder, { packages, time, level }, output) => {
  const top = join(folder, 'package');
  const carried = packages.filter(({ manifest }) => manifest.name !== 'hostspec');
  const [command] = packages.filter(({ manifest }) => manifest.name === 'hostspec');
  mkdirSync(top);
  await execa({ cwd: top })`tar -xzf ${command.tarball} --strip-components=1`;
  await unpackInto(join(top, 'node_modules'), carried);
  const path = join(top, 'package.json');
  const { scripts: _, optionalDependencies: __, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  manifest.dependencies = Object.fromEntries(
    carried.map(({ manifest: { name, version } }) => [name, version]),
  );
  manifest.bundleDependencies = Object.keys(manifest.dependencies);
  writeFileSync(path, manifestText(manifest));
  normalize(folder, time);
  const file = output.replace(/\.tgz$/, '.tar');
  await tar(folder, ['package'], time, file);
  await gzipFile(file, level, '.tgz');
  renameSync(`${file}.tgz`, output);
};
