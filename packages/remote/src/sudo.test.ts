import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { openedHost, ownRunner } from './testing/connected.js';

const itRuns = needs(...(ownRunner ? [] : ['a runner']), 'root', 'a mount namespace', 'sudo', 'setpriv');
const itUsesScript = needs(
  ...(ownRunner ? [] : ['a runner']),
  'root',
  'a mount namespace',
  'sudo',
  'script',
  'setpriv',
);

const user = 54321;
const password = "pass'word with spaces";
// Its hash, by openssl passwd -6 -salt hostspec.
const shadow =
  '$6$hostspec$RFEYhsuWteDt6WKlNV97BidB7.mRVqWSdJG.zzpr1YVPKVgxSKyG4O29I17egGaghWpbJRoe3mFU7Q1uS.ci4.';

/** A command that gives the shell of a user for whom these lines of sudoers hold; no file of the machine changes. */
function shellOf(lines: readonly string[]): { readonly command: readonly string[]; readonly home: string } {
  const directory = temporaryDirectory();
  const home = join(directory, 'home');
  mkdirSync(home);
  chownSync(home, user, user);
  chmodSync(directory, 0o755);
  const files: Readonly<Record<string, readonly [text: string, mode: number]>> = {
    passwd: [`${readFileSync('/etc/passwd', 'utf8')}tester:x:${user}:${user}::${home}:/bin/sh\n`, 0o644],
    group: [`${readFileSync('/etc/group', 'utf8')}tester:x:${user}:\n`, 0o644],
    shadow: [`root:*:19000::::::\ntester:${shadow}:19000:0:99999:7:::\n`, 0o600],
    sudoers: [`${lines.join('\n')}\n`, 0o440],
  };
  for (const [name, [text, mode]] of Object.entries(files)) {
    writeFileSync(join(directory, name), text);
    chmodSync(join(directory, name), mode);
  }
  const script = [
    'set -e',
    ...Object.keys(files).map((name) => `mount --bind ${directory}/${name} /etc/${name}`),
    `exec setpriv --reuid=${user} --regid=${user} --clear-groups env -i HOME=${home} XDG_RUNTIME_DIR=${home} setsid -w /bin/sh`,
  ];
  return { command: ['unshare', '-m', 'sh', '-c', script.join('\n')], home };
}

describe('with sudo, the runner is that of root', () => {
  const works = async (lines: readonly string[], asked: number): Promise<void> => {
    const { command, home } = shellOf(lines);
    let count = 0;
    const { host } = await openedHost(command, {
      sudo: true,
      password: () => {
        count++;
        return password;
      },
    });
    expect(host.user?.()?.uid).toBe(0);
    const { output } = await host.run('/usr/bin/env');
    expect(new TextDecoder().decode(output)).not.toContain(password);
    expect(count).toBe(asked);
    // Nothing that root runs was in a directory of the user.
    expect(readdirSync(home)).toEqual([]);
  };

  itRuns('which needs the password', () => works(['tester ALL=(ALL) ALL'], 1));
  itRuns('which needs none', () => works(['tester ALL=(ALL) NOPASSWD: ALL'], 0));
  itRuns('with use_pty', () => works(['Defaults use_pty', 'tester ALL=(ALL) ALL'], 1));
  itUsesScript('with requiretty', () => works(['Defaults requiretty', 'tester ALL=(ALL) NOPASSWD: ALL'], 0));
  itUsesScript('with requiretty, use_pty and the password', () =>
    works(['Defaults requiretty,use_pty', 'tester ALL=(ALL) ALL'], 1),
  );
});

describe('sudo that refuses is one sentence', () => {
  const refuses = (lines: readonly string[], given?: string): Promise<unknown> =>
    openedHost(shellOf(lines).command, {
      sudo: true,
      ...(given === undefined ? {} : { password: () => given }),
    });
  itRuns('because the user may not', () =>
    expect(refuses(['root ALL=(ALL) ALL'], password)).rejects.toThrow(
      /: sudo refuses: .*tester is not in the sudoers file.*; check what sudo -l lists there, or connect as root$/,
    ),
  );
  itRuns('because the password is wrong', () =>
    expect(refuses(['tester ALL=(ALL) ALL'], 'wrong')).rejects.toThrow('sudo did not accept the password'),
  );
  itRuns('because there is no password', () =>
    expect(refuses(['tester ALL=(ALL) ALL'])).rejects.toThrow(
      'sudo asks for a password; name a file that has it',
    ),
  );
});
