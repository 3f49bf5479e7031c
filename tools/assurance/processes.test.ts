import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { foreachExecute, simpleCommand, simpleFile } from '@hostspec/spec';
import {
  brokenProgram,
  brokenPrograms,
  commandLines,
  endlessOutput,
  outputWithoutLineEnd,
  programThatAsks,
  programWithDaemon,
  programWithHeirs,
  programWithWriter,
  smallDisk,
  stubbornProgram,
  textProgram,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { checkArchive } from './archive.js';
import { catalogFile, runHostspec } from './cli.js';
import { collected, doc, expectEnded, promise, run } from './scene.js';

describe('Processes', () => {
  promise('A command that ignores every signal it can is killed after its time limit', async (host) => {
    const stubborn = stubbornProgram(host.path('stubborn'));
    const { outcome, texts } = await collected(host, {
      specs: {
        term: simpleCommand(`${stubborn} term`, { ...doc, timeout: 0.5, signal: 'SIGTERM' }),
        kill: simpleCommand(`${stubborn} kill`, { ...doc, timeout: 0.5 }),
        kept: simpleCommand(`${stubborn} kept`, { ...doc, timeout: 0.5, keepRc: true }),
        echo: simpleCommand('/bin/echo the rest', doc),
      },
    });
    for (const name of ['term', 'kill']) {
      expect(outcome(name)).toMatchObject({
        status: 'timed out',
        reason: expect.stringContaining('took longer than 0.5 s'),
      });
    }
    expect(outcome('kept')).toMatchObject({ status: 'truncated', reason: expect.stringContaining('0.5 s') });
    expect([texts('kept'), texts('echo')]).toEqual([['begun\n'], ['the rest\n']]);
    await expectEnded(host, 'stubborn');
  });

  promise('Grandchildren that hold the output neither delay the run nor survive it', async (host) => {
    const { outcome, texts } = await collected(host, {
      specs: { heirs: simpleCommand(programWithHeirs(host.path('heirs'), 5432), { ...doc, timeout: 20 }) },
    });
    expect([outcome('heirs').status, texts('heirs')]).toEqual(['collected', ['done\n']]);
    await expectEnded(host, 'sleep 5432');
  });

  promise(
    'A daemon that forked twice, with its own session, an empty environment and no output, does not survive the run',
    async (host) => {
      const daemons = {
        plain: {},
        silent: { closedOutput: true },
        clean: { emptyEnvironment: true },
        hidden: { emptyEnvironment: true, closedOutput: true },
      };
      const specs = Object.fromEntries(
        Object.entries(daemons).map(([name, how]) => [
          name,
          simpleCommand(programWithDaemon(host.path(name), 5433, how), doc),
        ]),
      );
      // Processes of others that begin during the run have an empty environment too.
      const others = host.path('others');
      const bystander = host.start([
        'sh',
        '-c',
        'while :; do env -i /bin/sleep 5434 & echo >> "$1"; echo begun; sleep 0.05; done',
        'sh',
        others,
      ]);
      await bystander.printed('begun');
      // The run continues until several of them have started.
      const several = simpleCommand(
        `/bin/sh -c 'until [ $(wc -l < ${others}) -ge 12 ]; do sleep 0.02; done'`,
        doc,
      );
      const { texts, manifest } = await collected(host, { specs: { ...specs, several } });
      await bystander.kill();
      for (const name of Object.keys(daemons)) expect(texts(name)).toEqual(['done\n']);
      expect(manifest.notes).toEqual(['4 process(es) that commands left behind were ended']);
      await expectEnded(host, 'sleep 5433');
      const begun = (await host.prepare('cat', others)).length;
      expect((await commandLines(host)).split('sleep 5434').length - 1).toBeGreaterThanOrEqual(begun);
      expect(begun).toBeGreaterThan(3);
    },
  );

  promise(
    'A daemon that writes endlessly to the output of its command, at once or later, does not fill the disk',
    async (host) => {
      const disk = await smallDisk(host, 'disk', 160 * 2 ** 20);
      const specs = {
        early: simpleCommand(programWithWriter(host.path('early'), 0), doc),
        late: simpleCommand(programWithWriter(host.path('late'), 1), doc),
        slow: simpleCommand('/bin/sleep 6', doc),
        echo: simpleCommand('/bin/echo the rest', doc),
      };
      for (const name of ['directory', 'file.tar.gz']) {
        const { answer } = await run(host, { specs, target: `${disk.path}/${name}` });
        expect([name, answer.failure, answer.report?.notes]).toEqual([
          name,
          undefined,
          [expect.stringMatching(/^\d+ process\(es\) that commands left behind were ended$/)],
        ]);
        const { texts, outcome } = checkArchive(`${await disk.copyOut()}/${name}`, Object.keys(specs));
        expect([outcome('early').status, texts('late'), texts('echo')]).toEqual([
          'collected',
          ['done\n'],
          ['the rest\n'],
        ]);
      }
    },
  );

  promise('Endless output is cut at the byte limit, and the outcome says so', async (host) => {
    const { outcome, texts } = await collected(host, {
      specs: {
        endless: simpleCommand(endlessOutput(host.path('endless')), doc),
        echo: simpleCommand('/bin/echo the rest', doc),
      },
      host: { maxItemBytes: 1_000_000 },
    });
    expect(outcome('endless')).toMatchObject({
      status: 'truncated',
      items: [{ bytes: 1_000_000, truncated: { reason: 'output cut at 1000000 bytes' } }],
    });
    expect(texts('echo')).toEqual(['the rest\n']);
  });

  promise('1 GB of output without a line end is cut at the byte limit, in bounded memory', async (host) => {
    const program = outputWithoutLineEnd(host.path('long'), 1e9);
    // In memory, it would be more than allowed, with what any run takes.
    const maxItemBytes = 130 * 2 ** 20;
    const { outcome, answer } = await collected(host, {
      specs: {
        long: simpleCommand(program, { ...doc, timeout: 60 }),
        elements: foreachExecute('/bin/echo %s', simpleCommand(program, { timeout: 60 }), doc),
        echo: simpleCommand('/bin/echo the rest', doc),
      },
      host: { maxItemBytes },
    });
    expect(outcome('long')).toMatchObject({ status: 'truncated', items: [{ bytes: maxItemBytes }] });
    expect(outcome('elements')).toMatchObject({ status: 'failed', items: [] });
    expect(outcome('echo').status).toBe('collected');
    expect(answer.memory).toBeLessThan(150e6);
  });

  promise('A command that reads its input or the terminal finds nothing there', async (host) => {
    const asking = programThatAsks(host.path('asking'));
    const nothing = 'input is not a terminal\nthere is no terminal\n';
    const { texts } = await collected(host, { specs: { asks: simpleCommand(asking, doc) } });
    expect(texts('asks')).toEqual([nothing]);
    // What somebody gives the collector is not for its commands.
    const output = host.path('given.ndjson');
    const typed = await runHostspec(
      host,
      [
        'collect',
        '--catalog',
        catalogFile(host, { asks: simpleCommand(asking, doc) }),
        '--format',
        'ndjson',
      ].concat('--output', output),
      { input: 'typed by somebody\n', keepInput: true, deadline: 240 },
    );
    expect([typed.overdue, typed.status]).toEqual([false, 0]);
    expect(readFileSync(output, 'utf8')).toContain(JSON.stringify(nothing));
    // The same if the collector itself has a terminal.
    const [scenario, answer] = [host.path('scenario'), host.path('answer')];
    const onTerminal = (argv: readonly string[]): readonly string[] => [
      'sh',
      '-c',
      'cat > "$1"; script -qec "$3 < $1 > $2" /dev/null > /dev/null; cat "$2"',
      'sh',
      scenario,
      answer,
      argv.join(' '),
    ];
    const specs = { asks: simpleCommand(asking, doc), tty: simpleFile('/proc/self/stat', doc) };
    const withTerminal = await collected(host, { specs }, { enter: onTerminal });
    expect(withTerminal.texts('asks')).toEqual([nothing]);
    // The seventh field is the collector's own terminal: the test would show nothing without one.
    expect(withTerminal.texts('tty')[0]?.split(' ')[6]).not.toBe('0');
  });

  promise('A file that cannot be executed fails, and no shell ever sees it', async (host) => {
    const trace = host.path('trace');
    const specs = Object.fromEntries(
      brokenPrograms.map((kind, index) => [
        `broken${index}`,
        simpleCommand(brokenProgram(host.path(`broken-${index}`), kind, trace), doc),
      ]),
    );
    const { outcome, texts } = await collected(host, {
      specs: {
        ...specs,
        text: simpleCommand(textProgram(host.path('text'), trace), doc),
        provider: foreachExecute('/bin/echo %s', simpleCommand(host.path('broken-1')), doc),
        echo: simpleCommand('/bin/echo the rest', doc),
      },
    });
    for (const name of [...Object.keys(specs), 'text'])
      expect(outcome(name), name).toMatchObject({ status: expect.stringMatching(/^(failed|absent)$/) });
    expect(outcome('text').reason).toContain('not a program that this machine can run');
    expect(outcome('provider').status).toBe('failed');
    expect(texts('echo')).toEqual(['the rest\n']);
    expect(existsSync(trace)).toBe(false);
  });

  promise(
    'If a provider gives 100,000 elements, the first thousand are used and the outcome says so',
    async (host) => {
      writeFileSync(host.path('after'), 'after\n');
      const { outcome, texts } = await collected(host, {
        specs: {
          many: foreachExecute('/bin/echo x%s', { provider: 'many' }, doc),
          after: simpleFile(host.path('after'), doc),
        },
        elements: { many: 100_000 },
      });
      expect(outcome('many')).toMatchObject({
        status: 'truncated',
        reason: expect.stringContaining('the first 1000 of 100000 elements'),
      });
      expect(outcome('many').items).toHaveLength(1000);
      expect(texts('after')).toEqual(['after\n']);
    },
  );
});
