import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { itNeeds, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { type CliResult, directoryOf, fakeRoot, hostspec, install, packages } from '../testing/cli.js';
import { version } from '../version.js';

const platform = `${process.platform}-${process.arch}`;
const isBuilt = existsSync(`${packages}runner/npm/${platform}/hostspec-runner`);
const itRuns = itNeeds('a runner', isBuilt);
const itRefuses = isBuilt ? needs('root') : itRuns;
const used = new RegExp(`^hostspec ${version}\nrunner \\d\\S* \\(\\w+, protocol \\d+\\)\n$`);

/** A client that shows that it was loaded. */
const evil = {
  'package.json': '{"type": "module", "exports": {".": {"default": "./index.js"}}}',
  'index.js': 'console.log("LOADED"); export const findRunner = () => "LOADED";',
};

function packageIn(folder: string, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(evil).map(([file, text]) => [`${folder}/@hostspec/${name}/${file}`, text]),
  );
}

const parts: Readonly<Record<string, string>> = {
  runner: 'runner',
  spec: 'spec',
  [`runner-${platform}`]: `runner/npm/${platform}`,
};

/** Copies packages of the workspace into a project as npm installs them. */
function add(project: string, ...names: readonly string[]): void {
  for (const name of names)
    cpSync(`${packages}${parts[name]}`, join(project, 'node_modules/@hostspec', name), {
      recursive: true,
      filter: (path) =>
        !/\/(node_modules|src|go|npm\/linux-\w+\/node_modules)(\/|$)/.test(path.slice(packages.length)),
    });
}

/** The command installed with its runner: the project, the directory of the packages, and a function that runs it. */
function installed(project = directoryOf({})) {
  const run = install(project);
  add(project, 'runner', 'spec', `runner-${platform}`);
  return { project, scope: join(project, 'node_modules/@hostspec'), run };
}

function withoutRunner({ status, stdout, stderr }: CliResult, reason: string): void {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(
    `hostspec ${version}\nno runner: ${reason}; files and commands are accessed in this process\n`,
  );
}

itRuns('the runner that is installed with hostspec is used', () => {
  const { run } = installed();
  expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(used), stderr: '' });
});

itRuns('a plan says who would read and run', () => {
  const args = ['plan', '--only', 'hosts'];
  const access = (...more: string[]) => JSON.parse(hostspec([...args, '--json', ...more]).stdout).access;
  expect(access()).toEqual({
    by: 'runner',
    build: expect.any(String),
    arch: expect.any(String),
    protocol: 3,
  });
  expect(access('--in-process')).toEqual({ by: 'process', reason: '--in-process is set' });
  expect(access('--root', fakeRoot())).toMatchObject({ by: 'runner' });
  expect(hostspec(args).stdout).toMatch(/^runner \d\S* \(\w+, protocol 3\)\n\nwould be collected\n/);
  expect(hostspec([...args, '--in-process']).stdout).toMatch(
    /^no runner: --in-process is set; files and commands are accessed in this process\n\nwould be/,
  );
});

describe('only the installation is searched', () => {
  test('no directory above it', () => {
    const above = directoryOf({ ...packageIn('node_modules', 'runner'), 'project/x': '' });
    withoutRunner(install(join(above, 'project'))('--version'), '@hostspec/runner is not installed');
  });

  test('neither NODE_PATH, nor the home directory, nor the current directory', () => {
    const project = directoryOf({});
    install(project);
    const other = directoryOf({
      ...packageIn('node_modules', 'runner'),
      ...packageIn('.node_modules', 'runner'),
      ...packageIn('.node_libraries', 'runner'),
    });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(project, 'node_modules/@hostspec/cli/bin/hostspec.cjs'), '--version'],
      {
        cwd: other,
        env: { ...process.env, NODE_PATH: join(other, 'node_modules'), HOME: other },
        encoding: 'utf8',
      },
    );
    withoutRunner({ status, stdout, stderr }, '@hostspec/runner is not installed');
  });

  test('for its program neither', () => {
    const name = `runner-${platform}`;
    const above = directoryOf({ ...packageIn('node_modules', name), 'project/x': '' });
    const { scope, run } = installed(join(above, 'project'));
    rmSync(join(scope, name), { recursive: true });
    withoutRunner(
      run('--version'),
      isBuilt ? `@hostspec/${name} is not installed` : `no runner was built for ${platform}`,
    );
  });
});

describe('root uses no runner that others can change', () => {
  const catalog =
    'name: site\nversion: "1.0.0"\nadd:\n  hosts: { type: simple_file, path: /etc/hosts, doc: d }\n';

  /** Weakens an installation; then the runner is not used, and the work is done without it. */
  const refused = (weaken: (scope: string, project: string) => void, why: string) => {
    const { project, scope, run } = installed();
    weaken(scope, project);
    const told = run('--version').stdout;
    expect(told).toContain('no runner: ');
    expect(told).toContain(why);
    const site = join(directoryOf({ 'site.yaml': catalog }, '/run'), 'site.yaml');
    const { status, stdout, stderr } = run('plan', '--json', '--catalog', site, '--root', fakeRoot());
    expect(status).toBe(0);
    expect(stderr).toContain('hostspec: no runner is used: ');
    expect(stderr).toContain(why);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout).access).toMatchObject({ by: 'process' });
    expect(stdout).not.toContain('LOADED');
  };
  const plant = (folder: string): void => {
    for (const [file, text] of Object.entries(evil)) writeFileSync(join(folder, file), text);
  };

  itRefuses('a client of another user', () =>
    refused((scope) => {
      plant(join(scope, 'runner'));
      chownSync(join(scope, 'runner/index.js'), 12345, 0);
    }, 'runner/index.js belongs to user 12345'),
  );
  itRefuses('checksums that others can write', () =>
    refused(
      (scope) => chmodSync(join(scope, 'runner/checksums.json'), 0o666),
      'checksums.json can be written to by everybody',
    ),
  );
  itRefuses('a link to a client elsewhere, in a directory for everybody', () =>
    refused((scope, project) => {
      const common = join(project, 'common');
      mkdirSync(common);
      renameSync(join(scope, 'runner'), join(common, 'runner'));
      symlinkSync(join(common, 'runner'), join(scope, 'runner'));
      chmodSync(common, 0o1777);
    }, 'common can be written to by everybody'),
  );
  itRefuses('a package of the program that others can write', () =>
    refused(
      (scope) => chmodSync(join(scope, `runner-${platform}`), 0o777),
      `runner-${platform} can be written to by everybody`,
    ),
  );
  itRefuses('a program of another user, even the right one', () =>
    refused(
      (scope) => chownSync(join(scope, `runner-${platform}/hostspec-runner`), 12345, 0),
      'hostspec-runner belongs to user 12345',
    ),
  );
});

itRuns('a program with one other byte is refused, and nothing is collected', () => {
  const { scope, run } = installed();
  const program = join(scope, `runner-${platform}/hostspec-runner`);
  const bytes = readFileSync(program);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(program, bytes);
  const output = directoryOf({});
  const site =
    'name: site\nversion: "1.0.0"\nadd:\n  now: { type: simple_command, command: /bin/date, doc: d }\n';
  const catalog = join(
    directoryOf({ 'site.yaml': site }, process.geteuid?.() === 0 ? '/run' : undefined),
    'site.yaml',
  );
  const sentence = new RegExp(
    `^hostspec: ${program} is not the runner that hostspec was built with: its sha256 is \\w{64}, not \\w{64}; install hostspec again\n$`,
  );
  const collected = run('collect', '--catalog', catalog, '--output', join(output, 'host'));
  expect(collected).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  expect(readdirSync(output)).toEqual([]);
  const told = run('--version');
  expect(told).toMatchObject({
    status: 1,
    stdout: `hostspec ${version}\n`,
    stderr: expect.stringMatching(sentence),
  });
  const without = run('collect', '--in-process', '--catalog', catalog, '--output', join(output, 'host'));
  expect(without.status).toBe(0);
});
