import { symlinkSync } from 'node:fs';
import { firstFile, foreachCollect, globFile, simpleCommand, simpleFile } from '@hostspec/spec';
import {
  characterDevice,
  directoryLoop,
  endlessPseudoFile,
  fifo,
  filledFifo,
  linkLoop,
  manyFiles,
  plainFile,
  racingExchange,
  silentAutofs,
  smallDisk,
  stoppableMount,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { checkArchive } from './archive.js';
import { collected, doc, promise, run } from './scene.js';

const needs = ['fusepy'];
const denied = (word: string): object => ({ status: 'denied', reason: expect.stringContaining(word) });

describe('Hangs', () => {
  promise('A FIFO in place of a file is not opened, and its bytes stay in it', async (host) => {
    const filled = await filledFifo(host.path('filled'), 'bytes of someone else');
    host.defer(filled.end);
    fifo(host.path('conf.d/empty'));
    plainFile(host.path('conf.d/plain'), 'plain\n');
    const { outcome, texts } = await collected(host, {
      specs: {
        filled: simpleFile(filled.path, doc),
        empty: simpleFile(host.path('conf.d/empty'), doc),
        glob: globFile([host.path('conf.d/*')], doc),
        first: firstFile([host.path('conf.d/empty'), host.path('conf.d/plain')], doc),
      },
    });
    expect(outcome('filled')).toMatchObject(denied('is a FIFO'));
    expect(outcome('empty')).toMatchObject(denied('is a FIFO'));
    expect(outcome('glob').misses).toMatchObject([denied('is a FIFO')]);
    expect([texts('glob'), texts('first')]).toEqual([['plain\n'], ['plain\n']]);
    expect(await filled.drain()).toBe('bytes of someone else');
  });

  promise(
    'A FIFO that replaces a file between the check and the opening is not read',
    async (host) => {
      const path = plainFile(host.path('file'), 'plain\n');
      const filled = await filledFifo(host.path('fifo'), 'bytes of someone else');
      host.defer(filled.end);
      // Opening one without a writer waits for ever.
      const paths = [
        [path, filled.path],
        [plainFile(host.path('other'), 'plain\n'), fifo(host.path('empty'))],
      ] as const;
      for (const [file, other] of paths) {
        const race = await racingExchange(file, other);
        host.defer(race.kill);
        const specs = Object.fromEntries(
          Array.from({ length: 500 }, (_, index) => [`s${index}`, simpleFile(file, doc)]),
        );
        // On a busy machine a round may meet but one side.
        const met = new Set<string>();
        for (let round = 0; met.size < 2; round++) {
          expect(round).toBeLessThan(30);
          const { texts, outcome } = await collected(host, { specs });
          for (const name of Object.keys(specs)) {
            for (const text of texts(name)) expect(text).toBe('plain\n');
            met.add(outcome(name).reason?.includes('is a FIFO') ? 'FIFO' : outcome(name).status);
          }
          expect([...met].filter((side) => !['FIFO', 'collected'].includes(side))).toEqual([]);
        }
        await race.kill();
      }
      expect(await filled.drain()).toBe('bytes of someone else');
    },
    { timeout: 600_000, needs: ['python3'] },
  );

  promise('A device in place of a file is not opened', async (host) => {
    const { outcome } = await collected(host, {
      specs: {
        zero: simpleFile(characterDevice(host.path('zero')), doc),
        // The driver of a terminal without a line waits for one.
        serial: simpleFile(characterDevice(host.path('serial'), 4, 64), doc),
        missing: simpleFile(characterDevice(host.path('nobody'), 240, 7), doc),
      },
    });
    for (const name of ['zero', 'serial', 'missing'])
      expect(outcome(name)).toMatchObject(denied('is a character device'));
  });

  promise(
    'A file system whose server stopped is not accessed by a path, a glob or a link; the rest is collected',
    async (host) => {
      const mount = await stoppableMount(host, 'mnt', ['a.conf', 'b.conf']);
      symlinkSync(mount.path, host.path('link'));
      symlinkSync(`${mount.path}/a.conf`, host.path('a.conf'));
      const plain = plainFile(host.path('plain.conf'), 'plain\n');
      await mount.stop();
      const { outcome, texts, manifest } = await collected(host, {
        specs: {
          path: simpleFile(`${mount.path}/a.conf`, doc),
          root: simpleFile(mount.path, doc),
          glob: globFile([`${mount.path}/*.conf`], doc),
          above: globFile([host.path('*', '*.conf'), host.path('*.conf')], doc),
          link: simpleFile(host.path('a.conf'), doc),
          through: simpleFile(host.path('link/b.conf'), doc),
          each: foreachCollect('%s', { provider: 'given' }, doc),
          first: firstFile([host.path('link/b.conf'), plain], doc),
          plain: simpleFile(plain, doc),
        },
        elements: { given: [`${mount.path}/*.conf`, `${mount.path}/a.conf`, plain] },
      });
      const said = `fuse mount ${mount.path}`;
      for (const name of ['path', 'root', 'link', 'through'])
        expect(outcome(name)).toMatchObject(denied(said));
      expect(outcome('glob')).toMatchObject(denied(said));
      expect(outcome('above')).toMatchObject({ status: 'truncated', reason: expect.stringContaining(said) });
      expect(outcome('each')).toMatchObject({ status: 'truncated', reason: expect.stringContaining(said) });
      expect(outcome('each').misses).toMatchObject([denied(said)]);
      expect([texts('above'), texts('each'), texts('first'), texts('plain')]).toEqual([
        ['plain\n'],
        ['plain\n'],
        ['plain\n'],
        ['plain\n'],
      ]);
      expect(manifest.notEntered.join('\n')).toContain(said);
    },
    { needs },
  );

  promise(
    'An autofs whose daemon does not answer is not accessed',
    async (host) => {
      const path = await silentAutofs(host, 'auto');
      symlinkSync(`${path}/home`, host.path('home'));
      const { outcome, manifest } = await collected(host, {
        specs: {
          path: simpleFile(`${path}/home/file`, doc),
          link: simpleFile(host.path('home/file'), doc),
          glob: globFile([`${path}/*/file`, host.path('*/file')], doc),
          program: simpleCommand(`${path}/bin/program`, doc),
          listing: { ...doc, type: 'listdir', path },
        },
      });
      for (const name of ['path', 'link', 'program', 'listing'])
        expect(outcome(name)).toMatchObject(denied(`autofs mount ${path}`));
      expect(outcome('glob').reason).toContain(`autofs mount ${path}`);
      expect(manifest.notEntered.join()).toContain(`autofs mount ${path}`);
    },
    { needs: ['python3', 'autofs'] },
  );

  promise(
    'A mount that can hang is recognised whatever its name: spaces, line breaks, characters beyond ASCII',
    async (host) => {
      const names = ['with blank', 'with\nline', 'Bücher \u{1f480}', 'back\\slash'];
      const mounts = [];
      for (const name of names) mounts.push(await stoppableMount(host, name));
      for (const mount of mounts) await mount.stopInside();
      const specs = Object.fromEntries(
        mounts.map(({ path }, index) => [`s${index}`, simpleFile(`${path}/file`, doc)]),
      );
      const { outcome } = await collected(host, { specs });
      for (const [index, { path }] of mounts.entries())
        expect(outcome(`s${index}`)).toMatchObject(denied(`fuse mount ${path}`));
    },
    { needs },
  );

  promise(
    'Commands that hang on a mount, such as df, are abandoned after their time limit; the collector ends even if they cannot be killed',
    async (host) => {
      const mount = await stoppableMount(host, 'mnt');
      await mount.stopInside();
      const { outcome, texts, manifest } = await collected(host, {
        specs: {
          df: simpleCommand('/bin/df -al', { ...doc, timeout: 1 }),
          findmnt: simpleCommand('/bin/findmnt --df', { ...doc, timeout: 1 }),
          ls: simpleCommand(`/bin/ls -l ${mount.path}`, { ...doc, timeout: 1, signal: 'SIGTERM' }),
          echo: simpleCommand('/bin/echo the rest', doc),
        },
      });
      for (const name of ['df', 'ls']) expect(outcome(name).status).toBe('timed out');
      expect(manifest.outcomes.map(({ reason }) => reason).join()).toContain('could not be killed');
      expect(outcome('findmnt').status).toMatch(/^(collected|timed out)$/);
      expect(texts('echo')).toEqual(['the rest\n']);
    },
    { needs },
  );

  promise(
    'If mounts are entered, more hung reads than the thread pool has threads stop neither other files nor the end of the run',
    async (host) => {
      const names = Array.from({ length: 40 }, (_, index) => `hung-${index}`);
      const mount = await stoppableMount(host, 'mnt', names);
      plainFile(host.path('plain'), 'plain\n');
      await mount.stopInside();
      const { outcome, texts, manifest } = await collected(host, {
        specs: {
          ...Object.fromEntries(
            names.map((name, index) => [`s${index}`, simpleFile(`${mount.path}/${name}`, doc)]),
          ),
          glob: globFile([`${mount.path}/*`], doc),
          plain: simpleFile(host.path('plain'), doc),
        },
        host: { enterMounts: true, timeout: 1 },
      });
      for (const index of names.keys()) expect(outcome(`s${index}`).status).toBe('timed out');
      expect(outcome('glob')).toMatchObject({
        status: 'timed out',
        reason: expect.stringContaining(mount.path),
      });
      expect(texts('plain')).toEqual(['plain\n']);
      // Once a mount did not answer it is not asked again: forty hung files take no longer than the first few.
      const asked = manifest.outcomes.filter(({ reason }) => reason?.includes('took longer than'));
      expect(asked.length).toBeLessThan(12);
    },
    { needs },
  );

  promise(
    'A mount that is entered on request gives its content, even if its server stops in the middle of a read',
    async (host) => {
      const mount = await stoppableMount(host, 'mnt', ['fine', 'hangs']);
      const { texts } = await collected(host, {
        specs: {
          fine: simpleFile(`${mount.path}/fine`, doc),
          glob: globFile([`${mount.path}/f*`], doc),
        },
        host: { enterMounts: true, timeout: 60 },
      });
      expect([texts('fine'), texts('glob')]).toEqual([['/fine'], ['/fine']]);
      const { outcome } = await collected(host, {
        specs: { hangs: simpleFile(`${mount.path}/hangs`, doc), after: simpleFile('/proc/version', doc) },
        host: { enterMounts: true, timeout: 1 },
      });
      expect(outcome('hangs').status).toBe('timed out');
      expect(outcome('after').status).toBe('collected');
    },
    { needs },
  );

  promise('An endless pseudo-file is cut, at its byte limit and at its time limit', async (host) => {
    const specs = { endless: simpleFile(endlessPseudoFile, doc), version: simpleFile('/proc/version', doc) };
    const byBytes = await collected(host, { specs, host: { maxItemBytes: 1_000_000 } });
    expect(byBytes.outcome('endless')).toMatchObject({
      status: 'truncated',
      reason: expect.stringContaining('without a known size'),
      items: [{ bytes: 1_000_000 }],
    });
    // On a separate disk, which an endless listing would fill.
    const disk = await smallDisk(host, 'disk', 2 ** 31);
    const target = `${disk.path}/archive`;
    const { answer } = await run(host, { specs, host: { maxItemBytes: 2 ** 40, timeout: 0.3 }, target });
    expect(answer.failure).toBeUndefined();
    const byTime = checkArchive(`${await disk.copyOut()}/archive`, Object.keys(specs));
    expect(byTime.outcome('endless')).toMatchObject({
      status: 'truncated',
      reason: expect.stringContaining('reading took longer than 0.3 s'),
    });
    for (const { texts } of [byBytes, byTime]) expect(texts('version')[0]).toContain('Linux');
  });

  promise(
    'If 200,000 files match a glob, the newest thousand are collected and the outcome says so; listing all names takes bounded memory',
    async (host) => {
      const directory = host.makeDirectory('many');
      await host.prepare('mount', '-t', 'tmpfs', 'many', directory);
      await manyFiles(host, directory, 200_000);
      plainFile(host.path('newest'), 'the newest\n');
      await host.prepare('cp', host.path('newest'), `${directory}/newest`);
      const { outcome, texts, answer } = await collected(host, {
        specs: {
          glob: globFile([`${directory}/*`], doc),
          some: globFile([`${directory}/file-19999?`, `${directory}/file-1[0-1]`], doc),
          none: globFile([`${directory}/*.nothing`], doc),
          names: { ...doc, type: 'listdir', path: directory },
          version: simpleFile('/proc/version', doc),
        },
        host: { timeout: 50 },
      });
      expect(outcome('glob')).toMatchObject({
        status: 'truncated',
        reason: expect.stringContaining('the 1000 newest of 200001 files that match'),
      });
      expect(texts('glob')).toEqual(['the newest\n']);
      expect(outcome('some').misses).toHaveLength(12);
      expect(outcome('none').status).toBe('absent');
      expect(texts('names')[0]?.split('\n')).toHaveLength(200_002);
      expect(texts('version')[0]).toContain('Linux');
      expect(answer.memory).toBeLessThan(150e6);
    },
  );

  promise('Loops of symbolic links are reported and left', async (host) => {
    linkLoop(host.path('etc/a'));
    directoryLoop(host.path('etc/d'));
    plainFile(host.path('etc/d/plain'), 'plain\n');
    const { outcome, texts } = await collected(host, {
      specs: {
        link: simpleFile(host.path('etc/a'), doc),
        below: simpleFile(host.path('etc/a/file'), doc),
        glob: globFile([host.path('etc/*')], doc),
        deep: globFile([host.path('etc/d/*/*/*/plain')], doc),
      },
    });
    for (const name of ['link', 'below'])
      expect(outcome(name)).toMatchObject(denied('too many symbolic links'));
    expect(outcome('glob').misses).toMatchObject([
      denied('too many symbolic links'),
      denied('too many symbolic links'),
    ]);
    expect(texts('deep')).toEqual(['plain\n']);
    // Below a root hostspec follows the links itself.
    symlinkSync('b', host.path('etc/b'));
    symlinkSync('/etc/c', host.path('etc/c'));
    const rooted = await collected(host, {
      host: { root: host.directory },
      specs: {
        absolute: simpleFile('/etc/c', doc),
        relative: simpleFile('/etc/b', doc),
        below: simpleFile('/etc/b/file', doc),
        deep: globFile(['/etc/d/*/*/plain'], doc),
      },
    });
    for (const name of ['absolute', 'relative', 'below'])
      expect(rooted.outcome(name)).toMatchObject(denied('too many symbolic links'));
    expect(rooted.texts('deep')).toEqual(['plain\n']);
  });
});
