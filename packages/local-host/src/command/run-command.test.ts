import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountGuard, programJudge } from '@hostspec/files/host';
import { limiter } from '@hostspec/host-kit';
import { needs } from '@hostspec/testing';
import { describe, expect, it, vi } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { createLocalHost } from '../host.js';
import { type Program, programFinder } from '../program/programs.js';
import { markRun } from './leftovers.js';
import { commandRunner } from './run-command.js';

const itAsRoot = needs('root');
const other = { uid: 4217, gid: 4218 };
const directory = sharedDirectory();

const judged = programFinder(programJudge(mountGuard()));

async function runWith(
  argv: readonly string[],
  how: Parameters<ReturnType<typeof commandRunner>>[2] = {},
  tools: Partial<Parameters<typeof commandRunner>[0]> = {},
  path = join(directory, 'own'),
) {
  const runCommand = commandRunner({
    nice: 10,
    findProgram: judged,
    limit: limiter(1),
    mark: markRun(),
    stop: { reason: undefined, listeners: new Set() },
    timeout: 60,
    maxItemBytes: 1000,
    list: async () => [],
    controller: async () => undefined,
    ask: async () => undefined,
    ...tools,
  });
  const fd = openSync(path, path === '/dev/full' ? 'w' : 'w+');
  try {
    const outcome = await runCommand(argv, () => fd, how);
    return { ...outcome, text: readFileSync(path, 'utf8') };
  } finally {
    closeSync(fd);
  }
}

const run = (argv: readonly string[], output?: string) => runWith(argv, { as: other }, {}, output);

describe('as another user', () => {
  itAsRoot('runs a command with the rights of that user alone', async () => {
    const ids = await run(['/usr/bin/id']);
    expect(ids).toMatchObject({ rc: 0, text: expect.stringMatching(/^uid=4217 gid=4218 groups=4218/) });
    const denied = await run(['/bin/cat', '/etc/shadow']);
    expect(denied).toMatchObject({ rc: 1, text: expect.stringContaining('Permission denied') });
    const inherited = await run(['/bin/ls', '-l', '/proc/self/fd']);
    expect(inherited.text).not.toContain(directory);
    const status = await run(['/bin/grep', '-E', '^(NoNewPrivs|CapEff)', '/proc/self/status']);
    expect(status.text).toBe('CapEff:\t0000000000000000\nNoNewPrivs:\t1\n');
  });

  itAsRoot('cuts its output, and passes on the error where the output cannot be written', async () => {
    expect(await run(['/usr/bin/yes'])).toMatchObject({
      rc: 0,
      cut: { reason: 'output cut at 1000 bytes' },
    });
    expect(readFileSync(join(directory, 'own'))).toHaveLength(1000);
    await expect(run(['/bin/echo', 'x'], '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  itAsRoot('is a command of its own, whoever else runs the same', async () => {
    const host = createLocalHost();
    const text = async (how: Parameters<typeof host.run>[1]): Promise<string> =>
      new TextDecoder().decode((await host.run(['/usr/bin/id', '-u'], how)).output);
    expect([await text({}), await text({ as: other }), await text({})]).toEqual(['0\n', '4217\n', '0\n']);
  });
});

describe('a command', () => {
  it('is ended by SIGKILL after the time of the host, or its own', async () => {
    const late = (seconds: number) => ({
      problem: 'timed out',
      reason: `took longer than ${seconds} s`,
      text: '',
    });
    // It ignores a milder signal.
    const sleep = ['/bin/sh', '-c', 'trap "" TERM; exec /bin/sleep 100'];
    expect(await runWith(sleep, {}, { timeout: 0.5 })).toEqual(late(0.5));
    expect(await runWith(sleep, { timeout: 0.2 })).toEqual(late(0.2));
  });

  it('may be ended by SIGTERM, which it can answer', async () => {
    const stop = { reason: 'enough', listeners: new Set<() => void>() };
    const script = 'trap "echo ended; exit" TERM; echo ready; while :; do :; done';
    const shell = ['/bin/sh', '-c', script];
    const running = runWith(shell, { signal: 'SIGTERM' }, { stop: { ...stop, reason: undefined } });
    await vi.waitUntil(() => readFileSync(join(directory, 'own'), 'utf8') === 'ready\n', { timeout: 60_000 });
    for (const listener of stop.listeners) listener();
    expect(await running).toMatchObject({ problem: 'failed', text: 'ready\nended\n' });
  });

  it('has the environment of all commands, and the input and variables that are given', async () => {
    const { text } = await runWith(
      ['/usr/bin/env'],
      { env: { A: 'b' } },
      { mark: { ...markRun(), run: 'mark' } },
    );
    expect(text.trim().split('\n').sort()).toEqual([
      'A=b',
      'HOSTSPEC_RUN=mark',
      'LC_ALL=C',
      'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin',
    ]);
    expect((await runWith(['/bin/cat'], { stdin: 'input' })).text).toBe('input');
  });

  it('is cut at the limit of the host, or its own', async () => {
    const cut = async (maxBytes?: number) =>
      (await runWith(['/usr/bin/yes'], maxBytes === undefined ? {} : { maxBytes })).text.length;
    expect([await cut(), await cut(10), await cut(2000)]).toEqual([1000, 10, 1000]);
  });

  it('is not run once the run is stopped', async () => {
    expect(await runWith(['/bin/echo'], {}, { stop: { reason: 'enough', listeners: new Set() } })).toEqual({
      problem: 'failed',
      reason: 'enough',
      text: '',
    });
  });

  it('is not run if another file has taken the place of its program since that was judged', async () => {
    const real = join(directory, 'replaced');
    writeFileSync(real, '');
    const program = { path: '/a/program', real, judged: statSync('/bin/sh') };
    expect(await runWith(['program'], {}, { findProgram: () => program })).toEqual({
      problem: 'refused',
      reason: '/a/program is refused: another file has replaced it since it was checked',
      text: '',
    });
  });

  it('is not run if its program is refused', async () => {
    const refused: Program = { problem: 'refused', reason: 'belongs to eve' };
    expect(await runWith(['program'], {}, { findProgram: () => refused })).toEqual({ ...refused, text: '' });
  });
});
