import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limiter } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLocalHost } from './host.js';
import { markRun } from './leftovers.js';
import { mountGuard } from './mounts.js';
import { type Program, programFinder } from './programs.js';
import { commandRunner } from './run-command.js';
import { programJudge } from './trusted-program.js';

const root = process.getuid?.() === 0;
const itAsRoot = needs('root');
const other = { uid: 4217, gid: 4218 };
const directory = mkdtempSync(join(tmpdir(), 'hostspec-run-'));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const judged = programFinder(programJudge(mountGuard()));
const withoutSetpriv = (word: string): Program =>
  word === 'setpriv' ? { problem: 'absent', reason: 'command not found: setpriv' } : judged(word);

async function run(findProgram: typeof judged, argv: readonly string[], output?: string) {
  const runCommand = commandRunner({
    findProgram,
    limit: limiter(1),
    mark: markRun(),
    stop: { reason: undefined, listeners: new Set() },
    timeout: 10,
    maxItemBytes: 1000,
    list: async () => [],
    controller: async () => undefined,
    ask: async () => undefined,
  });
  const path = output ?? join(directory, 'output');
  const fd = openSync(path, output === undefined ? 'w+' : 'w');
  try {
    const outcome = await runCommand(argv, () => fd, { as: other });
    return { ...outcome, text: output === undefined ? readFileSync(path, 'utf8') : '' };
  } finally {
    closeSync(fd);
  }
}

describe.each([
  ['with setpriv', judged],
  ['without setpriv', withoutSetpriv],
])('as another user, %s', (_, findProgram) => {
  itAsRoot('runs a command with the rights of that user alone', async () => {
    const ids = await run(findProgram, ['/usr/bin/id']);
    expect(ids).toMatchObject({ rc: 0, text: expect.stringMatching(/^uid=4217 gid=4218 groups=4218/) });
    const denied = await run(findProgram, ['/bin/cat', '/etc/shadow']);
    expect(denied).toMatchObject({ rc: 1, text: expect.stringContaining('Permission denied') });
    const inherited = await run(findProgram, ['/bin/ls', '-l', '/proc/self/fd']);
    expect(inherited.text).not.toContain(directory);
  });
});

describe('as another user', () => {
  itAsRoot('cuts its output, and passes on the error where the output cannot be written', async () => {
    expect(await run(judged, ['/usr/bin/yes'])).toMatchObject({
      rc: 0,
      cut: { reason: 'output cut at 1000 bytes' },
    });
    expect(readFileSync(join(directory, 'output'))).toHaveLength(1000);
    await expect(run(judged, ['/bin/echo', 'x'], '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  itAsRoot('is a command of its own, whoever else runs the same', async () => {
    const host = createLocalHost();
    const text = async (how: Parameters<typeof host.run>[1]): Promise<string> =>
      new TextDecoder().decode((await host.run(['/usr/bin/id', '-u'], how)).output);
    expect([await text({}), await text({ as: other }), await text({})]).toEqual(['0\n', '4217\n', '0\n']);
  });
});

it('is denied where the collector is neither root nor that user', async () => {
  if (root) process.seteuid?.(65534);
  onTestFinished(() => {
    if (root) process.seteuid?.(0);
  });
  const result = await createLocalHost().run(['/usr/bin/id'], { as: other });
  expect(result).toMatchObject({ problem: 'denied', reason: 'needs root to run as user 4217' });
});
