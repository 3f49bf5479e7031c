import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMarker } from '@hostspec/spec';
import { itNeeds, lackingOf } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { markRun, type RunMark } from './leftovers.js';

const folder = sharedDirectory();

const isRoot = process.geteuid?.() === 0;
const slackPath = '/proc/self/timerslack_ns';
const itHasProc = itNeeds('/proc', existsSync('/proc/self/fd'));
const itHasSlack = itNeeds('root, and its timer slack', isRoot && existsSync(slackPath));
const ownSlack = (): string => readFileSync(slackPath, 'latin1').trim();

// If the run took other processes for its own, this would end those of the machine: only those of the test get a signal.
const own = new Set<number>();
let strangers: number[] = [];
let killed: number[] = [];
/** Called before a process is ended. */
let beforeEnd: (pid: number) => void = () => {};
beforeEach(() => {
  const kill = process.kill.bind(process);
  [strangers, killed, beforeEnd] = [[], [], () => {}];
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    if (!own.has(pid)) {
      strangers.push(pid);
      return true;
    }
    beforeEnd(pid);
    killed.push(pid);
    return kill(pid, signal);
  });
  onTestFinished(() => expect(strangers).toEqual([]));
});

/** A process that leads a session of its own, and that the test ends. */
const started = (argv: readonly string[], options: SpawnOptions): ChildProcess & { pid: number } => {
  const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: 'ignore', detached: true, ...options });
  onTestFinished(() => void child.kill('SIGKILL'));
  own.add(child.pid ?? 0);
  return child as ChildProcess & { pid: number };
};

// The runner is tested with the same table.
const { marks }: { readonly marks: readonly { readonly variable: string; readonly ended: boolean }[] } =
  JSON.parse(readFileSync(new URL('../../../testing/src/tables/commands.json', import.meta.url), 'utf8'));
const variableOf = (variable: string, run: string): string =>
  variable.replace(/MARK|RUN|UN/g, (word) =>
    word === 'MARK' ? runMarker : word === 'RUN' ? run : run.slice(1),
  );

const sleeping = ['/bin/sleep', '100'];
const marked = (mark: RunMark, more = {}) => ({ env: { [runMarker]: mark.run, ...more } });

const until = (isSo: () => boolean): Promise<boolean> => vi.waitUntil(isSo, { timeout: 60_000 });

const isEnded = async (child: ChildProcess): Promise<boolean> => {
  if (child.signalCode === null) await once(child, 'exit');
  return child.signalCode === 'SIGKILL';
};
const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

describe('at the end of a run', () => {
  itHasProc('every process is ended whose environment has its mark, and no other', async () => {
    const mark = markRun();
    const ours = [started(sleeping, marked(mark, { A: 'x' })), started(sleeping, marked(mark))];
    const others = marks.map(({ variable, ended }) => {
      const [, name = '', value] = /^(\w+)=(.*)/.exec(variableOf(variable, mark.run)) ?? [];
      return { ended, child: started(sleeping, { env: { [name]: value } }) };
    });
    const count = ours.length + marks.filter(({ ended }) => ended).length;
    expect(mark.endDescendants()).toBe(count);
    for (const child of ours) expect(await isEnded(child)).toBe(true);
    for (const { child, ended } of others)
      if (ended) expect(await isEnded(child)).toBe(true);
      else expect(isAlive(child)).toBe(true);
    // Those that were ended count once.
    expect(mark.endDescendants()).toBe(count);
  });

  itHasProc('this process is not ended, even with that mark', () => {
    const mark = markRun();
    expect(mark.endDescendants()).toBe(0);
  });

  itHasProc('what a process starts while it is ended is ended, too, but not without end', async () => {
    const mark = markRun();
    const others: ChildProcess[] = [];
    const startAnother = (): void => void others.push(started(sleeping, marked(mark)));
    const first = started(sleeping, marked(mark));
    beforeEnd = (pid) => {
      if (pid === first.pid) startAnother();
    };
    expect(mark.endDescendants()).toBe(2);
    for (const child of [first, ...others]) expect(await isEnded(child)).toBe(true);
    // Each of ten starts the next one when it is ended.
    const chain = markRun();
    const next = (): number => started(sleeping, marked(chain)).pid;
    const all = [next()];
    beforeEnd = () => {
      if (all.length < 10) all.push(next());
    };
    expect(chain.endDescendants()).toBe(5);
    expect(killed.slice(-5)).toEqual(all.slice(0, 5));
    expect(all).toHaveLength(6);
  });

  itHasProc('a process that does not end at once gets no second signal', () => {
    const mark = markRun();
    const child = started(sleeping, marked(mark));
    beforeEnd = () => {
      throw new Error('ESRCH');
    };
    vi.mocked(process.kill).mockClear();
    expect([mark.endDescendants(), mark.endDescendants()]).toEqual([1, 1]);
    expect(vi.mocked(process.kill).mock.calls).toEqual([[child.pid, 'SIGKILL']]);
  });

  itHasProc('runs have marks of their own', async () => {
    const [one, other] = [markRun(), markRun()];
    const child = started(sleeping, marked(other));
    expect(one.endDescendants()).toBe(0);
    expect(isAlive(child)).toBe(true);
    expect(other.endDescendants()).toBe(1);
    expect(await isEnded(child)).toBe(true);
  });

  itHasSlack('a process that cleared its environment is found by its timer slack', async () => {
    const mark = markRun();
    const ours = mark.starting(() => started(sleeping, { env: {} }));
    const stranger = started(sleeping, { env: {} });
    expect(mark.endDescendants()).toBe(1);
    expect(await isEnded(ours)).toBe(true);
    expect(isAlive(stranger)).toBe(true);
  });

  itHasSlack('one with the mark of another run belongs to that, whatever its timer slack', () => {
    const mark = markRun();
    const inner = mark.starting(() => started(sleeping, { env: { [runMarker]: 'another' } }));
    expect(mark.endDescendants()).toBe(0);
    expect(isAlive(inner)).toBe(true);
  });

  itHasSlack('one that has ended, but that its parent has not waited for, does not count', async () => {
    const mark = markRun();
    // The child ends when its parent no longer is the shell, which could wait for it.
    const untilSleep = 'until [ "$name" = sleep ]; do read -r name </proc/$$/comm; done';
    const script = `(${untilSleep}) & echo $!; exec /bin/sleep 100`;
    const parent = mark.starting(() =>
      started(['/bin/sh', '-c', script], {
        env: { [runMarker]: 'another' },
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const [printed] = await once(parent.stdout as NodeJS.ReadableStream, 'data');
    const stat = `/proc/${String(printed).trim()}/stat`;
    await until(() => / Z /.test(readFileSync(stat, 'latin1')));
    expect(mark.endDescendants()).toBe(0);
    expect(readFileSync(stat, 'latin1')).toMatch(/ Z /);
  });

  const setpriv = lackingOf(['root', 'setpriv']);
  itNeeds(setpriv.join(', '), setpriv.length === 0)(
    'a process of another user, which can leave no group, is found by its group',
    async () => {
      const mark = markRun();
      if (mark.group === undefined) throw new Error('root has no group to assign');
      const as = (groups: string): string[] => [
        'setpriv',
        '--reuid=4217',
        '--regid=4218',
        groups,
        ...sleeping,
      ];
      const env = { PATH: '/usr/bin:/bin' };
      const [ours, other] = [`4219,${mark.group}`, `4219,${mark.group - 1}`].map((groups) =>
        started(as(`--groups=${groups}`), { env }),
      ) as [ChildProcess & { pid: number }, ChildProcess & { pid: number }];
      for (const { pid } of [ours, other])
        await until(() => readFileSync(`/proc/${pid}/comm`, 'latin1') === 'sleep\n');
      expect(mark.endDescendants()).toBe(1);
      expect(await isEnded(ours)).toBe(true);
      expect(isAlive(other)).toBe(true);
    },
  );

  itNeeds(setpriv.join(', '), setpriv.length === 0)(
    'its name does not hide it, even if that looks like a list of groups',
    async () => {
      const mark = markRun();
      const program = join(folder, 'Groups: 1 2');
      copyFileSync('/bin/sleep', program);
      chmodSync(folder, 0o755);
      const words = ['setpriv', '--reuid=4217', '--regid=4218', `--groups=${mark.group}`, program, '100'];
      const child = started(words, { env: { PATH: '/usr/bin:/bin' } });
      await until(() => readFileSync(`/proc/${child.pid}/comm`, 'latin1') === 'Groups: 1 2\n');
      expect(mark.endDescendants()).toBe(1);
      expect(await isEnded(child)).toBe(true);
    },
  );
});

describe('marks', () => {
  let looks = 0;
  beforeEach(() => {
    looks = 0;
  });
  afterEach(() => vi.doUnmock('node:fs'));

  const withFiles = async (change: (fs: typeof import('node:fs')) => object): Promise<typeof markRun> => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => {
      const fs = await original<typeof import('node:fs')>();
      return { ...fs, ...change(fs) };
    });
    return (await import('./leftovers.js')).markRun;
  };

  itHasProc('are not looked for in processes that end meanwhile', async () => {
    const mark = (
      await withFiles((fs) => ({
        readdirSync: (path: string) => [...fs.readdirSync(path), ...(looks++ === 0 ? [] : ['999999999'])],
      }))
    )();
    expect([mark.endDescendants(), looks, strangers]).toEqual([0, 2, []]);
  });

  /** The mark of a run that every process below /proc has, as far as its environment says. `list` gets the names in /proc. */
  const claimedBy = async (list: (names: string[]) => string[]) => {
    const run = { mark: '' };
    const markWith = await withFiles((fs) => ({
      readdirSync: (path: string) => list(fs.readdirSync(path)),
      readFileSync: (path: string, how: 'latin1') =>
        /^\/proc\/[^/]+\/environ$/.test(path)
          ? `A=b\0${runMarker}=${run.mark}\0`
          : fs.readFileSync(path, how),
    }));
    const mark = markWith();
    run.mark = mark.run;
    return mark;
  };

  itHasProc('do not count in processes that were there before', async () => {
    const mark = await claimedBy((names) =>
      looks++ === 0 ? ['4194999', ...names] : ['4194999', '4194998', '1'],
    );
    expect(mark.endDescendants()).toBe(1);
    expect(strangers.splice(0)).toEqual([4194998]);
  });

  itHasProc('do not count in this process, even if others could not be listed before', async () => {
    const mark = await claimedBy(() => {
      if (looks++ === 0) throw new Error('EMFILE');
      return [String(process.pid)];
    });
    expect([mark.endDescendants(), strangers]).toEqual([0, []]);
  });

  itHasProc('are looked for below numbers of processes only', async () => {
    const mark = await claimedBy(() => (looks++ === 0 ? [] : ['0', '-1', '1.5', 'self', '']));
    // The kernel would take 0 for the group of this process, and -1 for every process.
    expect([mark.endDescendants(), strangers]).toEqual([0, []]);
  });

  test.each([
    ['         0          0 4294967295\n', true],
    ['0 0 65536\n', false],
    ['0 1000 4294967295\n', false],
    ['1 0 4294967295\n', false],
    ['1000 1 1\n0 0 4294967295\n', false],
    ['0 0 42949672950\n', false],
    ['', false],
  ])('have a group only if every group can be assigned: %j', async (map, hasGroup) => {
    const markWith = await withFiles(() => ({ readFileSync: () => map }));
    vi.spyOn(process, 'geteuid').mockReturnValue(0);
    expect(markWith().group !== undefined).toBe(hasGroup);
  });

  test('without /proc mark nothing, and nothing is ended', async () => {
    const fail = (): never => {
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    };
    const mark = (await withFiles(() => ({ readdirSync: fail, readFileSync: fail, openSync: fail })))();
    expect(mark.starting(() => 5)).toBe(5);
    expect(mark.group).toBeUndefined();
    expect(mark.endDescendants()).toBe(0);
  });

  test('of another user than root are those in the environment alone', async () => {
    const markAsOther = await withFiles(() => ({}));
    vi.spyOn(process, 'geteuid').mockReturnValue(1000);
    const before = existsSync(slackPath) ? ownSlack() : '';
    const mark = markAsOther();
    expect(mark.group).toBeUndefined();
    expect(mark.starting(() => (existsSync(slackPath) ? ownSlack() : ''))).toBe(before);
  });
});

describe('while the run goes on', () => {
  itHasProc(
    'a process that holds the output of an ended command is ended, one of a stranger is not',
    async () => {
      const mark = markRun();
      const fd = openSync(join(folder, 'output'), 'w');
      onTestFinished(() => closeSync(fd));
      const stdio: SpawnOptions['stdio'] = ['ignore', fd, 'ignore'];
      const stranger = started(sleeping, { env: {}, stdio });
      const ours = started(sleeping, { ...marked(mark), stdio });
      mark.written(fd);
      expect(await isEnded(ours)).toBe(true);
      expect(isAlive(stranger)).toBe(true);
      expect(mark.endDescendants()).toBe(1);
      expect(isAlive(stranger)).toBe(true);
    },
  );
});

describe('the timer slack of this process', () => {
  itHasSlack('is that of the run only while a command starts', () => {
    const before = ownSlack();
    const one = markRun();
    const during = one.starting(ownSlack);
    expect(Number(during)).toBeGreaterThan(50_000);
    expect(Number(during)).toBeLessThan(50_000 + 65_536);
    expect(ownSlack()).toBe(before);
    expect(one.starting(ownSlack)).toBe(during);
    expect(() =>
      one.starting(() => {
        throw new Error('no such program');
      }),
    ).toThrow('no such program');
    expect(ownSlack()).toBe(before);
  });
});

test('a run has a mark that nobody can guess, and as root a group that nobody is in', () => {
  const [one, other] = [markRun(), markRun()];
  for (const { run } of [one, other]) expect(run).toMatch(/^[0-9a-f]{16}$/);
  expect(one.run).not.toBe(other.run);
  if (!isRoot) expect(one.group).toBeUndefined();
  else if (one.group !== undefined) {
    expect(one.group).toBeGreaterThanOrEqual(3_000_000_000);
    expect(one.group).toBeLessThan(4_000_000_000);
    expect(one.group).not.toBe(other.group);
  }
});
