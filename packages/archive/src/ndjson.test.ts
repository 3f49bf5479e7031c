import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { ndjsonSink } from './index.js';
import { fsWithRoom, type Room } from './testing/failing-disk.js';
import { command, file, keepPiece, outcomeOf, planned, reportOf, runOf, startOf } from './testing/run.js';
import { streamTarget } from './write/sinks.js';

afterEach(() => {
  vi.doUnmock('node:fs');
});

function parse(output: string): Record<string, unknown>[] {
  expect(output.endsWith('\n')).toBe(true);
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function firstItem(path: string): { text?: string; base64?: string } | undefined {
  return (parse(readFileSync(path, 'utf8'))[1] as { items: { text?: string; base64?: string }[] }).items[0];
}

describe('NDJSON', () => {
  test('has the run, the outcomes with content, and a summary', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'x.ndjson');
    const { outcomes, path: where } = await runOf(
      ndjsonSink({ path }),
      {
        a: [file('/etc/a', 'line\r\n"é"\0\u2028')],
        none: [],
        b: [command('/sbin/ip addr', Uint8Array.of(0xff, 0xfe)), command('/sbin/ip link', '')],
      },
      { report: { interrupted: 'SIGHUP' } },
    );
    expect(where).toBe(path);
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('600');
    expect(readdirSync(parent)).toEqual(['x.ndjson']);
    const [run, a, none, b, summary, ...more] = parse(readFileSync(path, 'utf8'));
    expect(run).toEqual({
      type: 'run',
      kind: 'hostspec',
      formatVersion: 1,
      tool: 'hostspec 9.9.9',
      hostname: 'host.example',
      root: '/',
      started: 1_700_000_000_000,
      variant: 'b',
      brand: { vendor: 'redhat', client: 'insights' },
      domains: [{ name: 'kernel', version: '1.2.3' }],
    });
    expect(a).toEqual({ ...outcomes[0], items: [{ ...outcomes[0]?.items[0], text: 'line\r\n"é"\0\u2028' }] });
    expect(none).toEqual(outcomes[1]);
    expect(b).toEqual({
      ...outcomes[2],
      items: [
        { ...outcomes[2]?.items[0], base64: '//4=' },
        { ...outcomes[2]?.items[1], text: '' },
      ],
    });
    expect(summary).toEqual({
      type: 'summary',
      finished: 1_700_000_009_000,
      interrupted: 'SIGHUP',
      notEntered: ['/mnt/nfs: a network mount'],
      notes: ['a note'],
      statuses: {
        collected: 2,
        truncated: 0,
        empty: 0,
        absent: 1,
        denied: 0,
        failed: 0,
        'timed out': 0,
        skipped: 0,
      },
    });
    expect(more).toEqual([]);
  });

  test('a spec that was planned but not written has a line', async () => {
    const path = join(temporaryDirectory(), 'x.ndjson');
    const sink = ndjsonSink({ path });
    const start = startOf([planned('a'), planned('b')]);
    sink.begin(start);
    await sink.write(outcomeOf(planned('b'), [keepPiece(sink, 'b', file('/b', 'x'))]));
    await sink.finish(reportOf(start));
    const [, b, a, summary] = parse(readFileSync(path, 'utf8'));
    expect([b?.name, a?.name, a?.status]).toEqual(['b', 'a', 'skipped']);
    expect(summary).toMatchObject({ statuses: { collected: 1, skipped: 1 } });
  });

  test('outcomes written at the same time have separate lines', async () => {
    const path = join(temporaryDirectory(), 'x.ndjson');
    const sink = ndjsonSink({ path });
    const specs = Array.from({ length: 50 }, (_, index) => planned(`s${index}`));
    sink.begin(startOf(specs));
    await Promise.all(
      specs.map(async (spec) => {
        const item = keepPiece(sink, spec.name, file(`/${spec.name}`, spec.name.repeat(20_000)));
        await sink.write(outcomeOf(spec, [item]));
      }),
    );
    await sink.finish(reportOf(startOf(specs)));
    expect(parse(readFileSync(path, 'utf8'))).toHaveLength(52);
  });

  test('content of any bytes and size is read back unchanged', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }).map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 20 }).map((value) => Buffer.from(value)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 6 }),
        fc.constantFrom(1, 1, 20_000),
        async (parts, times) => {
          const content = Buffer.concat(Array.from({ length: times }, () => Buffer.concat(parts)));
          const path = join(temporaryDirectory(), 'x');
          await runOf(ndjsonSink({ path }), { a: [file('/a', content)] });
          const item = firstItem(path);
          expect(item?.text === undefined).toBe(item?.base64 !== undefined);
          const back =
            item?.text === undefined ? Buffer.from(item?.base64 ?? '', 'base64') : Buffer.from(item.text);
          expect(back.equals(content)).toBe(true);
          expect(item?.base64 === undefined).toBe(Buffer.from(content.toString()).equals(content));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a character split across two pieces stays whole', async () => {
    const path = join(temporaryDirectory(), 'x');
    const content = `x${'é\u{1f600}'.repeat(200_000)}`;
    await runOf(ndjsonSink({ path }), { a: [file('/a', content)] });
    expect(firstItem(path)?.text === content).toBe(true);
  });
});

describe('NDJSON with control characters', () => {
  const writtenAs = async (content: Uint8Array): Promise<string[]> => {
    const path = join(temporaryDirectory(), 'x');
    await runOf(ndjsonSink({ path }), { a: [file('/a', content)] });
    return Object.keys(firstItem(path) ?? {}).filter((key) => key === 'text' || key === 'base64');
  };

  test('large text with many of them is text', async () => {
    const line = [0, 0, 240, 144, 128, 128, 240, 144, 128, 128];
    const content = Buffer.concat(Array.from({ length: 20_000 }, () => Uint8Array.from(line)));
    expect(await writtenAs(content)).toEqual(['text']);
  });

  test.each([
    ['text', 4 * 1024 * 1024],
    ['base64', 4 * 1024 * 1024 + 1],
  ])('it is %s with %d of them', async (key, zeros) => {
    expect(await writtenAs(Buffer.alloc(zeros))).toEqual([key]);
  });
});

describe('NDJSON to a stream', () => {
  test('reaches a slow reader through a pipe, and leaves nothing in the work directory', async () => {
    const workDirectory = temporaryDirectory();
    const reader = spawn('sh', ['-c', 'sleep 0.3; cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const output = text(reader.stdout);
    const { fd } = (reader.stdin as unknown as { _handle: { fd: number } })._handle;
    const { path } = await runOf(ndjsonSink({ fd, workDirectory }), {
      a: [file('/a', 'x'.repeat(3_000_000))],
    });
    reader.stdin.end();
    expect(path).toBe(`file descriptor ${fd}`);
    const lines = parse(await output);
    expect(lines.map((line) => line.type)).toEqual(['run', 'simple_file', 'summary']);
    expect(readdirSync(workDirectory)).toEqual([]);
  });

  test('an error names a reader that goes away, and nothing is left', async () => {
    const workDirectory = temporaryDirectory();
    const fifo = join(temporaryDirectory(), 'fifo');
    spawnSync('mkfifo', [fifo]);
    const reader = spawn('head', ['-c', '10', fifo], { stdio: 'ignore' });
    const fd = openSync(fifo, 'w');
    const sink = ndjsonSink({ fd, workDirectory });
    const start = startOf([planned('a'), planned('b')]);
    sink.begin(start);
    const item = keepPiece(sink, 'a', file('/a', 'x'.repeat(200_000)));
    await once(reader, 'exit');
    const error = {
      code: 'SINK',
      subject: `file descriptor ${fd}`,
      message: `the reader of file descriptor ${fd} closed it before the end (EPIPE)`,
    };
    await expect(sink.write(outcomeOf(planned('a'), [item]))).rejects.toMatchObject(error);
    await expect(sink.finish(reportOf(start))).rejects.toMatchObject(error);
    await sink.close();
    closeSync(fd);
    expect(readdirSync(workDirectory)).toEqual([]);
  });

  test('without space ends with an error that says so, and nothing is left', async () => {
    const workDirectory = temporaryDirectory();
    const fd = openSync('/dev/full', 'w');
    const sink = ndjsonSink({ fd, workDirectory });
    const start = startOf([planned('a')]);
    sink.begin(start);
    const item = keepPiece(sink, 'a', file('/a', 'x'));
    const error = {
      code: 'NO_SPACE',
      message: expect.stringContaining(`no space left for file descriptor ${fd}`),
    };
    const written = sink.write(outcomeOf(planned('a'), [item]));
    await expect(written).rejects.toMatchObject({ ...error, value: item.bytes });
    await expect(sink.finish(reportOf(start))).rejects.toMatchObject(error);
    closeSync(fd);
    expect(readdirSync(workDirectory)).toEqual([]);
  });

  test('is not continued after a line for which there was no space, even if there is some again', async () => {
    const parent = temporaryDirectory();
    const workDirectory = temporaryDirectory();
    const room: Room = {};
    vi.resetModules();
    vi.doMock('node:fs', () => fsWithRoom(parent, room));
    const here = await import('./index.js');
    const path = join(parent, 'out.ndjson');
    const fd = openSync(path, 'w');
    const sink = here.ndjsonSink({ fd, workDirectory });
    const start = startOf([planned('a'), planned('b')]);
    sink.begin(start);
    const item = keepPiece(sink, 'a', file('/a', 'x'.repeat(300_000)));
    room.bytes = 100_000;
    await expect(sink.write(outcomeOf(planned('a'), [item]))).rejects.toMatchObject({ code: 'NO_SPACE' });
    delete room.bytes;
    await expect(sink.finish(reportOf(start))).rejects.toMatchObject({ code: 'NO_SPACE' });
    closeSync(fd);
    expect(statSync(path).size).toBe(100_000);
    expect(readdirSync(workDirectory)).toEqual([]);
  });

  test('works in the current directory, or in the one for temporary files if others can write there', () => {
    const here = temporaryDirectory();
    vi.spyOn(process, 'cwd').mockReturnValue(here);
    expect(streamTarget({ fd: 1 })).toMatchObject({ parent: here, name: 'hostspec.ndjson', transient: true });
    expect(streamTarget({ fd: 0 }).parent).toBe(here);
    chmodSync(here, 0o777);
    expect(streamTarget({ fd: 1 }).parent).toBe(tmpdir());
    vi.stubEnv('TMPDIR', '/nowhere');
    expect(() => streamTarget({ fd: 1 })).toThrow(
      expect.objectContaining({
        code: 'SINK',
        message: `no directory is available to work in: cannot write to ${here} or /nowhere safely`,
        value: [here, '/nowhere'],
      }),
    );
  });

  test.each([-1, 1.5])('fd %d is refused', (fd) => {
    expect(() => ndjsonSink({ fd })).toThrow(`fd ${fd} is not allowed; allowed: the number of an open file`);
  });

  test('a work directory that cannot be written to is refused', () => {
    expect(() => ndjsonSink({ fd: 1, workDirectory: '/nowhere' })).toThrow('cannot write to /nowhere');
  });
});
