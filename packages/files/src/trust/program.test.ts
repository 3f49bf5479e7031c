import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hostError } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { type MountGuard, mountGuard } from './mounts.js';
import { judgedProblem, type ProgramJudge, programJudge } from './program.js';

const stranger = 4242;
const noMounts: MountGuard = { any: () => false, at: () => undefined, withoutSetuid: () => undefined };

let folder: string;
let judge: ProgramJudge;
beforeEach(() => {
  folder = temporaryDirectory();
  judge = programJudge(noMounts);
});
afterEach(() => vi.restoreAllMocks());

/** Makes a program and the directories that it needs, whatever the umask. */
function program(name: string, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

function link(target: string, name: string): string {
  const path = join(folder, name);
  symlinkSync(target, path);
  return path;
}

const refusal = (path: string): string => {
  try {
    judge(path);
  } catch (error) {
    expect(error).toMatchObject({ problem: 'refused' });
    return (error as Error).message;
  }
  throw new Error(`${path} was accepted`);
};
const accepted = (path: string): string => judge(path).real;

interface ProgramCase {
  readonly name: string;
  readonly tree: readonly string[];
  readonly start: string;
  readonly refused: string | null;
}
const table: { readonly programs: readonly ProgramCase[]; readonly mounts: readonly string[] } = JSON.parse(
  readFileSync(new URL('../../../testing/src/tables/rights.json', import.meta.url), 'utf8'),
);

/**
 * Makes a file, directory or link: `f NAME MODE OWNER`, `d NAME MODE OWNER`, `l NAME TARGET OWNER`; root owns what names no owner.
 * `h NAME FILE` is a second name of a file, and `L COUNT` makes links, each to the one before it, with numbers for names.
 */
function make(line: string): void {
  const [kind, name = '', value = '', owner = '0'] = line.split(' ');
  const path = join(folder, name);
  if (kind === 'h') {
    linkSync(join(folder, value), path);
    return;
  }
  if (kind === 'L') {
    for (let count = 1; count <= Number(name); count++)
      symlinkSync(String(count - 1), join(folder, String(count)));
    return;
  }
  if (kind === 'l') symlinkSync(value, path);
  else if (kind === 'd') mkdirSync(path);
  else writeFileSync(path, '');
  lchownSync(path, Number(owner), 0);
  if (kind !== 'l') chmodSync(path, Number.parseInt(value, 8));
}

describe('the table that the runner is tested with, too: a program', () => {
  for (const { name, tree, start, refused } of table.programs)
    needs('root')(name, () => {
      for (const line of tree) make(line);
      const mounts = join(folder, 'mounts');
      writeFileSync(mounts, table.mounts.join('\n').replaceAll('DIR', folder));
      judge = programJudge(mountGuard(mounts));
      if (refused === null) expect(accepted(`${folder}/${start}`)).not.toBe('');
      else expect(refusal(`${folder}/${start}`)).toContain(refused.replaceAll('DIR', folder));
    });
});

describe('a program', () => {
  test('that only this account can change is accepted', () => {
    const path = program('bin/a');
    expect(judge(path)).toMatchObject({ real: path, ofSystem: false });
    expect(judge(path).stats.isFile()).toBe(true);
    expect(accepted(`${folder}//bin/./a`)).toBe(path);
  });

  needs('root')('of another user is refused, and so is one in that user’s directory', () => {
    const path = program('bin/a');
    chownSync(path, stranger, 0);
    expect(refusal(path)).toBe(
      `${path} is refused: ${path} belongs to user ${stranger}, so users other than root could replace the program`,
    );
    const below = program('home/bin/a');
    chownSync(join(folder, 'home'), stranger, 0);
    expect(refusal(below)).toContain(`${folder}/home belongs to user ${stranger}`);
  });

  test.each([
    [0o775, /^\S+ is refused: group \S+, or an access control list, may write to \S+, so .*chmod g-w \S+$/],
    [0o757, /everybody may write to \S+, so .*; to allow it: chmod go-w \S+$/],
    [0o777, /everybody may write to \S+, so .*; to allow it: chmod go-w \S+$/],
    [0o1775, /group \S+, or an access control list, may write to /],
  ])('that others may write to is refused: %i', (mode, message) => {
    expect(refusal(program('a', mode))).toMatch(message);
  });

  needs('root')(
    'below a sticky directory is judged each time: others can make again what root removed',
    () => {
      const path = program('shared/own/a');
      chmodSync(join(folder, 'shared'), 0o1777);
      expect(judge(path)).toMatchObject({ real: path, passing: true });
      rmSync(join(folder, 'shared/own'), { recursive: true });
      program('shared/own/a');
      chownSync(join(folder, 'shared/own'), stranger, stranger);
      expect(refusal(path)).toContain(`${folder}/shared/own belongs to user ${stranger}, so`);
    },
  );

  test('that a link below a sticky directory leads to is not there for good', () => {
    mkdirSync(join(folder, 'shared/own'), { recursive: true });
    chmodSync(join(folder, 'shared'), 0o1777);
    expect(judge(link('/usr/bin/env', 'shared/own/a')).passing).toBe(true);
    expect(judge('/usr/bin/env').passing).toBe(false);
  });

  test('is found through links and ..', () => {
    const path = program('one/bin/a');
    mkdirSync(join(folder, 'two'));
    link('../one/bin', 'two/bin');
    link(join(folder, 'two/bin/a'), 'absolute');
    expect(accepted(join(folder, 'two/bin/a'))).toBe(path);
    expect(accepted(join(folder, 'absolute'))).toBe(path);
    expect(accepted(`${folder}/two/../one/bin/a`)).toBe(path);
    expect(accepted(`/..${path}`)).toBe(path);
    expect(accepted(`${folder}/two/bin/../bin/a`)).toBe(path);
  });

  test('that is a directory, is not there, or is below a file is not found', () => {
    const path = program('bin/a');
    expect(() => judge(join(folder, 'bin'))).toThrow(`command not found: ${folder}/bin is not a file`);
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', ['-m', '600', fifo]);
    for (const other of ['/', fifo])
      expect(() => judge(other)).toThrow(
        expect.objectContaining({ problem: 'absent', message: `command not found: ${other} is not a file` }),
      );
    expect(() => judge(`${path}/b`)).toThrow(`command not found: ${path}/b`);
    expect(() => judge(join(folder, 'none'))).toThrow('command not found');
  });

  test('in /proc is refused, also through a link', () => {
    const path = link('/proc/self/exe', 'exe');
    for (const each of ['/proc/self/exe', path])
      expect(refusal(each)).toBe(`${each} is refused: its path leads through /proc`);
  });

  test('on a mount that can hang is refused before it is touched', () => {
    const at = join(folder, 'nfs');
    judge = programJudge({
      ...noMounts,
      at: (path) => (path === at ? { path: at, type: 'nfs4' } : undefined),
    });
    expect(refusal(join(at, 'none'))).toBe(
      `${at}/none is refused: it is on the nfs4 mount ${at}, which is not entered`,
    );
  });

  test('on a medium is refused, unless it is of the system', () => {
    const asked: string[] = [];
    judge = programJudge({
      ...noMounts,
      withoutSetuid(path) {
        asked.push(path);
        return '/media/usb';
      },
    });
    const path = program('a');
    expect(refusal(path)).toContain(
      '/media/usb is mounted nosuid, so the owners of its files cannot be trusted',
    );
    expect(asked).toEqual([path]);
    expect(judge('/usr/bin/env').ofSystem).toBe(true);
    expect(asked).toEqual([path]);
  });
});

test('a user other than root trusts root and itself', () => {
  const path = program('a');
  chmodSync(path, 0o777);
  vi.spyOn(process, 'geteuid').mockReturnValue(stranger);
  judge = programJudge(noMounts);
  expect(refusal(path)).toContain('so others could replace the program');
});

/** The judge of a machine where everything, or what is named, belongs to a user, and unmapped users seem to be another. */
async function judgeWhere(
  uid: number,
  unmapped: number | undefined,
  owned = (_: string) => true,
  links: Readonly<Record<string, string>> = {},
) {
  vi.resetModules();
  vi.doMock('./unmapped-owner.js', () => ({ unmappedOwner: () => unmapped }));
  vi.doMock('node:fs', async (original) => {
    const fs = await original<typeof import('node:fs')>();
    const lstatSync = (path: string) =>
      Object.assign(fs.lstatSync(path in links ? '/proc/self/exe' : path), owned(path) ? { uid } : {});
    const readlinkSync = (path: string) => Buffer.from(links[path] ?? fs.readlinkSync(path));
    return { ...fs, lstatSync, readlinkSync };
  });
  const there = await import('./program.js');
  vi.doUnmock('./unmapped-owner.js');
  vi.doUnmock('node:fs');
  return there.programJudge(noMounts);
}

test.each([
  ['the program', '/usr/bin/env'],
  ['its directory', '/usr/bin'],
  ['the root', '/'],
])('a program of the system is refused if %s belongs to another user', async (_, owned) => {
  for (const unmapped of [undefined, 65_534]) {
    const there = await judgeWhere(stranger, unmapped, (path) => path === owned);
    expect(() => there('/usr/bin/env')).toThrow(`is refused: ${owned} belongs to user ${stranger}`);
  }
});

describe('in a user namespace, where files of unmapped users seem to belong to one', () => {
  const unmapped = 65_534;
  const judgeThere = (owned?: (path: string) => boolean, links?: Record<string, string>) =>
    judgeWhere(unmapped, unmapped, owned, links);

  test('a program below /usr/local is refused if that belongs to such a user, whoever owns the program', async () => {
    const there = await judgeThere((path) => path === '/usr/local');
    expect(() => there('/usr/local/bin/x')).toThrow(' is refused: /usr/local belongs to ');
  });

  test('links of the distribution from one program to another are followed', async () => {
    const there = await judgeThere(undefined, { '/etc/alternatives': '../usr/bin' });
    expect(there('/etc/alternatives/env')).toMatchObject({ ofSystem: true });
  });

  test('the programs of the system are accepted', async () => {
    expect((await judgeThere())('/usr/bin/env').ofSystem).toBe(true);
  });

  test.each(['/usr/local/bin/x', '/var/lib'])('others are refused, such as %s', async (path) => {
    const there = await judgeThere();
    expect(() => there(path)).toThrow(/ is refused: \S+ belongs to /);
  });
});

test('what a judge threw is the problem of a command', () => {
  const absent = { problem: 'absent', reason: 'command not found: /x' };
  expect(judgedProblem(Object.assign(new Error('no'), { code: 'ENOENT' }), '/x')).toEqual(absent);
  expect(judgedProblem(Object.assign(new Error('no'), { code: 'EACCES' }), '/x')).toEqual({
    problem: 'denied',
    reason: 'no permission to run /x',
  });
  expect(judgedProblem(hostError('refused', 'why'), '/x')).toEqual({ problem: 'refused', reason: 'why' });
});
