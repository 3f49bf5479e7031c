import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '@hostspec/archive';
import {
  asAccount,
  fifo,
  type PathologicalHost,
  plainFile,
  sparseFile,
  stoppableMount,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { runHostspec } from './cli.js';
import { promise } from './scene.js';

const eve = 43_220;
const bob = 43_221;
const accounts = fileURLToPath(new URL('../../packages/accounts/dist/index.js', import.meta.url));
const specs = ['ssh_authorized_keys', 'ssh_user_config', 'user_shell_files', 'user_systemd_units'];
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEr0nT2Tf4r0XzU9k3vqKQ6m4o7b0cD1e2f3g4h5i6j7';

/** Makes a home directory and gives all that is in it to its account. */
function homeOf(host: PathologicalHost, name: string, uid: number): string {
  const home = host.makeDirectory(`homes/${name}`);
  for (const directory of ['.ssh', '.config', '.config/systemd', '.config/systemd/user'])
    mkdirSync(join(home, directory));
  for (const directory of ['.ssh', '.config/systemd/user', '.config/systemd', '.config', ''])
    chownSync(join(home, directory), uid, uid);
  return home;
}

/** Collects what the domain accounts has of homes, on a machine with these lines in /etc/passwd. */
async function collectHomes(host: PathologicalHost, ...lines: readonly string[]) {
  const passwd = plainFile(host.path('passwd'), `${lines.join('\n')}\n`);
  chmodSync(passwd, 0o644);
  await host.prepare('mount', '--bind', passwd, '/etc/passwd');
  // A program is a catalog only where nobody but root can replace it.
  const catalog = '/mnt/catalog.mjs';
  const program = `export { linux as default } from ${JSON.stringify(accounts)};`;
  await host.prepare('mount', '-t', 'tmpfs', '-o', 'mode=755', 'none', '/mnt');
  await host.prepare('sh', '-c', 'echo "$1" > "$2"', 'sh', program, catalog);
  const output = host.path('collected');
  const run = await runHostspec(
    host,
    ['collect', '--catalog', catalog, '--only', specs.join(), '--format', 'directory', '--output', output],
    { deadline: 120 },
  );
  expect(run, run.stderr).toMatchObject({ overdue: false, status: expect.any(Number) });
  expect(run.status, run.stderr).toBeLessThan(2);
  const { outcomes }: Manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
  const texts = outcomes.flatMap(({ items }) =>
    items.map(({ path }) => readFileSync(join(output, 'data', path), 'utf8')),
  );
  const reasonOf = (name: string): string => JSON.stringify(outcomes.find((each) => each.name === name));
  return { texts, all: JSON.stringify(outcomes) + texts.join(), reasonOf };
}

const line = (name: string, uid: number, home: string): string =>
  `${name}:x:${uid}:${uid}::${home}:/bin/bash`;

describe('Homes', () => {
  promise(
    'Whatever an account puts into its home, nothing is collected that it may not read or that is outside, and others are collected',
    async (host) => {
      const home = homeOf(host, 'eve', eve);
      const hidden = plainFile(host.path('roots-own/secret'), `SECRET\n${key} SECRET\n`);
      chmodSync(hidden, 0o600);
      const open = plainFile(host.path('open'), 'OUTSIDE, though everybody may read it\n');
      chmodSync(open, 0o644);
      const attack = (...argv: string[]) => host.prepare(...asAccount(eve)(argv));
      await attack('ln', '-s', hidden, `${home}/.bashrc`);
      await attack('ln', '-s', open, `${home}/.profile`);
      await attack('ln', '-s', '/proc/self/environ', `${home}/.bash_profile`);
      await attack('ln', '-s', hidden, `${home}/.ssh/authorized_keys`);
      await attack('ln', '-s', hidden, `${home}/.ssh/config`);
      await attack('ln', '-s', hidden, `${home}/.config/systemd/user/a.service`);
      await attack('ln', '-s', dirname(hidden), `${home}/.config/systemd/user/folder.d`);
      fifo(`${home}/.ssh/authorized_keys2`);
      fifo(`${home}/.config/systemd/user/b.service`);
      sparseFile(`${home}/.zshrc`, 5_000_000_000, 'the end\n');
      for (const name of ['.ssh/authorized_keys2', '.config/systemd/user/b.service', '.zshrc'])
        chownSync(join(home, name), eve, eve);
      const honest = homeOf(host, 'bob', bob);
      await host.prepare(
        ...asAccount(bob)([
          'sh',
          '-c',
          `umask 077; echo mine > ${honest}/rc; ln -s rc ${honest}/.bashrc; echo 'Host x' > ${honest}/.ssh/config; echo '${key} bob' > ${honest}/.ssh/authorized_keys`,
        ]),
      );
      const { texts, all } = await collectHomes(host, line('eve', eve, home), line('bob', bob, honest));
      expect(all).not.toContain('SECRET');
      expect(all).not.toContain('OUTSIDE');
      expect(texts, all).toContain('mine\n');
      expect(texts).toContain('Host x\n');
      expect(texts.join()).toMatch(/SHA256:\S+ bob/);
    },
    { needs: ['/usr/bin/ssh-keygen'] },
  );

  promise(
    'A home that belongs to another account, or is a link to what does, is left out, whatever /etc/passwd says',
    async (host) => {
      const home = homeOf(host, 'eve', eve);
      plainFile(`${home}/.bashrc`, "EVE'S\n");
      chownSync(`${home}/.bashrc`, eve, eve);
      const roots = host.makeDirectory('roots');
      plainFile(`${roots}/.bashrc`, "ROOT'S\n");
      const link = host.path('homes/link');
      symlinkSync(roots, link);
      const { texts, reasonOf } = await collectHomes(
        host,
        line('toor', 0, home),
        line('spoofed', bob, home),
        line('linked', eve, link),
        line('eve2', eve, roots),
      );
      expect(texts).toEqual([]);
      const said = reasonOf('user_shell_files');
      for (const name of ['toor', 'spoofed', 'linked', 'eve2'])
        expect(said).toContain(`does not belong to ${name} alone`);
    },
  );

  promise(
    'A home on a file system whose server stopped is named and not accessed; the others are collected',
    async (host) => {
      const honest = homeOf(host, 'bob', bob);
      plainFile(`${honest}/.bashrc`, 'mine\n');
      chownSync(`${honest}/.bashrc`, bob, bob);
      const mount = await stoppableMount(host, 'net');
      await mount.stop();
      const lines = [line('far', eve, `${mount.path}/far`), line('bob', bob, honest)];
      const { texts, reasonOf } = await collectHomes(host, ...lines);
      expect(texts, reasonOf('user_shell_files')).toEqual(['mine\n']);
      expect(reasonOf('user_shell_files')).toMatch(
        /net\/far: on the fuse\S* mount \S+net, which is not entered/,
      );
    },
    { needs: ['fusepy'] },
  );
});
