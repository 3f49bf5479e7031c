import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { commands } from './commands.js';
import { bin, hostspec } from './testing/cli.js';
import { runInProcess } from './testing/in-process.js';
import { version } from './version.js';

async function inProcess(...argv: string[]) {
  const { status, stdout: out, stderr: err } = await runInProcess(argv);
  return { status, out, err };
}

test.each([
  [['show']],
  [['collect', '--json', '--only']],
  [['read', '/', '--status']],
  [['catalog', '--search']],
])('a message cuts a long value: %j', async (words) => {
  const { status, out, err } = await inProcess(...words, 'x'.repeat(120_000));
  expect(status).toBe(2);
  expect(err).toMatch(/^hostspec: .*xx….*[;:] .{10}/);
  expect(out.length + err.length).toBeLessThan(5000);
});

test('--version and --help', async () => {
  const told = await inProcess('--version');
  expect(told).toMatchObject({ status: 0, err: '' });
  const [first, second, ...rest] = told.out.split('\n');
  expect(first).toBe(`hostspec ${version}`);
  expect(second).toMatch(/^runner \d\S* \(\w+, protocol \d+\)$|^no runner: .+; files and commands are /);
  expect(rest).toEqual(['']);
  const { status, out, err } = await inProcess('--help');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^ {2}${name} +${summary}`, 'm'));
  for (const word of ['help', '-h', '--help=all'])
    expect(await inProcess(word)).toEqual({ status, out, err });
});

test('without a command, prints the help as an error', async () => {
  const { status, out, err } = await inProcess();
  expect(status).toBe(2);
  expect(out).toBe('');
  expect(err).toContain('Usage: hostspec COMMAND');
});

test.each(commands.map(({ name }) => name))(
  'help of %s names every option, in lines that fit',
  async (name) => {
    const { default: command } = (await commands.find((entry) => entry.name === name)?.load()) ?? {};
    const { status, out } = await inProcess(...name.split(' '), '--help=all');
    expect(status).toBe(0);
    expect(out).toContain(`Usage: hostspec ${name}`);
    for (const option of Object.keys(command?.options ?? {}))
      expect(out).toMatch(new RegExp(`^ {2}(?:-\\w, )?--${option}\\b`, 'm'));
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(out).not.toMatch(/[ \t]$/m);
    const short = await inProcess(...name.split(' '), '--help');
    expect(await inProcess('help', ...name.split(' '))).toEqual(short);
    if (!short.out.includes('--help=all')) expect(short.out).toBe(out);
  },
);

test('the short help of a command with many options shows the common ones', async () => {
  const options = (out: string) => [...out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name);
  const short = options((await inProcess('collect', '--help')).out);
  const all = options((await inProcess('collect', '--help=all')).out);
  expect(short.length).toBeLessThanOrEqual(12 + 2);
  expect(all).toEqual(expect.arrayContaining(short));
  expect(new Set(all).size).toBe(Object.keys((await import('./runs/collect-options.js')).options).length + 1);
});

test.each(commands.map(({ name }) => name))('help of %s fits into a narrow terminal', async (name) => {
  for (const [columns, most] of [
    [10, 40],
    [40, 40],
    [63, 63],
    [300, 100],
  ] as const)
    for (const argv of [[...name.split(' '), '--help=all'], ['--help']]) {
      const { stdout } = await runInProcess(argv, { isTTY: true, columns });
      // A word, and a command line to copy, is never broken.
      const long = stdout.split('\n').filter((line) => line.length > most && /\S +\S/.test(line));
      expect(
        long.filter((line) => !/^ {2}(hostspec|[^ ]+ .*hostspec|(?:-\w, )?--\S+ \S+$)/.test(line)),
      ).toEqual([]);
    }
  const wide = await runInProcess([...name.split(' '), '--help'], { columns: 40 });
  expect(wide.stdout).toBe((await runInProcess([...name.split(' '), '--help'])).stdout);
});

test.each([
  [['--colect'], '--colect is not an option of hostspec; allowed: --help, --version, or a command'],
  [['colect'], '"colect" is not a command; did you mean hostspec collect?'],
  [['version'], '"version" is not a command; did you mean hostspec --version?'],
  [['catalog', 'dif'], 'unexpected argument "dif"; did you mean hostspec catalog diff?'],
  [['zebra'], `"zebra" is not a command; commands: ${commands.map(({ name }) => name).join(', ')}`],
  [['show'], 'an argument is missing; usage: hostspec show [options] NAME'],
  [['catalog', 'foo'], 'unexpected argument "foo"; usage: hostspec catalog [options]'],
  [['--version', 'x'], '--version is not allowed with other arguments; usage: hostspec --version'],
  [['run', 'x.tar.gz', '-a', 'uname'], '-a is not an option of hostspec run; see hostspec run --help'],
  [['read', 'x.tar.gz', 'hosts', '--only', 'x'], '--only is not allowed with a spec, "hosts"'],
  [['read', 'x.tar.gz', 'hosts', '--status', 'failed'], '--status is not allowed with a spec, "hosts"'],
  [['help', 'zebra'], '"zebra" is not a command'],
  [['read', ''], 'an argument is empty; usage: hostspec read [options] ARCHIVE [SPEC]'],
  [['finish', ' \t'], 'an argument is empty; usage: hostspec finish [options] DIR'],
  [['collect', '--output', ' '], '--output " " is not allowed; allowed: non-empty text'],
  [['check-secrets', ''], 'an argument is empty; usage: hostspec check-secrets [options] PATH'],
  [['redact', '', '--output', '/nowhere/x'], 'an argument is empty; usage: hostspec redact '],
  [['report', 'a', ''], 'an argument is empty; usage: hostspec report '],
  [['show-redactions', ''], 'an argument is empty; usage: hostspec show-redactions '],
  [['catalog', 'check', ''], 'an argument is empty; usage: hostspec catalog check [options] FILE'],
  [['run', '', '--', 'ls'], 'an argument is empty; usage: hostspec run ARCHIVE COMMAND...'],
  [['run', 'a', ''], 'COMMAND is empty; allowed: a recorded command or a line with a pipe'],
  [['run', 'a', ' # x'], 'COMMAND is empty; allowed: a recorded command or a line with a pipe'],
  [['collect', 'x'], 'unexpected argument "x"; usage: hostspec collect [options]'],
  [['man', 'x'], 'unexpected argument "x"; usage: hostspec man\n'],
])('%j gets an error with a suggestion', async (argv, message) => {
  const { status, out, err } = await inProcess(...argv);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain(`hostspec: ${message}`);
});

/** The bytes of the command that a run of it loads, and the packages besides its own. */
function loadedBy(...argv: string[]): { bytes: number; packages: string[] } {
  const log = join(temporaryDirectory(), 'log');
  const hooks = new URL('./testing/log-modules.mjs', import.meta.url).href;
  const { status } = hostspec(argv, { env: { MODULE_LOG: log, NODE_OPTIONS: `--import=${hooks}` } });
  expect(status).toBe(0);
  const paths = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url));
  const own = paths.filter((path) => path.includes('/packages/cli/'));
  const packages = paths.flatMap((path) => /\/packages\/(?!cli\/)([^/]+)\//.exec(path)?.[1] ?? []);
  return {
    bytes: own.reduce((sum, path) => sum + statSync(path).size, 0),
    packages: [...new Set(packages)].sort(),
  };
}

test('start-up loads no more than its budget', () => {
  const version = loadedBy('--version');
  expect(version.bytes).toBeLessThanOrEqual(64_500);
  // The runner is asked for its version.
  expect(version.packages.filter((name) => !['runner', 'spec'].includes(name))).toEqual([]);
  const help = loadedBy('--help');
  expect(help.bytes).toBeLessThanOrEqual(15_000);
  const collectHelp = loadedBy('collect', '--help');
  expect(collectHelp.bytes).toBeLessThanOrEqual(30_000);
  expect([help, collectHelp].flatMap(({ packages }) => packages)).toEqual([]);
});

test('loads only the domains that are selected', () => {
  expect(loadedBy('catalog', '--domain', 'kernel').packages).toEqual(['facts', 'kernel', 'spec']);
});

test('reports output that cannot be written', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [bin, '--version'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'hostspec: cannot write to standard output: no space left on device\n',
  });
});
