import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anotherUser, needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec, install, packages, parentOfPrograms } from '../testing/cli.js';

const itAsRoot = needs('root');

/** The files of a package with a domain of one spec. */
function domainPackage(name: string, spec = `${name}_hosts`, source?: string): Record<string, string> {
  const path = `node_modules/@hostspec/${name}`;
  const slice = {
    specs: { [spec]: { type: 'simple_file', path: '/etc/hosts', doc: 'd' } },
    domains: [{ name, version: '7.0.0' }],
    domainOf: { [spec]: name },
    providers: {},
    conditions: {},
    settings: {},
    values: {},
  };
  return {
    [`${path}/package.json`]: JSON.stringify({
      name: `@hostspec/${name}`,
      type: 'module',
      exports: { '.': { types: './index.d.ts', default: './index.js' }, './specs.json': './specs.json' },
    }),
    [`${path}/index.js`]: source ?? `export default ${JSON.stringify(slice)};`,
  };
}

const projectOf = (files: Record<string, string>): string => directoryOf(files, parentOfPrograms);

const names = (args: readonly string[], cwd = temporaryDirectory()): string[] => {
  const { status, stdout, stderr } = hostspec(['catalog', '--json', ...args], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return Object.keys(JSON.parse(stdout));
};

describe('the catalog that is installed with hostspec', () => {
  test('is found from wherever the command is started', () => {
    const whole = names([]);
    expect(whole).toEqual(expect.arrayContaining(['cmdline', 'hosts']));
    expect(names([], directoryOf(domainPackage('one')))).toEqual(whole);
    expect(names(['--domain', 'kernel'])).toContain('cmdline');
  });

  test('is the catalog of the project, if hostspec is installed there', () => {
    const project = directoryOf({ ...domainPackage('one'), ...domainPackage('two') });
    const { status, stdout, stderr } = install(project)('catalog', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['one_hosts', 'two_hosts']);
  });

  test('is the same if the command is started through a link', () => {
    const project = directoryOf(domainPackage('one'));
    install(project);
    symlinkSync(join(project, 'node_modules/@hostspec/cli/bin/hostspec.cjs'), join(project, 'link'));
    const { stdout } = spawnSync(process.execPath, [join(project, 'link'), 'catalog', '--json'], {
      cwd: directoryOf(domainPackage('two')),
      encoding: 'utf8',
    });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['one_hosts']);
  });

  test('includes packages that a package manager keeps in separate directories', () => {
    const store = 'node_modules/.pnpm/@hostspec+cli@1.0.0/';
    const project = directoryOf({ ...domainPackage('one'), [`${store}x`]: '' });
    install(join(project, store));
    symlinkSync(`../../${store}node_modules/@hostspec/cli`, join(project, 'node_modules/@hostspec/cli'));
    const bin = join(project, 'node_modules/@hostspec/cli/bin/hostspec.cjs');
    const { stdout } = spawnSync(process.execPath, [bin, 'catalog', '--json'], { encoding: 'utf8' });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['one_hosts']);
  });
});

test('packages above the installation are not part of it', () => {
  const above = directoryOf({ ...domainPackage('one'), 'sub/x': '' });
  expect(install(join(above, 'sub'))('catalog')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`no catalog is installed in ${above}/sub/node_modules;`),
  });
});

describe('--packages', () => {
  test('uses the domains of the directory, but of no directory above it', () => {
    const project = projectOf({ ...domainPackage('one'), ...domainPackage('two'), 'sub/node_modules/x': '' });
    expect(names(['--packages', project])).toEqual(['one_hosts', 'two_hosts']);
    expect(names(['--packages', '.'], project)).toEqual(['one_hosts', 'two_hosts']);
    expect(names(['--packages', project, '--domain', 'two'])).toEqual(['two_hosts']);
    const collected = hostspec(['collect', '--root', fakeRoot(), '--json', '--packages', project], {
      cwd: temporaryDirectory(),
    });
    expect(JSON.parse(collected.stdout).domains).toEqual([
      { name: 'one', version: '7.0.0' },
      { name: 'two', version: '7.0.0' },
    ]);
    expect(hostspec(['catalog', '--packages', join(project, 'sub')])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`no catalog is installed in ${project}/sub/node_modules; install `),
    });
  });

  test('adds domains that are not in the default catalog there', () => {
    const project = projectOf({ ...domainPackage('site'), ...domainPackage('kernel', 'not_this') });
    symlinkSync(`${packages}linux-specs`, join(project, 'node_modules/@hostspec/linux-specs'));
    expect(names(['--packages', project]).sort()).toEqual([...names([]), 'site_hosts'].sort());
    expect(names(['--packages', project, '--domain', 'site'])).toEqual(['site_hosts']);
  });

  test('falls back to the domains installed with hostspec', () => {
    const project = projectOf(domainPackage('one'));
    expect(names(['--packages', project, '--domain', 'one,kernel'])).toEqual(
      expect.arrayContaining(['cmdline', 'one_hosts']),
    );
  });

  test('lets a catalog file extend a package there by name', () => {
    const project = projectOf({ ...domainPackage('one'), 'site.yaml': 'extends: [one]\n' });
    const check = (...args: string[]) =>
      hostspec(['catalog', 'check', ...args, 'site.yaml'], { cwd: project });
    expect(check('--packages', '.').stdout).toContain('1 spec from one 7.0.0');
    expect(check()).toMatchObject({ status: 2, stderr: expect.stringContaining('"one" is installed with') });
  });

  test('does not let a catalog file extend a package that is not a catalog', () => {
    const project = projectOf({
      'node_modules/left/package.json': '{"main": "index.mjs"}',
      'node_modules/left/index.mjs': 'console.log("RUN")',
      'site.yaml': 'extends: [left]\n',
    });
    const { stdout, stderr } = hostspec(['catalog', 'check', '--packages', '.', 'site.yaml'], {
      cwd: project,
    });
    expect(stdout).toBe('');
    expect(stderr).toContain('no domain or catalog package "left" is installed');
  });

  test('explains what is wrong with the directory', () => {
    expect(hostspec(['catalog', '--packages', '/nix'])).toMatchObject({
      status: 2,
      stderr:
        'hostspec: --packages /nix/node_modules is not a directory; allowed: the directory in which npm install was run\n',
    });
  });
});

describe('--catalog with a program', () => {
  const program = (source: string, name = 'site.mjs') => join(projectOf({ [name]: source }), name);
  const good = domainPackage('one')['node_modules/@hostspec/one/index.js'] ?? '';

  test('uses its default export', () => {
    expect(names(['--catalog', program(good)])).toEqual(['one_hosts']);
    expect(names(['--catalog', program(good), '--domain', 'one'])).toEqual(['one_hosts']);
    const both = `${good.replace('export default', 'export const variantA =').replace('one_hosts', 'a_hosts')}\n${good}`;
    expect(names(['--catalog', program(both), '--variant', 'b'])).toEqual(['one_hosts']);
  });

  test.each([
    ['throw new Error("boom")', 'site.mjs cannot be loaded: boom'],
    ['export default 3', 'site.mjs does not export a slice or catalog as default'],
  ])('%s', (source, message) => {
    expect(hostspec(['catalog', '--catalog', program(source)])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  test('is never run by catalog check, catalog diff or with --packages', () => {
    const path = program('console.log("RUN")');
    for (const args of [
      ['catalog', 'check', path],
      ['catalog', 'diff', 'b', path],
      ['catalog', '--catalog', path, '--packages', '.'],
    ]) {
      const { status, stdout, stderr } = hostspec(args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('a program');
    }
  });
});

describe('an error names the package and the problem', () => {
  const failure = (files: Record<string, string>): string => {
    const { status, stdout, stderr } = hostspec(['catalog', '--packages', projectOf(files)]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    return stderr;
  };

  test('a package that cannot be loaded', () => {
    expect(failure(domainPackage('one', 'x', 'throw new Error("boom")'))).toContain(
      'package @hostspec/one cannot be loaded: boom',
    );
  });

  test('a package that does not export a slice', () => {
    expect(failure(domainPackage('one', 'x', 'export default 3'))).toContain(
      'package @hostspec/one does not export a slice or catalog as default',
    );
  });

  test.each([
    ['{', 'its package.json is not valid JSON'],
    ['3', 'its package.json is not a JSON object'],
    [' '.repeat(1_048_577), 'its package.json has 1048577 bytes; allowed: at most 1048576'],
    [
      '{"exports": {".": "../two/index.js", "./specs.json": "./specs.json"}}',
      '/node_modules/@hostspec/two/index.js, outside the package',
    ],
    [
      '{"exports": {".": "./missing.js", "./specs.json": "./specs.json"}}',
      '/one/missing.js cannot be read: no such file or directory',
    ],
  ])('a package with an invalid package.json', (manifest, message) => {
    const files = { ...domainPackage('one'), 'node_modules/@hostspec/one/package.json': manifest };
    const stderr = failure(files);
    expect(stderr).toContain('package @hostspec/one cannot be loaded: ');
    expect(stderr).toContain(message);
  });

  test('a package whose program is a FIFO', () => {
    const project = projectOf(domainPackage('one'));
    const entry = join(project, 'node_modules/@hostspec/one/index.js');
    rmSync(entry);
    execFileSync('mkfifo', [entry]);
    expect(hostspec(['catalog', '--packages', project])).toMatchObject({
      status: 2,
      stderr: `hostspec: package @hostspec/one cannot be loaded: ${entry} is not a regular file\n`,
    });
  });

  test('two packages that define the same spec', () => {
    expect(failure({ ...domainPackage('one', 'x'), ...domainPackage('two', 'x') })).toContain(
      'spec x is in both one and two: rename, omit or override one',
    );
  });

  test('no package: the error says what to install', () => {
    const alone = temporaryDirectory();
    const run = install(alone);
    expect(run('--version').status).toBe(0);
    for (const command of ['catalog', 'collect', 'plan'])
      expect(run(command)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `hostspec: no catalog is installed in ${alone}/node_modules; install all domains there (npm install @hostspec/linux-specs) or only those you need (npm install @hostspec/kernel @hostspec/networking), or name a directory that has domains in its node_modules (--packages DIR) or your own catalog (--catalog FILE)\n`,
      });
    const file = join(alone, 'own.yaml');
    expect(run('init', file).status).toBe(0);
    // No setting of a domain is known here.
    const config = join(alone, 'config.yaml');
    writeFileSync(config, 'setting-of-a-domain: x\n', { mode: 0o600 });
    expect(run('redact', file, '--config', config, '--output', join(alone, 'copy'))).toMatchObject({
      status: 0,
      stderr: '',
    });
    writeFileSync(config, 'rules: relative\n');
    expect(run('redact', file, '--config', config, '--output', join(alone, 'copy2')).status).toBe(2);
    expect(run('catalog', 'check', file).stdout).toContain(
      '4 specs from site 1.0.0; 4 of them defined in this file',
    );
  });
});

describe('root loads no code that others can change', () => {
  const evil = 'console.log("LOADED"); export default {}';
  const refused = (weaken: (folder: string, cwd: string) => void, why: RegExp) => {
    const above = projectOf({ 'project/x': '', ...prefixed('project/', domainPackage('one', 'x', evil)) });
    const project = join(above, 'project');
    weaken(join(project, 'node_modules/@hostspec/one'), project);
    const { status, stdout, stderr } = hostspec(['catalog', '--packages', project]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(why);
  };

  itAsRoot('a file of another user', () =>
    refused(
      (folder) => chownSync(join(folder, 'index.js'), 12345, 0),
      /one is not loaded as root: .*index\.js belongs to user 12345\n/,
    ),
  );
  itAsRoot('a project of another user', () =>
    refused(
      (_, project) => chownSync(project, 12345, 0),
      /project belongs to user 12345; make root the owner of it and of every directory above it \(chown root\)/,
    ),
  );
  itAsRoot('a project that everybody can write to, even with the sticky bit', () =>
    refused((_, project) => {
      chmodSync(project, 0o1777);
      chownSync(join(project, 'node_modules'), 12345, 0);
    }, /project can be written to by everybody;/),
  );
  itAsRoot('a link that others can turn elsewhere', () =>
    refused((folder, project) => {
      const real = join(project, 'real');
      cpSync(folder, real, { recursive: true });
      rmSync(folder, { recursive: true });
      symlinkSync(real, folder);
      chmodSync(join(project, 'node_modules/@hostspec'), 0o777);
    }, /@hostspec can be written to by everybody\n/),
  );

  itAsRoot('a program of another user, and one below a directory for everybody', () => {
    const path = join(projectOf({ 'site.mjs': evil }), 'site.mjs');
    chownSync(path, 12345, 0);
    const refusal = (file: string) => {
      const { status, stdout, stderr } = hostspec(['catalog', '--catalog', file]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      return stderr;
    };
    expect(refusal(path)).toContain(`${path} belongs to user 12345; make root the owner`);
    // Node looks there for package.json and node_modules.
    const common = join(projectOf({ 'all/own/site.mjs': evil }), 'all');
    chmodSync(common, 0o1777);
    expect(refusal(join(common, 'own/site.mjs'))).toContain(`${common} can be written to by everybody;`);
  });

  itAsRoot('what belongs to whom hostspec itself belongs to is trusted as that is', () => {
    const cwd = directoryOf(domainPackage('one'));
    const run = install(cwd);
    execFileSync('chown', ['-R', '12345:12345', cwd]);
    execFileSync('chmod', ['-R', 'g+w', cwd]);
    const catalog = () => run('catalog', '--json');
    expect(Object.keys(JSON.parse(catalog().stdout))).toEqual(['one_hosts']);
    chownSync(join(cwd, 'node_modules/@hostspec/one/index.js'), 54321, 12345);
    expect(catalog()).toMatchObject({ status: 2, stderr: expect.stringContaining('belongs to user 54321') });
  });

  needs(...anotherUser)('other users can load packages that others can change', () => {
    const cwd = directoryOf(domainPackage('one'));
    execFileSync('chown', ['-R', '12345', cwd]);
    const before = ['setpriv', '--reuid=65534', '--clear-groups', '--regid=65534'];
    chmodSync(cwd, 0o755);
    const { stdout } = hostspec(['catalog', '--json', '--packages', '.'], { cwd, before });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['one_hosts']);
  });
});

function prefixed(prefix: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [prefix + path, content]));
}
