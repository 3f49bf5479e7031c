import { chmodSync, chownSync, existsSync, linkSync, symlinkSync } from 'node:fs';
import { firstFile, foreachCollect, globFile, type Spec, simpleFile } from '@hostspec/spec';
import {
  asAccount,
  characterDevice,
  filledFifo,
  type PathologicalHost,
  plainFile,
  type Running,
  racingExchange,
  silentAutofs,
  watchedOpens,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import type { CheckedArchive } from './archive.js';
import { collected, doc, promise } from './scene.js';

const attacker = 43_210;
const another = 43_211;
const needsPython = !existsSync('/usr/bin/python3') && 'python3';
const secret = 'SECRET that only root may read\n';

/** A directory of an account, and a file that only root may read. */
async function scene(host: PathologicalHost, owner = attacker) {
  const directory = host.makeDirectory('home');
  chownSync(directory, owner, owner);
  const hidden = plainFile(host.path('roots-own/secret'), secret);
  chmodSync(hidden, 0o600);
  chmodSync(host.path('roots-own'), 0o700);
  const attack = (...argv: string[]): Promise<string> => host.prepare(...asAccount(owner)(argv));
  return { directory, hidden, attack };
}

function all(archive: CheckedArchive): string {
  const { outcomes } = archive.manifest;
  return outcomes
    .flatMap(({ name }) => [JSON.stringify(archive.outcome(name)), ...archive.texts(name)])
    .join();
}

describe('Rights', () => {
  promise('A link created by a local user never leads to a file that the user may not read', async (host) => {
    const { directory, hidden, attack } = await scene(host);
    await attack('ln', '-s', hidden, `${directory}/link`);
    await attack('ln', '-s', 'link', `${directory}/chain`);
    await attack('ln', '-s', host.path('roots-own'), `${directory}/folder`);
    await attack('ln', '-s', '/', `${directory}/top`);
    const below = `${directory}/top${hidden}`;
    const archive = await collected(host, {
      elements: { given: [`${directory}/link`, `${directory}/*`] },
      specs: {
        link: simpleFile(`${directory}/link`, doc),
        chain: simpleFile(`${directory}/chain`, doc),
        below: simpleFile(below, doc),
        folder: simpleFile(`${directory}/folder/secret`, doc),
        glob: globFile([`${directory}/*`, `${directory}/folder/*`], doc),
        first: firstFile([`${directory}/link`, `${directory}/chain`], doc),
        each: foreachCollect('%s', { provider: 'given' } as never, doc),
        listing: { ...doc, type: 'listdir', path: `${directory}/folder` },
      },
    });
    expect(all(archive)).not.toContain('SECRET');
    expect(archive.texts('listing')).toEqual([]);
    for (const name of ['link', 'chain', 'below', 'folder', 'first', 'listing'])
      expect([name, archive.outcome(name).status]).toEqual([name, 'denied']);
    expect(archive.outcome('link').reason).toContain(
      `user ${attacker} decides where it leads, but has no permission to read the target`,
    );
  });

  promise(
    "Files that a user may read are collected through the user's own links and through those of root",
    async (host) => {
      const { directory, hidden, attack } = await scene(host);
      await attack('sh', '-c', `umask 077; echo mine > ${directory}/private; ln -s private ${directory}/own`);
      chmodSync(directory, 0o700);
      symlinkSync(`${directory}/private`, host.path('roots-link'));
      const shared = host.makeDirectory('shared');
      chmodSync(shared, 0o1777);
      symlinkSync(hidden, `${shared}/roots`);
      plainFile(`${directory}/of-root`, 'of root\n');
      chmodSync(`${directory}/of-root`, 0o600);
      const archive = await collected(host, {
        specs: {
          private: simpleFile(`${directory}/private`, doc),
          own: simpleFile(`${directory}/own`, doc),
          roots: simpleFile(host.path('roots-link'), doc),
          shared: simpleFile(`${shared}/roots`, doc),
          ofRoot: simpleFile(`${directory}/of-root`, doc),
        },
      });
      for (const name of ['private', 'own', 'roots']) expect(archive.texts(name)).toEqual(['mine\n']);
      expect([archive.texts('shared'), archive.texts('ofRoot')]).toEqual([[secret], ['of root\n']]);
    },
  );

  promise(
    'A link of root that a user moved never leads to a file that the user may not read',
    async (host) => {
      const { directory, hidden, attack } = await scene(host);
      symlinkSync(hidden, `${directory}/of-root`);
      await attack('mv', `${directory}/of-root`, `${directory}/log`);
      const open = host.makeDirectory('open');
      chmodSync(open, 0o777);
      symlinkSync(hidden, `${open}/of-root`);
      await attack('mv', `${open}/of-root`, `${open}/log`);
      const archive = await collected(host, {
        specs: { log: simpleFile(`${directory}/log`, doc), open: simpleFile(`${open}/log`, doc) },
      });
      expect(all(archive)).not.toContain('SECRET');
      expect([archive.outcome('log').status, archive.outcome('open').status]).toEqual(['denied', 'denied']);
    },
  );

  promise(
    'A link into /proc exposes neither the collector, nor its files, nor those of other processes',
    async (host) => {
      const { directory, hidden, attack } = await scene(host);
      const victim = host.start(['sh', '-c', 'echo $$; exec sleep 300 3<"$1"', 'sh', hidden], {
        env: { PATH: process.env.PATH ?? '', VICTIM: 'SECRET of another process' },
      });
      await victim.printed('\n');
      const pid = victim.output().trim();
      const targets = [
        '/proc/self/environ',
        '/proc/self/status',
        '/proc/self/mem',
        '/proc/self/fd/3',
        `/proc/${pid}/environ`,
        `/proc/${pid}/fd/3`,
        `/proc/${pid}/root${hidden}`,
      ];
      for (const [index, target] of targets.entries())
        await attack('ln', '-s', target, `${directory}/${index}`);
      const specs = Object.fromEntries(
        targets.map((_, index): [string, Spec] => [`s${index}`, simpleFile(`${directory}/${index}`, doc)]),
      );
      const archive = await collected(
        host,
        { specs },
        { env: { PATH: process.env.PATH ?? '', OWN: 'SECRET of the collector' } },
      );
      expect(all(archive)).not.toContain('SECRET');
      for (const name of Object.keys(specs)) expect(archive.texts(name)).toEqual([]);
    },
  );

  promise(
    'A file and a link that constantly swap places give the file or nothing',
    async (host) => {
      const { directory, hidden, attack } = await scene(host);
      await attack(
        'sh',
        '-c',
        `cd ${directory}; echo mine > log; ln -s ${hidden} link; mkdir dir; echo mine > dir/secret; ln -s ${host.path('roots-own')} away`,
      );
      const races: Running[] = [
        await racingExchange(`${directory}/log`, `${directory}/link`, asAccount(attacker)),
        await racingExchange(`${directory}/dir`, `${directory}/away`, asAccount(attacker)),
      ];
      for (const race of races) host.defer(race.kill);
      const specs = Object.fromEntries(
        Array.from({ length: 600 }, (_, index): [string, Spec] => [
          `s${index}`,
          simpleFile(`${directory}/${index % 2 === 0 ? 'log' : 'dir/secret'}`, doc),
        ]),
      );
      const met = { file: false, link: false };
      for (let round = 0; !met.file || !met.link; round++) {
        expect(round).toBeLessThan(30);
        const archive = await collected(host, { specs });
        expect(all(archive)).not.toContain('SECRET');
        met.file ||= all(archive).includes('mine');
        met.link ||= archive.manifest.outcomes.some(({ status }) => status === 'denied');
      }
    },
    { timeout: 120_000, needs: needsPython },
  );

  promise(
    "A hard link to another account's file gives nothing, even if the kernel lets accounts create one",
    async (host) => {
      const { directory, hidden } = await scene(host);
      // As the user could make it without the kernel's protection.
      linkSync(hidden, `${directory}/log`);
      const specs = { log: simpleFile(`${directory}/log`, doc), roots: simpleFile(hidden, doc) };
      const off = plainFile(host.path('off'), '0\n');
      await host.prepare('mount', '--bind', off, '/proc/sys/fs/protected_hardlinks');
      const archive = await collected(host, { specs });
      expect([archive.outcome('log').status, archive.texts('roots')]).toEqual(['denied', [secret]]);
    },
    { needs: !existsSync('/proc/sys/fs/protected_hardlinks') && 'the setting fs.protected_hardlinks' },
  );

  promise(
    'A FIFO or device that swaps places with a file is never opened, not even for a moment',
    async (host) => {
      const { directory, attack } = await scene(host);
      await attack('sh', '-c', `echo mine > ${directory}/log; echo mine > ${directory}/other`);
      const fifo = await filledFifo(`${directory}/fifo`, 'in the FIFO');
      host.defer(fifo.end);
      chmodSync(fifo.path, 0o666);
      const device = characterDevice(`${directory}/device`);
      const watches = [await watchedOpens(fifo.path), await watchedOpens(device)];
      for (const watch of watches) host.defer(watch.kill);
      for (const [path, special] of [
        ['log', 'fifo'],
        ['other', 'device'],
      ]) {
        const race = await racingExchange(
          `${directory}/${path}`,
          `${directory}/${special}`,
          asAccount(attacker),
        );
        host.defer(race.kill);
      }
      const specs = Object.fromEntries(
        Array.from({ length: 600 }, (_, index): [string, Spec] => [
          `s${index}`,
          simpleFile(`${directory}/${index % 2 === 0 ? 'log' : 'other'}`, doc),
        ]),
      );
      const met = { file: false, special: false };
      for (let round = 0; !met.file || !met.special; round++) {
        expect(round).toBeLessThan(30);
        const archive = await collected(host, { specs });
        met.file ||= all(archive).includes('mine');
        met.special ||= archive.manifest.outcomes.some(({ reason }) =>
          /a FIFO|a character device/.test(reason ?? ''),
        );
      }
      expect(watches.map((watch) => watch.output())).toEqual(['watching\n', 'watching\n']);
      expect(await fifo.drain()).toBe('in the FIFO');
    },
    { timeout: 120_000, needs: needsPython },
  );

  promise(
    "When an ordinary user collects, another user cannot redirect the collector to that user's own files",
    async (host) => {
      const { directory, attack } = await scene(host, another);
      const own = host.makeDirectory('own');
      chownSync(own, attacker, attacker);
      await host.prepare(...asAccount(attacker)(['sh', '-c', `umask 077; echo SECRET > ${own}/key`]));
      await attack('ln', '-s', `${own}/key`, `${directory}/log`);
      const target = host.makeDirectory('target');
      chownSync(target, attacker, attacker);
      const archive = await collected(
        host,
        {
          specs: { log: simpleFile(`${directory}/log`, doc), key: simpleFile(`${own}/key`, doc) },
          target: `${target}/archive`,
        },
        { enter: asAccount(attacker) },
      );
      expect(archive.outcome('log')).toMatchObject({
        status: 'denied',
        reason: expect.stringContaining(`user ${another} decides where a link on the way leads`),
      });
      expect(archive.texts('key')).toEqual(['SECRET\n']);
    },
  );

  promise(
    'A mount that can hang makes no difference: a link is followed with the rights of the user who created it',
    async (host) => {
      const { directory, hidden, attack } = await scene(host);
      await attack('ln', '-s', hidden, `${directory}/link`);
      // While a mount can hang, links are looked at before they are followed.
      await silentAutofs(host, 'mnt');
      const archive = await collected(host, { specs: { link: simpleFile(`${directory}/link`, doc) } });
      expect([archive.outcome('link').status, all(archive).includes('SECRET')]).toEqual(['denied', false]);
    },
    { needs: ['python3', 'autofs'] },
  );
});
