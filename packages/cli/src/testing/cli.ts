import { spawn, spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { directoryOf, temporaryDirectory } from '../../../../tools/test/folder.js';

export { directoryOf, writeFiles } from '../../../../tools/test/folder.js';

/** The command as users start it; it runs the build. */
export const bin = fileURLToPath(new URL('../../bin/hostspec.cjs', import.meta.url));

/** The directory of the workspace's packages. */
export const packages = fileURLToPath(new URL('../../../', import.meta.url));

let isCurrent = process.env.HOSTSPEC_ANY_BUILD !== undefined;

/** Fails if the build, which tests of the command run, is not made from the sources as they are. */
export function checkBuild(): void {
  if (isCurrent) return;
  const { status, stderr } = spawnSync(process.execPath, [`${packages}../tools/build/sources.mjs`], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(stderr.trim());
  isCurrent = true;
}

/** The result of a run of the command. */
export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run the command. */
export interface CliOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A command line to put before it. */
  readonly before?: readonly string[];
}

/** Runs the command and waits for its end. */
export function hostspec(args: readonly string[], { cwd, env, before = [] }: CliOptions = {}): CliResult {
  checkBuild();
  const [program = '', ...rest] = [...before, process.execPath, bin, ...args];
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd,
    env: { ...process.env, NO_COLOR: undefined, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

/** Copies the command into a project as npm installs it; returns a function that runs it, in an empty directory by default. */
export function install(project: string): (...args: string[]) => CliResult {
  checkBuild();
  const folder = join(project, 'node_modules/@hostspec/cli');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(`${packages}cli/${part}`, join(folder, part), { recursive: true });
  const installed = join(folder, 'bin/hostspec.cjs');
  return (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [installed, ...args], {
      cwd: temporaryDirectory(),
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
}

/** Starts the command without waiting for its end. */
export function startHostspec(args: readonly string[], { cwd, before = [] }: CliOptions = {}) {
  checkBuild();
  const [program = '', ...rest] = [...before, process.execPath, bin, ...args];
  const child = spawn(program, rest, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk;
  });
  const ended = new Promise<CliResult>((resolve) =>
    child.on('close', (status) => resolve({ status, ...output })),
  );
  return { child, ended };
}

/** A command prefix that leaves only a private loopback as network, if the user may unshare it. */
export const withoutNetwork: readonly string[] =
  spawnSync('unshare', ['-n', 'true']).status === 0
    ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up 2> /dev/null; exec "$@"', 'sh']
    : [];

/** A temporary directory with these files, and a key in the file `k`. */
export function directoryWithKey(files: Parameters<typeof directoryOf>[0] = {}): string {
  const root = directoryOf(files);
  writeFileSync(join(root, 'k'), 'ab'.repeat(32), { mode: 0o600 });
  return root;
}

/** A directory for programs that root runs. It must not be below a world-writable directory such as /tmp. */
export const parentOfPrograms = process.geteuid?.() === 0 ? '/run' : tmpdir();

/** A command prefix, for root, that adds files to /etc in a mount namespace; they are paths below /etc, without single quotes. */
export function overEtc(files: Readonly<Record<string, string>>): readonly string[] {
  const scratch = temporaryDirectory();
  const upper = (path: string): string => join(scratch, 'upper', path);
  const etc = [
    `mount -t tmpfs tmpfs ${scratch}`,
    `mkdir -p ${scratch}/work ${Object.keys(files)
      .map((path) => dirname(upper(path)))
      .join(' ')}`,
    ...Object.entries(files).map(
      ([path, text]) =>
        `printf '%b\\n' '${text.replaceAll('\n', '\\n')}' > ${upper(path)} && chmod 600 ${upper(path)}`,
    ),
    `mount -t overlay overlay -o lowerdir=/etc,upperdir=${scratch}/upper,workdir=${scratch}/work /etc`,
    'exec "$@"',
  ].join(' && ');
  return ['unshare', '-m', 'sh', '-c', etc, 'sh'];
}

/** The root file system of a host, in a directory. */
export function fakeRoot(files: Readonly<Record<string, string>> = {}): string {
  return directoryOf({
    'etc/hostname': 'web1.example\n',
    'etc/os-release': 'ID=rhel\nVERSION_ID="9.4"\n',
    'etc/hosts': '127.0.0.1 localhost\n',
    'etc/resolv.conf': 'nameserver 192.0.2.1\n',
    'proc/cmdline': 'root=/dev/vda1 quiet\n',
    ...files,
  });
}
