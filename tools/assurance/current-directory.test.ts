import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anotherUser } from '@hostspec/testing';
import {
  asAccount,
  fifo,
  type PathologicalHost,
  plainFile,
  racingExchange,
  sparseFile,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { hostspec, runHostspec } from './cli.js';
import { promise } from './scene.js';

const attacker = 43_210;
const analyst = 43_211;
const slow = { timeout: 600_000 };
const needsPython = !existsSync('/usr/bin/python3') && 'python3';
const needsStrace = spawnSync('strace', ['--version']).status !== 0 && 'strace';

/** Every command that loads a catalog or configuration; `out` is where an archive may go. */
const commands = (out: string, site: string): readonly (readonly string[])[] => [
  ['catalog', '--json'],
  ['show', 'cmdline'],
  ['config'],
  ['explain', 'cmdline'],
  ['plan', '--only', 'cmdline'],
  ['collect', '--only', 'cmdline', '--quiet', '--output', out],
  ['catalog', 'check', site],
  ['catalog', '--catalog', site],
  ['plan', '--catalog', site],
  ['catalog', 'diff', 'a', 'b'],
  ['catalog', 'diff', 'kernel', '@hostspec/networking'],
  ['--help'],
];

/** Those that are told to look at the current directory as a host: for its files, not for code. */
const commandsThere = (out: string): readonly (readonly string[])[] => [
  ['plan', '--root', '.', '--only', 'cmdline'],
  ['collect', '--root', '.', '--only', 'cmdline', '--quiet', '--output', out],
  ['collect', '--archive', '.', '--only', 'cmdline', '--quiet', '--output', out],
  ['plan', '--archive', '.', '--only', 'cmdline'],
];

// Every name that tools for Node look for in the directory they start in.
const files = [
  'package.json',
  'hostspec.yaml',
  'hostspec.json',
  'hostspec.config.mjs',
  'config.yaml',
  'catalog.mjs',
  'a',
  'b',
  'kernel',
  'tsconfig.json',
  'node.config.json',
  '.npmrc',
  '.env',
  '.hostspecrc',
];
const packages = [
  '@hostspec/default-specs',
  '@hostspec/kernel',
  '@hostspec/spec',
  '@hostspec/evil',
  'yaml',
  'evil',
];

interface Scene {
  /** Where the command is started: a directory of the attacker, below another one. */
  readonly here: string;
  /** The payload, which only root can create. */
  readonly canary: string;
  /** A catalog of root's own. */
  readonly site: string;
}

function scene(host: PathologicalHost): Scene {
  return {
    here: host.makeDirectory('theirs', 'project'),
    canary: host.path('canary'),
    site: plainFile(host.path('own', 'site.yaml'), 'name: own\nextends: [kernel]\npick: [cmdline]\n'),
  };
}

/** The arguments that run a program in a directory: to enter a host's mounts leads to their root. */
const from =
  (directory: string) =>
  (argv: readonly string[]): readonly string[] => ['env', `--chdir=${directory}`, ...argv];

const payload = (canary: string): string =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(canary)}, String(process.geteuid()));\nexport default {};\n`;

/** A package whose every way in leads to the payload. */
function evilPackage(folder: string, canary: string): void {
  plainFile(join(folder, 'index.js'), payload(canary));
  const target = { 'module-sync': './index.js', import: './index.js', default: './index.js' };
  const manifest = {
    name: 'evil',
    type: 'module',
    main: './index.js',
    dependencies: { '@hostspec/spec': '*' },
    exports: { '.': target, './specs.json': './index.js', './*': './index.js' },
  };
  plainFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

const give = (host: PathologicalHost, path: string): Promise<string> =>
  host.prepare('chown', '-hR', `${attacker}:${attacker}`, path);

interface Result {
  readonly overdue: boolean;
  readonly status: number | null;
  /** With `HOST` for the host's own directory, which has another name in each test. */
  readonly printed: string;
}

/** The results in a directory of root in which nothing is planted, by command: they are the same in each test. */
const elsewhere = new Map<string, Result>();

/** Runs commands here and, once, in a directory of root: nothing may differ except messages about the directory itself. */
async function sameAsElsewhere(
  host: PathologicalHost,
  { here, site }: Scene,
  env: Readonly<Record<string, string>> = {},
  untold = commands,
): Promise<void> {
  const out = host.path('out.tar.gz');
  const ownDirectory = dirname(plainFile(host.path('elsewhere', 'file'), ''));
  const general = (text: string): string => text.replaceAll(host.path(), 'HOST');
  const run = async (args: readonly string[], directory: string, more = {}): Promise<Result> => {
    await host.prepare('rm', '-rf', out);
    const { overdue, status, stdout, stderr } = await runHostspec(host, args, {
      enter: from(directory),
      env: { ...(process.env as Record<string, string>), ...more },
      deadline: 120,
    });
    return { overdue, status, printed: general(stdout + stderr) };
  };
  const expectedOf = async (args: readonly string[]): Promise<Result> => {
    const name = general(args.join(' '));
    const result = elsewhere.get(name) ?? (await run(args, ownDirectory));
    elsewhere.set(name, result);
    return result;
  };
  for (const args of untold(out, site)) {
    const expected = await expectedOf(args);
    expect([args, await run(args, here, env)]).toEqual([args, { ...expected, overdue: false }]);
  }
  for (const args of commandsThere(out)) {
    const { status } = await expectedOf(args);
    expect([args, await run(args, here, env)]).toMatchObject([args, { status, overdue: false }]);
  }
}

describe('The current directory', () => {
  promise(
    'No command runs JavaScript from the current directory or one above it',
    async (host) => {
      const made = scene(host);
      const { here, canary } = made;
      for (const directory of [here, dirname(here)]) {
        for (const name of packages) evilPackage(join(directory, 'node_modules', name), canary);
        for (const name of files) plainFile(join(directory, name), payload(canary));
        plainFile(join(directory, 'hostspec.yaml'), 'extends: [evil]\n');
        plainFile(join(directory, '.npmrc'), 'node-options=--import=./catalog.mjs\n');
        plainFile(join(directory, '.env'), 'NODE_OPTIONS=--import=./catalog.mjs\n');
      }
      await give(host, host.path('theirs'));
      const env = { NODE_PATH: `${here}/node_modules:node_modules`, NODE_OPTIONS: '--preserve-symlinks' };
      await sameAsElsewhere(host, made, env);
      expect(existsSync(canary)).toBe(false);
      // The same payload runs if somebody asks for it.
      await host.prepare(process.execPath, join(here, 'catalog.mjs'));
      expect(readFileSync(canary, 'utf8')).toBe('0');
    },
    slow,
  );

  const traps: Readonly<Record<string, (path: string) => void>> = {
    'FIFOs that nobody writes to': (path) => void fifo(path),
    'links to an endless device': (path) => {
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync('/dev/zero', path);
    },
    'files of 1.9 GB': (path) => void sparseFile(path, 1_900_000_000, '{}'),
  };
  for (const [what, trap] of Object.entries(traps))
    promise(
      `No command waits or grows for ${what} in the current directory`,
      async (host) => {
        const made = scene(host);
        const { here } = made;
        for (const name of [...files, 'node_modules']) trap(join(here, name));
        for (const name of packages) trap(join(dirname(here), 'node_modules', name, 'package.json'));
        await give(host, host.path('theirs'));
        // The others look up no name there, as the next test says.
        await sameAsElsewhere(host, made, {}, () => []);
      },
      slow,
    );

  promise(
    'No command looks up any name in the current directory or one above it',
    async (host) => {
      const { here, site } = scene(host);
      await give(host, host.path('theirs'));
      const log = host.path('calls');
      const traced = async (...argv: readonly string[]): Promise<string[]> => {
        const strace = [
          'strace',
          '-f',
          '-qqq',
          '-e',
          'signal=none',
          '-e',
          'trace=%file,getdents64',
          '-o',
          log,
        ];
        await host.run(from(here)([...strace, ...argv]), { deadline: 120 });
        const calls = readFileSync(log, 'utf8').split('\n');
        return calls.filter((call) => looksThere(call, host.path('theirs')));
      };
      for (const args of commands(host.path('out.tar.gz'), site))
        expect([args, await traced(...hostspec, ...args)]).toEqual([args, []]);
      // Check that the watch works.
      expect(await traced('cat', 'package.json')).toHaveLength(1);
      expect(await traced('cat', join(dirname(here), 'package.json'))).toHaveLength(1);
    },
    { ...slow, needs: needsStrace },
  );

  promise(
    'A link to the command in a directory of another user uses the packages of the installation',
    async (host) => {
      const { here, canary } = scene(host);
      for (const name of packages) evilPackage(join(here, 'node_modules', name), canary);
      await give(host, host.path('theirs'));
      const [node = '', bin = ''] = hostspec;
      symlinkSync(bin, join(here, 'node_modules/hostspec.js'));
      const args = ['catalog', '--json'];
      const linked = await host.run(from(here)([node, join(here, 'node_modules/hostspec.js'), ...args]));
      expect(linked).toMatchObject({ status: 0, stderr: '' });
      expect(linked.stdout).toBe((await runHostspec(host, args)).stdout);
      expect(existsSync(canary)).toBe(false);
    },
    slow,
  );

  promise(
    "A stranger's catalog file cannot load code, whatever it extends",
    async (host) => {
      // Not as root, who would load nothing of a stranger anyway.
      const { here } = scene(host);
      const canary = join(host.makeDirectory('analysts-own'), 'canary');
      await host.prepare('chown', `${analyst}:${analyst}`, dirname(canary));
      for (const name of packages) evilPackage(join(here, 'node_modules', name), canary);
      plainFile(join(here, 'evil.mjs'), payload(canary));
      const names = [
        'evil',
        '@hostspec/evil',
        './node_modules/evil',
        '../project/node_modules/evil',
        join(here, 'node_modules/evil'),
        join('../'.repeat(20), here, 'node_modules/evil'),
        join('@hostspec', '../'.repeat(20), here, 'node_modules/evil'),
        `@hostspec/${'../'.repeat(20)}${here}/node_modules/evil`,
        `file://${here}/evil.mjs`,
        'data:text/javascript,process.exit(77)',
        './evil.mjs',
        'evil/index.js',
        '..',
        '.',
        'constructor',
        '__proto__',
      ];
      for (const name of names) {
        plainFile(join(here, 'site.yaml'), JSON.stringify({ extends: [name] }));
        await give(host, here);
        // These resolve names as the first command does, so one name is enough.
        const others = [
          ['catalog', '--catalog', 'site.yaml'],
          ['catalog', 'diff', 'site.yaml', 'b'],
        ];
        for (const args of [['catalog', 'check', 'site.yaml'], ...(name === names[0] ? others : [])]) {
          const enter = (argv: readonly string[]) => from(here)(asAccount(analyst)(argv));
          const { status, stdout, stderr } = await runHostspec(host, args, { enter });
          expect([name, status, stdout]).toEqual([name, 2, '']);
          expect(stderr).toContain('is installed with hostspec');
        }
      }
      expect(existsSync(canary)).toBe(false);
    },
    { ...slow, needs: anotherUser },
  );

  promise(
    'As root, no command runs or follows a path that another user can change, even if the command line names it',
    async (host) => {
      const { here, canary, site } = scene(host);
      for (const name of packages) evilPackage(join(here, 'node_modules', name), canary);
      plainFile(join(here, 'catalog.mjs'), payload(canary));
      plainFile(join(here, 'site.yaml'), 'extends: [kernel]\n');
      plainFile(join(here, 'config.yaml'), '{}\n');
      await give(host, here);
      // By a link of root's own, and by one of the attacker's to a file of root's own, which he can turn elsewhere.
      symlinkSync(join(here, 'catalog.mjs'), host.path('own', 'link.mjs'));
      await host.prepare(...asAccount(attacker)(['ln', '-s', site, join(here, 'to-root.yaml')]));
      symlinkSync(join(here, 'to-root.yaml'), host.path('own', 'through-theirs.yaml'));
      for (const args of [
        ['plan', '--catalog', host.path('own', 'through-theirs.yaml')],
        ['catalog', '--catalog', './catalog.mjs'],
        ['show', 'cmdline', '--catalog', host.path('own', 'link.mjs')],
        ['catalog', '--packages', '.'],
        ['config', '--packages', '.'],
        ['catalog', 'check', '--packages', '.', site],
        ['catalog', 'diff', '--packages', '.', 'a', 'b'],
        ['plan', '--packages', '.'],
        ['plan', '--catalog', 'site.yaml'],
        ['plan', '--catalog', 'to-root.yaml'],
        ['explain', 'cmdline', '--config', 'config.yaml'],
        ['collect', '--catalog', 'site.yaml', '--output', host.path('out.tar.gz')],
        ['init', 'new.yaml'],
      ]) {
        const { status, stdout, stderr } = await runHostspec(host, args, { enter: from(here) });
        expect([args, status, stdout]).toEqual([args, 2, '']);
        expect(stderr).toContain(`because others can change`);
        expect(stderr).toContain(`belongs to user ${attacker}`);
      }
      expect([canary, host.path('out.tar.gz'), join(here, 'new.yaml')].filter(existsSync)).toEqual([]);
      // What only is printed may be anybody's.
      expect(await runHostspec(host, ['catalog', 'check', 'site.yaml'], { enter: from(here) })).toMatchObject(
        {
          status: 0,
        },
      );
    },
    // Not below a directory for everybody, which would be reason enough.
    { ...slow, parent: '/run' },
  );

  promise(
    'A catalog file that swaps places with a FIFO is read or refused, and nothing waits for the FIFO',
    async (host) => {
      const { here } = scene(host);
      const path = plainFile(join(here, 'site.yaml'), 'extends: [kernel]\n');
      const race = await racingExchange(path, fifo(join(here, 'pipe')));
      host.defer(race.kill);
      const met = { read: false, refused: false };
      for (let round = 0; round < 4 || !met.read || !met.refused; round++) {
        expect(round).toBeLessThan(60);
        const checks = Array.from({ length: 4 }, () => runHostspec(host, ['catalog', 'check', path]));
        for (const { overdue, status, stderr } of await Promise.all(checks)) {
          expect(overdue).toBe(false);
          if (status === 0) met.read = true;
          else {
            expect([status, stderr]).toEqual([2, `hostspec: FILE ${path} is not a regular file\n`]);
            met.refused = true;
          }
        }
      }
    },
    { ...slow, needs: needsPython },
  );
});

/** Whether a call that strace noted names something below a directory, or relative to the current one. */
function looksThere(call: string, directory: string): boolean {
  const [, name = '', first = '', rest = ''] = /^\d+ +(\w+)\(([^,)]*)(?:, ([^,)]*))?/.exec(call) ?? [];
  if (name === 'getcwd' || name === 'execve') return false;
  const path = first.startsWith('"') ? first : first === 'AT_FDCWD' ? rest : '';
  return path.includes(directory) || (path !== '' && !path.startsWith('"/') && path !== '""');
}
