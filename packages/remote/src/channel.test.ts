import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { randomContent } from '../../../tools/test/seed.js';
import { type Channel, openChannel } from './channel.js';

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
