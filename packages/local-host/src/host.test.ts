import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { CollectingHost } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { createLocalHost, type LocalHostOptions } from './host.js';

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
  mkdirSync(join(folder, 'net'));
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'net/a'), 'on the mount\n');
  writeFileSync(join(folder, 'etc/hostname'), 'of.the.root\n');
});
afterEach(() => {
  for (const name of ['@hostspec/files/host', './command/run-command.js', 'node:os']) vi.doUnmock(name);
});

/** A host of a machine some of whose modules are replaced. */
const hostWith = async (
  modules: Readonly<Record<string, object>>,
  options?: LocalHostOptions,
): Promise<CollectingHost> => {
  vi.resetModules();
  for (const [name, change] of Object.entries(modules))
    vi.doMock(name, async (original) => ({ ...(await original<object>()), ...change }));
  const { createLocalHost: create } = await import('./host.js');
  return create(options);
};

describe('mounts that can hang', () => {
  const mounts = () => ({
    '@hostspec/files/host': {
      mountGuard: () => ({
        any: () => true,
        at: (path: string) => (path === join(folder, 'net') ? { path, type: 'nfs' } : undefined),
        withoutSetuid: () => undefined,
      }),
    },
  });

  test('are not entered unless that is asked for', async () => {
    const path = join(folder, 'net/a');
    for (const options of [undefined, { enterMounts: false }]) {
      const host = await hostWith(mounts(), options);
      await expect(host.readFile(path)).rejects.toMatchObject({
        problem: 'refused',
        message: `${path}: on the nfs mount ${folder}/net, which is not entered`,
      });
    }
    const entering = await hostWith(mounts(), { enterMounts: true });
    expect(Buffer.from(await entering.readFile(path)).toString()).toBe('on the mount\n');
  });

  test('get no file for the output of commands', async () => {
    const net = join(folder, 'net');
    chmodSync(net, 0o700);
    vi.stubEnv('TMPDIR', net);
    const host = await hostWith(mounts(), { scratch: net });
    const { output } = await host.run(['/bin/readlink', '/proc/self/fd/1']);
    expect(Buffer.from(output).toString()).toMatch(/^\/(?:dev\/shm|tmp|var\/tmp)\/#/);
  });
});

describe('a host', () => {
  test('has the account of this process, and tells its limits', () => {
    const host = createLocalHost({ timeout: 3 });
    expect(host.user?.()).toEqual({
      uid: process.geteuid?.() ?? 0,
      gid: process.getegid?.() ?? 0,
      groups: process.getgroups?.(),
    });
    if (process.geteuid) vi.spyOn(process, 'geteuid').mockReturnValue(4217);
    expect(host.user?.()).toMatchObject({ uid: 4217 });
    expect([host.executes, host.root, host.timeout]).toEqual([true, '/', 3]);
    expect(createLocalHost().timeout).toBe(10);
  });

  test('that is not the running machine runs nothing, and has a name of its own', async () => {
    const host = createLocalHost({ root: folder });
    expect([host.executes, host.root, await host.hostname()]).toEqual([false, folder, 'of.the.root']);
    expect((await host.run(['/bin/echo'])).problem).toBeDefined();
    expect(await createLocalHost().hostname()).toBe(hostname());
  });

  test.each(['jobs', 'timeout', 'maxItemBytes'])('whose limit %s is 0 or less is refused', (subject) => {
    expect(() => createLocalHost({ [subject]: -1 })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', subject, value: -1 }),
    );
  });

  test('cuts files and outputs at its limit', async () => {
    const host = createLocalHost({ maxItemBytes: 5 });
    expect(await host.runInto(['/bin/echo', '0123456789'], () => {})).toEqual({
      rc: 0,
      cut: { reason: 'output cut at 5 bytes' },
    });
    const cut = await host.readInto(join(folder, 'etc/hostname'), () => {}, { raw: true });
    expect(cut).toEqual({ reason: 'the last 5 of 12 bytes', originalBytes: 12 });
  });

  test('ends commands that take longer than its limit', async () => {
    const host = createLocalHost({ timeout: 0.2 });
    expect(await host.run(['/bin/sleep', '100'])).toMatchObject({
      problem: 'timed out',
      reason: 'took longer than 0.2 s',
    });
  });

  test('that is stopped ends its commands, and starts none', async () => {
    const host = createLocalHost();
    const running = host.run(['/bin/sleep', '100']);
    await host.run(['/bin/true']);
    await host.stop('first');
    await host.stop('second');
    expect(await running).toMatchObject({ problem: 'failed', reason: expect.stringContaining('first') });
    expect(await host.run(['/bin/echo'])).toMatchObject({ problem: 'failed', reason: 'first' });
    await expect(host.readFile('/etc/passwd')).rejects.toThrow('first');
  });

  test.each([
    [undefined, 1, 2],
    [undefined, 3, 6],
    [undefined, 16, 8],
    [5, 16, 5],
  ])('runs commands side by side: of %s jobs on %i processors, %i', async (jobs, processors, expected) => {
    let [running, most] = [0, 0];
    const commandRunner =
      ({ limit }: { readonly limit: (task: () => Promise<void>) => Promise<void> }) =>
      async () => {
        await limit(async () => {
          most = Math.max(most, ++running);
          await new Promise(setImmediate);
          running--;
        });
        return { problem: 'failed' };
      };
    const host = await hostWith(
      {
        'node:os': { availableParallelism: () => processors },
        './command/run-command.js': { commandRunner },
      },
      jobs === undefined ? {} : { jobs },
    );
    await Promise.all(Array.from({ length: 20 }, (_, index) => host.run(['/bin/echo', String(index)])));
    expect(most).toBe(expected);
  });

  needs('root')('runs a program that only its user could replace as that user alone', async () => {
    const [own, eve] = [join(folder, 'net/own'), { uid: 4217, gid: 4218 }];
    writeFileSync(own, '#!/bin/sh\nexec /usr/bin/id -u\n', { mode: 0o755 });
    for (const path of [join(folder, 'net'), own]) chownSync(path, eve.uid, eve.gid);
    chmodSync(folder, 0o755);
    const host = createLocalHost();
    expect(await host.run([own])).toMatchObject({ problem: 'refused' });
    const { rc, output } = await host.run([own], { as: eve });
    expect([rc, Buffer.from(output).toString()]).toEqual([0, '4217\n']);
  });

  needs('root')('runs the command of an account without the directories that it expects', async () => {
    const line = 'h01adm:x:4217:4218::/nowhere:/bin/sh';
    const host = await hostWith({ '@hostspec/files/host': { localAccountLine: () => line } });
    const result = await host.run(['/bin/su', '-l', 'h01adm', '-c', '/usr/bin/id -u']);
    expect([result.rc, Buffer.from(result.output).toString()]).toEqual([0, '4217\n']);
  });
});
