import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import glob from 'fast-glob';
import { pack } from '../release/packing/pack.mjs';
import { packagesOf, publishedOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { architectures } from './about.mjs';
import { copySnapshot } from './snapshot.mjs';

const file = (name) => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8');

/** Writes a file and the directories above it. */
export const write = (path, data, mode = 0o644) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
  chmodSync(path, mode);
};

/** Packs the packages that `npm install hostspec` installs, with the runner for every processor. */
export const packCommand = (folder) => {
  const published = new Map(publishedOf().map((each) => [each.manifest.name, each]));
  const wanted = new Set(['hostspec']);
  for (const name of wanted) {
    const each = published.get(name);
    if (!each) throw new Error(`${name} is not a package of this workspace, and hostspec needs it`);
    const { dependencies, optionalDependencies } = each.manifest;
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) wanted.add(other);
  }
  return pack(
    folder,
    [...wanted].sort().map((name) => published.get(name)),
  );
};

/** Unpacks packed packages below a `node_modules` directory. */
export const unpackInto = async (modules, packages) => {
  for (const { tarball, manifest } of packages) {
    const folder = join(modules, manifest.name);
    mkdirSync(folder, { recursive: true });
    await execa({ cwd: folder })`tar -xzf ${tarball} --strip-components=1`;
    const path = join(folder, 'package.json');
    writeFileSync(path, manifestText(JSON.parse(readFileSync(path, 'utf8'))));
  }
};

/** A manifest as text. pnpm packs dependencies in the order in which it found their versions, which is another in each run. */
export const manifestText = (manifest) => {
  const sorted = Object.entries(manifest).map(([key, value]) => [
    key,
    /[dD]ependencies$/.test(key) && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  ]);
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
};

/** The words that start the command in a directory: from its start-up snapshot, if there is one for the processor. */
export const startWords = ({ snapshots }, arch, directory) => [
  `${directory}/bin/node`,
  ...(snapshots[arch]
    ? ['--snapshot-blob', `${directory}/hostspec.blob`, 'hostspec']
    : [`${directory}/node_modules/@hostspec/cli/bin/start.cjs`]),
];

/** The launcher for a processor, for a directory, or for the one beside it, which can be anywhere. */
const launcher = (made, arch, directory) =>
  file('launcher.sh')
    .replaceAll('@MACHINE@', architectures[arch].machine)
    .replace('@START@', () =>
      startWords(made, arch, '$here')
        .map((word) => `"${word}"`)
        .join(' '),
    )
    .replace('@HERE@\n', directory ? `here=${directory}\n` : file('anywhere.sh'));

/** Compresses text. Node's own zlib differs from version to version. */
export const gzip = (data) => execFileSync('gzip', ['-9n'], { input: data });

/** Writes the manual page, the completions and the licences below a `share` directory. */
const share = async (folder, zsh, node) => {
  const cli = packagesOf().find(({ folder: name }) => name === 'cli').path;
  const program = join(root, 'packages/hostspec/bin/hostspec.cjs');
  const completion = async (shell) =>
    `${(await execa`${process.execPath} ${program} completion ${shell}`).stdout}\n`;
  write(join(folder, 'man/man1/hostspec.1.gz'), gzip(readFileSync(join(cli, 'man/hostspec.1'))));
  write(join(folder, 'bash-completion/completions/hostspec'), await completion('bash'));
  write(join(folder, zsh, '_hostspec'), await completion('zsh'));
  write(join(folder, 'fish/vendor_completions.d/hostspec.fish'), await completion('fish'));
  const doc = join(folder, 'doc/hostspec');
  write(join(doc, 'LICENSE'), readFileSync(join(root, 'LICENSE')));
  write(join(doc, 'NOTICE'), readFileSync(join(root, 'NOTICE')));
  write(join(doc, 'LICENSE.node.gz'), gzip(readFileSync(join(node, 'LICENSE'))));
  write(join(doc, 'THIRD-PARTY-NOTICES.txt'), readFileSync(join(cli, 'dist/THIRD-PARTY-NOTICES.txt')));
};

/** Node, the packages and the start-up snapshot, as below /usr/lib/hostspec. */
const library = async (folder, arch, { packages, nodes, snapshots }) => {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(join(nodes[arch], 'bin/node'), join(folder, 'bin/node'));
  const modules = join(folder, 'node_modules');
  await unpackInto(modules, packages);
  // Its first line asks for the Node of the PATH.
  for (const path of await glob('{hostspec,@hostspec/cli}/bin/hostspec.cjs', { cwd: modules }))
    rmSync(join(modules, path));
  if (snapshots[arch]) copySnapshot(snapshots[arch], folder);
};

/** Sets one time for everything below a folder, and modes that depend only on whether a file is executable. */
export const normalize = (folder, time) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) normalize(path, time);
    else if (entry.isFile()) {
      const runs = (statSync(path).mode & 0o100) !== 0 && !/\.c?js$/.test(path);
      chmodSync(path, runs ? 0o755 : 0o644);
    }
    lutimesSync(path, time, time);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, time, time);
};

/** Makes the tree of the tar.gz for a processor in an empty folder: `bin/hostspec`, `lib/hostspec` and `share`. */
export const portableTree = async (folder, arch, made) => {
  write(join(folder, 'bin/hostspec'), launcher(made, arch), 0o755);
  await library(join(folder, 'lib/hostspec'), arch, made);
  await share(join(folder, 'share'), 'zsh/site-functions', made.nodes[arch]);
  normalize(folder, made.time);
};

/** Makes the tree that a package of a distribution installs in an empty folder, from the root directory on. */
export const systemTree = async (folder, arch, made, zsh) => {
  write(join(folder, 'usr/bin/hostspec'), launcher(made, arch, '/usr/lib/hostspec'), 0o755);
  await library(join(folder, 'usr/lib/hostspec'), arch, made);
  await share(join(folder, 'usr/share'), zsh, made.nodes[arch]);
  for (const name of ['hostspec.service', 'hostspec.timer'])
    write(join(folder, 'usr/lib/systemd/system', name), file(name));
  mkdirSync(join(folder, 'etc/hostspec'), { recursive: true });
  normalize(folder, made.time);
};
