import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { randomContent } from '../../../tools/test/seed.js';
import { type Channel, markReader, maxLine, maxNoise, openChannel, openInbox } from './channel.js';

const mark = 'abcdef012345 ';

/** A channel to a shell that runs a script; `say` prints a marked line. The channel is closed at the end of the test. */
function running(script: string, { interactive = false } = {}): Channel {
  const args = ['-c', `say() { echo "${mark}$*"; }\n${script}`];
  const channel = openChannel({ program: '/bin/sh', args }, mark, { interactive, idleSeconds: 20 });
  onTestFinished(channel.close);
  return channel;
}

/** All that a stream gives until its end. */
async function contentOf(stream: ReturnType<Channel['stream']>): Promise<string> {
  const pieces: Buffer[] = [];
  stream.on('data', (piece) => pieces.push(piece));
  await new Promise<void>((resolve) => void stream.once('close', resolve));
  return Buffer.concat(pieces).toString();
}

test('marked lines of both outputs are read, and the rest is what was said', async () => {
  const channel = running(`echo Welcome; say one; echo careful >&2; say two >&2; exit`);
  expect([await channel.next(), await channel.next()].sort()).toEqual(['one', 'two']);
  expect(await channel.next()).toBeUndefined();
  expect(channel.noise()).toBe('careful\n\nWelcome\n');
});

test('an output that says nothing is not part of what was said', async () => {
  const said = async (script: string): Promise<string> => {
    const channel = running(script);
    expect(await channel.next()).toBeUndefined();
    return channel.noise();
  };
  expect(await said('echo a; echo >&2')).toBe('a\n');
  expect(await said('echo a >&2')).toBe('a\n');
  expect(await said(':')).toBe('');
});

test('bytes arrive as they were sent, however many there are', async () => {
  const channel = running(`say start; head -c 300000 | sha256sum | { read -r sum rest; say "$sum"; }`);
  expect(await channel.next()).toBe('start');
  const content = randomContent(300_000);
  channel.send(content);
  expect(await channel.next()).toBe(createHash('sha256').update(content).digest('hex'));
});

test('a line that must not be shown is sent, and shown as stars', async () => {
  const channel = running(
    `read -r line; echo "out $line"; echo "err $line $line" >&2; say run kept amd64; echo "late $line" >&2; echo "$line"`,
  );
  channel.sendSecret('pass*.word');
  expect(await channel.next()).toBe('run kept amd64');
  const stream = channel.stream();
  expect(await contentOf(stream)).toBe('pass*.word\n');
  expect(channel.noise()).toBe('err *** ***\nlate ***\n\nout ***\n');
  expect(stream.said?.()).toBe('err *** ***; late ***');
});

test('an empty line that must not be shown hides nothing', async () => {
  const channel = running('read -r line; echo out');
  channel.sendSecret('');
  expect(await channel.next()).toBeUndefined();
  expect(channel.noise()).toBe('out\n');
});

test('after the line of the start, everything belongs to the runner, also what looks like a marked line', async () => {
  const channel = running(`echo noise; say run kept amd64; echo frames; say not read; cat`);
  expect(await channel.next()).toBe('run kept amd64');
  const stream = channel.stream();
  stream.write(Buffer.from('input\n'));
  stream.end();
  expect(await contentOf(stream)).toBe(`frames\n${mark}not read\ninput\n`);
  expect(channel.noise()).toBe('noise\n');
});

test('the runner gets what was sent, but not the noise of a host that is silent about its end', async () => {
  const channel = running(`say run kept amd64; cat >/dev/null; echo 'panic: x' >&2; exit 3`);
  expect(await channel.next()).toBe('run kept amd64');
  const stream = channel.stream();
  const content = contentOf(stream);
  stream.end();
  expect(await content).toBe('');
  expect(stream.said?.()).toBe('panic: x');
});

test('a program that cannot be started is an error', async () => {
  const launch = { program: '/no/such/program', args: [] };
  const channel = openChannel(launch, mark, { interactive: false, idleSeconds: 20 });
  onTestFinished(channel.close);
  await expect(channel.next()).rejects.toThrow(/cannot be started: no such file or directory$/);
});

test('a program is apart from the interrupts of the terminal, unless it may ask there', async () => {
  const groupOf = async (interactive: boolean): Promise<boolean> => {
    const channel = running('read -r pid name state parent group rest </proc/$$/stat; say "$$ $group"', {
      interactive,
    });
    const [pid, group] = ((await channel.next()) ?? '').split(' ');
    return pid === group;
  };
  expect([await groupOf(false), await groupOf(true)]).toEqual([true, false]);
});

test('a connection keeps this process alive only while it says so', async () => {
  const alive = (): number => process.getActiveResourcesInfo().length;
  const channel = running('say run kept amd64; cat');
  await channel.next();
  const stream = channel.stream();
  stream.on('data', () => {});
  const open = alive();
  stream.unref?.();
  // The program and its three streams.
  expect(open - alive()).toBe(4);
  stream.ref?.();
  expect(alive()).toBe(open);
});

test('too much noise is an error, and no more of it is read', async () => {
  const channel = running(`yes | head -c 30000000; say no`);
  await expect(channel.next()).rejects.toThrow('bytes that do not belong to the connection');
  await expect(channel.next()).rejects.toThrow('bytes that do not belong to the connection');
});

test('a host that closes its output is gone, though its program goes on, or another holds the errors', async () => {
  expect(await running('exec >&-; exec sleep 60').next()).toBeUndefined();
  expect(await running('sleep 5 >/dev/null & exit').next()).toBeUndefined();
});

test.each([
  ['ends with its input', 'say $$; cat'],
  ['does not care about its input', 'say $$; exec sleep 60'],
  ['does not care about its input and the first signal', `trap '' TERM; say $$; while :; do sleep 0.1; done`],
])('a program that %s has ended once the channel is closed', async (_, script) => {
  const channel = running(script);
  const pid = await channel.next();
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  await channel.close();
  // A process that has ended is a zombie until its parent looks.
  const state = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] : 'gone';
  expect(['gone', 'Z']).toContain(state);
});

describe('inbox', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const noAnswer = 'no answer for 5 s; check that the host is up, or give it more time (--connect-timeout)';

  /** The state of a promise: its result, or that there is none yet. */
  async function stateOf(promise: Promise<string | undefined>): Promise<string> {
    let state = 'waits';
    promise.then(
      (line) => {
        state = line ?? 'end';
      },
      ({ message }) => {
        state = message;
      },
    );
    await new Promise(setImmediate);
    return state;
  }

  test('lines are given in their order, before an error and before the end', async () => {
    const inbox = openInbox(5, false);
    inbox.put('a');
    inbox.put('b');
    inbox.end();
    expect([await inbox.next(), await inbox.next(), await inbox.next()]).toEqual(['a', 'b', undefined]);
    inbox.put('c');
    inbox.fail(new Error('first'));
    inbox.fail(new Error('second'));
    expect(await inbox.next()).toBe('c');
    await expect(inbox.next()).rejects.toThrow('first');
  });

  test('a waiting caller gets the line, the error or the end when it comes', async () => {
    for (const [happen, expected] of [
      [(inbox: ReturnType<typeof openInbox>) => inbox.put('a'), 'a'],
      [(inbox: ReturnType<typeof openInbox>) => inbox.fail(new Error('no')), 'no'],
      [(inbox: ReturnType<typeof openInbox>) => inbox.end(), 'end'],
    ] as const) {
      const inbox = openInbox(5, false);
      const next = inbox.next();
      expect(await stateOf(next)).toBe('waits');
      happen(inbox);
      expect(await stateOf(next)).toBe(expected);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test('silence is an error after the time for it, which counts from the last progress', async () => {
    const inbox = openInbox(5, false);
    const next = inbox.next();
    vi.advanceTimersByTime(4999);
    inbox.progress();
    vi.advanceTimersByTime(4999);
    expect(await stateOf(next)).toBe('waits');
    vi.advanceTimersByTime(1);
    expect(await stateOf(next)).toBe(noAnswer);
  });

  test('time does not count while nobody waits for the host', async () => {
    const inbox = openInbox(5, false);
    inbox.put('a');
    await inbox.next();
    inbox.progress();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    const next = inbox.next();
    expect(await stateOf(next)).toBe('waits');
    inbox.put('b');
    expect(await stateOf(next)).toBe('b');
  });

  test('a person may take any time before the first line, but not after it', async () => {
    const inbox = openInbox(5, true);
    const first = inbox.next();
    inbox.progress();
    vi.advanceTimersByTime(600_000);
    expect(await stateOf(first)).toBe('waits');
    inbox.put('a');
    expect(await stateOf(first)).toBe('a');
    const second = inbox.next();
    vi.advanceTimersByTime(5000);
    expect(await stateOf(second)).toBe(noAnswer);
  });

  const mark = 'abcdef012345 ';

  /** A reader, and the words of the lines that it found; `run` is the last. */
  function reading() {
    const words: string[] = [];
    const reader = markReader(mark, (each) => {
      words.push(each);
      return each === 'run';
    });
    return { words, reader };
  }

  test('marked lines are found however the bytes are split', () => {
    const bytes = Buffer.from(
      `Welcome!\nno line end${mark}start\nnoise\n${mark}run\nmagic ${mark}not read\n`,
    );
    for (let size = 1; size < bytes.length; size++) {
      const { words, reader } = reading();
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      expect(words).toEqual(['start', 'run']);
      expect(reader.noise()).toBe('Welcome!\nno line endnoise\n');
      expect(reader.rest().toString()).toBe(`magic ${mark}not read\n`);
    }
  });

  test('before the last line, nothing is left over', () => {
    const { reader } = reading();
    reader.push(Buffer.from(`${mark}start\nrest`));
    expect(reader.rest()).toHaveLength(0);
    expect(reader.noise()).toBe('rest');
  });

  test('more noise than a banner has is an error, in one piece or in many', () => {
    const line = Buffer.alloc(64 * 1024, 'x');
    const { reader } = reading();
    const pushAll = (): void => {
      for (let bytes = 0; bytes <= maxNoise + line.length; bytes += line.length) reader.push(line);
    };
    expect(pushAll).toThrow('that do not belong to the connection');
    expect(() => reading().reader.push(Buffer.alloc(maxNoise + 100))).toThrow('that do not belong');
    expect(reader.noise().length).toBeLessThan(2 * line.length);
  });

  test('a marked line that does not end is an error', () => {
    expect(() => reading().reader.push(Buffer.from(mark + 'x'.repeat(maxLine + 1)))).toThrow(
      'a line of more than',
    );
    expect(() => reading().reader.push(Buffer.from(`${mark}${'x'.repeat(maxLine + 1)}\n`))).toThrow(
      'a line of more than',
    );
  });
});
