import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { itNeeds } from '@hostspec/testing';
import { expect, onTestFinished, vi } from 'vitest';
import { createRunnerHost, findRunner, startRunner } from './index.js';

const found = findRunner();

/** The process with these words; undefined if there is none yet. */
function processOf(words: readonly string[]): string | undefined {
  const wanted = `${words.join('\0')}\0`;
  return readdirSync('/proc').find((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8') === wanted;
    } catch {
      return false;
    }
  });
}

itNeeds('a runner', typeof found !== 'string')(
  'a process that holds the output of an ended command, but does not belong to the run, is not ended',
  async () => {
    if (typeof found === 'string') return;
    const host = await createRunnerHost(startRunner(found.program, found.sha256));
    const words = ['/bin/sleep', `2.${process.pid}`];
    const running = host.run(words);
    const pid = await vi.waitUntil(() => processOf(words));
    // It opens the pipe that the command writes to.
    const stranger = spawn('/bin/sh', ['-c', `exec > /proc/${pid}/fd/1; echo opened >&2; exec sleep 60`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    await once(stranger.stderr, 'data');
    expect((await running).rc).toBe(0);
    // Longer than the runner waits until it looks for such processes.
    await sleep(1000);
    expect(await host.stop('the test is over')).toBe(0);
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  },
  20_000,
);
