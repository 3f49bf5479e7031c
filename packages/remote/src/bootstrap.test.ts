import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { architectures, bootstrap } from './bootstrap.js';
import { sudoText } from './sudo.js';
import { connected, openedHost, ownRunner, shellAfter, shellWith, whereItRan } from './testing/connected.js';

const itRuns = (...others: readonly string[]) => needs(...(ownRunner ? [] : ['a runner']), ...others);
const stranger = 54321;

const outputOf = async (command: readonly string[], script: string): Promise<string> => {
  const { host } = await openedHost(command);
  const { output } = await host.run(['/bin/sh', '-c', script]);
  return new TextDecoder().decode(output);
};

describe('a directory for the cache is not used', () => {
  itRuns('root')('if it belongs to another user', async () => {
    const cache = temporaryDirectory();
    mkdirSync(join(cache, 'hostspec'), { mode: 0o700 });
    chownSync(join(cache, 'hostspec'), stranger, stranger);
    const { facts } = await connected(shellWith({ XDG_CACHE_HOME: cache }), { keepRunner: true });
    expect(facts).toMatchObject({ runner: 'uploaded', stays: false });
    expect(readdirSync(join(cache, 'hostspec'))).toEqual([]);
  });

  itRuns()('if its path is relative: then it is that of the home directory', async () => {
    const [directory, home] = [temporaryDirectory(), temporaryDirectory()];
    mkdirSync(join(directory, 'cache'));
    const command = shellAfter(`cd ${directory}`, { XDG_CACHE_HOME: 'cache', HOME: home });
    const { facts } = await connected(command, { keepRunner: true });
    expect(facts.stays).toBe(true);
    expect(readdirSync(join(home, '.cache/hostspec'))).toEqual([`runner-${ownRunner?.sha256}`]);
    expect(readdirSync(join(directory, 'cache'))).toEqual([]);
  });

  itRuns()('if there is no home directory', async () => {
    const directory = temporaryDirectory();
    const command = shellAfter(`cd ${directory}`, { HOME: 'home', XDG_RUNTIME_DIR: directory });
    const { connection } = await openedHost(command, { keepRunner: true });
    expect(connection.facts).toMatchObject({ stays: false, home: undefined });
    expect(readdirSync(directory)).toEqual([]);
  });
});

itRuns()('LANG is that of the user there, not of this machine', async () => {
  const connection = async (variables: Readonly<Record<string, string>>) =>
    (await connected(shellWith(variables))).facts.lang;
  expect(await connection({ LANG: 'de_DE.UTF-8', LC_ALL: 'fr' })).toBe('de_DE.UTF-8');
  expect(await connection({})).toBeUndefined();
});

describe('the directory for the runner', () => {
  itRuns()('is not one with a relative path', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'here'));
    const command = shellAfter(`cd ${directory}`, { XDG_RUNTIME_DIR: 'here' });
    expect(await outputOf(command, whereItRan)).not.toContain(directory);
  });

  itRuns()('may be in one that gives its group to others', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o2700);
    expect(await outputOf(shellWith({ XDG_RUNTIME_DIR: directory }), whereItRan)).toContain(directory);
  });

  itRuns('setfacl')('is not in one whose list of rights goes to what is made there', async () => {
    const directory = temporaryDirectory();
    const { status } = spawnSync('setfacl', ['-d', '-m', `u:${stranger}:rwx`, directory]);
    expect(status).toBe(0);
    const command = shellWith({ XDG_RUNTIME_DIR: directory });
    expect(await outputOf(command, whereItRan)).not.toContain(directory);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('the runner', () => {
  itRuns()('has none of the variables of the shell', async () => {
    const command = shellWith({ SECRET: 'x' });
    expect(await outputOf(command, 'tr "\\0" "\\n" </proc/$PPID/environ')).toBe('');
  });

  itRuns('root', 'a mount namespace')('has none of them without /proc either', async () => {
    const directory = temporaryDirectory();
    // Without /proc, the runner's environment can be seen only from outside.
    const command = [
      'unshare',
      '-m',
      ...shellAfter('umount -l /proc', { XDG_RUNTIME_DIR: directory, SECRET: 'x' }),
    ];
    await openedHost(command);
    const ours = readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(`${directory}/`);
      } catch {
        return false;
      }
    });
    expect(ours.map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1'))).toEqual(['']);
  });

  itRuns()('has the mask of the shell for the rights of new files', async () => {
    const mask = (set: string): Promise<string> =>
      outputOf(shellAfter(`umask ${set}`, {}), 'grep Umask /proc/$PPID/status');
    expect(await mask('022')).toBe('Umask:\t0022\n');
    expect(await mask('002')).toBe('Umask:\t0002\n');
  });
});

const digests = Object.fromEntries(Object.keys(architectures).map((arch) => [arch, 'a'.repeat(64)]));
const text = bootstrap({ mark: { first: 'x', second: 'y' }, digests, word: 'word', keep: false });
const environmentIn = (runtime: string) => ({ XDG_RUNTIME_DIR: runtime, PATH: '/usr/bin:/bin' });

test('a directory that somebody made before under the same name is neither used nor removed', () => {
  const [runtime, victim] = [temporaryDirectory(), temporaryDirectory()];
  chmodSync(victim, 0o700);
  writeFileSync(join(victim, 'hostspec-runner'), 'precious');
  symlinkSync(victim, join(runtime, '.hostspec-word'));
  const { stdout } = spawnSync('/bin/sh', { input: text, env: environmentIn(runtime), encoding: 'utf8' });
  expect(stdout).toMatch(/^xy start\nxy home \nxy lang \nxy send \w+ \w+\n$/);
  expect(readFileSync(join(victim, 'hostspec-runner'), 'utf8')).toBe('precious');
  expect(readdirSync(runtime)).toEqual(['.hostspec-word']);
});

/** A search path that begins with a directory whose programs say that they were called. */
function pathWith(...names: readonly string[]): { readonly path: string; called(): string[] } {
  const [programs, calls] = [temporaryDirectory(), temporaryDirectory()];
  for (const name of names)
    writeFileSync(join(programs, name), `#!/bin/sh\n: >${calls}/${name}\n`, { mode: 0o755 });
  return { path: `${programs}:/usr/bin:/bin`, called: () => readdirSync(calls) };
}

describe('programs of the system are used before those of the search path of the user', () => {
  test('to start the runner', () => {
    const { path, called } = pathWith('uname', 'ls', 'mkdir', 'rm', 'gzip', 'head', 'sha256sum', 'env');
    const env = { ...environmentIn(temporaryDirectory()), PATH: path };
    const { stdout } = spawnSync('/bin/sh', { input: text, env, encoding: 'utf8' });
    expect(stdout).toMatch(/^xy start\nxy home \nxy lang \nxy send \w+ \w+\n$/);
    expect(called()).toEqual([]);
  });

  needs('root', 'sudo')('to become root, which may send a password', () => {
    const { path, called } = pathWith('sudo');
    const input = sudoText({ first: 'x', second: 'y' });
    const { stdout } = spawnSync('/bin/sh', { input, env: { PATH: path }, encoding: 'utf8' });
    expect(stdout).toMatch(/^xy start\n/);
    expect(called()).toEqual([]);
  });
});

test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('a shell that gets %s leaves nothing', async (signal) => {
  const runtime = temporaryDirectory();
  const child = spawn('/bin/sh', { env: environmentIn(runtime) });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  child.stdin.write(text);
  child.stdout.on('data', (piece) => {
    said += piece;
    // Now it waits for the runner.
    if (!/^xy send /m.test(said)) return;
    said = '';
    expect(readdirSync(runtime)).toEqual(['.hostspec-word']);
    child.kill(signal);
  });
  await ended;
  expect(readdirSync(runtime)).toEqual([]);
});
