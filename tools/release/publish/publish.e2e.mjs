import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { execa } from 'execa';
import { afterAll, describe, expect } from 'vitest';
import { writeFiles } from '../../test/folder.ts';
import { strictOptions } from '../../workspace/consumer.mjs';
import { packagesOf, publishedOf } from '../../workspace/packages.mjs';
import { root } from '../../workspace/root.mjs';
import { git } from '../../workspace/run.mjs';
import { scratchWorkspace } from '../../workspace/scratch.mjs';
import { registryAnswers, upstreamRegistry } from './possible.mjs';

/** A folder outside the workspace that packages are installed in and programs run in, with the registry of the test. */
const place = (folder, { url, env }) => {
  mkdirSync(folder, { recursive: true });
  const run = async (command, ...args) => {
    const { stdout } = await execa(command, args, { cwd: folder, env, stripFinalNewline: false });
    return stdout;
  };
  const write = (path, text) => writeFiles(folder, { [path]: text });
  if (!existsSync(join(folder, 'package.json')))
    write('package.json', '{ "private": true, "type": "module" }\n');
  return {
    folder,
    write,
    run,
    /** Installs packages from the test's registry, and from no other. */
    async install(...packages) {
      const registry = (await run('npm', 'config', 'get', 'registry')).trim();
      if (registry !== url) throw new Error(`npm would ask ${registry}, not ${url}`);
      await run('npm', 'install', ...packages);
    },
    /** Runs a command without a network, except for the loopback interface. */
    offline: (...command) =>
      run('unshare', '-n', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', ...command),
  };
};

/**
 * Starts a Verdaccio registry on 127.0.0.1 in a folder: it keeps hostspec's packages itself, and passes the others on
 * from `upstream`. Resolves to `{ url, env, stop }`; with `env`, npm and pnpm use only this registry.
 */
const startRegistry = async (folder, upstream) => {
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}/`;
  const log = join(folder, 'log');
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(configuration(upstream, log)));
  const bin = join(root, 'node_modules/verdaccio/bin/verdaccio');
  const listen = url.slice('http://'.length, -1);
  const words = [bin, '--config', join(folder, 'config.yaml'), '--listen', listen];
  const child = execa(process.execPath, words, { cwd: folder, stdio: 'ignore', reject: false });
  const stop = async () => {
    child.kill();
    await child;
  };
  await answering(url, child, log);
  const npmrc = join(folder, 'npmrc');
  const access = `${url.slice('http:'.length)}:_authToken=none`;
  writeFileSync(npmrc, `registry=${url}\n${access}\naudit=false\nfund=false\nupdate-notifier=false\n`);
  const env = {
    npm_config_registry: url,
    NPM_CONFIG_USERCONFIG: npmrc,
    npm_config_cache: join(folder, 'cache'),
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
    // This registry has no certificate, and each start of Node would read all of the machine.
    NODE_EXTRA_CA_CERTS: '',
  };
  return { url, env, stop };
};

// JSON is YAML.
const configuration = (upstream, log) => {
  const own = { access: '$all', publish: '$anonymous', unpublish: '$anonymous' };
  return {
    storage: './storage',
    auth: { htpasswd: { file: './htpasswd', max_users: -1 } },
    uplinks: { upstream: { url: upstream, timeout: '60s', max_fails: 5 } },
    packages: { '@hostspec/*': own, hostspec: own, '**': { access: '$all', proxy: 'upstream' } },
    max_body_size: '50mb',
    web: { enable: false },
    log: { type: 'file', path: log, level: 'warn' },
  };
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const answering = async (url, child, log) => {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`verdaccio ended: ${readFileSync(log, 'utf8')}`);
    try {
      if ((await fetch(`${url}-/ping`)).ok) return;
    } catch {
      // Not yet.
    }
    await wait(100);
  }
  throw new Error(`verdaccio does not answer at ${url}`);
};

// For what never ends, on a busy machine too.
const minutes = 4 * 60_000;
const lacking = lackingOf(['a network namespace', 'ip']);
const hasGo = spawnSync('go', ['version']).status === 0;
const answers = hasGo && (await registryAnswers());
const it =
  lacking.length > 0 ? needs(...lacking) : itNeeds(hasGo ? 'a registry of packages' : 'Go 1.22', answers);

/** The names of all domains. */
const domainsOf = (workspace) =>
  packagesOf(workspace)
    .filter(({ isDomain }) => isDomain)
    .map(({ folder }) => folder);

describe('from publish to collection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-publish-'));
  let workspace;
  let registry;
  afterAll(async () => {
    await registry?.stop();
    rmSync(folder, { recursive: true });
    if (workspace) rmSync(workspace, { recursive: true });
  }, minutes);

  const inWorkspace = async (args) => {
    const env = { TURBO_CACHE_DIR: join(root, '.turbo/cache') };
    const { stdout } = await execa({ cwd: workspace, env })`npm run --silent ${args}`;
    return stdout;
  };
  const publish = async () => {
    // npm and pnpm must use only this registry before they publish anything.
    const inRegistry = execa({ cwd: workspace, env: registry.env });
    expect((await inRegistry`npm config get registry`).stdout).toBe(registry.url);
    await inRegistry`${process.execPath} tools/release/publish-all.mjs`;
  };
  const patch = () => join(workspace, '.changeset/a-patch.md');
  // The catalogs carry their domains.
  const patched = ['@hostspec/default-specs', '@hostspec/kernel', '@hostspec/linux-specs'];
  const known = async (name) => (await fetch(`${registry.url}${name}`)).json();
  const published = async (name) => Object.keys((await known(name)).versions);
  const at = (name) => place(join(folder, name), registry);
  const versionOf = (name) =>
    packagesOf(workspace).find(({ manifest }) => manifest.name === name).manifest.version;
  const manifestOf = ({ folder: where }, archive) =>
    JSON.parse(readFileSync(join(where, archive, 'manifest.json'), 'utf8'));
  const collect = ['collect', '--only', 'date,cmdline', '--format', 'directory', '--output'];
  const collected = (here, archive) =>
    Object.fromEntries(manifestOf(here, archive).outcomes.map(({ name, status }) => [name, status]));
  const domainsIn = ({ folder: where }) =>
    readdirSync(join(where, 'node_modules/@hostspec')).filter((name) =>
      existsSync(join(where, 'node_modules/@hostspec', name, 'specs.json')),
    );

  it(
    'a dry run of the release says what would be published',
    async () => {
      // A second try begins with a new one.
      if (workspace) rmSync(workspace, { recursive: true });
      workspace = scratchWorkspace();
      // With the versions of this workspace, turbo has the build. The last test releases another one.
      git(workspace, 'rm', '--quiet', '--ignore-unmatch', '.changeset/*.md', ':!.changeset/README.md');
      git(workspace, 'commit', '--quiet', '--allow-empty', '-m', 'Without pending changesets');
      const bumps = patched.map((name) => `'${name}': patch\n`).join('');
      writeFileSync(patch(), `---\n${bumps}---\n\nA patch.\n`);
      // The tests run this one.
      const output = await inWorkspace(['release', '--', '--dry-run', '--without-tests']);
      for (const { manifest } of publishedOf(workspace))
        expect(output).toContain(`would publish: ${manifest.name} ${manifest.version}\n`);
      expect(output).toContain('@hostspec/kernel patch');
      expect(output).toContain('dry run: nothing was published');
    },
    5 * minutes,
  );

  it(
    'every package is published, with a tag for each',
    async () => {
      registry = await startRegistry(join(folder, 'registry'), upstreamRegistry());
      // What the dry run built, from the same commit.
      await publish();
      const tags = git(workspace, 'tag').trim().split('\n');
      const when = {};
      for (const { manifest } of publishedOf(workspace)) {
        const { versions, time } = await known(manifest.name);
        expect(Object.keys(versions)).toEqual([manifest.version]);
        expect(tags).toContain(`${manifest.name}@${manifest.version}`);
        when[manifest.name] = Date.parse(time[manifest.version]);
      }
      for (const { manifest } of publishedOf(workspace)) {
        const needed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
        for (const name of needed.filter((each) => each in when))
          expect(when[name], `${name}, which ${manifest.name} needs`).toBeLessThan(when[manifest.name]);
      }
    },
    5 * minutes,
  );

  it(
    'two domains are installed and collected, and no other is on the disk',
    async () => {
      const here = at('two-domains');
      await here.install('@hostspec/cli', '@hostspec/kernel', '@hostspec/networking');
      expect(domainsIn(here)).toEqual(['kernel', 'networking']);
      expect(
        readdirSync(join(here.folder, 'node_modules')).filter((name) => name.includes('hostspec')),
      ).toEqual(['@hostspec']);
      const command = ['node_modules/.bin/hostspec', 'collect', '--format', 'directory', '--output', 'host'];
      expect((await here.offline(...command)).trim().split('\n').at(-1)).toBe(join(here.folder, 'host'));
      const { domains, outcomes } = manifestOf(here, 'host');
      expect(domains).toEqual(
        ['kernel', 'networking'].map((name) => ({ name, version: versionOf(`@hostspec/${name}`) })),
      );
      expect(new Set(outcomes.map(({ domain }) => domain))).toEqual(new Set(['kernel', 'networking']));
      const statuses = Object.fromEntries(outcomes.map(({ name, status }) => [name, status]));
      expect(statuses).toMatchObject({ cmdline: 'collected', meminfo: 'collected' });
    },
    3 * minutes,
  );

  it(
    'a catalog file adds to two domains, and leaves out',
    async () => {
      const here = at('two-domains');
      here.write(
        'site.yaml',
        [
          'name: site',
          'version: "1.0.0"',
          'extends: [kernel, networking]',
          'pick: [cmdline, "ip_*", interrupts]',
          'skip: [interrupts]',
          'add:',
          '  site_mtu:',
          '    type: foreach_execute',
          '    command: /bin/cat /sys/class/net/%s/mtu',
          '    provider: { type: listdir, path: /sys/class/net }',
          '    doc: Largest packet of each interface',
          '',
        ].join('\n'),
      );
      const check = await here.run('node_modules/.bin/hostspec', 'catalog', 'check', 'site.yaml');
      expect(check).not.toBe('');
      const command = ['node_modules/.bin/hostspec', 'collect', '--catalog', 'site.yaml'];
      await here.offline(...command, '--format', 'directory', '--output', 'site');
      const { outcomes } = manifestOf(here, 'site');
      const statuses = Object.fromEntries(outcomes.map(({ name, status }) => [name, status]));
      expect(statuses).toMatchObject({ cmdline: 'collected', site_mtu: 'collected' });
      expect(Object.keys(statuses)).not.toContain('interrupts');
      expect(Object.keys(statuses)).not.toContain('meminfo');
    },
    3 * minutes,
  );

  it(
    'with hostspec every domain is installed',
    async () => {
      const here = at('everything');
      await here.install('hostspec');
      expect(domainsIn(here)).toEqual(domainsOf(workspace));
      const catalog = JSON.parse(await here.run('node_modules/.bin/hostspec', 'catalog', '--json'));
      const names = packagesOf(workspace)
        .filter(({ isDomain }) => isDomain)
        .map(({ path }) => JSON.parse(readFileSync(join(path, 'specs.json'), 'utf8')))
        .flatMap(({ specs, variants }) => Object.keys({ ...specs, ...variants.linux?.add }));
      expect(Object.keys(catalog).sort()).toEqual(names.sort());
    },
    3 * minutes,
  );

  const withTwoDomains = ['@hostspec/cli', '@hostspec/kernel', '@hostspec/system'];
  for (const [packages, domains] of [
    [['hostspec'], domainsOf],
    [withTwoDomains, () => ['kernel', 'system']],
  ])
    it(
      `installed globally, ${packages[0]} has its domains and its manual page`,
      async () => {
        const here = at(`global-${packages.length}`);
        const prefix = join(here.folder, 'prefix');
        await here.install('--global', '--prefix', prefix, ...packages);
        const catalog = JSON.parse(await here.run(join(prefix, 'bin/hostspec'), 'catalog', '--json'));
        const found = new Set(Object.values(catalog).map(({ domain }) => domain));
        expect([...found].sort()).toEqual(domains(workspace));
        expect(readFileSync(join(prefix, 'share/man/man1/hostspec.1'), 'utf8')).toMatch(/^\.TH HOSTSPEC/);
        await here.offline(join(prefix, 'bin/hostspec'), ...collect, 'host');
        expect(collected(here, 'host')).toMatchObject({ cmdline: 'collected', date: 'collected' });
      },
      3 * minutes,
    );

  const platform = `${process.platform}-${process.arch}`;

  const programIn = (where) => join(where, 'node_modules/@hostspec', `runner-${platform}`, 'hostspec-runner');
  const hostspec = (where, ...args) => {
    const { status, stdout, stderr } = spawnSync('node_modules/.bin/hostspec', args, {
      cwd: where,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  it(
    'the runner is installed with the command, for this machine only, and used',
    async () => {
      const { folder: where, offline } = at('everything');
      const programs = readdirSync(join(where, 'node_modules/@hostspec')).filter((name) =>
        name.startsWith('runner-'),
      );
      expect(programs).toEqual([`runner-${platform}`]);
      expect(statSync(programIn(where)).mode & 0o777).toBe(0o755);
      const provenance = JSON.parse(readFileSync(join(programIn(where), '../provenance.json'), 'utf8'));
      expect(provenance).toMatchObject({
        version: versionOf('@hostspec/runner'),
        commit: git(workspace, 'rev-parse', 'HEAD').trim(),
      });
      expect(hostspec(where, '--version')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(
          `^hostspec ${versionOf('hostspec')}\nrunner ${versionOf('@hostspec/runner')} \\(\\w+, protocol 3\\)\n$`,
        ),
      });
      await offline('node_modules/.bin/hostspec', ...collect, 'through-runner');
      expect(collected({ folder: where }, 'through-runner')).toMatchObject({
        cmdline: 'collected',
        date: 'collected',
      });
    },
    3 * minutes,
  );

  it(
    'a runner with one changed byte is refused, and nothing is run',
    () => {
      const { folder: where } = at('everything');
      const program = programIn(where);
      const bytes = readFileSync(program);
      const changed = Buffer.from(bytes);
      changed[changed.length - 1] ^= 1;
      // The runner of the run before may run for an instant longer than it, and nobody can write to a program that runs.
      const replace = (content) => {
        rmSync(program);
        writeFileSync(program, content, { mode: 0o755 });
      };
      replace(changed);
      const { status, stdout, stderr } = hostspec(where, ...collect, 'tampered');
      replace(bytes);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(
        /^hostspec: .*\/hostspec-runner is not the runner that hostspec was built with: its sha256 is \w{64}, not \w{64}; install hostspec again\n$/,
      );
      expect(existsSync(join(where, 'tampered'))).toBe(false);
    },
    3 * minutes,
  );

  it(
    'without optional packages the command does the work itself',
    async () => {
      // npm does not leave them out of what it installs globally.
      const here = at('no-runner');
      await here.install('--omit=optional', ...withTwoDomains);
      expect(hostspec(here.folder, '--version').stdout).toBe(
        `hostspec ${versionOf('hostspec')}\nno runner: @hostspec/runner is not installed; files and commands are accessed in this process\n`,
      );
      await here.offline('node_modules/.bin/hostspec', ...collect, 'host');
      expect(collected(here, 'host')).toMatchObject({ cmdline: 'collected', date: 'collected' });
    },
    3 * minutes,
  );

  it(
    'a TypeScript program composes a slice of its own, and collects',
    async () => {
      const here = at('program');
      const compilers = { ts59: '~5.9.0', ts70: '~7.0.0' };
      await here.install(
        '@hostspec/archive',
        '@hostspec/engine',
        '@hostspec/kernel',
        '@hostspec/local-host',
        '@types/node@20',
        ...Object.entries(compilers).map(([alias, range]) => `${alias}@npm:typescript@${range}`),
      );
      expect(domainsIn(here)).toEqual(['kernel']);
      const fixture = (name) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
      here.write('src/program.ts', fixture('program.ts'));
      const configuration = { compilerOptions: { ...strictOptions, rootDir: 'src' }, include: ['src'] };
      here.write('tsconfig.json', JSON.stringify(configuration));
      // Every misspelling is expected by a comment: one that compiles is an error.
      here.write('src/misspelt.ts', fixture('misspelt.ts'));
      const works = async ([alias, range]) => {
        const { version } = JSON.parse(
          readFileSync(join(here.folder, 'node_modules', alias, 'package.json'), 'utf8'),
        );
        expect(version.startsWith(range.slice(1, -1))).toBe(true);
        await here.run(process.execPath, `node_modules/${alias}/bin/tsc`, '-p', '.', '--outDir', alias);
        const output = await here.offline(process.execPath, `${alias}/program.js`, `host-${alias}`);
        expect(output.split('\n')).toEqual(
          expect.arrayContaining(['cmdline collected', 'site_release collected', `host-${alias}`]),
        );
        const { domains } = manifestOf(here, `host-${alias}`);
        expect(domains).toEqual([
          { name: 'kernel', version: versionOf('@hostspec/kernel') },
          { name: 'site', version: '0.1.0' },
        ]);
      };
      // Each uses one processor.
      await Promise.all(Object.entries(compilers).map(works));
    },
    5 * minutes,
  );

  it(
    'a patch of one domain is published with the catalogs alone, reaches its users, and appears in the manifest',
    async () => {
      const before = Object.fromEntries(
        packagesOf(workspace).map(({ manifest }) => [manifest.name, manifest.version]),
      );
      await inWorkspace(['release:version']);
      await inWorkspace(['build']);
      git(workspace, 'add', '.');
      git(workspace, 'commit', '--quiet', '-m', 'Version of kernel');
      await publish();
      const after = versionOf('@hostspec/kernel');
      expect(after).not.toBe(before['@hostspec/kernel']);
      for (const [name, version] of Object.entries(before))
        expect(await published(name)).toEqual(
          patched.includes(name) ? [version, versionOf(name)] : [version],
        );

      const here = at('everything');
      await here.run('npm', 'update', ...patched);
      const command = ['node_modules/.bin/hostspec', 'collect', '--only', 'cmdline', '--format', 'directory'];
      await here.offline(...command, '--output', 'after');
      const versions = Object.fromEntries(
        manifestOf(here, 'after').domains.map(({ name, version }) => [name, version]),
      );
      expect(versions).toMatchObject({ kernel: after, networking: before['@hostspec/networking'] });
    },
    3 * minutes,
  );
});
