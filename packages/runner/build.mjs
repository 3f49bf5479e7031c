// Builds the runner into the packages of npm/, with its provenance, and notes its checksums:
// node build.mjs [--all | --arch ARCH] [--check] [--optional]
// ARCH as Go names it; the default is this machine's, which is not built again while its source is the same. --check builds
// twice, in different directories, and compares the bytes. --optional is content without Go: then there is no runner.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileFlags } from './go/flags.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'go');
const checksums = join(here, 'checksums.json');
// Processors as Node and Go name them.
const names = { x64: 'amd64', arm64: 'arm64', s390x: 's390x', ppc64: 'ppc64le' };
const architectures = Object.values(names);
const oldest = 22;
// Go's own code is part of each program, so its notices are too.
const notices = 'THIRD-PARTY-NOTICES.txt';

const options = {
  all: { type: 'boolean', default: false },
  arch: { type: 'string' },
  check: { type: 'boolean', default: false },
  optional: { type: 'boolean', default: false },
};

process.exitCode = main();

function main() {
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    return fail(`${error.message}; allowed: --all, --arch ${architectures.join(' | ')}, --check, --optional`);
  }
  const { all, arch, check, optional } = values;
  const wanted = all ? architectures : [arch ?? names[process.arch]];
  if (optional && wanted[0] === undefined) return 0;
  if (!wanted.every((each) => architectures.includes(each)))
    return fail(`the architecture ${wanted[0]} is not known; allowed: ${architectures.join(', ')}`);
  const { go, missing } = findGo();
  // A release states the commit of its programs, so it always builds them.
  if (!all && !check && wanted.every((each) => isFresh(each, go))) return 0;
  if (missing !== undefined) return withoutGo(wanted, missing, optional);
  const failed = wanted.map((each) => buildOne(each, go, check)).filter((reason) => reason !== undefined);
  for (const reason of failed) fail(reason);
  return failed.length > 0 ? 1 : 0;
}

function fail(reason) {
  console.error(reason);
  return 1;
}

function withoutGo(wanted, missing, optional) {
  if (!optional) return fail(`the runner was not built: ${missing}`);
  // A program built from an older source must not run.
  const known = knownChecksums();
  for (const arch of wanted) {
    const { program, provenance, platform } = placeOf(arch);
    for (const file of [program, provenance]) rmSync(file, { force: true });
    delete known[platform];
  }
  if (existsSync(checksums)) writeJson(checksums, known);
  console.log(
    `the runner was not built: ${missing}; without it, hostspec does the same work in its own process`,
  );
  return 0;
}

/** The version of Go, or the reason why it cannot be used. */
function findGo() {
  const { stdout, error, status } = spawnSync('go', ['env', 'GOVERSION'], {
    encoding: 'utf8',
    env: environment(),
  });
  if (error || status !== 0) return { missing: 'go is not installed; Go 1.22 or later is needed' };
  const go = stdout.trim();
  const minor = Number(/^go1\.(\d+)/.exec(go)?.[1]);
  return minor >= oldest ? { go } : { missing: `${go} is too old; Go 1.22 or later is needed` };
}

/** The files of one platform, and Node's name for it. */
function placeOf(arch) {
  const platform = `linux-${Object.keys(names).find((name) => names[name] === arch)}`;
  const folder = join(here, 'npm', platform);
  return { platform, program: join(folder, 'hostspec-runner'), provenance: join(folder, 'provenance.json') };
}

/** True if a program was built from this source and, if Go is installed, by that version. */
function isFresh(arch, go) {
  const { platform, program, provenance } = placeOf(arch);
  if (!existsSync(program) || !existsSync(provenance)) return false;
  const made = JSON.parse(readFileSync(provenance, 'utf8'));
  return (
    made.sourceSha256 === hashOfSource() &&
    (go === undefined || made.go === go) &&
    made.sha256 === hashOf(program) &&
    knownChecksums()[platform] === made.sha256
  );
}

/** A hash of everything except Go that determines the bytes of a program. */
function hashOfSource() {
  const hash = createHash('sha256').update(version());
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('_test.go'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [fileURLToPath(import.meta.url), ...files])
    hash.update(`\n${file.slice(here.length)} ${hashOf(file)}`);
  return hash.digest('hex');
}

function knownChecksums() {
  return existsSync(checksums) ? JSON.parse(readFileSync(checksums, 'utf8')) : {};
}

function writeJson(file, data) {
  writeFileSync(file, `${JSON.stringify(data, undefined, 2)}\n`);
}

/** The origin of a program, for its package. */
function provenanceOf(go, sha256) {
  const git = (...words) => spawnSync('git', ['-C', here, ...words], { encoding: 'utf8' }).stdout?.trim();
  const commit = git('rev-parse', 'HEAD');
  return {
    repository: 'https://github.com/hostspec/hostspec',
    directory: 'packages/runner/go',
    ...(commit ? { commit, ...(git('status', '--porcelain', '.') ? { modified: true } : {}) } : {}),
    version: version(),
    sourceSha256: hashOfSource(),
    go,
    sha256,
  };
}

/** Settings of the caller must not change the bytes, and nothing may be downloaded. */
function environment(arch) {
  const { PATH, HOME, GOCACHE, GOROOT, TMPDIR } = process.env;
  const fixed = {
    CGO_ENABLED: '0',
    GOOS: 'linux',
    GOFLAGS: '',
    GOENV: 'off',
    GOTOOLCHAIN: 'local',
    GOPROXY: 'off',
    GOWORK: 'off',
  };
  const levels = { GOAMD64: 'v1', GOARM64: 'v8.0', GOPPC64: 'power8' };
  const kept = Object.entries({ PATH, HOME, GOCACHE, GOROOT, TMPDIR }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...Object.fromEntries(kept),
    ...fixed,
    ...levels,
    ...(arch === undefined ? {} : { GOARCH: arch }),
  };
}

/** Builds for one architecture. Returns the reason on failure. */
function buildOne(arch, go, check) {
  const { platform, program, provenance } = placeOf(arch);
  const reason = compile(source, arch, `${program}.new`);
  if (reason !== undefined) return `the runner for ${arch} cannot be built:\n${reason}`;
  // Executable for everybody, writable for its owner, whatever umask Go saw.
  chmodSync(`${program}.new`, 0o755);
  renameSync(`${program}.new`, program);
  const sha256 = hashOf(program);
  writeJson(checksums, { ...knownChecksums(), [platform]: sha256 });
  writeJson(provenance, provenanceOf(go, sha256));
  cpSync(join(source, notices), join(dirname(program), notices));
  console.log(`${sha256}  ${platform}  ${readFileSync(program).length} bytes`);
  return check ? checkAgain(arch, sha256) : undefined;
}

/** Builds a copy of the source in another directory. Go's own packages have the same bytes in each, and stay as they were compiled. */
function checkAgain(arch, sha256) {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hostspec-runner-'));
  try {
    cpSync(source, join(elsewhere, 'a', 'copy'), { recursive: true });
    const file = join(elsewhere, 'runner');
    const reason = compile(join(elsewhere, 'a', 'copy'), arch, file);
    if (reason !== undefined) return `the runner for ${arch} cannot be built again:\n${reason}`;
    const again = hashOf(file);
    if (again === sha256) console.log(`the same bytes again for ${arch}`);
    return again === sha256
      ? undefined
      : `the runner for ${arch} is not reproducible: ${sha256}, then ${again}`;
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

function compile(directory, arch, output) {
  const small = ['-ldflags', `-s -w -buildid= -X main.build=${version()}`];
  const flags = [...compileFlags, '-buildvcs=false', ...small];
  const result = spawnSync('go', ['build', ...flags, '-o', output, '.'], {
    cwd: directory,
    env: environment(arch),
    encoding: 'utf8',
  });
  return result.status === 0 ? undefined : `${result.error?.message ?? result.stderr}`.trim();
}

/** The version of the package; 0.0.0 before the first. */
function version() {
  try {
    return JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version;
  } catch {
    return '0.0.0';
  }
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
