import type { CommandEnd, Cut, TakePiece } from '@hostspec/spec';
import { expect } from 'vitest';
import { giver, partTests } from './parts.js';
import { manyLines } from './small-host.js';
import { type HostUnderTest, taken } from './under-test.js';

/** Content in pieces, its limits, and the end of a run: the parts of a `CollectingHost`. */
export function contentTests(tested: HostUnderTest): void {
  fileContentTests(tested);
  partTests(tested);
  outputTests(tested);
  runTests(tested);
}

function fileContentTests({ at, has, host, kind }: HostUnderTest): void {
  const give = giver({ at, host });

  has('collecting')('the pieces of a file add up to it', async () => {
    for (const path of ['/text/lines', '/text/empty', '/text/unended', '/text/many', '/text/bytes']) {
      const { content, cut } = await give(path);
      const whole = Buffer.from(await host().readFile(at(path))).toString('latin1');
      // No matcher: the difference of large texts takes minutes.
      expect([path, content === whole, cut]).toEqual([path, true, undefined]);
    }
    expect(await give('/text/lines', { maxBytes: 14 })).toEqual({
      content: 'one\ntwo\nthree\n',
      cut: undefined,
    });
  });

  has('collecting', 'the end of a file')('a file that is too large gives its last whole lines', async () => {
    const cut = (bytes: number, of: number): Cut => ({
      reason: `the last ${bytes} of ${of} bytes`,
      originalBytes: of,
    });
    for (const maxBytes of [6, 8, 10, 13])
      expect([maxBytes, await give('/text/lines', { maxBytes })]).toEqual([
        maxBytes,
        { content: maxBytes > 10 ? 'two\nthree\n' : 'three\n', cut: cut(maxBytes > 10 ? 10 : 6, 14) },
      ]);
    expect(await give('/text/lines', { maxBytes: 8, raw: true })).toEqual({
      content: 'o\nthree\n',
      cut: cut(8, 14),
    });
    expect(await give('/text/line', { maxBytes: 8 })).toEqual({ content: 'f eight\n', cut: cut(8, 18) });
    expect(await give('/text/unended', { maxBytes: 8 })).toEqual({ content: 'd at all', cut: cut(8, 18) });
    const { content, cut: ofMany } = await give('/text/many', { maxBytes: 300_000 });
    expect(manyLines.endsWith(`\n${content}`)).toBe(true);
    expect(content).toMatch(/^line \d/);
    expect(300_000 - content.length).toBeLessThan(30);
    expect(ofMany).toEqual(cut(content.length, manyLines.length));
  });

  has('collecting')('what cannot be read throws a host error, and gives nothing', async () => {
    const path = at('/text/none');
    const absent = {
      code: 'HOST',
      problem: 'absent',
      message: `${path}: ${kind.absent ?? 'no such file or directory'}`,
    };
    const none = (): void => expect.unreachable('nothing was to be given');
    await expect(host().readInto(path, none)).rejects.toMatchObject(absent);
    await expect(host().look(path)).rejects.toMatchObject({ code: 'HOST', problem: 'absent' });
    const directory = at('/text/sub');
    await expect(host().readInto(directory, none)).rejects.toMatchObject({
      problem: 'refused',
      message: `${directory}: is a directory, not a regular file`,
    });
    await expect(host().readInto('/a\0b', none)).rejects.toMatchObject({ problem: 'refused' });
  });

  has('collecting')('what is at a path, or why that cannot be told', async () => {
    expect(await host().look(at('/text/lines'))).toMatchObject({ kind: 'file', size: 14 });
    expect(await host().look(at('/text/sub'))).toMatchObject({ kind: 'directory' });
  });

  has('collecting')('an error in the function that takes a file ends its reading', async () => {
    for (const path of ['/text/lines', '/text/many'])
      await endsWith((take) => host().readInto(at(path), take));
  });
}

/** An error of the taker is thrown as it is, and no further piece is given. */
async function endsWith(give: (take: TakePiece) => Promise<unknown>): Promise<void> {
  for (const fail of [throwing, rejecting]) {
    let pieces = 0;
    const error = new Error('the disk is full');
    await expect(
      give(() => {
        pieces++;
        return fail(error);
      }),
    ).rejects.toBe(error);
    expect(pieces).toBe(1);
  }
}

function throwing(error: Error): never {
  throw error;
}

async function rejecting(error: Error): Promise<void> {
  await new Promise(setImmediate);
  throw error;
}

function outputTests({ has, another, host, small }: HostUnderTest): void {
  const give = async (
    line: string,
    maxBytes?: number,
    of = host(),
  ): Promise<{ content: string; end: CommandEnd | undefined }> => {
    let end: CommandEnd | undefined;
    const content = await taken(async (take) => {
      end = await of.runInto(line.split(' '), take, { maxBytes });
    });
    return { content, end };
  };

  has('collecting', 'commands')('a command gives in pieces what it gives at once', async () => {
    for (const line of Object.keys(small.commands).filter((command) => !command.includes("'"))) {
      const { rc, output, problem } = await host().run(line);
      const { content, end } = await give(line);
      expect([line, content, end?.rc, end?.problem, end?.cut]).toEqual([
        line,
        Buffer.from(output).toString('latin1'),
        rc,
        problem,
        undefined,
      ]);
    }
  });

  has('collecting')('an unknown command gives nothing', async () => {
    const { content, end } = await give('/bin/hostspec-no-such-program');
    expect([content, end?.rc, end?.problem]).toEqual(['', undefined, 'absent']);
  });

  has('collecting', 'commands')('an output that is too large gives its beginning', async () => {
    const { content, end } = await give('/usr/bin/seq 5', 4);
    expect(content).toBe('1\n2\n');
    expect(end?.cut?.reason).toMatch(/\b4\b.* bytes/);
  });

  has('collecting', 'commands')('every caller has its own limit', async () => {
    const other = await another();
    expect((await give('/usr/bin/seq 5', 4, other)).content).toBe('1\n2\n');
    expect(await give('/usr/bin/seq 5', undefined, other)).toEqual({
      content: '1\n2\n3\n4\n5\n',
      end: { rc: 0 },
    });
    expect((await other.run('/usr/bin/seq 5')).output).toHaveLength(10);
    expect((await other.run('/usr/bin/seq 6')).output).toHaveLength(12);
    const again = await give('/usr/bin/seq 6', 4, other);
    expect([again.content, again.end?.rc]).toEqual(['1\n2\n', 0]);
    expect(again.end?.cut?.reason).toMatch(/\b4\b.* bytes/);
  });

  has('collecting', 'commands')('an error in the function that takes an output ends it', async () => {
    await endsWith((take) => host().runInto(['/bin/echo', 'one', 'two'], take));
    expect((await give('/bin/echo one two')).content).toBe('one two\n');
  });
}

function runTests({ at, another, has, host, hostname }: HostUnderTest): void {
  has('collecting')('the name of the host, and nothing that was not entered', async () => {
    expect(await host().hostname()).toBe(hostname());
    expect(host().notEntered()).toEqual([]);
  });

  has('collecting')('nothing is given after a stop, which says why', async () => {
    const stopped = await another();
    expect(await stopped.stop('the test ends')).toBe(0);
    await stopped.stop('a later reason');
    expect(stopped.stopped?.()).toBe('the test ends');
    const reason = { code: 'HOST', problem: 'failed', message: 'the test ends' };
    await expect(stopped.readInto(at('/text/lines'), () => {})).rejects.toMatchObject(reason);
  });

  has('collecting', 'commands')('no command is started after a stop', async () => {
    const stopped = await another();
    await stopped.stop('the test ends');
    expect(
      await stopped.runInto(['/bin/echo', 'one', 'two'], () =>
        throwing(new Error('nothing was to be given')),
      ),
    ).toEqual({
      problem: 'failed',
      reason: 'the test ends',
    });
  });

  has('collecting', 'a stop for everybody')('providers learn why the run ended', async () => {
    const stopped = await another();
    await stopped.stop('the test ends');
    const reason = { code: 'HOST', problem: 'failed', message: 'the test ends' };
    const path = at('/text/lines');
    await expect(stopped.readFile(path)).rejects.toMatchObject(reason);
    await expect(stopped.look(path)).rejects.toMatchObject(reason);
    await expect(stopped.stat(path)).rejects.toMatchObject(reason);
    await expect(stopped.list(at('/text'))).rejects.toMatchObject(reason);
    expect((await stopped.run('/bin/echo one two')).rc).toBeUndefined();
  });
}
