// Builds the runner into the packages of npm/, and notes its checksums: node build.mjs [--all | --arch ARCH] [--check]
// ARCH as Go names it; the default is this machine's. --check builds twice, in different directories, and compares the bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'go');
const checksums = join(here, 'checksums.json');
// Node's names for the processors, and Go's.
const names = { x64: 'amd64', arm64: 'arm64', s390x: 's390x', ppc64: 'ppc64le' };
const architectures = Object.values(names);
const oldest = 22;

const options = {
  all: { type: 'boolean', default: false },
  arch: { type: 'string' },
  check: { type: 'boolean', default: false },
};

process.exitCode = main();

function main() {
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    return fail(`${error.message}; allowed: --all, --arch ${architectures.join(' | ')}, --check`);
  }
  const wanted = values.all ? architectures : [values.arch ?? names[process.arch]];
  if (!wanted.every((arch) => architectures.includes(arch)))
    return fail(`the architecture ${wanted[0]} is not known; allowed: ${architectures.join(', ')}`);
  const missing = whyNoGo();
  if (missing !== undefined) return fail(`the runner was not built: ${missing}`);
  const failed = wanted.map((arch) => buildOne(arch, values.check)).filter((reason) => reason !== undefined);
  for (const reason of failed) fail(reason);
  return failed.length > 0 ? 1 : 0;
}

function fail(reason) {
  console.error(reason);
  return 1;
}

/** Why no usable Go is there; undefined if one is. */
function whyNoGo() {
  const { stdout, error, status } = spawnSync('go', ['env', 'GOVERSION'], {
    encoding: 'utf8',
    env: environment(),
  });
  if (error || status !== 0) return 'go is not installed; Go 1.22 or later is needed';
  const minor = Number(/^go1\.(\d+)/.exec(stdout.trim())?.[1]);
  return minor >= oldest ? undefined : `${stdout.trim()} is too old; Go 1.22 or later is needed`;
}

/** No setting of the caller changes the bytes, and nothing is fetched. */
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

/** Builds for one architecture; returns the reason if that fails. */
function buildOne(arch, check) {
  const cpu = Object.keys(names).find((name) => names[name] === arch);
  const file = join(here, 'npm', `linux-${cpu}`, 'hostspec-runner');
  const reason = compile(source, arch, `${file}.new`);
  if (reason !== undefined) return `the runner for ${arch} cannot be built:\n${reason}`;
  renameSync(`${file}.new`, file);
  const sha256 = hashOf(file);
  const known = existsSync(checksums) ? JSON.parse(readFileSync(checksums, 'utf8')) : {};
  writeFileSync(checksums, `${JSON.stringify({ ...known, [`linux-${cpu}`]: sha256 }, undefined, 2)}\n`);
  console.log(`${sha256}  linux-${cpu}  ${readFileSync(file).length} bytes`);
  return check ? checkAgain(arch, sha256) : undefined;
}

/** Builds a copy of the source elsewhere, without what was compiled before. */
function checkAgain(arch, sha256) {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hostspec-runner-'));
  try {
    cpSync(source, join(elsewhere, 'a', 'copy'), { recursive: true });
    const file = join(elsewhere, 'runner');
    const reason = compile(join(elsewhere, 'a', 'copy'), arch, file, ['-a']);
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

function compile(directory, arch, output, more = []) {
  const flags = ['-trimpath', '-buildvcs=false', '-ldflags', `-s -w -buildid= -X main.build=${version()}`];
  const result = spawnSync('go', ['build', ...flags, ...more, '-o', output, '.'], {
    cwd: directory,
    env: environment(arch),
    encoding: 'utf8',
  });
  return result.status === 0 ? undefined : `${result.error?.message ?? result.stderr}`.trim();
}

/** The version of the package; 0.0.0 as long as it has none. */
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
