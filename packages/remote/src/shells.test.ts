import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { connected, neededPrograms, openedHost, ownRunner, relay, shellWith } from './testing/connected.js';

/** Declares a test that needs a runner and a program. */
const needsAll = (...programs: readonly string[]) => needs(...(ownRunner ? [] : ['a runner']), ...programs);

const stranger = 54321;

const shells: readonly (readonly string[])[] = [
  ['sh'],
  ['dash'],
  ['bash'],
  ['bash', '--posix'],
  ['busybox', 'sh'],
  ['zsh'],
  ['tcsh', '-c', 'exec /bin/sh'],
  ['fish', '-c', 'exec /bin/sh'],
];

for (const shell of shells)
  needsAll(shell[0] ?? '')(`${shell.join(' ')} starts the runner, and nothing is left`, async () => {
    const directory = temporaryDirectory();
    const { host, connection } = await openedHost(shellWith({ XDG_RUNTIME_DIR: directory }, ...shell));
    expect(connection.facts).toMatchObject({ runner: 'uploaded', stays: false });
    expect((await host.run('/bin/echo hello')).output.toString()).toContain('hello');
    expect(readdirSync(directory)).toEqual([]);
  });

describe('with few programs', () => {
  /** A search path with a shell, busybox under these names alone, and other programs, which hides the system's programs. */
  const few = (names: readonly string[], shell = '/usr/bin/dash', ...others: string[]): readonly string[] => {
    const directory = temporaryDirectory();
    // The shell of busybox knows its other programs without a search.
    copyFileSync(shell, join(directory, 'sh'));
    copyFileSync('/usr/bin/busybox', join(directory, 'busybox'));
    for (const name of names) symlinkSync('busybox', join(directory, name));
    for (const other of others) copyFileSync(other, join(directory, basename(other)));
    const hide = `mount --bind ${directory} /usr/sbin && mount --bind ${directory} /usr/bin && exec /usr/bin/sh`;
    return ['unshare', '-m', 'sh', '-c', hide];
  };
  const itRuns = needsAll('root', 'a mount namespace', '/usr/bin/busybox', '/usr/bin/dash');

  itRuns('busybox is enough', async () => {
    const { host } = await openedHost(few(neededPrograms, '/usr/bin/busybox'));
    expect(host.runner.arch).toMatch(/^\w+$/);
  });
  itRuns('without a program for sha256, the size is compared', async () => {
    const { connection } = await openedHost(few(neededPrograms.filter((name) => name !== 'sha256sum')));
    expect(connection.facts.runner).toBe('uploaded');
  });
  itRuns('without a program for sha256, a program of another size is not run', async () => {
    const lie = `process.stdin.on('data', (piece) => {
        const [line, sent, size] = /^(\\d+) (\\d+)\\n/.exec(piece.toString('latin1')) ?? [];
        if (line === undefined) return child.stdin.write(piece);
        child.stdin.write(sent + ' ' + (Number(size) + 1) + '\\n');
        child.stdin.write(piece.subarray(line.length));
      });
      process.stdin.on('end', () => child.stdin.end());`;
    const command = few(neededPrograms.filter((name) => name !== 'sha256sum'));
    await expect(openedHost(relay(lie, [], ...command))).rejects.toThrow(
      'has another sha256 than the one that was sent; try again',
    );
  });
  const changing = (command: readonly string[]): readonly string[] =>
    relay(
      `let at = 0;
      process.stdin.on('data', (piece) => {
        if (at <= 5e5 && at + piece.length > 5e5) piece[5e5 - at] ^= 1;
        at += piece.length;
        child.stdin.write(piece);
      });
      process.stdin.on('end', () => child.stdin.end());`,
      [],
      ...command,
    );
  itRuns('a program that changed on its way is not run', async () => {
    const withoutGzip = few(neededPrograms.filter((name) => name !== 'gzip'));
    await expect(openedHost(changing(withoutGzip))).rejects.toThrow(
      'the runner that arrived there has another sha256 than the one that was sent; try again',
    );
    await expect(openedHost(changing(few(neededPrograms)))).rejects.toThrow(
      /cannot be written there|has another sha256/,
    );
  });
  needsAll(
    'root',
    'a mount namespace',
    '/usr/bin/busybox',
    '/usr/bin/dash',
    '/usr/bin/openssl',
  )('openssl compares the sha256 too', async () => {
    const names = neededPrograms.filter((name) => !['gzip', 'sha256sum'].includes(name));
    const command = few(names, '/usr/bin/dash', '/usr/bin/openssl');
    await expect(openedHost(changing(command))).rejects.toThrow('has another sha256 than the one');
    const { connection } = await openedHost(command);
    expect(connection.facts.runner).toBe('uploaded');
  });
  itRuns('without gzip, the program is sent as it is', async () => {
    const { connection } = await openedHost(few(neededPrograms.filter((name) => name !== 'gzip')));
    expect(connection.facts.runner).toBe('uploaded');
  });
});

describe('a banner', () => {
  const itRuns = needsAll();
  itRuns('before the shell is told apart, also without a line end', async () => {
    const { host } = await openedHost(['/bin/sh', '-c', 'printf "Welcome!\\nAll is logged: "; exec /bin/sh']);
    expect(await host.hostname()).not.toBe('');
  });
  itRuns('that repeats what is sent is told apart', async () => {
    const { host } = await openedHost(['/bin/sh', '-c', 'exec /bin/sh -v 2>&1']);
    expect(await host.hostname()).not.toBe('');
  });
});

describe('a runner that is kept', () => {
  const itRuns = needsAll();
  itRuns('is used again, and its directory is private', async () => {
    const cache = temporaryDirectory();
    const command = shellWith({ XDG_CACHE_HOME: cache });
    const first = await openedHost(command, { keepRunner: true });
    expect(first.connection.facts).toMatchObject({ runner: 'uploaded', stays: true });
    expect(readdirSync(join(cache, 'hostspec'))).toEqual([`runner-${ownRunner?.sha256}`]);
    expect(statSync(join(cache, 'hostspec')).mode & 0o777).toBe(0o700);
    const second = await openedHost(command);
    expect(second.connection.facts).toMatchObject({ runner: 'kept', stays: true });
    expect(await second.host.hostname()).toBe(await first.host.hostname());
  });

  itRuns('is in ~/.cache by default, and replaces those of other releases', async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, '.cache/hostspec'), { recursive: true });
    chmodSync(join(home, '.cache/hostspec'), 0o700);
    writeFileSync(join(home, '.cache/hostspec/runner-of-another-release'), '');
    await openedHost(shellWith({ HOME: home }), { keepRunner: true });
    expect(readdirSync(join(home, '.cache/hostspec'))).toEqual([`runner-${ownRunner?.sha256}`]);
  });

  const setfacl = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('setfacl', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`setfacl failed: ${stderr}`);
  };
  const spoiled: readonly (readonly [
    what: string,
    needed: string | undefined,
    spoil: (program: string, directory: string) => void,
  ])[] = [
    [
      'a byte of it changed',
      undefined,
      (program) => {
        const bytes = readFileSync(program);
        bytes[1000] = (bytes[1000] ?? 0) ^ 1;
        writeFileSync(program, bytes);
      },
    ],
    [
      'it is a link',
      undefined,
      (program, directory) => {
        renameSync(program, join(directory, 'elsewhere'));
        symlinkSync(join(directory, 'elsewhere'), program);
      },
    ],
    ['others may write to it', undefined, (program) => chmodSync(program, 0o720)],
    ['it has the rights of its owner', undefined, (program) => chmodSync(program, 0o4700)],
    ['it belongs to another user', 'root', (program) => chownSync(program, stranger, stranger)],
    ['it has a list of rights', 'setfacl', (program) => setfacl('-m', `u:${stranger}:r,m::-`, program)],
    ['others may enter its directory', undefined, (_, directory) => chmodSync(directory, 0o711)],
    ['others may read its directory', undefined, (_, directory) => chmodSync(directory, 0o704)],
    [
      'its directory belongs to another user',
      'root',
      (_, directory) => chownSync(directory, stranger, stranger),
    ],
    [
      'its directory has a list of rights',
      'setfacl',
      (_, directory) => setfacl('-d', '-m', `u:${stranger}:rwx`, directory),
    ],
  ];
  for (const [what, needed, spoil] of spoiled)
    needsAll(...(needed === undefined ? [] : [needed]))(`is not used if ${what}`, async () => {
      const cache = temporaryDirectory();
      const command = shellWith({ XDG_CACHE_HOME: cache });
      const first = await connected(command, { keepRunner: true });
      expect(first.facts.stays).toBe(true);
      await first.close();
      const directory = join(cache, 'hostspec');
      spoil(join(directory, `runner-${ownRunner?.sha256}`), directory);
      const { facts } = await connected(command);
      expect(facts).toMatchObject({ runner: 'uploaded', stays: false });
    });

  itRuns('is not kept in a directory that is a link, but the connection works', async () => {
    const cache = temporaryDirectory();
    const elsewhere = temporaryDirectory();
    symlinkSync(elsewhere, join(cache, 'hostspec'));
    const { connection } = await openedHost(shellWith({ XDG_CACHE_HOME: cache }), {
      keepRunner: true,
    });
    expect(connection.facts.stays).toBe(false);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
