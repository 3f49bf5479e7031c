import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { about, architectures } from './about.mjs';
import { gzipFile, tar } from './archives.mjs';
import { sha256 } from './node.mjs';
import { normalize, startWords, systemTree, write } from './tree.mjs';

/** Debian's packages in the image, by processor: `{ name, version, sha256, program? }`. Of one with a `program`, only that is taken. */
export const imagePackages = JSON.parse(readFileSync(new URL('image.json', import.meta.url), 'utf8'));

/** Downloads packages of Debian at once, because each start of apt reads the lists of all packages; resolves to the path of each. */
const download = async (folder, packages) => {
  const words = packages.map(({ name, version }) => `${name}=${version}`);
  await execa({ cwd: folder })`apt-get download ${words}`.catch(({ message }) => {
    throw new Error(
      `packages of Debian could not be downloaded; if Debian ${imagePackages.debian} has a newer version of one, raise it in tools/package/image.json: ${message}`,
    );
  });
  const files = readdirSync(folder);
  return packages.map(({ name, sha256: wanted }) => {
    const file = files.find((each) => each.startsWith(`${name}_`));
    const actual = sha256(readFileSync(join(folder, file)));
    if (actual !== wanted)
      throw new Error(`${file} has the checksum ${actual}; tools/package/image.json has ${wanted}`);
    return join(folder, file);
  });
};

/** Debian's libraries that Node needs, and the programs that enter a host. */
const addDebian = async (tree, folder, arch) => {
  mkdirSync(folder);
  const files = await download(folder, imagePackages[arch]);
  for (const [at, each] of imagePackages[arch].entries()) {
    const unpacked = join(folder, each.name);
    await execa`dpkg-deb --extract ${files[at]} ${unpacked}`;
    const copyright = `usr/share/doc/${each.name}/copyright`;
    const names = each.program
      ? [each.program, copyright]
      : ['lib', 'lib64', 'usr/lib', copyright].filter((name) =>
          statSync(join(unpacked, name), { throwIfNoEntry: false }),
        );
    for (const name of names)
      cpSync(join(unpacked, name), join(tree, name), { recursive: true, verbatimSymlinks: true });
  }
};

/** Writes the OCI image for a processor to `output`, a layout in a tar file, made in an empty folder. It has no shell. */
export const makeImage = async (folder, arch, made, output) => {
  const { version, time, level } = made;
  const tree = join(folder, 'tree');
  await systemTree(tree, arch, made, 'zsh/site-functions');
  for (const name of ['bin/hostspec', 'lib/systemd']) rmSync(join(tree, 'usr', name), { recursive: true });
  await addDebian(tree, join(folder, 'debian'), arch);
  for (const name of ['host', 'out', 'tmp']) mkdirSync(join(tree, name));
  normalize(tree, time);
  chmodSync(join(tree, 'tmp'), 0o1777);

  const layout = join(folder, 'layout');
  const blobs = join(layout, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const layer = join(folder, 'layer.tar');
  await tar(tree, readdirSync(tree).sort(), time, layer);
  const unpackedDigest = sha256(readFileSync(layer));
  await gzipFile(layer, level);
  const add = (mediaType, data) => {
    const digest = sha256(data);
    write(join(blobs, digest), data);
    return { mediaType, digest: `sha256:${digest}`, size: data.length };
  };
  const type = (name) => `application/vnd.oci.image.${name}`;
  const addJson = (mediaType, value) => add(mediaType, Buffer.from(JSON.stringify(value)));
  const created = new Date(time * 1000).toISOString();
  const packed = add(type('layer.v1.tar+gzip'), readFileSync(`${layer}.gz`));
  const config = addJson(type('config.v1+json'), {
    created,
    architecture: architectures[arch].oci,
    os: 'linux',
    config: {
      Entrypoint: startWords(made, arch, '/usr/lib/hostspec'),
      Env: ['PATH=/usr/sbin:/usr/bin'],
      WorkingDir: '/out',
      Labels: {
        'org.opencontainers.image.source': about.homepage,
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': about.licence,
      },
    },
    rootfs: { type: 'layers', diff_ids: [`sha256:${unpackedDigest}`] },
    history: [{ created, created_by: 'npm run package' }],
  });
  const manifest = addJson(type('manifest.v1+json'), {
    schemaVersion: 2,
    mediaType: type('manifest.v1+json'),
    config,
    layers: [packed],
  });
  const index = {
    schemaVersion: 2,
    mediaType: type('index.v1+json'),
    manifests: [{ ...manifest, annotations: { 'org.opencontainers.image.ref.name': `hostspec:${version}` } }],
  };
  write(join(layout, 'index.json'), JSON.stringify(index));
  write(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  normalize(layout, time);
  await tar(layout, ['blobs', 'index.json', 'oci-layout'], time, output);
};
