import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { mountGuard, type ProgramJudge, programJudge } from '@hostspec/files/host';
import { hostError } from '@hostspec/spec';
import { itNeeds, needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openedBelow, temporaryDirectory } from '../../../../tools/test/folder.js';
import { notRunBy, openProgram, otherPaths, type Program, programFinder, programHomes } from './programs.js';

const isRoot = process.geteuid?.() === 0;

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});

const file = (name: string, content: string | Buffer, mode = 0o755): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};

/** Does something as a user who may not read every file. */
const asOrdinaryUser = <T>(work: () => T): T => {
  if (!isRoot) return work();
  chmodSync(folder, 0o755);
  process.seteuid?.(65534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
};

const itself = readFileSync(process.execPath).subarray(0, 4096);

/** Accepts what is there; `/system/…` is a program of the system, and leads here. */
const judge = vi.fn<ProgramJudge>((path) => {
  const real = path.replace(/^\/(system|bin|usr\/bin|sbin)\//, `${folder}/`);
  if (path.includes('refused')) throw hostError('refused', `${path} is refused: it belongs to eve`);
  return {
    real,
    ofSystem: path.startsWith('/system/'),
    stats: statSync(real),
    passing: path.includes('passing'),
  };
});
const find = (word: string): Program => programFinder(judge)(word);

describe('a program that is found', () => {
  test('is executed as the file that was judged, but by its path if it is of the system', () => {
    const path = file('own', itself);
    expect(find(path)).toEqual({ path, real: path, judged: expect.objectContaining(inode(path)) });
    expect(find('/system/own')).toEqual({ path: '/system/own', real: path });
  });

  test('is judged once', () => {
    const path = file('own', itself);
    const finder = programFinder(judge);
    judge.mockClear();
    expect(finder(path)).toBe(finder(path));
    expect(judge).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['passing', itself],
    ['script', '#!/bin/passing\n'],
  ])('is judged each time if others could replace it later: %s', (name, content) => {
    file('passing', itself);
    const path = file(name, content);
    const finder = programFinder(judge);
    expect(finder(path)).toMatchObject({ path, passing: true });
    judge.mockClear();
    expect(finder(path)).toMatchObject({ path, passing: true });
    expect(judge).toHaveBeenCalledWith(path);
    chmodSync(join(folder, 'passing'), 0o644);
    expect(finder(path)).toEqual(
      name === 'script' ? { path, real: path } : { problem: 'denied', reason: expect.any(String) },
    );
  });

  test('by its name is the first of the search path', () => {
    file('tool', '#!/bin/sh\n');
    const [first, second] = [refusedIn('/bin', 'tool'), refusedIn('/usr/bin', 'tool')];
    expect(programFinder(first)('tool')).toMatchObject({ path: '/usr/bin/tool' });
    const both: ProgramJudge = (path) => (path.startsWith('/bin/') ? first(path) : second(path));
    expect(programFinder(both)('tool')).toMatchObject({ path: '/sbin/tool' });
    const none: ProgramJudge = (path) => {
      throw path.endsWith('in/tool') && path !== '/bin/tool'
        ? hostError('refused', `${path} is refused`)
        : hostError('absent', 'command not found');
    };
    expect(programFinder(none)('tool')).toEqual({ problem: 'refused', reason: '/usr/bin/tool is refused' });
    for (const word of ['nosuch', 'sub/tool', ''])
      expect(find(word)).toEqual({ problem: 'absent', reason: `command not found: ${word}` });
  });

  test('may not be one that nobody may execute', () => {
    const path = file('own', itself, 0o644);
    expect(find(path)).toEqual({ problem: 'denied', reason: `no permission to run ${path}` });
  });

  test('may be one that cannot be read', () => {
    const path = file('own', itself, 0o111);
    expect(asOrdinaryUser(() => find(path))).toEqual({ path, real: path });
  });
});

const refusedIn =
  (directory: string, name: string): ProgramJudge =>
  (path) => {
    if (path === `${directory}/${name}`) throw hostError('refused', `${path} is refused`);
    return judge(path);
  };

describe('a script', () => {
  test.each(['#!/bin/sh\n', '#! \t/bin/sh -e\nexit\n', '#!/bin/sh', '#!bin/sh\n', '#!/none/such\n'])(
    'is executed by its path: %j',
    (content) => {
      const path = file('script', content);
      file('sh', itself);
      expect(find(path)).toEqual({ path, real: path });
    },
  );

  test('is refused if its interpreter is, however far that is', () => {
    const refused = file('script', '#!/bin/refused\n');
    expect(find(refused)).toEqual({
      problem: 'refused',
      reason: `${refused} is refused because of its interpreter: /bin/refused is refused: it belongs to eve`,
    });
    // Commands run in the root.
    const relative = file('relative', '#!bin/refused');
    expect(find(relative)).toMatchObject({ problem: 'refused' });
    expect(judge).toHaveBeenLastCalledWith('/bin/refused');
    for (let index = 1; index < 5; index++)
      file(`script${index}`, `#!${folder}/script${index === 1 ? '' : index - 1}\n`);
    expect(find(join(folder, 'script4'))).toMatchObject({ problem: 'refused' });
  });

  test('that names itself as its interpreter is left to the kernel', () => {
    const path = file('script', `#!${folder}/script\n`);
    judge.mockClear();
    expect(find(path)).toEqual({ path, real: path });
    expect(judge).toHaveBeenCalledTimes(6);
  });

  test.each(['#!', '#!\n/bin/sh\n', '#! \n', '', 'exit 0\n', ' #!/bin/sh\n'])(
    'without an interpreter is not executed: %j',
    (content) => {
      const path = file('script', content);
      expect(find(path)).toEqual({
        problem: 'failed',
        reason: `${path}: not a program that this machine can run`,
      });
    },
  );
});

/** A header of an ELF file; `undefined` leaves a field as it is in a program of this machine. */
interface Header {
  readonly bits?: 32 | 64;
  readonly order?: 'little' | 'big';
  readonly type?: number;
  readonly machine?: number;
  readonly entrySize?: number;
  readonly entries?: number;
  readonly length?: number;
}

const isLittle = itself[5] === 1;
const ownMachine = isLittle ? itself.readUInt16LE(18) : itself.readUInt16BE(18);

function elf(header: Header): Buffer {
  const { bits = 64, order = isLittle ? 'little' : 'big', type = 2, machine = ownMachine } = header;
  const { entrySize = bits === 64 ? 56 : 32, entries = 1, length = bits === 64 ? 64 : 52 } = header;
  const bytes = Buffer.alloc(64);
  bytes.write('\x7fELF', 'latin1');
  bytes[4] = bits / 32;
  bytes[5] = order === 'little' ? 1 : 2;
  const fields = {
    16: type,
    18: machine,
    [bits === 64 ? 54 : 42]: entrySize,
    [bits === 64 ? 56 : 44]: entries,
  };
  for (const [at, value] of Object.entries(fields))
    order === 'little' ? bytes.writeUInt16LE(value, Number(at)) : bytes.writeUInt16BE(value, Number(at));
  return bytes.subarray(0, length);
}

describe('a binary', () => {
  test.each<Header>([
    {},
    { type: 3 },
    { entries: 500 },
    { bits: 32 },
    { order: 'big' },
    { order: 'little' },
    { bits: 32, order: 'big' },
    // What this machine runs, too: i386 on x86-64, 32-bit Arm on 64-bit Arm.
    ...[
      [62, 3],
      [183, 40],
    ].flatMap(([own, also]) => (own === ownMachine ? [{ bits: 32 as const, machine: also ?? 0 }] : [])),
  ])('of this machine is executed: %j', (header) => {
    const path = file('binary', elf(header));
    expect(find(path)).toMatchObject({ path });
  });

  test.each<Header>([
    { machine: 0 },
    { machine: ownMachine + 1 },
    { machine: ownMachine * 256 },
    { type: 0 },
    { type: 1 },
    { type: 4 },
    { entrySize: 32 },
    { bits: 32, entrySize: 56 },
    { entries: 0 },
    { length: 63 },
    { bits: 32, length: 51 },
    { length: 4 },
  ])('of another machine, or one that the kernel refuses, is not: %j', (header) => {
    const path = file('binary', elf(header));
    expect(find(path)).toEqual({
      problem: 'failed',
      reason: `${path}: not a program that this machine can run`,
    });
  });
});

const inode = (path: string) => {
  const { dev, ino } = statSync(path);
  return { dev, ino };
};

/** How many descriptors of this process lead below the folder. */
const opened = (): number => openedBelow(folder).length;

const itHasProc = itNeeds('/proc', existsSync('/proc/self/fd'));

describe('opening a program', () => {
  itHasProc('gives exactly the judged file, until it is closed', () => {
    const path = file('own', itself);
    const program = { path: '/by/another/path', real: path, judged: statSync(path) };
    const { file: executed, close } = openProgram(program);
    renameSync(path, join(folder, 'moved'));
    file('own', 'another');
    expect(executed).toMatch(/^\/proc\/self\/fd\/\d+$/);
    expect(statSync(executed)).toMatchObject(inode(join(folder, 'moved')));
    // It is held, and not opened: nobody could read from or write to it.
    const flags = readFileSync(executed.replace('/fd/', '/fdinfo/'), 'utf8');
    expect(Number.parseInt(/^flags:\s+(\d+)/m.exec(flags)?.[1] ?? '', 8) & 0o10000000).not.toBe(0);
    expect(opened()).toBe(1);
    close();
    expect(opened()).toBe(0);
  });

  itHasProc('refuses another file, or a link, in its place', () => {
    const path = file('own', itself);
    const judged = statSync(path);
    renameSync(path, join(folder, 'moved'));
    const refused = expect.objectContaining({
      problem: 'refused',
      message: '/a/path is refused: another file has replaced it since it was checked',
    });
    file('own', itself);
    expect(() => openProgram({ path: '/a/path', real: path, judged })).toThrow(refused);
    rmSync(path);
    symlinkSync('moved', path);
    expect(() => openProgram({ path: '/a/path', real: path, judged })).toThrow(refused);
    const otherDisk = { ...judged, dev: judged.dev + 1 } as typeof judged;
    expect(() => openProgram({ path: '/a/path', real: join(folder, 'moved'), judged: otherDisk })).toThrow(
      refused,
    );
    expect(opened()).toBe(0);
  });

  test('leaves one that is gone to the kernel', () => {
    const path = file('own', itself);
    const judged = statSync(path);
    rmSync(path);
    const { file: executed, close } = openProgram({ path, real: path, judged });
    expect(executed).toBe(path);
    close();
  });

  itHasProc('of the system gives its path, and opens nothing', () => {
    const path = file('own', itself);
    const { file: executed, close } = openProgram({ path: '/by/a/link', real: path });
    expect([executed, opened()]).toEqual(['/by/a/link', 0]);
    const fd = openSync(path, 'r');
    close();
    expect(opened()).toBe(1);
    closeSync(fd);
  });
});

describe('homes', () => {
  interface HomeCase {
    readonly name: string;
    readonly tree: readonly string[];
    readonly word: string;
    readonly found: string | null;
    readonly refused: string | null;
  }
  const table: { readonly homes: readonly HomeCase[]; readonly furtherPrograms: readonly string[] } =
    JSON.parse(readFileSync(new URL('../../../testing/src/tables/rights.json', import.meta.url), 'utf8'));

  let folder = '';
  beforeEach(() => {
    // Not below a directory that everybody may write to: there, every program is found anew.
    folder = temporaryDirectory(process.geteuid?.() === 0 ? '/run' : '/tmp');
  });

  /** Makes `f NAME MODE OWNER`, `d NAME MODE OWNER` or `l NAME TARGET OWNER`; root owns what names no owner. */
  function make(line: string): void {
    const [kind, name = '', value = '', owner = '0'] = line.split(' ');
    const path = join(folder, name);
    if (kind === 'l') symlinkSync(value, path);
    else if (kind === 'd') mkdirSync(path);
    else writeFileSync(path, '#!/bin/sh\n');
    lchownSync(path, Number(owner), 0);
    if (kind !== 'l') chmodSync(path, Number.parseInt(value, 8));
  }

  const below = (places: readonly string[]): string[] => places.map((place) => `${folder}${place}`);

  describe('the table that the runner is tested with, too: a program', () => {
    for (const { name, tree, word, found, refused } of table.homes)
      needs('root')(name, () => {
        for (const line of tree) make(line);
        const homes = {
          usual: below(programHomes.usual),
          further: below(programHomes.further),
          programs: programHomes.programs,
        };
        const find = programFinder(programJudge(mountGuard('/proc/self/mountinfo')), homes);
        const program = find(`${folder}/${word}`);
        if (found !== null) expect(program).toMatchObject({ path: `${folder}/${found}` });
        else
          expect(program).toMatchObject({
            problem: refused === null ? 'absent' : 'refused',
            reason: expect.stringContaining(refused === null ? word : refused.replaceAll('DIR', folder)),
          });
      });

    test('of others is one of the list', () => {
      expect(programHomes.programs).toEqual(table.furtherPrograms);
    });
  });

  test('nothing is looked for in other directories, nor without a name', () => {
    expect(otherPaths('/usr/sbin/ss', programHomes)).toEqual(['/usr/bin/ss', '/bin/ss', '/sbin/ss']);
    expect(otherPaths('/opt/x/ss', programHomes)).toEqual([]);
    expect(otherPaths('/home/eve/bin/kubectl', programHomes)).toEqual([]);
    expect(otherPaths('/usr/sbin/', programHomes)).toEqual([]);
  });
});

describe('what runs a program', () => {
  const program = realpathSync(process.execPath);

  test('a process counts as one that runs the program that it executes', () => {
    expect(notRunBy(undefined, '/bin/other')).toBeUndefined();
    expect(notRunBy(process.pid, program)).toBeUndefined();
    expect(notRunBy(process.pid, '/bin/other')).toBe(
      `process ${process.pid} runs ${program}, whatever its command line says`,
    );
  });

  test('a process that has ended runs nothing', () => {
    const { pid } = spawnSync('/bin/true');
    expect(notRunBy(pid, '/bin/true')).toBe(`process ${pid} has ended`);
  });

  const inNamespace = needs('root', 'a mount namespace', 'setpriv');

  inNamespace('one in a namespace of its own does not count, whatever it runs', async () => {
    const child = spawn('unshare', ['--mount', 'sh', '-c', 'echo; exec sleep 100'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    expect(notRunBy(pid, realpathSync('/bin/sleep'))).toBe(
      `process ${pid} is in a mnt namespace of its own, as in a container`,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  const isRoot = process.geteuid?.() === 0;
  afterEach(() => {
    vi.doUnmock('node:fs');
    if (isRoot) process.seteuid?.(0);
  });

  test('the claim of a process counts if this user may not look at it, but not that of one that has ended', () => {
    const { pid } = spawnSync('/bin/true');
    if (isRoot) process.seteuid?.(65534);
    expect(notRunBy(1, '/bin/other')).toBeUndefined();
    expect(notRunBy(pid, '/bin/true')).toBe(`process ${pid} has ended`);
  });

  test.each([
    ['ESRCH', 0, 'process 7 has ended'],
    ['ENOENT', 0, 'process 7 has ended'],
    ['EACCES', 0, 'process 7 cannot be inspected: EACCES'],
    ['EPERM', 0, 'process 7 cannot be inspected: EPERM'],
    ['EIO', 0, 'process 7 cannot be inspected: EIO'],
    ['EACCES', 1000, undefined],
    ['EPERM', 1000, undefined],
    ['EIO', 1000, 'process 7 cannot be inspected: EIO'],
    ['ESRCH', 1000, 'process 7 has ended'],
  ])('after %s, for user %i, the answer is: %s', async (code, user, answer) => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => ({
      ...(await original<object>()),
      readlinkSync() {
        throw Object.assign(new Error(code), { code });
      },
    }));
    const { notRunBy: failing } = await import('./programs.js');
    if (process.geteuid) vi.spyOn(process, 'geteuid').mockReturnValue(user);
    expect(failing(7, '/bin/true')).toBe(answer);
  });
});
