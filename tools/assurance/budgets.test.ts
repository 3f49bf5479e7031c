import { readdirSync } from 'node:fs';
import satellite from '@hostspec/satellite';
import { type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { plainFile, smallDisk, stubbornProgram, view } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { catalogFile, runHostspec, verified } from './cli.js';
import { doc, expectEnded, promise } from './scene.js';

type Specs = Readonly<Record<string, Spec>>;

const sleep = (seconds: number): Spec =>
  simpleCommand(`/bin/sleep ${seconds}`, { ...doc, timeout: seconds + 1 });
describe('Budgets and exit statuses', () => {
  promise('--max-time ends running commands, marks the rest and leaves a complete archive', async (host) => {
    const specs = {
      quick: simpleFile('/proc/version', doc),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`slow${index}`, sleep(50 + index)])),
    };
    const output = host.path('archive');
    const { status } = await runHostspec(
      host,
      ['collect', '--catalog', catalogFile(host, specs), '--output', output, '--max-time', '10'],
      { deadline: 240 },
    );
    expect(status).toBe(0);
    const { manifest, outcome } = await verified(output, Object.keys(specs));
    expect(manifest.interrupted).toBe('the run reached its time limit of 10 s');
    expect(outcome('quick').status).toBe('collected');
    for (const name of Object.keys(specs).slice(1))
      expect(outcome(name)).toMatchObject({
        status: 'skipped',
        reason: expect.stringContaining('time limit'),
      });
    await expectEnded(host, '/bin/sleep');
  });

  promise(
    '--max-time counts from the start: a condition that hangs neither extends it nor skips a spec',
    async (host) => {
      const inside = await view(host, 'inside');
      stubbornProgram(host.path('rpm'));
      await host.prepare('cp', host.path('rpm'), `${inside.root}/usr/bin/rpm`);
      const output = host.path('archive');
      const limits = ['--max-time', '1', '--timeout', '60'];
      const { status, stdout } = await runHostspec(
        host,
        ['collect', '--variant', 'b', '--domain', 'satellite', '--output', output, ...limits],
        { deadline: 240, enter: inside.enter },
      );
      expect([status, stdout]).toEqual([1, expect.any(String)]);
      const { manifest } = await verified(output, Object.keys(satellite.specs));
      expect(manifest.interrupted).toBe('the run reached its time limit of 1 s');
      const waiting = manifest.outcomes.filter(({ name }) => (satellite.specs as Specs)[name]?.when);
      expect(waiting.length).toBeGreaterThan(5);
      for (const { name, status, reason } of waiting)
        expect([name, status, reason]).toEqual([name, 'skipped', expect.stringContaining('not reached')]);
    },
  );

  promise('--max-bytes stops the run, marks the rest and leaves a complete archive', async (host) => {
    const file = plainFile(host.path('file'), 'x'.repeat(100_000));
    const specs = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`s${index}`, simpleFile(file, doc)]),
    );
    const output = host.path('archive');
    const { status } = await runHostspec(host, [
      ...['collect', '--catalog', catalogFile(host, specs), '--output', output, '--max-bytes', '1M'],
    ]);
    expect(status).toBe(0);
    const { manifest, outcome } = await verified(output, Object.keys(specs));
    const items = manifest.outcomes.flatMap(({ items }) => items);
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    expect(bytes).toBeGreaterThan(900_000);
    expect(bytes).toBeLessThan(2_500_000);
    expect(outcome('s49')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('used up') });
  });

  promise(
    'The exit status is as documented: 0 for success, 1 for nothing collected, 2 for usage, 3 for no space',
    async (host) => {
      const good = catalogFile(host, { version: simpleFile('/proc/version', doc) });
      const collect = (...args: string[]): readonly string[] => ['collect', '--catalog', good, ...args];
      expect((await runHostspec(host, collect('--output', host.path('a')))).status).toBe(0);
      expect((await runHostspec(host, collect('--only', 'none', '--output', host.path('b')))).status).toBe(2);
      expect((await runHostspec(host, collect('--no-such-option'))).status).toBe(2);
      expect((await runHostspec(host, collect('--output', host.path('missing/a')))).status).toBe(2);
      const bad = plainFile(host.path('bad.json'), '{"name":"x","add":{"a":{"type":"simple_files"}}}');
      expect((await runHostspec(host, ['collect', '--catalog', bad])).status).toBe(2);
      const nothing = await runHostspec(host, [
        ...['collect', '--catalog', catalogFile(host, { none: simpleFile('/no/such/file', doc) })],
        ...['--output', host.path('c')],
      ]);
      expect(nothing.status).toBe(1);
      await verified(host.path('c'), ['none']);
      const disk = await smallDisk(host, 'disk', 2 ** 20);
      const big = plainFile(host.path('big'), Buffer.alloc(4 * 2 ** 20, 'x'));
      const full = await runHostspec(host, [
        ...['collect', '--catalog', catalogFile(host, { big: simpleFile(big, { ...doc, raw: true }) })],
        ...['--format', 'directory', '--output', `${disk.path}/d`],
      ]);
      expect([full.status, full.stderr]).toEqual([3, expect.stringMatching(/no space left.*\d+ bytes/)]);
      expect(readdirSync(host.directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
    },
  );
});
