import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunner } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { openHost } from '../hosts/host.js';
import { hostspec, temporaryDirectory } from '../testing/cli.js';
import { silentIo } from '../testing/in-process.js';
import { silentHost } from '../testing/silent-host.js';
import { collectFleet } from './collect-fleet.js';

const itConnects = needs(...(typeof findRunner() === 'string' ? ['a runner'] : []));

describe('a fleet with silent hosts', () => {
  for (const [what, denies, outcome] of [
    ['before anything is collected', false, { outcome: 'failed', code: 'HOST_LOST' }],
    ['while they are collected', true, { outcome: 'failed', archive: 'silent1.tar.gz' }],
  ] as const)
    itConnects(`ends in time, with the other hosts: ${what}`, async () => {
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'inv'), 'silent1\nsilent2\nweb1\n');
      const values = {
        hosts: 'inv',
        output: 'out',
        only: ['cmdline'],
        quiet: true,
        'max-time': 8,
        parallel: 3,
      };
      const { via } = silentHost({ denies });
      const status = await collectFleet(values, { ...silentIo, cwd }, () => async ({ name }) => {
        const how = name === 'web1' ? { 'in-process': true } : { via };
        const { host, elsewhere, close } = await openHost(how, {}, silentIo);
        return { host, elsewhere, close: async () => close?.() };
      });
      expect(status).toBe(1);
      const lines = readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      expect(lines).toMatchObject([
        { name: 'silent1', ...outcome },
        { name: 'silent2', outcome: 'failed' },
        { name: 'web1', outcome: 'collected' },
      ]);
      // The limit for a host that does not end by itself was not needed.
      expect(lines[0].reason).not.toContain('the host did not end within');
      for (const { archive, outcome: how } of lines)
        if (archive !== undefined)
          expect(hostspec(['verify', join(cwd, 'out', archive)]).status).toBe(how === 'collected' ? 0 : 4);
    });
});
