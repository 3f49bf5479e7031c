import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, test, vi } from 'vitest';
import { temporaryDirectory, writeFiles } from '../../../../tools/test/folder.js';
import { whyUntrustedCode, whyUntrustedData } from './data.js';

const unmappedOwner = vi.hoisted(() => vi.fn());
vi.mock('./unmapped-owner.js', () => ({ unmappedOwner }));
const servingUser = vi.hoisted(() => vi.fn());
vi.mock('./mount-server.js', () => ({ servingUser }));

const itAsRoot = needs('root');
const code = (path: string) => whyUntrustedCode(path, '/usr/lib');

/** A directory that only root can change, not below one that everybody may write to. */
function directoryOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDirectory('/run');
  chmodSync(folder, 0o755);
  return writeFiles(folder, files);
}

/** A directory that only root can change, with a chain of links to a file: the last is `link`. */
function chain(links: number): string {
  const folder = directoryOf({ file: '' });
  let target = 'file';
  for (let count = 1; count < links; count++) {
    symlinkSync(target, join(folder, `link${count}`));
    target = `link${count}`;
  }
  symlinkSync(target, join(folder, 'link'));
  return join(folder, 'link');
}

describe('links', () => {
  itAsRoot('are followed as far as the kernel does, and no further', () => {
    for (const why of [whyUntrustedData, code]) {
      expect(why(chain(40))).toBeUndefined();
      expect(why(chain(41))).toMatch(/leads through more than 40 symbolic links$/);
    }
  });

  itAsRoot('that lead to themselves are refused, and end', () => {
    const folder = directoryOf({ x: '' });
    symlinkSync('round', join(folder, 'round'));
    expect(whyUntrustedData(join(folder, 'round/a'))).toContain('more than 40 symbolic links');
  });

  itAsRoot('lead on to a directory that everybody can change', () => {
    const folder = directoryOf({ 'open/file': '' });
    chmodSync(join(folder, 'open'), 0o777);
    symlinkSync('open/../open', join(folder, 'link'));
    for (const why of [whyUntrustedData, code])
      expect(why(join(folder, 'link/file'))).toBe(`${folder}/open can be written to by everybody`);
  });
});

describe('a target is found where the kernel finds it, beside a safe file elsewhere', () => {
  const whys = [whyUntrustedData, code];
  const made = (files: readonly string[], open: string) => {
    const folder = directoryOf(Object.fromEntries(files.map((file) => [file, ''])));
    chmodSync(join(folder, open), 0o666);
    return folder;
  };

  itAsRoot('an absolute one', () => {
    const folder = made(['open'], 'open');
    const safe = join(folder, 'in', folder);
    mkdirSync(safe, { recursive: true });
    writeFileSync(join(safe, 'open'), '');
    symlinkSync(join(folder, 'open'), join(folder, 'in/link'));
    for (const why of whys)
      expect(why(join(folder, 'in/link'))).toBe(`${folder}/open can be written to by everybody`);
  });

  itAsRoot('a relative one, from the directory of the link', () => {
    const folder = made(['sub/open', 'open', 'sub/link/open'], 'sub/open');
    rmSync(join(folder, 'sub/link'), { recursive: true });
    symlinkSync('open', join(folder, 'sub/link'));
    symlinkSync('sub/link', join(folder, 'first'));
    for (const why of whys)
      expect(why(join(folder, 'first'))).toBe(`${folder}/sub/open can be written to by everybody`);
  });

  itAsRoot('one that goes up from where another link leads', () => {
    const folder = made(['far/deep/x', 'far/open', 'open'], 'far/open');
    symlinkSync(join(folder, 'far/deep'), join(folder, 'other'));
    symlinkSync('other/../open', join(folder, 'link'));
    for (const why of whys)
      expect(why(join(folder, 'link'))).toBe(`${folder}/far/open can be written to by everybody`);
  });

  itAsRoot('one that goes up beyond the root', () => {
    const folder = made(['open'], 'open');
    symlinkSync(`${'../'.repeat(50)}${folder.slice(1)}/./open`, join(folder, 'link'));
    for (const why of whys)
      expect(why(join(folder, 'link'))).toBe(`${folder}/open can be written to by everybody`);
  });
});

itAsRoot('a link whose target is not UTF-8 is refused: its text would lead elsewhere', () => {
  const folder = directoryOf({ file: '' });
  const open = Buffer.concat([Buffer.from(folder), Buffer.from([0x2f, 0xff])]);
  writeFileSync(open, '');
  chmodSync(open, 0o666);
  symlinkSync(Buffer.from([0xff]), join(folder, 'link'));
  for (const why of [whyUntrustedData, code])
    expect(why(join(folder, 'link'))).toBe(`the target of ${folder}/link is not UTF-8`);
});

describe('a sticky directory', () => {
  const made = () => {
    const folder = directoryOf({ 'shared/own/file': '', 'shared/file': '', file: '' });
    symlinkSync('../file', join(folder, 'shared/link'));
    chmodSync(join(folder, 'shared'), 0o1777);
    return folder;
  };

  itAsRoot('protects directories of root with data, and no code', () => {
    const folder = made();
    expect(whyUntrustedData(join(folder, 'shared/own/file'))).toBeUndefined();
    expect(whyUntrustedData(join(folder, 'shared/../file'))).toBeUndefined();
    expect(code(join(folder, 'shared/own/file'))).toBe(`${folder}/shared can be written to by everybody`);
  });

  itAsRoot('does not protect what could be a second name, or is missing', () => {
    const folder = made();
    for (const name of ['file', 'link', 'missing', '', '.'])
      expect(whyUntrustedData(join(folder, 'shared', name))).toBe(
        `${folder}/shared can be written to by everybody`,
      );
    expect(whyUntrustedData(join(folder, 'missing'))).toBeUndefined();
  });
});

itAsRoot('a file system is trusted if root serves it, and not if another user does', () => {
  const [safe, unsafe] = ['/proc/version', '/sys/kernel'];
  servingUser.mockReturnValue(undefined);
  expect([safe, unsafe].map((path) => whyUntrustedData(path))).toEqual([undefined, undefined]);
  servingUser.mockReturnValue(0);
  expect(whyUntrustedData(safe)).toBeUndefined();
  servingUser.mockReturnValue(1000);
  for (const why of [whyUntrustedData, code])
    expect(why(safe)).toBe('/proc is a file system served by a program of user 1000');
});

itAsRoot('in a user namespace, an unmapped owner is not trusted where others make files', () => {
  const folder = directoryOf({ file: '', own: '' });
  unmappedOwner.mockReturnValue(4242);
  chownSync(join(folder, 'file'), 4242, 4242);
  expect(whyUntrustedData(join(folder, 'file'))).toBe(`${folder}/file belongs to user 4242`);
  expect(whyUntrustedData(join(folder, 'own'))).toBeUndefined();
});

test('for a user other than root, every file is as good as any other', () => {
  vi.spyOn(process, 'geteuid').mockReturnValue(1000);
  for (const why of [whyUntrustedData, code]) expect(why('/tmp/missing')).toBeUndefined();
});
