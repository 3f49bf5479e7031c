import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectingHost, CommandResult } from '@hostspec/spec';
import { expect, onTestFinished, vi } from 'vitest';
import { lackingOf } from '../components.js';
import { itNeeds, needs } from '../needs.js';
import { python } from '../pathological/running.js';
import type { HostUnderTest } from './under-test.js';

const seconds = 40_000;

// The latest that a host looks for processes that still hold the output of an ended command, in milliseconds, and more.
const afterSweeps = 1000;

/** Hosts that run commands end what these leave behind, and nothing else. */
export function processTests({ another, has }: Pick<HostUnderTest, 'another' | 'has'>): void {
  itNeeds('/proc', existsSync('/proc/self/fd'))(
    'a process that holds the output of an ended command, but does not belong to the run, is not ended',
    async () => {
      const host = await another();
      const words = ['/bin/sleep', `60.${process.pid}`];
      const running = host.run(words);
      const pid = await vi.waitUntil(() => processOf(words), { timeout: 60_000 });
      const script = `exec > /proc/${pid}/fd/1; echo opened >&2; exec sleep 60`;
      const stranger = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'ignore', 'pipe'] });
      onTestFinished(() => void stranger.kill('SIGKILL'));
      const [said] = await once(stranger.stderr, 'data');
      expect(String(said)).toBe('opened\n');
      process.kill(Number(pid));
      await running;
      await sleep(afterSweeps);
      expect(await host.stop('the test is over')).toBe(0);
      expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
    },
    seconds,
  );

  itNeeds('/proc', existsSync('/proc/self/fd'))(
    'two hosts on one machine do not end the commands of each other',
    async () => {
      const both = [await another(), await another()];
      const results = await Promise.all(both.map((host, index) => manyCommands(host, `0.1${index}`)));
      expect(results.flat().filter(({ rc }) => rc !== 0)).toEqual([]);
      for (const host of both) expect(await host.stop('the test is over')).toBe(0);
    },
    seconds,
  );

  const itRunsPython = lackingOf([python]).length > 0 ? needs(python) : has('Python');
  itRunsPython(
    'what a command writes to nameless files of its own is not taken for the output of an ended one',
    async () => {
      const host = await another();
      // Each file takes the number of another that was closed.
      const script = [
        'import os, subprocess, tempfile',
        'ended = []',
        'for _ in range(25):',
        '    files = [tempfile.TemporaryFile() for _ in range(8)]',
        "    children = [subprocess.Popen(['/bin/sleep', '0.1'], stdout=file) for file in files]",
        '    ended += [child.wait() for child in children]',
        '    for file in files: file.close()',
        'print(sum(status != 0 for status in ended), len(ended))',
      ].join('\n');
      const [counted] = await Promise.all([
        host.run([python, '-c', script], { timeout: 60 }),
        manyCommands(host, '0.0'),
      ]);
      expect(Buffer.from(counted.output).toString()).toBe('0 200\n');
      await host.stop('the test is over');
    },
    seconds,
  );
}

/** Hundreds of short commands, each another one. */
function manyCommands(host: CollectingHost, duration: string): Promise<CommandResult[]> {
  return Promise.all(
    Array.from({ length: 300 }, (_, index) => host.run(['/bin/sleep', `${duration}${1000 + index}`])),
  );
}

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
