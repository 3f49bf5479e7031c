import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunner } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { hostspec, startHostspec, temporaryDirectory } from '../testing/cli.js';
import { silentHost } from '../testing/silent-host.js';

const itConnects = needs(...(typeof findRunner() === 'string' ? ['a runner'] : []));
const argumentsFor = (via: string, path: string): string[] => [
  'collect',
  '--via',
  via,
  '--only',
  'cmdline,meminfo',
  '--output',
  path,
];

describe('a host that is silent', () => {
  itConnects('after its greeting does not hold a run beyond --max-time, and nothing is collected', () => {
    const path = join(temporaryDirectory(), 'a.tar.gz');
    const { status, stderr } = hostspec([...argumentsFor(silentHost().via, path), '--max-time', '1']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'hostspec: the run reached its time limit of 1 s, before the host answered\n',
    });
    expect(existsSync(path)).toBe(false);
  });

  itConnects('while it is collected does not hold a run beyond --max-time: the archive is complete', () => {
    const path = join(temporaryDirectory(), 'a.tar.gz');
    const { via } = silentHost({ denies: true });
    const { status, stdout, stderr } = hostspec([...argumentsFor(via, path), '--max-time', '3']);
    expect({ status, path: stdout.trimEnd().split('\n').at(-1) }).toEqual({ status: 1, path });
    expect(stdout).toContain('The run ended early: the run reached its time limit of 3 s.');
    expect(stderr).toContain('hostspec: the host can no longer be reached: the runner is silent');
    expect(hostspec(['verify', path]).status).toBe(4);
  });

  for (const [what, denies, message] of [
    ['before anything is collected', false, /, before the host answered\n$/],
    ['while it is collected', true, /the host can no longer be reached: the runner is silent/],
  ] as const)
    itConnects(`${what} does not hold a run after SIGTERM`, async () => {
      const path = join(temporaryDirectory(), 'a.tar.gz');
      const { via, asked } = silentHost({ denies });
      const { child, ended } = startHostspec(argumentsFor(via, path));
      await asked();
      child.kill('SIGTERM');
      const { status, stderr } = await ended;
      expect(stderr).toMatch(message);
      expect(status).toBe(143);
      expect(existsSync(path)).toBe(denies);
    });
});
