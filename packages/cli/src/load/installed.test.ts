import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { specCount } from '../testing/catalog-size.js';
import { directoryOf, fakeRoot, hostspec, temporaryDirectory } from '../testing/cli.js';

const packages = fileURLToPath(new URL('../../../', import.meta.url));

/** The files of a package that brings a domain of one spec. */
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

const names = (args: readonly string[], cwd: string): string[] => {
  const { status, stdout, stderr } = hostspec(['catalog', '--json', ...args], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return Object.keys(JSON.parse(stdout));
};

describe('the catalog of the project in the current directory', () => {
  test('is made of the domains beside each other, in a directory above too', () => {
    const cwd = directoryOf({ ...domainPackage('one'), ...domainPackage('two'), 'sub/x': '' });
    expect(names([], cwd)).toEqual(['one_hosts', 'two_hosts']);
    expect(names([], join(cwd, 'sub'))).toEqual(['one_hosts', 'two_hosts']);
    expect(names(['--domain', 'two'], cwd)).toEqual(['two_hosts']);
    const { stdout } = hostspec(['collect', '--root', fakeRoot(), '--json'], { cwd });
    expect(JSON.parse(stdout).domains).toEqual([
      { name: 'one', version: '7.0.0' },
      { name: 'two', version: '7.0.0' },
    ]);
  });

  test('is the default catalog with the domains that are not in it', () => {
    const cwd = directoryOf({ ...domainPackage('site'), ...domainPackage('kernel', 'not_this') });
    symlinkSync(`${packages}default-specs`, join(cwd, 'node_modules/@hostspec/default-specs'));
    const all = names([], cwd);
    expect(all).toHaveLength(specCount + 1);
    expect(all).toContain('site_hosts');
    expect(names(['--domain', 'site'], cwd)).toEqual(['site_hosts']);
  });

  test('else the one that is installed with hostspec', () => {
    expect(names([], temporaryDirectory())).toHaveLength(specCount);
    expect(names(['--domain', 'kernel'], temporaryDirectory())).toContain('cmdline');
  });

  test('takes a domain from there where the project has it not', () => {
    const cwd = directoryOf(domainPackage('one'));
    expect(names(['--domain', 'one,kernel'], cwd)).toEqual(expect.arrayContaining(['cmdline', 'one_hosts']));
  });
});

describe('an error names the package and what is wrong', () => {
  const failure = (files: Record<string, string>): string => {
    const { status, stdout, stderr } = hostspec(['catalog'], { cwd: directoryOf(files) });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    return stderr;
  };

  test('one that cannot be loaded', () => {
    expect(failure(domainPackage('one', 'x', 'throw new Error("boom")'))).toContain(
      'package @hostspec/one cannot be loaded: boom',
    );
  });

  test('one that exports no slice', () => {
    expect(failure(domainPackage('one', 'x', 'export default 3'))).toContain(
      'package @hostspec/one exports no slice or catalog as default',
    );
  });

  test('two that have the same name for a spec', () => {
    expect(failure({ ...domainPackage('one', 'x'), ...domainPackage('two', 'x') })).toContain(
      'spec x is in both one and two: rename, omit or override one',
    );
  });

  test('none at all: what to install', () => {
    const alone = temporaryDirectory();
    const folder = join(alone, 'node_modules/hostspec');
    mkdirSync(folder, { recursive: true });
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(`${packages}cli/${part}`, join(folder, part), { recursive: true });
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(folder, 'bin/hostspec.js'), ...args], {
        cwd: alone,
        encoding: 'utf8',
      });
    expect(run('--version').status).toBe(0);
    for (const command of ['catalog', 'collect', 'plan'])
      expect(run(command)).toMatchObject({
        status: 2,
        stdout: '',
        stderr:
          'hostspec: no catalog is installed; install all domains (npm install @hostspec/default-specs) or those that you need (npm install @hostspec/kernel @hostspec/networking)\n',
      });
    expect(run('init').status).toBe(0);
    expect(run('catalog', 'check', 'hostspec.yaml').stdout).toContain(
      '4 specs from site 1.0.0; 4 of them its own',
    );
  });
});

describe.runIf(process.geteuid?.() === 0)('root loads no code that others could have written', () => {
  const evil = 'console.log("LOADED"); export default {}';
  const refused = (weaken: (folder: string, cwd: string) => void, why: RegExp) => {
    const cwd = directoryOf({ 'project/x': '', ...prefixed('project/', domainPackage('one', 'x', evil)) });
    weaken(join(cwd, 'project/node_modules/@hostspec/one'), join(cwd, 'project'));
    const { status, stdout, stderr } = hostspec(['catalog', '--json'], { cwd: join(cwd, 'project') });
    expect(stdout).not.toContain('LOADED');
    expect(stderr).toMatch(why);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    // The one that is installed with hostspec stands in.
    expect({ status, specs: Object.keys(JSON.parse(stdout)).length }).toEqual({
      status: 0,
      specs: specCount,
    });
  };

  test('a file of another user', () =>
    refused(
      (folder) => chownSync(join(folder, 'index.js'), 12345, 0),
      /one is not loaded as root: .*index\.js belongs to user 12345\n/,
    ));
  test('a file that the group can write to', () =>
    refused(
      (folder) => chmodSync(join(folder, 'index.js'), 0o664),
      /index\.js can be written to by group 0\n/,
    ));
  test('a package that everybody can write to', () =>
    refused((folder) => chmodSync(folder, 0o777), /one can be written to by everybody\n/));
  test('a project of another user', () =>
    refused((_, project) => chownSync(project, 12345, 0), /project belongs to user 12345\n/));
  test('a project that everybody can write to, even where things stick', () =>
    refused((_, project) => {
      chmodSync(project, 0o1777);
      chownSync(join(project, 'node_modules'), 12345, 0);
    }, /belongs to user 12345\n/));
  test('a link that others can turn elsewhere', () =>
    refused((folder, project) => {
      const real = join(project, 'real');
      cpSync(folder, real, { recursive: true });
      rmSync(folder, { recursive: true });
      symlinkSync(real, folder);
      chmodSync(join(project, 'node_modules/@hostspec'), 0o777);
    }, /@hostspec can be written to by everybody\n/));

  test('what belongs to whom hostspec itself belongs to is trusted as that is', () => {
    const cwd = directoryOf(domainPackage('one'));
    const folder = join(cwd, 'node_modules/hostspec');
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(`${packages}cli/${part}`, join(folder, part), { recursive: true });
    execFileSync('chown', ['-R', '12345:12345', cwd]);
    execFileSync('chmod', ['-R', 'g+w', cwd]);
    const catalog = () =>
      spawnSync(process.execPath, [join(folder, 'bin/hostspec.js'), 'catalog', '--json'], {
        cwd,
        encoding: 'utf8',
      });
    expect(Object.keys(JSON.parse(catalog().stdout))).toEqual(['one_hosts']);
    chownSync(join(cwd, 'node_modules/@hostspec/one/index.js'), 54321, 12345);
    expect(catalog()).toMatchObject({ status: 2, stderr: expect.stringContaining('belongs to user 54321') });
  });

  test('anybody else loads what is there', () => {
    const cwd = directoryOf(domainPackage('one'));
    execFileSync('chown', ['-R', '12345', cwd]);
    const before = ['setpriv', '--reuid=65534', '--clear-groups', '--regid=65534'];
    chmodSync(cwd, 0o755);
    const { stdout } = hostspec(['catalog', '--json'], { cwd, before });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['one_hosts']);
  });
});

function prefixed(prefix: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [prefix + path, content]));
}
