import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programLimits } from './limits.mjs';

const wanted = {
  LICENSE: '-rw-r--r--',
  'README.md': '-rw-r--r--',
  'THIRD-PARTY-NOTICES.txt': '-rw-r--r--',
  'hostspec-runner': '-rwxr-xr-x',
  'package.json': '-rw-r--r--',
  'provenance.json': '-rw-r--r--',
};

/** The problems of a packed program of the runner: its files, modes, origin and size. */
export const programViolations = ({ tarball, path, manifest }) => {
  const files = listing(tarball);
  const problems = [
    ...Object.entries(wanted)
      .filter(([name, mode]) => files[name] !== mode)
      .map(([name, mode]) => `${name} is packed as ${files[name] ?? 'nothing'}; allowed: ${mode}`),
    ...Object.keys(files)
      .filter((name) => !(name in wanted))
      .map((name) => `packs ${name}; allowed: ${Object.keys(wanted).join(', ')}`),
  ];
  return problems.length > 0 ? problems : originViolations(tarball, path, manifest);
};

const originViolations = (tarball, path, manifest) => {
  const program = unpacked(tarball, 'hostspec-runner');
  const sha256 = createHash('sha256').update(program).digest('hex');
  const provenance = JSON.parse(unpacked(tarball, 'provenance.json'));
  const checksums = JSON.parse(readFileSync(join(path, '../../checksums.json'), 'utf8'));
  const { packed, unpacked: most } = programLimits;
  const { size } = statSync(tarball);
  return [
    ...(provenance.sha256 === sha256
      ? []
      : [`provenance.json has sha256 ${provenance.sha256}, not ${sha256}`]),
    ...(checksums[basename(path)] === sha256
      ? []
      : [`checksums.json of the client has ${checksums[basename(path)]}, not ${sha256}`]),
    ...(provenance.version === manifest.version
      ? []
      : [`was built for version ${provenance.version}: run node packages/runner/build.mjs --all`]),
    ...(provenance.commit ? [] : ['provenance.json names no commit']),
    ...(size > packed ? [`${size} bytes packed; at most ${packed}`] : []),
    ...(program.length > most ? [`${program.length} bytes of program; at most ${most}`] : []),
  ];
};

/** The files of a tarball with their modes, as tar shows them. */
const listing = (tarball) =>
  Object.fromEntries(
    execFileSync('tar', ['-tvzf', tarball], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => [line.split(' package/').at(-1), line.split(' ')[0]]),
  );

const unpacked = (tarball, name) =>
  execFileSync('tar', ['-xzOf', tarball, `package/${name}`], { maxBuffer: 16 * 1024 * 1024 });
