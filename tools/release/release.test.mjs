import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { carried } from '../build/carried.mjs';
import { packagesOf, programsOf, publishedOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { git } from '../workspace/run.mjs';
import { borrowTools, scratchWorkspace } from '../workspace/scratch.mjs';
import { bundlerChangesets } from './bundlers.mjs';
import { pendingChangesets } from './catalog-diff/released.mjs';
import { versionFiles } from './versions.mjs';

describe('in a copy of the workspace', () => {
  let copy;
  beforeAll(() => {
    copy = scratchWorkspace();
    borrowTools(copy);
    git(copy, 'rm', '--quiet', '--ignore-unmatch', '.changeset/*.md', ':!.changeset/README.md');
    git(copy, 'commit', '--quiet', '--allow-empty', '-m', 'Without pending changesets');
  });
  afterAll(() => rmSync(copy, { recursive: true }));
  beforeEach(() => {
    git(copy, 'checkout', '--quiet', '.');
    git(copy, 'clean', '--quiet', '-fd');
  });

  const versions = () => new Map(publishedOf(copy).map(({ manifest }) => [manifest.name, manifest.version]));

  /** Which packages get another version from a changeset, and what that is in parts. */
  const release = (bumps) => {
    const before = versions();
    const head = Object.entries(bumps).map(([name, bump]) => `'${name}': ${bump}`);
    writeFileSync(join(copy, '.changeset/a-change.md'), `---\n${head.join('\n')}\n---\n\nA change.\n`);
    execFileSync('npm', ['run', '--silent', 'release:version'], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const parts = (version) => version.split('.').map(Number);
    return Object.fromEntries(
      [...versions()]
        .filter(([name, version]) => version !== before.get(name))
        .map(([name, version]) => [
          name,
          ['major', 'minor', 'patch'][
            parts(version).findIndex((part, i) => part !== parts(before.get(name))[i])
          ],
        ]),
    );
  };

  test.each([
    [
      'a domain is released with the catalogs, which bundle it',
      { '@hostspec/kernel': 'minor' },
      { '@hostspec/default-specs': 'patch', '@hostspec/linux-specs': 'patch' },
    ],
    [
      'a patch of the engine releases no domain',
      { '@hostspec/engine': 'patch' },
      { hostspec: 'patch', '@hostspec/cli': 'patch' },
    ],
    ['a new domain in the catalog releases no command', { '@hostspec/default-specs': 'minor' }, {}],
    [
      'the client of the runner and its programs are released together',
      { '@hostspec/runner': 'patch' },
      Object.fromEntries(programsOf(root).map(({ manifest }) => [manifest.name, 'patch'])),
    ],
    [
      'a catalog that lost a domain is released with the package that installs it, which has the version of the command',
      { '@hostspec/default-specs': 'major' },
      { hostspec: 'patch', '@hostspec/cli': 'patch' },
    ],
  ])('%s', (_case, bumps, others) => {
    expect(release(bumps)).toEqual({ ...bumps, ...others });
  });

  const start = (options = [], env = {}) =>
    spawnSync(process.execPath, ['tools/release/release.mjs', ...options], {
      cwd: copy,
      encoding: 'utf8',
      // Were it to go on, it would meet no registry.
      env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', ...env },
    });

  test('nothing is published while changesets are pending', () => {
    writeFileSync(join(copy, '.changeset/a-change.md'), "---\n'@hostspec/kernel': patch\n---\n\nA change.\n");
    const { status, stderr } = start();
    expect(stderr).toContain('changesets that are not in a version yet: 1; run npm run release:version');
    expect(stderr).toContain('.changeset/a-change.md');
    expect(status).toBe(1);
  });

  test('nothing is released while a test fails', () => {
    const write = (name, text) => writeFileSync(join(copy, `tools/${name}.mjs`), text);
    write('workspace/setup', 'export const setupAnd = async () => 0;\n');
    write('test/test', 'process.exitCode = 1;\n');
    writeFileSync(join(copy, 'packages/runner/build.mjs'), '');
    const { status, stdout, stderr } = start(['--dry-run']);
    expect(stderr).toBe('tests fail, so nothing can be released; npm test shows which\n');
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  test.each([[], ['--dry-run']])('nothing is released without Go, whose options are %j', (...options) => {
    const built = join(copy, 'packages/spec/dist/index.js');
    mkdirSync(dirname(built), { recursive: true });
    writeFileSync(built, '');
    const { status, stdout, stderr } = start(options, { PATH: '/nonexistent' });
    expect(existsSync(built)).toBe(true);
    expect(stderr).toBe(
      'the runner was not built: go is not installed; Go 1.22 or later is needed\na release needs the runner for every platform, and nothing was released\n',
    );
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  test('a release cannot leave out the tests', () => {
    const { status, stderr } = start(['--without-tests']);
    expect(stderr).toBe('option --without-tests is not allowed without --dry-run\n');
    expect(status).toBe(1);
  });

  test('an unknown option is refused, even in a checkout in which nothing is installed yet', () => {
    renameSync(join(copy, 'node_modules'), join(copy, 'elsewhere'));
    const { status, stderr } = start(['--dryrun']);
    renameSync(join(copy, 'elsewhere'), join(copy, 'node_modules'));
    expect(stderr).toBe("Unknown option '--dryrun'; allowed: --dry-run, --without-tests\n");
    expect(status).toBe(2);
  });

  test('a release writes its version to the source and the changelog, and changes nothing else', () => {
    release({ '@hostspec/kernel': 'patch' });
    const { version } = packagesOf(copy).find(({ folder }) => folder === 'kernel').manifest;
    const changed = git(copy, 'status', '--porcelain')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' ').at(-1));
    expect(changed.sort()).toEqual([
      'packages/default-specs/CHANGELOG.md',
      'packages/default-specs/package.json',
      'packages/kernel/CHANGELOG.md',
      'packages/kernel/package.json',
      'packages/kernel/src/specs.ts',
      'packages/linux-specs/CHANGELOG.md',
      'packages/linux-specs/package.json',
    ]);
    expect(readFileSync(join(copy, 'packages/kernel/src/specs.ts'), 'utf8')).toContain(
      `\nexport const version = '${version}';\n`,
    );
    const changelog = readFileSync(join(copy, 'packages/kernel/CHANGELOG.md'), 'utf8');
    expect(changelog).toMatch(
      /^# @hostspec\/kernel\n\n## \d+\.\d+\.\d+\n\n### Patch Changes\n\n- .*A change\.\n/,
    );
    expect(changelog).toContain('\n## 1.0.0\n');
  });
});

test('the pending changesets release packages of this workspace', () => {
  const names = publishedOf(root).map(({ manifest }) => manifest.name);
  for (const { file, bumps } of pendingChangesets(root)) {
    expect(Object.keys(bumps), file).not.toEqual([]);
    expect(names, file).toEqual(expect.arrayContaining(Object.keys(bumps)));
  }
});

describe('what bundles a package is released with it', () => {
  const packages = packagesOf(root);
  const changeset = (bumps) => [{ file: 'a.md', bumps, summary: '' }];
  const bundlersOf = (...names) => [
    ...bundlerChangesets(
      packages,
      changeset(Object.fromEntries(names.map((name) => [name, 'minor']))),
    ).keys(),
  ];

  test.each(['registry', 'engine', 'files', 'local-host', 'archive-host', 'archive', 'report'])(
    'the command, with %s',
    (folder) => {
      expect(bundlersOf(`@hostspec/${folder}`)).toEqual(['@hostspec/cli']);
      expect(bundlersOf(`@hostspec/${folder}`, '@hostspec/cli')).toEqual([]);
    },
  );

  test.each(Object.entries(carried))('%s, with what it bundles', (bundler, names) => {
    for (const name of names) expect(bundlersOf(name)).toContain(bundler);
    expect(bundlersOf(...names, bundler)).not.toContain(bundler);
  });

  test.each(['default-specs', 'linux-specs', 'runner', 'testing'])('nothing, with %s', (folder) => {
    expect(bundlersOf(`@hostspec/${folder}`)).toEqual([]);
  });

  test('nothing, if a changeset releases nothing', () => {
    expect(bundlerChangesets(packages, changeset({ '@hostspec/engine': 'none' })).size).toBe(0);
  });

  test('with a patch that says which packages changed', () => {
    const text = bundlerChangesets(
      packages,
      changeset({ '@hostspec/files': 'minor', '@hostspec/engine': 'patch' }),
    );
    expect([...text.values()]).toEqual([
      "---\n'@hostspec/cli': patch\n---\n\nContains changes of `@hostspec/engine`, `@hostspec/files`.\n",
    ]);
  });
});

test.each(versionFiles().map(({ file, ...rest }) => ({ ...rest, name: relative(root, file) })))(
  '$name states the version of its package',
  ({ actual, expected }) => {
    expect(actual).toBe(expected);
  },
);
