import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileLimits } from '../release/packing/limits.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { git } from '../workspace/run.mjs';
import { architectures } from './about.mjs';
import { makeOffline, makeTar } from './archives.mjs';
import { makeDeb } from './deb.mjs';
import { imagePackages, makeImage } from './image.mjs';
import { fetchNode } from './node.mjs';
import { writePapers } from './papers.mjs';
import { makeRpm } from './rpm.mjs';
import { makeSnapshot } from './snapshot.mjs';
import { packCommand } from './tree.mjs';

/** Each kind of package: its maker, the name of its file, and the programs that make it. */
const kindsOf = {
  deb: {
    make: makeDeb,
    name: (version, arch) => `hostspec_${version}-1_${architectures[arch].deb}.deb`,
    programs: ['dpkg-deb'],
  },
  rpm: {
    make: makeRpm,
    name: (version, arch) => `hostspec-${version}-1.${architectures[arch].rpm}.rpm`,
    programs: ['rpmbuild'],
  },
  tar: {
    make: makeTar,
    name: (version, arch) => `hostspec-${version}-linux-${arch}.tar.gz`,
    programs: ['tar', 'gzip'],
  },
  image: {
    make: makeImage,
    name: (version, arch) => `hostspec-${version}-oci-linux-${arch}.tar`,
    programs: ['apt-get', 'dpkg-deb', 'tar', 'gzip'],
  },
};

const checkProgram = (kind, program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error(
      `${program} is not installed, and --only ${kind} needs it; give --only with the kinds that this machine can make`,
    );
  }
};

const checkSize = (file, kind) => {
  const { size } = statSync(file);
  const most = fileLimits[kind];
  if (size > most)
    throw new Error(`${file} has ${size} bytes; at most ${most} (tools/release/packing/limits.mjs)`);
};

/**
 * Makes packages of some kinds for some processors in the directory `output`, from the built workspace; returns their paths.
 * Equal commits give equal bytes. `level` is that of all compressors, 0 for a test, `isChecked` whether sizes have their limits.
 */
export const makePackages = async ({ kinds, arches, output, level = 9, isChecked = true }) => {
  for (const kind of kinds)
    for (const program of kindsOf[kind]?.programs ?? ['tar', 'gzip']) checkProgram(kind, program);
  mkdirSync(output, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'hostspec-package-'));
  const umask = process.umask(0o022);
  try {
    const packages = await packCommand(join(scratch, 'packed'));
    const nodes = {};
    const snapshots = {};
    for (const arch of arches) {
      nodes[arch] = join(scratch, 'node', arch);
      await fetchNode(arch, nodes[arch]);
      // Node makes a snapshot only for the kind of processor that it runs on.
      if (arch !== process.arch) continue;
      snapshots[arch] = mkdtempSync(join(scratch, 'snapshot-'));
      await makeSnapshot(snapshots[arch], join(nodes[arch], 'bin/node'));
    }
    const cli = packagesOf().find(({ folder }) => folder === 'cli');
    const made = {
      version: cli.manifest.version,
      packages,
      nodes,
      snapshots,
      level,
      time: Number(process.env.SOURCE_DATE_EPOCH ?? git(root, 'log', '-1', '--format=%ct').trim()),
    };
    const files = [];
    const add = async (kind, name, make) => {
      const folder = mkdtempSync(join(scratch, `${kind}-`));
      const file = join(output, name);
      rmSync(file, { force: true });
      await make(folder, file);
      rmSync(folder, { recursive: true });
      if (isChecked) checkSize(file, kind);
      files.push(file);
    };
    for (const kind of kinds.filter((each) => each !== 'offline'))
      for (const arch of arches.filter((each) => kind !== 'image' || each in imagePackages))
        await add(kind, kindsOf[kind].name(made.version, arch), (folder, file) =>
          kindsOf[kind].make(folder, arch, made, file),
        );
    if (kinds.includes('offline'))
      await add('offline', `hostspec-${made.version}-offline.tgz`, (folder, file) =>
        makeOffline(folder, made, file),
      );
    return writePapers(output, files, {
      ...made,
      kinds,
      arches,
      commit: git(root, 'rev-parse', 'HEAD').trim(),
      notices: readFileSync(join(cli.path, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8'),
      runner: JSON.parse(readFileSync(join(root, 'packages/runner/npm/linux-x64/provenance.json'), 'utf8')),
    });
  } finally {
    process.umask(umask);
    rmSync(scratch, { recursive: true });
  }
};
